import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import {
  coverOf,
  evenParts,
  multipleOn,
  partOf,
  plainRules,
  rulesFromKept,
  rulesToKeep,
  termsNow,
} from './loan-terms.ts'

const society = { savingsMultiplePercent: 300, waitingMonths: 6, guarantorsRequired: 2 }

describe('what a loan asks', () => {
  test('is the cooperative’s where the loan says nothing, and nothing where the loan asks for nothing', () => {
    const product = { instalmentsMax: 12, savingsMultiplePercent: 200, rules: plainRules }
    // What may settle a loan is asked of its product on the day, and kept with that application.
    const { topUpAfterPercent: _, forGoods: __, rateSteps: ___, ...kept } = plainRules
    expect(termsNow(product, society)).toEqual({
      ...kept,
      instalmentsMax: 12,
      savingsMultiplePercent: 200,
      togetherPercent: 300,
      waitingMonths: 6,
      guarantorsRequired: 2,
    })
    expect(
      termsNow({ ...product, rules: { ...plainRules, waitingMonths: 0, guarantorsRequired: 0 } }, society),
    ).toMatchObject({ waitingMonths: 0, guarantorsRequired: 0 })
  })

  test('is the multiple of the last year that was reached, in whatever order the years are written', () => {
    const terms = {
      savingsMultiplePercent: 200,
      yearSteps: [
        { years: 5, multiplePercent: 400 },
        { years: 2, multiplePercent: 300 },
      ],
    }
    const on = (day: string) => multipleOn(terms, '2020-02-29' as Day, day as Day)
    expect(['2022-02-27', '2022-02-28', '2025-02-27', '2025-02-28'].map(on)).toEqual([200, 300, 300, 400])
  })

  test('is kept and read again to the kobo', () => {
    const rules = { ...plainRules, approvalSteps: [{ from: kobo('9007199254740993'), approvals: 2 }] }
    expect(rulesToKeep(rules).approvalSteps).toEqual([{ from: '9007199254740993', approvals: 2 }])
    expect(
      rulesFromKept(JSON.parse(JSON.stringify(rulesToKeep(rules))) as ReturnType<typeof rulesToKeep<typeof rules>>),
    ).toEqual(rules)
  })
})

describe('what covers a loan', () => {
  test('never covers a kobo too little', () => {
    expect([
      partOf(kobo(100), 50),
      partOf(kobo(101), 50),
      partOf(kobo(1), 1),
      partOf(kobo(1), 0),
      partOf(kobo(100), 100),
    ]).toEqual([50n, 51n, 1n, 0n, 100n])
  })

  test('is asked of guarantors only where there are to be any', () => {
    expect(coverOf(kobo(1000), { guarantorsRequired: 1, guarantorCoverPercent: 50 })).toBe(500n)
    expect(coverOf(kobo(1000), { guarantorsRequired: 0, guarantorCoverPercent: 50 })).toBe(0n)
  })

  test('is shared evenly, the larger parts first', () => {
    expect(evenParts(kobo(11), 4)).toEqual([3n, 3n, 3n, 2n])
    expect(evenParts(kobo(2), 3)).toEqual([1n, 1n, 0n])
    expect(evenParts(kobo(5), 0)).toEqual([])
  })
})
