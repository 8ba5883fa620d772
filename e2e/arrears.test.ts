import { expect } from '@playwright/test'
import { kobo, moneyText } from '#core/money.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

type Loan = {
  id: string
  overdue: number
  outstanding: number
  status: string
  schedule: { dueOn: string; owed: number }[]
}
type Portfolio = {
  totals: { overdueLoans: number; overdue: number; outstanding: number }
  kept: { loans: number; outstanding: number }
  atRisk: { days: number; outstanding: number; percent: number }[]
}
const naira = (amount: number) => moneyText(kobo(Math.round(amount * 100)))
const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

test('what the society tolerates is no arrears, and new terms cure nothing', { tag: '@full' }, async ({ browser }) => {
  const token = await officerToken(server)
  const portfolio = () => call<Portfolio>(server, 'GET', '/financial/loans/portfolio', token)
  const before = await portfolio()
  expect(before.totals.overdueLoans).toBeGreaterThan(0)

  const page = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
    '/coop/loan-management/portfolio',
  )
  const figures = page.getByRole('region', { name: 'All running loans' })
  await expect(figures.getByText(naira(before.totals.overdue))).toBeVisible()

  // All that is overdue is tolerated.
  await page.goto(`${server.url}/coop/financial-operations/setup`)
  const most = page.getByLabel('Tolerated overdue amount')
  await most.fill(String(Math.ceil(before.totals.overdue)))
  await expectClean(page, 'the settings of arrears')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings changed')).toBeVisible()
  await page.goto(`${server.url}/coop/loan-management/portfolio`)
  await expect(figures.getByText('nothing is late')).toBeVisible()
  await expect(figures.getByText('0 %', { exact: true })).toBeVisible()
  await page.goto(`${server.url}/coop/loan-management`)
  await expect(page.getByRole('table', { name: 'Loans' }).getByRole('row').nth(1)).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Overdue/ })).toBeHidden()

  await call(server, 'PUT', '/financial/config', token, { arrearsTolerance: 0 })
  const [late] = await call<Loan[]>(server, 'GET', '/financial/loans?overdue=true', token)
  const { schedule, outstanding } = await call<Loan>(server, 'GET', `/financial/loans/${late!.id}`, token)
  const since = schedule.find(({ owed }) => owed > 0)!.dueOn
  const days = (Date.parse(today()) - Date.parse(since)) / 86_400_000
  await call(server, 'POST', `/financial/loans/${late!.id}/reschedule`, token, {
    instalments: 12,
    reason: 'They were ill',
  })
  await page.goto(`${server.url}/coop/loan-management/${late!.id}`)
  await expect(
    page.getByText(
      `Counted as late by ${days} ${days === 1 ? 'day' : 'days'} until 3 instalments in a row are paid on time: 0 of 3 paid.`,
    ),
  ).toBeVisible()
  await expectClean(page, 'a loan that is counted as late')
  const after = await portfolio()
  expect(after.totals.overdueLoans).toBe(before.totals.overdueLoans - 1)
  expect(after.kept).toEqual({ loans: 1, outstanding })
  expect(after.atRisk[0]).toEqual(before.atRisk[0])
  await page.goto(`${server.url}/coop/loan-management/portfolio`)
  await expect(
    page.getByText(
      `1 loan with ${naira(outstanding)} outstanding counts as late because it was when rescheduled or topped up.`,
    ),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectClean(page, 'the portfolio on a phone')
})
