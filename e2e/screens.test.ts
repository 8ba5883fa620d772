import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { expectClean, sidewaysScroll, watch } from './looks.ts'
import { addressesOf, environment, installedOnPhone, pagesOfOne, pagesOfTheApp, screens, signedIn, waitingSociety } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer(environment)
})
test.afterAll(() => server.stop())

const looks = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

/** Led to by a session, a device or steps of their own, and looked at below; the join page is looked at under a code. */
const shownElsewhere = ['/join/$code', '/pwa', '/pwa-full', '/pending-verification', '/coop/member/$memberId/leave']

const widths = [320, 360, 768, 1024]

/** No sideways scroll on any width. */
async function expectFits(page: Page, path: string): Promise<void> {
  const size = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    expect({ path, width, sideways: await sidewaysScroll(page) }).toEqual({ path, width, sideways: 0 })
  }
  if (size) await page.setViewportSize(size)
}

for (const [login, list, path, link] of pagesOfOne) {
  test(`${path} is accessible and fits, on a phone and a laptop, light and dark`, async ({ browser }) => {
    for (const look of looks) {
      const context = await browser.newContext({ viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme })
      const page = await signedIn(context, server.url, login)
      const complaints = watch(page)
      await page.goto(server.url + list)
      // What arrives above the list would move it away from under the press.
      await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
      await page.locator(`main ${link}`).first().click()
      await expect.poll(() => new URL(page.url()).pathname).toMatch(addressesOf(path))
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectClean(page, path)
      if (look === looks[0]) await expectFits(page, path)
      expect(complaints).toEqual([])
      await context.close()
    }
  })
}

test('what a waiting cooperative, the installed app and a leaving show is accessible and fits, on a phone and a laptop, light and dark', async ({ browser }) => {
  test.setTimeout(400_000)
  const waiting = await waitingSociety(server)
  for (const look of looks) {
    const size = { viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme }
    const visit = async (page: Page, path: string, shows: string) => {
      await expect(page.locator('body')).toContainText(shows)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectClean(page, path)
      if (look === looks[0]) await expectFits(page, path)
    }
    const pending = await browser.newContext(size)
    await visit(await waiting(pending), '/pending-verification', 'What happens next')
    const office = await browser.newContext(size)
    const officer = await signedIn(office, server.url, 'officer')
    await officer.goto(`${server.url}/coop/member-management`)
    const complaints = watch(officer)
    await officer.goto(`${server.url}${await officer.locator('main a[href^="/coop/member/"]').first().getAttribute('href')}/leave`)
    await visit(officer, '/coop/member/$memberId/leave', 'Start the leaving')
    expect(complaints).toEqual([])
    await Promise.all([pending.close(), office.close()])
    if (look.width >= 1024) continue
    const phone = await browser.newContext(size)
    await installedOnPhone(phone)
    const app = await phone.newPage()
    const told = watch(app)
    for (const path of ['/pwa', '/pwa-full']) {
      await app.goto(server.url + path)
      await visit(app, path, 'Welcome to Ajose')
      expect(told).toEqual([])
    }
    await phone.close()
  }
})

test('every page of the app is looked at', () => {
  const seen = Object.values(screens).flatMap((list) => list.map(([path]) => path.split('?')[0] ?? '')).concat(pagesOfOne.map(([, , path]) => path))
  const missing = pagesOfTheApp().filter((path) => !shownElsewhere.includes(path) && !seen.includes(path))
  expect(missing).toEqual([])
})

for (const look of looks) {
  for (const login of ['nobody', 'officer', 'member', 'superAdmin'] as const) {
    test(`what ${login} sees at ${look.width} px in ${look.colorScheme} is accessible, fits and breaks no rule of its own`, async ({ browser }) => {
      test.setTimeout(600_000)
      const context = await browser.newContext({ viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme })
      const page = await signedIn(context, server.url, login)
      const complaints = watch(page)
      for (const [path, shows] of screens[login]) {
        await page.goto(`${server.url}${path}`)
        await expect(page.locator('body')).toContainText(shows)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectClean(page, path)
      }
      expect(complaints).toEqual([])
      await context.close()
    })
  }
}

test('no page scrolls sideways on any width, down to the narrowest phone', async ({ browser }) => {
  test.setTimeout(600_000)
  for (const login of ['nobody', 'officer', 'member', 'superAdmin'] as const) {
    const context = await browser.newContext({ viewport: { width: 320, height: 800 } })
    const page = await signedIn(context, server.url, login)
    for (const [path, shows] of screens[login]) {
      await page.goto(`${server.url}${path}`)
      await expect(page.locator('body')).toContainText(shows)
      await expectFits(page, path)
    }
    await context.close()
  }
})

test('the public page is complete with scripts off, and an unknown address leads there', async ({ browser }) => {
  const page = await plainPage(browser)
  await page.goto(`${server.url}/no/such/page`)
  await expect(page).toHaveURL(`${server.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
})

test('a page names in its head what it will need, packed, and nothing that is not there', async ({ request }) => {
  const built = JSON.parse(readFileSync(resolve(import.meta.dirname, '../dist/web/.vite/manifest.json'), 'utf8')) as Record<string, { file: string }>
  for (const [path, page] of [
    ['/login', 'features/sessions/LoginPage.tsx'],
    ['/coop/dashboard', 'features/cooperatives/DashboardPage.tsx'],
    ['/coop/member/some-id', 'features/members/MemberPage.tsx'],
    ['/member/dashboard', 'features/members/PortalDashboardPage.tsx'],
  ] as const) {
    const answer = await request.get(server.url + path)
    expect(answer.headers()['content-encoding']).toBe('br')
    const files = [...(await answer.text()).matchAll(/(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"/g)].map(([, file]) => file ?? '')
    expect(files).toContain(`/${built[page]?.file}`)
    expect(new Set(files).size).toBe(files.length)
    for (const file of files) expect((await request.get(server.url + file)).status(), file).toBe(200)
  }
})

async function plainPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false })).newPage()
}
