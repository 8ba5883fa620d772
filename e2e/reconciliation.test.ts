import { expect, type Page } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { kobo, nairaText } from '#core/money.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { call } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'
import { choosePerson, press, Walk } from './walk.ts'

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

  await page.getByRole('button', { name: 'Import statement' }).click()
  const check = page.getByRole('dialog', { name: 'Check the statement' })
  await choose(page, ['02/03/2026,CASH LODGEMENT,,50000,50001'.replace('50001', 'fifty')])
  await expect(check.getByText('Row 2: the balance could not be read.')).toBeVisible()
  await expect(check.getByRole('button', { name: 'Add lines' })).toBeDisabled()
  // A line and what takes it back: the balances fit both ways.
  await check.getByRole('button', { name: 'Another file' }).click()
  await choose(page, ['03/03/2026,TRF OUT,500,,100', '03/03/2026,TRF,,500,600'])
  await expect(check.getByText('Which line of a day is on top?')).toBeVisible()
  await expect(check.getByRole('button', { name: 'Add lines' })).toBeDisabled()
  await expectClean(page, 'a statement whose balances fit both ways')
  await check.getByRole('button', { name: 'Newest on top' }).click()
  await expect(check.getByRole('button', { name: 'Add these 2 lines' })).toBeEnabled()
  // A row that is left out is taken back, a line that does not follow is shown with the one before it, and another file is asked about.
  await check.getByRole('button', { name: 'Another file' }).click()
  await choose(page, ['02/03/2026,A,,10,10', '03/03/2026,B,,10,20', '04/03/2026,C,,10,40', '05/03/2026,D,,10,50'])
  await expect(check.getByText('The balance in row 4 does not follow: ₦20.00 and ₦10.00 come to ₦30.00')).toBeVisible()
  await expect(check.getByText('Row 3 is the line before the one that does not follow.')).toBeVisible()
  await check.getByRole('button', { name: 'Leave out row 4' }).first().click()
  await expect(check.getByText('The balance in row 5 does not follow')).toBeVisible()
  await check.getByRole('button', { name: 'Take back row 4' }).click()
  await check.getByRole('button', { name: 'Correct row 2' }).click()
  await expect(check.getByLabel('Date, row 2')).toBeFocused()
  await check.getByLabel('Credit, row 4').fill('20')
  await check.getByLabel('Credit, row 4').press('Enter')
  await expect(check.getByRole('button', { name: 'Add these 4 lines' })).toBeEnabled()
  await check.getByRole('button', { name: 'Another file' }).click()
  await expectClean(page, 'another file in place of one that was corrected')
  await page.getByRole('button', { name: 'Choose another file' }).click()
  // Another bank's names for its columns are asked for once.
  const names = { Date: 'Value day', Narration: 'What it was', 'Amount in one column': 'Sum', Balance: 'What is left' }
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'own.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`${Object.values(names).join(',')}\n02/03/2026,CASH LODGEMENT,"50,000.00","50,000.00"`),
    })
  await check.getByRole('button', { name: 'Choose which column is what' }).click()
  const columns = page.getByRole('dialog', { name: 'Which column is what?' })
  await columns.getByRole('button', { name: 'Use these columns' }).click()
  await expect(columns.getByText('Choose money in and money out, or the amount in one column')).toBeVisible()
  await expectClean(page, 'which column is what')
  for (const [label, heading] of Object.entries(names))
    await columns.getByLabel(label, { exact: true }).selectOption(heading)
  await columns.getByRole('button', { name: 'Use these columns' }).click()
  await expect(check.getByText('02 Mar 2026')).not.toHaveCount(0)
  await expectClean(page, 'a statement before it is stored')
  await check.getByRole('button', { name: 'Add this line' }).click()
  await expect(page.getByText('1 line added, from ₦0.00 to ₦50,000.00; 1 matched with the books')).toBeVisible()
  // A toast under the pointer stays.
  await page.mouse.move(0, 0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('button', { name: 'Import statement' }).click()
  await choose(page, [
    '02/03/2026,CASH LODGEMENT,,"50,000.00","50,000.00"',
    '05/03/2026,SMS CHARGE,52.50,,"49,947.50"',
    '09/03/2026,CHQ 0017,"20,000.00",,"29,947.50"',
    '10/03/2026,LODGEMENT OF TWO,,"7,000.00","36,947.50"',
    ',TOTAL,"20,052.50","57,000.00",',
  ])
  await expect(check.getByRole('region', { name: 'Rows left out' })).toContainText(
    'Row 6 is a totalTOTAL · 20,052.50 · 57,000.00',
  )
  await expect(check.getByRole('row', { name: /CASH LODGEMENT/ })).toContainText('There already')
  await check.getByRole('button', { name: 'Add these 3 lines' }).click()
  await expect(
    page.getByText('3 lines added, from ₦0.00 to ₦36,947.50; 2 matched with the books; 1 was there already'),
  ).toBeVisible()
  await expect(check).toBeHidden()
  const proposed = page.getByRole('table', { name: 'Proposed matches' })
  await expect(proposed.getByRole('row')).toHaveCount(4)
  await expectClean(page, 'what is proposed')
  // The bank has moved the charge to the next day, and its details say another closing balance.
  await page.mouse.move(0, 0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await page.getByRole('button', { name: 'Import statement' }).click()
  await choose(
    page,
    [
      '02/03/2026,CASH LODGEMENT,,"50,000.00","50,000.00"',
      '06/03/2026,SMS CHARGE,52.50,,"49,947.50"',
      '09/03/2026,CHQ 0017,"20,000.00",,"29,947.50"',
      '10/03/2026,LODGEMENT OF TWO,,"7,000.00","36,947.50"',
    ],
    ['Closing balance,"46,947.50",,,'],
  )
  await expect(check.getByText('Row 1, closing balance: ₦46,947.50 in the file, ₦36,947.50 by its lines')).toBeVisible()
  await expect(check.getByText('Choose whether the row is here already to go on.')).toBeVisible()
  await expectClean(page, 'a statement with a line that the bank has moved')
  await check.getByRole('button', { name: 'It is another line' }).click()
  await expect(check.getByText('Row 4 is another line and is added.')).toBeVisible()
  await check.getByRole('button', { name: 'The bank moved it' }).click()
  await expect(check.getByText('It is moved to where this file has it.')).toBeVisible()
  await check.getByRole('button', { name: 'Every line is here' }).click()
  await check.getByRole('button', { name: 'Move 1 line' }).click()
  await expect(check).toBeHidden()
  await page.getByRole('button', { name: 'Confirm CASH LODGEMENT' }).click()
  await expect(page.getByRole('tab', { name: 'To confirm (2)' })).toBeVisible()
  // The bank put two lodgements into one line, and nothing else comes to it.
  await expect(proposed.getByRole('row').filter({ hasText: 'LODGEMENT OF TWO' })).toContainText(
    /Journal No. 4.*Journal No. 5/,
  )
  await page.getByRole('button', { name: 'Not this: LODGEMENT OF TWO' }).click()
  await expect(page.getByRole('tab', { name: 'To confirm (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm all' }).click()
  await expect(page.getByRole('tab', { name: 'Matched (2)' })).toBeVisible()

  // The same by hand: both sides are ticked until nothing differs.
  await page.getByRole('tab', { name: 'On the statement only (2)' }).click()
  await page.getByRole('button', { name: 'Match LODGEMENT OF TWO' }).click()
  const match = page.getByRole('dialog', { name: 'What is ₦7,000.00 in the books?' })
  await expect(match.getByRole('button', { name: 'Match', exact: true })).toBeDisabled()
  await expect(match).toContainText('difference ₦7,000.00. Tick what they are in the books.')
  await match.getByRole('row').filter({ hasText: 'SMS CHARGE' }).getByRole('checkbox').check()
  await expect(match).toContainText('Statement ₦6,947.50, books ₦0.00')
  await match.getByRole('row').filter({ hasText: 'SMS CHARGE' }).getByRole('checkbox').uncheck()
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
  // The bank has taken the cheque back: the line is set aside, and opened again.
  await page.getByRole('button', { name: 'Import statement' }).click()
  await choose(page, [
    '02/03/2026,CASH LODGEMENT,,"50,000.00","50,000.00"',
    '06/03/2026,SMS CHARGE,52.50,,"49,947.50"',
    '10/03/2026,LODGEMENT OF TWO,,"7,000.00","56,947.50"',
    '11/03/2026,INTEREST,,"1.00","56,948.50"',
  ])
  await expect(check.getByText('A line of an earlier statement is not in this file')).toBeVisible()
  await check.getByRole('button', { name: 'Add this line' }).click()
  await expect(check).toBeHidden()
  await page.getByRole('tab', { name: 'On the statement only (2)' }).click()
  await expect(page.getByText('if it was taken back, set it aside')).toBeVisible()
  await page.getByRole('button', { name: 'Set aside CHQ 0017' }).click()
  await page.getByRole('tab', { name: 'Set aside (1)' }).click()
  await expectClean(page, 'lines that are set aside')
  await page.getByRole('button', { name: 'Open again: CHQ 0017' }).click()
  await expect(page.getByText('No line is set aside')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'a reconciliation on a phone')
  await page.getByRole('tab', { name: 'Statements' }).click()
  await expect(page.getByText('march.csv').first()).toBeVisible()
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
    await page.getByRole('button', { name: 'Import statement' }).click()
    await choose(page, [
      '02/03/2026,TRF FROM OBI ADA,,"5,000.00","5,000.00"',
      '05/03/2026,SMS CHARGE,52.50,,"4,947.50"',
      '06/03/2026,RENT OF HALL,"1,000.00",,"3,947.50"',
    ])
    await page.getByRole('button', { name: 'Add these 3 lines' }).click()
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

/** A month of each kind of file that a bank gives, with two cells that can't be read; what they are to be is beside them. */
const kinds: {
  kind: string
  name: string
  month: string
  file: () => Buffer | Promise<Buffer>
  repairs: [label: string, value: string][]
  leftOut: string[]
}[] = [
  {
    kind: 'CSV',
    name: 'april.csv',
    month: '04',
    file: () =>
      Buffer.from(
        rowsOf('04')
          .map((row) => row.join(';'))
          .join('\r\n'),
      ),
    ...ofTable('04'),
  },
  {
    kind: 'XLSX',
    name: 'may.xlsx',
    month: '05',
    file: () =>
      writeXlsxFile(rowsOf('05').map((row) => row.map((value) => (value === '' ? null : { value })))).toBuffer(),
    ...ofTable('05'),
  },
  {
    kind: 'HTML .xls',
    name: 'june.xls',
    month: '06',
    file: () =>
      Buffer.from(
        `<html><body><table>${rowsOf('06')
          .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
          .join('')}</table></body></html>`,
      ),
    ...ofTable('06'),
  },
  {
    kind: 'OFX',
    name: 'july.ofx',
    month: '07',
    file: () =>
      Buffer.from(
        `OFXHEADER:100\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKTRANLIST>${[
          ['20260702', '5000.00', 'DUES'],
          ['2026O705', '-52.50', 'CHARGE'],
          ['20260710', '-1,O00.00', 'RENT'],
        ]
          .map(([on, amount, who]) => `<STMTTRN><DTPOSTED>${on}<TRNAMT>${amount}<NAME>${who}</STMTTRN>`)
          .join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>15790.00</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
      ),
    repairs: [
      ['Date, row 2', '05/07/2026'],
      ['Amount, row 3', '-1000'],
    ],
    leftOut: ['Row 4 is a balance brought forward'],
  },
  {
    kind: 'MT940',
    name: 'august.sta',
    month: '08',
    file: () =>
      Buffer.from(
        [
          ...[':20:STMT', ':25:0123456789', ':28C:1/1', ':60F:C260731NGN15790,00'],
          ...[':61:2608020802C5000,00NTRFNONREF', ':86:DUES', ':61:2608050805D5Z,50NTRFNONREF', ':86:CHARGE'],
          ...[':61:26O8100810D1000,00NTRFNONREF', ':86:RENT', ':62F:C260831NGN19737,50', '-'],
        ].join('\r\n'),
      ),
    repairs: [
      ['Amount, row 7', '-52.50'],
      ['Date, row 9', '10/08/2026'],
      ['Amount, row 9', '-1000'],
    ],
    leftOut: ['Row 4 is a balance brought forward', 'Row 11 is a balance brought forward'],
  },
]

/** Three lines of a month, each of which begins with what the month before ended with: 5,000 in, 52.50 and 1,000 out. */
function rowsOf(month: string): string[][] {
  const before = (Number(month) - 4) * 3947.5
  const balance = (moved: number) => nairaText(kobo(Math.trunc((before + moved) * 100)))
  return [
    ['ACCOUNT STATEMENT', '', '', '', ''],
    ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
    [`02/${month}/2026`, 'DUES', '', '5000.00', balance(5000)],
    [`05.${month}`, 'CHARGE', '52.50', '', balance(4947.5)],
    [`10/${month}/2026`, 'RENT', '1.000,00', '', balance(3947.5)],
    ['', 'TOTAL', '1052.50', '5000.00', ''],
  ]
}

function ofTable(month: string): { repairs: [string, string][]; leftOut: string[] } {
  return {
    repairs: [
      ['Date, row 4', `05/${month}/2026`],
      ['Debit, row 5', '1000'],
    ],
    leftOut: ['Row 1 is above the headings', 'Row 6 is a total'],
  }
}

test('a treasurer sees each kind of file before it is stored, and repairs two cells in place', async ({ browser }) => {
  test.setTimeout(300_000)
  const { coopId } = await buildSociety('Repairing Society', '+2348031234569')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const walk = new Walk()
  await walk.watch(page)
  await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/reconciliation')
  for (const { kind, name, file, repairs, leftOut } of kinds) {
    const buffer = await file()
    await walk.job(kind, async () => {
      await press(page, 'Import statement')
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
      const check = page.getByRole('dialog', { name: 'Check the statement' })
      for (const words of leftOut)
        await expect(check.getByRole('region', { name: 'Rows left out' })).toContainText(words)
      await expect(check.getByRole('button', { name: /^Add/ })).toBeDisabled()
      await expectClean(page, `a statement with rows to correct: ${kind}`)
      for (const [label, value] of repairs) {
        const cell = check.getByLabel(label)
        await cell.fill(value)
        await cell.press('Enter')
        await expect(check.getByText(/In the file: /)).not.toHaveCount(0)
      }
      await expect(check.getByRole('heading', { name: 'Corrected rows' })).toBeVisible()
      await press(check, 'Add these 3 lines')
      await expect(check).toBeHidden()
    })
    await page.mouse.move(0, 0)
    await expect(page.locator('.toast')).toHaveCount(0)
  }
  for (const [kind, { clicks, fields }] of walk.jobs)
    process.stdout.write(`${kind}: ${clicks} clicks, ${fields} fields\n`)
  for (const { clicks } of walk.jobs.values()) expect(clicks).toBe(2)
  await page.getByRole('tab', { name: 'Statements' }).click()
  const table = page.getByRole('table', { name: 'Statements' })
  await expect(table.getByRole('row')).toHaveCount(kinds.length + 1)
  await table.getByRole('button', { name: '3 corrections' }).click()
  const corrections = page.getByRole('dialog', { name: 'Corrections of august.sta' })
  await expect(corrections).toContainText('Row 7, Amount2608050805D5Z,50NTRFNONREF became -52.50')
  await expectClean(page, 'corrections of a statement')
  await context.close()
})

test(
  'the next lines are proposed as the last ones were recorded, and several are recorded together',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const { coopId, token } = await buildSociety('Learning Society', '+2348031234570')
    await ask('POST', '/members', token, {
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '+2348077700012',
      registrationDate: '2025-01-10',
      monthlyContributions: 5000,
    })
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const walk = new Walk()
    await walk.watch(page)
    await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/reconciliation')
    await walk.job('read', async () => {
      await page.getByRole('button', { name: 'Import statement' }).click()
      await add(page, [
        '02/03/2026,TRF FROM ADA OBI,,"5,000.00","5,000.00"',
        '03/03/2026,SMS ALERT CHARGE FEB,4.00,,"4,996.00"',
        '04/03/2026,SMS ALERT CHARGE MAR,8.00,,"4,988.00"',
        '31/03/2026,INTEREST EARNED,,12.00,"5,000.00"',
      ])
      await page.getByRole('tab', { name: 'On the statement only (4)' }).click()
    })

    const only = page.getByRole('table', { name: 'On the statement only' })
    await walk.job('deposit', async () => {
      // Who paid is said once.
      await page.getByRole('button', { name: 'Enter it: TRF FROM ADA OBI' }).click()
      await page.getByRole('link', { name: 'Deposit of Ada Obi' }).click()
      await page
        .getByRole('dialog', { name: 'Record deposit' })
        .getByRole('button', { name: 'Record ₦5,000.00' })
        .click()
      await expect(page.getByRole('tab', { name: 'Matched (1)' })).toBeVisible()
    })

    await walk.job('two charges', async () => {
      for (const narration of ['SMS ALERT CHARGE FEB', 'SMS ALERT CHARGE MAR'])
        await only.getByRole('row').filter({ hasText: narration }).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Record 2 lines' }).click()
      const dialog = page.getByRole('dialog', { name: 'Record 2 lines' })
      await expect(dialog.getByLabel('What for')).toHaveText(/Bank, gateway and SMS charges/)
      await expect(dialog).toContainText('−₦12.00 in all')
      await expectClean(page, 'recording two lines')
      await dialog.getByRole('button', { name: 'Record 2 lines' }).click()
      await expect(page.getByRole('tab', { name: 'Matched (3)' })).toBeVisible()
    })

    await walk.job('interest', async () => {
      await only.getByRole('row').filter({ hasText: 'INTEREST' }).getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Record 1 line' }).click()
      await expect(page.getByRole('dialog').getByLabel('What for')).toHaveValue(/./)
      await page.getByRole('dialog').getByRole('button', { name: 'Record ₦12.00' }).click()
      await expect(page.getByRole('tab', { name: 'Matched (4)' })).toBeVisible()
    })

    await walk.job('read the next month', async () => {
      await expect(page.locator('.toast')).toHaveCount(0)
      await page.getByRole('button', { name: 'Import statement' }).click()
      await add(page, [
        '02/04/2026,NIP TRF ADA OBI APR,,"5,000.00","10,000.00"',
        '03/04/2026,SMS ALERT CHARGE APR,12.00,,"9,988.00"',
      ])
      await expect(page.getByText('SMS ALERT CHARGE APR')).toBeVisible()
      await expect(
        page.getByText('Deposit of Ada Obi, Ordinary savings, as you recorded TRF FROM ADA OBI on 02 Mar 2026'),
      ).toBeVisible()
      await page.mouse.move(0, 0)
      await expect(page.locator('.toast')).toHaveCount(0)
      await expectClean(page, 'lines that are proposed by rules')
    })

    await walk.job('two lines by their rules', async () => {
      await page.getByRole('button', { name: /^Record as Bank, gateway and SMS charges: SMS ALERT/ }).click()
      await expect(page.getByRole('tab', { name: 'Matched (5)' })).toBeVisible()
      await page.getByRole('button', { name: /^Record as Deposit of Ada Obi/ }).click()
      await expect(page.getByText('Every line is in the books')).toBeVisible()
    })

    await page.getByRole('button', { name: 'Rules' }).click()
    const rules = page.getByRole('dialog', { name: 'Rules' })
    await expect(rules.getByRole('listitem')).toHaveCount(3)
    await expect(rules).toContainText('Used 1 time, last')
    await expectClean(page, 'the rules of an account')
    await rules.getByRole('button', { name: 'Change the rule alert charge sms' }).click()
    const words = page.getByRole('dialog', { name: 'Change the rule' })
    await words.getByLabel('Words that a line has').fill('sms charge')
    await words.getByRole('checkbox', { name: 'Such a line becomes something else' }).check()
    await words.getByRole('button', { name: 'Save rule' }).click()
    await expect(words.getByText('Choose what it is for')).toBeVisible()
    await words.getByLabel('What for').selectOption('Office')
    await expectClean(page, 'changing a rule')
    await words.getByRole('button', { name: 'Save rule' }).click()
    await expect(rules.getByText('Office', { exact: true })).toBeVisible()
    await rules.getByRole('button', { name: 'Remove the rule charge sms' }).click()
    await page.getByRole('dialog', { name: 'Remove this rule?' }).getByRole('button', { name: 'Remove rule' }).click()
    await expect(rules.getByRole('listitem')).toHaveCount(2)
    await page.keyboard.press('Escape')

    // One transfer that is a deposit and a fee.
    await walk.job('split a transfer', async () => {
      await page.getByRole('button', { name: 'Import statement' }).click()
      await add(page, ['10/04/2026,FAMILY TRANSFER,,"6,000.00","15,988.00"'])
      await page.getByRole('button', { name: 'Enter it: FAMILY TRANSFER' }).click()
      await page.getByRole('button', { name: 'Split into parts' }).click()
      const split = page.getByRole('dialog', { name: 'Split ₦6,000.00' })
      const [first, second] = [
        split.getByRole('group', { name: 'Part 1' }),
        split.getByRole('group', { name: 'Part 2' }),
      ]
      await split.getByRole('button', { name: 'Record 2 parts' }).click()
      await expect(first.getByText('Choose the member')).toBeVisible()
      await choosePerson(first, '00001')
      await first.getByLabel('Amount').fill('5,500')
      await expect(split.getByText('₦500.00 of the line is left.')).toBeVisible()
      await second.getByLabel('What it is').selectOption('Fee that a member pays')
      await choosePerson(second, '00001')
      await second.getByLabel('What for').selectOption('Entrance fees')
      await second.getByLabel('Amount').fill('400')
      await expect(second.getByText('₦100.00 of the line is left. Change an amount so that they agree.')).toBeVisible()
      await second.getByLabel('Amount').fill('500')
      await expectClean(page, 'a line in parts')
      await split.getByRole('button', { name: 'Record 2 parts' }).click()
      await expect(page.getByText('Every line is in the books')).toBeVisible()
    })
    process.stdout.write(
      `${[...walk.jobs].map(([job, { clicks, fields }]) => `${job}: ${clicks} clicks, ${fields} fields`).join('\n')}\n`,
    )
    expect(walk.jobs.get('two lines by their rules')).toEqual({ clicks: 2, fields: 0 })
    expect(await runChecks(await server.adminUrl())).toEqual([])
    await context.close()
  },
)

async function choose(page: Page, rows: string[], above: string[] = []): Promise<void> {
  const content = [...above, 'Date,Narration,Debit,Credit,Balance', ...rows].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'march.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
}

async function add(page: Page, rows: string[]): Promise<void> {
  await choose(page, rows)
  const check = page.getByRole('dialog', { name: 'Check the statement' })
  await check.getByRole('button', { name: /^Add th/ }).click()
  await expect(check).toBeHidden()
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
