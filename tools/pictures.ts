import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Login, environment, screens, signedIn } from '#e2e/screens.ts'
import { startServer } from '#e2e/server.ts'
import { launchChromium } from './chromium.ts'

// Pictures of every screen at two widths in both themes, into the folder that is named (default: pictures).
const folder = resolve(process.argv[2] ?? 'pictures')
mkdirSync(folder, { recursive: true })
const server = await startServer(environment)
const browser = await launchChromium()
try {
  for (const [width, height] of [[390, 844], [1440, 900]] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const login of Object.keys(screens) as Login[]) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: 'en-NG', timezoneId: 'Africa/Lagos' })
        const page = await signedIn(context, server.url, login)
        for (const [path] of screens[login]) {
          await page.goto(server.url + path)
          await page.waitForLoadState('networkidle')
          const name = `${path === '/' ? 'home' : path.slice(1).replaceAll(/[/?=&]/g, '-')}-${width}-${colorScheme}.png`
          await page.screenshot({ path: resolve(folder, name), fullPage: true })
          console.log(name)
        }
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  await server.stop()
}
