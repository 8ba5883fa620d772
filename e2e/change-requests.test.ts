import { expect } from '@playwright/test'
import { call, officerToken, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signedIn, signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer
let token: string

test.beforeAll(async () => {
  server = await startServer()
  token = await officerToken(server)
})
test.afterAll(() => server.stop())

test('a change of the approval rules is sent for approval, and another admin approves it from the list', async ({
  browser,
  context,
}) => {
  const password = 'office-password'
  const person = await call<{ memberid: string; phone: string; activationCode: string }>(
    server,
    'POST',
    '/members',
    token,
    { firstName: 'Second', lastName: 'Officer', phone: '+2348077700099' },
  )
  await call(server, 'POST', '/auth/reset-password', undefined, {
    identifier: person.phone,
    code: await sentCode(server, person.phone),
    password,
    confirmPassword: password,
  })
  await call(server, 'PUT', `/cooperatives/members/${person.memberid}/roles`, token, { roleIds: ['member', 'admin'] })
  const before = (await call<{ reversalApprovals: number }>(server, 'GET', '/financial/config', token))
    .reversalApprovals

  const page = await signedIn(context, server.url, 'officer', '/coop/financial-operations/setup')
  const field = page.getByLabel('Approvals of a reversal')
  await field.selectOption('2')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  expect((await call<{ reversalApprovals: number }>(server, 'GET', '/financial/config', token)).reversalApprovals).toBe(
    before,
  )

  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, server, 'member', [person.phone, password])
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(other).toHaveURL(/\/coop\/dashboard/)
  await other.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals&kind=change`)
  await other.getByRole('button', { name: /^Approvals of a reversal/ }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('Approvals of a reversal')
  await expectClean(other, 'a change that waits')
  await dialog.getByRole('button', { name: 'Approve the change' }).click()
  await expect(other.getByText('Approved. The change is made.')).toBeVisible()
  await expect(other.getByText('No pending item matches')).toBeVisible()
  expect((await call<{ reversalApprovals: number }>(server, 'GET', '/financial/config', token)).reversalApprovals).toBe(
    2,
  )
})

test(
  'the button that reverses a repayment says that another officer approves it, and the approvals show how much it is',
  { tag: '@full' },
  async ({ context }) => {
    const loans = await call<{ id: string }[]>(server, 'GET', '/financial/loans?status=active&limit=1', token)
    const [loan] = loans
    await call(server, 'POST', `/financial/loans/${loan?.id}/repayments`, token, { amount: 1234.5 })
    const page = await signedIn(context, server.url, 'officer', `/coop/loan-management/${loan?.id}`)
    await page
      .getByRole('table', { name: 'Payments' })
      .getByRole('row')
      .filter({ hasText: '1,234.50' })
      .getByRole('button', { name: 'Reverse' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Reverse this repayment?' })
    await dialog.getByLabel('Reason').fill('Counted twice')
    await dialog.getByRole('button', { name: 'Send for approval' }).click()
    await expect(dialog.getByText('Nothing has changed until then.')).toBeVisible()
    await expectClean(page, 'a reversal that was sent for approval')
    await page.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals&kind=change`)
    await expect(page.getByRole('row').filter({ hasText: 'Reverse the repayment of ₦1,234.50' })).toBeVisible()
  },
)
