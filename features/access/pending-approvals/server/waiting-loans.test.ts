import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  agreed,
  buildCooperative,
  buildMember,
  buildOfficer,
  dataOf,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

describe('applications for a loan among what waits for approval', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let musa: TestMember
  let musaToken: string
  let regular: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    adaToken = await loginMember(app, ada)
    musaToken = await loginMember(app, musa)
    for (const { id } of [ada, musa])
      dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: id, amount: 100_000 }), 201)
    const configs = dataOf(await ask('GET', '/financial/loan-configs'))
    regular = configs.find(({ name }: { name: string }) => name === 'Regular').id
    dataOf(
      await ask('PUT', `/financial/loan-config/${regular}`, {
        guarantorsRequired: 1,
        guarantorCoverPercent: 50,
        approvalSteps: [{ from: 50_000, approvals: 2 }],
      }),
    )
  })
  afterAll(() => app.stop())

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const apply = async (principal: number, token = adaToken, guarantor = musa) =>
    dataOf(
      await ask(
        'POST',
        '/financial/loans',
        {
          loanConfigId: regular,
          principal,
          instalments: 10,
          purpose: 'Roof',
          guarantors: [guarantor.id],
          ...(token === cooperative.token && { memberId: ada.id }),
        },
        token,
      ),
      201,
    )
  const waiting = async (query = '', token?: string) =>
    (await ask('GET', `/financial/approvals${query}`, undefined, token)).body
  const accept = async (loanId: string) =>
    dataOf(await ask('POST', `/financial/loans/${loanId}/guarantors/${musa.id}/accept`, undefined, musaToken))
  let approver: string | undefined
  const officer = async (firstName: string) => {
    const { token } = await buildOfficer(app, cooperative, { firstName }, approver)
    approver ??= token
    return token
  }

  test('one is in the list with who asked, and counts as somebody’s to approve once its guarantors have accepted', async () => {
    const { id } = await apply(20_000)
    const { data, meta } = await waiting()
    expect(data).toMatchObject([
      {
        kind: 'loan',
        loanId: id,
        transactionId: null,
        reversalId: null,
        memberName: 'Ada Obi',
        account: 'Regular',
        amount: 20_000,
        description: 'Roof',
        askedBy: 'Ada Obi',
        approvals: { asked: 1, given: [], open: false },
        guarantors: { required: 1, accepted: 0 },
      },
    ])
    expect(meta).toMatchObject({ total: 1, summary: { mine: 0 } })
    await accept(id)
    expect((await waiting('?mine=true')).data).toMatchObject([
      { loanId: id, approvals: { open: true }, guarantors: { required: 1, accepted: 1 } },
    ])
    expect((await waiting()).meta.summary).toEqual({ mine: 1 })
    dataOf(await ask('POST', `/financial/loans/${id}/approve`))
    expect((await waiting()).meta).toMatchObject({ total: 0, summary: { mine: 0 } })
  })

  test('from an amount on it takes two officers, and each sees whether it is still their', async () => {
    const [second, third] = [await officer('Second'), await officer('Third')]
    const { id } = await apply(60_000)
    await accept(id)
    expect((await waiting('?kind=loan', second)).data).toMatchObject([
      { approvals: { asked: 2, given: [], open: true } },
    ])
    dataOf(await ask('POST', `/financial/loans/${id}/approve`, undefined, second))
    expect((await waiting('?mine=true', second)).data).toEqual([])
    expect((await waiting('?mine=true', third)).data).toMatchObject([
      { loanId: id, approvals: { given: [{ by: 'Second Officer' }], open: true } },
    ])
    dataOf(await ask('POST', `/financial/loans/${id}/approve`, undefined, third))
    expect((await waiting('?kind=loan')).data).toEqual([])
  })

  test('whoever entered it does not approve where approvals are asked for, and no one their own', async () => {
    const { id } = await apply(60_000, cooperative.token)
    await accept(id)
    expect((await waiting('?mine=false')).data).toMatchObject([
      { loanId: id, askedBy: 'Unity Thrift', approvals: { open: false } },
    ])
    expect((await ask('POST', `/financial/loans/${id}/approve`)).status).toBe(409)
    dataOf(await ask('POST', `/financial/loans/${id}/reject`, { reason: 'Test' }))
    const own = dataOf(
      await ask(
        'POST',
        '/financial/loans',
        { loanConfigId: regular, principal: 1000, instalments: 2, guarantors: [ada.id] },
        musaToken,
      ),
      201,
    )
    dataOf(
      await agreed(
        app,
        await ask('PUT', `/cooperatives/members/${musa.id}/roles`, { roleIds: ['member', 'admin'] }),
        approver,
      ),
    )
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, musaToken),
    )
    dataOf(await ask('POST', `/financial/loans/${own.id}/guarantors/${ada.id}/accept`, undefined, adaToken))
    expect((await waiting('?kind=loan', accessToken)).data).toMatchObject([
      { loanId: own.id, approvals: { open: false } },
    ])
    expect((await waiting('?kind=loan')).data).toMatchObject([{ loanId: own.id, approvals: { open: true } }])
  })

  test('it is sorted, searched and filtered among the movements', async () => {
    dataOf(await agreed(app, await ask('PUT', '/financial/config', { withdrawalApprovals: 1 }), approver))
    dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada.id, amount: 500 }), 201)
    expect((await waiting('?sort=-amount')).data.map(({ kind }: { kind: string }) => kind)).toEqual([
      'loan',
      'withdrawal',
    ])
    expect((await waiting('?q=bello')).data.map(({ kind }: { kind: string }) => kind)).toEqual(['loan'])
    expect((await waiting('?kind=withdrawal')).meta).toMatchObject({ total: 1, summary: { mine: 1 } })
  })

  test("a member reads no list of what waits, and another cooperative's list is its own", async () => {
    expect((await ask('GET', '/financial/approvals', undefined, adaToken)).status).toBe(403)
    const other = await buildCooperative(app)
    expect((await waiting('', other.token)).meta).toMatchObject({ total: 0, summary: { mine: 0 } })
  })
})
