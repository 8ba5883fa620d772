import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kobo } from '#core/money.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import type { AccountId, CooperativeId, EntryId, LoginId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { post } from '#platform/ledger/ledger.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { dayIn } from '#core/calendar.ts'

describe('removing a member', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await startTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  const remove = (id: string) => app.call('DELETE', `/cooperatives/members/${id}`, { token: cooperative.token })
  const contribute = (memberId: string, amount: number) =>
    app.call('POST', '/financial/contributions', { token: cooperative.token, body: { memberId, amount } })

  test('takes them out of the register and every list; their number is never given again', async () => {
    const member = await buildMember(app, cooperative)
    expect((await remove(member.id)).body).toEqual({ success: true, message: 'Member removed', data: null })
    for (const id of [member.id, encodeURIComponent(member.membershipno)])
      expect((await app.call('GET', `/cooperatives/members/${id}`, { token: cooperative.token })).status).toBe(404)
    expect(
      (await app.call('GET', `/members?q=${encodeURIComponent(member.phone)}`, { token: cooperative.token })).body.meta
        .total,
    ).toBe(0)
    expect((await contribute(member.id, 100)).status).toBe(404)
    expect((await remove(member.id)).status).toBe(404)
    const next = await buildMember(app, cooperative, { phone: member.phone })
    expect(Number(next.membershipno.split('/')[1])).toBe(Number(member.membershipno.split('/')[1]) + 1)
  })

  // Remedy: member_has_money
  test('is refused with the amount while money is on their account', async () => {
    const member = await buildMember(app, cooperative)
    dataOf(await contribute(member.id, 1234.5), 201)
    expect((await remove(member.id)).body).toMatchObject({
      status: 409,
      message: 'This member still has ₦1,234.50 on the account. Pay it out or transfer it first.',
    })
    expect((await contribute(member.id, 1)).status).toBe(201)
    const move = async (body: object) =>
      dataOf(
        await app.call('POST', '/financial/transactions', {
          token: cooperative.token,
          body: { memberId: member.id, ...body },
        }),
        201,
      )
    await move({ type: 'withdrawal', amount: 1000 })
    const other = await buildMember(app, cooperative)
    await move({ type: 'transfer', toMemberId: other.id, amount: 235.5, description: 'To their spouse' })
    dataOf(await remove(member.id))
  })

  // Remedy: member_has_loan
  test('is refused while a loan of theirs is approved or runs', async () => {
    const member = await buildMember(app, cooperative)
    const ask = (method: string, path: string, body?: object) =>
      app.call(method, path, { token: cooperative.token, ...(body && { body }) })
    const done = async (path: string, body?: object, status = 200) => dataOf(await ask('POST', path, body), status)
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0, waitingMonths: 0 }))
    const { id: loanConfigId } = dataOf(await ask('GET', '/financial/loan-config'))
    await fundCash(app, cooperative, { naira: 100_000, on: '2020-01-01' })
    await done('/financial/transactions', { type: 'deposit', memberId: member.id, amount: 50_000 }, 201)
    const approved = async () => {
      const { id } = await done(
        '/financial/loans',
        { memberId: member.id, loanConfigId, principal: 10_000, instalments: 2 },
        201,
      )
      await done(`/financial/loans/${id}/approve`)
      return id as string
    }
    const refused = {
      status: 409,
      message: 'This member has a loan that is approved or runs. Cancel it or settle it first.',
    }
    const dropped = await approved()
    const makeInactive = () => ask('PUT', `/cooperatives/members/${member.id}`, { status: 'inactive' })
    expect((await makeInactive()).body).toMatchObject(refused)
    await done(`/financial/loans/${dropped}/cancel`, { reason: 'Not wanted any more' })
    dataOf(await makeInactive())
    dataOf(await ask('PUT', `/cooperatives/members/${member.id}`, { status: 'active' }))

    const running = await approved()
    await done(`/financial/loans/${running}/disburse`, { to: 'cash' }, 201)
    await done('/financial/transactions', { type: 'withdrawal', memberId: member.id, amount: 50_000 }, 201)
    expect((await remove(member.id)).body).toMatchObject(refused)
    const { amount } = dataOf(await ask('GET', `/financial/loans/${running}/settlement-quote`))
    await done(`/financial/loans/${running}/repayments`, { amount, from: 'cash' }, 201)
    dataOf(await remove(member.id))
  })

  test('works once their account is at zero, and their history stays', async () => {
    const member = await buildMember(app, cooperative)
    dataOf(await contribute(member.id, 500), 201)
    const { rows } = await app.admin.query(
      'select account_id, (select account_id from ledger.account where cooperative_id = $1 and code = $2) as cash from ledger.account where member_id = $3',
      [cooperative.id, '1010', member.id],
    )
    const cooperativeId = cooperative.id as CooperativeId
    const payOut = entry({
      id: newId<EntryId>(),
      on: dayIn(new Date()),
      kind: 'journal',
      source: { type: 'test', id: newId() },
      postings: [{ debit: rows[0].account_id as AccountId, credit: rows[0].cash as AccountId, amount: kobo(50_000) }],
    })
    await app.services.database.tenant({ cooperativeId, role: 'coop_admin' }, (tx) =>
      post(tx, cooperativeId, [{ entry: payOut, actorId: newId<LoginId>(), requestId: 'test' }]),
    )
    expect((await remove(member.id)).status).toBe(200)
    expect(
      (await app.call('GET', `/financial/transactions?memberId=${member.id}`, { token: cooperative.token })).body.data,
    ).toMatchObject([{ amount: 500, membershipno: member.membershipno }])
  })

  // Remedy: member_has_requests
  test('is refused while something that they asked for waits', async () => {
    const member = await buildMember(app, cooperative)
    const token = await loginMember(app, member)
    const { id } = dataOf(
      await app.call('POST', '/financial/transactions/deposits', { token, body: { amount: 50 } }),
      201,
    )
    expect((await remove(member.id)).body).toMatchObject({
      status: 409,
      message: 'This member has 1 request that waits for a decision. Approve or reject it first.',
    })
    dataOf(
      await app.call('POST', `/financial/transactions/${id}/reject`, {
        token: cooperative.token,
        body: { reason: 'Leaving' },
      }),
    )
    expect((await remove(member.id)).status).toBe(200)
  })

  test('asked for five times at once it happens once', async () => {
    const member = await buildMember(app, cooperative)
    const count = async () =>
      dataOf(await app.call('GET', '/cooperatives/profile', { token: cooperative.token })).members
    const before = await count()
    const replies = await Promise.all(Array.from({ length: 5 }, () => remove(member.id)))
    expect(statusesOf(replies)).toEqual([200, 404, 404, 404, 404])
    expect(await count()).toBe(before - 1)
  })

  test('a contribution that comes at the same time either finds them gone or keeps them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const member = await buildMember(app, cooperative)
      const [removed, paid] = await Promise.all([remove(member.id), contribute(member.id, 10)])
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([removed?.status, paid?.status])
    }
    expect(
      (await app.checks()).filter(
        ({ check }) => !['transactions_agree_with_postings', 'proof: transactions'].includes(check),
      ),
    ).toEqual([])
  })
})
