import { expect, type Locator, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean } from './looks.ts'
import { call, officerToken } from './calls.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'
import { choosePerson } from './walk.ts'

test.describe.configure({ mode: 'serial' })
let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

const laptop = { viewport: { width: 1280, height: 800 } }
const member = 'AJO-DEM234/00001'
const unsure = 'It may or may not have been recorded.'

test('a remittance whose reply is lost is recorded once, by the very request that was sent first', async ({
  browser,
}) => {
  // The employer paid all over: one payment is taken back, so that the month is owed again.
  const schedules = await call<{ id: string; remitted: number }[]>(
    server,
    'GET',
    '/financial/deductions/schedules?limit=100',
    token,
  )
  const paid = schedules.find(({ remitted }) => remitted > 1000)
  const remittances = `/financial/deductions/schedules/${paid?.id}/remittances`
  const [remittance] = await call<{ id: string }[]>(server, 'GET', remittances, token)
  await call(server, 'POST', `/financial/deductions/remittances/${remittance?.id}/reverse`, token, {
    reason: 'Bounced',
  })
  const page = await signedIn(
    await browser.newContext(laptop),
    server.url,
    'officer',
    `/coop/financial-operations/deductions/${paid?.id}?tab=remittances`,
  )
  const bank = await balanceOf('1020')
  await page.getByRole('button', { name: 'Record remittance' }).click()
  const drawer = page.getByRole('dialog', { name: 'Record remittance' })
  await drawer.getByLabel('Amount').fill('750.25')
  const sent = await cutReplies(page, `**${remittances}`, 2)
  await drawer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(drawer.getByText(unsure)).toBeVisible()
  await expectClosed(drawer)
  await expect(drawer.getByText('was not recorded')).toHaveCount(0)
  await expectClean(page, 'a form without an answer')

  // Who leaves now may record it a second time: they are told before.
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Leave without an answer?' })
  await expect(question).toContainText('look for it before you record it again')
  await question.getByRole('button', { name: 'Stay' }).click()

  // Lost again, and refused before anybody looked for its key: neither says what became of the first.
  await drawer.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => sent.length).toBe(2)
  await expect(drawer.getByText(unsure)).toBeVisible()
  await page.route(
    `**${remittances}`,
    (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 429, json: { success: false, message: 'Too many requests', status: 429 } })
        : route.fallback(),
    { times: 1 },
  )
  await drawer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(drawer.getByText('Too many requests')).toBeVisible()
  await expectClosed(drawer)
  await drawer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByText('Remittance recorded')).toBeVisible()
  expect(sent).toHaveLength(3)
  expect(new Set(sent).size).toBe(1)
  expect(await balanceOf('1020')).toBe(bank + 75_025)
})

test('a fixed deposit whose reply is lost is opened once', { tag: '@full' }, async ({ browser }) => {
  const count = async () => (await call<unknown[]>(server, 'GET', '/financial/fixed-deposits?limit=100', token)).length
  const [bank, before] = [await balanceOf('1020'), await count()]
  const page = await signedIn(
    await browser.newContext(laptop),
    server.url,
    'officer',
    '/coop/financial-operations/fixed-deposits',
  )
  await page.getByRole('button', { name: 'Open a deposit' }).click()
  const drawer = page.getByRole('dialog', { name: 'Open a deposit' })
  await choosePerson(drawer, member)
  await drawer.getByLabel('Amount').fill('50k')
  await drawer.getByLabel('Paid from').selectOption({ label: 'Bank' })
  const sent = await cutReplies(page, '**/api/financial/fixed-deposits', 1)
  await drawer.getByRole('button', { name: 'Open the deposit' }).click()
  await expect(drawer.getByText(unsure)).toBeVisible()
  await expectClosed(drawer)
  await expect.poll(count).toBe(before + 1)
  await drawer.getByRole('button', { name: 'Open the deposit' }).click()
  await expect(drawer).toBeHidden()
  expect(sent).toHaveLength(2)
  expect(new Set(sent).size).toBe(1)
  expect(await count()).toBe(before + 1)
  expect(await balanceOf('1020')).toBe(bank + 5_000_000)
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

/** The server does it, and its first answers never arrive. What was sent, with its key, is added to what this answers. */
async function cutReplies(page: Page, path: string, times: number): Promise<string[]> {
  const sent: string[] = []
  await page.route(path, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    sent.push(`${request.headers()['idempotency-key']} ${request.postData()}`)
    if (sent.length > times) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  return sent
}

/** Nothing in the form takes another value. */
async function expectClosed(form: Locator): Promise<void> {
  const fields = form.locator('form').locator('input, select, textarea')
  await expect(fields.first()).toBeDisabled()
  for (const field of await fields.all()) await expect(field).toBeDisabled()
}

/** In kobo, as the trial balance has it. */
async function balanceOf(code: string): Promise<number> {
  const { accounts } = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
    server,
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  const { debit = 0, credit = 0 } = accounts.find((account) => account.code === code) ?? {}
  return Math.round((debit - credit) * 100)
}
