import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountTypeId } from '#core/ids.ts'
import { kobo } from '#core/money.ts'
import {
  capOf,
  departuresFrom,
  type DividendRules,
  dividendRulesText,
  whyNotDepart,
  whyNotWithinCap,
  dividendDepartureUnexplained,
  dividendAboveCap,
} from './dividend-rules.ts'

const shares = 'shares' as AccountTypeId
const savings = 'savings' as AccountTypeId
const silent: DividendRules = { basis: null, accountTypeId: null, method: null, heldMonths: null, capBasisPoints: null }

describe('the cap', () => {
  test('10 % of ₦100,000 that were there in six of twelve months is ₦5,000', () => {
    const cap = capOf(6n * 100_000_00n, 12, 1000)
    expect(cap).toEqual({ capBasisPoints: 1000, counted: 50_000_00n, allowed: 5_000_00n })
  })

  test('what is allowed never exceeds the percentage of the base, and a kobo more would; the cap itself passes, one kobo more does not', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(1, 12, 365, 366),
        fc.integer({ min: 1, max: 10_000 }),
        (bases, days, basisPoints) => {
          const total = bases.reduce((sum, each) => sum + each, 0n)
          const cap = capOf(total, days, basisPoints)
          const share = total * BigInt(basisPoints)
          expect(cap.allowed * BigInt(days) * 10_000n <= share).toBe(true)
          expect((cap.allowed + 1n) * BigInt(days) * 10_000n > share).toBe(true)
          expect(whyNotWithinCap(cap.allowed, cap)).toBeUndefined()
          expect(whyNotWithinCap(kobo(cap.allowed + 1n), cap)).toMatchObject({ code: dividendAboveCap })
        },
      ),
    )
  })
})

describe('a departure from the bye-laws', () => {
  const ruled: DividendRules = { ...silent, basis: 'balance', accountTypeId: shares, method: 'daily', heldMonths: 6 }
  const same = { basis: 'balance' as const, accountTypeId: shares, method: 'daily' as const, heldMonths: 6 }

  test('is none where the bye-laws say the same or nothing, and for amounts by name', () => {
    expect(departuresFrom(ruled, same)).toEqual([])
    expect(departuresFrom(silent, { ...same, method: 'closing', heldMonths: 0 })).toEqual([])
    const named = { basis: 'named' as const, accountTypeId: null, method: null, heldMonths: 0 }
    expect(departuresFrom(ruled, named)).toEqual([])
  })

  test('is each choice that differs; of what has no balances only the basis', () => {
    expect(departuresFrom(ruled, { ...same, accountTypeId: savings })).toEqual(['basis'])
    expect(departuresFrom(ruled, { ...same, method: 'closing', heldMonths: 0 })).toEqual(['method', 'heldMonths'])
    const interest = { basis: 'interest_paid' as const, accountTypeId: null, method: null, heldMonths: 0 }
    expect(departuresFrom(ruled, interest)).toEqual(['basis'])
  })

  test('takes a reason of three characters', () => {
    expect(whyNotDepart(['basis'], 'no')).toMatchObject({ code: dividendDepartureUnexplained })
    expect(whyNotDepart(['basis'], 'AGM')).toBeUndefined()
    expect(whyNotDepart([], '')).toBeUndefined()
  })
})

test('the bye-laws are one line for who approves a change of them', () => {
  const noClauses = {
    ...{ basisClause: '', methodClause: '', heldClause: '', capClause: '' },
    ...{ patronageBasis: null, patronageClause: '' },
  }
  expect(dividendRulesText({ ...silent, ...noClauses, accountType: null })).toBe('none')
  expect(dividendRulesText({ ...silent, ...noClauses, capClause: 'Bye-law 9', accountType: null })).toBe(
    'no cap (Bye-law 9)',
  )
  const all: DividendRules = {
    basis: 'balance',
    accountTypeId: shares,
    method: 'daily',
    heldMonths: 6,
    capBasisPoints: 1025,
  }
  expect(dividendRulesText({ ...all, ...noClauses, basisClause: 'Bye-law 8', accountType: 'Shares' })).toBe(
    'shared by Shares (Bye-law 8), average daily balance, held for 6 months before the year ended, at most 10.25 % a year',
  )
  const patronage = { patronageBasis: 'purchases' as const, patronageClause: 'Bye-law 10' }
  expect(dividendRulesText({ ...silent, ...noClauses, ...patronage, accountType: null })).toBe(
    'patronage refund shared by goods received in the year (Bye-law 10)',
  )
})
