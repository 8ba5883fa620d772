import type { Page } from '@playwright/test'

/** Waits until the page's service worker is at work. */
export async function workerReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    if (registration.active?.state !== 'activated')
      await new Promise((done) => registration.active?.addEventListener('statechange', done, { once: true }))
  })
}

/** Everything that the browser keeps for this origin, as one text. */
export function keptOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }))
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        parts.push(request.url, request.url.includes('/assets/') ? '' : await (await cache.match(request))!.text())
    }
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      let isGone = false
      const database = await new Promise<IDBDatabase | undefined>((done, fail) => {
        const asked = indexedDB.open(name)
        // Removed since it was listed: opening it would make it again.
        asked.addEventListener('upgradeneeded', () => {
          isGone = true
          asked.transaction?.abort()
        })
        asked.addEventListener('success', () => done(asked.result))
        asked.addEventListener('error', () => (isGone ? done(undefined) : fail(new Error(name))))
      })
      if (!database) continue
      for (const store of database.objectStoreNames) {
        parts.push(
          await new Promise<string>((done) => {
            const asked = database.transaction(store).objectStore(store).getAll()
            asked.addEventListener('success', () =>
              done(
                JSON.stringify(asked.result, (_key, value: unknown) =>
                  typeof value === 'bigint' ? String(value) : value,
                ),
              ),
            )
          }),
        )
      }
      database.close()
    }
    return parts.join('\n')
  })
}

/** Whether a text is in what the browser keeps. */
export async function isKept(page: Page, mark: string): Promise<boolean> {
  return (await keptOnDevice(page)).includes(mark)
}
