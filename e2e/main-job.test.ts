import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import writeExcelFile from 'write-excel-file/node'
import { runChecks } from '#platform/db/run-checks.ts'
import { quiet } from './quiet.ts'
import { type RunningServer, startServer } from './server.ts'
import { test } from './test.ts'

const superAdmin = { username: 'superadmin', password: 'super-admin-of-the-test' }
const cooperative = { name: 'Ẹgbẹ́ Àjọṣe Traders', phone: '0803 555 0199', password: 'treasurer-of-the-test' }
const membersCount = 1000

/** The nth member of the register, as a society's own file has them: a name of their own, phones from their 0, money in naira. */
const memberAt = (n: number) => ({
  first: `Fẹ́mi${String(n).replaceAll(/\d/g, (digit) => 'abdefghijk'[Number(digit)] ?? '')}`,
  last: `Ọládípọ̀${n}`,
  phone: `0803${String(5_560_000 + n)}`,
  monthly: 1000 + (n % 50) * 100,
})

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

test('a cooperative signs up, is verified, brings in its members, posts their month, and a member sees their money', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const officer = await newPage(browser)
  const coopId = await signUp(officer)
  await logIn(officer, coopId)
  await expect(officer.getByRole('heading', { name: 'Account Verification Pending' })).toBeVisible()

  await activate(await newPage(browser))
  await officer.goto(`${server.url}/coop/dashboard`)
  await expect(officer.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await importMembers(officer)
  await importMonth(officer, coopId)

  const figure = await memberSeesHisSavings(await newPage(browser))
  expect(figure).toContain(naira(memberAt(7).monthly))

  await officer.goto(`${server.url}/coop/financial-operations/reports/trial-balance`)
  await expect(officer.getByText('Balanced', { exact: true })).toBeVisible()
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

/** A browser of its own for each person: no one's session reaches another. Anything the browser complains about fails the test. */
async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  return page
}

/** ₦1,049.00, made here in another way than the product makes it. */
const naira = (amount: number) => `₦${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.00`

async function signUp(page: Page): Promise<string> {
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await page.getByLabel('Cooperative Name').fill(cooperative.name)
  await page.getByLabel('Cooperative Phone Number').fill(cooperative.phone)
  await page.getByLabel('Password', { exact: true }).fill(cooperative.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(cooperative.password)
  await page.getByLabel('Terms and Conditions').check()
  await page.getByRole('button', { name: 'Create Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Registration Successful' })
  const coopId = /AJO-[A-Z2-9]{6}/.exec((await dialog.textContent()) ?? '')?.[0]
  if (!coopId) throw new Error('The dialog shows no Cooperative ID')
  await dialog.getByRole('button', { name: 'Continue to Login' }).click()
  return coopId
}

async function logIn(page: Page, identifier: string): Promise<void> {
  await page.getByLabel('CoopId or Phone No.').fill(identifier)
  await page.getByLabel('Password', { exact: true }).fill(cooperative.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function activate(page: Page): Promise<void> {
  await page.goto(`${server.url}/super-admin/login`)
  await page.getByLabel('Username').fill(superAdmin.username)
  await page.getByLabel('Password', { exact: true }).fill(superAdmin.password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('link', { name: `Review ${cooperative.name}` }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
}

async function importMembers(page: Page): Promise<void> {
  const people = Array.from({ length: membersCount }, (_, n) => memberAt(n))
  const file = join(server.dataDir, 'register.xlsx')
  await writeFile(
    file,
    await workbook(
      ['Surname', 'Other names', 'GSM No.', 'Monthly savings'],
      people.map(({ first, last, phone, monthly }) => [last, first, phone, monthly]),
    ),
  )

  await page.getByRole('main').getByRole('link', { name: 'Import' }).first().click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Check 1,000 rows' }).click()
  await page.getByRole('button', { name: 'Register 1,000 members' }).click()
  await expect(page.getByText('1,000 members registered')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Send codes to all 1,000 members' }).click()
  await expect(page.getByText('Codes made for 1,000 members')).toBeVisible()
}

async function importMonth(page: Page, coopId: string): Promise<void> {
  const rows = Array.from({ length: membersCount }, (_, n) => [
    `${coopId}/${String(n + 1).padStart(5, '0')}`,
    memberAt(n).monthly,
  ])
  const total = rows.reduce((sum, [, amount]) => sum + Number(amount), 0)
  const file = join(server.dataDir, 'month.xlsx')
  await writeFile(file, await workbook(['Member No', 'Amount'], rows))

  await page.goto(`${server.url}/coop/financial-operations/contributions`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Import/ })
    .first()
    .click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByLabel('Cash or transfer counted').fill(String(total))
  await page.getByRole('button', { name: 'Check 1,000 rows' }).click()
  await page.getByRole('button', { name: `Record ${naira(total)}` }).click()
  await expect(page.getByText(`${naira(total)} recorded`)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('has 1,000 payments')).toBeVisible()
}

async function memberSeesHisSavings(page: Page): Promise<string> {
  const { phone } = memberAt(7)
  const to = `+234${phone.slice(1)}`
  const message = await expect
    .poll(() => server.outbox().find((sent) => sent.to === to)?.text, { timeout: 15_000 })
    .toBeDefined()
    .then(() => server.outbox().find((sent) => sent.to === to)?.text)
  const code = /Code (\d{8})/.exec(message ?? '')?.[1] ?? ''

  await page.goto(`${server.url}/member-login`)
  await page.getByRole('link', { name: 'Activate your account' }).click()
  // The page before it has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
  // The form's rules arrive after its fields; a person reads the page first.
  await quiet(page)
  await page.getByLabel('Phone number').fill(phone)
  await page.getByLabel('Activation code').fill(code)
  await page.getByLabel('New password', { exact: true }).fill('my-own-password')
  await page.getByLabel('Confirm password', { exact: true }).fill('my-own-password')
  await page.getByRole('button', { name: /Set password|Activate/ }).click()
  await expect(page).toHaveURL(/\/member\/dashboard/)
  await expect(page.getByText('Ordinary savings').first()).toBeVisible()
  return (await page.getByRole('main').textContent()) ?? ''
}

async function workbook(headings: string[], rows: (string | number)[][]): Promise<Buffer> {
  const cells = [headings, ...rows].map((row) =>
    row.map((value) => (typeof value === 'number' ? { value, type: Number } : { value, type: String })),
  )
  return writeExcelFile(cells).toBuffer()
}
