import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { agreed, buildCooperative, dataOf, fundCash, statusesOf, type TestCooperative } from '#dev/testing/builders.ts'
import { type Saver, buildSavers } from '#dev/testing/savers.ts'

const path = '/financial/loans'

describe('a loan that will not come back is written off', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa]: Saver[] = []
  let loanId: string

  const own = (member: Saver | undefined) => member?.token ?? ''
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const read = async (token?: string) => dataOf(await ask('GET', `${path}/${loanId}`, undefined, token))
  const preview = async () => dataOf(await ask('GET', `${path}/${loanId}/write-off`))
  const writeOff = (body: object = {}, token?: string) =>
    ask(
      'POST',
      `${path}/${loanId}/write-off`,
      { reason: 'They left the country', releasesPledges: true, ...body },
      token,
    )
  const repay = (body: object) => ask('POST', `${path}/${loanId}/repayments`, body)
  const settings = async (body: object) => dataOf(await ask('PUT', '/financial/config', body))
  const reverse = (movementId: string) =>
    ask('POST', `${path}/${loanId}/movements/${movementId}/reverse`, { reason: 'They came back' })
  const savings = async (who: Saver | undefined) =>
    dataOf(await ask('GET', `/financial/members/${who?.id}/accounts`)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    )
  const balances = async (): Promise<Record<string, number>> => {
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
    return Object.fromEntries(
      accounts.map(({ code, debit, credit }: { code: string; debit: number; credit: number }) => [
        code,
        debit - credit,
      ]),
    )
  }
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { debit, credit } = dataOf(await ask('GET', '/financial/reports/trial-balance')).totals
    expect(debit).toBe(credit)
  }
  const asOfficer = async (who: Saver | undefined) => {
    dataOf(await ask('PUT', `/cooperatives/members/${who?.id}/roles`, { roleIds: ['member', 'admin'] }))
    return dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own(who)),
    ).accessToken as string
  }
  const provide = async (amount: number) => {
    const accounts = dataOf(await ask('GET', '/financial/accounts?limit=100'))
    const idOf = (wanted: string) => accounts.find(({ code }: { code: string }) => code === wanted).id
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'journal',
        description: 'Provision',
        lines: [
          { accountId: idOf('5210'), debit: amount },
          { accountId: idOf('1290'), credit: amount },
        ],
      }),
      201,
    )
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  /** 60,000 at 12 % over six months since May, which Musa guarantees with 30,000; 12,000 has come back. */
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ;[ada, musa] = await buildSavers(app, cooperative, [
      ['Ada', 40_000],
      ['Musa', 50_000],
    ])
    await settings({ writeOffApprovals: 0, guarantorsRequired: 1 })
    const { id: regular } = dataOf(await ask('GET', '/financial/loan-config'))
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { guarantorsRequired: 1, guarantorCoverPercent: 50 }))
    loanId = dataOf(
      await ask(
        'POST',
        path,
        { loanConfigId: regular, principal: 60_000, instalments: 6, guarantors: [musa?.id] },
        own(ada),
      ),
      201,
    ).id
    dataOf(await ask('POST', `${path}/${loanId}/guarantors/${musa?.id}/accept`, undefined, own(musa)))
    dataOf(await ask('POST', `${path}/${loanId}/approve`))
    dataOf(await ask('POST', `${path}/${loanId}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    dataOf(await repay({ amount: 12_000, on: '2026-06-30' }), 201)
    dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada?.id, amount: 40_000 }), 201)
  })

  test('what is owed of principal leaves the loan, from the provision first and then bad debts, and nothing is late any more', async () => {
    await provide(10_000)
    const before = await balances()
    const { outstanding } = await read()
    const plan = await preview()
    expect(plan).toMatchObject({
      amount: outstanding,
      fromProvision: 10_000,
      toBadDebts: expect.closeTo(outstanding - 10_000, 5),
      approvals: 0,
      recoverableFrom: [{ name: 'Musa Obi', source: 'guarantee' }],
    })
    expect(plan.unpaidCharges).toBeGreaterThan(0)
    const after = dataOf(await writeOff(), 201)
    expect(after).toMatchObject({
      status: 'written_off',
      outstanding: 0,
      overdue: 0,
      next: null,
      writtenOff: outstanding,
      recovered: 0,
      writeOff: { status: 'approved', amount: outstanding, fromProvision: 10_000 },
      movements: [{}, {}, { kind: 'write_off', amount: outstanding, way: null }],
    })
    const now = await balances()
    expect([now['1290'] ?? 0, (now['5910'] ?? 0) - (before['5910'] ?? 0), now['1210'] ?? 0]).toEqual([
      0,
      expect.closeTo(outstanding - 10_000, 5),
      0,
    ])
    expect(dataOf(await ask('GET', `${path}/portfolio`))).toMatchObject({
      totals: { loans: 0, outstanding: 0, overdue: 0, overdueLoans: 0 },
      thisMonth: { due: 0, owed: 0 },
    })
    expect((await ask('GET', `${path}?overdue=true`)).body.data).toEqual([])
    expect(await savings(musa)).toMatchObject({ pledged: 0, free: 50_000 })
    const told = await read(own(ada))
    expect(told).toMatchObject({ status: 'written_off', writtenOff: outstanding, recovered: 0, writeOff: null })
    expect((await ask('GET', '/notifications', undefined, own(ada))).body.data[0].message).toMatch(
      /was written off: the cooperative no longer counts on it\. You still owe it/,
    )
    await books()
  })

  test('what comes in afterwards is income, and never more than was written off', async () => {
    const { writtenOff } = dataOf(await writeOff(), 201)
    dataOf(await repay({ amount: 8000 }), 201)
    dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: ada?.id, amount: 5000 }), 201)
    const after = dataOf(await repay({ amount: 5000, from: 'savings' }), 201)
    expect(after).toMatchObject({
      status: 'written_off',
      recovered: 13_000,
      movements: [
        {},
        {},
        {},
        { kind: 'recovered', amount: 8000, way: 'cash' },
        { kind: 'recovered', amount: 5000, way: 'savings' },
      ],
    })
    expect((await balances())['4240']).toBe(-13_000)
    expect((await savings(ada)).balance).toBe(0)
    await books()
    // What was lost takes up what they may borrow until it is paid.
    expect(dataOf(await ask('GET', '/financial/loans/eligibility', undefined, own(ada))).committed).toBeCloseTo(
      writtenOff - 13_000,
      5,
    )
    const left = Math.round((writtenOff - 13_000) * 100) / 100
    expect((await repay({ amount: left + 0.01 })).body).toMatchObject({ status: 422, errors: [{ field: 'amount' }] })
    expect(dataOf(await repay({ amount: left }), 201).recovered).toBe(writtenOff)
    expect((await repay({ amount: 0.01 })).status).toBe(422)
    expect(dataOf(await ask('GET', '/financial/loans/eligibility', undefined, own(ada))).committed).toBe(0)
    await books()
  })

  test('keeps the data of its borrower until all of it is recovered', async () => {
    const { writtenOff } = dataOf(await writeOff(), 201)
    const { id } = dataOf(await ask('POST', '/member-portal/erasure-requests', {}, own(ada)), 201)
    const pending = async () => dataOf(await ask('GET', '/members/erasure-requests?status=pending'))[0].obstacles
    const erase = () => ask('POST', `/members/erasure-requests/${id}/decide`, { decision: 'erase' })
    const stays =
      'A loan of this member was written off and can still be recovered. Their data stays until all of it is recovered.'
    expect(await pending()).toEqual([stays])
    expect((await erase()).body).toMatchObject({ status: 409, message: stays })
    dataOf(await repay({ amount: writtenOff, from: 'cash' }), 201)
    expect(await pending()).toEqual([])
    dataOf(await erase())
  })

  // Remedy: write_off_recovered_on, loan_written_off
  test('is reversed once nothing came after it, and leaves the loan that was, its guarantors included', async () => {
    const before = await read()
    const lost = dataOf(await writeOff(), 201)
    const paid = dataOf(await repay({ amount: 1000 }), 201)
    expect((await reverse(lost.movements[2].id)).body).toMatchObject({
      status: 409,
      message: 'Money has come in since this loan was written off. Reverse that first, the latest first.',
    })
    expect((await reverse(lost.movements[1].id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('was written off'),
    })
    expect(dataOf(await reverse(paid.movements[3].id))).toMatchObject({ status: 'written_off', recovered: 0 })
    const after = dataOf(await reverse(lost.movements[2].id))
    const { movements: was, ...same } = before
    expect(after).toMatchObject(same)
    expect(after.movements.slice(0, 2)).toEqual(was)
    expect(await savings(musa)).toMatchObject({ pledged: after.guarantors[0].held })
    await books()
    // And it can be written off again.
    const again = dataOf(await writeOff(), 201)
    expect(again.status).toBe('written_off')
    await books()
    dataOf(await reverse(again.movements.at(-1).id))
    expect(dataOf(await reverse(lost.movements[1].id))).toMatchObject({ status: 'active', outstanding: 60_000 })
    await books()
  })

  test('a reversal is refused where a guarantor has meanwhile taken their savings out', async () => {
    const lost = dataOf(await writeOff(), 201)
    dataOf(
      await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: musa?.id, amount: 50_000 }),
      201,
    )
    expect((await reverse(lost.movements[2].id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Replace the guarantor'),
    })
    expect((await read()).status).toBe('written_off')
    await books()
    // Another guarantor in Musa's place, who pledges their half of the principal that comes back to the loan.
    const [tola] = await buildSavers(app, cooperative, [['Tola', 50_000]])
    dataOf(await ask('POST', `${path}/${loanId}/guarantors`, { memberId: tola?.id, replaces: musa?.id }), 201)
    dataOf(await ask('POST', `${path}/${loanId}/guarantors/${tola?.id}/accept`, undefined, own(tola)))
    expect(await savings(tola)).toMatchObject({ pledged: 0 })
    await books()
    const { outstanding } = dataOf(await reverse(lost.movements[2].id))
    expect((await savings(tola)).pledged).toBeCloseTo(outstanding / 2, 1)
    await books()
  })

  // Remedy: write_off_recoverable
  test('what could still be taken from savings is named, and only let go of in so many words', async () => {
    const { recoverable } = await preview()
    expect(recoverable).toBeGreaterThan(0)
    for (const body of [{ releasesPledges: undefined }, { releasesPledges: false }]) {
      expect((await writeOff(body)).body).toMatchObject({
        status: 409,
        errors: [{ field: 'releasesPledges' }],
        message: expect.stringContaining('could still be taken from savings pledged for it'),
      })
    }
    const letGo = dataOf(await writeOff({ releasesPledges: true }), 201)
    dataOf(await reverse(letGo.movements.at(-1).id))
    const parts = dataOf(await ask('GET', `${path}/${loanId}/recovery?scope=balance`)).parts.map(
      ({ memberId, source, amount }: Record<string, unknown>) => ({ memberId, source, amount }),
    )
    dataOf(await ask('POST', `${path}/${loanId}/recovery`, { scope: 'balance', parts, reason: 'First' }), 201)
    expect(dataOf(await writeOff({ releasesPledges: undefined }), 201).status).toBe('written_off')
    await books()
  })

  test('waits for a second officer, who approves what they read', async () => {
    await settings({ writeOffApprovals: 1 })
    const second = await asOfficer(musa)
    const { outstanding } = await read()
    const asked = dataOf(await writeOff(), 201)
    expect(asked).toMatchObject({
      status: 'active',
      outstanding,
      writeOff: { status: 'pending', amount: outstanding, approvals: { asked: 1, given: [], open: false } },
    })
    const waiting = (await ask('GET', '/financial/approvals?kind=write_off&mine=true', undefined, second)).body
    expect(waiting).toMatchObject({
      data: [
        {
          kind: 'write_off',
          transactionId: null,
          loanId,
          writeOffId: asked.writeOff.id,
          amount: outstanding,
          memberName: 'Ada Obi',
          description: 'They left the country',
          approvals: { open: true },
        },
      ],
    })
    expect((await writeOff()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('has asked to write this loan off already'),
    })
    const approve = (token?: string) =>
      ask('POST', `/financial/write-offs/${asked.writeOff.id}/approve`, undefined, token)
    expect((await approve()).status).toBe(409)
    const paid = dataOf(await repay({ amount: 1000 }), 201)
    expect((await approve(second)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('Reject this and ask again'),
    })
    dataOf(await agreed(app, await reverse(paid.movements[2].id), second))
    expect(dataOf(await approve(second))).toMatchObject({
      status: 'written_off',
      writtenOff: outstanding,
      writeOff: { status: 'approved', approvals: { given: [{ by: expect.any(String) }] } },
    })
    expect((await approve(second)).status).toBe(409)
    await books()
  })

  // Remedy: write_off_waits
  test('is rejected with a reason, and the loan runs on', async () => {
    await settings({ writeOffApprovals: 1 })
    const { writeOff: asked } = dataOf(await writeOff(), 201)
    expect((await writeOff()).body.message).toContain('Approve or reject that first')
    expect((await ask('POST', `/financial/write-offs/${asked.id}/reject`, { reason: ' ' })).status).toBe(422)
    expect(
      dataOf(await ask('POST', `/financial/write-offs/${asked.id}/reject`, { reason: 'They have a car' })),
    ).toMatchObject({ status: 'active', writeOff: null })
    expect((await ask('POST', `/financial/write-offs/${asked.id}/approve`)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('has already been rejected'),
    })
    expect((await ask('GET', '/financial/approvals')).body.data).toEqual([])
    expect(dataOf(await writeOff(), 201).writeOff).toMatchObject({ status: 'pending' })
    await books()
  })

  test.each([
    [{ reason: ' ' }, 422, 'reason'],
    [{ on: '2026-06-29' }, 422, 'on'],
    [{ on: '2030-01-01' }, 422, 'on'],
    [{ releasesPledges: 'yes' }, 422, 'releasesPledges'],
    [{ amount: 5 }, 422, 'amount'],
  ])('refuses %o, and nothing is changed', async (body, status, field) => {
    expect((await writeOff(body)).body).toMatchObject({ status, errors: [{ field }] })
    expect(await read()).toMatchObject({ status: 'active', writeOff: null })
  })

  test('refuses members, other societies, one’s own loan, and what is not running', async () => {
    for (const who of [ada, musa])
      expect([
        (await writeOff({}, own(who))).status,
        (await ask('GET', `${path}/${loanId}/write-off`, undefined, own(who))).status,
      ]).toEqual([403, 403])
    const other = await buildCooperative(app)
    expect([
      (await writeOff({}, other.token)).status,
      (await ask('GET', `${path}/${loanId}/write-off`, undefined, other.token)).status,
    ]).toEqual([404, 404])
    expect((await writeOff({}, await asOfficer(ada))).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    dataOf(await writeOff(), 201)
    for (const reply of [
      await writeOff(),
      await ask('POST', `${path}/${loanId}/mark-paid`),
      await ask('GET', `${path}/${loanId}/settlement-quote`),
      await ask('GET', `${path}/${loanId}/recovery`),
    ]) {
      expect(reply.body).toMatchObject({ status: 409, message: expect.stringContaining('was written off') })
    }
    await books()
  })

  test('of eight who write off at once exactly one is heard, and of eight who take the rest exactly one', async () => {
    expect(statusesOf(await Promise.all(Array.from({ length: 8 }, () => writeOff())))).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    const { writtenOff } = await read()
    expect(statusesOf(await Promise.all(Array.from({ length: 8 }, () => repay({ amount: writtenOff }))))).toEqual([
      201,
      ...Array(7).fill(422),
    ])
    await books()
  })
})
