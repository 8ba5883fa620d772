import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  statusesOf,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'

const path = '/financial/loans'

/** What is in the cash box before anything else. */
const funds = 10_000_000

describe('a loan from its first money to its last', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let adaToken: string
  let guarantors: string[]
  let configs: Record<string, string>
  let loan: { id: string }

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const approved = async (loanConfig: string, principal: number, instalments: number) => {
    const { id } = dataOf(
      await ask('POST', path, {
        memberId: ada.id,
        loanConfigId: configs[loanConfig],
        principal,
        instalments,
        guarantors,
      }),
      201,
    )
    return dataOf(await ask('POST', `${path}/${id}/approve`)) as { id: string }
  }
  const disburse = (body: object = {}, id = loan.id) =>
    ask('POST', `${path}/${id}/disburse`, { on: '2026-05-31', to: 'cash', ...body })
  const repay = (amount: number, on: string, more: object = {}) =>
    ask('POST', `${path}/${loan.id}/repayments`, { amount, on, ...more })
  const read = async () => dataOf(await ask('GET', `${path}/${loan.id}`))
  /** Net of each account that the loan touches, debits above zero. */
  const books = async () => {
    const { accounts } = dataOf(await ask('GET', '/financial/reports/trial-balance')) as {
      accounts: { code: string; debit: number; credit: number }[]
    }
    return (code: string) =>
      accounts.filter((each) => each.code === code).reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }

  beforeAll(async () => {
    app = await sharedTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    await fundCash(app, cooperative, { naira: funds, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada', lastName: 'Obi' })
    guarantors = [(await buildMember(app, cooperative)).id, (await buildMember(app, cooperative)).id]
    adaToken = await loginMember(app, ada)
    dataOf(
      await ask('POST', '/financial/transactions', {
        type: 'deposit',
        memberId: ada.id,
        amount: 100_000,
        occurredOn: '2026-05-01',
      }),
      201,
    )
    configs = Object.fromEntries(
      dataOf(await ask('GET', '/financial/loan-configs')).map(({ name, id }: { name: string; id: string }) => [
        name,
        id,
      ]),
    )
    dataOf(await ask('PUT', '/financial/config', { guarantorsRequired: 0 }))
    loan = await approved('Regular', 120_000, 12)
  })

  test('paid out, its schedule is there, the books have it, and the member sees and hears it', async () => {
    const paidOut = dataOf(await disburse(), 201)
    expect(paidOut).toMatchObject({
      status: 'active',
      disbursed: 120_000,
      outstanding: 120_000,
      startOn: '2026-05-31',
      regularInstalment: 10_661.85,
      paid: { principal: 0, interest: 0, fees: 0, penalties: 0 },
      movements: [
        {
          kind: 'disbursement',
          status: 'posted',
          amount: 120_000,
          way: 'cash',
          occurredOn: '2026-05-31',
          receiptNumber: expect.stringMatching(/^\d+-[0-9a-f]{10}$/),
        },
      ],
    })
    expect(paidOut.schedule).toHaveLength(12)
    expect(paidOut.schedule[0]).toEqual({
      number: 1,
      dueOn: '2026-06-30',
      principal: 9461.85,
      interest: 1200,
      fees: 0,
      penalties: 0,
      total: 10_661.85,
      owed: 10_661.85,
      owedPenalties: 0,
    })
    // The 31st of shorter months is their last day, and it comes back.
    expect(paidOut.schedule.slice(0, 3).map(({ dueOn }: { dueOn: string }) => dueOn)).toEqual([
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
    ])
    const of = await books()
    expect([of('1210'), of('1010')]).toEqual([120_000, funds - 20_000])
    expect(dataOf(await ask('GET', `${path}/${loan.id}`, undefined, adaToken)).schedule).toHaveLength(12)
    const [notice] = (await ask('GET', '/notifications', undefined, adaToken)).body.data
    expect(notice.message).toBe('₦120,000.00 of your Regular loan was paid out.')
    expect((await ask('GET', path)).body.meta.summary).toMatchObject({ counts: { active: 1 }, outstanding: 120_000 })
    expect((await disburse()).body).toMatchObject({ status: 409, message: 'All of this loan has been paid out.' })
  })

  test('repayments are used for what fell due first, what is paid ahead shortens it, and the last one completes it', async () => {
    dataOf(await disburse(), 201)
    const first = dataOf(await repay(10_661.85, '2026-06-30'), 201)
    expect(first).toMatchObject({
      paid: { principal: 9461.85, interest: 1200 },
      outstanding: 110_538.15,
      schedule: [{ owed: 0 }, { owed: 10_661.85 }, ...Array(10).fill({})],
    })
    const ahead = dataOf(await repay(60_000, '2026-07-15'), 201)
    expect(ahead.schedule.length).toBeLessThan(9)
    // Of July, 110,538.15 bears 1 % for 15 of 31 days, and what 49,338.15 of principal leave for 16; 10,661.85 is held for the 31st.
    expect(ahead.paid).toMatchObject({ interest: 1200 + 850.73 })
    expect(ahead.outstanding).toBe(51_388.88)
    const { amount } = dataOf(await ask('GET', `${path}/${loan.id}/settlement-quote`))
    expect(dataOf(await ask('GET', `${path}/${loan.id}/settlement-quote`, undefined, adaToken))).toMatchObject({
      amount,
      outstanding: 51_388.88,
    })
    expect(
      (await ask('POST', `${path}/${loan.id}/repayments`, { amount: Math.round(amount * 100 + 1) / 100 })).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'amount' }] })
    const settled = dataOf(await ask('POST', `${path}/${loan.id}/mark-paid`))
    expect(settled).toMatchObject({
      status: 'completed',
      outstanding: 0,
      overdue: 0,
      next: null,
      movements: [{}, {}, {}, { amount }],
    })
    expect((await ask('POST', `${path}/${loan.id}/mark-paid`)).body).toMatchObject({
      status: 409,
      message: 'Nothing is owed on this loan any more.',
    })
    const of = await books()
    expect(of('1210')).toBe(0)
    expect(-of('4110')).toBeCloseTo(settled.paid.interest, 10)
    expect(of('1010')).toBeCloseTo(funds + 100_000 + settled.paid.interest, 5)
  })

  test.each(['cash', 'bank', 'savings'])(
    'paid some days before its due day by %s, an instalment is held for it and nothing is late',
    async (from) => {
      dataOf(await disburse(), 201)
      dataOf(await repay(10_661.85, '2026-06-25', { from }), 201)
      const paid = dataOf(await repay(10_661.85, '2026-07-26', { from }), 201)
      // The first instalment has 1,200.00 of interest, the second 1 % of the 110,538.15 that it leaves.
      expect(paid).toMatchObject({
        paid: { principal: 9461.85 + 9556.47, interest: 1200 + 1105.38, penalties: 0 },
        schedule: [{ owed: 0 }, { owed: 0 }, { dueOn: '2026-08-31', owed: 10_661.85 }, ...Array(9).fill({})],
      })
      const [first] = paid.movements.filter(({ kind }: { kind: string }) => kind === 'repayment')
      dataOf(await ask('POST', `${path}/${loan.id}/movements/${first.id}/reverse`, { reason: 'The cheque bounced' }))
      expect(await app.checks()).toEqual([])
    },
  )

  test('what was not paid is overdue since its day', async () => {
    dataOf(await disburse({ on: '2026-08-31' }), 201)
    const { overdue, next, schedule } = await read()
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
    const late = schedule.filter(({ dueOn }: { dueOn: string }) => dueOn < today)
    expect(overdue).toBeCloseTo(late.length * 10_661.85, 10)
    expect(late.length).toBeGreaterThan(0)
    expect(next).toEqual({ on: schedule[late.length].dueOn, amount: 10_661.85 })
    const { body } = await ask('GET', `${path}?overdue=true`)
    expect(body).toMatchObject({ data: [{ id: loan.id, overdue }], meta: { total: 1, summary: { overdueLoans: 1 } } })
    expect((await ask('GET', `${path}?overdue=no`)).status).toBe(422)

    // A member who is late borrows nothing more, unless the product says otherwise; what is overdue is named.
    const more = () =>
      ask('POST', path, {
        memberId: ada.id,
        loanConfigId: configs['Regular'],
        principal: 100,
        instalments: 1,
        guarantors,
      })
    const kobo = Math.round(late.length * 1_066_185)
    const whole = String(Math.trunc(kobo / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
    const owed = `₦${whole}.${String(kobo % 100).padStart(2, '0')}`
    expect((await more()).body.errors).toEqual([
      {
        field: 'memberId',
        message: `Ada Obi has ${owed} overdue on a loan, some of it for more than 30 days. It has to be paid before another loan is given.`,
      },
    ])
    dataOf(await ask('PUT', `/financial/loan-config/${configs['Regular']}`, { overdueDaysMax: null }))
    dataOf(await more(), 201)

    const daysLate = (Date.parse(today) - Date.parse(late[0].dueOn)) / 86_400_000
    const portfolio = dataOf(await ask('GET', `${path}/portfolio`))
    expect(portfolio).toMatchObject({
      asOf: today,
      totals: { loans: 1, outstanding: 120_000, overdue, overdueLoans: 1 },
      products: [{ name: 'Regular', loans: 1, outstanding: 120_000, overdue }],
    })
    expect(portfolio.atRisk.map(({ days, percent }: { days: number; percent: number }) => [days, percent])).toEqual(
      [1, 30, 60, 90].map((days) => [days, daysLate > days ? 100 : 0]),
    )
    expect(portfolio.provisions.filter(({ loans }: { loans: number }) => loans > 0)).toMatchObject([
      { from: daysLate > 90 ? 91 : daysLate > 60 ? 61 : 31, outstanding: 120_000 },
    ])
    const due =
      schedule.filter(({ dueOn }: { dueOn: string }) => dueOn.slice(0, 7) === today.slice(0, 7)).length * 10_661.85
    expect(portfolio.thisMonth).toMatchObject({ period: today.slice(0, 7), due, owed: due, paid: 0 })
  })

  test('a payment dated back, and one that is taken back, leave what would have been', async () => {
    dataOf(await disburse(), 201)
    dataOf(await repay(10_661.85, '2026-06-30'), 201)
    dataOf(await repay(10_661.85, '2026-07-31'), 201)
    const before = await read()
    const early = dataOf(await repay(50_000, '2026-06-15'), 201)
    // July's interest is less than it was taken to be, so more of its payment repaid principal.
    expect(early.paid.interest).toBeLessThan(before.paid.interest)
    const { id: movementId } = early.movements.find(({ amount }: { amount: number }) => amount === 50_000)
    const back = dataOf(
      await ask('POST', `${path}/${loan.id}/movements/${movementId}/reverse`, { reason: 'Another member’s money' }),
    )
    expect(back.schedule).toEqual(before.schedule)
    expect(back.paid).toEqual(before.paid)
    expect(back.movements.find(({ id }: { id: string }) => id === movementId)).toMatchObject({
      status: 'reversed',
      reversal: { reason: 'Another member’s money' },
    })
    expect((await ask('POST', `${path}/${loan.id}/movements/${movementId}/reverse`, { reason: 'Again' })).status).toBe(
      409,
    )

    const june = back.movements.find(({ occurredOn }: { occurredOn: string }) => occurredOn === '2026-06-30')
    const without = dataOf(
      await ask('POST', `${path}/${loan.id}/movements/${june.id}/reverse`, { reason: 'Cheque returned' }),
    )
    // July's payment now pays June's instalment, and interest runs on what June did not repay.
    expect(without.movements.some(({ kind }: { kind: string }) => kind === 'reallocation')).toBe(true)
    const of = await books()
    expect(of('1210')).toBeCloseTo(without.outstanding, 10)
    expect(-of('4110')).toBeCloseTo(without.paid.interest, 10)
  })

  test('to savings and from savings: the member’s account moves in one line, and never below what is free', async () => {
    dataOf(await disburse({ to: 'savings' }), 201)
    const repaid = dataOf(await repay(20_000, '2026-06-30', { from: 'savings' }), 201)
    expect(repaid.paid).toEqual({ principal: 18_800, interest: 1200, fees: 0, penalties: 0 })
    const { data } = (await ask('GET', '/financial/transactions?sort=-entryNumber&limit=3', undefined, adaToken)).body
    expect(
      data.map(({ type, direction, amount }: { type: string; direction: string; amount: number }) => [
        type,
        direction,
        amount,
      ]),
    ).toEqual([
      ['repayment', 'out', 20_000],
      ['disbursement', 'in', 120_000],
      ['deposit', 'in', 100_000],
    ])
    const of = await books()
    expect([of('2110'), of('2410')]).toEqual([-200_000, 0])
    // All of the savings would be more than is owed; more than the savings hold is not there.
    dataOf(await ask('POST', '/financial/transactions', { type: 'withdrawal', memberId: ada.id, amount: 195_000 }), 201)
    expect(
      (await ask('POST', `${path}/${loan.id}/repayments`, { amount: 5000.01, from: 'savings' })).body,
    ).toMatchObject({ status: 409, message: 'Only ₦5,000.00 is free on this account. Enter that or less.' })
    // What belongs to the loan is undone on the loan.
    expect(
      (await ask('POST', `/financial/transactions/${data[0].id}/reverse`, { reason: 'Wrong' })).body,
    ).toMatchObject({ status: 409, message: 'This belongs to a loan. Reverse it on the page of the loan.' })
    const [, movement] = (await read()).movements
    dataOf(await ask('POST', `${path}/${loan.id}/movements/${movement.id}/reverse`, { reason: 'Paid in cash instead' }))
    expect((await ask('GET', '/financial/transactions?type=repayment')).body.data).toMatchObject([
      { status: 'reversed' },
    ])
  })

  test('in parts: interest runs on what was paid out, and only an approved sum goes out', async () => {
    const [half, rest] = [
      dataOf(await disburse({ amount: 60_000 }), 201),
      dataOf(await disburse({ on: '2026-06-30', to: 'bank' }), 201),
    ]
    expect(half).toMatchObject({ status: 'active', disbursed: 60_000 })
    expect(rest).toMatchObject({
      disbursed: 120_000,
      schedule: [{ interest: 600 }, { interest: 1152.69 }, ...Array(10).fill({})],
    })
    const of = await books()
    expect([of('1210'), of('1020')]).toEqual([120_000, -60_000])
    const [first] = rest.movements
    const less = dataOf(
      await ask('POST', `${path}/${loan.id}/movements/${first.id}/reverse`, { reason: 'Not collected' }),
    )
    expect(less).toMatchObject({ disbursed: 60_000, outstanding: 60_000 })
  })

  test('through any cash or bank account of the society, by its name', async () => {
    const chart = Object.fromEntries(
      dataOf(await ask('GET', '/financial/accounts?limit=100')).map(({ code, id }: { code: string; id: string }) => [
        code,
        id,
      ]),
    )
    const wrong = {
      status: 422,
      errors: [{ field: 'paidThrough', message: 'Choose one of the cash and bank accounts of your chart.' }],
    }
    for (const paidThrough of [chart['4110'], chart['1210'], '00000000-0000-4000-8000-000000000000'])
      expect((await disburse({ paidThrough })).body).toMatchObject(wrong)
    expect((await disburse({ to: 'savings', paidThrough: chart['1015'] })).body).toMatchObject({
      status: 422,
      errors: [{ field: 'paidThrough', message: 'Leave the account out: this moves on the savings of the member.' }],
    })
    const { id: zenith } = dataOf(
      await ask('POST', '/financial/accounts', { code: '1021', name: 'Zenith Bank', class: 'asset', holdsCash: true }),
      201,
    )
    expect(dataOf(await disburse({ to: 'vendor', paidThrough: zenith }), 201).movements).toMatchObject([
      { way: 'vendor', paidThrough: 'Zenith Bank' },
    ])
    expect((await repay(100, '2026-06-30', { paidThrough: chart['4110'] })).body).toMatchObject(wrong)
    expect(dataOf(await repay(20_000, '2026-06-30', { paidThrough: chart['1015'] }), 201).movements[1]).toMatchObject({
      way: 'cash',
      paidThrough: 'Imprest',
    })
    const settled = dataOf(await ask('POST', `${path}/${loan.id}/mark-paid?from=bank&paidThrough=${zenith}`))
    expect(settled).toMatchObject({
      status: 'completed',
      movements: [{}, {}, { way: 'bank', paidThrough: 'Zenith Bank' }],
    })
    const of = await books()
    expect([of('1015'), of('1020'), of('1010')]).toEqual([20_000, 0, funds + 100_000])
    expect(of('1021')).toBeCloseTo(settled.movements[2].amount - 120_000, 5)
  })

  test('interest that is due upfront is taken off, in one sum', async () => {
    const made = dataOf(
      await ask('POST', '/financial/loan-configs', {
        name: 'Sallah',
        interestMethod: 'upfront',
        annualRatePercent: 12,
        instalmentsMax: 12,
        savingsMultiple: 2,
      }),
      201,
    )
    configs['Sallah'] = made.id
    const sallah = await approved('Sallah', 60_000, 6)
    expect((await disburse({ amount: 10_000 }, sallah.id)).body).toMatchObject({
      status: 422,
      errors: [
        {
          field: 'amount',
          message: 'Interest of this loan is taken off at the start, so it is paid out in one sum. Enter ₦60,000.00.',
        },
      ],
    })
    expect(dataOf(await disburse({}, sallah.id), 201)).toMatchObject({
      interestDeducted: 3600,
      outstanding: 60_000,
      regularInstalment: 10_000,
    })
    const of = await books()
    expect([of('1240'), of('4110'), of('1010')]).toEqual([60_000, -3600, funds + 43_600])
  })

  test.each([
    ['a day to come', { on: '2199-01-01' }, 422, 'on', 'Choose today or an earlier date.'],
    ['a day before the books', { on: '1999-01-01' }, 422, 'on', expect.stringContaining('The books begin on')],
    [
      'more than was approved',
      { amount: 120_000.01 },
      422,
      'amount',
      'The loan is ₦120,000.00, but ₦120,000.01 would be paid out. Pay out ₦120,000.00 or less.',
    ],
    ['a way that there is not', { to: 'post' }, 422, 'to', 'Use one of savings, cash, bank, vendor'],
    [
      'a first instalment before the money',
      { firstDueOn: '2026-05-31' },
      422,
      'firstDueOn',
      'The loan starts on 2026-05-31. Choose a later date for the first instalment.',
    ],
  ])('refuses to pay out with %s, and nothing is kept', async (_, body, status, field, message) => {
    const reply = await disburse(body)
    expect(reply.body).toMatchObject({ status, errors: [{ field, message }] })
    expect(await read()).toMatchObject({ status: 'approved', disbursed: 0, movements: [] })
  })

  test('refuses what is not approved, what was not paid out, one’s own, and a payment before the loan', async () => {
    const waiting = dataOf(
      await ask('POST', path, {
        memberId: ada.id,
        loanConfigId: configs['Emergency'],
        principal: 1000,
        instalments: 2,
        guarantors,
      }),
      201,
    )
    expect((await disburse({}, waiting.id)).body).toMatchObject({
      status: 409,
      message: 'Only an approved loan is paid out, and this one is waiting.',
    })
    expect((await repay(100, '2026-06-30')).body).toMatchObject({
      status: 409,
      message: 'This loan is not running: it is not paid out yet, or nothing is owed on it any more.',
    })
    expect((await ask('GET', `${path}/${loan.id}/settlement-quote`)).status).toBe(409)
    expect((await ask('POST', `${path}/${loan.id}/repayments`, { amount: 100 }, adaToken)).status).toBe(403)
    dataOf(await ask('PUT', `/cooperatives/members/${ada.id}/roles`, { roleIds: ['member', 'admin'] }))
    const { accessToken: own } = dataOf(
      await ask('POST', '/member-auth/switch', { cooperativeId: cooperative.id, role: 'coop_admin' }, adaToken),
    )
    expect((await ask('POST', `${path}/${loan.id}/disburse`, { to: 'cash' }, own)).body).toMatchObject({
      status: 409,
      message: 'You can’t decide on, pay out or settle your own loan. Ask another officer.',
    })
    dataOf(await disburse(), 201)
    expect((await repay(100, '2026-05-30')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'on', message: expect.stringContaining('The loan starts on') }],
    })
    expect((await repay(200_000, '2026-06-30')).body).toMatchObject({
      status: 422,
      errors: [{ field: 'amount', message: expect.stringContaining('is owed by then') }],
    })
    const {
      movements: [first],
    } = await read()
    dataOf(await repay(10_000, '2026-06-30'), 201)
    expect(
      (await ask('POST', `${path}/${loan.id}/movements/${first.id}/reverse`, { reason: 'Too late' })).body,
    ).toMatchObject({ status: 409, message: expect.stringContaining('Money has come back') })
    const other = await buildCooperative(app)
    for (const [method, what, body] of [
      ['POST', '/disburse', { to: 'cash' }],
      ['POST', '/repayments', { amount: 1 }],
      ['GET', '/settlement-quote'],
      ['POST', `/movements/${first.id}/reverse`, { reason: 'x' }],
    ] as const) {
      expect((await ask(method, `${path}/${loan.id}${what}`, body, other.token)).status, what).toBe(404)
    }
    expect((await ask('DELETE', `/cooperatives/members/${ada.id}`)).status).toBe(409)
  })

  test('of eight who pay it out at once exactly one is heard', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => disburse()))
    expect(statusesOf(replies)).toEqual([201, ...Array(7).fill(409)])
    expect((await read()).movements).toHaveLength(1)
  })

  test('afterwards the books prove themselves', async () => expect(await app.checks()).toEqual([]))
})
