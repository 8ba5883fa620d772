import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'reconciliation-password'

test('a bank statement is read, matched, confirmed, put right by hand and reconciled to zero', async ({ browser }) => {
  test.setTimeout(300_000)
  const { coopId, token, codes } = await buildSociety()
  const journal = (occurredOn: string, debit: string, credit: string, amount: number) =>
    ask('POST', '/financial/transactions', token, {
      type: 'journal',
      description: `Lodgement of ${amount}`,
      occurredOn,
      lines: [
        { accountId: codes[debit], debit: amount, credit: 0 },
        { accountId: codes[credit], debit: 0, credit: amount },
      ],
    })
  for (const [on, debit, credit, amount] of [
    ['2026-03-01', '1010', '2410', 9000],
    ['2026-03-01', '1020', '2410', 50_000],
    ['2026-03-06', '5710', '1020', 20_000],
    ['2026-03-09', '1020', '2410', 3000],
    ['2026-03-10', '1020', '2410', 4000],
    ['2026-03-10', '1020', '1010', 9000],
  ] as const) {
    await journal(on, debit, credit, amount)
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/reports')
  await page.getByRole('link', { name: /Bank reconciliation Read/ }).click()
  await expect(page.getByText('No statement of Bank yet')).toBeVisible()
  await expectClean(page, 'an account without a statement')

  await page.getByRole('button', { name: 'Read a statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Read a statement' })
  await choose(page, ['02/03/2026,CASH LODGEMENT,,50000,50001'.replace('50001', 'fifty')])
  await expect(dialog.getByText('Row 2: the balance could not be read.')).toBeVisible()
  // Another bank's names for its columns are asked for once.
  const names = { Date: 'Value day', Narration: 'What it was', 'Amount in one column': 'Sum', Balance: 'What is left' }
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'own.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${Object.values(names).join(',')}\n02/03/2026,CASH LODGEMENT,"50,000.00","50,000.00"`),
    })
  await dialog.getByRole('button', { name: 'Choose which column is what' }).click()
  const columns = page.getByRole('dialog', { name: 'Which column is what?' })
  await columns.getByRole('button', { name: 'Keep and read the statement' }).click()
  await expect(columns.getByText('Choose money in and money out, or the amount in one column')).toBeVisible()
  await expectClean(page, 'which column is what')
  for (const [label, heading] of Object.entries(names))
    await columns.getByLabel(label, { exact: true }).selectOption(heading)
  await columns.getByRole('button', { name: 'Keep and read the statement' }).click()
  await expect(page.getByText('1 line read, from ₦0.00 to ₦50,000.00; 1 matched with the books')).toBeVisible()
  // A toast under the pointer stays.
  await page.mouse.move(0, 0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read a statement' }).click()
  await choose(page, [
    '02/03/2026,CASH LODGEMENT,,"50,000.00","50,000.00"',
    '05/03/2026,SMS CHARGE,52.50,,"49,947.50"',
    '09/03/2026,CHQ 0017,"20,000.00",,"29,947.50"',
    '10/03/2026,LODGEMENT OF TWO,,"7,000.00","36,947.50"',
    ',TOTAL,"20,052.50","57,000.00",',
  ])
  const read = page.getByRole('dialog', { name: 'The statement was read' })
  await expect(
    read.getByText('3 lines read, from ₦0.00 to ₦36,947.50; 1 matched with the books; 1 was there already.'),
  ).toBeVisible()
  await expect(read.getByText('Row 6 is a total: TOTAL · 20,052.50 · 57,000.00')).toBeVisible()
  await expectClean(page, 'what was left out of a statement')
  await read.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const proposed = page.getByRole('table', { name: 'Proposed matches' })
  await expect(proposed.getByRole('row')).toHaveCount(3)
  await expectClean(page, 'what is proposed')
  await page.getByRole('button', { name: 'Confirm CASH LODGEMENT' }).click()
  await expect(page.getByRole('tab', { name: 'To confirm (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm all' }).click()
  await expect(page.getByRole('tab', { name: 'Matched (2)' })).toBeVisible()

  // The bank put two lodgements into one line.
  await page.getByRole('tab', { name: 'On the statement only (2)' }).click()
  await page.getByRole('button', { name: 'Match LODGEMENT OF TWO' }).click()
  const match = page.getByRole('dialog', { name: 'What is ₦7,000.00 in the books?' })
  await expect(match.getByRole('button', { name: 'Match', exact: true })).toBeDisabled()
  for (const amount of ['₦3,000.00', '₦4,000.00'])
    await match.getByRole('row').filter({ hasText: amount }).getByRole('checkbox').check()
  await expectClean(page, 'matching by hand')
  await match.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(match).toBeHidden()
  await expect(
    page.getByText('1 line of the statement, −₦52.50, is not in the books yet. That is the whole difference.'),
  ).toBeVisible()
  await expect(factOf(page, 'Plus deposits not yet on it (1)')).toHaveText('₦9,000.00')

  // The charge is entered, and found.
  await journal('2026-03-05', '5310', '1020', 52.5)
  await page.getByRole('button', { name: 'Match again' }).click()
  await expect(page.getByText('Agrees with the books')).toBeVisible()
  await expect(factOf(page, 'Balance by the books')).toHaveText('₦45,947.50')
  await expect(factOf(page, 'Difference')).toHaveText('₦0.00')
  await page.getByRole('tab', { name: /To confirm/ }).click()
  await page.getByRole('button', { name: 'Confirm all' }).click()
  await page.getByRole('tab', { name: 'Matched (4)' }).click()
  await page.getByRole('button', { name: 'Undo CHQ 0017' }).click()
  await expect(page.getByRole('tab', { name: 'Matched (3)' })).toBeVisible()
  await page.getByRole('tab', { name: 'In the books only' }).click()
  await expect(page.getByRole('table', { name: 'In the books only' })).toContainText('−₦20,000.00')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'a reconciliation on a phone')
  await page.getByRole('tab', { name: 'Statements' }).click()
  await expect(page.getByText('march.csv')).toBeVisible()
  expect(await runChecks(await server.adminUrl())).toEqual([])
  await context.close()
})

test(
  'lines that only the bank knows are entered from forms that they fill in, and the reconciliation is printed',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const { coopId, token, codes } = await buildSociety('Entering Society', '+2348031234568')
    await ask('POST', '/members', token, {
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '+2348077700011',
      registrationDate: '2025-01-10',
      monthlyContributions: 5000,
    })
    const journal = (occurredOn: string, debit: string, credit: string, amount: number) =>
      ask('POST', '/financial/transactions', token, {
        type: 'journal',
        description: `Journal of ${amount}`,
        occurredOn,
        lines: [
          { accountId: codes[debit], debit: amount, credit: 0 },
          { accountId: codes[credit], debit: 0, credit: amount },
        ],
      })
    await journal('2026-03-01', '1010', '2410', 9000)
    await journal('2026-03-04', '1020', '1010', 9000)
    await journal('2026-03-05', '5710', '1020', 2500)
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/reconciliation')
    await page.getByRole('button', { name: 'Read a statement' }).click()
    await choose(page, [
      '02/03/2026,TRF FROM OBI ADA,,"5,000.00","5,000.00"',
      '05/03/2026,SMS CHARGE,52.50,,"4,947.50"',
      '06/03/2026,RENT OF HALL,"1,000.00",,"3,947.50"',
    ])
    await page.getByRole('tab', { name: 'On the statement only (3)' }).click()
    await expect(
      page.getByText(
        'Perhaps Ada Obi: the name is in the narration; ₦5,000.00 is the monthly contribution, and no other member owes this amount',
      ),
    ).toBeVisible()
    await expectClean(page, 'lines with a suggested member')

    // A charge of the bank proposes its account; a date, an amount and an account are there already.
    await page.getByRole('link', { name: 'Enter it: RENT OF HALL' }).click()
    const rent = page.getByRole('dialog', { name: 'Record expense' })
    await expect(rent.getByRole('combobox', { name: 'What for' })).toHaveValue('')
    await expect(rent.getByLabel('Amount')).toHaveValue('1,000')
    await rent.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Bank reconciliation' })).toBeVisible()
    await page.getByRole('link', { name: 'Enter it: SMS CHARGE' }).click()
    const charge = page.getByRole('dialog', { name: 'Record expense' })
    await expect(charge.getByRole('combobox', { name: 'What for' })).toHaveValue('Bank, gateway and SMS charges')
    await expect(charge.getByLabel('Amount')).toHaveValue('52.50')
    await expect(charge.getByLabel('Description')).toHaveValue('SMS CHARGE')
    await charge.getByLabel('Paid to').fill('The bank')
    await charge.getByRole('button', { name: 'Record expense' }).click()
    await page
      .getByRole('dialog', { name: 'Recorded' })
      .getByRole('button', { name: 'Close', exact: true })
      .last()
      .click()

    // A suggested member is confirmed by the officer.
    await page.getByRole('button', { name: 'Enter it: TRF FROM OBI ADA' }).click()
    const who = page.getByRole('dialog', { name: 'Who paid ₦5,000.00?' })
    await expect(who).toContainText('Suggested because the name is in the narration')
    await expectClean(page, 'who paid')
    await who.getByRole('link', { name: 'Deposit of Ada Obi' }).click()
    const deposit = page.getByRole('dialog', { name: 'Record deposit' })
    await expect(deposit.getByRole('combobox', { name: 'Member' })).toHaveValue('Ada Obi')
    await expect(
      deposit.getByText(/Record ₦5,000\.00 into Ordinary savings for Ada Obi \d{5}, paid on 02 Mar 2026\./),
    ).toBeVisible()
    await deposit.getByRole('button', { name: 'Record ₦5,000.00' }).click()
    await expect(page.getByRole('heading', { name: 'Bank reconciliation' })).toBeVisible()
    // Both are matched by that, and in no other list.
    await expect(page.getByRole('tab', { name: 'Matched (2)' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'To confirm (0)' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'On the statement only (1)' })).toBeVisible()

    // 3,947.50 by the bank, 9,000 in transit, 2,500 unpresented; the books have 5,000 - 52.50 + 9,000 - 2,500.
    const paper = await pdfText(await downloaded(page, 'Print statement'))
    for (const words of [
      'Balance per bank statement 3,947.50',
      'Add deposits in transit 9,000.00',
      'Less unpresented payments −2,500.00',
      'Adjusted bank balance 10,447.50',
      'Balance per cash book 11,447.50',
      'Difference 1,000.00',
      'RENT OF HALL',
      'Prepared by',
      'Checked by',
      'Signature and date',
    ]) {
      expect(paper).toContain(words)
    }
    expect(await runChecks(await server.adminUrl())).toEqual([])
    await context.close()
  },
)

async function choose(page: Page, rows: string[]): Promise<void> {
  const content = ['Date,Narration,Debit,Credit,Balance', ...rows].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

function factOf(page: Page, label: string) {
  return page.locator('dl.facts > div').filter({ hasText: label }).locator('dd')
}

const ask = (method: string, path: string, token?: string, body?: unknown) => call(server, method, path, token, body)

async function buildSociety(
  name = 'Banking Society',
  phone = '+2348031234567',
): Promise<{ coopId: string; token: string; codes: Record<string, string> }> {
  const admin = (
    await ask('POST', '/super-admin/login', undefined, {
      identifier: 'superadmin',
      password: 'super-admin-of-the-test',
    })
  ).accessToken
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name,
    phone,
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  const token =
    (await ask('POST', '/cooperatives/login', undefined, { identifier: coopId, password })).accessToken ?? ''
  const accounts = (await ask('GET', '/financial/accounts?limit=100', token)) as unknown as {
    id: string
    code: string
  }[]
  return { coopId, token, codes: Object.fromEntries(accounts.map((account) => [account.code, account.id])) }
}
