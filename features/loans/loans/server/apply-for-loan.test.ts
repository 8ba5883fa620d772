import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('loans from application to approval', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let musa: TestMember
  let musaToken: string
  let ngozi: TestMember
  let ngoziToken: string
  let configs: Record<string, string>

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    musa = await buildMember(app, cooperative, { firstName: 'Musa', lastName: 'Bello' })
    ngozi = await buildMember(app, cooperative, { firstName: 'Ngọzi', lastName: 'Eze' })
    adaToken = await loginMember(app, ada)
    musaToken = await loginMember(app, musa)
    ngoziToken = await loginMember(app, ngozi)
    for (const { id } of [ada, musa])
      dataOf(await ask('POST', '/financial/transactions', { type: 'deposit', memberId: id, amount: 10_000 }), 201)
    configs = Object.fromEntries(
      dataOf(await ask('GET', '/financial/loan-configs')).map(({ name, id }: { name: string; id: string }) => [
        name,
        id,
      ]),
    )
    dataOf(await ask('PUT', `/financial/loan-config/${configs['Regular']}`, { guarantorCoverPercent: 0 }))
  })
  afterAll(() => app.stop())

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const apply = (body: object = {}, token = adaToken) =>
    ask(
      'POST',
      path,
      { loanConfigId: configs['Regular'], principal: 1000, instalments: 10, guarantors: [musa.id, ngozi.id], ...body },
      token,
    )
  const accept = async (id: string, ...who: (readonly [TestMember, string])[]) => {
    for (const [{ id: memberId }, token] of who)
      dataOf(await ask('POST', `${path}/${id}/guarantors/${memberId}/accept`, undefined, token))
  }
  const reject = async (id: string) => dataOf(await ask('POST', `${path}/${id}/reject`, { reason: 'Test' }))

  test('the statuses are listed in the order of a loan’s life, each with its label', async () => {
    const data = dataOf(await ask('GET', '/financial/loan-statuses?limit=100'))
    expect(data.map(({ status }: { status: string }) => status)).toEqual([
      'draft',
      'submitted',
      'approved',
      'rejected',
      'active',
      'completed',
      'written_off',
      'withdrawn',
      'restructured',
    ])
    expect(data[1]).toEqual({ status: 'submitted', label: 'Waiting' })
  })

  test('a member asks for themselves, sees it, and no one else’s', async () => {
    const loan = dataOf(await apply({ purpose: 'School fees', collateral: 'Generator' }), 201)
    expect(loan).toMatchObject({
      status: 'submitted',
      memberId: ada.id,
      memberName: 'Ada Obi',
      loanConfig: 'Regular',
      principal: 1000,
      instalments: 10,
      interestMethod: 'equal_instalment',
      annualRatePercent: 12,
      purpose: 'School fees',
      collateral: 'Generator',
      recordedBy: 'Ada Obi',
      decisions: [],
      guarantors: [
        { memberId: musa.id, name: 'Musa Bello', membershipno: musa.membershipno },
        { memberId: ngozi.id, name: 'Ngọzi Eze', membershipno: ngozi.membershipno },
      ],
    })
    expect((await ask('GET', path, undefined, adaToken)).body.data.map(({ id }: { id: string }) => id)).toEqual([
      loan.id,
    ])
    expect((await ask('GET', path, undefined, musaToken)).body.data).toEqual([])
    expect(dataOf(await ask('GET', `${path}/${loan.id}`, undefined, adaToken)).guarantors).toHaveLength(2)
    expect((await ask('GET', `${path}/${loan.id}`, undefined, musaToken)).status).toBe(404)
    expect((await ask('GET', `/financial/members/${ada.id}/loans`, undefined, musaToken)).status).toBe(404)
    expect((await ask('GET', `/financial/members/${ada.id}/loans`)).body).toMatchObject({
      data: [{ id: loan.id }],
      meta: { total: 1, summary: { principal: 1000, counts: { submitted: 1, approved: 0 } } },
    })
    expect((await apply({ memberId: musa.id }, adaToken)).status).toBe(404)
    await reject(loan.id)
  })

  test('names the day from which it is wanted, which no member sets back, and the first money decides', async () => {
    const day = (days: number) => new Date(Date.now() + 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
    expect((await apply({ startOn: day(-1) })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'startOn',
          message: expect.stringMatching(/^A loan can't be asked for from an earlier day than .*\. Choose that date/),
        },
      ],
    })
    expect((await apply({ startOn: '2026-02-30' })).body.errors).toEqual([
      { field: 'startOn', message: 'There is no such day. Check the month and the day.' },
    ])
    const loan = dataOf(await apply({ startOn: day(20) }), 201)
    expect(loan).toMatchObject({ status: 'submitted', startOn: day(20), disbursed: 0, schedule: [] })
    await reject(loan.id)
    const eve = await buildMember(app, cooperative, { registrationDate: '2024-01-10' })
    dataOf(
      await ask('POST', '/financial/contributions', { memberId: eve.id, amount: 10_000, occurredOn: day(-10) }),
      201,
    )
    const older = dataOf(
      await apply({ memberId: eve.id, guarantors: [ada.id, ngozi.id], startOn: day(-3) }, cooperative.token),
      201,
    )
    expect(older.startOn).toBe(day(-3))
    await accept(older.id, [ada, adaToken], [ngozi, ngoziToken])
    dataOf(await ask('POST', `${path}/${older.id}/approve`, {}))
    const paid = dataOf(await ask('POST', `${path}/${older.id}/disburse`, { to: 'cash', on: day(-1) }), 201)
    expect(paid.startOn).toBe(day(-1))
    dataOf(await ask('POST', `${path}/${older.id}/mark-paid`))
  })

  test('an officer asks for the member they name, and filters by status, member and name', async () => {
    const loan = dataOf(await apply({ memberId: musa.id, guarantors: [ada.id, ngozi.id] }, cooperative.token), 201)
    expect(loan).toMatchObject({ memberName: 'Musa Bello', recordedBy: 'Unity Thrift' })
    const count = async (query: string) => (await ask('GET', `${path}?${query}`)).body.meta.total
    expect(await count('status=submitted')).toBe(1)
    expect(await count('q=musa&status=submitted')).toBe(1)
    expect(await count('q=ada&status=submitted')).toBe(0)
    expect(await count(`memberId=${musa.id}`)).toBe(1)
    expect((await ask('GET', `${path}?status=open`)).status).toBe(422)
    expect((await apply({}, cooperative.token)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'memberId', message: 'Choose the member.' }],
    })
    await reject(loan.id)
  })

  test('an officer reads on one sheet what the decision rests on: balances, each rule without this application, other loans, and what guarantors have left', async () => {
    const other = dataOf(await apply({ principal: 3000 }), 201)
    const loan = dataOf(await apply({ loanConfigId: configs['Emergency'], principal: 1500, instalments: 5 }), 201)
    await accept(loan.id, [musa, musaToken])
    const review = dataOf(await ask('GET', `${path}/${loan.id}/review`))
    expect(review.borrower).toMatchObject({
      savings: 10_000,
      shares: 0,
      fixedDeposits: 0,
      netSalary: null,
      loans: 0,
      loanArrears: 0,
    })
    expect(review.borrower.contributionArrears).toBe(
      dataOf(await ask('GET', `/cooperatives/members/${ada.id}`)).arrears.contributions,
    )
    // 0.25 times the savings of 10,000, of which this application itself takes nothing.
    expect(review.rules.find(({ rule }: { rule: string }) => rule === 'limit')).toMatchObject({
      isMet: true,
      asked: { money: 1500 },
      now: { money: 2500 },
    })
    // Two were asked and one has accepted.
    expect(review.rules.find(({ rule }: { rule: string }) => rule === 'guarantors')).toMatchObject({
      isMet: false,
      now: { count: 1 },
      asked: { count: 2 },
      gap: { count: 1 },
    })
    const named = review.guarantors.map(({ name, status, available, owes }: Record<string, unknown>) => ({
      name,
      status,
      available,
      owes,
    }))
    // The Emergency loan asks its guarantors to pledge nothing or a part; what Musa pledged is no longer available.
    const pledged = review.guarantors.find(({ memberId }: { memberId: string }) => memberId === musa.id).pledge
    expect(named).toEqual(
      expect.arrayContaining([
        { name: 'Musa Bello', status: 'accepted', available: 10_000 - pledged, owes: 0 },
        { name: 'Ngọzi Eze', status: 'asked', available: 0, owes: 0 },
      ]),
    )
    expect(review.loans.map(({ id }: { id: string }) => id)).toContain(other.id)
    expect(review.loans.map(({ id }: { id: string }) => id)).not.toContain(loan.id)
    expect((await ask('GET', `${path}/${loan.id}/review`, undefined, adaToken)).status).toBe(403)
    const stranger = await buildCooperative(app)
    expect((await ask('GET', `${path}/${loan.id}/review`, undefined, stranger.token)).status).toBe(404)
    for (const { id } of [other, loan]) await reject(id)
  })

  test.each([
    [
      'more than the savings allow',
      { principal: 20_000.01 },
      'principal',
      'At most ₦20,000.00 can be borrowed on the Regular loan now: 2 times the savings of ₦10,000.00.',
    ],
    [
      'more than this loan allows',
      { emergency: true, principal: 2500.01, instalments: 5 },
      'principal',
      'At most ₦2,500.00 can be borrowed on the Emergency loan now: 0.25 times the savings of ₦10,000.00.',
    ],
    ['too many instalments', { instalments: 25 }, 'instalments', 'Regular loans run for at most 24 instalments.'],
    ['no instalment', { instalments: 0 }, 'instalments', 'Enter at least 1 instalment'],
    ['half an instalment', { instalments: 1.5 }, 'instalments', 'Enter a whole number of instalments'],
    ['nothing', { principal: 0 }, 'principal', 'Enter an amount above zero'],
    ['too few guarantors', { few: true }, 'guarantors', 'This loan needs 2 guarantors, and 1 is named.'],
    ['a guarantor twice', { twice: true }, 'guarantors', 'Name each guarantor once'],
    [
      'themselves as guarantor',
      { themselves: true },
      'guarantors.1',
      "Members can't guarantee their own loan. Name somebody else.",
    ],
    [
      'a guarantor of no one',
      { stranger: true },
      'guarantors.1',
      'Choose the guarantors among the members of your cooperative.',
    ],
    [
      'a loan of no one',
      { loanConfigId: '00000000-0000-4000-8000-000000000001' },
      'loanConfigId',
      'Choose one of the loans that your cooperative offers.',
    ],
    ['a status of their own', { status: 'approved' }, 'status', 'status is not a field of this request'],
  ])(
    'refuses %s',
    async (_, { emergency, few, twice, themselves, stranger, ...body }: Record<string, unknown>, field, message) => {
      const guarantors = few
        ? [musa.id]
        : twice
          ? [musa.id, musa.id]
          : themselves
            ? [musa.id, ada.id]
            : stranger
              ? [musa.id, '00000000-0000-4000-8000-000000000001']
              : undefined
      const reply = await apply({
        ...body,
        ...(guarantors && { guarantors }),
        ...(emergency ? { loanConfigId: configs['Emergency'] } : {}),
      })
      expect(reply.body).toMatchObject({ success: false, status: 422, message, errors: [{ field, message }] })
    },
  )

  test('every rule that is broken is named at once, each with its figure', async () => {
    const joined = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 7)}-01`
    const [year, month] = joined.split('-').map(Number) as [number, number]
    const from = `${month > 6 ? year + 1 : year}-${String(((month + 5) % 12) + 1).padStart(2, '0')}-01`
    const fresh = await buildMember(app, cooperative, { firstName: 'Tola', lastName: 'Ige', registrationDate: joined })
    const reply = await apply(
      { memberId: fresh.id, principal: 500, instalments: 30, guarantors: [] },
      cooperative.token,
    )
    expect(reply.status).toBe(422)
    expect(reply.body.errors).toEqual([
      { field: 'memberId', message: `Tola Ige joined on ${joined}. Loans begin after 6 months, on ${from}.` },
      {
        field: 'principal',
        message: 'At most ₦0.00 can be borrowed on the Regular loan now: 2 times the savings of ₦0.00.',
      },
      { field: 'instalments', message: 'Regular loans run for at most 24 instalments.' },
      { field: 'guarantors', message: 'This loan needs 2 guarantors, and none is named.' },
    ])
  })

  test('a retired loan configuration takes no application, and one in hand keeps its terms', async () => {
    const made = dataOf(
      await ask('POST', '/financial/loan-configs', {
        name: 'Sallah',
        interestMethod: 'flat',
        annualRatePercent: 6,
        instalmentsMax: 3,
        savingsMultiple: 1,
      }),
      201,
    )
    const loan = dataOf(await apply({ loanConfigId: made.id, instalments: 3 }), 201)
    dataOf(
      await ask('PUT', `/financial/loan-config/${made.id}`, {
        annualRatePercent: 9,
        savingsMultiple: 0,
        waitingMonths: 120,
        guarantorsRequired: 9,
        ownCoverPercent: 100,
        thirdOfSalary: true,
        sameLoansMax: 1,
      }),
    )
    dataOf(await ask('DELETE', `/financial/loan-config/${made.id}`))
    expect((await apply({ loanConfigId: made.id, instalments: 3 })).body).toMatchObject({
      status: 422,
      message: 'Choose one of the loans that your cooperative offers.',
    })
    await accept(loan.id, [musa, musaToken], [ngozi, ngoziToken])
    expect(dataOf(await ask('POST', `${path}/${loan.id}/approve`))).toMatchObject({
      status: 'approved',
      annualRatePercent: 6,
      guarantees: { required: 2, accepted: 2 },
      ownPledge: 0,
    })
  })

  // ASVS V2.3.2
  test('all loans of a member together stay within the cooperative’s multiple, asked at once or one by one', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => apply({ principal: 9000 })))
    // 1,000 is approved already, so of 20,000 there is room for two of 9,000.
    expect(statusesOf(replies)).toEqual([201, 201, 422, 422, 422])
    const told = dataOf(await ask('GET', '/financial/loans/eligibility', undefined, adaToken))
    expect(told).toMatchObject({
      memberId: ada.id,
      savings: 10_000,
      free: 10_000,
      committed: 19_000,
      monthly: 5000,
      netSalary: null,
    })
    expect(told.loans[0]).toMatchObject({
      name: 'Regular',
      guarantorsRequired: 2,
      max: 1000,
      why: 'all loans together may reach 2 times the savings of ₦10,000.00, less ₦19,000.00 of other loans',
    })
    for (const { body } of replies.filter(({ status }) => status === 201)) await reject(body.data.id)
  })

  test('approving asks the rules again, and of officers who decide at once exactly one is heard', async () => {
    const loan = dataOf(await apply({ principal: 15_000 }), 201)
    await accept(loan.id, [musa, musaToken], [ngozi, ngoziToken])
    const out = dataOf(
      await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada.id, amount: 5000 }),
      201,
    )
    expect((await ask('POST', `${path}/${loan.id}/approve`)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'principal', message: expect.stringContaining('less ₦1,000.00 of other loans') }],
    })
    dataOf(await ask('POST', `/financial/transactions/${out.id}/reverse`, { reason: 'Kept after all' }))
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? ask('POST', `${path}/${loan.id}/reject`, { reason: 'Race' })
          : ask('POST', `${path}/${loan.id}/approve`),
      ),
    )
    expect(statusesOf(replies)).toEqual([200, ...Array(7).fill(409)])
    for (const { body } of replies.filter(({ status }) => status === 409))
      expect(body.message).toMatch(
        /^This application has already been (approved|rejected) by Unity Thrift\. Nothing was changed\.$/,
      )
    const decided = dataOf(await ask('GET', `${path}/${loan.id}`, undefined, adaToken))
    expect(decided.decisions).toHaveLength(1)
    expect(decided.decisions[0]).toMatchObject({ decision: decided.status, by: 'Unity Thrift' })
  })

  test('a rejection needs its reason, which the member reads', async () => {
    const loan = dataOf(await apply({ memberId: musa.id, guarantors: [ada.id, ngozi.id] }, cooperative.token), 201)
    expect((await ask('POST', `${path}/${loan.id}/reject`, { reason: ' ' })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'reason', message: 'Give the reason' }],
    })
    dataOf(await ask('POST', `${path}/${loan.id}/reject`, { reason: 'Meet the committee first' }))
    expect(dataOf(await ask('GET', `${path}/${loan.id}`, undefined, musaToken)).decisions).toMatchObject([
      { decision: 'rejected', reason: 'Meet the committee first' },
    ])
  })

  // ASVS V2.3.1
  test('a loan that was not paid out can’t be marked as paid', async () => {
    const [approved] = (await ask('GET', `${path}?status=approved`)).body.data
    expect((await ask('POST', `${path}/${approved.id}/mark-paid`)).body).toMatchObject({
      status: 409,
      message: 'This loan is not running: it is not paid out yet, or nothing is owed on it any more.',
    })
  })

  test('an officer does not decide about their own loan, and a member about none', async () => {
    const loan = dataOf(await apply({ guarantors: [ada.id, ngozi.id] }, musaToken), 201)
    dataOf(await ask('PUT', `/cooperatives/members/${musa.id}/roles`, { roleIds: ['member', 'admin'] }))
    const { accessToken: token } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, musaToken),
    )
    expect((await ask('POST', `${path}/${loan.id}/approve`, undefined, token)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    expect((await ask('POST', `${path}/${loan.id}/reject`, { reason: 'Mine' }, token)).status).toBe(409)
    expect((await ask('POST', `${path}/${loan.id}/approve`, undefined, adaToken)).status).toBe(403)
    await accept(loan.id, [ada, adaToken], [ngozi, ngoziToken])
    dataOf(await ask('POST', `${path}/${loan.id}/approve`))
  })

  test('a guarantor is found by membership number, whole or its last part, or by phone, by name only, and in one’s own cooperative only', async () => {
    const find = async (named: string) =>
      (await ask('GET', `/financial/guarantors?named=${encodeURIComponent(named)}`, undefined, adaToken)).body.data
    const found = { memberId: musa.id, name: 'Musa Bello', membershipno: musa.membershipno }
    expect(await find(musa.membershipno.toLowerCase())).toEqual(found)
    expect(await find(musa.phone.replace('+234', '0'))).toEqual(found)
    expect(await find(String(Number(musa.membershipno.slice(-5))))).toEqual(found)
    expect(await find('999')).toBeNull()
    expect(await find('Musa')).toBeNull()
    const other = await buildCooperative(app)
    const theirs = await buildMember(app, other)
    expect(await find(theirs.membershipno)).toBeNull()
    expect(await find(theirs.phone)).toBeNull()
    expect((await apply({ guarantors: [musa.id, theirs.id] })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'guarantors.1' }],
    })
  })

  // ASVS V8.2.2
  test("another cooperative's loan is as missing as one that never was", async () => {
    const [mine] = (await ask('GET', path)).body.data
    const other = await buildCooperative(app)
    for (const [method, what, body] of [
      ['GET', ''],
      ['POST', '/approve'],
      ['POST', '/reject', { reason: 'x' }],
      ['POST', '/mark-paid'],
    ] as const) {
      const foreign = await ask(method, `${path}/${mine.id}${what}`, body, other.token)
      const missing = await ask(method, `${path}/00000000-0000-4000-8000-000000000001${what}`, body, other.token)
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
    }
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
