import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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

const path = '/financial/loans'

describe('an approved loan that was not paid out', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa]: TestMember[] = []
  let [adas, musas, regular] = ['', '', '']

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ;[ada, musa] = [
      await buildMember(app, cooperative, { firstName: 'Ada' }),
      await buildMember(app, cooperative, { firstName: 'Musa' }),
    ]
    ;[adas, musas] = [await loginMember(app, ada), await loginMember(app, musa)]
    for (const { id } of [ada, musa])
      await done(
        'POST',
        '/financial/transactions',
        { type: 'deposit', memberId: id, amount: 100_000, occurredOn: '2026-05-01' },
        201,
      )
    regular = (await done('GET', '/financial/loan-config')).id
    await done('PUT', '/financial/config', { guarantorsRequired: 1 })
    await done('PUT', `/financial/loan-config/${regular}`, { ownCoverPercent: 10 })
  })

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const pledged = async (who: TestMember | undefined) =>
    (await done('GET', `/financial/members/${who?.id}/accounts`)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    ).pledged
  const cancel = (id: string, body: object = { reason: 'The vehicle was sold' }, token?: string) =>
    ask('POST', `${path}/${id}/cancel`, body, token)
  const withdraw = (id: string, token = adas) => ask('POST', `${path}/${id}/withdraw`, undefined, token)
  const disburse = (id: string, body: object = {}) => ask('POST', `${path}/${id}/disburse`, { to: 'cash', ...body })
  const newest = async (token: string) => (await ask('GET', '/notifications', undefined, token)).body.data[0]
  const approved = async (more: object = {}): Promise<string> => {
    const { id } = dataOf(
      await ask(
        'POST',
        path,
        { loanConfigId: regular, principal: 60_000, instalments: 6, guarantors: [musa?.id], ...more },
        adas,
      ),
      201,
    )
    dataOf(await ask('POST', `${path}/${id}/guarantors/${musa?.id}/accept`, undefined, musas))
    await done('POST', `${path}/${id}/approve`)
    return id
  }

  test('is cancelled with a reason, which frees the guarantor at once and is told to both and kept', async () => {
    const id = await approved()
    expect([await pledged(ada), await pledged(musa)]).toEqual([6_000, 60_000])
    expect((await cancel(id, { reason: ' ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason', message: 'Give the reason' }],
    })
    expect((await cancel(id, undefined, adas)).status).toBe(403)
    expect((await cancel(id, undefined, (await buildCooperative(app)).token)).status).toBe(404)
    const cancelled = dataOf(await cancel(id))
    expect(cancelled).toMatchObject({
      status: 'withdrawn',
      ownPledge: 0,
      guarantors: [{ held: 0 }],
      decisions: [
        { decision: 'approved' },
        { decision: 'withdrawn', by: 'Unity Thrift', reason: 'The vehicle was sold' },
      ],
    })
    expect([await pledged(ada), await pledged(musa)]).toEqual([0, 0])
    expect(await newest(adas)).toMatchObject({
      message: 'Your approved Regular loan of ₦60,000.00 was cancelled and is not paid out: The vehicle was sold',
      link: `/member/loans/${id}`,
    })
    expect(await newest(musas)).toMatchObject({
      message:
        'The Regular loan of ₦60,000.00 of Ada Obi was cancelled before it was paid out. Nothing of your savings is pledged for it.',
      link: '/member/guarantees',
    })
    const { rows: audit } = await app.admin.query(
      'select action from audit.event where subject_id = $1 order by at desc limit 1',
      [id],
    )
    expect(audit).toEqual([{ action: 'POST /financial/loans/:loanId/cancel' }])
    expect((await disburse(id)).body).toMatchObject({
      status: 409,
      message: 'Only an approved loan is paid out, and this one is withdrawn.',
    })
    expect((await cancel(id)).body).toMatchObject({
      status: 409,
      message: 'This application has already been withdrawn by Unity Thrift. Nothing was changed.',
    })
    expect((await withdraw(id)).status).toBe(409)
    expect(await app.checks()).toEqual([])
  })

  test('is withdrawn by its borrower, whom no one else may do that for, and the officers are told', async () => {
    const id = await approved()
    expect((await withdraw(id, musas)).status).toBe(404)
    expect((await withdraw(id, cooperative.token)).body).toMatchObject({
      status: 409,
      message: 'This application has already been approved by Unity Thrift. Nothing was changed.',
    })
    expect(dataOf(await withdraw(id))).toMatchObject({ status: 'withdrawn', guarantors: [{ held: 0 }] })
    expect((await done('GET', `${path}/${id}`)).decisions.at(-1)).toMatchObject({
      decision: 'withdrawn',
      by: 'Ada Obi',
      reason: null,
    })
    expect(await pledged(musa)).toBe(0)
    // Whoever takes the approval away without a word is found.
    const word = 'delete from app.loan_decision where loan_id = $1 and decision = $2 returning *'
    const {
      rows: [said],
    } = await app.admin.query(word, [id, 'withdrawn'])
    expect(await app.checks()).toMatchObject([{ check: expect.stringContaining('decisions_are_on_record') }])
    await app.admin.query(
      'insert into app.loan_decision select (jsonb_populate_record(null::app.loan_decision, $1)).*',
      [JSON.stringify(said)],
    )
    expect(await newest(cooperative.token)).toMatchObject({
      message: 'Ada Obi withdrew the approved Regular loan of ₦60,000.00. It is not to be paid out.',
      link: `/coop/loan-management/${id}`,
    })
    expect(await app.checks()).toEqual([])
  })

  test('stays once money went out, even in part, and is free to be cancelled again when all of that is reversed', async () => {
    const id = await approved()
    const {
      movements: [part],
    } = dataOf(await disburse(id, { amount: 1_000 }), 201)
    for (const taken of [await cancel(id), await withdraw(id)]) {
      expect(taken.body).toMatchObject({
        status: 409,
        message:
          "₦1,000.00 of this loan has been paid out, so it can't be taken back any more. It ends when it is repaid, or the payment is reversed.",
      })
    }
    await done('POST', `${path}/${id}/movements/${part.id}/reverse`, { reason: 'Not fetched' })
    expect(dataOf(await cancel(id)).status).toBe('withdrawn')
    expect([await pledged(ada), await pledged(musa)]).toEqual([0, 0])
    expect(await app.checks()).toEqual([])
  })

  test('is not decided about by cancelling, nor cancelled by its own borrower', async () => {
    const { id } = dataOf(
      await ask(
        'POST',
        path,
        { loanConfigId: regular, principal: 60_000, instalments: 6, guarantors: [musa?.id] },
        adas,
      ),
      201,
    )
    expect((await cancel(id)).body).toMatchObject({
      status: 409,
      message: 'No one has decided about this application yet. Reject it instead.',
    })
    const second = await approved()
    await done('PUT', `/cooperatives/members/${ada?.id}/roles`, { roleIds: ['member', 'admin'] })
    const officer = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, adas),
    ).accessToken as string
    expect((await cancel(second, undefined, officer)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
  })

  test('that settles another loan is cancelled while that one still runs, and not once it has settled it', async () => {
    await done('PUT', `/financial/loan-config/${regular}`, { topUpAfterPercent: 0 })
    const old = await approved({ principal: 20_000 })
    dataOf(await disburse(old), 201)
    const topUp = () => approved({ principal: 60_000, settles: [old] })
    const first = await topUp()
    expect(dataOf(await cancel(first)).status).toBe('withdrawn')
    expect(await done('GET', `${path}/${old}`)).toMatchObject({ status: 'active', settledBy: null })
    const second = await topUp()
    dataOf(await disburse(second), 201)
    expect((await cancel(second)).body).toMatchObject({
      status: 409,
      message: expect.stringMatching(/^₦60,000\.00 of this loan has been paid out/),
    })
    expect(await done('GET', `${path}/${old}`)).toMatchObject({ status: 'completed' })
    expect(await app.checks()).toEqual([])
  })

  test('of two who cancel, withdraw or pay it out at once one is heard, and the other gets a sentence', async () => {
    for (const other of [cancel, withdraw, (id: string) => disburse(id)]) {
      const id = await approved()
      const replies = await Promise.all([cancel(id), other(id)])
      expect(statusesOf(replies).filter((status) => status >= 400)).toEqual([409])
      const { status, decisions } = await done('GET', `${path}/${id}`)
      expect(decisions.filter(({ decision }: { decision: string }) => decision === 'withdrawn')).toHaveLength(
        status === 'withdrawn' ? 1 : 0,
      )
      expect(await pledged(musa)).toBe(status === 'withdrawn' ? 0 : 60_000)
    }
    expect(await app.checks()).toEqual([])
  })

  test('is on the clearance list of its borrower with its place, until it is cancelled', async () => {
    const id = await approved()
    await done('POST', `/cooperatives/members/${ada?.id}/leaving`, { reason: 'expulsion' }, 201)
    const applications = async () =>
      (await done('GET', `/cooperatives/members/${ada?.id}/leaving`)).clearance.filter(
        ({ kind }: { kind: string }) => kind === 'applications',
      )
    expect(await applications()).toEqual([
      {
        kind: 'applications',
        isClear: false,
        loanId: id,
        text: 'Regular loan of ₦60,000.00 is approved and not paid out. Cancel it, or pay it out and let the settlement take it back.',
      },
    ])
    dataOf(await cancel(id))
    expect(await applications()).toMatchObject([{ isClear: true, text: 'No loan is asked for.' }])
  })
})
