import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, buildMember, dataOf, loginMember } from '#dev/testing/builders.ts'

let app: TestApp
beforeAll(async () => {
  app = await sharedTestApp()
})
afterAll(() => app.stop())

test('of 15 loans that one member asks for and withdraws the guarantor hears six times by SMS', async () => {
  const society = await buildCooperative(app)
  const joinedLongAgo = { registrationDate: '2024-01-15' }
  const [borrower, guarantor] = [
    await buildMember(app, society, joinedLongAgo),
    await buildMember(app, society, joinedLongAgo),
  ]
  const token = await loginMember(app, borrower)
  for (const { id: memberId } of [borrower, guarantor])
    dataOf(
      await app.call('POST', '/financial/transactions', {
        ...{ token: society.token, body: { type: 'deposit', memberId, amount: 100_000 } },
      }),
      201,
    )
  const configs = dataOf(await app.call('GET', '/financial/loan-configs', { token: society.token }))
  const { id: loanConfigId } = configs.find(({ name }: { name: string }) => name === 'Regular')
  const rules = { guarantorsRequired: 1, waitingMonths: 0 }
  dataOf(await app.call('PUT', `/financial/loan-config/${loanConfigId}`, { token: society.token, body: rules }))
  for (let n = 0; n < 15; n += 1) {
    const body = { loanConfigId, principal: 50_000, instalments: 5, guarantors: [guarantor.id] }
    const { id } = dataOf(await app.call('POST', '/financial/loans', { token, body }), 201)
    dataOf(await app.call('POST', `/financial/loans/${id}/withdraw`, { token, body: {} }))
  }
  const { rows } = await app.admin.query(
    "select count(*)::int as n from platform.message where recipient = $1 and channel = 'sms' and kind = 'loan'",
    [guarantor.phone],
  )
  expect(rows).toEqual([{ n: 6 }])
})
