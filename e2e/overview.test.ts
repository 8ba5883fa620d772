import { type Browser, expect, type Page } from '@playwright/test'
import { kobo } from '#core/money.ts'
import { moneyText } from '#ui/format.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, type Visitor } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

const phone = { width: 390, height: 844 }
const laptop = { width: 1440, height: 900 }
const open = async (browser: Browser, visitor: Visitor, viewport: { width: number; height: number }, path: string) =>
  signedIn(await browser.newContext({ viewport }), server.url, visitor, path)
const figure = (page: Page, label: string) => page.locator('.figure', { has: page.getByText(label, { exact: true }) })
/** Naira of a reply, as the screens write it. */
const naira = (amount: number) => moneyText(kobo(Math.round(amount * 100)))
const inKobo = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

test('the dashboard shows what waits for the officer first, then six figures to the kobo', async ({ browser }) => {
  const page = await open(browser, 'officer', laptop, '/coop/dashboard')
  const figures = page.getByRole('region', { name: 'Figures of the cooperative' })
  await expect(figures.locator('.figure')).toHaveCount(6)
  const members = await call<{ savings: number; shares: number }[]>(server, 'GET', '/members?limit=100', token)
  const more = await call<typeof members>(server, 'GET', '/members?limit=100&page=2', token)
  const all = [...members, ...more]
  await expect(figure(page, 'Members')).toContainText(String(all.length))
  const savings = inKobo(all.map((member) => member.savings))
  await expect(figure(page, 'Members’ savings').locator('.figure__value')).toHaveText(naira(savings / 100))
  await expect(figure(page, 'Members’ savings')).toContainText(
    `and ${naira(inKobo(all.map(({ shares }) => shares)) / 100)} in shares`,
  )
  const month = new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)
  type Row = { expected: number; paid: number; outstanding: number }
  const rows = [
    ...(await call<Row[]>(server, 'GET', `/financial/contributions?period=${month}&limit=100`, token)),
    ...(await call<Row[]>(server, 'GET', `/financial/contributions?period=${month}&limit=100&page=2`, token)),
  ]
  const paid = figure(page, 'Contributions this month')
  await expect(paid.locator('.figure__value')).toHaveText(naira(inKobo(rows.map((row) => row.paid)) / 100))
  await expect(paid).toContainText(
    `of ${naira(inKobo(rows.map(({ expected }) => expected)) / 100)} expected, ${naira(inKobo(rows.map(({ outstanding }) => outstanding)) / 100)} outstanding`,
  )
  await expect(paid).toContainText(`${rows.filter(({ outstanding }) => outstanding > 0).length} members behind`)
  const loans = await call<{ outstanding: number; overdue: number }[]>(
    server,
    'GET',
    '/financial/loans?status=active&limit=100',
    token,
  )
  await expect(figure(page, 'Loans outstanding').locator('.figure__value')).toHaveText(
    naira(inKobo(loans.map(({ outstanding }) => outstanding)) / 100),
  )
  await expect(figure(page, 'Overdue on loans').locator('.figure__value')).toHaveText(
    naira(inKobo(loans.map(({ overdue }) => overdue)) / 100),
  )
  const waiting = await page.getByRole('heading', { name: 'Waiting for you' }).boundingBox()
  expect(waiting!.y).toBeLessThan((await figures.boundingBox())!.y)
  await expectClean(page, 'the dashboard')
})

test('a row of a list takes two lines on a phone', async ({ browser }) => {
  const page = await open(browser, 'officer', phone, '/coop/financial-operations/transactions?limit=25')
  const heights = async (name: string, row = 'tr') => {
    const rows = page.getByRole('group', { name }).locator(`tbody ${row}`)
    await expect(rows.nth(9)).toBeVisible()
    return rows.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  }
  // What waits has its tag on a line of its own.
  expect(Math.max(...(await heights('Transactions', 'tr:not(:has-text("Waiting"))')))).toBeLessThan(90)
  await page.goto(`${server.url}/coop/member-management`)
  expect(Math.max(...(await heights('Members')))).toBeLessThan(100)
  await page.goto(`${server.url}/coop/financial-operations/contributions`)
  expect(Math.max(...(await heights('Contributions of')))).toBeLessThan(100)
})

test(
  'the amount and the date of the next instalment are on one line on a phone',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await open(browser, 'member', phone, '/member/loans')
    const next = page.locator('main tbody td').filter({ hasText: /₦[\d,.]+ on \d\d \w{3} \d{4}$/ })
    await expect(next.first()).toBeVisible()
    const lines = await next.evaluateAll((cells) =>
      cells.map((cell) => {
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        const bottoms: number[] = []
        while (texts.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(texts.currentNode)
          for (const { bottom } of range.getClientRects()) bottoms.push(bottom)
        }
        // Smaller letters end a little higher on the same line.
        return Math.max(...bottoms) - Math.min(...bottoms)
      }),
    )
    expect(Math.max(...lines)).toBeLessThan(10)
    // What may be borrowed is a list of lines, whose figure leaves its name room.
    const figures = page.getByRole('region', { name: 'What you may borrow' }).locator('.figure')
    await expect(figures).toHaveCount(3)
    const widths = await figures.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().width))
    expect(Math.min(...widths)).toBeGreaterThan(phone.width * 0.85)
  },
)

test(
  'on a phone the paid instalments of a loan are folded, and one press shows them',
  { tag: '@full' },
  async ({ browser }) => {
    const loans = await call<{ id: string; status: string }[]>(
      server,
      'GET',
      '/financial/loans?status=active&limit=100',
      token,
    )
    const details = await Promise.all(
      loans.map(({ id }) =>
        call<{ id: string; schedule: { owed: number }[] }>(server, 'GET', `/financial/loans/${id}`, token),
      ),
    )
    const loan = details.find(({ schedule }) => schedule.filter(({ owed }) => owed === 0).length > 1)!
    const paid = loan.schedule.filter(({ owed }) => owed === 0).length
    const page = await open(browser, 'officer', phone, `/coop/loan-management/${loan.id}`)
    const lines = page.getByRole('group', { name: 'Schedule' }).locator('tbody tr')
    await expect(lines).toHaveCount(loan.schedule.length - paid)
    await page.getByRole('button', { name: `Show ${paid} paid instalments` }).click()
    await expect(lines).toHaveCount(loan.schedule.length)
    await expectClean(page, 'a loan on a phone')
  },
)

test(
  'a member’s page heads with four figures, and its button for a withdrawal opens the form for that member',
  { tag: '@full' },
  async ({ browser }) => {
    const loans = await call<{ memberId: string; memberName: string; overdue: number; outstanding: number }[]>(
      server,
      'GET',
      '/financial/loans?status=active&limit=100',
      token,
    )
    const late = loans.find(({ overdue }) => overdue > 0)!
    const own = loans.filter(({ memberId }) => memberId === late.memberId)
    const page = await open(browser, 'officer', laptop, `/coop/member/${late.memberId}`)
    await expect(page.getByRole('region', { name: 'Balances' }).locator('.figure__label')).toHaveText([
      'Savings',
      'Loans outstanding',
      'Fixed deposits',
      'In arrears',
    ])
    await expect(figure(page, 'Loans outstanding').locator('.figure__value')).toHaveText(
      naira(inKobo(own.map(({ outstanding }) => outstanding)) / 100),
    )
    const months = await call<{ outstanding: number; period: string }[]>(
      server,
      'GET',
      `/financial/contributions?memberId=${late.memberId}&limit=100`,
      token,
    )
    // The running month is due at its end.
    const over = months.filter(({ period }) => period < new Date(Date.now() + 3_600_000).toISOString().slice(0, 7))
    const owed = inKobo([...own.map(({ overdue }) => overdue), ...over.map(({ outstanding }) => outstanding)])
    await expect(figure(page, 'In arrears').locator('.figure__value')).toHaveText(naira(owed / 100))
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
    await page.getByRole('link', { name: 'Withdraw' }).click()
    const form = page.getByRole('dialog', { name: 'Record withdrawal' })
    await expect(form.getByRole('combobox', { name: 'Member' })).toHaveValue(late.memberName)
  },
)

test(
  'a member reads on the phone what pays the loan off today and on the next due date',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await open(browser, 'member', phone, '/member/loans')
    await page.getByRole('link', { name: 'Regular' }).first().click()
    await expect(page).toHaveURL(/\/member\/loans\/[0-9a-f-]{36}$/)
    const id = page.url().split('/').at(-1)!
    const memberToken = await page.evaluate(() => localStorage.getItem('auth_token') ?? '')
    const loan = await call<{ next: { on: string } | null }>(server, 'GET', `/financial/loans/${id}`, memberToken)
    const quote = (on?: string) =>
      call<{ amount: number; outstanding: number; interest: number; fees: number; penalties: number }>(
        server,
        'GET',
        `/financial/loans/${id}/settlement-quote${on ? `?on=${on}` : ''}`,
        memberToken,
      )
    await page.getByRole('button', { name: 'Pay off early' }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay off early' })
    const today = await quote()
    expect(inKobo([today.outstanding, today.interest, today.fees, today.penalties])).toBe(inKobo([today.amount]))
    await expect(dialog.getByText(naira(today.amount)).first()).toBeVisible()
    if (loan.next && loan.next.on > new Date(Date.now() + 3_600_000).toISOString().slice(0, 10))
      await expect(dialog.getByText(naira((await quote(loan.next.on)).amount)).first()).toBeVisible()
    await expectClean(page, 'paying off early')
  },
)

test('approvals are set in a table of action, number and amount', { tag: '@full' }, async ({ browser }) => {
  const page = await open(browser, 'officer', laptop, '/coop/financial-operations/setup')
  const table = page.getByRole('table', { name: 'What waits for another officer' })
  await expect(table.getByRole('columnheader')).toHaveText(['Action', 'Approvals', 'From amount'])
  await expect(table.getByRole('rowheader')).toHaveText([
    'Withdrawal or expense',
    'Share transfer or redemption',
    'Journal',
    'Reversal',
    'Loan write-off',
  ])
  await table.getByLabel('Approvals of a journal').selectOption('1')
  await table.getByLabel('From amount of a journal').fill('25k')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings changed', { exact: true })).toBeVisible()
  const settings = await call<{ journalApprovals: number; journalApprovalsFrom: number }>(
    server,
    'GET',
    '/financial/config',
    token,
  )
  expect([settings.journalApprovals, settings.journalApprovalsFrom]).toEqual([1, 25_000])
  await expectClean(page, 'the settings')
})
