import { clientsClaim } from 'workbox-core'
import {
  type PrecacheEntry,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { registerPaths, matchPath, type Path } from '#ui/router/paths.ts'

/** Put in by the build: the shell and what a member's phone needs of it. */
declare const precached: PrecacheEntry[]
/** Every path of the app, without the pages. */
declare const paths: Path[]

type Page = { focused: boolean; url: string; focus(): Promise<unknown>; postMessage(message: unknown): void }

// The types of a page, in which this file is checked, do not know what a worker can do.
const worker = globalThis as unknown as {
  skipWaiting(): Promise<void>
  registration: ServiceWorkerRegistration
  clients: { matchAll(which: { type: 'window' }): Promise<Page[]>; openWindow(url: string): Promise<unknown> }
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; notification?: Notification; waitUntil(work: Promise<unknown>): void }) => void,
  ): void
}

const visited = 'visited-pages'

/**
 * Keeps the app's own files, so that it starts without a network. Answers of the API pass by it: what a signed-in person
 * may read offline is kept in the page (offline-answers.ts), where logging out removes it.
 */
registerPaths(paths)
cleanupOutdatedCaches()
precacheAndRoute(precached)
clientsClaim()

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && matchPath(url.pathname) !== undefined,
  createHandlerBoundToURL('/app.html'),
)

// The public pages need the network; without it the installed home is what can be shown.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
  async ({ request }) => {
    try {
      return await fetch(request)
    } catch {
      return Response.redirect('/pwa', 302)
    }
  },
)

// Names of built files carry a hash of their content, so a kept one is never old.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: visited }),
)

worker.addEventListener('activate', (event) => event.waitUntil(caches.delete(visited)))

// A new version waits until the person says so: it never reloads under a form.
worker.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void worker.skipWaiting()
})

// Shown in any case: a browser that is told something and shows nothing takes the permission away.
worker.addEventListener('push', (event) => {
  const { id, title, text, link } = (
    event.data as { json(): { id: string; title: string; text: string; link: string | null } }
  ).json()
  event.waitUntil(
    worker.registration.showNotification(title, { body: text, tag: id, icon: '/favicon.svg', data: { link } }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification?.close()
  const { link } = (event.notification?.data ?? {}) as { link?: string | null }
  event.waitUntil(openPage(link ?? '/pwa'))
})

/** In the window of the app that is open, which asks before it leaves a form, or in a new one. */
async function openPage(href: string): Promise<void> {
  const [page] = await worker.clients.matchAll({ type: 'window' })
  if (!page) return void (await worker.clients.openWindow(href))
  page.postMessage({ go: href })
  await page.focus()
}
