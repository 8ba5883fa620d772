import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { goToReview } from './apply.ts'
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
  'a member asks for a loan that settles their running one, and the office pays out what is left of it',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const token = await officerToken(server)
    const configs = await call<{ id: string; name: string }[]>(server, 'GET', '/financial/loan-configs', token)
    const regular = configs.find(({ name }) => name === 'Regular')?.id
    await call(server, 'PUT', `/financial/loan-config/${regular}`, token, {
      topUpAfterPercent: 20,
      guarantorsRequired: 0,
    })

    const own = await signedIn(
      await browser.newContext({ viewport: { width: 390, height: 844 } }),
      server.url,
      'member',
      '/member/loans/apply',
    )
    await own.getByRole('checkbox', { name: /^Regular loan, .* settles it today$/ }).check()
    await own.getByLabel('Amount').fill('100k')
    await own.getByLabel('Instalments').fill('12')
    await expect(own.getByText('of it settles the Regular loan and')).toBeVisible()
    await expectClean(own, 'a loan that settles another')
    await goToReview(own)
    await expect(own.getByText('Paid out to you')).toBeVisible()
    await expectClean(own, 'the review of it')
    await own.getByRole('button', { name: 'Apply for ₦100,000.00' }).click()
    await expect(own.getByRole('heading', { name: 'Settles a running loan' })).toBeVisible()
    const loan = new URL(own.url()).pathname.split('/').at(-1)

    await call(server, 'POST', `/financial/loans/${loan}/approve`, token, {})
    const page = await signedIn(
      await browser.newContext({ viewport: { width: 1440, height: 900 } }),
      server.url,
      'officer',
      `/coop/loan-management/${loan}?do=disburse`,
    )
    const drawer = page.getByRole('dialog', { name: 'Pay out the loan' })
    await expect(drawer.getByText('of it settles the Regular loan')).toBeVisible()
    await expectClean(page, 'paying it out')
    await drawer.getByRole('button', { name: 'Pay out ₦100,000.00' }).click()
    await expect(drawer).toBeHidden()
    await expect(page.getByText('Paid out beside it')).toBeVisible()
    await page.getByRole('link', { name: 'Regular loan of ₦60,000.00' }).click()
    await expect(page.getByRole('heading', { name: 'Settled by a new loan' })).toBeVisible()
    await expect(page.getByText('with a new loan', { exact: false }).first()).toBeVisible()
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await expectClean(page, 'the loan that was settled')

    const adminUrl = await server.adminUrl()
    expect(await runChecks(adminUrl)).toEqual([])
  },
)
