import { expect } from '@playwright/test'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, openSociety } from './calls.ts'
import { buyAsset, closeYear, expectLine, openChecklist, postDepreciation, postProvision } from './closing-steps.ts'
import { expectClean } from './looks.ts'
import { type RunningServer, startServer } from './server.ts'
import { signIn } from './sign-in.ts'
import { test } from './test.ts'

let server: RunningServer

test.beforeAll(async () => {
  server = await startServer({ SEED_DEMO: '0' })
})
test.afterAll(() => server.stop())

const password = 'closing-password'
const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
  call<Data>(server, method, path, token, body)
const naira = (amount: number) => {
  const kobo = Math.round(amount * 100)
  const whole = String(Math.trunc(kobo / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `₦${whole}.${String(kobo % 100).padStart(2, '0')}`
}

const income = 800_000
const lent = 90_000
const cost = 250_000
const life = 36

/** The months from September to December: four, rounded on their sum. */
const depreciation = Math.round((cost * 100 * 4) / life) / 100
/** Nothing came back since July, so all of it is lost by the classes: more than 91 days. */
const provision = lent

test('a society finds what is missing, depreciates, sets aside, gives its reasons and closes its year', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId, token } = await buildSociety()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await signIn(await context.newPage(), server, 'officer', [coopId, password], '/coop/dashboard')

  await buyAsset(page, server.url, {
    name: 'Generator',
    boughtOn: '2025-09-12',
    cost: String(cost),
    lifeMonths: String(life),
    paidFrom: 'Bank',
  })
  await expectClean(page, 'the register of fixed assets')

  await openChecklist(page, server.url, '31 Dec 2025')
  await expectLine(page, /Bank reconciliation: Bank/, 'Open', 'No statement of this bank was read')
  await expectLine(page, /^Unallocated receipts/, 'Done', 'All receipts allocated')
  await expectLine(page, /^Depreciation/, 'Open', `${naira(depreciation)} is not posted`)
  await expectLine(page, /^Provision for loan losses/, 'Open', `${naira(provision)} is still to be set aside`)
  await expectLine(page, /^Proof of the books/, 'Done', 'control accounts agree')
  await expectClean(page, 'the checklist of a year')

  await postDepreciation(page, naira(depreciation))
  await expectClean(page, 'posted depreciation')
  await openChecklist(page, server.url, '31 Dec 2025')
  await expectLine(page, /^Depreciation/, 'Done', 'Posted through December 2025')
  await postProvision(page)
  await expectLine(page, /^Provision for loan losses/, 'Done', 'Posted on 31 Dec 2025')

  await page.getByRole('button', { name: 'Close year' }).click()
  await expect(page.getByText('Give the reason', { exact: true }).first()).toBeVisible()
  await closeYear(page, 'The bank sent no statement')
  await expect(page.getByText('Reason: The bank sent no statement')).toBeVisible()
  await expectClean(page, 'a closed year')

  const { accounts } = await ask<{ accounts: { code: string; debit: number; credit: number }[] }>(
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  const balance = (code: string) => {
    const found = accounts.find((each) => each.code === code)
    return Math.round(((found?.credit ?? 0) - (found?.debit ?? 0)) * 100) / 100
  }
  // Income less depreciation and provision is what the closing hands over.
  const surplus = Math.round((income - depreciation - provision) * 100) / 100
  expect([balance('3310'), balance('1590'), balance('1290'), balance('1510')]).toEqual([
    surplus,
    depreciation,
    provision,
    -cost,
  ])
  await page.getByRole('link', { name: 'Go to the surplus' }).click()
  await expect(page.getByText(naira(surplus)).first()).toBeVisible()
  expect(await runChecks(await server.adminUrl())).toEqual([])
})

/** One member with a loan of which nothing comes back, and one sum of income in 2025. */
async function buildSociety() {
  const { coopId, token } = await openSociety(server, { name: 'Year Society', phone: '+2348031240000', password })
  const [member] = await ask<{ memberid: string }[]>('POST', '/cooperatives/members', token, {
    member: [{ firstName: 'Ada', lastName: 'Obi', phone: '+2348036000001', registrationDate: '2024-06-01' }],
  })
  await ask('PUT', '/financial/config', token, { guarantorsRequired: 0 })
  const accounts = await ask<{ id: string; code: string }[]>('GET', '/financial/accounts?limit=100', token)
  const account = (code: string) => accounts.find((each) => each.code === code)?.id
  await ask('POST', '/financial/transactions', token, {
    type: 'journal',
    description: 'Interest on loans of the year',
    occurredOn: '2025-06-01',
    lines: [
      { accountId: account('1020'), debit: income },
      { accountId: account('4110'), credit: income },
    ],
  })
  await ask('POST', '/financial/transactions', token, {
    type: 'deposit',
    memberId: member?.memberid,
    amount: 100_000,
    occurredOn: '2025-01-10',
  })
  const { id: loanConfigId } = await ask('GET', '/financial/loan-config', token)
  const loan = await ask('POST', '/financial/loans', token, {
    memberId: member?.memberid,
    loanConfigId,
    principal: lent,
    instalments: 6,
  })
  await ask('POST', `/financial/loans/${loan['id']}/approve`, token)
  await ask('POST', `/financial/loans/${loan['id']}/disburse`, token, { on: '2025-07-01', to: 'cash' })
  return { coopId, token }
}
