import { expect, type Page } from '@playwright/test'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'opening-password'
type Cells = (string | number | null)[]

test('a workbook of the old books is read, put right, signed by two and posted', async ({ browser }) => {
  test.setTimeout(300_000)
  const { coopId, secondToken } = await buildSociety()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/reports')
  await page.getByRole('link', { name: /Opening balances Bring/ }).click()
  await expect(page.getByText('No workbook is read yet')).toBeVisible()
  await expectClean(page, 'before a workbook is read')
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the workbook' }).click()
  expect((await waiting).suggestedFilename()).toBe('ajose-opening-balances.xlsx')

  await page.getByRole('button', { name: 'Read the workbook' }).click()
  await page.getByLabel('Balances as at').fill('2025-12-31')
  await expectClean(page, 'reading a workbook')
  await choose(page, [
    [1, 'Ada Obi', 1000],
    [7, 'No one', 50],
  ])
  await expect(page.getByText('2 problems to correct', { exact: true }).first()).toBeVisible()
  const differences = page.getByRole('table', { name: 'What to put right' })
  await expect(differences.getByRole('row').filter({ hasText: 'Members, row 3, Membership no.' })).toContainText(
    'No member of this cooperative has this number.',
  )
  await expect(
    page.getByRole('table', { name: 'Control totals' }).getByRole('row').filter({ hasText: '2110 Ordinary savings' }),
  ).toContainText('₦500.00')
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)
  await expectClean(page, 'what is to be put right')

  await page.getByRole('button', { name: 'Read it again' }).click()
  await choose(
    page,
    [
      [1, 'Ada Obi', 1000],
      [2, 'Second Officer', 500],
    ],
    [[1, 'Ada Obi', 'Regular', 900, 12, '31/05/2025', 600]],
  )
  await expect(page.getByText('Sign it; another officer signs second, and that posts it.')).toBeVisible()
  await expect(page.getByText('1, ₦600.00 outstanding')).toBeVisible()
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign ₦2,100.00 of opening balances?' })
  await expect(dialog.getByText('Two thousand, one hundred naira', { exact: true })).toBeVisible()
  await expectClean(page, 'signing')
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByText('Signed by Old Society')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toHaveCount(0)

  // The second officer sees the same totals on the page of approvals.
  await page.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals`)
  await page.getByRole('button', { name: 'Review: Opening balance' }).click()
  const review = page.getByRole('dialog', { name: 'Opening balance' })
  await expect(review.getByRole('heading', { name: 'Control totals' })).toBeVisible()
  await expect(review.getByText('2, ₦1,500.00 in their accounts')).toBeVisible()
  await expect(review.getByText('1, ₦600.00 outstanding')).toBeVisible()
  await expect(
    review.getByText('₦1,500.00 on its own sheet, ₦1,500.00 in the general ledger, no difference'),
  ).toBeVisible()
  await expectClean(page, 'opening balances among what waits for approval')
  await page.goto(`${server.url}/coop/financial-operations/opening-balances`)
  await expect(page.getByText('Signed by Old Society')).toBeVisible()

  const { id } = await ask('GET', '/financial/opening-balances', secondToken)
  await ask('POST', `/financial/opening-balances/${id}/sign`, secondToken)
  await page.reload()
  await expect(page.getByText('In the books as at 31 Dec 2025')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'opening balances in the books, on a phone')
  await page.getByRole('link', { name: 'No. 1' }).click()
  await expect(page.getByText('Opening balances').first()).toBeVisible()
  // The loan goes on from what was left.
  await page.goto(`${server.url}/coop/loan-management`)
  await page.getByRole('link', { name: 'Ada Obi' }).first().click()
  await expect(page.getByText(/as at 31 Dec 2025; .*lent on 31 May 2025/)).toBeVisible()
  await expectClean(page, 'a loan from the old books')
  expect(await runChecks(await server.adminUrl())).toEqual([])
  await context.close()
})

async function choose(page: Page, members: Cells[], loans: Cells[] = []): Promise<void> {
  const data = (rows: Cells[]) =>
    rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData
  const buffer = await writeXlsxFile([
    { sheet: 'Members', data: data([['Membership no.', 'Name', 'Ordinary savings'], ...members]) },
    {
      sheet: 'General ledger',
      data: data([
        ['Code', 'Account', 'Debit', 'Credit'],
        ['1020', 'Bank', 1500, null],
        ['2110', 'Ordinary savings', null, 1500],
        ...(loans.length > 0
          ? [
              ['1210', 'Regular loans', 600, null],
              ['3310', 'Undistributed surplus', null, 600],
            ]
          : []),
      ]),
    },
    {
      sheet: 'Loans',
      data: data([
        ['Membership no.', 'Name', 'Loan', 'Original principal', 'Instalments', 'Started on', 'Principal outstanding'],
        ...loans,
      ]),
    },
  ]).toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'old-books.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer,
    })
}

const ask = (method: string, path: string, token?: string, body?: unknown) => call(server, method, path, token, body)

async function buildSociety(): Promise<{ coopId: string; secondToken: string }> {
  const admin = (
    await ask('POST', '/super-admin/login', undefined, {
      identifier: 'superadmin',
      password: 'super-admin-of-the-test',
    })
  ).accessToken
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name: 'Old Society',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  const token =
    (await ask('POST', '/cooperatives/login', undefined, { identifier: coopId, password })).accessToken ?? ''
  const member = [
    ['Ada', 'Obi', '+2348031111111'],
    ['Second', 'Officer', '+2348032222222'],
  ].map(([firstName, lastName, phone]) => ({
    firstName,
    lastName,
    phone,
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
  }))
  const registered = (await ask('POST', '/cooperatives/members', token, { member })) as unknown as {
    memberid: string
    activationCode: string
  }[]
  const person = registered[1]
  if (!person) throw new Error('The second member was not registered')
  await ask('POST', '/auth/reset-password', undefined, {
    identifier: '+2348032222222',
    code: await sentCode(server, '+2348032222222'),
    password,
    confirmPassword: password,
  })
  const own = (await ask('POST', '/member-auth/login', undefined, { phoneNumber: '+2348032222222', password }))
    .accessToken
  await ask('PUT', `/cooperatives/members/${person.memberid}/roles`, token, { roleIds: ['member', 'admin'] })
  const { accessToken: secondToken = '' } = await ask('POST', '/member-auth/switch', own, {
    cooperativeId: id,
    role: 'coop_admin',
  })
  return { coopId, secondToken }
}
