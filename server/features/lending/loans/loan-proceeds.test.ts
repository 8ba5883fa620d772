import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember, type TestCooperative } from '#server/testing/builders.ts'

let app: TestApp
let cooperative: TestCooperative

beforeAll(async () => {
  app = await startTestApp()
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
  await move('withdrawal', 3000)
  expect((await counted())[0]).toBe(10_000)
  // 5,000 of the loan are left, and 1,000 of what was saved goes with them.
  await move('withdrawal', 6000)
  expect(await counted()).toEqual([9000, '2 times the savings of ₦9,000.00'])
  await move('deposit', 500)
  expect((await counted())[0]).toBe(9500)
})
