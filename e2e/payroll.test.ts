import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, type Locator, type Page } from '@playwright/test'
import { addMonths, lastDayOf, type Period } from '#core/calendar.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { readSpreadsheet } from '#platform/files/read-spreadsheet.ts'
import { call, fundCash, openSociety } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { postReturn } from './return-steps.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const membersCount = 300
const password = 'payroll-password'
const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7) as Period
const lentOn = lastDayOf(addMonths(month, -1))

test('a month of a society of 300, some with loans: out, back with twelve differences, decided, posted, paid over, reversed and posted again', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const { coopId, token, loans } = await buildSociety()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true })
  const page = await context.newPage()
  await signIn(page, server, 'officer', [coopId, password])

  // The employer, its columns and its people.
  await page.goto(`${server.url}/coop/financial-operations/deductions`)
  await page.getByRole('link', { name: 'Add an employer' }).click()
  const drawer = page.getByRole('dialog', { name: 'Add employer' })
  await drawer.getByLabel('Name').fill('Ministry of Works')
  await drawer.getByLabel('Payroll code').fill('MW-7')
  await drawer.getByRole('button', { name: 'Add employer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ministry of Works' })).toBeVisible()
  await page.getByRole('button', { name: 'Assign from a file' }).click()
  const list = [
    'Membership number,Staff number,Shares,From',
    ...numbers().map((n) => `${n},P${staff(n)},1000,2025-02-01`),
  ].join('\r\n')
  await page
    .getByRole('dialog', { name: 'Assign from a file' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await expect(page.getByText(`${membersCount} members assigned`)).toBeVisible()
  await page.getByRole('tab', { name: 'Columns' }).click()
  await page.getByLabel('Total', { exact: true }).fill('Deduction (NGN)')
  await page.getByRole('button', { name: 'Leave Remarks out' }).click()
  await page.getByRole('button', { name: 'Save columns' }).click()
  await expect(page.getByText('Columns saved')).toBeVisible()
  await expectClean(page, 'the deductions')
  await expectRecordAndList(page)

  // Out.
  await page.goto(`${server.url}/coop/financial-operations/deductions?do=new`)
  await page.getByRole('dialog', { name: 'New schedule' }).getByRole('button', { name: 'Create schedule' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ministry of Works')
  await page.getByRole('button', { name: 'Mark as sent' }).click()
  await page
    .getByRole('dialog', { name: 'Mark this schedule as sent?' })
    .getByRole('button', { name: 'Mark as sent' })
    .click()
  await expect(page.getByText(/sent by/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chooseFrom(page, 'Download', 'Schedule as Excel'),
  ])
  expect(download.suggestedFilename()).toBe(`deductions-ministry-of-works-${month}.xlsx`)
  const sent = await readSpreadsheet(readFileSync(await download.path()), 1000)
  expect(sent.columns).toEqual([
    'Staff number',
    'Membership number',
    'Name',
    'Savings',
    'Shares',
    'Levy',
    'Loan instalment',
    'Deduction (NGN)',
    'Month',
  ])
  expect(sent.rows).toHaveLength(membersCount)
  expect(sent.rows.map(({ cells }) => [Number(cells[6]), Number(cells[7])])).toEqual(
    numbers().map((n) => [instalmentOf(n), dueOf(n)]),
  )

  // Back, with twelve differences.
  await page.getByRole('tab', { name: 'Return' }).click()
  const before = await trialBalance(token)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'return.csv', mimeType: 'text/csv', buffer: Buffer.from(returnFile()) })
  await expect(page.getByText('289 exact · 4 short · 2 over · 5 missing · 1 unknown · 1 twice')).toBeVisible()
  await expect(page.getByText('Held as unallocated')).toBeVisible()
  await expectClean(page, 'what came back')
  await expectComparable(page)
  await page.getByLabel('Kind').selectOption('unknown')
  await expect(page.getByRole('row').filter({ hasText: 'Stranger' })).toContainText('Unknown')
  await page.getByLabel('Decide about all that are unknown').selectOption('refuse')
  await expect(factOf(page, 'Refused')).toHaveText('₦500.00')
  await page.getByLabel('Kind').selectOption('short')
  await page.getByLabel('What becomes of Ada Obi 001').selectOption('post')
  await expect(factOf(page, 'Held as unallocated')).toHaveText('₦6,300.00')
  await page.getByLabel('The employer says it paid').fill('1,842,433.95')

  // Allocated, at the first press, though the figure above is saved only as the field is left.
  await page.getByRole('button', { name: 'Post return' }).click()
  const sums = page.getByRole('dialog', { name: 'Post this return?' })
  await expect(sums).toContainText(
    "₦1,836,133.95 goes to members' accounts and the levy, ₦6,300.00 is held as unallocated, ₦500.00 is refused.",
  )
  await expect(page.getByText('This is what the employer says')).toBeVisible()
  await expectClean(page, 'the question before a return is posted')
  await sums.getByRole('button', { name: 'Post return' }).click()
  await expect(page.getByText(/Posted as voucher No\. \d/)).toBeVisible({ timeout: 60_000 })
  const posted = await trialBalance(token)
  expect(posted).toEqual({
    ...before,
    '1110-001': 1_842_433.95,
    '1210': expect.any(Number),
    '2110': expect.any(Number),
    '2410': -6300,
    '3110': expect.any(Number),
    '4110': expect.any(Number),
  })
  // Seven loans got their instalment; of the eighth's only the loan was paid, and not all of it: interest first.
  expect((before['1210'] ?? 0) - (posted['1210'] ?? 0)).toBeCloseTo(7 * (instalment - interest) + (8000 - interest), 5)
  expect(posted['4110']).toBeCloseTo(-8 * interest, 5)

  // On the page of the loan is where it came from, and the way to it.
  await page.goto(`${server.url}/coop/loan-management/${loans[shortOnLoan]}`)
  const payments = page.getByRole('table', { name: 'Payments' })
  await expect(payments.getByRole('row').filter({ hasText: 'from salary' })).toContainText('₦8,000.00')
  await expect(page.getByRole('table', { name: 'Schedule' }).getByRole('row').nth(1)).toContainText('₦2,661.85')
  await expectClean(page, 'a loan that was deducted')
  await payments.getByRole('link', { name: /Ministry of Works/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ministry of Works')

  // Paid over, in two parts.
  await page.getByRole('tab', { name: 'Remittances' }).click()
  await remit(page, '1,000,000')
  await expect(page.getByText('Part remitted')).toBeVisible()
  await remit(page, '842,433.95')
  await expect(page.getByText('Allocated')).toBeVisible()
  await expectClean(page, 'what is decided')
  expect(await trialBalance(token)).toMatchObject({ '1020': 1_842_433.95 })

  // Undone as one, and posted again.
  await page.getByRole('tab', { name: 'Return' }).click()
  await page.getByRole('button', { name: 'Reverse voucher' }).click()
  const question = page.getByRole('dialog', { name: 'Reverse this voucher?' })
  await question.getByLabel('Reason').fill('Wrong month')
  await question.getByRole('button', { name: 'Reverse voucher' }).click()
  await expect(page.getByText('This return was reversed')).toBeVisible()
  expect(await trialBalance(token)).toEqual({ ...before, '1020': 1_842_433.95, '1110-001': -1_842_433.95 })
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'return.csv', mimeType: 'text/csv', buffer: Buffer.from(returnFile()) })
  await postReturn(page)
  await expect(page.getByText(/Posted as voucher No\. \d/)).toBeVisible({ timeout: 60_000 })

  // What is held of it: 100 and 200 too much, a stranger's 500, and 6,000 that came twice. The stranger's goes back once it was paid over.
  await page.getByRole('link', { name: 'Allocate or return it' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Held money' })).toBeVisible()
  await expect(page.getByLabel('Held money by age').getByText('₦6,800.00')).toHaveCount(2)
  await expectClean(page, 'the held money')
  const openHeld = (name: string) =>
    page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Open the money/ })
      .click()
  await openHeld('Stranger')
  await page.getByRole('dialog').getByRole('button', { name: 'Return to employer' }).click()
  const back = page.getByRole('dialog', { name: 'Return to Ministry of Works' })
  await back.getByLabel('Reference').fill('NIP 0001')
  await back.getByRole('button', { name: 'Return to employer' }).click()
  await expect(back.getByText(/has not paid over ₦500\.00 of this schedule/)).toBeVisible()
  await ask('POST', `/financial/deductions/schedules/${scheduleIn(page.url())}/remittances`, token, { amount: 500 })
  await back.getByRole('button', { name: 'Return to employer' }).click()
  await expect(page.getByText('₦500.00 paid back')).toBeVisible()
  await openHeld('Ada Obi 005')
  await page.getByRole('dialog').getByRole('button', { name: 'Allocate', exact: true }).click()
  const allocate = page.getByRole('dialog', { name: 'Allocate held money' })
  await expect(allocate.getByRole('combobox', { name: 'Member' })).toHaveValue(/Ada Obi 005/)
  await expectClean(page, 'the allocation of held money')
  await allocate.getByRole('button', { name: 'Allocate', exact: true }).click()
  await expect(page.getByText('Held money allocated')).toBeVisible()
  await expect(page.getByLabel('Held money by age').getByText('₦6,100.00')).toHaveCount(2)
  expect(await trialBalance(token)).toMatchObject({ '2410': -6100, '1020': 1_842_433.95 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'the held money on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })

  // The month after, its members credited when the employer pays: the server does that after the remittance, and the page follows it.
  await ask('PUT', '/financial/deductions/settings', token, { creditOn: 'remittance' })
  const [employer] = await call<{ id: string }[]>(server, 'GET', '/financial/employers', token)
  const next = await ask('POST', '/financial/deductions/schedules', token, {
    employerId: employer?.id,
    period: addMonths(month, 1),
  })
  await ask('POST', `/financial/deductions/schedules/${next.id}/send`, token)
  await page.goto(`${server.url}/coop/financial-operations/deductions/${next.id}?tab=return`)
  const paidOver = ['Staff number,Name,Deduction (NGN)', ...numbers().map((n) => `P${staff(n)},Ada,6000`)].join('\r\n')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from(paidOver) })
  // It is posted before the page has seen it being posted, and the figures of the month were read just before.
  await expect(page.getByRole('button', { name: 'Post return' })).toBeVisible()
  const asked = page.waitForResponse(
    (response) => response.url().endsWith(`/deductions/schedules/${next.id}`) && response.request().method() === 'GET',
  )
  await page.reload()
  const old = await (await asked).text()
  let isOld = true
  await page.route(`**/api/financial/deductions/schedules/${next.id}`, async (route) => {
    if (!isOld) return route.continue()
    isOld = false
    await route.fulfill({ contentType: 'application/json', body: old })
  })
  await page.route(/\/deductions\/returns\/[0-9a-f-]{36}$/, async (route) => {
    let reply = await route.fetch()
    while (((await reply.json()) as { data: { status: string } }).data.status === 'posting') reply = await route.fetch()
    await route.fulfill({ response: reply })
  })
  await postReturn(page)
  await expect(page.getByText('Taken as deducted')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'Remittances' }).click()
  await expect(page.getByText('The members are credited once all of')).toBeVisible()
  await remit(page, '1,800,000')
  await expect(page.getByText('Allocated')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('tab', { name: 'Return' }).click()
  await expect(page.getByText(/Posted as voucher No\. \d/)).toBeVisible()
  expect(await runChecks(await server.adminUrl())).toEqual([])
  await context.close()
})

test('a return with a line for each element, two of them unreadable: an element is named, both are put right in place, it is posted, and one transfer pays it with the months before', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId, token } = await openSociety(server, { name: 'Elements Society', phone: '+2348031234599', password })
  const member = ['Folake Adebayo', 'Musa Bello', 'Ngozi Okafor'].map((name, n) => ({
    firstName: name.split(' ')[0],
    lastName: name.split(' ')[1],
    phone: `+23480${String(60_000_000 + n)}`,
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
  }))
  const members = await call<{ membershipno: string }[]>(server, 'POST', '/cooperatives/members', token, { member })
  const employer = await ask('POST', '/financial/employers', token, { name: 'Ministry of Health', code: 'MH-1' })
  const rows = members.map(({ membershipno }, n) => ({
    ...{ membershipno, staffNumber: `H${n + 1}`, from: '2025-02-01', shares: 1000 },
  }))
  await ask('PUT', `/financial/employers/${employer.id}/members`, token, { rows })
  const schedule = await ask('POST', '/financial/deductions/schedules', token, {
    employerId: employer.id,
    period: month,
  })
  await ask('POST', `/financial/deductions/schedules/${schedule.id}/send`, token)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signIn(page, server, 'officer', [coopId, password])
  await page.goto(`${server.url}/coop/financial-operations/deductions/${schedule.id}?tab=return`)
  let clicks = 0
  const click = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  const lines = [
    'MINISTRY OF HEALTH,,,',
    'IPPIS No,Employee Name,Deduction,Amount',
    'H1,ADEBAYO FOLAKE,COOP SAVINGS,"5,000.00"',
    'H1,ADEBAYO FOLAKE,COOP EQTY,"1,000.00"',
    'H2,BELLO MUSA,COOP SAVINGS,"5,O00.00"',
    'H2,BELLO MUSA,COOP EQTY,"1,000.00"',
    'H3,OKAFOR NGOZI,COOP SAVINGS,"5,000.00"',
    'H3,OKAFOR NGOZI,COOP EQTY,#REF!',
    'Grand total,,,"18,000.00"',
  ]
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'elements.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })
  await expect(page.getByRole('heading', { name: '1 element to name' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '2 rows to correct' })).toBeVisible()
  await expectClean(page, 'what a return leaves open')
  await click(page.getByRole('button', { name: 'Post return' }))
  const question = page.getByRole('dialog', { name: 'Post this return?' })
  await click(question.getByRole('button', { name: 'Post return' }))
  await expect(question).toContainText('The amount in rows 5 and 8 could not be read.')
  await page.keyboard.press('Escape')

  clicks = 0
  await page.getByLabel('COOP EQTY').selectOption('shares')
  await expect(page.getByRole('heading', { name: 'Elements', exact: true })).toBeVisible()
  await page.getByLabel('Amount of row 5').fill('5,000')
  await click(page.getByRole('button', { name: 'Save amount' }).nth(0))
  await expect(page.getByRole('heading', { name: '1 row to correct' })).toBeVisible()
  await page.getByLabel('Amount of row 8').fill('800')
  await click(page.getByRole('button', { name: 'Save amount' }))
  await expect(page.getByRole('heading', { name: 'Rows decided about' })).toBeVisible()
  await expect(page.getByText('2 exact · 1 short')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Ngozi Okafor' })).toContainText('₦800.00 in place of “#REF!”')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'what a return left open, on a phone')
  await page.setViewportSize({ width: 1440, height: 900 })
  await click(page.getByRole('button', { name: 'Post return' }))
  await click(question.getByRole('button', { name: 'Post return' }))
  await expect(page.getByText(/Posted as voucher No\. \d/)).toBeVisible({ timeout: 60_000 })
  process.stdout.write(`A file dropped, an element chosen, two cells put right, posted: ${clicks} clicks\n`)
  const { accounts } = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
    ...([server, 'GET', '/financial/reports/trial-balance', token] as const),
  )
  const balance = (code: string) =>
    accounts.filter((each) => each.code === code).map(({ debit, credit }) => debit - credit)
  expect(['1110-001', '2110', '3110'].map((code) => balance(code)[0])).toEqual([17_800, -15_000, -2800])

  // What the element is can be changed where the employer is looked at, and is asked again once it is forgotten.
  await page.goto(`${server.url}/coop/financial-operations/deductions/employers/${employer.id}?tab=layout`)
  await expect(page.getByLabel('coop eqty')).toHaveValue('shares')
  await expectClean(page, 'the columns and elements of an employer')
  await page.getByLabel('coop eqty').selectOption('forget')
  await expect(page.getByLabel('coop eqty')).toHaveCount(0)
  await payInOneSum(page, token, employer.id)
  expect(await runChecks(await server.adminUrl())).toEqual([])
  await context.close()
})

/** The employer pays this month and the two before it with one transfer: from the line of the bank to months that are paid. */
async function payInOneSum(page: Page, token: string, employerId: string | undefined): Promise<void> {
  // The members' savings began with this month; before it there were shares alone.
  const owed = [3000, 3000, 17_800]
  for (const back of [-2, -1]) {
    const { id } = await ask('POST', '/financial/deductions/schedules', token, {
      employerId,
      period: addMonths(month, back),
    })
    await ask('POST', `/financial/deductions/schedules/${id}/send`, token)
    const body = new FormData()
    body.append('file', new Blob(['Staff No,Amount\r\nH1,1000\r\nH2,1000\r\nH3,1000']), 'return.csv')
    const read = await fetch(`${server.url}/api/financial/deductions/schedules/${id}/returns`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
    const { data } = (await read.json()) as { data: { id: string } }
    await ask('POST', `/financial/deductions/returns/${data.id}/post`, token)
    await expect
      .poll(async () => (await ask('GET', `/financial/deductions/returns/${data.id}`, token)).status, {
        timeout: 60_000,
      })
      .toBe('posted')
  }
  const sum = '₦23,800.00'
  await page.goto(`${server.url}/coop/financial-operations/reconciliation`)
  await page.getByRole('button', { name: 'Import statement' }).click()
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'bank.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`Date,Narration,Debit,Credit,Balance\r\n${today},MOH SALARY DEDUCTIONS,,23800,23800`),
    })
  await page.getByRole('button', { name: 'Add this line' }).click()
  await page.getByRole('tab', { name: 'On the statement only (1)' }).click()

  let clicks = 0
  const press = async (where: Page | Locator, name: string | RegExp) => {
    clicks += 1
    await where.getByRole('button', { name }).or(where.getByRole('link', { name })).first().click()
  }
  await press(page, 'Enter it: MOH SALARY DEDUCTIONS')
  await press(page.getByRole('dialog'), 'Remittance of an employer')
  const drawer = page.getByRole('dialog', { name: `Remittance of ${sum}` })
  await drawer.getByLabel('Employer').selectOption({ label: `Ministry of Health, ${sum} not remitted` })
  await expect(drawer.getByText('The months come to the line.')).toBeVisible()
  await expectClean(page, 'one payment of an employer over its months')
  await press(drawer, `Record ${sum}`)
  await expect(page.getByText('3 parts recorded and matched')).toBeVisible()
  process.stdout.write(
    `A payment of an employer from the line of the bank to three paid months: ${clicks} clicks, 1 field\n`,
  )
  await page.goto(`${server.url}/coop/financial-operations/deductions?q=Health`)
  const months = page.getByRole('row').filter({ hasText: 'Ministry of Health' })
  await expect(months).toHaveCount(owed.length)
  await expect(months.filter({ hasText: 'Allocated' })).toHaveCount(owed.length)
  expect(await trialBalance(token)).not.toHaveProperty('1110-001')
}

const scheduleIn = (url: string) => new URL(url).searchParams.get('scheduleId') ?? ''

const numbers = () => Array.from({ length: membersCount }, (_, n) => n + 1)
/** Who has borrowed 120,000 over a year, so that 9,461.85 of principal and 1,200 of interest fall due at the end of this month. */
const borrowers = [11, 12, 13, 14, 15, 16, 17, 18]
const [instalment, interest] = [10_661.85, 1200]
const shortOnLoan = 18
const instalmentOf = (n: number) => (borrowers.includes(n) ? instalment : 0)
const dueOf = (n: number) => 6000 + instalmentOf(n)
const staff = (n: number) => String(n).padStart(5, '0')

/** 289 as scheduled, four too little, one of them with a loan, two too much, five left out, a stranger, and one twice. */
function returnFile(): string {
  const changed: Record<number, number> = { 1: 3000, 2: 4500.5, 3: 0.5, 4: 6100, 5: 6200, [shortOnLoan]: 8000 }
  const left = [6, 7, 8, 9, 10]
  const rows = numbers().flatMap((n) => (left.includes(n) ? [] : [`P${staff(n)},Ada,${changed[n] ?? dueOf(n)}`]))
  return ['Staff number,Name,Deduction (NGN)', ...rows, 'P00300,Ada,6000', 'X9,Stranger,500', ',Total,9999999'].join(
    '\r\n',
  )
}

const ask = (method: string, path: string, token?: string, body?: unknown) => call(server, method, path, token, body)

async function buildSociety(): Promise<{ coopId: string; token: string; loans: Record<number, string> }> {
  const admin = (
    await ask('POST', '/super-admin/login', undefined, {
      identifier: 'superadmin',
      password: 'super-admin-of-the-test',
    })
  ).accessToken
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name: 'Payroll Society',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  const token =
    (await ask('POST', '/cooperatives/login', undefined, { identifier: coopId, password })).accessToken ?? ''
  const member = numbers().map((n) => ({
    firstName: 'Ada',
    lastName: `Obi ${String(n).padStart(3, '0')}`,
    phone: `+23480${String(50_000_000 + n)}`,
    registrationDate: '2025-01-15',
    monthlyContributions: 5000,
  }))
  const members: { memberid: string }[] = []
  for (const some of [member.slice(0, 150), member.slice(150)])
    members.push(
      ...((await ask('POST', '/cooperatives/members', token, { member: some })) as unknown as { memberid: string }[]),
    )
  const idOf = (n: number) => members[n - 1]?.memberid ?? ''
  const configs = (await ask('GET', '/financial/loan-configs', token)) as unknown as { id: string; name: string }[]
  const loanConfigId = configs.find(({ name }) => name === 'Regular')?.id
  const loans: Record<number, string> = {}
  await ask('PUT', '/financial/config', token, { guarantorsRequired: 0 })
  await fundCash(server, token, { naira: 1_000_000, on: lentOn })
  for (const n of borrowers) {
    await ask('POST', '/financial/transactions', token, {
      type: 'deposit',
      memberId: idOf(n),
      amount: 100_000,
      occurredOn: lentOn,
    })
    const { id: loanId = '' } = await ask('POST', '/financial/loans', token, {
      memberId: idOf(n),
      loanConfigId,
      principal: 120_000,
      instalments: 12,
    })
    await ask('POST', `/financial/loans/${loanId}/approve`, token)
    await ask('POST', `/financial/loans/${loanId}/disburse`, token, {
      on: lentOn,
      to: 'cash',
      firstDueOn: lastDayOf(month),
    })
    loans[n] = loanId
  }
  return { coopId, token, loans }
}

async function trialBalance(token: string): Promise<Record<string, number>> {
  const { accounts, balanced } = (await ask('GET', '/financial/reports/trial-balance', token)) as unknown as {
    accounts: { code: string; debit: number; credit: number }[]
    balanced: boolean
  }
  expect(balanced).toBe(true)
  return Object.fromEntries(
    accounts.map(({ code, debit, credit }) => [code, debit - credit]).filter(([, net]) => net !== 0),
  )
}

/** What every page of a record and every list on one does (ui/Detail.tsx, ui/ListPage.tsx), on that of an employer. */
async function expectRecordAndList(page: Page): Promise<void> {
  const employer = page.url().replace(/\?.*/, '')
  const rows = page.getByRole('table', { name: 'Members at this employer' }).getByRole('row')
  const search = page.getByRole('textbox', { name: 'Search members', exact: true })
  const failed = (title: string) => page.locator('.load-problem').filter({ hasText: title })
  const fail = { status: 500, json: { success: false, message: 'It broke', status: 500 } }

  // Search, order and page are in the address, and go with the tab; the number of rows stays.
  await page.goto(`${employer}?limit=25&page=2`)
  await expect(rows).toHaveCount(26)
  await search.fill('Zuma')
  await expect(page.getByText('No member matches')).toBeVisible()
  await page.getByRole('button', { name: 'Show all members' }).click()
  await expect(page).toHaveURL(`${employer}?limit=25`)
  for (const order of ['staffNumber', '-staffNumber']) {
    await page.getByRole('columnheader', { name: 'Staff number' }).getByRole('button').click()
    await expect(page).toHaveURL(`${employer}?limit=25&sort=${order}`)
  }
  await page.reload()
  await expect(rows.nth(1)).toContainText(`P${staff(membersCount)}`)

  // All that is listed is downloaded as it is ordered and searched, not the page of it alone.
  const [all] = await Promise.all([page.waitForEvent('download'), chooseFrom(page, 'Download', 'CSV')])
  const staffNumbers = parse(readFileSync(await all.path()), { bom: true }).map(([, , number]: string[]) => number)
  expect(staffNumbers).toEqual([
    'Staff number',
    ...numbers()
      .map((n) => `P${staff(n)}`)
      .toReversed(),
  ])
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page).toHaveURL(`${employer}?limit=25&tab=details`)
  await page.reload()
  await expect(factOf(page, 'Account in the books')).toHaveText('1110-001')
  await page.getByRole('tab', { name: `Members (${membersCount})` }).click()
  await expect(page).toHaveURL(`${employer}?limit=25`)

  // A press anywhere on a row follows its link, and Back finds the list as it was. Rows that are still grey lead nowhere.
  await expect(rows.nth(1)).toContainText('Obi 001')
  await rows.nth(1).getByRole('cell').nth(2).click()
  await expect(page).toHaveURL(/\/coop\/member\/[0-9a-f-]{36}\?tab=details$/)
  await page.goBack()
  await expect(page).toHaveURL(`${employer}?limit=25`)

  // What opens has its name in the address and leaves the page as it was; a name that nothing has opens nothing.
  const drawer = page.getByRole('dialog', { name: 'Assign from a file' })
  await page.goto(`${employer}?page=3&do=assign`)
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`${employer}?page=3`)
  await expect(rows.nth(1)).toContainText('Obi 021')
  await page.goto(`${employer}?do=constructor`)
  await expect(rows.nth(1)).toContainText('Obi 001')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // What fails says so in its place, and the next try brings it.
  await page.route(/\/employers\/[0-9a-f-]{36}\/members\?/, (route) => route.fulfill(fail))
  await page.goto(`${employer}?page=4`)
  await expect(failed('Failed to load the members')).toBeVisible()
  await page.unroute(/\/employers\/[0-9a-f-]{36}\/members\?/)
  await failed('Failed to load the members').getByRole('button', { name: 'Try again' }).click()
  await expect(rows.nth(1)).toContainText('Obi 031')

  // Until the record comes, its page has the figures and tabs already; what does not come is asked for again.
  let answer = () => undefined as void
  const held = new Promise<void>((resolve) => (answer = resolve))
  const unknown = '/employers/0192f0c1-0000-7000-8000-000000000001'
  await page.route(`**/api/financial${unknown}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(employer.replace(/\/employers\/.*/, unknown))
  await expect(page.getByLabel('Deducted, not yet remitted').getByText('Over 90 days')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Members', 'Columns', 'Details'])
  answer()
  await expect(failed('Failed to load the employer')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  const again = page.waitForRequest(`**/api/financial${unknown}`)
  await failed('Failed to load the employer').getByRole('button', { name: 'Try again' }).click()
  await again

  // The heading of a long list stays in sight; what opens over its rows draws none of them again, a tick draws its own.
  const drawnRows = await countDrawnRows(page)
  await page.goto(`${employer}?limit=100`)
  await expect(rows).toHaveCount(101)
  // Not the shape that is shown while it loads.
  await expect(rows.nth(100)).toContainText(/\d/)
  await rows.nth(100).scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: 'Staff number' })).toBeInViewport()
  expect(await drawnRows()).toBeGreaterThanOrEqual(100)
  await page.getByRole('button', { name: 'Assign from a file' }).click()
  await expect(drawer.getByText('Drop the file here')).toBeVisible()
  expect(await drawnRows()).toBe(0)
  await page.goto(`${server.url}/coop/member-management?limit=100`)
  const ticks = page.getByRole('checkbox', { name: 'Select this row' })
  await expect(ticks).toHaveCount(100)
  await drawnRows()
  await ticks.nth(7).check()
  await expect(page.getByText('1 member selected')).toBeVisible()
  expect(await drawnRows()).toBe(1)
  await page.goto(employer)
}

/**
 * Counts the rows of tables that React draws, from the next document on: it tells its developer tools of each commit, and what
 * it drew has the flag of performed work. What is given says how many since it was asked last.
 */
async function countDrawnRows(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    type Fiber = { type: unknown; flags: number; child: Fiber | null; sibling: Fiber | null; alternate: Fiber | null }
    const counter = window as unknown as { drawnRows: number }
    counter.drawnRows = 0
    const count = (fiber: Fiber | null, isInBody: boolean) => {
      for (let each = fiber; each; each = each.sibling) {
        if (isInBody && each.child?.type === 'tr' && each.flags & 1) counter.drawnRows += 1
        // The same children as before were not looked at.
        if (each.child && each.child !== each.alternate?.child) count(each.child, each.type === 'tbody')
      }
    }
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, { current }: { current: Fiber }) => count(current.child, false),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })
  return () =>
    page.evaluate(() => {
      const counter = window as unknown as { drawnRows: number }
      const drawn = counter.drawnRows
      counter.drawnRows = 0
      return drawn
    })
}

/** On a phone each card has its labels in the order of the columns, and they begin at the left or in the middle. */
async function expectComparable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const cards = await page.getByRole('table', { name: 'Lines of the return' }).evaluate((table) => {
    const labels = [...table.querySelectorAll('th')].map((th) => th.innerText.trim())
    return [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll<HTMLElement>('td:not(.table__card-title, .table__card-corner)')]
        .filter((cell) => cell.offsetParent !== null)
        .map((cell) => ({
          place: labels.indexOf(cell.dataset['label'] ?? ''),
          left: Math.round(cell.getBoundingClientRect().left - row.getBoundingClientRect().left),
        })),
    )
  })
  expect(cards).toHaveLength(10)
  for (const cells of cards)
    expect(cells.map(({ place }) => place)).toEqual(cells.map(({ place }) => place).toSorted((a, b) => a - b))
  expect(new Set(cards.flat().map(({ left }) => left)).size).toBeLessThanOrEqual(2)
  await page.setViewportSize({ width: 1440, height: 900 })
}

function factOf(page: Page, label: string) {
  return page.locator('dl.facts > div').filter({ hasText: label }).locator('dd')
}

async function chooseFrom(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function remit(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Record remittance' }).click()
  const drawer = page.getByRole('dialog', { name: 'Record remittance' })
  await drawer.getByLabel('Amount').fill(amount)
  await drawer.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(drawer).toBeHidden()
}
