import { expect } from '@playwright/test'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { goToReview } from './apply.ts'
import { call, officerToken } from './calls.ts'
import { downloaded, pdfText } from './downloads.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

/** The 25th of the months from the first that is fifteen days away, unless that is a weekend or a holiday: then the next working day. */
async function dueDays(id: string, token: string): Promise<Day[]> {
  const { instalments } = await call<{ instalments: { dueOn: Day }[] }>(
    server,
    'GET',
    `/financial/loan-config/${id}/preview?principal=60000&instalments=6`,
    token,
  )
  return instalments.map(({ dueOn }) => dueOn)
}

test(
  'a product with a moratorium, a rate by length and whole naira is the same on phone, agreement and books',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const token = await officerToken(server)
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/financial-operations/setup?tab=loans',
    )
    await page.getByRole('button', { name: 'Add loan' }).click()
    const product = page.getByRole('dialog', { name: 'Add loan' })
    await product.getByLabel('Name', { exact: true }).fill('Harvest')
    await product.getByRole('combobox', { name: 'Interest', exact: true }).selectOption('flat')
    await product.getByLabel('Yearly rate in percent').fill('18')
    await product.getByLabel('Instalments at most').fill('12')
    await product.getByLabel('Savings multiple').fill('2')
    await product.getByText('Advanced', { exact: true }).click()
    await product.getByText('Another rate for shorter loans').click()
    await product.getByRole('button', { name: 'Add a rate' }).click()
    await product.getByLabel('Up to instalments').fill('6')
    await product.getByRole('textbox', { name: 'Yearly rate in percent' }).nth(1).fill('12')
    await product.getByText('Repayment', { exact: true }).click()
    await product.getByLabel('First instalments without principal').fill('2')
    await product.getByLabel('Round instalments to naira').fill('500')
    await product.getByText('Days', { exact: true }).click()
    await product.getByLabel('Due on day of the month').fill('25')
    await product.getByLabel('A due day at a weekend or on a public holiday').selectOption('next')

    // 60,000 over six months at 12 %: 600 a month; then four times 15,000 and 600, rounded to 15,500, and what that leaves.
    const example = product.getByRole('region', { name: 'Example' })
    await example.getByLabel('Amount').fill('60000')
    await example.getByLabel('Instalments').fill('6')
    const totals = ['₦600.00', '₦600.00', '₦15,500.00', '₦15,500.00', '₦15,500.00', '₦15,900.00']
    await expect(example.getByRole('row').filter({ hasText: '₦600.00' }).locator('td:last-child')).toHaveText(totals)
    await expectClean(page, 'a product with its example')
    await product.getByRole('button', { name: 'Add loan' }).click()
    await expect(product).toBeHidden()

    const [harvest] = (
      await call<{ id: string; name: string }[]>(server, 'GET', '/financial/loan-configs', token)
    ).filter(({ name }) => name === 'Harvest')
    const id = harvest?.id ?? ''
    await call(server, 'PUT', `/financial/loan-config/${id}`, token, { guarantorsRequired: 0 })
    const days = await dueDays(id, token)
    expect(days).toHaveLength(6)
    expect(days.every((day) => day.slice(8) >= '25' || day.slice(8) <= '05')).toBe(true)

    const phone = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      server.url,
      'member',
      '/member/loans/apply',
    )
    await phone
      .getByRole('combobox', { name: 'Loan', exact: true })
      .selectOption({ label: 'Harvest, 12 to 18 % a year' })
    await expect(phone.getByText('Every month, at most 12 months. Up to 6: 12 %, more: 18 %')).toBeVisible()
    await phone.getByLabel('How much').or(phone.getByLabel('Amount')).first().fill('60000')
    await phone.getByLabel('Instalments').fill('6')
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone.getByRole('table', { name: 'If it is paid out today' }).getByText('₦15,900.00')).toBeVisible()
    await expect(phone.getByText('The first 2 instalments repay no principal.')).toBeVisible()
    await expectClean(phone, 'the terms of the loan, on a phone')
    await phone.getByRole('button', { name: 'Back' }).click()
    await goToReview(phone)
    await phone.getByRole('button', { name: /^Apply for ₦60,000/ }).click()
    await expect(phone.getByRole('heading', { name: 'Harvest loan' })).toBeVisible()
    const loanId = new URL(phone.url()).pathname.split('/').at(-1) ?? ''

    await call(server, 'POST', `/financial/loans/${loanId}/approve`, token, {})
    await call(server, 'POST', `/financial/loans/${loanId}/disburse`, token, { to: 'cash' })
    await phone.reload()
    const schedule = phone.getByRole('table', { name: 'Schedule' })
    await expect(schedule.getByText('₦15,900.00').first()).toBeVisible()
    for (const day of days) await expect(schedule.getByText(dayText(day))).toBeVisible()
    await expect(phone.getByText('Instalments are rounded to ₦500.00; the last one evens it out.')).toBeVisible()
    await expectClean(phone, 'the running loan, on a phone')

    const agreement = await pdfText(await downloaded(phone, 'Agreement'))
    for (const words of [
      'The first 2 instalments repay no principal.',
      'Instalments are due on day 25 of the month.',
      'Interest is 12 % a year.',
      '15,900.00',
      ...days.map(dayText),
    ])
      expect(agreement.replaceAll(/\s+/g, ' ')).toContain(words)

    // The books: 60,000 lent, and the first instalment is interest alone.
    const lent = await netOf(token, 'Harvest loans')
    expect(lent).toBe(60_000)
    const income = await netOf(token, 'Interest on loans')
    await call(server, 'POST', `/financial/loans/${loanId}/repayments`, token, { amount: 600, on: dayIn(new Date()) })
    const after = await call<{ outstanding: number }>(server, 'GET', `/financial/loans/${loanId}`, token)
    // Nothing is due yet, so it is held for the first instalment, which is interest alone.
    expect([after.outstanding, await netOf(token, 'Harvest loans'), await netOf(token, 'Interest on loans')]).toEqual([
      60_000,
      60_000,
      income - 600,
    ])
    const adminUrl = await server.adminUrl()
    expect(await runChecks(adminUrl)).toEqual([])
  },
)

test(
  'a loan whose interest was taken off at the start is settled for less, by what its days have not earned',
  { tag: '@full' },
  async ({ browser }) => {
    const token = await officerToken(server)
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      '/coop/financial-operations/setup?tab=loans',
    )
    await page.getByRole('button', { name: 'Add loan' }).click()
    const product = page.getByRole('dialog', { name: 'Add loan' })
    await product.getByLabel('Name', { exact: true }).fill('Sallah')
    await product.getByLabel('Yearly rate in percent').fill('12')
    await product.getByLabel('Instalments at most').fill('12')
    await product.getByLabel('Savings multiple').fill('2')
    await product.getByText('Advanced', { exact: true }).click()
    await product.getByText('Repayment', { exact: true }).click()
    const rebate = product.getByLabel('Give back interest that is not earned yet when a loan is settled early')
    await expect(rebate).toBeHidden()
    await product.getByRole('combobox', { name: 'Interest', exact: true }).selectOption('upfront')
    await rebate.check()
    await expectClean(page, 'a product that gives upfront interest back')
    await product.getByRole('button', { name: 'Add loan' }).click()
    await expect(product).toBeHidden()

    const products = await call<{ id: string; name: string }[]>(server, 'GET', '/financial/loan-configs', token)
    const id = products.find(({ name }) => name === 'Sallah')?.id ?? ''
    await call(server, 'PUT', `/financial/loan-config/${id}`, token, { guarantorsRequired: 0, overdueDaysMax: null })
    const [member] = await call<{ memberid: string }[]>(server, 'GET', '/members/search?q=08031200000', token)
    const { id: loanId } = await call(server, 'POST', '/financial/loans', token, {
      memberId: member?.memberid,
      loanConfigId: id,
      principal: 12_000,
      instalments: 12,
    })
    await call(server, 'POST', `/financial/loans/${loanId}/approve`, token, {})
    await call(server, 'POST', `/financial/loans/${loanId}/disburse`, token, { to: 'cash' })
    await page.goto(`${server.url}/coop/loan-management/${loanId}`)
    await page.getByRole('button', { name: 'Settle today' }).click()
    // On its first day none of the 1,440 is earned.
    const settle = page.getByRole('dialog', { name: 'Settle this loan today?' })
    await expect(settle.getByText('Rebate of upfront interest')).toBeVisible()
    await expect(settle.getByText('₦1,440.00')).toBeVisible()
    await expectClean(page, 'the settlement with its rebate')
    await settle.getByRole('button', { name: 'Record ₦10,560.00' }).click()
    const payments = page.getByRole('table', { name: 'Payments' })
    await expect(payments.getByRole('row').filter({ hasText: 'rebate of interest' })).toContainText('₦1,440.00')
    await expect(payments.getByRole('button', { name: 'Reverse' })).toHaveCount(2)
  },
)

async function netOf(token: string, name: string): Promise<number> {
  const { accounts } = await call<{ accounts: { name: string; debit: number; credit: number }[] }>(
    server,
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  return accounts.filter((each) => each.name === name).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
}
