import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { agreed, buildCooperative, dataOf, statusesOf, type TestCooperative } from '#dev/testing/builders.ts'
import { type Saver, buildSavers } from '#dev/testing/savers.ts'

const path = '/financial/loans'

describe('guarantors pledge savings for a loan', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, ngozi, tola]: Saver[] = []
  let regular: string

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    ;[ada, musa, ngozi, tola] = await buildSavers(app, cooperative, [
      ['Ada', 100_000],
      ['Musa', 60_000],
      ['Ngozi', 60_000],
      ['Tola', 60_000],
    ])
    regular = dataOf(await ask('GET', '/financial/loan-config')).id
  })

  const own = (member: Saver | undefined) => member?.token ?? ''
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const terms = async (change: object) => dataOf(await ask('PUT', `/financial/loan-config/${regular}`, change))
  const apply = (body: object = {}, token = own(ada)) =>
    ask(
      'POST',
      path,
      { loanConfigId: regular, principal: 100_000, instalments: 10, guarantors: [musa?.id, ngozi?.id], ...body },
      token,
    )
  const answer = (id: string, who: Saver | undefined, what: 'accept' | 'decline' = 'accept', token = own(who)) =>
    ask('POST', `${path}/${id}/guarantors/${who?.id}/${what}`, undefined, token)
  const approve = (id: string, token?: string) => ask('POST', `${path}/${id}/approve`, undefined, token)
  const read = async (id: string) => dataOf(await ask('GET', `${path}/${id}`))
  const replace = (id: string, by: Saver | undefined, replaces: Saver | undefined, token = own(ada)) =>
    ask('POST', `${path}/${id}/guarantors`, { memberId: by?.id, replaces: replaces?.id }, token)
  const mine = async (who: Saver | undefined) => dataOf(await ask('GET', '/financial/guarantees', undefined, own(who)))
  const savings = async (who: Saver | undefined) =>
    dataOf(await ask('GET', `/financial/members/${who?.id}/accounts`)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    )
  const withdraw = (who: Saver | undefined, amount: number) =>
    ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: who?.id, amount })
  /** Asked for, accepted by both, approved. */
  const approved = async (body: object = {}) => {
    const { id } = dataOf(await apply(body), 201)
    for (const who of [musa, ngozi]) dataOf(await answer(id, who))
    dataOf(await approve(id))
    return id as string
  }
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { debit, credit } = dataOf(await ask('GET', '/financial/reports/trial-balance')).totals
    expect(debit).toBe(credit)
  }

  test('each is asked on their own phone, with what it pledges, and the loan waits for both', async () => {
    const loan = dataOf(await apply({ purpose: 'Roof' }), 201)
    expect(loan).toMatchObject({
      guarantees: { required: 2, accepted: 0, cover: 100_000, covered: 0 },
      guarantors: [{ name: 'Musa Obi', status: 'asked', amount: 50_000, held: 0 }, { status: 'asked' }],
    })
    const [notice] = (await ask('GET', '/notifications', undefined, own(musa))).body.data
    expect(notice).toMatchObject({
      message:
        'Ada Obi asks you to guarantee a Regular loan of ₦100,000.00. It would tie up ₦50,000.00 of your savings. Accept or decline it.',
      link: '/member/guarantees',
    })
    // The borrower's own request tells both, whose phones the borrower does not see.
    const { rows: texts } = await app.admin.query<{ channel: string; recipient: string; member_id: string }>(
      "select channel, recipient, member_id from platform.message where kind = 'loan' and cooperative_id = $1",
      [cooperative.id],
    )
    const phones = await app.admin.query<{ member_id: string; phone: string }>(
      'select member_id, phone from app.member where member_id = any ($1)',
      [[musa?.id, ngozi?.id]],
    )
    expect(new Set(texts)).toEqual(
      new Set(phones.rows.map(({ member_id, phone }) => ({ channel: 'sms', recipient: phone, member_id }))),
    )
    const onHomePage = async (who: Saver | undefined) =>
      dataOf(await ask('GET', '/member-portal/dashboard', undefined, own(who))).guaranteeRequests
    expect([await onHomePage(musa), await onHomePage(tola)]).toEqual([1, 0])
    expect(await mine(musa)).toMatchObject({
      capacity: 60_000,
      held: 0,
      guarantees: [
        {
          loanId: loan.id,
          borrower: 'Ada Obi',
          loan: 'Regular',
          purpose: 'Roof',
          principal: 100_000,
          status: 'asked',
          amount: 50_000,
          whyNot: null,
        },
      ],
    })
    expect((await mine(tola)).guarantees).toEqual([])
    const refused = (await approve(loan.id)).body
    expect(refused).toMatchObject({
      status: 409,
      errors: [
        {
          field: 'guarantors',
          message:
            'This loan needs 2 guarantors who have accepted, and none has. Wait for their answers, or replace who declined.',
        },
        {
          message:
            "The guarantors' savings must cover ₦100,000.00, and those who accepted cover ₦0.00. Wait for the others, or replace who declined.",
        },
      ],
    })
    expect(dataOf(await answer(loan.id, musa))).toMatchObject({ status: 'accepted', held: 50_000 })
    expect(await savings(musa)).toMatchObject({ balance: 60_000, pledged: 50_000, free: 10_000 })
    expect((await withdraw(musa, 10_001)).body.message).toBe(
      'Only ₦10,000.00 is free on this account. Enter that or less.',
    )
    expect((await approve(loan.id)).body.errors[0].message).toContain('and 1 has')
    dataOf(await answer(loan.id, ngozi))
    expect(dataOf(await approve(loan.id))).toMatchObject({
      status: 'approved',
      guarantees: { accepted: 2, covered: 100_000 },
    })
    await books()
  })

  test('no one answers for another, twice, or what no longer asks', async () => {
    const { id } = dataOf(await apply(), 201)
    for (const token of [own(ada), own(ngozi)]) expect((await answer(id, musa, 'accept', token)).status).toBe(404)
    expect((await answer(id, musa, 'accept', cooperative.token)).status).toBe(403)
    expect((await answer(id, tola)).status).toBe(404)
    dataOf(await answer(id, musa))
    for (const what of ['accept', 'decline'] as const)
      expect((await answer(id, musa, what)).body).toMatchObject({
        status: 409,
        message: 'This has been answered already: accepted. Nothing was changed.',
      })
    dataOf(await ask('POST', `${path}/${id}/reject`, { reason: 'Not now' }))
    expect((await answer(id, ngozi)).body).toMatchObject({
      status: 409,
      message: 'This loan asks for no guarantor any more. Nothing was changed.',
    })
    expect(await savings(musa)).toMatchObject({ pledged: 0, free: 60_000 })
    await books()
  })

  // Remedy: guarantee_above_free
  test('who has too little free, or owes where none may owe, hears why and by how much', async () => {
    dataOf(await withdraw(musa, 20_000), 201)
    const { id } = dataOf(await apply(), 201)
    const sentence =
      'This guarantee pledges ₦50,000.00, and only ₦40,000.00 of your savings is available. Save more first, or decline.'
    expect((await mine(musa)).guarantees[0].whyNot).toBe(sentence)
    expect((await answer(id, musa)).body).toMatchObject({ status: 409, message: sentence })
    await terms({ guarantorsUnindebted: true, guarantorCoverPercent: 0 })
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    const owed = dataOf(await apply({ principal: 1000, guarantors: [] }, own(ngozi)), 201)
    dataOf(await approve(owed.id))
    dataOf(await ask('POST', `${path}/${owed.id}/disburse`, { to: 'cash' }), 201)
    const next = dataOf(await apply({ principal: 1000, guarantors: [ngozi?.id] }), 201)
    expect((await answer(next.id, ngozi)).body).toMatchObject({
      status: 409,
      message:
        'You owe ₦1,000.00 on a loan of your own, and guarantors of this loan owe none. Decline, so that somebody else is asked.',
    })
    dataOf(await answer(next.id, ngozi, 'decline'))
    dataOf(await answer(id, musa, 'decline'))
    dataOf(await ask('PUT', `/cooperatives/members/${musa?.id}`, { status: 'inactive' }))
    await books()
  })

  // Remedy: own_cover_missing
  test('a borrower who has too little of their own saves more, or asks for less', async () => {
    await terms({ ownCoverPercent: 80, guarantorCoverPercent: 0 })
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    dataOf(await withdraw(ada, 60_000), 201)
    const wish = (principal: number) => apply({ principal, guarantors: [] })
    const sentence =
      "80 % of this loan, ₦40,000.04, has to stay on the borrower's own free savings, and ₦40,000.00 is free. Save more first, or ask for less."
    expect((await wish(50_000.05)).body).toMatchObject({
      status: 422,
      errors: [{ field: 'principal', message: sentence }],
    })
    const { id } = dataOf(await wish(50_000), 201)
    const deposit = (amount: number) =>
      ask('POST', '/financial/transactions', { type: 'deposit', memberId: ada?.id, amount })
    // What was free when they applied is so no more when the loan is approved.
    dataOf(await withdraw(ada, 1000), 201)
    expect((await approve(id)).body).toMatchObject({ message: expect.stringContaining('and ₦39,000.00 is free') })
    dataOf(await deposit(1000), 201)
    dataOf(await approve(id))
    expect(await savings(ada)).toMatchObject({ pledged: 40_000, free: 0 })
    await books()
  })

  test('two loans at once never count the same free savings of one guarantor', async () => {
    const ids = []
    for (const borrower of [ada, tola]) ids.push(dataOf(await apply({ principal: 80_000 }, own(borrower)), 201).id)
    const replies = await Promise.all(ids.map((id) => answer(id, musa)))
    expect(statusesOf(replies)).toEqual([200, 409])
    expect(await savings(musa)).toMatchObject({ pledged: 40_000, free: 20_000 })
    const both = await Promise.all([withdraw(ngozi, 30_000), answer(ids[0], ngozi)])
    expect(statusesOf(both)).toEqual(both[0]?.status === 201 ? [201, 409] : [200, 409])
    await books()
  })

  test('what is pledged shrinks with the principal, comes back with a reversal, and ends with the loan', async () => {
    await terms({ ownCoverPercent: 20 })
    const id = await approved()
    expect(await savings(ada)).toMatchObject({ pledged: 20_000, free: 80_000 })
    dataOf(await ask('POST', `${path}/${id}/disburse`, { on: '2026-05-31', to: 'savings' }), 201)
    const steps: number[] = []
    for (const amount of [10_000, 33_333.33]) {
      const { outstanding } = dataOf(await ask('POST', `${path}/${id}/repayments`, { amount, on: '2026-06-30' }), 201)
      const { pledged } = await savings(musa)
      expect(Math.abs(pledged - outstanding / 2)).toBeLessThan(0.011)
      expect(Math.abs((await savings(ada)).pledged - outstanding / 5)).toBeLessThan(0.011)
      steps.push(pledged)
      await books()
    }
    expect(steps[1]).toBeLessThan(steps[0] ?? 0)
    const [, first] = (await read(id)).movements
    dataOf(await ask('POST', `${path}/${id}/movements/${first.id}/reverse`, { reason: 'Bounced' }))
    expect((await savings(musa)).pledged).toBeGreaterThan(steps[1] ?? 0)
    await books()
    dataOf(await ask('POST', `${path}/${id}/mark-paid`))
    for (const who of [ada, musa, ngozi]) expect(await savings(who)).toMatchObject({ pledged: 0 })
    expect((await ask('GET', `/financial/pledges?memberId=${musa?.id}`)).body).toMatchObject({
      data: [{ purpose: 'guarantee', amount: 50_000, held: 0, releasedReason: 'The loan is repaid' }],
      meta: { summary: { pledged: 0 } },
    })
    const last = (await read(id)).movements.at(-1)
    dataOf(await ask('POST', `${path}/${id}/movements/${last.id}/reverse`, { reason: 'Counted wrong' }))
    expect((await savings(musa)).pledged).toBeGreaterThan(0)
    await books()
  })

  // Remedy: pledge_not_renewable
  test('a repayment is not taken back while a guarantor has taken out what would be pledged for it again', async () => {
    const id = await approved()
    dataOf(await ask('POST', `${path}/${id}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    dataOf(await ask('POST', `${path}/${id}/repayments`, { amount: 60_000, on: '2026-05-31' }), 201)
    dataOf(await withdraw(musa, 39_000), 201)
    const paid = (await read(id)).movements.at(-1)
    const reverse = () => ask('POST', `${path}/${id}/movements/${paid.id}/reverse`, { reason: 'Wrong loan' })
    expect((await reverse()).body).toMatchObject({
      status: 409,
      message:
        'A guarantor, or the borrower, has meanwhile taken out savings that would have to be pledged for this loan again. Replace the guarantor and reverse it again once the new one has accepted, or have the savings paid back in first.',
    })
    // The first instalment, 100,000 × 1 % ÷ (1 − 1.01⁻¹⁰) = 10,558.21, is held; 49,441.79 repay principal at once, so that
    // the month bears 1 % of 50,558.21, which is 505.58 of what is held.
    expect(await read(id)).toMatchObject({ outstanding: 100_000 - 60_000 + 505.58 })
    dataOf(await replace(id, tola, musa, cooperative.token), 201)
    dataOf(await answer(id, tola))
    dataOf(await reverse())
    expect([(await savings(tola)).pledged, (await savings(musa)).pledged]).toEqual([50_000, 0])
    await books()
  })

  test('a cheque that settled a loan bounces after a guarantor has taken all out: another one steps in, and the loan runs again', async () => {
    const id = await approved()
    dataOf(await ask('POST', `${path}/${id}/disburse`, { on: '2026-05-31', to: 'cash' }), 201)
    const balance = async (code: string) => {
      const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance'))
      const account = accounts.find((each: { code: string }) => each.code === code)
      return account ? account.debit - account.credit : 0
    }
    const [before, cash, income] = [await read(id), await balance('1010'), await balance('4110')]
    expect(await savings(musa)).toMatchObject({ pledged: 50_000 })
    const settled = dataOf(await ask('POST', `${path}/${id}/mark-paid`))
    expect(settled).toMatchObject({ status: 'completed', outstanding: 0 })
    // The principal of 100,000, and the interest of the days since.
    expect((await balance('1010')) - cash).toBeCloseTo(100_000 + settled.paid.interest, 2)
    dataOf(await withdraw(musa, 60_000), 201)
    const drawn = await balance('1010')
    const cheque = settled.movements.at(-1)
    const reverse = () => ask('POST', `${path}/${id}/movements/${cheque.id}/reverse`, { reason: 'The cheque bounced' })
    expect((await reverse()).body.message).toContain('Replace the guarantor and reverse it again once')
    // Of a loan that is repaid only an officer asks another guarantor.
    expect((await replace(id, tola, musa, own(ada))).body.message).toBe(
      'This loan asks for no guarantor any more. Nothing was changed.',
    )
    dataOf(await replace(id, tola, musa, cooperative.token), 201)
    expect((await reverse()).status).toBe(409)
    dataOf(await answer(id, tola))
    expect([(await savings(tola)).pledged, (await read(id)).status]).toEqual([0, 'completed'])
    await books()

    const after = dataOf(await reverse())
    expect(after).toMatchObject({ status: 'active', outstanding: before.outstanding, paid: before.paid })
    expect(after.instalments).toEqual(before.instalments)
    expect(after.movements.find((each: { id: string }) => each.id === cheque.id)).toMatchObject({ status: 'reversed' })
    expect(await balance('1010')).toBeCloseTo(drawn - cheque.amount, 2)
    expect(await balance('4110')).toBe(income)
    for (const [who, pledged] of [
      [tola, 50_000],
      [ngozi, 50_000],
      [musa, 0],
    ] as const)
      expect(await savings(who)).toMatchObject({ pledged })
    expect(after.guarantors.map(({ name, status, held }: Record<string, unknown>) => [name, status, held])).toEqual([
      ['Ngozi Obi', 'accepted', 50_000],
      ['Tola Obi', 'accepted', 50_000],
      ['Musa Obi', 'replaced', 0],
    ])
    await books()
    expect(dataOf(await ask('POST', `${path}/${id}/mark-paid`))).toMatchObject({ status: 'completed' })
    await books()
  })

  test('a guarantor is replaced, and stays bound until the new one has accepted', async () => {
    const { id } = dataOf(await apply(), 201)
    dataOf(await answer(id, musa, 'decline'))
    dataOf(await answer(id, ngozi))
    for (const [by, replaces, message] of [
      [ada, musa, "Members can't guarantee their own loan. Name somebody else."],
      [ngozi, musa, 'Ngozi Obi is asked for this loan already. Name somebody else.'],
      [tola, tola, 'That guarantor has been replaced already. Choose one who guarantees the loan or is asked now.'],
    ] as const)
      expect((await replace(id, by, replaces)).body.message).toBe(message)
    expect((await replace(id, tola, musa, own(ngozi))).status).toBe(404)
    dataOf(await replace(id, tola, musa), 201)
    dataOf(await answer(id, tola))
    dataOf(await approve(id))
    dataOf(await replace(id, musa, ngozi), 201)
    expect(await savings(ngozi)).toMatchObject({ pledged: 50_000 })
    dataOf(await answer(id, musa))
    expect([(await savings(ngozi)).pledged, (await savings(musa)).pledged]).toEqual([0, 50_000])
    expect(
      (await read(id)).guarantors.map(({ name, status, replaces }: Record<string, string>) => [name, status, replaces]),
    ).toEqual([
      ['Musa Obi', 'accepted', 'Ngozi Obi'],
      ['Tola Obi', 'accepted', 'Musa Obi'],
      ['Ngozi Obi', 'replaced', null],
    ])
    await books()
  })

  test('an application is taken back before it is decided, and no one guarantees it any more', async () => {
    const { id } = dataOf(await apply(), 201)
    dataOf(await answer(id, musa))
    expect((await ask('POST', `${path}/${id}/withdraw`, undefined, own(musa))).status).toBe(404)
    expect(dataOf(await ask('POST', `${path}/${id}/withdraw`, undefined, own(ada)))).toMatchObject({
      status: 'withdrawn',
      guarantors: [{ held: 0 }, { held: 0 }],
    })
    expect(await savings(musa)).toMatchObject({ pledged: 0 })
    expect((await ask('POST', `${path}/${id}/withdraw`, undefined, own(ada))).body).toMatchObject({
      status: 409,
      message: 'This application has already been withdrawn. Nothing was changed.',
    })
    await books()
  })

  test('an answer and a decision at once leave nothing pledged for what was rejected', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const { id } = dataOf(await apply(), 201)
      await Promise.all([answer(id, musa), answer(id, ngozi), ask('POST', `${path}/${id}/reject`, { reason: 'Race' })])
      expect(await savings(musa)).toMatchObject({ pledged: 0 })
    }
    await books()
  })

  test('from an amount on two officers approve, neither of them the one who recorded it', async () => {
    await terms({ guarantorCoverPercent: 0, guarantorsRequired: 0, approvalSteps: [{ from: 50_000, approvals: 2 }] })
    const officers: string[] = []
    for (const person of [ngozi, tola]) {
      dataOf(
        await agreed(
          app,
          await ask('PUT', `/cooperatives/members/${person?.id}/roles`, { roleIds: ['member', 'admin'] }),
          officers[0],
        ),
      )
      officers.push(
        dataOf(
          await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, own(person)),
        ).accessToken as string,
      )
    }
    const small = dataOf(
      await apply({ memberId: ada?.id, principal: 49_999.99, guarantors: [] }, cooperative.token),
      201,
    )
    expect((await approve(small.id)).status).toBe(409)
    expect(dataOf(await approve(small.id, officers[0]))).toMatchObject({ status: 'approved', approvals: { asked: 1 } })
    const large = dataOf(await apply({ memberId: ada?.id, principal: 50_000, guarantors: [] }, cooperative.token), 201)
    dataOf(await agreed(app, await ask('PUT', `/financial/loan-config/${regular}`, { approvalSteps: [] }), officers[0]))
    expect((await approve(large.id)).body).toMatchObject({
      status: 409,
      message: 'You recorded this yourself, so another officer has to approve it.',
    })
    expect(dataOf(await approve(large.id, officers[0]))).toMatchObject({
      status: 'submitted',
      approvals: { asked: 2, given: [{ by: 'Ngozi Obi' }] },
    })
    expect((await approve(large.id, officers[0])).body.message).toBe(
      'You have approved this already. It waits for another officer.',
    )
    expect(dataOf(await approve(large.id, officers[1])).status).toBe('approved')
    await books()
  })

  test('each rule of a product is told and refused in the same words', async () => {
    await terms({
      limitOn: 'savings_and_shares',
      yearSteps: [{ years: 3, multiple: 3 }],
      waitingMonths: 3,
      guarantorsRequired: 1,
      ownCoverPercent: 50,
      thirdOfSalary: true,
      loansMax: 1,
      sameLoansMax: 1,
    })
    const told = async (query = '') =>
      dataOf(await ask('GET', `/financial/loans/eligibility?loanConfigId=${regular}${query}`, undefined, own(ada)))
        .loans[0]
    expect(await told()).toMatchObject({
      max: 200_000,
      isUpTo: true,
      why: '2 times the savings and shares of ₦100,000.00',
      guarantorsRequired: 1,
      ownCoverPercent: 50,
      wantsSalary: true,
    })
    expect(await told('&netSalary=90000&instalments=10')).toMatchObject({
      max: 200_000,
      isUpTo: false,
      why: '2 times the savings and shares of ₦100,000.00',
    })
    const asked = { principal: 250_000, instalments: 24, guarantors: [], netSalary: 20_000 }
    const { rules } = await told('&principal=250000&instalments=24&netSalary=20000')
    const refused = (await apply(asked)).body
    const sentences = rules.flatMap(({ reasons }: { reasons: string[] }) => reasons)
    expect(sentences).toHaveLength(3)
    expect(refused.errors.map(({ message }: { message: string }) => message)).toEqual([
      ...sentences,
      'This loan needs 1 guarantor, and none is named.',
    ])
    // 250,000 is 2.5 times 100,000: at 2 times 25,000 more has to be saved, which 5,000 a month bring in five months.
    expect(rules.find(({ rule }: { rule: string }) => rule === 'limit')).toMatchObject({
      isMet: false,
      gap: { money: 50_000 },
      toSave: 25_000,
      metOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    await terms({ thirdOfSalary: false })
    dataOf(await apply({ principal: 1000, guarantors: [musa?.id] }), 201)
    expect(
      (await apply({ principal: 1000, guarantors: [musa?.id] })).body.errors.map(
        ({ field }: { field: string }) => field,
      ),
    ).toEqual(['loanConfigId', 'loanConfigId'])
  })

  test.each([
    [{ limitOn: 'hope' }, 'limitOn', 'Use one of savings, savings_and_shares'],
    [{ guarantorCoverPercent: 101 }, 'guarantorCoverPercent', 'Enter a whole number from 0 to 100'],
    [
      {
        yearSteps: [
          { years: 1, multiple: 2 },
          { years: 1, multiple: 3 },
        ],
      },
      'yearSteps',
      'Name each number of years once',
    ],
    [{ approvalSteps: [{ from: 0, approvals: 4 }] }, 'approvalSteps.0.approvals', 'Enter 1, 2 or 3'],
  ])('a product refuses %o', async (change, field, message) => {
    expect((await ask('PUT', `/financial/loan-config/${regular}`, change)).body).toMatchObject({
      status: 422,
      errors: [{ field, message }],
    })
  })

  test('a member’s session pledges for nothing it was not asked for, and lowers no floor', async () => {
    const { id } = dataOf(await apply(), 201)
    dataOf(await answer(id, musa))
    const scope = {
      cooperativeId: cooperative.id as CooperativeId,
      role: 'member' as const,
      memberId: musa?.id as MemberId,
    }
    const {
      rows: [account],
    } = await app.admin.query('select account_id, account_type_id from ledger.account where member_id = $1', [musa?.id])
    const asMember = (statement: ReturnType<typeof sql>) =>
      app.services.database.tenant(scope, (tx) => tx.run(statement))
    await expect(
      asMember(sql`insert into app.pledge (cooperative_id, pledge_id, member_id, account_type_id, account_id, amount, held, kind, subject_id, reason, placed_by, placed_by_name)
      values (${cooperative.id}, gen_random_uuid(), ${musa?.id ?? ''}, ${account.account_type_id}, ${account.account_id}, 1, 1, 'own_loan', ${id}, 'x', gen_random_uuid(), 'x')`),
    ).rejects.toThrow(/row-level security/)
    await expect(asMember(sql`select ledger.renew_floor(${cooperative.id}, ${account.account_id})`)).rejects.toThrow(
      /may not pledge/,
    )
    await expect(asMember(sql`update app.pledge set held = 0 where subject_id = ${id}`)).resolves.toBe(0)
    await expect(
      asMember(sql`select ledger.floors_from_pledges(${cooperative.id}, ${[account.account_id]}::uuid[])`),
    ).rejects.toThrow(/permission denied/)
    await expect(
      asMember(
        sql`update app.loan_guarantor set status = 'asked' where loan_id = ${id} and member_id = ${musa?.id ?? ''}`,
      ),
    ).resolves.toBe(0)
    await books()
  })
})
