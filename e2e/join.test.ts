import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { expectClean, watch } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.stop())

test('somebody applies on a phone; an officer takes one in, who opens the portal, and declines another', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const applicant = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const complaints = watch(applicant)
  await applicant.goto(`${server.url}/join/ajo-none22`)
  await expect(applicant.getByRole('heading', { name: 'No society has this code' })).toBeVisible()
  await expectClean(applicant, 'an unknown code')
  await applicant.getByLabel('The society’s code').fill('ajo-dem234')
  await applicant.getByRole('button', { name: 'Find the society' }).click()
  await expect(applicant.getByRole('heading', { name: /^Join Ìrẹ̀pọ̀/ })).toBeVisible()
  await expect(applicant.getByText('Bring your last payslip')).toBeVisible()
  await expect(applicant.getByText('₦10,000.00')).toBeVisible()
  await expectClean(applicant, 'the join page')

  const send = applicant.getByRole('button', { name: 'Send application' })
  await applicant.getByLabel('First name', { exact: true }).fill('Ẹniọlá')
  await applicant.getByLabel('Phone number').fill('12')
  await send.click()
  await expect(applicant.getByText('Tick this, or the society may not keep what you enter.')).toBeVisible()
  await applicant.getByRole('checkbox').check()
  await send.click()
  await expect(applicant.getByText('Last name is required')).toBeVisible()
  await expect(applicant.getByText('Phone number must be in format +234XXXXXXXXXX')).toBeVisible()
  await expectClean(applicant, 'the join page with mistakes')
  await applicant.getByLabel('Last name', { exact: true }).fill('Bello')
  await applicant.getByLabel('Phone number').fill('0809 700 1234')
  await expect(applicant.getByText('The answer goes to +2348097001234')).toBeVisible()
  await applicant.getByLabel(/^What you can save/).fill('7500')
  await applicant.getByLabel(/^Anything else/).fill('I work in the records office.')
  await send.click()
  await expect(applicant.getByRole('heading', { name: 'Your application was received' })).toBeVisible()
  await expect(applicant.getByText('It is number M-00002.')).toBeVisible()
  await expectClean(applicant, 'the received application')
  expect(complaints.filter((each) => !each.includes('404') && !each.includes('422'))).toEqual([])

  const officer = await signedIn(
    await browser.newContext({ viewport: { width: 1440, height: 900 } }),
    server.url,
    'officer',
  )
  await officer.getByRole('link', { name: '2 membership applications' }).click()
  await expect(officer.getByRole('row').filter({ hasText: 'M-00002' })).toContainText('₦7,500.00')
  await expect(officer.getByText(/\/join\/AJO-DEM234$/)).toBeVisible()
  await expectClean(officer, 'the applications')
  await officer.getByRole('button', { name: 'Ẹniọlá Bello', exact: true }).click()
  const drawer = officer.getByRole('dialog')
  await expect(drawer.getByText('I work in the records office.')).toBeVisible()
  await expectClean(officer, 'an application')
  await drawer.getByRole('button', { name: 'Approve as member' }).click()
  await expect(officer.getByRole('heading', { name: 'Member registered' })).toBeVisible()
  const code = await officer.locator('.activation-slip__code').innerText()
  await officer.getByRole('button', { name: 'Done' }).click()
  await expect(officer.getByRole('row').filter({ hasText: 'M-00002' })).toHaveCount(0)

  await officer.getByRole('row').filter({ hasText: 'M-00001' }).getByRole('button').first().click()
  await drawer.getByRole('button', { name: 'Decline', exact: true }).click()
  await drawer.getByRole('button', { name: 'Decline and tell the reason' }).click()
  await expect(drawer.getByText('Say why, for the applicant')).toBeVisible()
  await drawer.getByLabel('Reason').fill('You work in no ministry of ours.')
  await expectClean(officer, 'declining an application')
  await drawer.getByRole('button', { name: 'Decline and tell the reason' }).click()
  await expect(officer.getByText('No pending applications')).toBeVisible()
  await officer.getByRole('checkbox', { name: 'Take applications on the join page' }).uncheck()
  await expect(officer.getByText('The join page is closed')).toBeVisible()

  await applicant.goto(`${server.url}/join/AJO-DEM234`)
  await expect(applicant.getByText('Not open at the moment')).toBeVisible()
  await applicant.goto(`${server.url}/forgot-password?identifier=%2B2348097001234&code=${code}&activate=1`)
  await applicant.getByLabel('New password', { exact: true }).fill('records-office-7')
  await applicant.getByLabel(/^Confirm/).fill('records-office-8')
  await applicant.getByRole('button', { name: 'Activate', exact: true }).click()
  // It is an activation, and no reset of a password that they never had.
  await expect(applicant.getByRole('alert').filter({ hasText: 'Passwords do not match' })).toContainText(
    'Activation Failed',
  )
  await applicant.getByLabel(/^Confirm/).fill('records-office-7')
  await applicant.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(applicant).toHaveURL(/member\/dashboard/)
  expect(await runChecks(await server.adminUrl())).toEqual([])
})
