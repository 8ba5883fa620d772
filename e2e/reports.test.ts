import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { addMonths, dayIn, lastDayOf, periodOf } from '#core/calendar.ts'
import { reportGroups, reports } from '#features/accounting/books/rules/report.ts'
import { officerToken } from './calls.ts'
import { arrived } from './screens.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

const path = '/coop/financial-operations/reports'
const lastMonth = lastDayOf(addMonths(periodOf(dayIn(new Date())), -1))

let server: RunningServer
let token: string
test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

for (const width of [390, 1440]) {
  test(`at ${width} px reports are in groups, lead from each row to what is behind it, and are downloaded`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ acceptDownloads: true, viewport: { width, height: 844 } })
    const page = await signedIn(context, server.url, 'officer')
    page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

    await page.goto(`${server.url}${path}`)
    for (const group of reportGroups)
      await expect(page.getByRole('heading', { level: 2, name: group, exact: true })).toBeVisible()
    for (const { title } of reports) await expect(page.getByText(title, { exact: true }).first()).toBeVisible()

    // From a product to its late loans, from a loan to its page, and from a class to its loans.
    await page.getByRole('link', { name: 'Portfolio at risk' }).click()
    await expect(heading('Portfolio at risk')).toBeVisible()
    await page.getByRole('link', { name: 'Regular', exact: true }).click()
    await expect(heading('Loans in arrears')).toBeVisible()
    await expect(page.getByLabel('Loan product')).toHaveText(/Regular/)
    await page.getByRole('link', { name: 'Regular', exact: true }).first().click()
    await expect(page).toHaveURL(/\/coop\/loan-management\/[0-9a-f-]{36}/)
    await page.goto(`${server.url}${path}/provisions`)
    await page.getByRole('link', { name: 'Performing' }).click()
    await expect(heading('Register of loans')).toBeVisible()
    await expect(page.getByLabel('Class')).toHaveValue('Performing')
    await expect(page.getByRole('link', { name: 'Regular', exact: true }).first()).toBeVisible()

    // Another day has the figures of that day, and the file is of the day and the filter on the screen.
    await page.goto(`${server.url}${path}/loans?to=${lastMonth}`)
    const { summary, total } = await totalsOf(`loans?asOf=${lastMonth}`)
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(naira(summary.totals['outstanding']))
    await page.getByLabel('Class').selectOption('Performing')
    await expect(page).toHaveURL(/class=Performing/)
    const performing = await totalsOf(`loans?asOf=${lastMonth}&class=Performing`)
    expect(performing.total).toBeLessThan(total)
    await expect(page.getByRole('row', { name: /^Total/ })).toContainText(
      naira(performing.summary.totals['outstanding']),
    )
    const rows = await downloaded(page, 'CSV', new RegExp(`^loans-${lastMonth}\\.csv$`))
    expect(rows).toHaveLength(performing.total + 2)
    expect(rows.at(-1)).toContain(naira(performing.summary.totals['outstanding']).replaceAll(/[₦,]/g, ''))

    // A member, and a month.
    await page.goto(`${server.url}${path}/members-register`)
    await page.getByLabel('Search member', { exact: true }).fill('Ngozi')
    await expect(page).toHaveURL(/q=Ngozi/)
    // What is found takes the place of rows of which one has the same name.
    await arrived(page)
    await page
      .getByRole('link', { name: /Ng[oọ]zi/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/coop\/member\/[0-9a-f-]{36}/)
    await page.goto(`${server.url}${path}/deduction-schedule`)
    await page.getByRole('link', { name: 'Ministry of Health' }).first().click()
    await expect(page).toHaveURL(/\/deductions\/[0-9a-f-]{36}/)
    await page.goto(`${server.url}${path}/deduction-variance`)
    await expect(page.getByRole('cell', { name: 'No return yet' }).first()).toBeVisible()
    const monthAfter = page.getByRole('button', { name: 'Month after' })
    await monthAfter.click()
    await expect(page.getByRole('link', { name: 'Ministry of Works' }).first()).toBeVisible()
    await monthAfter.click()
    await expect(page.getByText('Nothing to compare in this month')).toBeVisible()
    await context.close()
  })
}

type Reply = { total: number; summary: { totals: Record<string, number> } }

async function totalsOf(asked: string): Promise<Reply> {
  const response = await fetch(`${server.url}/api/financial/reports/${asked}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { meta } = (await response.json()) as { meta: Reply }
  return meta
}

function naira(amount = 0): string {
  return `₦${new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2 }).format(amount)}`
}

async function downloaded(page: Page, words: string, name: RegExp): Promise<string[][]> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: words }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(name)
  return parse(readFileSync(await download.path()), { bom: true })
}
