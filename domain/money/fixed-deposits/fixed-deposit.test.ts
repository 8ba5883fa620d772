import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#domain/calendar.ts'
import { kobo } from '#domain/money.ts'
import { brokenEnding, maturedEnding } from './ending.ts'
import {
  type DepositTerms,
  type FixedDeposit,
  interestAtMaturity,
  interestIfBroken,
  interestSoFar,
  maturityOf,
  whyNotBreak,
  whyNotDeposit,
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
}
const openedOn = '2025-03-31' as Day
const deposit = (given: Partial<FixedDeposit> = {}): FixedDeposit & { interestAtMaturity: ReturnType<typeof kobo> } => {
  const { leastAmount: _leastAmount, ...agreed } = terms
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
    expect(whyNotBreak(noticed, { on, noticeOn: undefined })?.code).toBe('deposit_notice_missing')
    expect(whyNotBreak(noticed, { on, noticeOn: '2025-09-01' as Day })?.detail).toMatchObject({ from: '01 Oct 2025' })
    expect(whyNotBreak(noticed, { on, noticeOn: '2025-08-31' as Day })).toBe(undefined)
    expect(whyNotBreak(deposit(), { on: '2026-03-31' as Day, noticeOn: undefined })?.code).toBe('deposit_matured')
    expect(whyNotBreak(deposit(), { on: '2025-03-30' as Day, noticeOn: undefined })?.code).toBe('deposit_not_yet_open')
    expect(whyNotBreak(deposit({ status: 'broken' }), { on, noticeOn: undefined })?.code).toBe('deposit_ended')
  })

  test('starts at its least amount, and has to earn at least a kobo', () => {
    const offer = { name: 'Fixed', terms }
    expect(whyNotDeposit(offer, kobo(999_999), openedOn)?.code).toBe('deposit_too_small')
    expect(whyNotDeposit(offer, kobo(1_000_000), openedOn)).toBe(undefined)
    expect(
      whyNotDeposit(
        { name: 'Fixed', terms: { ...terms, leastAmount: kobo(1), rateBasisPoints: 1 } },
        kobo(10),
        openedOn,
      )?.code,
    ).toBe('deposit_earns_nothing')
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
})
