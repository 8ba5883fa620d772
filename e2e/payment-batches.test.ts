import { readFile } from 'node:fs/promises'
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

test(
  'a batch of five withdrawals goes out with two officers, and comes back with two failures',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const { coopId, token, memberIds } = await buildSociety()
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
    await signIn(page, server, 'officer', [coopId, password], '/coop/financial-operations/payment-batches')
    await expect(page.getByText('No payment batches yet')).toBeVisible()
    await page.getByRole('link', { name: 'Prepare batch' }).first().click()
    await expect(page.getByRole('row', { name: /Dayo Payee.*₦4,000\.25/ })).toBeVisible()
    await page.getByRole('checkbox', { name: /all/i }).check()
    await expect(page.getByText('5 payments, ₦15,000.75')).toBeVisible()
    await expectClean(page, 'the payments that a batch can have')
    await page.getByRole('button', { name: 'Prepare batch' }).click()
    await expect(page.getByRole('heading', { name: 'Payment batch 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve batch' }).click()
    const approving = page.getByRole('dialog', { name: 'Approve batch 1?' })
    await approving.getByRole('button', { name: 'Approve batch' }).click()
    await expect(approving.getByText('Check them with the members, then confirm that you did.')).toBeVisible()
    await approving.getByLabel('I checked the 5 accounts that are paid for the first time').check()
    await approving.getByRole('button', { name: 'Approve batch' }).click()
    await expect(approving.getByText('Sent for approval')).toBeVisible()
    await expectClean(page, 'a batch that was sent for approval')
    await expect(approving.getByRole('button')).toHaveText(['', 'Done'])
    await approving.getByRole('button', { name: 'Done' }).click()

    // The second officer, on a phone.
    const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signIn(other, server, 'member', ['+2348031234599', password])
    await other.getByRole('button', { name: /^Your account/ }).click()
    await other.getByRole('menuitem', { name: /^Admin area/ }).click()
    await expect(other).toHaveURL(/\/coop\/dashboard/)
    await approveChange(other, /^Payment batch 1: 5 payments of ₦15,000\.75/)

    await expect(page.getByRole('button', { name: 'Bank file' })).toBeVisible()
    await page.getByRole('button', { name: 'Bank file' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Bank file as CSV' }).click()
    const file = await readFile(await (await saving).path(), 'utf8')
    const rows = file
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(1, -1).split('","'))
    expect(rows.map(([, name, number, bank, , amount]) => [name, number, bank, amount])).toEqual(
      names.map((name, place) => [
        `Payee ${name}`,
        `803123456${place}`,
        'OPay',
        ['1000.50', '2000.00', '3000.00', '4000.25', '5000.00'][place],
      ]),
    )

    // The bank's answer: Bola's and Dayo's did not go.
    const answer = [
      'Beneficiary,Reference,Status,Remark',
      ...rows.map((row, place) =>
        [row[1], row.at(-1), ...(place === 1 || place === 3 ? ['Failed', 'Account closed'] : ['Successful', ''])].join(
          ',',
        ),
      ),
    ].join('\n')
    await page.getByRole('button', { name: 'Read results' }).click()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(answer) })
    const results = page.getByRole('dialog', { name: 'Results of batch 1' })
    await expect(results.getByText('3 payments paid, ₦9,000.50. 2 payments failed, ₦6,000.25.')).toBeVisible()
    await expect(results.getByText('Dayo Payee, ₦4,000.25: Account closed')).toBeVisible()
    await expectClean(page, 'the results of a batch')
    await results.getByRole('button', { name: 'Record results' }).click()
    await expect(results.getByText('Sent for approval')).toBeVisible()
    await expect(results.getByRole('button')).toHaveText(['', 'Done'])
    await results.getByRole('button', { name: 'Done' }).click()
    await approveChange(other, /^Failed payments of batch 1 are reversed/)

    await expect(page.getByText('Finished')).toBeVisible()
    await expect(page.getByRole('row', { name: /Bola Payee.*Failed.*Account closed/ })).toBeVisible()
    await expect(page.getByRole('row', { name: /Efe Payee.*Paid/ })).toBeVisible()
    await expectClean(page, 'a finished batch')
    await other.goto(page.url())
    await expect(other.getByRole('heading', { name: 'Payment batch 1' })).toBeVisible()
    await expectClean(other, 'a finished batch on a phone')

    // Balances and books by the test's own arithmetic: 20,000 less what was paid, and the bank less all that went.
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
    expect(accounts.find(({ code }) => code === '1020')?.credit).toBe(1000.5 + 3000 + 5000)
    expect(await runChecks(await server.adminUrl())).toEqual([])
  },
)

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
    name: 'Paying Society',
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
      bankAccountNumber: `803123456${place}`,
    })
    memberIds.push(memberId)
    await ask('PUT', `/cooperatives/members/${memberId}/bank-details`, token, {
      bankName: 'OPay',
      accountNumber: `803123456${place}`,
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
