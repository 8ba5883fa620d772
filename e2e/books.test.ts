import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { closeYear, openChecklist } from './closing-steps.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  server = await startServer()
  page = await signedIn(await browser.newContext({ acceptDownloads: true }), server.url, 'officer')
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
})
test.afterAll(async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
  await server.stop()
})

const reports = '/coop/financial-operations/reports'
const lastYear = new Date(Date.now() + 3_600_000).getUTCFullYear() - 1
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

test(
  'a total leads to its account, a line to its entry, and the entry to where it comes from',
  { tag: '@full' },
  async () => {
    await page.goto(`${server.url}${reports}`)
    await page.getByRole('link', { name: 'Trial balance' }).click()
    await expect(heading('Trial balance')).toBeVisible()
    await expect(page.getByText('Balanced', { exact: true })).toBeVisible()
    const standing = await page.getByRole('row', { name: 'Ordinary savings' }).getByRole('cell').last().textContent()
    await page.getByRole('link', { name: 'Ordinary savings' }).click()
    await expect(heading('2110 Ordinary savings')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Closing balance' }).getByRole('cell').last()).toHaveText(standing ?? '')
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('50')
    await page
      .getByRole('link', { name: /^Deposit, / })
      .first()
      .click()
    await expect(heading(/^Entry No\. \d+$/)).toBeVisible()
    await expect(page.getByText('Posted', { exact: true })).toBeVisible()
    const name = (await page.getByRole('row').nth(1).getByRole('cell').nth(2).getByRole('link').textContent()) ?? ''
    await page.getByRole('link', { name: 'A transaction' }).click()
    await expect(heading('Financial Record')).toBeVisible()
    await expect(page.getByRole('cell', { name }).first()).toBeVisible()
  },
)

test('a report is downloaded as Excel, CSV and PDF', async () => {
  await page.goto(`${server.url}${reports}/balance-sheet`)
  await expect(page.getByText('Total liabilities and funds')).toBeVisible()
  for (const [words, ending] of [
    ['Excel workbook', 'xlsx'],
    ['CSV', 'csv'],
    ['PDF to print or send', 'pdf'],
  ] as const) {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: words }).click()
    expect((await downloading).suggestedFilename()).toMatch(
      new RegExp(`^balance-sheet-\\d{4}-\\d{2}-\\d{2}\\.${ending}$`),
    )
  }
})

test('a year is closed, its figures stay, and its closing can be reversed', { tag: '@full' }, async () => {
  await page.goto(`${server.url}${reports}/closing`)
  const year = page.getByRole('row', { name: new RegExp(`31 Dec ${lastYear}`) })
  const surplus = await year.getByRole('link').first().textContent()
  await openChecklist(page, server.url, `31 Dec ${lastYear}`)
  await closeYear(page, 'Left for the next year')
  await page.goto(`${server.url}${reports}/closing`)
  await expect(year.getByText('Closed', { exact: true })).toBeVisible()
  await year.getByRole('link', { name: surplus ?? '' }).click()
  await expect(heading('Income and expenditure')).toBeVisible()
  await expect(page.getByText('Surplus of the period').locator('..')).toContainText(surplus ?? '')
  await page.goto(`${server.url}${reports}/balance-sheet`)
  await expect(page.getByText('Balanced', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Undistributed surplus' })).toBeVisible()

  await page.goto(`${server.url}${reports}/closing`)
  await year.getByRole('button', { name: 'Reverse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse closing' }).click()
  await expect(page.getByText('Give the reason')).toBeVisible()
  await page.getByLabel('Reason').fill('The auditor found a receipt')
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse closing' }).click()
  await expect(year.getByRole('link', { name: 'Close year' })).toBeVisible()
})

test('a locked day takes no deposit, until the books are reopened with a reason', { tag: '@full' }, async () => {
  await page.goto(`${server.url}${reports}/closing`)
  await page.getByRole('button', { name: 'Lock through a date' }).click()
  await page.getByLabel('Lock through').fill(`${lastYear}-12-31`)
  await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click()
  await expect(page.getByRole('heading', { name: `Locked through 31 Dec ${lastYear}` })).toBeVisible()

  await page.goto(`${server.url}/coop/financial-operations/transactions?record=deposit`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('combobox').first().fill('Chidi')
  await drawer.getByRole('option', { name: /Chidi/ }).first().click()
  await drawer.getByLabel('Amount').fill('2500')
  await drawer.getByLabel('Date paid').fill(`${lastYear}-12-31`)
  await drawer.locator('button[type=submit]').click()
  await expect(drawer.getByText(/closed|locked/i).first()).toBeVisible()

  await page.goto(`${server.url}${reports}/closing`)
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByLabel('Reason').fill('A receipt came late')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('heading', { name: 'The books are open' })).toBeVisible()
  await expect(page.getByText('A receipt came late')).toBeVisible()
})

test('an account is added, renamed, retired and brought back', { tag: '@full' }, async () => {
  await page.goto(`${server.url}${reports}/accounts`)
  await page.getByRole('button', { name: 'Add account' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Code').fill('1021')
  await drawer.getByLabel('Name').fill('Access Bank')
  await drawer.getByLabel(/is in the cash book/).check()
  await drawer.getByRole('button', { name: 'Add account' }).click()
  const row = page.getByRole('row', { name: /Access Bank/ })
  await expect(row).toContainText('In the cash book')
  await row.getByRole('button', { name: 'Actions for Access Bank' }).click()
  await page.getByRole('menuitem', { name: 'Retire' }).click()
  await page.getByRole('button', { name: 'Retire Access Bank' }).click()
  await expect(row.getByText('Retired', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Actions for Access Bank' }).click()
  await page.getByRole('menuitem', { name: 'Bring back' }).click()
  await expect(row).toContainText('In the cash book')
})

test('the books prove themselves on the page', async () => {
  await page.goto(`${server.url}${reports}/proof`)
  await expect(page.getByText('The books agree', { exact: true })).toBeVisible()
  await expect(page.getByText('Holds', { exact: true })).toHaveCount(7)
})
