import type { TestApp } from './app.ts'
import { buildMember, dataOf, loginMember, type TestCooperative, type TestMember } from './builders.ts'

export type Saver = TestMember & { token: string }

/** Members who have saved so much since May 2026, in naira, each with the token of their login. */
export async function buildSavers(
  app: TestApp,
  cooperative: TestCooperative,
  people: readonly (readonly [firstName: string, amount: number])[],
): Promise<Saver[]> {
  const savers: Saver[] = []
  for (const [firstName, amount] of people) {
    const member = await buildMember(app, cooperative, { firstName })
    const deposit = { type: 'deposit', memberId: member.id, amount, occurredOn: '2026-05-01' }
    dataOf(await app.call('POST', '/financial/transactions', { token: cooperative.token, body: deposit }), 201)
    savers.push({ ...member, token: await loginMember(app, member) })
  }
  return savers
}
