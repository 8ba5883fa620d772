import * as z from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updateLoanConfiguration } from '#features/society/configuration/contract.ts'
import type { Day } from '#core/calendar.ts'
import { chargeAllPenalties } from '#app/jobs/charge-all-penalties.ts'
import { startTestApp, type TestApp } from '#dev/testing/app.ts'
import {
  buildCooperative,
  buildMember,
  dataOf,
  fundCash,
  loginMember,
  type TestCooperative,
  type TestMember,
} from '#dev/testing/builders.ts'

const path = '/financial/loans'
const paidOutOn = '2026-06-10' as Day

type Shape = { type?: string; properties?: Record<string, Shape>; anyOf?: Shape[]; minimum?: number; maximum?: number }

/** The terms with one figure at its least or its most, for each figure that they name. */
function* boundsOf(shape: Shape, at = ''): Generator<[field: string, terms: unknown]> {
  for (const choice of shape.anyOf ?? []) yield* boundsOf(choice, at)
  if (shape.type === 'number' || shape.type === 'integer')
    for (const bound of [shape.minimum, shape.maximum, 0]) if (bound !== undefined) yield [at, bound]
  for (const [name, part] of Object.entries(shape.properties ?? {}))
    for (const [field, terms] of boundsOf(part, `${at}${name} `)) yield [field, { [name]: terms }]
}

type Line = { dueOn: string; principal: number; interest: number; total: number; owed: number }

describe('a loan product that chooses how its instalments are worked out', () => {
  let app: TestApp
  let cooperative: TestCooperative
  let ada: TestMember
  let own = ''

  const ask = (method: string, url: string, body?: unknown, token = cooperative.token) =>
    app.call(method, url, { token, ...(body !== undefined && { body }) })
  const done = async (method: string, url: string, body?: unknown, status = 200) =>
    dataOf(await ask(method, url, body), status)
  const product = async (terms: object) =>
    (
      await done(
        'POST',
        '/financial/loan-configs',
        {
          name: 'Harvest',
          interestMethod: 'flat',
          annualRatePercent: 18,
          instalmentsMax: 12,
          savingsMultiple: 2,
          ...terms,
        },
        201,
      )
    ).id as string
  const running = async (loanConfigId: string, wish: object, on = paidOutOn) => {
    const { id } = dataOf(
      await ask('POST', path, { loanConfigId, principal: 120_000, instalments: 6, ...wish }, own),
      201,
    )
    await done('POST', `${path}/${id}/approve`)
    return done('POST', `${path}/${id}/disburse`, { on, to: 'cash' }, 201)
  }
  const net = async (code: string) => {
    const { accounts, balanced } = await done('GET', '/financial/reports/trial-balance')
    expect(balanced).toBe(true)
    return (accounts as { code: string; debit: number; credit: number }[])
      .filter((each) => each.code === code)
      .reduce((sum, { debit, credit }) => sum + debit - credit, 0)
  }
  const figures = ({ schedule }: { schedule: Line[] }) =>
    schedule.map(({ dueOn, principal, interest }) => [dueOn, principal, interest])

  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    cooperative = await buildCooperative(app)
    await fundCash(app, cooperative, { naira: 10_000_000, on: '2020-01-01' })
    ada = await buildMember(app, cooperative, { firstName: 'Ada' })
    own = await loginMember(app, ada)
    await done(
      'POST',
      '/financial/transactions',
      { type: 'deposit', memberId: ada.id, amount: 100_000, occurredOn: '2026-05-01' },
      201,
    )
    await done('PUT', '/financial/config', { guarantorsRequired: 0 })
  })

  test('a moratorium, a rate by length and whole naira reach preview, loan and books as the same figures', async () => {
    const id = await product({
      rateSteps: [
        { instalments: 6, annualRatePercent: 12 },
        { instalments: 3, annualRatePercent: 6 },
      ],
      schedule: { gracePrincipal: 2, roundingMultiple: 500, dueDay: 25, workingDays: 'next' },
    })
    expect(await done('GET', `/financial/loan-config/${id}`)).toMatchObject({
      rateSteps: [
        { instalments: 3, annualRatePercent: 6 },
        { instalments: 6, annualRatePercent: 12 },
      ],
      schedule: { gracePrincipal: 2, roundingMultiple: 500, dueDay: 25, workingDays: 'next', prepayment: 'fewer' },
    })
    // 1 % of 120,000 each month; then four instalments of 30,000 and 1,200, rounded to 31,000; the last one evens it out.
    // The 25th of July and October 2026 are a Saturday and a Sunday.
    const expected = [
      ['2026-06-25', 0, 1200],
      ['2026-07-27', 0, 1200],
      ['2026-08-25', 29_800, 1200],
      ['2026-09-25', 29_800, 1200],
      ['2026-10-26', 29_800, 1200],
      ['2026-11-25', 30_600, 1200],
    ]
    const previewed = dataOf(
      await ask(
        'GET',
        `/financial/loan-config/${id}/preview?principal=120000&instalments=6&startOn=${paidOutOn}`,
        undefined,
        own,
      ),
    )
    expect(previewed.annualRatePercent).toBe(12)
    expect(previewed.instalments.map((line: Line) => [line.dueOn, line.principal, line.interest])).toEqual(expected)
    const loan = await running(id, {})
    expect(figures(loan)).toEqual(expected)
    expect(loan).toMatchObject({
      annualRatePercent: 12,
      regularInstalment: 31_000,
      yearlyCost: { apr: previewed.apr, effectiveAnnualRate: previewed.effectiveAnnualRate, withSavings: null },
      scheduleInWords: previewed.scheduleInWords,
    })
    expect(loan.scheduleInWords).toEqual([
      'The first 2 instalments repay no principal.',
      'Instalments are rounded to ₦500.00; the last one evens it out.',
      'Instalments are due on day 25 of the month.',
      'A day that is a weekend or a public holiday moves to the working day after it.',
    ])

    // What the product asks of the next application is nothing to this one.
    await done('PUT', `/financial/loan-config/${id}`, {
      annualRatePercent: 30,
      rateSteps: [],
      schedule: { gracePrincipal: 0, roundingMultiple: null },
    })
    expect(
      (await done('GET', '/financial/configs'))[0].changes.map(({ field, before, after }: Record<string, unknown>) => [
        field,
        before,
        after,
      ]),
    ).toEqual([
      ['annualRatePercent', 18, 30],
      ['gracePrincipal', 2, 0],
      ['roundingMultiple', '₦500.00', ''],
      ['rateSteps', 'up to 3 instalments 6 %, up to 6 instalments 12 %', ''],
    ])
    await done('POST', `${path}/${loan.id}/repayments`, { amount: 1200, on: '2026-06-25' }, 201)
    await done('POST', `${path}/${loan.id}/repayments`, { amount: 1200, on: '2026-07-27' }, 201)
    const paid = await done('POST', `${path}/${loan.id}/repayments`, { amount: 31_000, on: '2026-08-25' }, 201)
    expect(figures(paid)).toEqual(expected)
    expect(paid.paid).toEqual({ principal: 29_800, interest: 3600, fees: 0, penalties: 0 })
    expect(await net('4110')).toBe(-3600)
    expect(await app.checks()).toEqual([])
  })

  test('a multiple of zero rounds nothing, in a product that is made, changed or was stored with it', async () => {
    const terms = { principal: 120_000, instalments: 6, startOn: paidOutOn }
    // 120,000 / 6, and 1.5 % of 120,000 each month.
    const instalment = 20_000 + 1800
    const previewed = async (id: string) => {
      const query = new URLSearchParams(
        Object.entries(terms).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const preview = dataOf(
        await ask('GET', `/financial/loan-config/${id}/preview?${query.toString()}`, undefined, own),
      )
      return preview.instalments.map(({ total }: Line) => total)
    }
    const made = await product({ name: 'Made', schedule: { roundingMultiple: 0 } })
    const changed = await product({ name: 'Changed', schedule: { roundingMultiple: 500 } })
    await done('PUT', `/financial/loan-config/${changed}`, { schedule: { roundingMultiple: 0 } })
    const stored = await product({ name: 'Stored' })
    await app.admin.query(
      `update app.loan_configuration set rules = jsonb_set(rules, '{schedule}', '{"roundingMultiple": "0"}') where loan_configuration_id = $1`,
      [stored],
    )
    for (const id of [made, changed, stored]) {
      expect((await done('GET', `/financial/loan-config/${id}`)).schedule.roundingMultiple).toBeNull()
      expect(await previewed(id)).toEqual(Array.from({ length: 6 }, () => instalment))
    }
    expect(figures(await running(stored, {}))).toHaveLength(6)
  })

  test('the least and the most of every figure of a product is refused or gives a schedule', async () => {
    const id = await product({ interestMethod: 'equal_instalment' })
    const shape = z.toJSONSchema(updateLoanConfiguration.body, { io: 'input', unrepresentable: 'any' }) as Shape
    let taken = 0
    for (const [field, terms] of boundsOf(shape)) {
      const before = await done('GET', `/financial/loan-config/${id}`)
      const { status } = await ask('PUT', `/financial/loan-config/${id}`, terms)
      expect([field, status]).toEqual([field, expect.toSatisfy((each: number) => each < 500)])
      if (status !== 200) continue
      taken += 1
      const url = `/financial/loan-config/${id}/preview?principal=120000&instalments=1&startOn=${paidOutOn}`
      const asked = [
        await ask('GET', url, undefined, own),
        await ask('POST', path, { loanConfigId: id, principal: 120_000, instalments: 1 }, own),
      ]
      expect([field, asked.filter((reply) => reply.status >= 500).map(({ text }) => text)]).toEqual([field, []])
      const { schedule, annualRatePercent, instalmentsMax, savingsMultiple } = before
      await done('PUT', `/financial/loan-config/${id}`, {
        schedule,
        annualRatePercent,
        instalmentsMax,
        savingsMultiple,
      })
    }
    expect(taken).toBeGreaterThan(15)
  })

  test('own savings that stay make the money dearer, and that is a line of its own', async () => {
    const id = await product({ interestMethod: 'equal_principal', annualRatePercent: 12, ownCoverPercent: 25 })
    const previewed = dataOf(
      await ask(
        'GET',
        `/financial/loan-config/${id}/preview?principal=120000&instalments=1&startOn=2026-06-10`,
        undefined,
        own,
      ),
    )
    // 121,200 after 30 days for 120,000; with 30,000 kept, 91,200 for 90,000.
    const yearly = (paid: number, received: number) =>
      Math.round(((paid / received) ** (365 / 30) - 1) * 100_000) / 1000
    expect(previewed).toMatchObject({
      effectiveAnnualRate: yearly(121_200, 120_000),
      effectiveAnnualRateWithSavings: yearly(91_200, 90_000),
    })
    const loan = await running(id, { instalments: 1 })
    expect(loan.yearlyCost.withSavings).toBe(previewed.effectiveAnnualRateWithSavings)
  })

  test('the length decides the rate of the application, and of what a third of the salary allows', async () => {
    const id = await product({ thirdOfSalary: true, rateSteps: [{ instalments: 3, annualRatePercent: 6 }] })
    const { monthly } = dataOf(await ask('GET', `${path}/eligibility`, undefined, own))
    // Three instalments of 40,000 and 0.5 % of 120,000; four would be of 30,000 and 1.5 %.
    const enough = 3 * (monthly + 40_600)
    const wish = { loanConfigId: id, principal: 120_000, instalments: 3 }
    expect((await ask('POST', path, { ...wish, netSalary: enough - 0.01 }, own)).body.errors[0].message).toContain(
      'With ₦40,600.00 for this loan',
    )
    expect(dataOf(await ask('POST', path, { ...wish, netSalary: enough }, own), 201).annualRatePercent).toBe(6)
  })

  test('the borrower says what paying ahead brings, where the product leaves it to them', async () => {
    const id = await product({ annualRatePercent: 0, overdueDaysMax: null, schedule: { prepayment: 'choice' } })
    const { loans } = dataOf(await ask('GET', `${path}/eligibility?loanConfigId=${id}`, undefined, own))
    expect(loans[0].choosesPrepayment).toBe(true)
    const after = async (wish: object) => {
      const loan = await running(id, { principal: 60_000, ...wish })
      const paid = await done('POST', `${path}/${loan.id}/repayments`, { amount: 30_000, on: '2026-06-11' }, 201)
      return paid.schedule.filter(({ owed }: Line) => owed > 0).map(({ owed }: Line) => owed)
    }
    expect(await after({ prepayment: 'smaller' })).toEqual([6000, 6000, 6000, 6000, 6000])
    expect(await after({})).toEqual([10_000, 10_000, 10_000])
    expect(
      (await ask('POST', path, { loanConfigId: id, principal: 1000, instalments: 1, prepayment: 'skip' }, own)).body,
    ).toMatchObject({ status: 422, errors: [{ field: 'prepayment', message: 'Choose one of fewer, smaller' }] })
  })

  test('in one sum at the end, and new terms in instalments from then on', async () => {
    const id = await product({ annualRatePercent: 12, schedule: { repayment: 'bullet' } })
    const loan = await running(id, { principal: 100_000 }, '2026-01-10' as Day)
    expect(figures(loan)).toEqual([['2026-07-10', 100_000, 6000]])
    const renewed = await done(
      'POST',
      `${path}/${loan.id}/reschedule`,
      { instalments: 2, on: '2026-07-10', annualRatePercent: 0, reason: 'The rains came late' },
      201,
    )
    expect(figures(renewed)).toEqual([
      ['2026-08-10', 50_000, 6000],
      ['2026-09-10', 50_000, 0],
    ])
    expect(await app.checks()).toEqual([])
  })

  test('what is owed after the last day bears its percentage each day up to the cap, shown by the night’s work and paid with the loan', async () => {
    const id = await product({
      annualRatePercent: 0,
      instalmentsMax: 2,
      schedule: { afterMaturity: { dailyPercent: 0.1, capPercent: 5 } },
    })
    // The second and last instalment falls due on 10 March.
    const loan = await running(id, { principal: 100_000, instalments: 2 }, '2026-01-10' as Day)
    expect(loan.scheduleInWords.at(-1)).toBe(
      'Principal that is still owed after the last day bears interest at 0.1 % a day until it is paid, together at most 5 % of the loan. It is not charged for days on which an employer held what was deducted.',
    )
    const half = await done('POST', `${path}/${loan.id}/repayments`, { amount: 50_000, on: '2026-03-20' }, 201)
    // Ten days of 100 a day; the oldest instalment is paid first.
    expect(half.schedule.map(({ interest }: Line) => interest)).toEqual([0, 1000])
    // The night's work knows the twenty days since, once, and they are still owed.
    const night = () => chargeAllPenalties(app.services.database, new Date('2026-04-09T01:00:00Z'))
    await night()
    await night()
    const known = await done('GET', `${path}/${loan.id}`)
    expect(known.schedule.map(({ interest }: Line) => interest)).toEqual([0, 2000])
    expect(known).toMatchObject({ overdue: 50_000 + 2000, paid: { principal: 50_000, interest: 0 } })
    const quote = await done('GET', `${path}/${loan.id}/settlement-quote?on=2026-04-09`)
    expect(quote).toMatchObject({ amount: 50_000 + 1000 + 20 * 50, interest: 2000 })
    const settled = await done('POST', `${path}/${loan.id}/repayments`, { amount: quote.amount, on: '2026-04-09' }, 201)
    expect(settled).toMatchObject({ status: 'completed', paid: { principal: 100_000, interest: 2000 } })
    expect(await net('4110')).toBe(-2000)
    expect(await app.checks()).toEqual([])
  })
})
