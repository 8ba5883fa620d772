import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { isKept, workerReady } from './device.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test.describe('the installed app', () => {
  test('has a manifest, icons and a worker that a browser takes', async ({ page }) => {
    const manifest = (await (await page.request.get(`${server.url}/manifest.webmanifest`)).json()) as {
      display: string
      start_url: string
      icons: { src: string; sizes: string }[]
    }
    expect(manifest).toMatchObject({ display: 'standalone', start_url: '/pwa' })
    expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
    for (const { src } of manifest.icons)
      expect((await page.request.get(server.url + src)).headers()['content-type']).toBe('image/png')
    await page.goto(`${server.url}/login`)
    await workerReady(page)
  })

  test(
    'its home leads to both logins on a phone, and to the public page in a browser',
    { tag: '@full' },
    async ({ browser, page }) => {
      for (const path of ['/pwa', '/pwa-full']) {
        await page.goto(server.url + path)
        await expect(page).toHaveURL(`${server.url}/`)
      }
      const phone = await installed(browser, 390)
      const inPhone = await phone.newPage()
      for (const [path, name, goal] of [
        ['/pwa', 'Login to Continue', '/login'],
        ['/pwa-full', 'Member Login', '/member-login'],
      ] as const) {
        await inPhone.goto(server.url + path)
        await inPhone.getByRole('link', { name }).click()
        await expect(inPhone).toHaveURL(server.url + goal)
      }
      expect(await inPhone.evaluate(() => localStorage.getItem('isPWA'))).toBe('true')
      await phone.close()
      const wide = await installed(browser, 1440)
      const inWide = await wide.newPage()
      await inWide.goto(`${server.url}/pwa`)
      await expect(inWide).toHaveURL(`${server.url}/`)
      await wide.close()
    },
  )

  test('says what remains to be done where the browser cannot ask, and asks where it can', async ({ context }) => {
    let page = await context.newPage()
    await logInMember(page, true)
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Install app' }).click()
    await expect(page.getByText('PWA can be installed from browser menu or is already installed.')).toBeVisible()

    // In a tab of its own: what was pressed on a page counts for the next one of the same tab.
    await page.evaluate(() => localStorage.setItem('visits', '2'))
    await page.close()
    page = await context.newPage()
    // The browser takes whatever a test asks of a page for the touch of a person.
    await page.addInitScript(() => {
      let hasBeenActive = false
      window.addEventListener('pointerup', () => (hasBeenActive = true))
      Object.defineProperty(navigator, 'userActivation', { get: () => ({ hasBeenActive }) })
    })
    await page.goto(`${server.url}/member/dashboard`)
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt'), {
        prompt: () => Promise.resolve(void (document.title = 'asked')),
        userChoice: Promise.resolve({ outcome: 'accepted' }),
      })
      window.dispatchEvent(offer)
    })
    // No one is asked before they have touched anything.
    await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeHidden()
    await page.getByRole('heading', { name: /^Hello/ }).click()
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await expect.poll(() => page.title()).toBe('asked')
  })

  test('explains itself on an iPhone from the second visit on', { tag: '@full' }, async ({ browser }) => {
    const context = await browser.newContext({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto(`${server.url}/login`)
    await expect(page.getByText('Add to Home Screen')).toBeHidden()
    // The visit is counted by what loads after the page.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toBe('1')
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).toBe('2')
    // The offer comes with the first press after it has loaded; on a slow machine that is not the very first.
    await expect(async () => {
      await page.getByLabel('Password', { exact: true }).click()
      await expect(page.getByText('Add to Home Screen')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
    await expect(page.getByText('Add to Home Screen')).toBeHidden()
    await context.close()
  })
})

test.describe('a start whose files do not come', () => {
  /** The file that the app begins with: refused as often as is said. */
  async function refuseMain(page: Page, times: number): Promise<void> {
    let refused = 0
    const main =
      /<script type="module"[^>]* src="([^"]+)"/.exec(
        await (await page.request.get(`${server.url}/member-login`)).text(),
      )?.[1] ?? 'none'
    await page.route(server.url + main, (route) => ((refused += 1) <= times ? route.abort() : route.continue()))
  }

  test('is tried again once by itself', { tag: '@full' }, async ({ page }) => {
    await refuseMain(page, 1)
    await page.goto(`${server.url}/member-login`)
    await expect(page.getByLabel('Phone number')).toBeVisible()
  })

  test('and then says so, with a button', { tag: '@full' }, async ({ page }) => {
    await refuseMain(page, 2)
    await page.goto(`${server.url}/member-login`)
    await expect(page.getByText('Ajose could not start. Check your network, then try again.')).toBeVisible()
    await expectClean(page, 'a start that failed')
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByLabel('Phone number')).toBeVisible()
  })

  test('says after a while that it takes long, and still begins when they come', { tag: '@full' }, async ({ page }) => {
    await page.clock.install()
    let letGo = () => {}
    const held = new Promise<void>((done) => (letGo = done))
    await page.route('**/assets/**', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${server.url}/member-login`, { waitUntil: 'commit' })
    await expect(page.getByText('Initializing ...')).toBeVisible()
    await page.clock.runFor(21_000)
    await expect(page.getByText('This takes longer than usual. Wait a little, or try again.')).toBeVisible()
    letGo()
    await expect(async () => {
      await page.clock.runFor(500)
      await expect(page.getByLabel('Phone number')).toBeVisible({ timeout: 500 })
    }).toPass()
  })
})

test.describe('without a network', () => {
  // ASVS V14.3.1
  test('a member reads their last figures with their time, and nothing of them is left after logout', async ({
    context,
    page,
  }) => {
    await logInMember(page, true)
    const savings = page.getByText(/^₦[\d,.]+k?$/).first()
    const figure = await savings.textContent()
    await workerReady(page)
    await expect.poll(() => isKept(page, '"member-portal","dashboard"')).toBe(true)

    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText(/No network\. Showing what you had at/)).toBeVisible()
    await expect(page.getByText(figure ?? '?').first()).toBeVisible()

    await context.setOffline(false)
    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/member-login/)
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
      'ajose-offline',
    )
    expect(
      await page.evaluate(() =>
        [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
          /token|user|tabs|notifications/.test(key),
        ),
      ),
    ).toEqual([])
    expect(await cachedAnswers(page)).toEqual([])
  })

  test('a session that ends with its tab keeps no answers at all', async ({ page }) => {
    await logInMember(page, false)
    await workerReady(page)
    await page.waitForTimeout(1500)
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).not.toContain(
      'ajose-offline',
    )
  })

  test('the ways in open, and the public address leads to the welcome screen', async ({ context, page }) => {
    await page.goto(`${server.url}/login`)
    await workerReady(page)
    await context.setOffline(true)
    await page.goto(`${server.url}/`)
    await expect(page).toHaveURL(`${server.url}/pwa`)
    await expect(page.getByText('Connect to the internet to log in.')).toBeVisible()
    await page.getByRole('link', { name: 'Member Login' }).click()
    await expect(page.getByLabel('Phone number')).toBeVisible()
    await context.setOffline(false)
  })
})

test('a new version waits until the person takes it', async ({ page }) => {
  const release = await servedInVersions()
  await page.goto(`${release.url}/login`)
  await workerReady(page)
  await page.reload()
  release.next()
  await page.getByLabel('CoopId or Phone No.').fill('AJO-HALF')
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await expect(page.getByText('A new version is ready')).toBeVisible()
  await expect(page.getByLabel('CoopId or Phone No.')).toHaveValue('AJO-HALF')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update', exact: true }).click()
  await reloaded
  await expect(page.getByLabel('CoopId or Phone No.')).toHaveValue('')
  await expect(page.getByText('A new version is ready')).toBeHidden()
  await release.stop()
})

/** The server behind a proxy that can put out another version of the worker. */
async function servedInVersions(): Promise<{ url: string; next: () => void; stop: () => Promise<void> }> {
  let version = 1
  const proxy = createServer((request, response) => {
    void (async () => {
      const answer = await fetch(server.url + (request.url ?? '/'))
      const body = Buffer.from(await answer.arrayBuffer())
      const isWorker = request.url === '/service-worker.js'
      const headers = Object.fromEntries(
        [...answer.headers].filter(
          ([name]) => !/^(content-encoding|content-length|transfer-encoding|connection|etag|last-modified)$/.test(name),
        ),
      )
      response
        .writeHead(answer.status, headers)
        .end(isWorker ? Buffer.concat([body, Buffer.from(`\n// version ${version}`)]) : body)
    })()
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    next: () => (version += 1),
    stop: () =>
      new Promise((done) => {
        proxy.close(() => done())
        proxy.closeAllConnections()
      }),
  }
}

async function logInMember(page: Page, keep: boolean): Promise<void> {
  await page.goto(`${server.url}/member-login`)
  await page.getByLabel('Phone number').fill('+2348031200000')
  await page.getByLabel('Password', { exact: true }).fill('sample-member')
  await page.getByLabel('Keep me signed in').setChecked(keep)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(/member\/dashboard/)
  await expect(page.getByText(/^₦[\d,.]+k?$/).first()).toBeVisible()
}

/** What the worker has kept of the API: nothing, ever. */
function cachedAnswers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (new URL(request.url).pathname.startsWith('/api')) found.push(request.url)
    return found
  })
}

/** A browser that says that it is the installed app. */
async function installed(
  browser: { newContext: (options: object) => Promise<BrowserContext> },
  width: number,
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  await context.addInitScript(() => {
    const original = window.matchMedia.bind(window)
    window.matchMedia = (query: string) =>
      query.includes('standalone') ? Object.assign(original('all'), {}) : original(query)
  })
  return context
}
