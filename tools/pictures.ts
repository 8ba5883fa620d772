import { mkdirSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type Day, addMonths, firstDayOf, lastDayOf, periodOf } from '#core/calendar.ts'
import { call, officerToken } from '#e2e/calls.ts'
import { quiet } from '#e2e/quiet.ts'
import { addressesOf, installedOnPhone, pagesOfOne, screens, waitingSociety } from '#e2e/screens.ts'
import { type RunningServer, startServer } from '#e2e/server.ts'
import { type Visitor, signedIn } from '#e2e/sign-in.ts'
import { launchChromium } from './chromium.ts'

// Pictures of every route at two widths in both themes, into the folder that is named (default: pictures).
const folder = resolve(process.argv[2] ?? 'pictures')
mkdirSync(folder, { recursive: true })
const publicPages = readdirSync('dist/web')
  .filter((name) => name.endsWith('.html') && !['app.html', 'index.html', 'check.html', 'consent.html'].includes(name))
  .map((name) => `/${name.replace('.html', '')}`)
const server = await startServer()
const waiting = await waitingSociety(server)
const check = await checkPath(server)
const browser = await launchChromium()
let taken = 0
try {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const inContext = async (use: (context: BrowserContext) => Promise<void>) => {
        const context = await browser.newContext({
          viewport: { width, height },
          colorScheme,
          locale: 'en-NG',
          timezoneId: 'Africa/Lagos',
        })
        await use(context)
        await context.close()
      }
      const take = async (page: Page, path: string, at = path.split('?')[0]) => {
        await quiet(page)
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
        const { pathname } = new URL(page.url())
        if (pathname !== at) throw new Error(`${path} led to ${pathname}`)
        const name = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[/?=&$]+/g, '-')}-${width}-${colorScheme}.png`
        await page.screenshot({ path: resolve(folder, name), fullPage: true })
        console.log(name)
        taken += 1
      }
      for (const login of Object.keys(screens) as Visitor[]) {
        await inContext(async (context) => {
          const page = await signedIn(context, server.url, login)
          for (const path of [...(login === 'anonymous' ? publicPages : []), ...screens[login].map(([path]) => path)]) {
            await page.goto(server.url + path)
            await take(page, path)
          }
          if (login === 'anonymous') {
            await page.goto(server.url + check)
            await take(page, '/check/$token', check)
          }
          for (const [, list, path, link] of pagesOfOne.filter(([whose]) => whose === login)) {
            await page.goto(server.url + list)
            await page.locator(`main ${link}`).first().click()
            await page.waitForURL((url) => addressesOf(path).test(url.pathname))
            const { pathname } = new URL(page.url())
            await take(page, path, pathname)
            if (path !== '/coop/member/$memberId') continue
            await page.goto(`${server.url}${pathname}/leave`)
            await take(page, `${path}/leave`, `${pathname}/leave`)
          }
        })
      }
      await inContext(async (context) => {
        await take(await waiting(context), '/pending-verification')
      })
      // The home of the installed app, which is a phone's alone.
      if (width >= 1024) continue
      await inContext(async (context) => {
        await installedOnPhone(context)
        const page = await context.newPage()
        for (const path of ['/pwa', '/pwa-full']) {
          await page.goto(server.url + path)
          await take(page, path)
        }
      })
    }
  }
  console.log(`${taken} pictures in ${folder}`)
} finally {
  await browser.close()
  await server.stop()
}

/** Where the figures of a member's last month are confirmed to whoever has the link. */
async function checkPath(to: RunningServer): Promise<string> {
  const token = await officerToken(to)
  const [member] = await call<{ memberid: string }[]>(to, 'GET', '/members?limit=1', token)
  const month = addMonths(periodOf(new Date(Date.now() + 3_600_000).toISOString().slice(0, 10) as Day), -1)
  const { url } = await call<{ url: string }>(
    to,
    'POST',
    `/financial/members/${member?.memberid}/statement-links`,
    token,
    { from: firstDayOf(month), to: lastDayOf(month), days: 30 },
  )
  return new URL(url).pathname
}
