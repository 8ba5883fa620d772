import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { koboFromNaira, moneyText, zeroKobo } from '#core/money.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  statusesOf,
  type TestCooperative,
} from '#dev/testing/builders.ts'
import { type Saver, buildSavers } from '#dev/testing/savers.ts'

const path = '/financial/loans'
const today = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
const kobo = (naira: number) => Math.round(naira * 100)
const text = (naira: number) => moneyText(koboFromNaira(naira) ?? zeroKobo)

type Detail = {
  id: string
  schedule: unknown[]
  outstanding: number
  paid: unknown
  movements: { id: string; kind: string; way: string | null; status: string; amount: number; entryNumber: number }[]
}

describe('a new loan settles running ones', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let [ada, musa, ngozi]: Saver[] = []
  let configs: Record<string, string>
  let old: string

  const own = (member: Saver | undefined) => member?.token ?? ''
  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const product = (change: object, name = 'Regular') => ask('PUT', `/financial/loan-config/${configs[name]}`, change)
  const apply = (body: object = {}, token?: string) =>
    ask(
      'POST',
      path,
      {
        memberId: ada?.id,
        loanConfigId: configs['Regular'],
        principal: 150_000,
        instalments: 12,
        settles: [old],
        ...body,
      },
      token,
    )
  const approve = (id: string) => ask('POST', `${path}/${id}/approve`)
  const disburse = (id: string, body: object = {}) => ask('POST', `${path}/${id}/disburse`, { to: 'cash', ...body })
  const read = async (id: string): Promise<Detail> => dataOf(await ask('GET', `${path}/${id}`))
  const reverse = (id: string, movement: string | undefined, reason = 'Paid to the wrong person') =>
    ask('POST', `${path}/${id}/movements/${movement}/reverse`, { reason })
  const quote = async (id = old): Promise<number> => dataOf(await ask('GET', `${path}/${id}/settlement-quote`)).amount
  const eligibility = async (query: string, token?: string) =>
    dataOf(await ask('GET', `${path}/eligibility?${query}`, undefined, token))
  const savings = async (who: Saver | undefined) =>
    dataOf(await ask('GET', `/financial/members/${who?.id}/accounts`)).find(
      ({ name }: { name: string }) => name === 'Ordinary savings',
    )
  const withdraw = (who: Saver | undefined, amount: number) =>
    ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: who?.id, amount })
  const deposit = async (who: Saver | undefined, amount: number) =>
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: who?.id,
        amount,
        occurredOn: '2026-05-01',
      }),
      201,
    )
  const accept = async (id: string, ...who: (Saver | undefined)[]) => {
    for (const each of who)
      dataOf(await ask('POST', `${path}/${id}/guarantors/${each?.id}/accept`, undefined, own(each)))
  }
  const approved = async (body: object = {}) => {
    const { id } = dataOf(await apply(body), 201)
    dataOf(await approve(id))
    return id as string
  }
  /** Net of an account of the chart, debits above zero. */
  const books = async () => {
    expect(await app.checks()).toEqual([])
    const { accounts, totals } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
      accounts: { code: string; debit: number; credit: number }[]
      totals: { debit: number; credit: number }
    }
    expect(totals.debit).toBe(totals.credit)
    return (code: string) =>
      accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app, { name: 'Unity Thrift' })
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ;[ada, musa, ngozi] = await buildSavers(app, cooperative, [
      ['Ada', 100_000],
      ['Musa', 60_000],
      ['Ngozi', 60_000],
    ])
    configs = Object.fromEntries(
      dataOf(await ask('GET', '/financial/loan-configs')).map(({ name, id }: { name: string; id: string }) => [
        name,
        id,
      ]),
    )
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    // The old loans below are late by the calendar; what a late loan is refused has a test of its own.
    for (const name of Object.keys(configs)) dataOf(await product({ overdueDaysMax: null }, name))
    dataOf(await product({ topUpAfterPercent: 0 }))
    old = dataOf(await apply({ principal: 100_000, settles: [] }), 201).id
    dataOf(await approve(old))
    dataOf(await disburse(old, { on: '2026-05-31' }), 201)
    dataOf(await ask('POST', `${path}/${old}/repayments`, { amount: 30_000, on: '2026-06-30' }), 201)
  })

  test('a loan that is late is settled by no new one, unless the product says so', async () => {
    dataOf(await product({ overdueDaysMax: 0 }))
    const { overdue } = dataOf(await ask('GET', `${path}/${old}`))
    expect(overdue).toBeGreaterThan(0)
    const refused = await apply()
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['memberId'])
    dataOf(await ask('POST', `${path}/${old}/repayments`, { amount: overdue }), 201)
    expect(dataOf(await ask('GET', `${path}/${old}`)).overdue).toBe(0)
    dataOf(await apply(), 201)
  })

  test('is asked for by the running loan itself, of its own product where none is named', async () => {
    const topUp = (body: object, token?: string) => ask('POST', `${path}/${old}/top-up`, body, token)
    const asked = dataOf(await topUp({ principal: 150_000, instalments: 12 }, own(ada)), 201)
    expect(asked).toMatchObject({
      memberId: ada?.id,
      loanConfigId: configs['Regular'],
      principal: 150_000,
      status: 'submitted',
      settles: [{ loanId: old, loanConfig: 'Regular' }],
    })
    expect((await topUp({ principal: 150_000, instalments: 12 }, own(musa))).status).toBe(404)
    expect((await topUp({ instalments: 12 })).body.errors).toEqual([
      { field: 'principal', message: expect.any(String) },
    ])
    // One application at a time settles it, and an officer asks for the member whose loan it is.
    expect((await topUp({ principal: 120_000, instalments: 6 })).status).toBe(409)
    dataOf(await ask('POST', `${path}/${asked.id}/withdraw`, undefined, own(ada)))
    const byOffice = dataOf(await topUp({ principal: 120_000, instalments: 6, loanConfigId: configs['Regular'] }), 201)
    expect(byOffice).toMatchObject({ memberId: ada?.id, principal: 120_000, instalments: 6 })
  })

  test('eligibility says in words how much there is, what of it settles the old loan and what is paid out', async () => {
    const settlement = await quote()
    const plain = await eligibility('', own(ada))
    expect(plain.running).toEqual([{ loanId: old, name: 'Regular', outstanding: 71_000, settlement, whyNot: null }])
    expect(plain.loans[0]).toMatchObject({
      max: 129_000,
      why: expect.stringContaining('less ₦71,000.00 of other loans'),
    })
    const beside = await eligibility(`settles=${old}&principal=150000`, own(ada))
    expect(beside.loans[0]).toMatchObject({
      max: 200_000,
      why: `2 times the savings of ₦100,000.00; ${text(settlement)} of it settles the Regular loan and ${text((kobo(200_000) - kobo(settlement)) / 100)} is paid out`,
    })
    expect(beside.loans[0].rules).toContainEqual(
      expect.objectContaining({ rule: 'top_up', isMet: true, now: { money: settlement, count: null } }),
    )
    expect(beside.committed).toBe(0)
    for (const wrong of ['settles=x', `settles=${old},${old}`])
      expect((await ask('GET', `${path}/eligibility?memberId=${ada?.id}&${wrong}`)).body).toMatchObject({
        status: 422,
        errors: [{ field: 'settles' }],
      })
  })

  test('one voucher pays the old loan to zero by its quote of the day, and the rest goes out; reversed, both are as they were', async () => {
    const before = await read(old)
    const id = await approved()
    const [settlement, cash] = [await quote(), (await books())('1010')]
    expect(await read(old)).toMatchObject({
      settledBy: { loanId: id, loanConfig: 'Regular', status: 'approved', principal: 150_000 },
    })
    const paidOut = dataOf(await disburse(id), 201)
    const entryNumber = paidOut.movements[0].entryNumber
    expect(paidOut).toMatchObject({
      status: 'active',
      disbursed: 150_000,
      outstanding: 150_000,
      settles: [{ loanId: old, loanConfig: 'Regular', outstanding: 0, on: today(), amount: settlement }],
    })
    const settled = await read(old)
    expect(settled).toMatchObject({
      status: 'completed',
      outstanding: 0,
      overdue: 0,
      next: null,
      settledBy: { loanId: id, status: 'active' },
    })
    const paying = settled.movements.at(-1)
    expect(paying).toMatchObject({ kind: 'repayment', way: 'top_up', amount: settlement, entryNumber })
    const of = await books()
    expect([kobo(of('1010')), kobo(of('1210'))]).toEqual([
      kobo(cash) - (kobo(150_000) - kobo(settlement)),
      kobo(150_000),
    ])
    const [notice] = (await ask('GET', '/notifications', undefined, own(ada))).body.data
    expect(notice.message).toContain('settled your Regular loan, and the rest was paid to you.')

    expect((await reverse(old, paying?.id)).body).toMatchObject({
      status: 409,
      message: `This was settled with the Regular loan that was paid out on ${today()}. Reverse that payment on the page of the Regular loan: both are undone together.`,
    })
    const undone = dataOf(await reverse(id, paidOut.movements[0].id))
    expect(undone).toMatchObject({
      status: 'approved',
      disbursed: 0,
      schedule: [],
      settles: [{ outstanding: 71_000, on: null, amount: null }],
    })
    const after = await read(old)
    expect(JSON.stringify([after.schedule, after.paid, after.outstanding])).toBe(
      JSON.stringify([before.schedule, before.paid, before.outstanding]),
    )
    expect(after.movements.at(-1)).toMatchObject({
      way: 'top_up',
      status: 'reversed',
      reversal: { reason: 'Paid to the wrong person' },
    })
    expect((await books())('1010')).toBe(cash)

    dataOf(await disburse(id, { to: 'savings' }), 201)
    expect(await savings(ada)).toMatchObject({ balance: (kobo(250_000) - kobo(settlement)) / 100 })
    expect((await books())('1010')).toBe(cash)
  })

  test('fees of the new loan come off beside the settlement, and both go back together', async () => {
    dataOf(await product({ fees: [{ name: 'Processing fee', when: 'disbursement', of: 'amount', percent: 2 }] }))
    const settlement = await quote()
    // 2 % of it would leave less than settling takes.
    expect((await apply({ principal: settlement + 100 })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'principal' }],
    })
    const id = await approved()
    const before = await books()
    const paidOut = dataOf(await disburse(id), 201)
    expect(paidOut).toMatchObject({ disbursed: 150_000, feesDeducted: 3000 })
    const of = await books()
    expect(kobo(before('1010')) - kobo(of('1010'))).toBe(kobo(150_000) - kobo(3000) - kobo(settlement))
    expect(of('4220') - before('4220')).toBe(-3000)
    dataOf(await reverse(id, paidOut.movements[0].id))
    const after = await books()
    expect([after('1010'), after('4220'), (await read(old)).outstanding]).toEqual([
      before('1010'),
      before('4220'),
      71_000,
    ])
  })

  // Remedy: top_up_taken
  test('is refused with the figures where it is too little, too early, not allowed, of somebody else, or asked for twice', async () => {
    const settlement = await quote()
    expect((await apply({ principal: settlement })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'principal',
          message: `Settling the old loan takes ${text(settlement)}, and the new loan is ${text(settlement)}. Ask for more, or leave the old loan out.`,
        },
      ],
    })
    dataOf(await product({ topUpAfterPercent: 50 }))
    expect((await apply()).body).toMatchObject({
      status: 409,
      errors: [
        {
          field: 'settles.0',
          message:
            'The Regular loan may be settled by a new one once 50 % of it is repaid. ₦29,000.00 of ₦100,000.00 is repaid now: ₦21,000.00 more is needed.',
        },
      ],
    })
    expect((await eligibility('', own(ada))).running[0].whyNot).toContain('once 50 %')
    dataOf(await product({ topUpAfterPercent: null }))
    expect((await apply()).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('may not be settled by a new loan'),
    })
    expect(await eligibility(`settles=${old}`, own(ada))).toMatchObject({
      running: [],
      loans: expect.arrayContaining([expect.objectContaining({ name: 'Regular', max: 0 })]),
    })
    expect((await product({ topUpAfterPercent: 101 })).status).toBe(422)
    dataOf(await product({ topUpAfterPercent: 29 }))
    expect((await apply({ settles: [old, old] })).status).toBe(422)
    expect((await apply({ settles: [crypto.randomUUID()] })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'settles.0', message: expect.stringContaining('Choose running loans') }],
    })
    expect((await apply({ memberId: musa?.id }, own(musa))).body).toMatchObject({
      status: 422,
      errors: [{ field: 'settles.0' }],
    })
    // Another member learns nothing of it.
    expect(await eligibility(`settles=${old}`, own(musa))).toMatchObject({ running: [], committed: 0 })
    expect((await ask('GET', `${path}/${old}/settlement-quote`, undefined, own(musa))).status).toBe(404)
    const stranger = await buildCooperative(app)
    const other = await buildMember(app, stranger)
    const [theirs] = dataOf(await ask('GET', '/financial/loan-configs', undefined, stranger.token))
    expect(
      (
        await ask(
          'POST',
          path,
          { memberId: other.id, loanConfigId: theirs.id, principal: 1000, instalments: 1, settles: [old] },
          stranger.token,
        )
      ).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'settles.0' }] })
    // Both ask at once: one of them settles it.
    const replies = await Promise.all([apply({}, own(ada)), apply()])
    expect(statusesOf(replies)).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe(
      'The Regular loan is to be settled by an application for a Regular loan already. Withdraw or cancel that one first, or leave this loan out.',
    )
    const { id } = dataOf(replies.find(({ status }) => status === 201) ?? (await apply()), 201)
    await deposit(ada, 90_000)
    const beside = dataOf(await apply({ settles: [], principal: 20_000 }), 201).id
    dataOf(await ask('POST', `${path}/${beside}/withdraw`, undefined, own(ada)))
    // A later rule of the product doesn't reach the application that waits.
    dataOf(await product({ topUpAfterPercent: null }))
    dataOf(await ask('POST', `${path}/${id}/withdraw`, undefined, own(ada)))
    dataOf(await product({ topUpAfterPercent: 20 }))
    const again = dataOf(await apply(), 201).id
    dataOf(await product({ topUpAfterPercent: null }))
    dataOf(await approve(again))
    // An officer withdraws no application that is approved, but cancels it.
    dataOf(await product({ topUpAfterPercent: 20 }))
    expect((await apply()).body.message).toContain('Withdraw or cancel that one first')
    dataOf(await ask('POST', `${path}/${again}/cancel`, { reason: 'A larger one is wanted' }))
    dataOf(await apply(), 201)
    await books()
  })

  test('counts the old loan as settled: loans at once, the limit, a third of the salary, own savings that stay', async () => {
    dataOf(await product({ sameLoansMax: 1, thirdOfSalary: true, ownCoverPercent: 60 }))
    expect(
      (await apply({ settles: [], netSalary: 90_000 })).body.errors.map(({ message }: { message: string }) => message),
    ).toEqual(expect.arrayContaining([expect.stringContaining('at once'), expect.stringContaining('may reach')]))
    // Ninety thousand stay for the new one; nothing is pledged for the old one, which was made under the old rules.
    const id = dataOf(await apply({ netSalary: 90_000 }), 201).id
    dataOf(await approve(id))
    expect(await savings(ada)).toMatchObject({ pledged: 90_000 })
    dataOf(await disburse(id), 201)
    const newer = dataOf(await apply({ settles: [id], principal: 160_000, netSalary: 90_000 }), 201).id
    dataOf(await approve(newer))
    // What is pledged for the one that is settled is not asked for twice: the larger of the two is held.
    expect(await savings(ada)).toMatchObject({ pledged: 96_000, free: 4000 })
    await books()
    dataOf(await disburse(newer), 201)
    expect(await savings(ada)).toMatchObject({ pledged: 96_000 })
    dataOf(await reverse(newer, (await read(newer)).movements[0]?.id))
    expect(await savings(ada)).toMatchObject({ pledged: 96_000 })
    await books()
  })

  test('guarantors hold the larger of the two while it waits, the new one once it is paid, and the old one again when that is reversed', async () => {
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 2 }))
    dataOf(await product({ guarantorCoverPercent: 50 }))
    const first = dataOf(await apply({ principal: 160_000, settles: [old], guarantors: [musa?.id, ngozi?.id] }), 201).id
    await accept(first, musa, ngozi)
    dataOf(await approve(first))
    dataOf(await disburse(first), 201)
    expect(await savings(musa)).toMatchObject({ pledged: 40_000, free: 20_000 })
    const { id } = dataOf(await apply({ principal: 200_000, settles: [first], guarantors: [musa?.id, ngozi?.id] }), 201)
    const [asked] = dataOf(await ask('GET', '/financial/guarantees', undefined, own(musa))).guarantees
    expect(asked).toMatchObject({ loanId: id, amount: 50_000, alreadyHeld: 40_000, whyNot: null })
    // While one accepts, the old loan is paid down: whoever is first, each kobo is once and none is missing.
    const replies = await Promise.all([
      ...[musa, ngozi].map((who) => ask('POST', `${path}/${id}/guarantors/${who?.id}/accept`, undefined, own(who))),
      ask('POST', `${path}/${first}/repayments`, { amount: 16_000 }),
    ])
    expect(statusesOf(replies)).toEqual([200, 200, 201])
    for (const who of [musa, ngozi]) expect(await savings(who)).toMatchObject({ pledged: 50_000, free: 10_000 })
    await books()
    // The old one is paid down: what it lets go is pledged for the new one.
    dataOf(await ask('POST', `${path}/${first}/repayments`, { amount: 60_000 }), 201)
    expect(await savings(musa)).toMatchObject({ pledged: 50_000, free: 10_000 })
    await books()
    dataOf(await approve(id))
    const [movement] = dataOf(await disburse(id, { to: 'bank' }), 201).movements
    expect(await savings(musa)).toMatchObject({ pledged: 50_000 })
    dataOf(await withdraw(musa, 10_000), 201)
    dataOf(await reverse(id, movement.id))
    expect(await savings(musa)).toMatchObject({ pledged: 50_000, free: 0 })
    dataOf(await disburse(id), 201)
    await books()
  })

  // Remedy: pledge_not_renewable
  test('a reversal is refused where the savings that would be pledged for the old loan again are spent', async () => {
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 1 }))
    dataOf(await product({ guarantorCoverPercent: 25 }))
    const first = dataOf(await apply({ principal: 200_000, guarantors: [musa?.id] }), 201).id
    await accept(first, musa)
    dataOf(await approve(first))
    dataOf(await disburse(first), 201)
    // Musa guarantees the first one with 50,000; the next is covered by Ngozi, so that they are free once it is paid out.
    const repaid = 10_000
    dataOf(await ask('POST', `${path}/${first}/repayments`, { amount: repaid }), 201)
    const { id } = dataOf(await apply({ settles: [first], principal: 195_000, guarantors: [ngozi?.id] }), 201)
    await accept(id, ngozi)
    dataOf(await approve(id))
    const [movement] = dataOf(await disburse(id), 201).movements
    expect(await savings(musa)).toMatchObject({ pledged: 0, free: 60_000 })
    dataOf(await withdraw(musa, 30_000), 201)
    expect((await reverse(id, movement.id)).body).toMatchObject({
      status: 409,
      message: expect.stringContaining('has meanwhile taken out savings'),
    })
    expect(await read(first)).toMatchObject({ status: 'completed' })
    await deposit(musa, 30_000)
    dataOf(await reverse(id, movement.id))
    // Of the 10,000, which is held for the first instalment, 1 % of 200,000 is interest: 192,000 is left, a quarter of it covered.
    expect(await savings(musa)).toMatchObject({ pledged: 48_000 })
    await books()
  })

  // Remedy: top_up_above_paid_out
  test('where the quote has grown above the loan on the day, nothing is paid out', async () => {
    const settlement = await quote()
    const small = dataOf(await apply({ principal: settlement + 1 }), 201).id
    dataOf(await approve(small))
    dataOf(await reverse(old, (await read(old)).movements[1]?.id))
    const grown = await quote()
    expect(grown).toBeGreaterThan(settlement + 1)
    expect((await disburse(small)).body).toMatchObject({
      status: 409,
      errors: [
        {
          field: 'amount',
          message: `Settling the old loan takes ${text(grown)} on ${today()}, and ${text(settlement + 1)} is paid out. Pay out ${text(grown)} or more, or have part of the old loan repaid first.`,
        },
      ],
    })
    expect(await read(small)).toMatchObject({ status: 'approved', disbursed: 0 })
    expect(await read(old)).toMatchObject({ status: 'active', outstanding: 100_000 })
    dataOf(await ask('POST', `${path}/${old}/repayments`, { amount: 40_000 }), 201)
    dataOf(await disburse(small), 201)
    expect(await read(old)).toMatchObject({ status: 'completed' })
    await books()
  })

  // Remedy: top_up_above_paid_out
  test('paid out in parts, the first covers the settlement, and none is dated before the last payment of the old loan', async () => {
    const settlement = await quote()
    const id = await approved()
    expect((await disburse(id, { amount: settlement - 1 })).body).toMatchObject({
      status: 409,
      errors: [{ field: 'amount', message: expect.stringContaining(`on ${today()}, and ₦`) }],
    })
    expect((await disburse(id, { on: '2026-06-15' })).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'on',
          message:
            'The last entry of the Regular loan that this one settles is of 2026-06-30. Choose that day or a later one.',
        },
      ],
    })
    const part = dataOf(await disburse(id, { amount: settlement }), 201)
    expect(part).toMatchObject({ disbursed: settlement, settles: [{ amount: settlement }] })
    expect(await read(old)).toMatchObject({ status: 'completed' })
    const whole = dataOf(await disburse(id), 201)
    expect(whole).toMatchObject({ disbursed: 150_000, movements: [{}, {}] })
    await books()
  })

  test('of two who pay out at once one does, also against a repayment of the old loan at the same moment', async () => {
    const id = await approved()
    expect(statusesOf(await Promise.all([disburse(id), disburse(id), disburse(id, { to: 'savings' })]))).toEqual([
      201, 409, 409,
    ])
    expect(
      (await read(old)).movements.filter(({ way, status }) => way === 'top_up' && status === 'posted'),
    ).toHaveLength(1)
    await books()
    dataOf(await reverse(id, (await read(id)).movements[0]?.id))
    const replies = await Promise.all([disburse(id), ask('POST', `${path}/${old}/repayments`, { amount: 5000 })])
    expect(replies[0]?.status).toBe(201)
    expect([201, 409, 422]).toContain(replies[1]?.status)
    expect(await read(old)).toMatchObject({ status: 'completed', outstanding: 0 })
    await books()
  })

  test('an old loan that was repaid meanwhile takes nothing, and one that was reopened by a reversal is settled with it', async () => {
    const id = await approved()
    const paid = dataOf(await ask('POST', `${path}/${old}/mark-paid`))
    expect(dataOf(await disburse(id), 201)).toMatchObject({ settles: [{ amount: null, outstanding: 0 }] })
    dataOf(await reverse(id, (await read(id)).movements[0]?.id))
    dataOf(await reverse(old, paid.movements.at(-1).id))
    const settlement = await quote()
    expect(dataOf(await disburse(id), 201)).toMatchObject({ settles: [{ amount: settlement }] })
    // A repayment of the old loan is undone afterwards: it runs again, and the payment of the new one stays what it was.
    const [, earlier] = (await read(old)).movements
    dataOf(await reverse(old, earlier?.id))
    expect(await read(old)).toMatchObject({ status: 'active' })
    dataOf(
      await reverse(
        id,
        (await read(id)).movements.findLast(({ kind, status }) => kind === 'disbursement' && status === 'posted')?.id,
      ),
    )
    expect(await read(old)).toMatchObject({ status: 'active', outstanding: 100_000 })
    await books()
  })
})
