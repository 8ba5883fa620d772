import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import published from '#features/loans/loans/rules/published-schedules.json' with { type: 'json' }
import { sharedTestApp, type TestApp } from '#dev/testing/app.ts'
import { buildCooperative, dataOf, type TestCooperative } from '#dev/testing/builders.ts'

type Line = { dueOn: string; principal: number; interest: number; fees: number; penalties: number }
type Case = {
  id: string
  product: { annualRatePercent: number; schedule: object; charges?: { fees: { naira?: string }[] } }
  principal: number
  startOn: string
  firstDueOn?: string
  instalments: number
  lines: (string | number | null)[][]
}

/** Flat, level and equal principal; moratorium, interest put off, interest only; weeks, fortnights and fifteen days; each way of counting days; a fee. */
const chosen = [
  'RS01',
  'RS04',
  'RS07',
  'BL01',
  'C3153',
  'C3158',
  'C3167',
  'C3784',
  'C111045 clamp',
  'test_disbursedAmt100_dayInYears364_daysInMonthActual_repayEvery1Week',
  'test_disbursedAmt100_dayInYears360_daysInMonthDoesntMatter_repayEvery15Days',
  'bullet_loan',
]
const cases = published.cases as unknown as Case[]

describe('a loan product whose schedule others publish', () => {
  let app: TestApp
  let cooperative: TestCooperative

  beforeAll(async () => {
    app = await sharedTestApp()
    cooperative = await buildCooperative(app)
  })
  afterAll(() => app.stop())

  test.each(chosen)('previews the figures of %s', async (id) => {
    const { product, principal, startOn, firstDueOn, instalments, lines } = cases.find((each) => each.id === id) as Case
    const { charges, schedule, ...terms } = product
    const inNaira = (kobo: string) => Number(kobo) / 100
    const { token } = cooperative
    const created = dataOf(
      await app.call('POST', '/financial/loan-configs', {
        token,
        body: {
          name: id.slice(-60),
          instalmentsMax: instalments,
          savingsMultiple: 2,
          ...terms,
          schedule: {
            ...schedule,
            ...('roundingMultiple' in schedule && { roundingMultiple: inNaira(String(schedule.roundingMultiple)) }),
          },
          fees: charges?.fees.map((fee) => ({ ...fee, ...(fee.naira && { naira: inNaira(fee.naira) }) })) ?? [],
        },
      }),
      201,
    )
    const query = `principal=${principal}&instalments=${instalments}&startOn=${startOn}${firstDueOn ? `&firstDueOn=${firstDueOn}` : ''}`
    const previewed = dataOf(await app.call('GET', `/financial/loan-config/${created.id}/preview?${query}`, { token }))
    expect(previewed.annualRatePercent).toBe(terms.annualRatePercent)
    expect(
      previewed.instalments.map(({ dueOn, principal: repaid, interest, fees }: Line, index: number) => [
        lines[index]?.[0] === null ? null : dueOn,
        repaid,
        interest,
        fees,
      ]),
    ).toEqual(lines.map(([due, repaid, interest, fees = 0]) => [due, repaid, interest, fees]))
  })
})
