import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, fundCash, statusesOf, type TestCooperative } from '#dev/testing/builders.ts'
import { type Saver, buildSavers } from '#dev/testing/savers.ts'
import { atSize } from '#dev/testing/size.ts'

const path = '/financial/loans'

describe('what is late is recovered from the savings pledged for the loan', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, ngozi]: Saver[] = []
  let loanId: string

  const own = (member: Saver | undefined) => member?.token ?? ''
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const read = async (token?: string) => dataOf(await ask('GET', `${path}/${loanId}`, undefined, token))
  const preview = async (scope = 'overdue') => dataOf(await ask('GET', `${path}/${loanId}/recovery?scope=${scope}`))
  const partsOf = (plan: { parts: { memberId: string; source: string; amount: number }[] }) =>
    plan.parts.filter(({ amount }) => amount > 0).map(({ memberId, source, amount }) => ({ memberId, source, amount }))
  const recover = (body: object = {}, token?: string) =>
    ask(
      'POST',
      `${path}/${loanId}/recovery`,
      {
        scope: 'overdue',
        parts: [{ memberId: ada?.id, source: 'savings', amount: 1 }],
        reason: 'Six months late',
        ...body,
      },
      token,
    )
  const recoverAll = async (scope = 'overdue') =>
    dataOf(await recover({ scope, parts: partsOf(await preview(scope)) }), 201)
  const savings = async (who: Saver | undefined) =>
    dataOf(await ask('GET', `/financial/members/${who?.id}/accounts`)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    )
  const move = async (type: string, who: Saver | undefined, amount: number) =>
    dataOf(await ask('POST', '/financial/transactions', { type, memberId: who?.id, amount }), 201)
  const reverse = async (movementId: string) =>
    dataOf(await ask('POST', `${path}/${loanId}/movements/${movementId}/reverse`, { reason: 'The borrower paid' }))
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { debit, credit } = dataOf(await ask('GET', '/financial/reports/trial-balance')).totals
    expect(debit).toBe(credit)
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  /** 100,000 at 12 % over ten months since May, with 20,000 of the borrower's own and 50,000 of each guarantor pledged: nothing has come back. */
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ;[ada, musa, ngozi] = await buildSavers(app, cooperative, [
      ['Ada', 60_000],
      ['Musa', 50_000],
      ['Ngozi', 50_000],
    ])
    const { id: regular } = dataOf(await ask('GET', '/financial/loan-config'))
    dataOf(await ask('PUT', `/financial/loan-config/${regular}`, { ownCoverPercent: 20 }))
    loanId = dataOf(
      await ask(
        'POST',
        path,
        { loanConfigId: regular, principal: 100_000, instalments: 10, guarantors: [musa?.id, ngozi?.id] },
        own(ada),
      ),
      201,
    ).id
    for (const who of [musa, ngozi])
      dataOf(await ask('POST', `${path}/${loanId}/guarantors/${who?.id}/accept`, undefined, own(who)))
    dataOf(await ask('POST', `${path}/${loanId}/approve`))
    dataOf(await ask('POST', `${path}/${loanId}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    await move('withdrawal', ada, 35_000)
  })

  test('the borrower first, free and pledged, then the guarantors evenly, in one entry, each released from what they pledged', async () => {
    const { overdue } = await read()
    expect(overdue).toBeGreaterThan(25_000)
    const plan = await preview()
    const each = (overdue - 25_000) / 2
    expect(plan).toMatchObject({
      scope: 'overdue',
      wanted: overdue,
      amount: overdue,
      missing: 0,
      parts: [
        { name: 'Ada Obi', source: 'savings', available: 5000, amount: 5000 },
        { source: 'own_loan', available: 20_000, amount: 20_000 },
        { name: 'Musa Obi', source: 'guarantee', available: 50_000 },
        { name: 'Ngozi Obi', source: 'guarantee' },
      ],
    })
    for (const part of plan.parts.slice(2)) expect(Math.abs(part.amount - each)).toBeLessThan(0.011)
    const after = await recoverAll()
    expect(after).toMatchObject({
      status: 'active',
      overdue: 0,
      movements: [
        {},
        {
          kind: 'repayment',
          way: 'recovery',
          amount: overdue,
          recovery: {
            reason: 'Six months late',
            parts: [
              { name: 'Ada Obi', amount: 5000 },
              { source: 'own_loan' },
              { name: 'Musa Obi' },
              { name: 'Ngozi Obi', amount: plan.parts[3].amount },
            ],
          },
        },
      ],
    })
    // Exactly what they paid is released: where it bound all of their savings, nothing became free.
    expect(await savings(musa)).toMatchObject({
      balance: 50_000 - plan.parts[2].amount,
      free: expect.closeTo(50_000 - plan.parts[2].amount - after.guarantors[0].held, 5),
    })
    expect(await savings(ada)).toMatchObject({ balance: 0, pledged: 0 })
    const told = dataOf(await ask('GET', '/financial/guarantees', undefined, own(musa)))
    expect(told).toMatchObject({
      held: after.guarantors[0].held,
      guarantees: [{ recovered: plan.parts[2].amount, held: after.guarantors[0].held }],
    })
    expect((await ask('GET', '/notifications', undefined, own(musa))).body.data[0]).toMatchObject({
      link: '/member/guarantees',
      message: expect.stringMatching(
        /^₦[\d,.]+ of your savings was taken for the Regular loan of Ada Obi, which you guarantee\. Reason: Six months late$/,
      ),
    })
    expect((await ask('GET', '/notifications', undefined, own(ada))).body.data[0].message).toMatch(
      /^Recovered on your Regular loan: ₦25,000\.00 from your savings and ₦[\d,.]+ from your guarantors\./,
    )
    const { data } = (await ask('GET', '/financial/transactions?type=repayment')).body
    expect(new Set(data.map(({ entryNumber }: { entryNumber: number }) => entryNumber)).size).toBe(1)
    expect(data).toHaveLength(4)
    // The borrower reads the same of their loan, and whose savings paid.
    expect((await read(own(ada))).movements[1].recovery.parts).toEqual(after.movements[1].recovery.parts)
    expect((await read(own(ada))).guarantors).toEqual(after.guarantors)
    await books()
  })

  test('repayments afterwards release the guarantors further, and all of it ends with the loan', async () => {
    await recoverAll()
    const held = async () => (await read()).guarantors.map((each: { held: number }) => each.held)
    const before = await held()
    dataOf(await ask('POST', `${path}/${loanId}/repayments`, { amount: 20_000 }), 201)
    const later = await held()
    expect(later.every((now: number, index: number) => now < before[index])).toBe(true)
    const outstanding = (await read()).outstanding
    expect(later[0] + later[1]).toBeLessThanOrEqual(outstanding + 0.02)
    await books()
    dataOf(await ask('POST', `${path}/${loanId}/mark-paid`))
    expect([(await savings(musa)).pledged, (await savings(ngozi)).pledged, ...(await held())]).toEqual([0, 0, 0, 0])
    await books()
  })

  test('is reversed as one: schedule, savings and pledges are what they were, also with a payment in between', async () => {
    const before = await read()
    const [first, second] = [
      await recoverAll(),
      dataOf(await ask('POST', `${path}/${loanId}/repayments`, { amount: 12_345.67 }), 201),
    ]
    const back = await reverse(first.movements[1].id)
    expect(back.movements.some(({ kind }: { kind: string }) => kind === 'reallocation')).toBe(true)
    expect((await savings(musa)).balance).toBe(50_000)
    await books()
    const whole = await reverse(second.movements[2].id)
    expect([whole.schedule, whole.paid, whole.overdue, whole.outstanding]).toEqual([
      before.schedule,
      before.paid,
      before.overdue,
      before.outstanding,
    ])
    expect(whole.guarantors.map(({ held }: { held: number }) => held)).toEqual([50_000, 50_000])
    for (const who of [musa, ngozi])
      expect(await savings(who)).toMatchObject({ balance: 50_000, pledged: 50_000, free: 0 })
    expect(await savings(ada)).toMatchObject({ balance: 25_000, pledged: 20_000, free: 5000 })
    expect(dataOf(await ask('GET', '/financial/guarantees', undefined, own(musa))).guarantees).toMatchObject([
      { recovered: 0, held: 50_000 },
    ])
    expect(
      (await ask('GET', '/notifications', undefined, own(musa))).body.data.some(({ message }: { message: string }) =>
        message.includes('is back on your savings'),
      ),
    ).toBe(true)
    expect(
      (await ask('POST', `${path}/${loanId}/movements/${first.movements[1].id}/reverse`, { reason: 'Again' })).status,
    ).toBe(409)
    await books()
  })

  test('what is shown before the press is what is taken, part by part, with the interest that late principal bears', async () => {
    const inKobo = (naira: number) => Math.round(naira * 100)
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    const { schedule } = await read()
    const late = schedule.filter(({ dueOn }: { dueOn: string }) => dueOn < today)
    const overdue = late.reduce((all: number, { total }: { total: number }) => all + inKobo(total), 0)
    const { uses, amount } = await preview()
    expect(inKobo(amount)).toBe(overdue)
    // Nothing came back: each month's 1 % is of all 100,000, which is more interest and less principal than the schedule agreed.
    const interest = late.length * 100_000
    expect([uses.interest, uses.principal, uses.fees, uses.penalties].map(inKobo)).toEqual([
      interest,
      overdue - interest,
      0,
      0,
    ])
    const whole = await preview('balance')
    expect(whole.uses.principal).toBe(100_000)
    expect(inKobo(whole.uses.interest)).toBe(inKobo(whole.amount) - 10_000_000)
    const { movements } = await recoverAll('balance')
    expect(movements[1]).toMatchObject(whole.uses)
  })

  test('the whole balance settles the loan to the kobo, and frees who guaranteed it', async () => {
    const settled = await preview('balance')
    expect(settled).toMatchObject({
      wanted: dataOf(await ask('GET', `${path}/${loanId}/settlement-quote`)).amount,
      missing: 0,
    })
    const done = await recoverAll('balance')
    expect(done).toMatchObject({ status: 'completed', outstanding: 0 })
    for (const who of [ada, musa, ngozi]) expect(await savings(who)).toMatchObject({ pledged: 0 })
    await books()
    await reverse(done.movements[1].id)
    for (const who of [musa, ngozi]) expect(await savings(who)).toMatchObject({ balance: 50_000, pledged: 50_000 })
    await books()
  })

  test('takes all there is where it is too little, and then nothing is left to take', async () => {
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    const { id: regular } = dataOf(await ask('GET', '/financial/loan-config'))
    dataOf(
      await ask('PUT', `/financial/loan-config/${regular}`, {
        ownCoverPercent: 0,
        guarantorsRequired: 0,
        guarantorCoverPercent: 0,
      }),
    )
    loanId = dataOf(
      await ask('POST', path, {
        memberId: musa?.id,
        loanConfigId: regular,
        principal: 60_000,
        instalments: 3,
        guarantors: [],
      }),
      201,
    ).id
    dataOf(await ask('POST', `${path}/${loanId}/approve`))
    dataOf(await ask('POST', `${path}/${loanId}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    expect((await recover()).body).toMatchObject({
      status: 409,
      message:
        'Neither the borrower nor a guarantor has savings pledged for this loan. Record a repayment once money comes in.',
    })
    // What they pledged for Ada's loan is out of reach.
    await move('deposit', musa, 1000)
    const plan = await preview('balance')
    expect(plan).toMatchObject({
      amount: 1000,
      missing: expect.closeTo(plan.wanted - 1000, 5),
      parts: [{ source: 'savings', available: 1000, amount: 1000 }],
    })
    expect(await recoverAll('balance')).toMatchObject({ status: 'active' })
    expect(await savings(musa)).toMatchObject({ balance: 50_000, pledged: 50_000 })
    expect((await preview('balance')).amount).toBe(0)
    await books()
  })

  test.each([
    [{ parts: [] }, 422, 'parts'],
    [{ scope: 'some' }, 422, 'scope'],
    [{ reason: ' ' }, 422, 'reason'],
    [{ parts: undefined }, 422, 'parts'],
    [{ scope: 'balance' }, 409, 'parts'],
  ])('refuses %o, and nothing is taken', async (body, status, field) => {
    const parts = partsOf(await preview())
    expect((await recover({ parts, ...body })).body).toMatchObject({ status, errors: [{ field }] })
    expect((await read()).movements).toHaveLength(1)
    expect((await savings(musa)).balance).toBe(50_000)
  })

  test('refuses members, other societies, one’s own loan, and what is not running or not late', async () => {
    for (const who of [ada, musa]) expect((await recover({}, own(who))).status).toBe(403)
    const other = await buildCooperative(app)
    expect([
      (await recover({}, other.token)).status,
      (await ask('GET', `${path}/${loanId}/recovery`, undefined, other.token)).status,
    ]).toEqual([404, 404])
    dataOf(await ask('PUT', `/cooperatives/members/${ada?.id}/roles`, { roleIds: ['member', 'admin'] }))
    const { accessToken } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own(ada)),
    )
    expect((await recover({ parts: partsOf(await preview()) }, accessToken)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    dataOf(await ask('POST', `${path}/${loanId}/mark-paid`))
    expect((await recover()).body).toMatchObject({ status: 409, message: 'Nothing is owed on this loan any more.' })
    await books()
  })

  test.each(atSize([1], [1, 2, 3]))(
    'whatever is repaid, recovered and reversed in turn, schedule, pledges and books agree after each step (seed %i)',
    async (seed) => {
      let state = seed * 7919
      const upTo = (limit: number) => {
        state = (state * 48_271) % 2_147_483_647
        return state % limit
      }
      for (let step = 0; step < 10; step += 1) {
        const { movements } = await read()
        const standing = movements.filter(
          ({ kind, status }: Record<string, string>) => kind === 'repayment' && status === 'posted',
        )
        const scope = upTo(4) === 0 ? 'balance' : 'overdue'
        const plan = await ask('GET', `${path}/${loanId}/recovery?scope=${scope}`)
        const recovering = () => recover({ scope, parts: partsOf(plan.body.data ?? { parts: [] }) })
        const repaying = () =>
          ask('POST', `${path}/${loanId}/repayments`, {
            amount: upTo(2_000_000) / 100 + 0.01,
            on: `2026-${String(6 + upTo(5)).padStart(2, '0')}-15`,
          })
        const reversing = () =>
          ask('POST', `${path}/${loanId}/movements/${standing[upTo(standing.length || 1)]?.id ?? loanId}/reverse`, {
            reason: 'Wrong',
          })
        const reply = await [recovering, repaying, reversing][step === 0 ? 0 : upTo(3)]?.()
        expect([200, 201, 404, 409, 422], reply?.text).toContain(reply?.status)
        expect(await app.checks()).toEqual([])
      }
      await books()
    },
  )

  test('of eight who recover at once exactly one is heard, and a withdrawal at the same moment takes no pledged kobo', async () => {
    const parts = partsOf(await preview())
    const replies = await Promise.all(Array.from({ length: 8 }, () => recover({ parts })))
    expect(statusesOf(replies)).toEqual([201, ...Array(7).fill(409)])
    await reverse((await read()).movements[1].id)
    const both = await Promise.all([
      recover({ parts }),
      ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada?.id, amount: 5000 }),
    ])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    await books()
  })
})
