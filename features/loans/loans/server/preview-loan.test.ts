import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import vectors from '#features/loans/loans/rules/vectors.json' with { type: 'json' }
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  loginMember,
  newKey,
  type TestCooperative,
} from '#dev/testing/builders.ts'

const path = '/financial/loans/preview'
const flat = {
  principal: 120_000,
  annualRatePercent: 12,
  interestMethod: 'flat',
  instalments: 12,
  unit: 'month',
  startOn: '2026-01-31',
  dayCount: 'monthly',
}

describe('a loan is worked out before anybody asks for it', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let memberToken: string

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
    memberToken = await loginMember(app, await buildMember(app, cooperative))
  })
  afterAll(() => app.stop())

  const preview = (body: object, token = cooperative.token) => app.call('POST', path, { token, body })
  const refused = async (change: object) => {
    const { status, body } = await preview({ ...flat, ...change })
    expect(status).toBe(422)
    return Object.fromEntries(
      body.errors.map(({ field, message }: { field: string; message: string }) => [field, message]),
    )
  }

  test('every instalment, the sums and the real cost of the year, for a member too', async () => {
    const data = dataOf(await preview(flat, memberToken))
    expect(data).toMatchObject({
      totals: { principal: 120_000, interest: 14_400, fees: 0, penalties: 0, total: 134_400 },
      monthlyInstalment: 11_200,
      nominalYearlyRatePercent: 21.457,
      apr: 21.457,
      interestDeducted: 0,
    })
    // Twelve payments of 11,200 on their days: the yearly rate at which they are worth the 120,000 of the start.
    const start = Date.parse('2026-01-31')
    const worth = (rate: number) =>
      data.instalments.reduce(
        (sum: number, { dueOn }: { dueOn: string }) =>
          sum + 11_200 / (1 + rate) ** ((Date.parse(dueOn) - start) / 86_400_000 / 365),
        0,
      )
    expect(worth(data.effectiveAnnualRate / 100)).toBeCloseTo(120_000, 0)
    expect(data.effectiveAnnualRate).toBeGreaterThan(21.457)
    expect(data.instalments).toHaveLength(12)
    expect(data.instalments[0]).toEqual({
      number: 1,
      dueOn: '2026-02-28',
      principal: 10_000,
      interest: 1200,
      fees: 0,
      penalties: 0,
      total: 11_200,
      balance: 110_000,
    })
    expect(data.instalments[11]).toMatchObject({ dueOn: '2027-01-31', balance: 0 })
    expect(dataOf(await preview({ ...flat, disbursements: [], repayments: [], roundingMultiple: 0 }))).toEqual(data)
  })

  test('a published schedule with late payments is met to the kobo', async () => {
    const vector = vectors.vectors.find(({ id }) => id === 'FIN-RP15')
    const loan = vector?.loan
    const data = dataOf(
      await preview({
        principal: loan?.principal,
        annualRatePercent: loan?.annualRatePercent,
        interestMethod: 'equal_instalment',
        instalments: loan?.n,
        every: 1,
        unit: 'month',
        startOn: loan?.start,
        dayCount: 'actual/365',
        roundingMultiple: 1,
        rounding: 'half_even',
        repayments: vector?.payments?.map(({ date, amount }) => ({ on: date, amount })),
      }),
    )
    expect(data.instalments).toEqual(
      vector?.schedule?.map(({ n, due, principal, interest, fees, penalties, total, balance }) => ({
        number: n,
        dueOn: due,
        principal,
        interest,
        fees,
        penalties,
        total,
        balance,
      })),
    )
    expect(data.totals.total).toBe(vector?.totals?.due)
  })

  test('nothing is stored and nothing is audited; only who sends a key has their answer kept', async () => {
    const traces = async () =>
      (await app.admin.query('select (select count(*) from app.loan) + (select count(*) from audit.event) as count'))
        .rows[0].count
    const before = await traces()
    await preview(flat)
    const key = newKey()
    const first = await app.call('POST', path, { token: cooperative.token, body: flat, key })
    const again = await app.call('POST', path, { token: cooperative.token, body: flat, key })
    expect(again.body).toEqual(first.body)
    expect(await traces()).toBe(before)
  })

  test('what is missing or outside its bounds is named', async () => {
    const { status, body } = await preview({})
    expect(status).toBe(422)
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'principal',
      'annualRatePercent',
      'interestMethod',
      'instalments',
      'unit',
      'startOn',
      'dayCount',
    ])
    expect(await refused({ principal: 0 })).toEqual({ principal: 'Enter an amount above zero' })
    expect(await refused({ principal: 10.001, instalments: 601, annualRatePercent: -1 })).toEqual({
      principal: 'Enter naira with at most two decimals',
      instalments: 'Enter a whole number from 1 to 600',
      annualRatePercent: 'Enter a percentage from 0 to 1000',
    })
    expect(await refused({ instalments: 0 })).toEqual({ instalments: 'Enter a whole number from 1 to 600' })
    expect(await refused({ instalments: 2.5 })).toEqual({ instalments: 'Enter a whole number from 1 to 600' })
    expect(await refused({ annualRatePercent: 0.000_000_1 })).toEqual({
      annualRatePercent: 'Enter a percentage with at most six decimals',
    })
    expect(await refused({ startOn: '2026-02-30', unit: 'moon' })).toEqual({
      startOn: 'There is no such day. Check the month and the day.',
      unit: 'Choose one of month, week, fortnight, day15, four_weeks, quarter, half_year, year',
    })
    expect(await refused({ colour: 'red' })).toEqual({ colour: 'colour is not a field of this request' })
    const many = Array.from({ length: 201 }, () => ({ on: '2026-03-01', amount: 1 }))
    expect(await refused({ repayments: many })).toEqual({ repayments: 'Send at most 200' })
    expect(await refused({ repayments: [{ on: '2026-03-01', amount: -5 }] })).toEqual({
      'repayments.0.amount': 'Enter an amount above zero',
    })
  })

  test('what cannot be a loan is refused with all its reasons', async () => {
    expect(
      await refused({
        firstDueOn: '2026-01-31',
        gracePrincipal: 12,
        interestPaymentGrace: 2,
        disbursements: [{ on: '2026-01-30', amount: 120_000.01 }],
      }),
    ).toEqual({
      gracePrincipal: 'The last instalment has to repay principal. Enter at most 11.',
      firstDueOn: 'The loan starts on 2026-01-31. Choose a later date for the first instalment.',
      disbursements: 'The loan is ₦120,000.00, but ₦120,000.01 would be paid out. Pay out ₦120,000.00 or less.',
      'disbursements.0.on': 'The loan starts on 2026-01-31. Choose that date or a later one.',
    })
    expect(await refused({ interestPaymentGrace: 1 })).toEqual({
      interestPaymentGrace:
        'Where nothing is due, no principal is due either. Enter at most 0, or give more instalments of principal grace.',
    })
    expect(await refused({ instalments: 1, gracePrincipal: 1 })).toEqual({
      gracePrincipal: 'A loan of one instalment has no grace. Enter 0.',
    })
    expect(await refused({ instalments: 600, every: 12 })).toEqual({
      instalments: 'This loan would run beyond the year 2199. Enter fewer instalments or an earlier start.',
    })
    expect(await refused({ roundingMultiple: 100_000 })).toEqual({
      roundingMultiple: expect.stringContaining('Round to a smaller multiple'),
    })
    expect(await refused({ interestMethod: 'equal_instalment', dayCount: 'actual/365', instalments: 600 })).toEqual({
      instalments: expect.stringContaining('so the loan would not shrink'),
    })
    expect(await refused({ interestMethod: 'upfront', annualRatePercent: 100 })).toEqual({
      annualRatePercent: expect.stringContaining('would leave nothing to pay out'),
    })
    expect(await refused({ repayments: [{ on: '2026-02-28', amount: 121_200.01 }] })).toEqual({
      'repayments.0.amount': expect.stringContaining('Only ₦121,200.00 of this repayment is owed'),
    })
    expect(await refused({ disbursements: [{ on: '2027-01-31', amount: 1 }] })).toEqual({
      'disbursements.0.on': 'The last instalment is due on 2027-01-31. Pay out before that date.',
    })
  })
})
