import { type Browser, expect, type Page } from '@playwright/test'
import { addMonthsToDay, type Day, dayIn, daysBetween } from '#core/calendar.ts'
import { kobo, moneyText } from '#core/money.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

const member = { name: 'Adébáyọ̀ Adéyẹmí', phone: '+2348031200000' }

test('an officer looks at the interest of a quarter, posts it and reverses it', async ({ browser }) => {
  test.setTimeout(400_000)
  const page = await officerPage(browser, '/coop/financial-operations/interest')
  await expect(page.getByText('4 % a year on the least balance of the period')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: member.name })
  await expect(row).toContainText('₦')
  await expectClean(page, 'interest worked out')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^interest-\d{4}-\d\d-01-to-.*\.csv$/)

  await page.getByRole('button', { name: 'Post interest' }).click()
  const dialog = page.getByRole('dialog', { name: /^Post ₦[\d,.]+ of interest\?$/ })
  await expect(dialog).toContainText('as one voucher')
  await expectClean(page, 'posting interest')
  await dialog.getByRole('button', { name: 'Post interest' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Posted through')).toBeVisible()

  await page.getByRole('tab', { name: 'Posted' }).click()
  // The newest run is on top; the sample society has posted an earlier quarter.
  const newest = page.getByRole('row').filter({ hasText: 'Ordinary savings' }).first()
  await expect(newest).toContainText('Posted')
  await page
    .getByRole('button', { name: /^Actions for Ordinary savings/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Reverse' }).click()
  const question = page.getByRole('dialog', { name: 'Reverse this interest?' })
  await question.getByLabel('Reason').fill('The meeting chose another rate')
  await question.getByRole('button', { name: 'Reverse interest' }).click()
  await expect(question).toBeHidden()
  await expect(newest).toContainText('Reversed')
  await page.getByRole('tab', { name: 'Calculate' }).click()
  await expect(page.getByRole('button', { name: 'Post interest' })).toBeEnabled()
})

test(
  'an officer has interest on loans and deposits counted as it is earned, posts a month end and reverses it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const page = await officerPage(browser, '/coop/financial-operations/interest?tab=loans')
    await expect(page.getByText('Interest is counted when it is paid')).toBeVisible()
    await expectClean(page, 'interest on loans by cash')
    await page.getByRole('link', { name: 'Change the setting' }).click()
    await page.getByLabel('Interest is counted').selectOption('accrual')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Settings changed')).toBeVisible()

    await page.goto(`${server.url}/coop/financial-operations/interest?tab=loans`)
    const loans = page.getByRole('table', { name: 'Interest loan by loan' })
    await expect(loans.getByRole('row').filter({ hasText: member.name })).toContainText('₦')
    // 200,000 at 10 % a year, opened four months ago.
    const deposits = page.getByRole('table', { name: 'Interest deposit by deposit' })
    const monthEnd = (await page.getByRole('combobox', { name: 'Month end' }).inputValue()) as Day
    const days = daysBetween(addMonthsToDay(dayIn(new Date()), -4), monthEnd)
    const earned = moneyText(kobo((2n * 20_000_000n * BigInt(days) + 3650n) / 7300n))
    await expect(deposits.getByRole('row').filter({ hasText: 'FD-00001' })).toContainText(earned)
    await expectClean(page, 'interest on loans and deposits worked out')
    await page.getByRole('button', { name: 'Post interest' }).click()
    const dialog = page.getByRole('dialog', { name: /^Post interest for / })
    await expect(dialog).toContainText('Fixed deposits have earned ₦')
    await expectClean(page, 'posting interest on loans')
    await dialog.getByRole('button', { name: 'Post interest' }).click()
    await expect(dialog).toBeHidden()
    const posted = page.getByRole('table', { name: 'Posted month ends' })
    await expect(posted.getByRole('row').nth(1)).toContainText('Posted')
    await posted
      .getByRole('button', { name: /^Actions for / })
      .first()
      .click()
    await page.getByRole('menuitem', { name: 'Reverse' }).click()
    const question = page.getByRole('dialog', { name: 'Reverse this interest?' })
    await question.getByLabel('Reason').fill('The wrong month')
    await question.getByRole('button', { name: 'Reverse interest' }).click()
    await expect(question).toBeHidden()
    await expect(posted.getByRole('row').nth(1)).toContainText('Reversed')
  },
)

test(
  'an officer opens a deposit and breaks it, pays out a matured one, and the member sees their own',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const page = await officerPage(browser, '/coop/financial-operations/fixed-deposits')
    await expect(page.getByText('Matured deposits, 1 waiting')).toBeVisible()
    await page.getByRole('button', { name: 'Open a deposit' }).click()
    const drawer = page.getByRole('dialog', { name: 'Open a deposit' })
    await drawer.getByRole('button', { name: 'Open the deposit' }).click()
    await expect(drawer.getByText('Choose the member')).toBeVisible()
    await drawer.getByRole('combobox', { name: 'Member' }).fill('AJO-DEM234/00001')
    await drawer.getByRole('option', { name: member.name }).click()
    await drawer.getByLabel('Amount').fill('50k')
    await expect(drawer.getByText(/^Matures on .* with ₦[\d,.]+ of interest at 10 % a year\.$/)).toBeVisible()
    await expectClean(page, 'opening a deposit')
    await drawer.getByRole('button', { name: 'Open the deposit' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'FD-00004' })).toContainText('Open')

    await page.getByRole('button', { name: 'Actions for FD-00004' }).click()
    await page.getByRole('menuitem', { name: 'Break' }).click()
    const question = page.getByRole('dialog', { name: 'Break FD-00004?' })
    await expect(question).toContainText('no interest on ordinary savings')
    await question.getByLabel('Reason').fill('School fees')
    await question.getByRole('button', { name: 'Break the deposit' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'FD-00004' })).toContainText('Broken')

    await page.getByRole('button', { name: 'Pay out or renew it' }).click()
    await page
      .getByRole('dialog', { name: 'Pay out or renew 1 deposit?' })
      .getByRole('button', { name: 'Do it for this one' })
      .click()
    await expect(page.getByText('Matured deposits, 1 waiting')).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'FD-00002' })).toContainText('Paid out')
    await expectClean(page, 'fixed deposits')

    await page.getByRole('link', { name: member.name }).first().click()
    await page.getByRole('tab', { name: 'Fixed deposits' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'FD-00001' })).toContainText('Open')

    const own = await memberPage(browser, '/member/transactions')
    await expect(own.getByText('FD-00001')).toBeVisible()
    await expect(own.getByText('FD-00004')).toBeHidden()
    await expectClean(own, "a member's own deposits")
  },
)

test(
  'an officer adds a rate to the table of a deposit, and a member gets the term and the rate of their amount',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(400_000)
    const page = await officerPage(browser, '/coop/financial-operations/setup?tab=accounts')
    const type = page.getByRole('row').filter({ hasText: 'Fixed deposit' })
    await expect(type).toContainText('6 to 10 % for 3, 6 or 12 months')
    await page.getByRole('button', { name: 'Actions for Fixed deposit' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit Fixed deposit' })
    const rates = edited.getByRole('group').filter({ hasText: 'Other terms and rates' })
    await expect(rates.getByLabel('From ₦').nth(2)).toHaveValue('500,000')
    await rates.getByRole('button', { name: 'Add a rate' }).click()
    await rates.getByLabel('Months').last().fill('6')
    await rates.getByLabel('From ₦').last().fill('500,000')
    await edited.getByRole('button', { name: 'Save changes' }).click()
    await expect(
      rates.getByText('Enter months from 1 to 120, an amount and a rate above zero in each row'),
    ).toBeVisible()
    await rates.getByLabel('% a year').last().fill('11')
    await edited.getByRole('button', { name: 'Save changes' }).click()
    await expect(rates.getByText(/^For 6 months from ₦500,000\.00 on there are two rates/)).toBeVisible()
    await expectClean(page, 'the rates of deposits')
    await rates.getByLabel('Months').last().fill('24')
    await edited.getByRole('button', { name: 'Save changes' }).click()
    await expect(type).toContainText('6 to 11 % for 3, 6, 12 or 24 months')
    // A drawer that is still closing would take its entry of the history off the next page.
    await expect(edited).toBeHidden()

    await page.goto(`${server.url}/coop/financial-operations/fixed-deposits?do=open`)
    const drawer = page.getByRole('dialog', { name: 'Open a deposit' })
    const term = drawer.getByLabel('Term')
    await expect(term).toHaveValue('12')
    await expect(term.getByRole('option', { name: '6 months' })).toHaveText(
      '6 months, 8 % from ₦10,000.00, 9 % from ₦500,000.00',
    )
    await drawer.getByRole('combobox', { name: 'Member' }).fill('AJO-DEM234/00001')
    await drawer.getByRole('option', { name: member.name }).click()
    await drawer.getByLabel('Amount').fill('511,000')
    await drawer.getByLabel('Opened on').fill('2026-01-01')
    // 126 naira a day: 511,000 at 9 %, for 181 days.
    await expect(term.getByRole('option', { name: '6 months' })).toHaveText('6 months, 9 %, ₦22,806.00 of interest')
    await term.selectOption('6')
    await expect(
      drawer.getByText('Matures on 01 Jul 2026 with ₦22,806.00 of interest at 9 % a year.', { exact: true }),
    ).toBeVisible()
    await expectClean(page, 'opening a deposit with a choice of terms')
    await drawer.getByLabel('Opened on').fill(dayIn(new Date()))
    await drawer.getByRole('button', { name: 'Open the deposit' }).click()
    await expect(drawer).toBeHidden()
    const opened = page.getByRole('row').filter({ hasText: 'FD-00005' })
    await expect(opened).toContainText('9 % for 6 months')

    const own = await memberPage(browser, '/member/transactions')
    await expect(own.getByText('9 % for 6 months')).toBeVisible()
  },
)

test(
  'an officer gives savings a rate and sees what is wrong before it is stored',
  { tag: '@full' },
  async ({ browser }) => {
    const page = await officerPage(browser, '/coop/financial-operations/setup?tab=accounts')
    await page.getByRole('button', { name: 'Actions for Special savings' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit Special savings' })
    await drawer.getByLabel('These savings earn interest').check()
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await expect(drawer.getByText('Enter a percentage with at most two decimals')).toBeVisible()
    await drawer.getByLabel('Interest a year, in percent').fill('6.5')
    await drawer.getByLabel('Posted').selectOption('month')
    await expectClean(page, 'the interest of savings')
    await drawer.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Special savings' })).toContainText(
      '6.5 % a year, every month',
    )
  },
)

test('afterwards the books prove themselves', async () => {
  const adminUrl = await server.adminUrl()
  expect(await runChecks(adminUrl)).toEqual([])
})

async function officerPage(browser: Browser, path?: string): Promise<Page> {
  return signedIn(await browser.newContext({ viewport: { width: 1440, height: 900 } }), server.url, 'officer', path)
}

async function memberPage(browser: Browser, path?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  return signIn(await context.newPage(), server, 'member', [member.phone, 'sample-member'], path)
}
