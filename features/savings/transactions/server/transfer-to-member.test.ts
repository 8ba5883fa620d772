import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
  type TestOfficer,
} from '#dev/testing/builders.ts'

const path = '/financial/transactions'
const wrong = 'Credited to Ada by mistake, teller 4471'

describe('savings that were credited to the wrong member', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let bayo: TestMember
  let second: TestOfficer

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi', registrationDate: '2025-03-10' })
    bayo = await buildMember(app, cooperative, { firstName: 'Bayo', lastName: 'Ade', registrationDate: '2025-03-10' })
    dataOf(await ask('POST', path, { type: 'deposit', memberId: ada.id, amount: 5000 }), 201)
    second = await buildOfficer(app, cooperative)
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const give = (changes: object = {}, token?: string) =>
    ask(
      'POST',
      path,
      { type: 'transfer', memberId: ada.id, toMemberId: bayo.id, amount: 1200.5, description: wrong, ...changes },
      token,
    )
  const savings = async (...members: TestMember[]) =>
    Promise.all(
      members.map(async ({ id }) => dataOf(await ask('GET', `/financial/members/${id}/accounts`))[0].balance as number),
    )
  const told = async (member: TestMember) =>
    dataOf(await ask('GET', `/financial/members/${member.id}/statement?from=2025-01-01&to=2099-12-31`))
      .accounts.flatMap(({ lines }: { lines: { description: string }[] }) => lines)
      .map(({ description }: { description: string }) => description)

  test('go to the right one by one entry of two officers, which both statements show with the reason, and come back by another', async () => {
    const owed = async () =>
      dataOf(await ask('GET', '/financial/reports/trial-balance')).accounts.find(
        ({ code }: { code: string }) => code === '2110',
      ).credit
    const before = await owed()
    const asked = dataOf(await give(), 201)
    expect(asked).toMatchObject({ status: 'pending', memberId: ada.id, entryNumber: null })
    expect((await ask('POST', `${path}/${asked.id}/approve`, {})).body.message).toMatch(/another officer/i)
    expect(await savings(ada, bayo)).toEqual([5000, 0])

    dataOf(await ask('POST', `${path}/${asked.id}/approve`, {}, second.token))
    expect(await savings(ada, bayo)).toEqual([3799.5, 1200.5])
    const { entryNumber, pair, voucher } = dataOf(await ask('GET', `${path}/${asked.id}`))
    expect(pair).toMatchObject({ memberName: 'Bayo Ade', direction: 'in' })
    expect(voucher).toEqual({ lines: 2, total: 1200.5 })
    expect(entryNumber).toEqual(expect.any(Number))
    // The society owes its savers as much as before.
    expect(await owed()).toBe(before)
    for (const member of [ada, bayo]) expect(await told(member)).toContain(wrong)

    const undo = await ask('POST', `${path}/${asked.id}/reverse`, { reason: 'It was Ada’s' })
    const { reversal } = dataOf(await ask('GET', `${path}/${asked.id}`))
    if (dataOf(undo).entryNumber === null)
      dataOf(await ask('POST', `/financial/reversals/${reversal.id}/approve`, {}, second.token))
    expect(await savings(ada, bayo)).toEqual([5000, 0])
  })

  test('stay where they are without a reason, above what is free, and where one member is not active or the other has given notice', async () => {
    const refused = async (changes: object, token?: string) => {
      const { status, body } = await give(changes, token)
      return [status, body.errors?.[0]?.field, body.errors?.[0]?.message ?? body.message]
    }
    expect(await refused({ description: '  ' })).toEqual([
      422,
      'description',
      'Say why this goes to another member. Both members read it.',
    ])
    expect(await refused({ amount: 5000.01 })).toEqual([409, 'amount', expect.stringContaining('5,000.00')])
    const [cleo, dan] = [
      await buildMember(app, cooperative, { firstName: 'Cleo', lastName: 'Eze' }),
      await buildMember(app, cooperative, { firstName: 'Dan', lastName: 'Ibe' }),
    ]
    dataOf(await ask('POST', path, { type: 'deposit', memberId: dan.id, amount: 300 }), 201)
    dataOf(
      await ask('POST', '/members/status', { members: { ids: [cleo.id] }, status: 'inactive', reason: 'Moved away' }),
    )
    expect(await refused({ toMemberId: cleo.id })).toEqual([
      409,
      'toMemberId',
      'Cleo Eze is not an active member. Reactivate the member first.',
    ])
    dataOf(
      await ask('POST', `/cooperatives/members/${dan.id}/leaving`, { reason: 'resignation', noticedOn: '2026-01-10' }),
      201,
    )
    expect((await refused({ memberId: dan.id, amount: 100 })).slice(0, 2)).toEqual([409, 'memberId'])
    expect((await refused({ toMemberId: ada.id })).slice(0, 2)).toEqual([422, 'toAccountTypeId'])
    // A member gives no savings away by themselves.
    expect((await refused({ memberId: undefined }, await loginMember(app, ada)))[0]).toBe(403)
  })
})
