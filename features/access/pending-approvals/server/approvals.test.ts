import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CooperativeId, LoginId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/transactions'

describe('maker and checker', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let saver: TestMember

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    saver = await buildMember(app, cooperative, { firstName: 'Ada' })
    dataOf(await post({ type: 'deposit', amount: 100_000 }), 201)
  })
  afterAll(() => app.stop())

  const ask = (method: string, to: string, body?: unknown, token = cooperative.token) =>
    app.call(method, to, { token, ...(body !== undefined && { body }) })
  const post = (body: object, token?: string) => ask('POST', path, { memberId: saver.id, ...body }, token)
  const act = (id: string, what: string, token?: string, body: object = {}) =>
    ask('POST', `${path}/${id}/${what}`, body, token)
  const detail = async (id: string, token?: string) => dataOf(await ask('GET', `${path}/${id}`, undefined, token))
  const settings = async (body: object) =>
    dataOf(await agreed(app, await ask('PUT', '/financial/config', body), approver))
  const waiting = async (query = '', token?: string) =>
    (await ask('GET', `/financial/approvals${query}`, undefined, token)).body
  let approver: string | undefined
  /** A member who is made an officer, with a token of the admin area; the first of them agrees to the others. */
  const officer = async (firstName: string) => {
    const made = await buildOfficer(app, cooperative, { firstName }, approver)
    approver ??= made.token
    return made
  }

  test('a withdrawal below the amount is posted at once; from it on it waits', async () => {
    await settings({ withdrawalApprovals: 2, withdrawalApprovalsFrom: 5000 })
    expect(dataOf(await post({ type: 'withdrawal', amount: 4999.99 }), 201).status).toBe('approved')
    expect(dataOf(await post({ type: 'withdrawal', amount: 5000 }), 201)).toMatchObject({
      status: 'pending',
      entryNumber: null,
      receiptNumber: null,
    })
    expect(dataOf(await post({ type: 'deposit', amount: 5000 }), 201).status).toBe('approved')
  })

  test('with one login only, one person does both, and the books say so', async () => {
    const { data, meta } = await waiting()
    expect(data).toMatchObject([
      {
        kind: 'withdrawal',
        memberName: 'Ada Obi',
        amount: 5000,
        askedBy: 'Unity Thrift',
        approvals: { asked: 1, given: [], open: true },
      },
    ])
    expect(meta.summary).toEqual({ mine: 1 })
    expect(dataOf(await act(data[0].transactionId, 'approve'))).toMatchObject({
      status: 'approved',
      receiptNumber: expect.any(String),
    })
    expect((await detail(data[0].transactionId)).approvals).toMatchObject({
      given: [{ by: 'Unity Thrift', alone: true }],
      open: false,
    })
    expect((await waiting()).meta.total).toBe(0)
  })

  test('with two or more officers the maker is never the checker, and two approvals come from two', async () => {
    const [second, third] = [await officer('Second'), await officer('Third')]
    const { id } = dataOf(await post({ type: 'withdrawal', amount: 6000 }), 201)
    expect((await act(id, 'approve')).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect((await waiting('?mine=true')).meta).toMatchObject({ total: 0, summary: { mine: 0 } })
    expect((await waiting('?mine=true', second.token)).data).toMatchObject([
      { transactionId: id, approvals: { asked: 2, open: true } },
    ])
    expect(dataOf(await act(id, 'approve', second.token))).toMatchObject({ status: 'pending', receiptNumber: null })
    expect((await act(id, 'approve', second.token)).body).toMatchObject({
      status: 409,
      message: 'You have approved this already. It waits for another officer.',
    })
    expect((await waiting('?mine=false', second.token)).data).toMatchObject([
      { approvals: { given: [{ by: 'Second Officer', alone: false }], open: false } },
    ])
    expect(dataOf(await act(id, 'approve', third.token))).toMatchObject({
      status: 'approved',
      receiptNumber: expect.any(String),
    })
    expect((await act(id, 'approve', third.token)).status).toBe(409)
  })

  test('of four who approve at once, one is the last', async () => {
    const others = [await officer('Fourth'), await officer('Fifth'), await officer('Sixth'), await officer('Seventh')]
    const { id } = dataOf(await post({ type: 'withdrawal', amount: 7000 }), 201)
    const replies = await Promise.all(others.map(({ token }) => act(id, 'approve', token)))
    expect(statusesOf(replies)).toEqual([200, 200, 409, 409])
    expect(replies.filter(({ body }) => body.data?.status === 'approved')).toHaveLength(1)
  })

  test('the database itself refuses a maker who checks', async () => {
    const { id } = dataOf(await post({ type: 'withdrawal', amount: 8000 }), 201)
    const { rows } = await app.admin.query<{ recorded_by: LoginId }>(
      'select recorded_by from app.transaction where transaction_id = $1',
      [id],
    )
    const forge = sql`insert into app.approval (cooperative_id, kind, subject_id, approved_by, approved_by_name, maker_id, alone)
      values (${cooperative.id}, 'transaction', ${id}, ${rows[0]?.recorded_by as LoginId}, 'Forger', '00000000-0000-4000-8000-000000000009', true)`
    await expect(
      app.services.database.tenant({ cooperativeId: cooperative.id as CooperativeId, role: 'coop_admin' }, (tx) =>
        tx.run(forge),
      ),
    ).rejects.toThrow(/maker_is_not_checker/)
    dataOf(await act(id, 'reject', undefined, { reason: 'Taken back by whoever recorded it' }))
  })

  test('a reversal waits in the same way, and is made or turned down', async () => {
    await settings({ reversalApprovals: 1, withdrawalApprovals: 0 })
    const { id } = dataOf(await post({ type: 'deposit', amount: 300 }), 201)
    expect(dataOf(await act(id, 'reverse', undefined, { reason: 'Wrong member' }))).toEqual({
      entryNumber: null,
      receiptNumber: null,
      reversed: 0,
      total: 300,
    })
    expect((await act(id, 'reverse', undefined, { reason: 'Again' })).body).toMatchObject({
      status: 409,
      message: 'Unity Thrift has already asked for this reversal. It waits for approval.',
    })
    const [row] = (await waiting('?kind=reversal')).data
    expect(row).toMatchObject({ kind: 'reversal', transactionId: id, description: 'Wrong member', amount: 300 })
    expect(await detail(id)).toMatchObject({
      status: 'approved',
      reversal: {
        id: row.reversalId,
        reason: 'Wrong member',
        askedBy: 'Unity Thrift',
        approvals: { asked: 1, open: false },
      },
    })
    expect((await ask('POST', `/financial/reversals/${row.reversalId}/approve`, {})).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    const eighth = await officer('Eighth')
    expect(
      dataOf(await ask('POST', `/financial/reversals/${row.reversalId}/approve`, {}, eighth.token)).receiptNumber,
    ).toMatch(/-/)
    expect(await detail(id)).toMatchObject({
      status: 'reversed',
      reversal: null,
      decisions: [{ decision: 'reversed', by: 'Eighth Officer', reason: 'Wrong member' }],
    })
    expect((await ask('POST', `/financial/reversals/${row.reversalId}/approve`, {}, eighth.token)).status).toBe(409)

    const other = dataOf(await post({ type: 'deposit', amount: 301 }), 201)
    dataOf(await act(other.id, 'reverse', undefined, { reason: 'Doubt' }))
    const { reversal } = await detail(other.id)
    dataOf(await ask('POST', `/financial/reversals/${reversal.id}/reject`, { reason: 'It is right' }, eighth.token))
    expect(await detail(other.id)).toMatchObject({ status: 'approved', reversal: null })

    // Of two who decide at once, over and over, exactly one is heard.
    const ninth = await officer('Ninth')
    const raced = dataOf(await post({ type: 'deposit', amount: 302 }), 201)
    dataOf(await act(raced.id, 'reverse', undefined, { reason: 'Race' }))
    const { reversal: asked } = await detail(raced.id)
    const decisions = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        n % 2 === 0
          ? ask('POST', `/financial/reversals/${asked.id}/approve`, {}, eighth.token)
          : ask('POST', `/financial/reversals/${asked.id}/reject`, { reason: 'It is right' }, ninth.token),
      ),
    )
    expect(statusesOf(decisions)).toEqual([200, ...Array(9).fill(409)])
    const first = decisions.findIndex(({ status }) => status === 200)
    expect(await detail(raced.id)).toMatchObject({ status: first % 2 === 0 ? 'reversed' : 'approved', reversal: null })
    for (const { body } of decisions.filter(({ status }) => status === 409))
      expect(body.message).toMatch(/^This has already been /)
    await settings({ reversalApprovals: 0 })
  })

  test('journals and shares wait where the settings say so, and the list is filtered by what they are', async () => {
    await settings({ journalApprovals: 1, shareApprovals: 1 })
    const chart = Object.fromEntries(
      dataOf(await ask('GET', '/financial/posting-accounts')).map(({ code, id }: Record<string, string>) => [code, id]),
    )
    dataOf(await post({ type: 'share_purchase', shares: 20 }), 201)
    const journal = {
      type: 'journal',
      memberId: undefined,
      description: 'Rent',
      lines: [
        { accountId: chart['5710'], debit: 9 },
        { accountId: chart['1010'], credit: 9 },
      ],
    }
    const rent = dataOf(await post(journal), 201)
    const redemption = dataOf(await post({ type: 'share_redemption', shares: 20 }), 201)
    expect([rent.status, redemption.status]).toEqual(['pending', 'pending'])
    expect((await waiting('?kind=journal')).data).toMatchObject([
      { transactionId: rent.id, memberName: null, description: 'Rent' },
    ])
    expect((await waiting('?sort=-amount')).data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'share_redemption',
      'journal',
    ])
    expect((await waiting('?q=ada')).data.map(({ kind }: { kind: string }) => kind)).toEqual(['share_redemption'])
    const ninth = await officer('Ninth')
    for (const { id } of [rent, redemption])
      expect(dataOf(await act(id, 'approve', ninth.token)).status).toBe('approved')
    expect((await waiting()).meta.total).toBe(0)
  })

  test('whoever becomes the only officer again may check themselves', async () => {
    const own = await buildCooperative(app)
    const person = await buildMember(app, own)
    const helper = await buildMember(app, own, { firstName: 'Helper' })
    const roles = (roleIds: string[]) =>
      app.call('PUT', `/cooperatives/members/${helper.id}/roles`, { token: own.token, body: { roleIds } })
    const call = (to: string, body: object) => app.call('POST', to, { token: own.token, body })
    dataOf(await app.call('PUT', '/financial/config', { token: own.token, body: { withdrawalApprovals: 1 } }))
    dataOf(await call(path, { type: 'deposit', memberId: person.id, amount: 10 }), 201)
    dataOf(await roles(['member', 'admin']))
    // An admin who has never opened the portal is no one who could check.
    const first = dataOf(await call(path, { type: 'withdrawal', memberId: person.id, amount: 4 }), 201)
    expect(dataOf(await call(`${path}/${first.id}/approve`, {})).status).toBe('approved')
    const { accessToken } = dataOf(
      await app.call('POST', '/member-auth/switch', {
        token: await loginMember(app, helper),
        body: { cooperativeId: own.id, role: 'coop_admin' },
      }),
    )
    const { id } = dataOf(await call(path, { type: 'withdrawal', memberId: person.id, amount: 6 }), 201)
    expect((await call(`${path}/${id}/approve`, {})).status).toBe(409)
    dataOf(await agreed(app, await roles(['member']), accessToken))
    expect(dataOf(await call(`${path}/${id}/approve`, {})).status).toBe('approved')
  })

  test('who approved what waits for an officer whose office ended finishes it by approving again', async () => {
    const own = await buildCooperative(app, { name: 'Stuck Society' })
    const person = await buildMember(app, own)
    const call = (method: string, to: string, body?: object, token = own.token) =>
      app.call(method, to, { token, ...(body && { body }) })
    dataOf(await call('POST', path, { type: 'deposit', memberId: person.id, amount: 10 }), 201)
    dataOf(await call('PUT', '/financial/config', { withdrawalApprovals: 2 }))
    const stays = await buildOfficer(app, own, { firstName: 'Stays' })
    const leaves = await buildOfficer(app, own, { firstName: 'Leaves' }, stays.token)
    const { id } = dataOf(await call('POST', path, { type: 'withdrawal', memberId: person.id, amount: 4 }), 201)
    const approve = (token?: string) => call('POST', `${path}/${id}/approve`, {}, token)
    const mine = async () =>
      (await call('GET', '/financial/approvals?kind=withdrawal&mine=true', undefined, stays.token)).body.data
    expect(dataOf(await approve(stays.token)).status).toBe('pending')
    expect([(await approve(stays.token)).status, await mine()]).toEqual([409, []])
    const ended = await call('PUT', `/cooperatives/members/${leaves.id}/roles`, { roleIds: ['member'] })
    dataOf(await agreed(app, ended, stays.token))
    expect(await mine()).toMatchObject([
      { transactionId: id, approvals: { asked: 1, given: [{ by: 'Stays Officer' }], open: true } },
    ])
    // Who recorded it still does not.
    expect((await approve()).status).toBe(409)
    expect(dataOf(await approve(stays.token)).status).toBe('approved')
    expect(dataOf(await call('GET', `${path}/${id}`)).approvals.given).toMatchObject([
      { by: 'Stays Officer', alone: false },
    ])
    expect((await approve(stays.token)).status).toBe(409)
    expect(await mine()).toEqual([])
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
