import { type Browser, expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { kobo, type Kobo, moneyText } from '#core/money.ts'
import { goToGuarantors } from './apply.ts'
import { call, officerToken } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** The sample member who can log in. */
const member = { name: 'Adébáyọ̀ Adéyẹmí', phone: '+2348031200000' }
const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

test('an officer records a deposit and a withdrawal, and reverses one', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, '/coop/financial-operations/transactions')
  await record(
    page,
    'deposit',
    '12,500.50',
    'Record ₦12,500.50',
    `Record ₦12,500.50 into Ordinary savings for ${member.name}`,
  )
  await record(page, 'withdrawal', '2k', 'Pay out ₦2,000.00', `Pay ₦2,000.00 from Ordinary savings to ${member.name}`)

  await page.getByLabel('Type').selectOption('withdrawal')
  await page
    .getByRole('row')
    .filter({ hasText: member.name })
    .filter({ hasText: '2,000.00' })
    .getByRole('button', { name: member.name })
    .click()
  const drawer = page.getByRole('dialog', { name: 'Withdrawal' })
  await drawer.getByRole('button', { name: 'Reverse ₦2,000.00' }).click()
  const question = page.getByRole('dialog', { name: 'Reverse this withdrawal?' })
  await question.getByRole('button', { name: 'Reverse ₦2,000.00' }).click()
  await expect(question.getByText('Give the reason')).toBeVisible()
  await question.getByLabel('Reason').fill('Paid to the wrong person')
  await expectClean(page, 'a reversal')
  await question.getByRole('button', { name: 'Reverse ₦2,000.00' }).click()
  await expect(drawer.getByText('Paid to the wrong person')).toBeVisible()
  await expect(drawer.getByText('Reversed', { exact: true }).first()).toBeVisible()
  await expect(drawer.getByText('Reversing entry')).toBeVisible()
})

test('a member asks for their money on a phone, an officer approves it, and the member sees it', async ({
  browser,
}) => {
  test.setTimeout(400_000)
  const own = await memberPage(browser, '/member/transactions')
  await own.getByRole('button', { name: 'Request a withdrawal' }).click()
  const form = own.getByRole('dialog', { name: 'Request a withdrawal' })
  await form.getByLabel('Amount').fill('999m')
  await expect(form.getByText('Nothing leaves your account until they approve it.')).toBeVisible()
  await form.getByRole('button', { name: 'Request ₦999,000,000.00' }).click()
  await expect(form.getByText(/^Only ₦[\d,.]+ is free on this account/)).toBeVisible()
  await form.getByLabel('Amount').fill('1,500')
  await expectClean(own, 'asking for a withdrawal')
  await form.getByRole('button', { name: 'Request ₦1,500.00' }).click()
  await expect(form).toBeHidden()
  await expect(own.getByText('Waiting').last()).toBeVisible()

  const page = await officerPage(browser)
  // It waits for the officer where they begin, and is one press away.
  await expectClean(page, 'what waits on the dashboard')
  const approvals = page.getByRole('link', { name: /approvals to give$/ })
  const count = Number.parseInt((await approvals.textContent()) ?? '', 10)
  await approvals.click()
  const waiting = page.getByRole('table', { name: 'What waits for approval' })
  await expect(waiting).toContainText('1,500.00')
  await expect(waiting.locator('tbody tr')).toHaveCount(count)
  await page.goto(`${server.url}/coop/financial-operations/money`)
  await page.getByText('Show as table').click()
  await expect(
    page.getByRole('table', { name: /^Money in and out of the last 12 months/ }).getByRole('row'),
  ).toHaveCount(13)
  await expectClean(page, 'the money of the society')
  await page.goto(`${server.url}/coop/financial-operations/transactions?status=pending`)
  await page.getByRole('button', { name: member.name }).click()
  await page.getByRole('dialog', { name: 'Withdrawal' }).getByRole('button', { name: 'Approve ₦1,500.00' }).click()
  await page.getByRole('dialog', { name: 'Pay this out?' }).getByRole('button', { name: 'Approve ₦1,500.00' }).click()
  await expect(page.getByRole('dialog', { name: 'Withdrawal' }).getByText('Posted', { exact: true })).toBeVisible()

  await own.reload()
  await own.getByRole('button', { name: 'Withdrawal', exact: true }).first().click()
  const told = own.getByRole('dialog', { name: 'Withdrawal' })
  await expect(told.getByText('Posted', { exact: true })).toBeVisible()
  await expect(told.getByText(/^Approved/)).toBeVisible()
})

test(
  'a member applies for a loan with guarantors whom they name by number, and no officer approves it before they have accepted',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const own = await memberPage(browser, '/member/loans')
    await expect(own.getByText(/all loans together may reach 2 times the savings of/).first()).toBeVisible()
    await own.getByRole('button', { name: 'Apply for a loan' }).first().click()
    const form = own.getByRole('main')
    await form.getByLabel('Amount').fill('50k')
    await form.getByLabel('Instalments').fill('10')
    await form.getByLabel('Purpose').fill('Sewing machine')
    await goToGuarantors(own)
    await form.getByRole('button', { name: 'Continue' }).click()
    await expect(form.getByText('Name 2 guarantors')).toBeVisible()
    for (const number of ['AJO-DEM234/00002', 'AJO-DEM234/00003']) {
      await form.getByLabel('Guarantors').first().fill(number)
      await form.getByRole('button', { name: 'Add' }).click()
      await expect(form.getByRole('list', { name: 'Guarantors named' }).getByText(number)).toBeVisible()
    }
    await expectClean(own, 'asking for a loan')
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByRole('button', { name: 'Apply for ₦50,000.00' }).click()
    await expect(own.getByText('0 of 2 needed have accepted.')).toBeVisible()

    const page = await officerPage(browser, '/coop/loan-management')
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    await page.getByRole('button', { name: member.name }).click()
    const drawer = page.getByRole('dialog', { name: 'Regular loan' })
    await expect(drawer.getByText('Sewing machine')).toBeVisible()
    await drawer.getByRole('button', { name: 'Approve ₦50,000.00' }).click()
    await page
      .getByRole('dialog', { name: 'Approve this loan?' })
      .getByRole('button', { name: 'Approve ₦50,000.00' })
      .click()
    await expect(
      page.getByText(
        'This loan needs 2 guarantors who have accepted, and none has. Wait for their answers, or replace who declined.',
      ),
    ).toBeVisible()

    await own.getByRole('button', { name: 'Withdraw' }).click()
    await own
      .getByRole('dialog', { name: 'Withdraw this application?' })
      .getByRole('button', { name: 'Withdraw ₦50,000.00' })
      .click()
    await expect(own.getByText('Withdrawn', { exact: true })).toBeVisible()
  },
)

test('the configuration is changed in words that anybody reads, and the history shows it', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, '/coop/financial-operations/setup')
  await page.getByLabel('Months to wait after joining').fill('9')
  await expect(page.getByText('1 setting changed, not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('No changes.')).toBeVisible()

  await page.getByRole('tab', { name: 'Account types' }).click()
  await page.getByRole('button', { name: 'Add account type' }).click()
  const added = page.getByRole('dialog', { name: 'Add account type' })
  await added.getByLabel('Name').fill('Christmas savings')
  await added.getByRole('button', { name: 'Add account type' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Christmas savings' })).toBeVisible()
  await expectClean(page, 'account types')

  await page.getByRole('tab', { name: 'Loans' }).click()
  await page.getByRole('button', { name: 'Actions for Emergency', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit Emergency' })
  await edited.getByLabel('Yearly rate in percent').fill('7.5')
  await edited.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Emergency' })).toContainText('7.5 %')

  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Months to wait after joining: 6 → 9')).toBeVisible()
  await expect(page.getByText('Yearly rate, percent: 10 → 7.5')).toBeVisible()
  await expect(page.getByText('Name: Christmas savings')).toBeVisible()
  await expectClean(page, 'the history')
})

test(
  'a figure is called what it is: agreed savings, what a deposit comes to, a voucher’s kind, an overdue loan, and what was paid beside what was expected',
  { tag: '@full' },
  async ({ browser }) => {
    const token = await officerToken(server)
    const ask = async <Row>(path: string) => call<Row[]>(server, 'GET', path, token)
    const page = await officerPage(browser, '/coop/dashboard')
    // What came in is the full colour, what was planned the hatched one.
    const keys = page.locator('.bar-chart').first().locator('.bar-chart__key')
    await expect(keys).toHaveText(['Paid', 'Expected'])
    await expect(keys.last().locator('rect')).toHaveAttribute('fill', /hatch/)

    type Deposit = { certificate: string; memberId: string; principal: number; interestAtMaturity: number }
    const deposits = await ask<Deposit>('/financial/fixed-deposits?status=open&limit=100')
    const deposit = deposits.find(({ interestAtMaturity }) => interestAtMaturity > 0)
    const { certificate = '', memberId, principal = 0, interestAtMaturity = 0 } = deposit ?? {}
    await page.goto(`${server.url}/coop/financial-operations/fixed-deposits`)
    await expect(page.getByRole('columnheader', { name: 'At maturity' })).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: certificate })).toContainText(
      moneyText(koboOf(principal + interestAtMaturity)),
    )

    await page.goto(`${server.url}/coop/member/${memberId}`)
    const figure = (label: string) => page.locator('.figure').filter({ hasText: label })
    await expect(figure('Fixed deposits')).toContainText('until they mature')
    await expect(figure('Fixed deposits')).not.toContainText('each month')
    await expect(figure('Savings')).toContainText('agreed each month')

    const [bought] = await ask<{ entryId: string }>('/financial/transactions?type=share_purchase&limit=1')
    await page.goto(`${server.url}/coop/financial-operations/reports/entries/${bought?.entryId}`)
    await expect(page.getByText('Shares bought', { exact: true })).toBeVisible()
    await expect(page.getByText('share_purchase')).toHaveCount(0)

    const running = await ask<{ inArrears: boolean }>('/financial/loans?status=active&limit=100')
    const late = running.filter(({ inArrears }) => inArrears)
    expect(late.length).toBeGreaterThan(0)
    await page.goto(`${server.url}/coop/loan-management?status=active&limit=100`)
    const tags = page.locator('tbody .tag')
    await expect(tags.filter({ hasText: /^Overdue$/ })).toHaveCount(late.length)
    await expect(tags.filter({ hasText: /^Active$/ })).toHaveCount(running.length - late.length)
  },
)

test('afterwards the books prove themselves', async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

const koboOf = (naira: number): Kobo => kobo(Math.round(naira * 100))

async function record(
  page: Page,
  type: 'deposit' | 'withdrawal',
  amount: string,
  button: string,
  sentence: string,
): Promise<void> {
  await page.getByRole('button', { name: `Record ${type}` }).click()
  const form = page.getByRole('dialog', { name: `Record ${type}` })
  await form.getByRole('combobox', { name: 'Member' }).fill('AJO-DEM234/00001')
  await form.getByRole('option', { name: member.name }).click()
  await form.getByLabel('Amount').fill(amount)
  await expect(form.getByText(sentence)).toBeVisible()
  await form.getByRole('button', { name: button }).click()
  await expect(form).toBeHidden()
}

async function officerPage(browser: Browser, path?: string): Promise<Page> {
  return signIn(await newPage(browser, laptop), server, 'officer', undefined, path)
}

async function memberPage(browser: Browser, path?: string): Promise<Page> {
  return signIn(await newPage(browser, phone), server, 'member', [member.phone, 'sample-member'], path)
}

/** Anything that the browser complains about fails the test. */
async function newPage(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  page.on('pageerror', (error) => expect(error, 'an error on the page').toBeUndefined())
  return page
}
