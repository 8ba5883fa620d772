import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { type RunningServer, startServer } from './server.ts'

const superAdminPassword = 'super-admin-of-the-test'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '1', SUPERADMIN_PASSWORD: superAdminPassword })
})
test.afterAll(() => server.stop())

type Login = 'nobody' | 'officer' | 'member' | 'superAdmin'

/** Every screen, with words that are on it once its data is there. */
const screens: Record<Login, [path: string, shows: string | RegExp][]> = {
  nobody: [
    ['/', 'One honest'],
    ['/login', 'CoopId or Phone No.'],
    ['/member-login', 'Phone number'],
    ['/super-admin/login', 'Username'],
    ['/signup', 'Cooperative Name'],
    ['/forgot-password', 'Forgot password'],
  ],
  officer: [
    ['/coop/dashboard', 'Cash and bank'],
    ['/coop/member-management', 'AJO-DEM234'],
    ['/coop/member-management/import', 'Choose your register'],
    ['/coop/financial-operations/contributions', 'Outstanding'],
    ['/coop/financial-operations/contributions/import', 'Drop the file here'],
    ['/coop/financial-operations/transactions', 'Contribution'],
    ['/coop/financial-operations/reports', 'Cash in hand'],
    ['/coop/financial-operations/reports/member-balances', 'Agrees with the books'],
    ['/coop/financial-operations/setup', 'Least monthly contribution'],
    ['/coop/financial-operations/setup?tab=accounts', 'Special savings'],
    ['/coop/financial-operations/setup?tab=loans', 'Emergency'],
    ['/coop/financial-operations/setup?tab=history', 'Nothing was changed yet'],
    ['/coop/loan-management', 'Commodity'],
    ['/coop/loan-management?apply=new', 'Choose the member first'],
    ['/coop/financial-operations/transactions?record=deposit', 'Record deposit'],
  ],
  member: [
    ['/member/dashboard', 'Ordinary savings'],
    ['/member/contributions', 'Outstanding'],
    ['/member/transactions', 'Contribution'],
    ['/member/transactions?record=withdrawal', 'Request a withdrawal'],
    ['/member/loans', 'You may borrow now'],
    ['/member/loans?apply=new', 'Guarantors'],
  ],
  superAdmin: [['/superadmin/dashboard', 'AJO-DEM234']],
}

const looks = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const

for (const look of looks) {
  for (const login of ['nobody', 'officer', 'member', 'superAdmin'] as const) {
    test(`what ${login} sees at ${look.width} px in ${look.colorScheme} is accessible, fits and breaks no rule of its own`, async ({ browser }) => {
      test.setTimeout(120_000)
      const context = await browser.newContext({ viewport: { width: look.width, height: look.height }, colorScheme: look.colorScheme })
      const page = await signedIn(context, login)
      const complaints = watch(page)
      for (const [path, shows] of screens[login]) {
        await page.goto(`${server.url}${path}`)
        await expect(page.locator('body')).toContainText(shows)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' | ').slice(0, 300)}`)).toEqual([])
        expect({ path, sideways: await sidewaysScroll(page) }).toEqual({ path, sideways: 0 })
      }
      expect(complaints).toEqual([])
      await context.close()
    })
  }
}

test('no page scrolls sideways on the narrowest phone', async ({ browser }) => {
  test.setTimeout(120_000)
  for (const login of ['nobody', 'officer', 'member', 'superAdmin'] as const) {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } })
    const page = await signedIn(context, login)
    for (const [path, shows] of screens[login]) {
      await page.goto(`${server.url}${path}`)
      await expect(page.locator('body')).toContainText(shows)
      expect({ path, sideways: await sidewaysScroll(page) }).toEqual({ path, sideways: 0 })
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

async function plainPage(browser: Browser): Promise<Page> {
  return (await browser.newContext({ javaScriptEnabled: false })).newPage()
}

/** How far the page is wider than its window, in pixels. */
async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth))
}

/** Errors, refused scripts and styles, broken promises: whatever the browser complains about. */
function watch(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()} ${message.text()}`)
  })
  return complaints
}

async function signedIn(context: BrowserContext, login: Login): Promise<Page> {
  const page = await context.newPage()
  const enter = async (path: string, label: string, name: string, password: string, arrival: RegExp) => {
    await page.goto(`${server.url}${path}`)
    await page.getByLabel(label).fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(arrival)
  }
  if (login === 'officer') await enter('/login', 'CoopId or Phone No.', 'AJO-DEM234', 'sample-treasurer', /\/coop\/dashboard/)
  if (login === 'member') await enter('/member-login', 'Phone number', '+2348031200000', 'sample-member', /\/member\/dashboard/)
  if (login === 'superAdmin') await enter('/super-admin/login', 'Username', 'superadmin', superAdminPassword, /\/superadmin\/dashboard/)
  return page
}
