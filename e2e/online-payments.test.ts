import { expect, type Page } from '@playwright/test'
import { kobo, moneyText } from '#core/money.ts'
import { runChecks } from '#platform/db/run-checks.ts'
import { call, fundCash, openSociety, sentCode } from './calls.ts'
import { startPaystackSimulator } from '#platform/payments/paystack-simulator.ts'
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

test('a member pays ₦15,000 online for a contribution and an instalment, and what came short an officer allocates', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { coopId, token, phone, memberToken } = await buildSociety()
  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(office, server, 'officer', [coopId, password], '/coop/financial-operations/setup?tab=banks')
  await office.getByLabel('Members pay online').check()
  await office.getByRole('button', { name: 'Save online payments' }).click()
  await expect(office.getByText('Online payments changed')).toBeVisible()
  await expectClean(office, 'the settings of online payments')

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await signIn(await context.newPage(), server, 'member', [phone, password], '/member/transactions')
  await page.getByRole('link', { name: 'Pay online' }).click()
  await expect(page.getByRole('heading', { name: 'Pay online' })).toBeVisible()
  const loan = page.getByLabel('Amount for Regular loan')
  await expect(loan).toHaveValue(/^10,661\.85$/)
  await loan.fill('10000')
  await expect(page.getByLabel(/^Amount for Contribution for/)).toHaveValue('5,000')
  await expectClean(page, 'what to pay')
  await page.getByRole('button', { name: 'Pay ₦15,000.00' }).click()

  // On the checkout of the sandbox, and back.
  await expect(page.getByRole('heading', { name: 'Pay ₦15,000.00' })).toBeVisible()
  expect(new URL(page.url()).pathname).toMatch(/^\/sandbox-checkout\/checkout\/AJO-[0-9a-f]{32}$/)
  await page.getByRole('button', { name: 'Card is declined' }).click()
  await expect(page.getByText('Waiting for the payment provider')).toBeVisible()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Pay ₦15,000.00' }).click()
  await expect(page.getByText('Paid and posted')).toBeVisible()
  await expect(page.getByText(/^\d+-[0-9a-f]{10}$/)).toHaveCount(2)
  // Each line once, also where the page followed it from before it was posted.
  await expect(page.getByText(/^Contribution for/)).toHaveCount(1)
  await expectClean(page, 'a payment that is posted')

  await page.getByRole('link', { name: 'Transactions and receipts' }).click()
  await expect(page.getByText('₦5,000.00').first()).toBeVisible()
  const [own] = await ask<{ overdue: number; outstanding: number }[]>('GET', '/financial/loans', memberToken)
  // Nothing is due yet, so it is held for the first instalment, as with an officer's repayment: 1 % of 120,000 of it is interest.
  expect(own?.outstanding).toBe(120_000 - (10_000 - 1200))

  // In the books: what the provider holds, less its charge of 1.5 % and ₦100.
  const { accounts } = await ask<{ accounts: { code: string; debit: number }[] }>(
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  const balance = (code: string) => accounts.find((account) => account.code === code)?.debit
  expect([balance('1090'), balance('5310')]).toEqual([15_000 - 325, 325])
  await office.goto(`${server.url}/coop/financial-operations/online-payments`)
  await expect(office.getByRole('row', { name: /Ada Obi.*₦15,000\.00.*Posted/ })).toBeVisible()
  await expectClean(office, 'the online payments')

  // ₦100 less than asked goes to no account of its own accord.
  await payShort(page)
  await office.goto(`${server.url}/coop/financial-operations/online-payments?status=unallocated`)
  await expect(office.getByText('₦900.00 was paid instead of ₦1,000.00.')).toBeVisible()
  await office.getByRole('button', { name: 'Allocate the payment of Ada Obi' }).click()
  const drawer = office.getByRole('dialog', { name: 'Allocate a payment' })
  await expect(drawer.getByRole('combobox', { name: 'Member' })).toHaveValue('Ada Obi')
  await drawer.getByLabel('Amount for Contribution').fill('400')
  await drawer.getByRole('checkbox', { name: /Regular loan/ }).check()
  await drawer.getByRole('button', { name: 'Allocate ₦900.00' }).click()
  await expect(drawer.getByText('The lines must come to ₦900.00, which was received.')).toBeVisible()
  await drawer.getByLabel('Amount for Regular loan').fill('500')
  await expectClean(office, 'allocating a payment')
  await drawer.getByRole('button', { name: 'Allocate ₦900.00' }).click()
  await expect(office.getByText('Payment allocated')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Posted by an officer')).toBeVisible()

  expect(await runChecks(await server.adminUrl())).toEqual([])
})

test('a member sends a transfer to an account number of their own, and one to an unknown number an officer allocates', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const sending = await startServer({ SEED_DEMO: '0' })
  const { coopId, token, phone, memberToken } = await buildSociety(sending)
  const settings = { isOn: true, subaccount: null, chargeBorneBy: 'society' }
  await call(sending, 'PUT', '/financial/online-payment-settings', token, settings)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await signIn(await context.newPage(), sending, 'member', [phone, password], '/member/pay')
  await page.getByRole('button', { name: 'Get an account number' }).click()
  const account = page.getByRole('region', { name: 'Your account number for transfers' })
  await expect(account.getByText('Test Bank')).toBeVisible()
  const number = (await account.locator('strong.number').textContent()) ?? ''
  expect(number).toMatch(/^\d{10}$/)
  await expectClean(page, 'an account number for transfers')

  const bank = await context.newPage()
  const send = async (to: string, amount: string) => {
    await bank.goto(`${sending.url}/sandbox-checkout/transfer`)
    await bank.getByLabel('Account number').fill(to)
    await bank.getByLabel('Sender').fill('OBI ADA')
    await bank.getByLabel('Amount in naira').fill(amount)
    await bank.getByRole('button', { name: 'Send' }).click()
    await expect(bank.getByText(`was sent to ${to}`)).toBeVisible()
  }
  await send(number, '7,500.50')
  const posted = () => call<{ status: string }[]>(sending, 'GET', '/member-portal/payments', memberToken)
  await expect.poll(async () => (await posted()).map(({ status }) => status)).toEqual(['posted'])
  await page.goto(`${sending.url}/member/transactions`)
  await expect(page.getByText('₦7,500.50').first()).toBeVisible()

  await send('9912345678', '2,000')
  const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await signIn(office, sending, 'officer', [coopId, password], '/coop/financial-operations/online-payments')
  await expect(office.getByRole('row', { name: /Ada Obi.*Transfer.*₦7,500\.50.*Posted/ })).toBeVisible()
  await expect(office.getByText('No member has the account number 9912345678 to which it was sent.')).toBeVisible()
  await office.getByRole('button', { name: 'Allocate the payment of OBI ADA' }).click()
  const drawer = office.getByRole('dialog', { name: 'Allocate a payment' })
  await drawer.getByRole('button', { name: 'Choose Ada Obi' }).click()
  await expect(drawer.getByRole('combobox', { name: 'Member' })).toHaveValue('Ada Obi')
  await expectClean(office, 'allocating a transfer')
  await drawer.getByRole('button', { name: 'Allocate ₦2,000.00' }).click()
  await expect(office.getByText('Payment allocated')).toBeVisible()
  await page.reload()
  await expect(page.getByText('₦2,000.00').first()).toBeVisible()
  // Both are in the books: deposited before, and sent by transfer.
  const { accounts } = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
    sending,
    'GET',
    '/financial/reports/trial-balance',
    token,
  )
  const net = (code: string) =>
    accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  // 1 % of each, rounded up to the kobo.
  expect([net('5310'), net('2410'), net('2110')]).toEqual([75.01 + 20, 0, -(100_000 + 7500.5 + 2000)])
  expect(await runChecks(await sending.adminUrl())).toEqual([])
  await sending.stop()
})

test(
  'an officer sees a settlement with one difference and posts it, and reverses a payment that was refunded',
  { tag: '@full' },
  async ({ browser }) => {
    test.setTimeout(300_000)
    const settling = await startServer({ SEED_DEMO: '0' })
    const { coopId, token, memberToken } = await buildSociety(settling)
    const settings = { isOn: true, subaccount: null, chargeBorneBy: 'society' }
    await call(settling, 'PUT', '/financial/online-payment-settings', token, settings)
    type Begun = { id: string; status: string; checkoutUrl: string | null }
    const pay = async (amount: number) => {
      const lines = [{ kind: 'contribution', amount }]
      const { id } = await call<Begun>(settling, 'POST', '/member-portal/payments', memberToken, { lines })
      const read = () => call<Begun>(settling, 'GET', `/member-portal/payments/${id}`, memberToken)
      await expect.poll(async () => (await read()).checkoutUrl).toBeTruthy()
      const { checkoutUrl } = await read()
      await fetch(checkoutUrl ?? '', { method: 'POST', body: new URLSearchParams({ act: 'pay' }), redirect: 'manual' })
      await expect.poll(async () => (await read()).status).toBe('posted')
    }
    await pay(5000)
    await pay(3000)
    // 1.5 % and ₦100 of each, in kobo; the provider keeps ₦25 more of one of them than it said.
    const charges = 17_500 + 14_500
    const settled = 800_000 - charges - 2500
    const naira = (amount: number) => moneyText(kobo(BigInt(amount)))

    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const desk = await context.newPage()
    await desk.goto(`${settling.url}/sandbox-checkout/desk`)
    await desk.getByRole('button', { name: 'with ₦25 more charge' }).click()
    const office = await context.newPage()
    await signIn(office, settling, 'officer', [coopId, password], '/coop/financial-operations/online-payments')
    await office.getByRole('tab', { name: 'Settlements' }).click()
    await expect(office.getByText('No settlements yet')).toBeVisible()
    const figures = office.getByRole('region', { name: 'Gateway clearing' })
    await expect(figures).toContainText(naira(800_000 - charges))
    await expectClean(office, 'no settlements')
    await office.getByRole('button', { name: 'Check now' }).click()
    const row = office.getByRole('row', { name: /1 payment differs/ })
    await expect(row).toContainText(naira(settled))
    await row.click()
    const drawer = office.getByRole('dialog', { name: /^Settlement \d+$/ })
    await expect(drawer.getByText(/^The books have a charge of ₦1(?:75|45)\.00$/)).toHaveCount(1)
    await expectClean(office, 'a settlement that differs')
    await drawer.getByRole('button', { name: `Post ${naira(settled)} to the bank` }).click()
    await expect(office.getByText('Settlement posted')).toBeVisible()
    await expect(office.getByRole('row', { name: /1 payment differs.*Posted/ })).toBeVisible()
    const { accounts } = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
      settling,
      'GET',
      '/financial/reports/trial-balance',
      token,
    )
    const net = (code: string) =>
      accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
    expect([net('1020'), net('1090'), net('5310')]).toEqual([settled / 100, 25, charges / 100])
    // Nothing is left to settle, so that the ₦25 are the difference.
    await expect(figures).toContainText(
      /Gateway clearing in the books₦25\.00Posted and not settled₦0\.00Difference₦25\.00/,
    )

    await desk.reload()
    await desk.getByRole('button', { name: 'Refund' }).first().click()
    await office.getByRole('tab', { name: 'Refunds and disputes' }).click()
    await expect(office.getByRole('row', { name: /Ada Obi.*Refunded.*Not recorded yet/ })).toBeVisible()
    await office.getByRole('button', { name: 'Record the refund of Ada Obi' }).click()
    await expectClean(office, 'recording a refund')
    await office.getByRole('dialog').getByRole('button', { name: 'Reverse the payment' }).click()
    await expect(office.getByText('Payment reversed').first()).toBeVisible()
    await expect(office.getByRole('row', { name: /Ada Obi.*Refunded.*Payment reversed/ })).toBeVisible()
    const savings = await call<{ accounts: { code: string; debit: number; credit: number }[] }>(
      settling,
      'GET',
      '/financial/reports/trial-balance',
      token,
    )
    // The deposit of before, and one of the two payments.
    const saved = savings.accounts.find(({ code }) => code === '2110')?.credit ?? 0
    expect([100_000 + 5000, 100_000 + 3000]).toContain(saved)
    expect(await runChecks(await settling.adminUrl())).toEqual([])
    await settling.stop()
  },
)

test(
  'an officer who names the sub-account of another society is told whose to enter, and saves their own',
  { tag: '@full' },
  async ({ browser }) => {
    const simulator = await startPaystackSimulator()
    const naming = await startServer({
      ...{ SEED_DEMO: '0', PAYMENT_PROVIDER: 'paystack' },
      ...{ PAYSTACK_SECRET_KEY: simulator.key, PAYSTACK_URL: simulator.url, PUBLIC_URL: 'http://127.0.0.1:3000' },
    })
    try {
      const first = await openSociety(naming, { name: 'First Society', phone: '08031234501', password })
      const settings = { isOn: true, subaccount: 'ACCT_first00001', chargeBorneBy: 'society' }
      await call(naming, 'PUT', '/financial/online-payment-settings', first.token, settings)
      const second = await openSociety(naming, { name: 'Second Society', phone: '08031234502', password })
      const office = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
      await signIn(office, naming, 'officer', [second.coopId, password], '/coop/financial-operations/setup?tab=banks')
      await office.getByLabel('Members pay online').check()
      const subaccount = office.getByLabel('Sub-account at the provider')
      await subaccount.fill('ACCT_first00001')
      await office.getByRole('button', { name: 'Save online payments' }).click()
      await expect(
        office.getByText(
          'Another cooperative on this platform has this sub-account. Enter the code of your own, from the payment provider’s dashboard.',
        ),
      ).toBeVisible()
      await expect(subaccount).toHaveAttribute('aria-invalid', 'true')
      await expect(subaccount).toHaveValue('ACCT_first00001')
      await expectClean(office, 'a sub-account of another society')
      await subaccount.fill('ACCT_second0001')
      await office.getByRole('button', { name: 'Save online payments' }).click()
      await expect(office.getByText('Online payments changed')).toBeVisible()
      type Kept = { isOn: boolean; subaccount: string }
      const kept = await call<Kept>(naming, 'GET', '/financial/online-payment-settings', second.token)
      expect([kept.isOn, kept.subaccount]).toEqual([true, 'ACCT_second0001'])
    } finally {
      await naming.stop()
      await simulator.close()
    }
  },
)

async function payShort(page: Page): Promise<void> {
  await page.goto(`${server.url}/member/pay`)
  await page.getByRole('checkbox', { name: /Regular loan/ }).uncheck()
  // What was paid a moment ago is not asked for again, though the device still has an answer of before.
  const month = page.getByRole('checkbox', { name: /^Contribution for/ })
  await expect(page.getByText('Nothing is outstanding')).toBeVisible()
  await expect(month).not.toBeChecked()
  await month.check()
  await page.getByLabel(/^Amount for Contribution for/).fill('1000')
  await page.getByRole('button', { name: 'Pay ₦1,000.00' }).click()
  await page.getByRole('button', { name: 'Pay ₦100 less' }).click()
  await expect(page.getByText('Received, and waiting for an officer')).toBeVisible()
}

/** A society with a member who owes this month's ₦5,000 and a loan of ₦120,000 whose first instalment is ₦10,661.85. */
async function buildSociety(at = server) {
  const ask = <Data = Record<string, string>>(method: string, path: string, token?: string, body?: unknown) =>
    call<Data>(at, method, path, token, body)
  const admin = (
    await ask('POST', '/super-admin/login', undefined, {
      identifier: 'superadmin',
      password: 'super-admin-of-the-test',
    })
  )['accessToken']
  const { id, coop_id: coopId = '' } = await ask('POST', '/cooperatives/register', undefined, {
    name: 'Paying Society',
    phone: '+2348031234567',
    password,
    confirmpassword: password,
  })
  await ask('PUT', `/cooperatives/update/${id}`, admin, { status: 'active' })
  const { accessToken: token = '' } = await ask('POST', '/cooperatives/login', undefined, {
    identifier: coopId,
    password,
  })
  const phone = '+2348031234568'
  const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
  const person = {
    firstName: 'Ada',
    lastName: 'Obi',
    phone,
    monthlyContributions: 5000,
    registrationDate: '2025-01-15',
  }
  const [member] = await ask<{ memberid: string; activationCode: string }[]>('POST', '/cooperatives/members', token, {
    member: [person],
  })
  if (!member) throw new Error('No member was registered')
  await ask('POST', '/auth/reset-password', undefined, {
    identifier: phone,
    code: await sentCode(at, phone),
    password,
    confirmPassword: password,
  })
  await ask('PUT', '/financial/config', token, { guarantorsRequired: 0, contributionsDueFrom: today.slice(0, 7) })
  const movement = { memberId: member.memberid, type: 'deposit', amount: 100_000, occurredOn: '2026-01-31' }
  await ask('POST', '/financial/transactions', token, movement)
  const configs = await ask<{ id: string; name: string }[]>('GET', '/financial/loan-configs', token)
  const loan = await ask('POST', '/financial/loans', token, {
    memberId: member.memberid,
    loanConfigId: configs.find(({ name }) => name === 'Regular')?.id,
    principal: 120_000,
    instalments: 12,
  })
  await ask('POST', `/financial/loans/${loan['id']}/approve`, token)
  await fundCash(at, token, { naira: 20_000, on: today })
  await ask('POST', `/financial/loans/${loan['id']}/disburse`, token, { to: 'cash' })
  const { accessToken: memberToken = '' } = await ask('POST', '/member-auth/login', undefined, {
    phoneNumber: phone,
    password,
  })
  return { coopId, token, phone, memberToken }
}
