import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import { Refusal } from '#core/refusal.ts'
import { depositRateTwice, depositTermNotOffered, depositTooSmall, whyNotRates } from './deposit-rates.ts'
import { brokenEnding, maturedEnding } from './ending.ts'
import {
  depositEarnsNothing,
  depositEnded,
  depositMatured,
  depositNoticeMissing,
  depositNotYetOpen,
  type DepositTerms,
  type FixedDeposit,
  interestAtMaturity,
  interestIfBroken,
  interestSoFar,
  maturityOf,
  planDeposit,
  whyNotBreak,
} from './fixed-deposit.ts'

const terms: DepositTerms = {
  rateBasisPoints: 1000,
  dayCount: 'actual/365',
  rounding: 'half_up',
  months: 12,
  leastAmount: kobo(1_000_000),
  atMaturity: 'pay_out',
  breakRule: 'lower_rate',
  breakRateBasisPoints: 400,
  noticeDays: 0,
  rates: [],
}
const openedOn = '2025-03-31' as Day
const deposit = (given: Partial<FixedDeposit> = {}): FixedDeposit & { interestAtMaturity: ReturnType<typeof kobo> } => {
  const { leastAmount: _leastAmount, rates: _rates, ...agreed } = terms
  const made = {
    ...agreed,
    principal: kobo(10_000_000),
    openedOn,
    maturesOn: maturityOf(openedOn, 12),
    status: 'open' as const,
    ...given,
  }
  return { ...made, interestAtMaturity: interestAtMaturity(made.principal, made, made) }
}

const planned = (offered: DepositTerms, principal: bigint, months?: number) =>
  planDeposit({ name: 'Fixed', terms: offered }, { months, principal: kobo(principal), openedOn })
/** Beside its own 12 months at 10 %: 3 months at 6 %, and 6 months at 8 %, from 500,000 naira on at 9 %. */
const table: DepositTerms = {
  ...terms,
  rates: [
    { months: 6, from: kobo(50_000_000), rateBasisPoints: 900 },
    { months: 3, from: kobo(0), rateBasisPoints: 600 },
    { months: 6, from: kobo(0), rateBasisPoints: 800 },
  ],
}

describe('a fixed deposit', () => {
  test('of 100,000 naira at 10 % earns 10,000 in a year, as much as its days until then, and nothing after', () => {
    const one = deposit()
    expect(one.maturesOn).toBe('2026-03-31')
    expect(one.interestAtMaturity).toBe(1_000_000n)
    expect(interestSoFar(one, addDays(openedOn, 73))).toBe(200_000n)
    expect(interestSoFar(one, openedOn)).toBe(0n)
    expect(interestSoFar(one, '2030-01-01' as Day)).toBe(1_000_000n)
  })

  test('that is broken loses its interest, or earns the lower rate, and never more than it has earned', () => {
    const day = addDays(openedOn, 73)
    expect(interestIfBroken(deposit({ breakRule: 'forfeit' }), day)).toBe(0n)
    expect(interestIfBroken(deposit(), day)).toBe(80_000n)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 364 }),
        fc.integer({ min: 0, max: 10_000 }),
        fc.bigInt({ min: 1n, max: 10n ** 14n }),
        (days, breakRateBasisPoints, principal) => {
          const one = deposit({ breakRateBasisPoints, principal: kobo(principal) })
          const on = addDays(openedOn, days)
          const interest = interestIfBroken(one, on)
          expect(
            interest >= 0n && interest <= interestSoFar(one, on) && interestSoFar(one, on) <= one.interestAtMaturity,
          ).toBe(true)
          const ending = brokenEnding(one, interest)
          expect(ending.moves.reduce((sum, { amount }) => sum + amount, 0n)).toBe(principal + interest)
        },
      ),
    )
  })

  test('waits for its notice, is not broken once it has matured, and not twice', () => {
    const noticed = deposit({ noticeDays: 30 })
    const on = '2025-09-30' as Day
    expect(whyNotBreak(noticed, { on, noticeOn: undefined })?.code).toBe(depositNoticeMissing)
    expect(whyNotBreak(noticed, { on, noticeOn: '2025-09-01' as Day })?.detail).toMatchObject({ from: '01 Oct 2025' })
    expect(whyNotBreak(noticed, { on, noticeOn: '2025-08-31' as Day })).toBe(undefined)
    expect(whyNotBreak(deposit(), { on: '2026-03-31' as Day, noticeOn: undefined })?.code).toBe(depositMatured)
    expect(whyNotBreak(deposit(), { on: '2025-03-30' as Day, noticeOn: undefined })?.code).toBe(depositNotYetOpen)
    expect(whyNotBreak(deposit({ status: 'broken' }), { on, noticeOn: undefined })?.code).toBe(depositEnded)
  })

  test('starts at its least amount, and has to earn at least a kobo', () => {
    expect(planned(terms, 999_999n)).toMatchObject({ code: depositTooSmall, detail: { field: 'amount' } })
    expect(planned(terms, 1_000_000n)).toMatchObject({ interestAtMaturity: 100_000n, maturesOn: '2026-03-31' })
    expect(planned({ ...terms, leastAmount: kobo(1), rateBasisPoints: 1 }, 10n)).toMatchObject({
      code: depositEarnsNothing,
    })
  })

  test('that matures is paid out or renewed as it says, from the day it matured and on the terms of then', () => {
    const offered = { name: 'Fixed', terms: { ...terms, months: 6, rateBasisPoints: 800 } }
    expect(maturedEnding(deposit(), offered)).toMatchObject({
      status: 'paid_out',
      renewal: null,
      moves: [
        { of: 'principal', to: 'savings', amount: 10_000_000n },
        { of: 'interest', to: 'savings', amount: 1_000_000n },
      ],
    })
    const part = maturedEnding(deposit({ atMaturity: 'renew_principal' }), offered)
    expect(part).toMatchObject({
      status: 'renewed',
      moves: [{ of: 'interest', to: 'savings', amount: 1_000_000n }],
      renewal: { principal: 10_000_000n, openedOn: '2026-03-31', maturesOn: '2026-09-30', rateBasisPoints: 800 },
    })
    const all = maturedEnding(deposit({ atMaturity: 'renew_all' }), offered)
    expect(all).toMatchObject({
      moves: [{ of: 'interest', to: 'deposit', amount: 1_000_000n }],
      renewal: { principal: 11_000_000n },
    })
    // Nothing is offered any more, or no longer for so little: the money goes back.
    expect(maturedEnding(deposit({ atMaturity: 'renew_all' }), undefined).status).toBe('paid_out')
    expect(
      maturedEnding(deposit({ atMaturity: 'renew_all' }), {
        name: 'Fixed',
        terms: { ...terms, leastAmount: kobo(20_000_000) },
      }).status,
    ).toBe('paid_out')
  })

  test('earns the rate of its term and amount, rounded half up: 6 months at 8 %, from 500,000 naira on at 9 %', () => {
    const half = (days: bigint, kobos: bigint, percent: bigint) => (2n * kobos * percent * days + 36_500n) / 73_000n
    const told = (principal: bigint, months: number) => {
      const one = planned(table, principal, months)
      return one instanceof Refusal
        ? one.code
        : [one.months, one.rateBasisPoints, one.maturesOn, one.interestAtMaturity]
    }
    expect(told(10_000_000n, 3)).toEqual([3, 600, '2025-06-30', half(91n, 10_000_000n, 6n)])
    expect(told(49_999_999n, 6)).toEqual([6, 800, '2025-09-30', half(183n, 49_999_999n, 8n)])
    expect(told(50_000_000n, 6)).toEqual([6, 900, '2025-09-30', half(183n, 50_000_000n, 9n)])
    expect(told(50_000_000n, 12)).toEqual([12, 1000, '2026-03-31', 5_000_000n])
    expect(told(999_999n, 3)).toBe(depositTooSmall)
  })

  test('names its term where there are several, and only one that is offered', () => {
    const wrong = { code: depositTermNotOffered, detail: { field: 'months', terms: '3, 6 or 12 months' } }
    expect(planned(table, 10_000_000n)).toMatchObject(wrong)
    expect(planned(table, 10_000_000n, 9)).toMatchObject(wrong)
    expect(planned(terms, 10_000_000n, 6)).toMatchObject({ code: wrong.code, detail: { terms: '12 months' } })
    const rich = { ...terms, rates: [{ months: 24, from: kobo(50_000_000), rateBasisPoints: 1200 }] }
    expect(planned(rich, 49_999_999n, 24)).toMatchObject({
      code: depositTooSmall,
      detail: { field: 'amount', least: '₦500,000.00' },
    })
  })

  test('has one rate for a term from an amount on', () => {
    const more = (months: number, from: number) =>
      whyNotRates({ ...table, rates: [...table.rates, { months, from: kobo(from), rateBasisPoints: 700 }] })
    expect(more(6, 50_000_000)).toMatchObject({ code: depositRateTwice, detail: { from: '₦500,000.00' } })
    // Below the least amount of a deposit all begin there, the type's own rate too.
    expect(more(12, 0)).toMatchObject({ code: depositRateTwice, detail: { term: '12 months', from: '₦10,000.00' } })
    expect(more(3, 999_999)?.code).toBe(depositRateTwice)
    expect(more(12, 1_000_001)).toBe(undefined)
    expect(more(9, 0)).toBe(undefined)
  })

  test('is renewed for its term at the rate of the day for what it has grown to, else for the term of its type', () => {
    const offered = { name: 'Fixed', terms: table }
    const half = deposit({
      atMaturity: 'renew_all',
      months: 6,
      rateBasisPoints: 800,
      principal: kobo(49_000_000),
      maturesOn: '2025-09-30' as Day,
    })
    // With 183 days of 8 % it is above 500,000 naira.
    expect(half.principal + half.interestAtMaturity).toBeGreaterThan(50_000_000n)
    expect(maturedEnding(half, offered).renewal).toMatchObject({
      months: 6,
      rateBasisPoints: 900,
      maturesOn: '2026-03-30',
    })
    expect(maturedEnding({ ...half, atMaturity: 'renew_principal' }, offered).renewal?.rateBasisPoints).toBe(800)
    expect(maturedEnding({ ...half, months: 9 }, offered).renewal).toMatchObject({ months: 12, rateBasisPoints: 1000 })
  })
})
