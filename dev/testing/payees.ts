import type { TestApp } from './app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  type TestCooperative,
  type TestMember,
} from './builders.ts'

/** Naira that each payee takes out of what they paid in. */
export const payeeAmounts = [1000.5, 2000, 3000, 4000.25, 5000]
export const payeePaidIn = 20_000

const names = ['Ada', 'Bola', 'Chidi', 'Dayo', 'Efe']

/** Where a payee is paid, by their place and an account number. */
export const payeeAccount = (place: number, accountNumber: string) => ({
  bankName: 'OPay',
  accountNumber,
  accountName: `PAYEE ${names[place]?.toUpperCase()}`,
})

/** A cooperative with two officers, whose bank pays five members with these account numbers. */
export async function buildPayees(app: TestApp, accountNumber: (place: number) => string) {
  const cooperative = await buildCooperative(app)
  const { token } = cooperative
  const bankId: string = dataOf(await app.call('GET', '/financial/bank-accounts', { token }))[0].accountId
  const members: TestMember[] = []
  for (const [place, firstName] of names.entries()) {
    const member = await buildMember(app, cooperative, { firstName, lastName: 'Payee' })
    members.push(member)
    const details = payeeAccount(place, accountNumber(place))
    dataOf(await app.call('PUT', `/cooperatives/members/${member.id}/bank-details`, { token, body: details }))
    const deposit = { type: 'deposit', memberId: member.id, amount: payeePaidIn }
    dataOf(await app.call('POST', '/financial/transactions', { token, body: deposit }), 201)
  }
  const second = await buildOfficer(app, cooperative, { firstName: 'Second' })
  return { cooperative, bankId, members, second }
}

/** A withdrawal by bank, approved by the second officer where it waits. */
export async function withdrawByBank(
  app: TestApp,
  { token }: Pick<TestCooperative, 'token'>,
  approver: string,
  withdrawal: { memberId: string; amount: number; paidThrough: string },
): Promise<{ id: string; entryId: string }> {
  const body = { type: 'withdrawal', ...withdrawal }
  const { id, status } = dataOf(await app.call('POST', '/financial/transactions', { token, body }), 201)
  if (status === 'pending')
    dataOf(await app.call('POST', `/financial/transactions/${id}/approve`, { token: approver, body: {} }))
  return dataOf(await app.call('GET', `/financial/transactions/${id}`, { token }))
}
