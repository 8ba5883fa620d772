import { type Browser, expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer, superAdminPassword } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

const cooperative = { name: 'Ẹgbẹ́ Ìfẹ́ Workers', phone: '08035550188', password: 'treasurer-of-the-test' }
const path = '/coop/financial-operations/setup?do=guided'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
  await register()
})
test.afterAll(() => server.stop())

test('a treasurer sets a new society up on a phone, leaves half way, goes on and finds it done', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const page = await treasurer(browser, '/coop/financial-operations/setup')
  await page.getByRole('link', { name: 'Guided set-up' }).click()
  await expect(page.getByRole('radio', { name: 'General thrift and credit' })).toBeChecked()
  await expectClean(page, 'kind of society')
  await page.getByRole('radio', { name: 'Salary earners' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByLabel('Minimum number of shares')).toHaveValue('60')
  await expect(page.getByText("Bye-law: Limit on a member's interest")).toBeVisible()
  await expectClean(page, 'savings and shares')
  await page.getByRole('checkbox', { name: 'Christmas savings' }).uncheck()
  await page.getByLabel('Minimum monthly contribution').fill('2,500')
  await page.getByLabel('Minimum number of shares').fill('many')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Enter a number from 0 to 1000000')).toBeVisible()
  await page.getByLabel('Minimum number of shares').fill('50')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectClean(page, 'loans')
  await page.getByRole('group', { name: 'Long-term' }).getByLabel('Yearly rate, percent').fill('6.5')

  // A treasurer is called away: another page, and the browser closed over it.
  await page.goto(`${server.url}/coop/dashboard`)
  await page.goto(`${server.url}${path}`)
  await expect(page.getByRole('group', { name: 'Long-term' }).getByLabel('Yearly rate, percent')).toHaveValue('6.5')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expectClean(page, 'approvals and fees')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'This is what you chose' })).toBeVisible()
  await expect(page.getByText('₦2,500.00 (now ₦1,000.00)')).toBeVisible()
  await expect(page.getByText(/Long-term: 6\.5 % a year/)).toBeVisible()
  await expect(page.getByText('Christmas savings')).toBeHidden()
  await expectClean(page, 'summary')
  await page.getByRole('button', { name: 'Set up the cooperative' }).click()
  await expect(page.getByText('Your cooperative is set up')).toBeVisible()
  await expect(page.getByText('Target savings')).toBeVisible()
  await expectClean(page, 'set up')

  await page.getByRole('link', { name: 'See the configuration' }).click()
  await expect(page.getByLabel('Minimum monthly contribution')).toHaveValue('2,500')
  await page.getByRole('tab', { name: 'Loans' }).click()
  await expect(page.getByText('6.5 %')).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Salary earners')).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('set-up-draft')))).toEqual(
    [],
  )
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

test(
  'the first steps ask who uses the society’s login until a name is given, which the trail then has',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await treasurer(browser, '/coop/dashboard')
    const step = page.getByRole('listitem').filter({ hasText: 'Say who you are' })
    const done = async () => Number((await page.getByText(/^\d of \d steps are done\.$/).textContent())?.[0])
    await expect(step.getByRole('link', { name: 'Give your name' })).toBeVisible()
    const before = await done()
    await step.getByRole('link', { name: 'Give your name' }).click()
    await page.getByLabel('Your name').fill('Ngozi Adebayo')
    await page.getByRole('button', { name: 'Save name' }).click()
    await expect(page.getByText('Recorded as Ngozi Adebayo, treasurer', { exact: true })).toBeVisible()
    await page.goto(`${server.url}/coop/dashboard`)
    await expect(step.getByText('(done)')).toBeAttached()
    await expect(step.getByRole('link', { name: 'Give your name' })).toHaveCount(0)
    expect(await done()).toBe(before + 1)
    const { accessToken } = await call('/cooperatives/login', {
      identifier: cooperative.phone,
      password: cooperative.password,
    })
    const headers = { authorization: `Bearer ${accessToken}` }
    await call('/financial/employers', { name: 'Lagos Lines', code: 'LL' }, { headers })
    const events = async () => {
      const reply = await fetch(`${server.url}/api/cooperatives/audit-events?limit=5`, { headers })
      return ((await reply.json()) as { data: { by: string }[] }).data.map(({ by }) => by)
    }
    await expect.poll(events).toContain('Ngozi Adebayo, treasurer')
  },
)

test('an unfinished set-up is gone once its owner has logged out', { tag: '@full' }, async ({ browser }) => {
  const page = await treasurer(browser, path)
  await page.getByRole('radio', { name: 'Market association' }).check()
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('set-up-draft')).length)
  await expect.poll(drafts).toBe(1)
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await drafts()).toBe(0)
})

async function register(): Promise<void> {
  const { name, phone, password } = cooperative
  const registered = await call('/cooperatives/register', { name, phone, password, confirmpassword: password })
  const { accessToken } = await call('/super-admin/login', { identifier: 'superadmin', password: superAdminPassword })
  await call(
    `/cooperatives/update/${registered['id']}`,
    { status: 'active', reason: 'As the test wants it.' },
    { method: 'PUT', headers: { authorization: `Bearer ${accessToken}` } },
  )
}

async function call(
  at: string,
  body: object,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Record<string, string>> {
  const reply = await fetch(`${server.url}/api${at}`, {
    method,
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers },
    body: JSON.stringify(body),
  })
  const { success, data, message } = (await reply.json()) as {
    success: boolean
    data: Record<string, string>
    message: string
  }
  if (!success) throw new Error(`${at}: ${message}`)
  return data
}

async function treasurer(browser: Browser, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  await signIn(page, server, 'officer', [cooperative.phone, cooperative.password], path)
  return page
}
