import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#dev/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative

beforeAll(async () => {
  app = await sharedTestApp()
  cooperative = await buildCooperative(app)
})
afterAll(() => app.stop())

test('a loan that is paid into the savings allows no further loan, and neither do its withdrawal and a transfer of it', async () => {
  const ask = async (method: string, path: string, body?: object, status = 200) =>
    dataOf(await app.call(method, path, { token: cooperative.token, ...(body && { body }) }), status)
  const ada = await buildMember(app, cooperative)
  const own = await loginMember(app, ada)
  const move = (type: string, amount: number) =>
    ask('POST', '/financial/transactions', { type, memberId: ada.id, amount, occurredOn: '2026-06-20' }, 201)
  await ask('PUT', '/financial/config', { guarantorsRequired: 0, savingsMultiple: 10 })
  const [{ id: loanConfigId }] = await ask('GET', '/financial/loan-configs')
  await ask('PUT', `/financial/loan-config/${loanConfigId}`, {
    savingsMultiple: 2,
    loansMax: 0,
    sameLoansMax: 0,
    guarantorCoverPercent: 0,
    overdueDaysMax: null,
    topUpAfterPercent: 0,
  })
  await ask(
    'POST',
    '/financial/transactions',
    { type: 'deposit', memberId: ada.id, amount: 10_000, occurredOn: '2026-05-01' },
    201,
  )

  /** What counts as saved, and the most of this product: twice that, as the member reads it and as an officer does. */
  const counted = async () => {
    const read = async (token: string) =>
      dataOf(await app.call('GET', `/financial/loans/eligibility?memberId=${ada.id}`, { token }))
    const [officers, members] = [await read(cooperative.token), await read(own)]
    expect(members.savings).toBe(officers.savings)
    expect(members.loans[0].rules.find(({ rule }: { rule: string }) => rule === 'limit').now.money).toBe(
      2 * members.savings,
    )
    return [officers.savings, officers.loans[0].why]
  }
  expect(await counted()).toEqual([10_000, '2 times the savings of ₦10,000.00'])
  const { id } = await ask(
    'POST',
    '/financial/loans',
    { memberId: ada.id, loanConfigId, principal: 8000, instalments: 4 },
    201,
  )
  await ask('POST', `/financial/loans/${id}/approve`)
  await ask('POST', `/financial/loans/${id}/disburse`, { on: '2026-06-10', to: 'savings' }, 201)
  expect(await counted()).toEqual([
    10_000,
    '2 times the savings of ₦10,000.00 (without ₦8,000.00 of a loan that was paid into them)',
  ])
  // Lent to a friend it is lent still, and no savings when the friend gives it back.
  const bola = await buildMember(app, cooperative)
  const give = (from: string, to: string) =>
    ask(
      'POST',
      '/financial/transactions',
      {
        type: 'transfer',
        memberId: from,
        toMemberId: to,
        amount: 3000,
        occurredOn: '2026-06-15',
        description: 'For a friend',
      },
      201,
    )
  await give(ada.id, bola.id)
  expect((await counted())[0]).toBe(10_000)
  await give(bola.id, ada.id)
  expect((await counted())[0]).toBe(10_000)
  await move('withdrawal', 3000)
  expect((await counted())[0]).toBe(10_000)
  // 5,000 of the loan are left, and 1,000 of what was saved goes with them.
  await move('withdrawal', 6000)
  expect(await counted()).toEqual([9000, '2 times the savings of ₦9,000.00'])
  await move('deposit', 500)
  expect((await counted())[0]).toBe(9500)
})

test('what a loan brought stays borrowed when another loan settles it, up to what was owed of it then', async () => {
  const ask = async (method: string, path: string, body?: object, status = 200) =>
    dataOf(await app.call(method, path, { token: cooperative.token, ...(body && { body }) }), status)
  const musa = await buildMember(app, cooperative)
  const saved = async () => (await ask('GET', `/financial/loans/eligibility?memberId=${musa.id}`)).savings
  const [{ id: loanConfigId }] = await ask('GET', '/financial/loan-configs')
  const lend = async (principal: number, way: object, settles: string[] = []) => {
    const wish = { memberId: musa.id, loanConfigId, principal, instalments: 4, settles }
    const { id } = await ask('POST', '/financial/loans', wish, 201)
    await ask('POST', `/financial/loans/${id}/approve`)
    await ask('POST', `/financial/loans/${id}/disburse`, way, 201)
    return id as string
  }
  await ask('POST', '/financial/transactions', { type: 'deposit', memberId: musa.id, amount: 50_000 }, 201)
  const savings = { to: 'savings' }
  const first = await lend(40_000, savings)
  expect(await saved()).toBe(50_000)
  // Of the first loan 15,000 are owed when the second settles it, and 35,000 of the second are paid in beside them.
  await ask('POST', `/financial/loans/${first}/repayments`, { amount: 25_000 }, 201)
  const { amount: settlement } = await ask('GET', `/financial/loans/${first}/settlement-quote`)
  expect(settlement).toBe(15_000)
  const second = await lend(50_000, savings, [first])
  expect(await saved()).toBe(75_000)
  // The third is paid in cash: of the 50,000 that it settles nothing else was saved.
  const third = await lend(60_000, { to: 'cash' }, [second])
  expect(await saved()).toBe(75_000)
  await ask('POST', `/financial/loans/${third}/repayments`, { amount: 55_000 }, 201)
  const { outstanding } = await ask('GET', `/financial/loans/${third}`)
  expect(outstanding).toBeLessThan(6000)
  expect(await saved()).toBe(125_000 - outstanding)
})

test('what a loan brought comes back to the savings with the fixed deposit that it was put into, and is lent still in shares', async () => {
  const ask = async (method: string, path: string, body?: object, status = 200) =>
    dataOf(await app.call(method, path, { token: cooperative.token, ...(body && { body }) }), status)
  const ngozi = await buildMember(app, cooperative)
  const saved = async () => (await ask('GET', `/financial/loans/eligibility?memberId=${ngozi.id}`)).savings
  const [{ id: loanConfigId }] = await ask('GET', '/financial/loan-configs')
  const transact = (body: object) => ask('POST', '/financial/transactions', { memberId: ngozi.id, ...body }, 201)
  await transact({ type: 'deposit', amount: 50_000, occurredOn: '2026-05-01' })
  const wish = { memberId: ngozi.id, loanConfigId, principal: 20_000, instalments: 4 }
  const { id } = await ask('POST', '/financial/loans', wish, 201)
  await ask('POST', `/financial/loans/${id}/approve`)
  await ask('POST', `/financial/loans/${id}/disburse`, { on: '2026-06-10', to: 'savings' }, 201)
  expect(await saved()).toBe(50_000)
  const terms = { annualRatePercent: 10, months: 1, leastAmount: 100, atMaturity: 'pay_out', breakRule: 'forfeit' }
  const type = { name: 'Fixed deposit', kind: 'fixed_deposit', fixedDeposit: terms }
  const { id: accountTypeId } = await ask('POST', '/financial/account-types', type, 201)
  const [{ id: fromAccountTypeId }] = await ask('GET', '/financial/account-types')
  const deposit = { memberId: ngozi.id, accountTypeId, fromAccountTypeId, amount: 15_000, occurredOn: '2026-06-11' }
  await ask('POST', '/financial/fixed-deposits', deposit, 201)
  expect(await saved()).toBe(50_000)
  await ask('POST', '/financial/fixed-deposits/mature', {})
  // 15,000 at 10 % for the 30 days until 11 July: 123.29 are the member's own.
  expect(await saved()).toBe(50_123.29)
  await ask('PUT', `/financial/loan-config/${loanConfigId}`, { limitOn: 'savings_and_shares' })
  await ask('PUT', '/financial/config', { shareCeilingPercent: 100 })
  await transact({ type: 'share_purchase', accountTypeId: fromAccountTypeId, shares: 20 })
  const { loans } = await ask('GET', `/financial/loans/eligibility?memberId=${ngozi.id}`)
  expect(loans[0].why).toBe(
    '2 times the savings and shares of ₦50,123.29 (without ₦20,000.00 of a loan that was paid into them)',
  )
})
