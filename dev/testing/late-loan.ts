import { addDays, dayIn } from '#core/calendar.ts'
import type { TestApp } from './app.ts'
import { dataOf, type TestCooperative, type TestMember } from './builders.ts'

/** A loan of which instalments have fallen due for weeks, as a society sees it that has the loan in its books. Answers its id. */
export async function buildLateLoan(
  app: TestApp,
  { token }: TestCooperative,
  { id: memberId }: TestMember,
): Promise<string> {
  const post = async (path: string, body: object, status = 201) =>
    dataOf(await app.call('POST', `/financial${path}`, { token, body }), status)
  const daysBefore = (days: number) => addDays(dayIn(new Date()), -days)
  await post('/transactions', { type: 'deposit', memberId, amount: 1_000_000, occurredOn: daysBefore(200) })
  dataOf(await app.call('PUT', '/financial/config', { token, body: { guarantorsRequired: 0, entranceFee: 0 } }))
  const { id: loanConfigId } = await post('/loan-configs', {
    ...{ name: 'Weekly', interestMethod: 'equal_principal', annualRatePercent: 0, instalmentsMax: 60 },
    ...{ savingsMultiple: 2, repaidEvery: 'week', overdueDaysMax: 0, topUpAfterPercent: 0 },
  })
  const loan = await post('/loans', { memberId, loanConfigId, principal: 60_000, instalments: 6 })
  await post(`/loans/${loan.id}/approve`, {}, 200)
  await post(`/loans/${loan.id}/disburse`, { on: daysBefore(30), to: 'cash' })
  return loan.id
}
