import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, officerToken, openSociety, sentCode } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string
const record = '/coop/financial-operations/transactions'
const bill = {
  name: 'bill.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n'),
}

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

async function fill(
  page: Page,
  title: string,
  { party, account, amount }: { party: string; account: string; amount: string },
) {
  const form = page.getByRole('dialog', { name: title })
  await form
    .getByLabel(/^(Paid to|Received from)/)
    .first()
    .fill(party)
  await form.getByRole('combobox', { name: 'What for' }).fill(account.slice(0, 4))
  await form.getByRole('option', { name: account }).click()
  await form.getByLabel('Amount').fill(amount)
  return form
}

test(
  'an empty cash box pays nothing, and a bank is overdrawn once the reason is given, in the drawer that stays',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const password = 'a-quiet-harbour-91'
    const society = await openSociety(server, { name: 'Empty Safe', phone: '+2348031230099', password })
    const balance = async (code: string) => {
      const { accounts } = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
        server,
        'GET',
        '/financial/reports/trial-balance',
        society.token,
      )
      return accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    }
    for (const width of [390, 1440]) {
      const office = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage()
      const page = await signIn(office, server, 'officer', [society.coopId, password], `${record}?record=expense`)
      const before = await balance('1020')
      const form = await fill(page, 'Record expense', { party: 'Ade Stores', account: 'Office', amount: '1,250.50' })
      const through = form.getByLabel(/^Paid (through|from)/)
      await through.selectOption({ label: 'Cash in hand' })
      await form.getByRole('button', { name: 'Record expense' }).click()
      await expect(form.getByText(/^1010 Cash in hand has only ₦0\.00 on /).first()).toBeVisible()
      await through.selectOption({ label: 'Bank' })
      await form.getByRole('button', { name: 'Record expense' }).click()
      const question = page.getByRole('dialog', { name: 'Overdraw the bank account?' })
      await expect(question).toContainText(/1020 Bank would be overdrawn by ₦[\d,]+\.\d\d on /)
      await expectClean(page, 'the question before a bank is overdrawn')

      // Back closes the question alone: nothing is recorded, and the form is as it was.
      await page.goBack()
      await expect(question).toHaveCount(0)
      await expect(form.getByLabel('Amount')).toHaveValue('1,250.50')
      expect(await balance('1020')).toBe(before)

      await form.getByRole('button', { name: 'Record expense' }).click()
      await question.getByRole('button', { name: 'Record anyway' }).click()
      await expect(question.getByText('Enter the reason in 3 to 500 characters.')).toBeVisible()
      await question.getByLabel('Reason').fill('Agreed with the manager')
      await question.getByRole('button', { name: 'Record anyway' }).click()
      await expect(question).toHaveCount(0)
      await expect.poll(() => balance('1020')).toBe(before - 1250.5)
      await page.context().close()
    }
  },
)

test(
  'what is found while a choice is pressed moves nothing under the finger',
  { tag: '@full' },
  async ({ context }) => {
    await context.clock.install()
    const page = await signedIn(context, server.url, 'officer', record)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Record expense' }).click()
    const form = page.getByRole('dialog', { name: 'Record expense' })
    const field = form.getByRole('combobox', { name: 'What for' })
    await field.click()
    const choices = form.getByRole('option')
    await expect(choices.nth(3)).toBeVisible()
    const [first, last] = [(await choices.first().textContent()) ?? '', (await choices.nth(3).textContent()) ?? '']
    expect(last).not.toContain(first)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await field.fill(first)
    await choices.nth(3).hover()
    await page.mouse.down()
    await page.clock.runFor(1000)
    await expect(choices.nth(3)).toHaveText(last)
    await page.mouse.up()
    await expect(field).toHaveValue(last)
  },
)

test('a treasurer records an expense in plain words, prints its voucher, and a larger one waits for another officer', async ({
  browser,
  context,
}) => {
  test.setTimeout(300_000)
  await call(server, 'PUT', '/financial/config', token, { withdrawalApprovals: 1, withdrawalApprovalsFrom: 10_000 })
  const password = 'office-password'
  const person = await call<{ memberid: string; phone: string; activationCode: string }>(
    server,
    'POST',
    '/members',
    token,
    { firstName: 'Second', lastName: 'Officer', phone: '+2348077700099' },
  )
  await call(server, 'POST', '/auth/reset-password', undefined, {
    identifier: person.phone,
    code: await sentCode(server, person.phone),
    password,
    confirmPassword: password,
  })
  await call(server, 'PUT', `/cooperatives/members/${person.memberid}/roles`, token, { roleIds: ['member', 'admin'] })

  const page = await signedIn(context, server.url, 'officer', record)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Record expense' }).click()
  const empty = page.getByRole('dialog', { name: 'Record expense' })
  await empty.getByRole('button', { name: 'Record expense' }).click()
  for (const words of ['Enter who was paid', 'Choose what it is for', 'Enter the amount, such as 25,000 or 25k'])
    await expect(empty.getByText(words)).toBeVisible()
  const form = await fill(page, 'Record expense', { party: 'Ade Stores', account: 'Office', amount: '1,250.50' })
  await form.getByLabel('Description').fill('Two reams of paper')
  await form.locator('input[type=file]').setInputFiles(bill)
  await expectClean(page, 'recording an expense')
  await form.getByRole('button', { name: 'Record expense' }).click()
  const done = page.getByRole('dialog', { name: 'Recorded' })
  const voucher = await pdfText(await downloaded(page, 'Payment voucher', done))
  for (const words of [
    'Payment voucher',
    '₦1,250.50',
    'One thousand, two hundred and fifty naira and fifty kobo',
    'Ade Stores',
    'Office',
    'Cash in hand',
    'Two reams of paper',
    'Prepared by',
    'Signature and date',
  ])
    expect(voucher).toContain(words)
  await done.getByRole('button', { name: 'Close', exact: true }).last().click()
  const row = page.getByRole('row').filter({ hasText: 'Ade Stores' })
  await expect(row).toContainText('Office')
  await expect(row).toContainText('1,250.50')

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Record expense' }).click()
  const large = await fill(page, 'Record expense', { party: 'Roof Works', account: 'Office', amount: '9,999.99' })
  await expect(large.getByRole('button', { name: 'Record expense' })).toBeVisible()
  await large.getByLabel('Amount').fill('10,000')
  await large.locator('input[type=file]').setInputFiles(bill)
  await large.getByRole('button', { name: 'Send for approval' }).click()
  await expect(page.getByRole('dialog', { name: 'Sent for approval' })).toContainText(
    '₦10,000.00 to Roof Works waits for another officer',
  )
  await page.goto(`${server.url}${record}?tab=approvals&kind=expense`)
  await page.getByRole('button', { name: 'Expense', exact: true }).click()
  const own = page.getByRole('dialog', { name: 'Expense' })
  await expect(own.getByText('Roof Works', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Approve ₦10,000.00' })).toHaveCount(0)

  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, server, 'member', [person.phone, password])
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(other).toHaveURL(/\/coop\/dashboard/)
  await other.goto(`${server.url}${record}?tab=approvals&kind=expense`)
  await other.getByRole('button', { name: 'Expense', exact: true }).click()
  const drawer = other.getByRole('dialog', { name: 'Expense' })
  for (const words of ['Roof Works', 'Cash in hand', 'bill.pdf'])
    await expect(drawer.getByText(words).first()).toBeVisible()
  await expectClean(other, 'an expense that waits, on a phone')
  await drawer.getByRole('button', { name: 'Approve ₦10,000.00' }).click()
  const question = other.getByRole('dialog', { name: 'Approve this expense?' })
  await expect(question).toContainText('₦10,000.00 is paid to Roof Works for Office, from Cash in hand')
  await question.getByRole('button', { name: 'Approve ₦10,000.00' }).click()
  await expect(drawer.getByText('Posted')).toBeVisible()
  const approved = await pdfText(await downloaded(other, 'Payment voucher', drawer))
  expect(approved).toContain('Second Officer')
})

test('other income is recorded with who paid and has a receipt voucher', { tag: '@full' }, async ({ context }) => {
  const page = await signedIn(context, server.url, 'officer', `${record}?record=income`)
  const form = await fill(page, 'Record other income', {
    party: 'First Bank',
    account: 'Investment income',
    amount: '900.25',
  })
  await expectClean(page, 'recording other income')
  await form.getByRole('button', { name: 'Record income' }).click()
  const voucher = await pdfText(
    await downloaded(page, 'Receipt voucher', page.getByRole('dialog', { name: 'Recorded' })),
  )
  for (const words of ['Receipt voucher', 'Received from', 'First Bank', 'Nine hundred naira and twenty-five kobo'])
    expect(voucher).toContain(words)
})

test('afterwards the books prove themselves', async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})
