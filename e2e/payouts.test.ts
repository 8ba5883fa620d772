import { expect, type Page } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, sentCode } from './calls.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'payments-password'
const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)
const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe']
/** Naira that each takes out of the ₦20,000 they saved. */
const amounts = [1000.5, 2000, 3000, 4000.25, 5000]
/** The sandbox fails what goes to 07, the bank returns what goes to 08, and 09 has another name. */
const accountNumbers = ['8031234560', '8031234507', '8031234509', '8031234508', '8031234564']

test('a batch of five withdrawals is sent by Paystack with two officers, and comes back with two failures', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId, token, memberIds } = await buildSociety()
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/setup?tab=banks')
  const section = page.getByRole('region', { name: 'Payments to members' })
  await expect(section.getByText('No key is used. Payment batches go out as a bank file.')).toBeVisible()
  await section.getByRole('button', { name: 'Store key' }).click()
  await expect(
    section.getByText('Enter a secret key of Paystack, which begins with sk_live_ or sk_test_'),
  ).toBeVisible()
  await section.getByLabel('Secret key of your Paystack account').fill('sk_live_0123456789')
  await section.getByRole('button', { name: 'Store key' }).click()
  await expect(section.getByText('No money moves in the sandbox. Enter a test key')).toBeVisible()
  await section.getByLabel('Secret key of your Paystack account').fill('sk_test_sendingsociety')
  await section.getByRole('button', { name: 'Store key' }).click()
  await expect(section.getByText('The key ending in iety is not used yet')).toBeVisible()
  await section.getByRole('button', { name: 'Use this key' }).click()
  await expect(section.getByText('Sent for approval')).toBeVisible()
  await expectClean(page, 'a key that waits for another officer')

  // The second officer, on a phone.
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, server, 'member', ['+2348031234599', password])
  await other.getByRole('button', { name: /^Your account/ }).click()
  await other.getByRole('menuitem', { name: /^Admin area/ }).click()
  await expect(other).toHaveURL(/\/coop\/dashboard/)
  await approveChange(other, /^Members are paid with the Paystack key ending in iety/)
  await other.goto(`${server.url}/coop/financial-operations/setup?tab=banks`)
  await expect(other.getByText('Used: the key ending in')).toBeVisible()
  await expectClean(other, 'the key that is used, on a phone')

  await page.goto(`${server.url}/coop/financial-operations/payment-batches?do=new`)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`${name} Payee`) })
  // Before they are here, all of them is none.
  await expect(row('Ada')).toBeVisible()
  await page.getByRole('checkbox', { name: /all/i }).check()
  await page.getByRole('button', { name: 'Prepare batch' }).click()
  await expect(page.getByRole('heading', { name: 'Payment batch 1' })).toBeVisible()
  await expect(async () => {
    await page.reload()
    await expect(row('Ada')).toContainText('The bank’s name: PAYEE ADA', { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expect(row('Chidi')).toContainText('The bank has another name for this account')
  await expect(row('Chidi')).toContainText('The bank’s name: SOMEBODY ELSE')
  await expectClean(page, 'a batch with the names that banks have')
  await page.getByRole('button', { name: 'Approve batch' }).click()
  const approving = page.getByRole('dialog', { name: 'Approve batch 1?' })
  await approving.getByLabel('I checked the 5 accounts that are paid for the first time').check()
  await approving.getByRole('button', { name: 'Approve batch' }).click()
  await expect(approving.getByText('Sent for approval')).toBeVisible()
  await expect(approving.getByRole('button')).toHaveText(['', 'Done'])
  await approving.getByRole('button', { name: 'Done' }).click()
  await approveChange(other, /^Payment batch 1: 5 payments of ₦15,000\.75/)

  // A file that left is in the way of Paystack until both say that the bank does not have it.
  await page.getByRole('button', { name: 'Bank file' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Bank file as CSV' }).click()
  await (await saving).path()
  await expect(page.getByText(/^By Sending Society on /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send by Paystack' })).toBeHidden()
  await expectClean(page, 'a batch of which a bank file left')
  await page.getByRole('button', { name: 'Declare file void' }).click()
  const voiding = page.getByRole('dialog', { name: 'Declare the bank file of batch 1 void?' })
  await voiding.getByRole('button', { name: 'Declare file void' }).click()
  await expect(voiding.getByText('Sent for approval')).toBeVisible()
  await voiding.getByRole('button', { name: 'Done' }).click()
  await approveChange(other, /^The bank file of payment batch 1 is void: .* downloaded by Sending Society on /)

  await page.getByRole('button', { name: 'Send by Paystack' }).click()
  const sending = page.getByRole('dialog', { name: 'Send batch 1 by Paystack?' })
  await expect(sending.getByText('5 payments of ₦15,000.75 together leave your Paystack balance')).toBeVisible()
  await sending.getByRole('button', { name: 'Send payments' }).click()
  await expect(sending.getByText('Sent for approval')).toBeVisible()
  await expectClean(page, 'a batch whose sending waits for another officer')
  await expect(sending.getByRole('button')).toHaveText(['', 'Done'])
  await sending.getByRole('button', { name: 'Done' }).click()
  await approveChange(other, /^Payment batch 1 is sent by Paystack/)

  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Finished')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 120_000 })
  await expect(row('Bola')).toContainText('Paystack could not pay it into the account.')
  await expect(row('Dayo')).toContainText('The bank returned the money to the Paystack balance.')
  await expect(row('Efe')).toContainText('Paid')
  await expect(page.getByRole('button', { name: 'Bank file' })).toBeHidden()
  await expectClean(page, 'a batch that Paystack has sent')
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: 'Payment batch 1' })).toBeVisible()
  await expectClean(other, 'a batch that Paystack has sent, on a phone')

  // Balances and books by the test's own arithmetic: 20,000 less what was paid, and the bank less all that went, with ₦10 for
  // each transfer that was paid.
  const balances = await Promise.all(
    memberIds.map(async (id) => {
      const accounts = await ask<{ balance: number }[]>('GET', `/financial/members/${id}/accounts`, token)
      return accounts.reduce((sum, { balance }) => sum + balance, 0)
    }),
  )
  expect(balances).toEqual([20_000 - 1000.5, 20_000, 20_000 - 3000, 20_000, 20_000 - 5000])
  const { accounts } = await ask<{ accounts: { code: string; debit: number; credit: number }[] }>(
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  expect(accounts.find(({ code }) => code === '1020')?.credit).toBe(1000.5 + 3000 + 5000 + 3 * 10)
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

async function approveChange(page: Page, name: RegExp): Promise<void> {
  await page.goto(`${server.url}/coop/financial-operations/transactions?tab=approvals&kind=change`)
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve the change' }).click()
  await expect(page.getByText('Approved. The change is made.')).toBeVisible()
}

/** A society of two officers with five members who saved ₦20,000 each and took out their amount by bank. */
async function buildSociety() {
  const admin = await ask('POST', '/super-admin/login', undefined, {
    identifier: 'superadmin',
    password: 'super-admin-of-the-test',
  })
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name: 'Sending Society',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin['accessToken'], { status: 'active' })
  const { accessToken: token = '' } = await ask('POST', '/cooperatives/login', undefined, {
    identifier: coopId,
    password,
  })
  const [bank] = await ask<{ accountId: string }[]>('GET', '/financial/bank-accounts', token)
  const memberIds: string[] = []
  for (const [place, firstName] of names.entries()) {
    const { memberid: memberId = '' } = await ask('POST', '/members', token, {
      firstName,
      lastName: 'Payee',
      phone: `+234803123450${place}`,
      bankName: 'OPay',
      bankAccountNumber: accountNumbers[place],
    })
    memberIds.push(memberId)
    await ask('PUT', `/cooperatives/members/${memberId}/bank-details`, token, {
      bankName: 'OPay',
      accountNumber: accountNumbers[place],
      accountName: `Payee ${firstName}`,
    })
    await ask('POST', '/financial/transactions', token, { type: 'deposit', memberId, amount: 20_000 })
    await ask('POST', '/financial/transactions', token, {
      type: 'withdrawal',
      memberId,
      amount: amounts[place],
      paidThrough: bank?.accountId,
    })
  }
  const officer = await ask('POST', '/members', token, {
    firstName: 'Second',
    lastName: 'Officer',
    phone: '+2348031234599',
  })
  await ask('POST', '/auth/reset-password', undefined, {
    identifier: '+2348031234599',
    code: await sentCode(server, '+2348031234599'),
    password,
    confirmPassword: password,
  })
  await ask('PUT', `/cooperatives/members/${officer['memberid']}/roles`, token, { roleIds: ['member', 'admin'] })
  return { coopId, token, memberIds }
}
