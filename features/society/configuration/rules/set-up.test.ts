import { describe, expect, test } from 'vitest'
import { societyKinds } from '#features/accounting/books/rules/account-kinds.ts'
import { whyNotInterest, whyNotTerms } from './account-type.ts'
import { societyLendsWithoutInterest, bearsInterest, whyNotLoanCost } from './loan-product.ts'
import { planSetUp, type StandingProduct } from './set-up.ts'
import { nextDayOfYear, societyPresets } from './society-presets.ts'
import { interestSaid } from './type-terms.ts'
import type { Day } from '#core/calendar.ts'
import { foldForSearch } from '#core/searching.ts'

const standing = (name: string, marks: Partial<StandingProduct> = {}): StandingProduct => ({
  id: `id of ${name}`,
  code: name.toLowerCase(),
  name,
  isDefault: false,
  retired: false,
  used: false,
  ...marks,
})
const plan = (products: StandingProduct[], names: string[]) =>
  planSetUp(
    products,
    names.map((name) => ({ name })),
    new Set(['regular', 'emergency']),
    () => true,
  )

describe('a plan of a set-up', () => {
  test('adds what is missing and takes away only what registration put there and no one uses', () => {
    const products = [standing('Regular', { isDefault: true }), standing('Emergency'), standing('School fees')]
    const { add, retire, lead } = plan(products, ['Qard', 'Murabaha'])
    expect({ add: add.map(({ name }) => name), retire: retire.map(({ name }) => name), lead }).toEqual({
      add: ['Qard', 'Murabaha'],
      retire: ['Regular', 'Emergency'],
      lead: 'Qard',
    })
  })

  test('leaves what is in use, however it is written, and offers it again where it was retired', () => {
    const products = [
      standing('Regular', { isDefault: true, used: true }),
      standing('Emergency', { used: true, retired: true }),
    ]
    expect(plan(products, ['EMERGENCY '])).toEqual({
      add: [],
      change: [],
      keep: [{ id: 'id of Emergency', name: 'Emergency', offerAgain: true }],
      retire: [],
      lead: undefined,
    })
  })

  test('changes what no one uses yet', () => {
    expect(plan([standing('Regular', { isDefault: true })], ['Regular']).change).toEqual([
      { id: 'id of Regular', chosen: { name: 'Regular' } },
    ])
  })

  test('never takes the default away without another', () => {
    const products = [standing('Regular', { isDefault: true }), standing('Emergency')]
    expect(plan(products, [])).toMatchObject({ retire: [{ name: 'Emergency' }], lead: undefined })
    expect(planSetUp(products, [{ name: 'Christmas' }], new Set(['regular']), () => false).retire).toEqual([])
  })
})

describe('the presets', () => {
  test.each(societyKinds)('of %s keep the rules of that society', (kind) => {
    const { accountTypes, loans } = societyPresets[kind]
    const today = '2026-03-01' as Day
    for (const { kind: type, interest, fixedDeposit, releaseEach } of accountTypes) {
      expect(whyNotInterest(type, interestSaid(interest, fixedDeposit), kind)).toBeUndefined()
      expect(
        whyNotTerms({
          kind: type,
          isDefault: false,
          releaseOn: releaseEach ? nextDayOfYear(releaseEach, today) : null,
        }),
      ).toBeUndefined()
    }
    for (const loan of loans) expect(whyNotLoanCost(loan, kind)).toBeUndefined()
    for (const products of [accountTypes, loans])
      expect(new Set(products.map(({ name }) => foldForSearch(name))).size).toBe(products.length)
    expect(accountTypes.some(({ kind: type }) => type === 'shares')).toBe(true)
  })

  test('a margin that is fixed is no interest, a rate is', () => {
    expect(bearsInterest({ interestMethod: 'murabaha', annualRatePercent: 8 })).toBe(false)
    expect(bearsInterest({ interestMethod: 'flat', annualRatePercent: 0 })).toBe(false)
    expect(bearsInterest({ interestMethod: 'upfront', annualRatePercent: 0.01 })).toBe(true)
    expect(
      whyNotLoanCost({ interestMethod: 'flat', annualRatePercent: 1, instalmentsMax: 12 }, 'non_interest')?.code,
    ).toBe(societyLendsWithoutInterest)
  })

  test('a day of the year is the next one', () => {
    expect(['2026-11-30', '2026-12-01', '2026-12-31'].map((today) => nextDayOfYear('12-01', today as Day))).toEqual([
      '2026-12-01',
      '2027-12-01',
      '2027-12-01',
    ])
  })
})
