import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import writeXlsxFile, { type SheetData } from 'write-excel-file/node'
import { addMonths, dayIn, lastDayOf, periodOf } from '#core/calendar.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { readSpreadsheet } from '#platform/files/read-spreadsheet.ts'
import { call } from './calls.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'
import { choosePerson, type Counts, figuresOf, press, Walk } from './walk.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const figures = figuresOf(readFileSync(join(import.meta.dirname, '../docs/figures.md'), 'utf8'))
/** What may never be passed, whatever the table says. */
const limits = { firstDay: 25, month: 60, firstReceipt: 2 }

const membersCount = 300
const password = 'month-password'
const today = dayIn(new Date())
const month = periodOf(today)
const oldBooksOn = lastDayOf(addMonths(month, -1))

/** The nth member: saves 5,000 a month from their salary, and has 20,000 in the old books. */
const numbers = Array.from({ length: membersCount }, (_, n) => n + 1)
const padded = (n: number) => String(n).padStart(5, '0')
const lastName = (n: number) => `Obi${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
const firstName = 'Ada'
const phone = (n: number) => `0803${String(5_560_000 + n)}`
const staff = (n: number) => `P${padded(n)}`
const secondOfficer = 150
const saved = 20_000
const monthly = 5000

/** ₦1,049.00, made here in another way than the product makes it. */
const naira = (amount: number) => `₦${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ',')}.00`

const excel = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const cells = (rows: (string | number | null)[][]) =>
  rows.map((row) => row.map((value) => (value === null ? null : { value }))) as SheetData
const sheet = async (rows: (string | number | null)[][]) => writeXlsxFile(cells(rows)).toBuffer()
const file = (name: string, buffer: Buffer) => ({ name, mimeType: name.endsWith('.csv') ? 'text/csv' : excel, buffer })

const ask = (method: string, path: string, token?: string, body?: unknown) => call(server, method, path, token, body)

let walk = new Walk()

test('the first day and a month of a society of 300, as its treasurer clicks through them', async ({ browser }) => {
  test.setTimeout(600_000)
  const { coopId } = await buildSociety()
  const page = await newPage(browser)
  await signIn(page, server, 'officer', [coopId, password])
  const second = await firstDay(browser, page)
  await theMonth(page, second)
  expect(await runChecks(await server.adminUrl())).toEqual([])

  const counted = Object.fromEntries(walk.jobs)
  expect(
    counted,
    `docs/figures.md has what the walk counts, and a figure may only fall:\n${[...walk.jobs].map(([job, { clicks, fields }]) => `| ${job} | ${clicks} | ${fields} |`).join('\n')}\n`,
  ).toEqual(Object.fromEntries(figures))
  const clicksOf = (part: string) =>
    [...walk.jobs].filter(([job]) => job.startsWith(part)).reduce((sum, [, { clicks }]) => sum + clicks, 0)
  expect(clicksOf('First day:')).toBeLessThanOrEqual(limits.firstDay)
  expect((walk.jobs.get('First day: first receipt') as Counts).clicks).toBeLessThanOrEqual(limits.firstReceipt)
  expect(clicksOf('Month:')).toBeLessThanOrEqual(limits.month)
})

test(
  'with one officer alone it goes as far and takes no more clicks; only the opening balances ask for a second one, before the work',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(600_000)
    walk = new Walk()
    await server.stop()
    server = await startServer({ SEED_DEMO: '0' })
    const { coopId, token } = await buildSociety()
    const page = await newPage(browser)
    await signIn(page, server, 'officer', [coopId, password])
    await rulesRegisterAndBank(page)
    await walk.job('First day: opening balances', async () => {
      await press(page, 'Opening balances')
      await expect(
        page.getByText('Two officers sign opening balances, and no second one has a login yet'),
      ).toBeVisible()
      await press(page, 'Choose a member')
      await expect(page.getByRole('dialog', { name: 'Choose an officer' })).toBeVisible()
      await press(page.getByRole('dialog'), 'Cancel')
      await press(page, 'Dashboard')
    })
    await depositSavings(token)
    await firstReceipt(page)
    await theMonth(page, undefined)
    expect(await runChecks(await server.adminUrl())).toEqual([])
    for (const [job, { clicks }] of walk.jobs)
      expect([job, clicks <= (figures.get(job) as Counts).clicks]).toEqual([job, true])
  },
)

async function firstDay(browser: Browser, page: Page): Promise<Page> {
  await rulesRegisterAndBank(page)
  const second = await secondAndOldBooks(browser, page)
  await firstReceipt(page)
  return second
}

async function rulesRegisterAndBank(page: Page): Promise<void> {
  await walk.job('First day: rules', async () => {
    await press(page, 'Set the rules')
    await page.getByRole('radio', { name: 'Salary earners' }).check()
    await press(page, 'Skip to the summary')
    await press(page, 'Set up the cooperative')
    await expect(page.getByText('Your cooperative is set up')).toBeVisible()
  })
  await walk.job('First day: register of 300 members', async () => {
    await press(page, 'Import register')
    const rows = numbers.map((n) => [
      n,
      lastName(n),
      firstName,
      phone(n),
      monthly,
      'Ministry of Works',
      staff(n),
      '2024-01-15',
    ])
    await page
      .locator('input[type=file]')
      .setInputFiles(
        file(
          'register.xlsx',
          await sheet([
            ['S/N', 'Surname', 'Other names', 'GSM No.', 'Monthly savings', 'Employer', 'Staff No', 'Date joined'],
            ...rows,
          ]),
        ),
      )
    await press(page, 'Check 300 rows')
    await page.getByLabel('Create this employer').check()
    await press(page, 'Register 300 members')
    await expect(page.getByText('300 members registered')).toBeVisible({ timeout: 60_000 })
    await press(page, 'Send codes to all 300 members')
    await expect(page.getByText('Codes made for 300 members')).toBeVisible()
  })
  await walk.job('First day: bank account', async () => {
    await press(page, 'Bank accounts')
    await press(page, 'Enter details of Bank')
    const form = page.getByRole('dialog')
    await form.getByLabel('Bank', { exact: true }).fill('Zenith Bank')
    await form.getByLabel('Account number').fill('1012345678')
    await form.getByLabel('Account name').fill('Unity Workers Thrift')
    await press(form, 'Save')
    await expect(page.getByRole('row').filter({ hasText: '1012345678' })).toContainText('Shown')
  })
}

async function secondAndOldBooks(browser: Browser, page: Page): Promise<Page> {
  await walk.job('First day: second officer', async () => {
    await press(page, 'Choose a member')
    await choosePerson(page.getByRole('dialog'), padded(secondOfficer))
    const roles = page.getByRole('dialog', { name: `Roles of ${firstName} ${lastName(secondOfficer)}` })
    await roles.getByRole('radio', { name: /^Admin/ }).check()
    await press(roles, 'Save roles')
    await expect(roles).toBeHidden()
  })
  await activate(secondOfficer)
  const second = await newPage(browser)
  await second.goto(`${server.url}/login`)
  await second.getByLabel('CoopId or Phone No.').fill(phone(secondOfficer))
  await second.getByLabel('Password', { exact: true }).fill(password)
  await second.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(second).toHaveURL(`${server.url}/coop/dashboard`)
  await walk.job('First day: opening balances', async () => {
    await press(page, 'Opening balances')
    await press(page, 'Read the workbook')
    await page.getByLabel('Balances as at').fill(oldBooksOn)
    const total = saved * membersCount
    const buffer = await writeXlsxFile([
      {
        sheet: 'Members',
        data: cells([
          ['Membership no.', 'Name', 'Ordinary savings'],
          ...numbers.map((n) => [n, `${firstName} ${lastName(n)}`, saved]),
        ]),
      },
      {
        sheet: 'General ledger',
        data: cells([
          ['Code', 'Account', 'Debit', 'Credit'],
          ['1020', 'Bank', total, null],
          ['2110', 'Ordinary savings', null, total],
        ]),
      },
    ]).toBuffer()
    await page.locator('input[type=file]').setInputFiles(file('old-books.xlsx', buffer))
    await press(page, 'Sign')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
    await expect(page.getByText(/^Signed by/)).toBeVisible()
    await press(second, 'Opening balances')
    await press(second, 'Sign')
    await press(second.getByRole('dialog'), 'Sign and post')
    await expect(second.getByText(/In the books as at/)).toBeVisible()
  })
  return second
}

async function firstReceipt(page: Page): Promise<void> {
  await walk.job('First day: first receipt', async () => {
    await press(page, 'Record contribution')
    const form = page.getByRole('dialog', { name: 'Record contribution' })
    await choosePerson(form, padded(300))
    await press(form, `Record ${naira(monthly)}`)
    await expect(page.getByText(/receipt/i).first()).toBeVisible()
  })
}

/** What the workbook would have brought to those who borrow, guarantee and withdraw. */
async function depositSavings(token: string): Promise<void> {
  const accounts = await call<{ id: string; code: string }[]>(server, 'GET', '/financial/posting-accounts', token)
  const paidThrough = accounts.find(({ code }) => code === '1020')?.id
  for (const n of [borrower, ...guarantors, saver]) {
    const [member] = await call<{ memberid: string }[]>(server, 'GET', `/members/search?q=${padded(n)}`, token)
    await ask('POST', '/financial/transactions', token, {
      ...{ type: 'deposit', memberId: member?.memberid, amount: saved, occurredOn: oldBooksOn, paidThrough },
    })
  }
}

/** Members 2 to 5: who borrows, two guarantors, and who withdraws. */
const [borrower, guarantors, saver] = [2, [3, 4], 5] as const
const [lent, withdrawn, spent] = [30_000, 4000, 2500] as const

/** `other`: the second officer's page; an officer alone does both parts. */
async function theMonth(page: Page, other: Page | undefined): Promise<void> {
  const second = other ?? page
  await askOfMembers()
  await walk.job('Month: list to the employer', async () => {
    await press(page, 'Done')
    await press(page, 'Deductions')
    await press(page, 'New schedule')
    await press(page.getByRole('dialog', { name: 'New schedule' }), 'Create schedule')
    await press(page, 'Mark as sent')
    await press(page.getByRole('dialog', { name: 'Mark this schedule as sent?' }), 'Mark as sent')
    await expect(page.getByText(/sent by/)).toBeVisible()
    await press(page, 'Download')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Schedule as Excel' }).click(),
    ])
    const { rows } = await readSpreadsheet(readFileSync(await download.path()), 1000)
    expect(rows).toHaveLength(membersCount)
  })
  await walk.job('Month: return of the employer', async () => {
    await page.getByRole('tab', { name: 'Return' }).click()
    // The last one has paid for the month at the office, and the employer was told.
    const lines = numbers.slice(0, -1).map((n) => [staff(n), `${firstName} ${lastName(n)}`, monthly])
    await page
      .locator('input[type=file]')
      .setInputFiles(file('return.xlsx', await sheet([['Staff number', 'Name', 'Total'], ...lines])))
    await press(page, 'Post return')
    await press(page.getByRole('dialog', { name: 'Post this return?' }), 'Post return')
    await expect(page.getByText(/Posted as voucher No\. \d/)).toBeVisible({ timeout: 60_000 })
  })
  await walk.job('Month: payment of the employer', async () => {
    await press(page, 'Record remittance')
    const drawer = page.getByRole('dialog', { name: 'Record remittance' })
    await press(drawer, 'Record')
    await expect(drawer).toBeHidden()
    await expect(page.locator('.figure').filter({ hasText: /^Remitted/ })).toContainText(
      naira(monthly * (membersCount - 1)),
    )
  })
  await walk.job('Month: three payments at the office', async () => {
    await press(page, 'Contributions')
    await press(page, 'Record contribution')
    for (const n of [298, 297, 296]) {
      const form = page.getByRole('dialog', { name: 'Record contribution' })
      await choosePerson(form, padded(n))
      await form.getByLabel('Amount').fill('1,000')
      await press(form, `Record ${naira(1000)}`)
      await press(page, n === 296 ? 'Done' : 'Record another')
    }
  })
  await walk.job('Month: loan approved and paid out', async () => {
    await press(page, 'Loan Management')
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    await page
      .getByRole('row')
      .filter({ hasText: padded(borrower) })
      .getByRole('button')
      .first()
      .click()
    await press(page.getByRole('dialog'), `Approve ${naira(lent)}`)
    await press(page.getByRole('dialog', { name: 'Approve this loan?' }), `Approve ${naira(lent)}`)
    await expect(page.getByRole('dialog', { name: 'Approve this loan?' })).toHaveCount(0)
    await press(page.getByRole('dialog'), 'Close')
    await press(second, 'Loan Management')
    await second.getByRole('tab', { name: /^Approved/ }).click()
    await second
      .getByRole('row')
      .filter({ hasText: padded(borrower) })
      .getByRole('link')
      .first()
      .click()
    await press(second, 'Pay out')
    await press(second.getByRole('dialog', { name: 'Pay out the loan' }), `Pay out ${naira(lent)}`)
    await expect(second.getByRole('dialog')).toHaveCount(0)
  })
  await walk.job('Month: withdrawal approved', async () => {
    await press(page, 'Dashboard')
    await page.getByRole('link', { name: /approvals? to give/ }).click()
    await page
      .getByRole('row')
      .filter({ hasText: lastName(saver) })
      .getByRole('button', { name: /^Review/ })
      .click()
    await press(page.getByRole('dialog'), `Approve ${naira(withdrawn)}`)
    await press(page.getByRole('dialog', { name: 'Pay this out?' }), `Approve ${naira(withdrawn)}`)
    await expect(page.getByRole('dialog').getByText('Posted', { exact: true })).toBeVisible()
  })
  await walk.job('Month: expense, by two officers', async () => {
    await press(page.getByRole('dialog'), 'Close')
    await press(page, 'Financial Record')
    await press(page, 'More')
    await page.getByRole('menuitem', { name: 'Record expense' }).click()
    const form = page.getByRole('dialog', { name: 'Record expense' })
    await form
      .getByLabel(/^Paid to/)
      .first()
      .fill('Ade Stores')
    await form.getByRole('combobox', { name: 'What for' }).fill('Office')
    await expect(form.getByRole('listbox').getByRole('option')).toHaveCount(1)
    await form.getByRole('combobox', { name: 'What for' }).press('Enter')
    await form.getByLabel('Amount').fill(String(spent))
    if (!other) {
      await press(form, 'Record expense')
      await press(page.getByRole('dialog', { name: 'Recorded' }), 'Close')
      return
    }
    await press(form, 'Send for approval')
    await press(page.getByRole('dialog', { name: 'Sent for approval' }), 'Close')
    await press(second, 'Dashboard')
    await second.getByRole('link', { name: /approvals? to give/ }).click()
    await second
      .getByRole('row')
      .filter({ hasText: 'Ade Stores' })
      .getByRole('button', { name: /^Review/ })
      .click()
    await press(second.getByRole('dialog'), `Approve ${naira(spent)}`)
    await second
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: `Approve ${naira(spent)}` })
      .click()
    await expect(second.getByRole('dialog').getByText('Posted', { exact: true })).toBeVisible()
  })
  await walk.job('Month: bank reconciliation', async () => {
    await press(page, 'Bank reconciliation')
    await press(page, 'Import statement')
    const total = monthly * (membersCount - 1)
    const text = [
      'Date,Narration,Debit,Credit,Balance',
      `${slashed(today)},SALARY DEDUCTIONS,,${total}.00,${total}.00`,
      `${slashed(today)},SMS CHARGE,52.50,,${total - 53}.50`,
    ].join('\r\n')
    await page.locator('input[type=file]').setInputFiles(file('statement.csv', Buffer.from(text)))
    await press(page, 'Add these 2 lines')
    await press(page, 'Confirm all')
    // With nothing left to confirm, what only the bank knows is what is shown.
    await page.getByRole('link', { name: 'Enter it: SMS CHARGE' }).click()
    const charge = page.getByRole('dialog', { name: 'Record expense' })
    await charge.getByLabel('Paid to').fill('The bank')
    await charge.getByRole('button', { name: /^(Record expense|Send for approval)$/ }).click()
    await press(page.getByRole('dialog', { name: /^(Recorded|Sent for approval)$/ }), 'Close')
    const [paper] = await Promise.all([page.waitForEvent('download'), press(page, 'Print statement')])
    expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
  })
  await walk.job('Month: trial balance for the committee', async () => {
    await press(page, 'Reports')
    await page
      .getByRole('link', { name: /^Trial balance/ })
      .first()
      .click()
    await expect(page.getByText('Balanced', { exact: true })).toBeVisible()
    await press(page, 'Download')
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /PDF/ }).click(),
    ])
    expect(paper.suggestedFilename()).toMatch(/\.pdf$/)
  })
}

/** 2026-11-25 as a bank writes it. */
const slashed = (day: string) => day.split('-').toReversed().join('/')

/** What members ask for on their own phones meanwhile: a loan with two guarantors who agree, and a withdrawal. */
async function askOfMembers(): Promise<void> {
  const tokens = new Map<number, { token: string; id: string }>()
  for (const n of [borrower, ...guarantors, saver]) {
    await activate(n)
    const { accessToken, member } = await call<{ accessToken: string; member: { id: string } }>(
      server,
      'POST',
      '/member-auth/login',
      undefined,
      { phoneNumber: `+234${phone(n).slice(1)}`, password },
    )
    tokens.set(n, { token: accessToken, id: member.id })
  }
  const own = (n: number) => tokens.get(n) ?? { token: '', id: '' }
  const { id: loanConfigId } = await ask('GET', '/financial/loan-config', own(borrower).token)
  const { id: loanId } = await ask('POST', '/financial/loans', own(borrower).token, {
    loanConfigId,
    principal: lent,
    instalments: 6,
    netSalary: 120_000,
    guarantors: guarantors.map((n) => own(n).id),
  })
  for (const n of guarantors)
    await ask('POST', `/financial/loans/${loanId}/guarantors/${own(n).id}/accept`, own(n).token)
  await ask('POST', '/financial/transactions', own(saver).token, { type: 'withdrawal', amount: withdrawn })
}

/** Anything that the browser complains about fails the test. */
async function newPage(browser: Browser): Promise<Page> {
  const page = await (
    await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  ).newPage()
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  await walk.watch(page)
  return page
}

/** Sets the password of a member with the code that came by SMS. */
async function activate(n: number): Promise<void> {
  const to = `+234${phone(n).slice(1)}`
  const code = () =>
    server
      .outbox()
      .flatMap((sent) => (sent.to === to ? (/Code (\d{8})/.exec(sent.text)?.[1] ?? []) : []))
      .at(-1)
  await expect.poll(code, { timeout: 15_000 }).toBeDefined()
  await ask('POST', '/auth/reset-password', undefined, {
    identifier: phone(n),
    code: code(),
    password,
    confirmPassword: password,
  })
}

async function buildSociety(): Promise<{ coopId: string; token: string }> {
  const admin = (
    await ask('POST', '/super-admin/login', undefined, {
      identifier: 'superadmin',
      password: 'super-admin-of-the-test',
    })
  ).accessToken
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name: 'Unity Workers Thrift',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  const token =
    (await ask('POST', '/cooperatives/login', undefined, { identifier: coopId, password })).accessToken ?? ''
  return { coopId, token }
}
