import { expect } from '@playwright/test'
import { addMonths, dayIn, lastDayOf, periodOf } from '#core/calendar.ts'
import { runChecks } from '#platform/db/run-checks.ts'
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

test(
  'an officer sets a fee and a penalty, pays out net of the fee, and waives what a late instalment cost',
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
    await page.getByRole('button', { name: 'Actions for Regular' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const product = page.getByRole('dialog', { name: 'Edit Regular' })
    await product.getByText('Fees', { exact: true }).click()
    await product.getByRole('button', { name: 'Add a fee' }).click()
    await product.getByLabel('Name of the fee').fill('Processing fee')
    await product.getByLabel('Percent', { exact: true }).fill('1')
    await expect(product.getByText('Of ₦100,000 lent with ₦12,000 of interest that is ₦1,000.00.')).toBeVisible()
    await product.getByText('Penalty', { exact: true }).first().click()
    await product.getByRole('combobox', { name: 'Penalty' }).selectOption('fixed')
    await product.getByLabel('Penalty in naira').fill('500')
    await expectClean(page, 'a product with a fee and a penalty')
    await product.getByRole('button', { name: 'Save changes' }).click()
    await expect(product).toBeHidden()

    const [regular] = (
      await call<{ id: string; name: string }[]>(server, 'GET', '/financial/loan-configs', token)
    ).filter(({ name }) => name === 'Regular')
    await call(server, 'PUT', `/financial/loan-config/${regular?.id}`, token, {
      guarantorsRequired: 0,
      guarantorCoverPercent: 0,
    })
    const members = await call<{ memberid: string; membershipno: string }[]>(
      server,
      'GET',
      '/cooperatives/members?limit=25',
      token,
    )
    const member = members.find(({ membershipno }) => membershipno.endsWith('/00003'))
    const { id } = await call(server, 'POST', '/financial/loans', token, {
      memberId: member?.memberid,
      loanConfigId: regular?.id,
      principal: 20_000,
      instalments: 6,
    })
    await call(server, 'POST', `/financial/loans/${id}/approve`, token, {})
    await page.goto(`${server.url}/coop/loan-management/${id}?do=disburse`)
    const drawer = page.getByRole('dialog', { name: 'Pay out the loan' })
    await expect(drawer.getByText('Fees of ₦200.00 are taken off: ₦19,800.00 is paid out.')).toBeVisible()
    await expectClean(page, 'paying out net of a fee')

    // Two months ago, so that its first instalment is late today.
    const monthEnd = (back: number) => lastDayOf(addMonths(periodOf(dayIn(new Date())), -back))
    await call(server, 'POST', `/financial/loans/${id}/disburse`, token, {
      to: 'cash',
      on: monthEnd(3),
      firstDueOn: monthEnd(2),
    })
    await call(server, 'POST', `/financial/loans/${id}/repayments`, token, { amount: 100 })
    await page.goto(`${server.url}/coop/loan-management/${id}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Waive penalty' }).click()
    const waive = page.getByRole('dialog', { name: 'Waive the penalty?' })
    await waive.getByRole('button', { name: 'Waive', exact: true }).click()
    await expect(waive.getByText('Give the reason')).toBeVisible()
    await waive.getByLabel('Reason').fill('The bank was closed')
    await expectClean(page, 'waiving a penalty')
    await waive.getByRole('button', { name: 'Waive', exact: true }).click()
    await expect(waive).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Waived penalties' })).toBeVisible()
    await expect(page.getByText('The bank was closed')).toBeVisible()
    await page.mouse.move(0, 0)
    await expectClean(page, 'a loan with a waived penalty')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectClean(page, 'a loan with a waived penalty, on a phone')

    const adminUrl = await server.adminUrl()
    expect(await runChecks(adminUrl)).toEqual([])
  },
)
