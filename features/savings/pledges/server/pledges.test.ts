import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('what is pledged', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let chart: Record<string, string>
  let types: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    dataOf(await move({ type: 'deposit', amount: 1000 }), 201)
    chart = Object.fromEntries(
      dataOf(await ask('GET', '/financial/posting-accounts')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
    types = Object.fromEntries(
      dataOf(await ask('GET', '/financial/account-types')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const move = (body: object) => ask('POST', '/financial/transactions', { memberId: ada.id, ...body })
  const place = (amount: number, reason = 'Asked by the committee') =>
    ask('POST', '/financial/pledges', { memberId: ada.id, amount, reason })
  const savings = async (token?: string) =>
    dataOf(await ask('GET', `/financial/members/${ada.id}/accounts`, undefined, token)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    )

  test('cannot leave by any way, and the member sees balance, pledged and free', async () => {
    const pledge = dataOf(await place(900), 201)
    expect(pledge).toMatchObject({
      memberName: 'Ada Obi',
      account: 'Ordinary savings',
      amount: 900,
      purpose: 'hold',
      reason: 'Asked by the committee',
      placedBy: 'Unity Thrift',
      releasedAt: null,
    })
    const ways = [
      { type: 'withdrawal', amount: 101 },
      { type: 'transfer', toAccountTypeId: types['special'], amount: 101 },
      { type: 'charge', accountTypeId: types['ordinary'], incomeAccountId: chart['4230'], amount: 101 },
      { type: 'share_purchase', accountTypeId: types['ordinary'], shares: 20 },
    ]
    for (const way of ways)
      expect((await move(way)).body).toMatchObject({
        status: 409,
        message: 'Only ₦100.00 is free on this account. Enter that or less.',
      })
    const [deposit] = (await ask('GET', '/financial/transactions?type=deposit')).body.data
    expect(
      (await ask('POST', `/financial/transactions/${deposit.id}/reverse`, { reason: 'Mistake' })).body,
    ).toMatchObject({ status: 409 })
    const token = await loginMember(app, ada)
    expect(await savings(token)).toMatchObject({ balance: 1000, pledged: 900, free: 100 })
    expect((await ask('GET', '/financial/pledges', undefined, token)).body).toMatchObject({
      data: [{ id: pledge.id }],
      meta: { summary: { pledged: 900 } },
    })
    dataOf(await move({ type: 'withdrawal', amount: 100 }), 201)
  })

  // ASVS V2.3.4
  test('is never more than what is free, also when several are placed at once', async () => {
    expect((await place(1)).body).toMatchObject({
      status: 409,
      message: 'Only ₦0.00 is free on this account. Pledge that or less.',
      errors: [{ field: 'amount' }],
    })
    dataOf(await move({ type: 'deposit', amount: 250 }), 201)
    const replies = await Promise.all(Array.from({ length: 5 }, () => place(100)))
    expect(statusesOf(replies)).toEqual([201, 201, 409, 409, 409])
    expect(await savings()).toMatchObject({ balance: 1150, pledged: 1100, free: 50 })
  })

  test('and a withdrawal at the same moment never both count the same money', async () => {
    const replies = await Promise.all([place(50), move({ type: 'withdrawal', amount: 50 })])
    expect(statusesOf(replies)).toEqual([201, 409])
  })

  test('is released once, with a reason, and is free again', async () => {
    const { data } = (await ask('GET', '/financial/pledges?state=open&sort=-amount')).body
    const release = (body: object = { reason: 'Settled' }) =>
      ask('POST', `/financial/pledges/${data[0].id}/release`, body)
    expect((await release({ reason: ' ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason', message: 'Give the reason' }],
    })
    const before = await savings()
    expect(statusesOf(await Promise.all([release(), release()]))).toEqual([200, 409])
    expect(await savings()).toMatchObject({ balance: before.balance, free: before.free + 900 })
    expect((await ask('GET', '/financial/pledges?state=released')).body.data).toMatchObject([
      { releasedBy: 'Unity Thrift', releasedReason: 'Settled' },
    ])
    expect((await release()).body.message).toBe('Unity Thrift has already released this pledge.')
  })

  test("the floor follows the pledges alone: no session sets it, and a member's own pledges nothing", async () => {
    const scope = { cooperativeId: cooperative.id as CooperativeId }
    const lower = sql`update ledger.account set min_balance = 0 where member_id = ${ada.id}`
    await expect(app.services.database.tenant({ ...scope, role: 'coop_admin' }, (tx) => tx.run(lower))).rejects.toThrow(
      /permission denied/,
    )
    const { rows } = await app.admin.query('select account_id from ledger.account where member_id = $1', [ada.id])
    await expect(
      app.services.database.tenant({ ...scope, role: 'member', memberId: ada.id as never }, (tx) =>
        tx.run(sql`select ledger.renew_floor(${cooperative.id}, ${rows[0].account_id})`),
      ),
    ).rejects.toThrow(/may not pledge/)
    const other = await buildCooperative(app)
    await expect(
      app.services.database.tenant({ cooperativeId: other.id as CooperativeId, role: 'coop_admin' }, (tx) =>
        tx.run(sql`select ledger.renew_floor(${cooperative.id}, ${rows[0].account_id})`),
      ),
    ).rejects.toThrow(/may not pledge/)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
