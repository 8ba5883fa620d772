import type { DepositTerms } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import {
  byTerm,
  type DepositRate,
  ratesInWords,
  termsInWords,
  termsOffered,
} from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { BreakRule, MaturityAct } from '#features/savings/fixed-deposits/rules/words.ts'
import type { InterestTerms } from '#features/savings/interest/rules/savings-interest.ts'
import type { InterestDayCount, PostingInterval, SavingsMethod } from '#features/savings/interest/rules/words.ts'
import type { Rounding } from '#core/rounding.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import type { InterestSaid } from './account-type.ts'
import { hundredths } from '#core/percent.ts'

type RateSaid = { annualRatePercent: number; dayCount?: InterestDayCount | undefined; rounding?: Rounding | undefined }
/** The terms as people say them, with percentages; what is left out takes the usual. */
export type SavingsInterestSaid = RateSaid & {
  method: SavingsMethod
  every: PostingInterval
  leastBalance?: Kobo | undefined
}
export type DepositSaid = RateSaid & {
  months: number
  leastAmount: Kobo
  atMaturity: MaturityAct
  breakRule: BreakRule
  breakRatePercent?: number | undefined
  noticeDays?: number | undefined
  rates?: DepositRateSaid[] | undefined
}
/** A further rate, by term and amount. */
export type DepositRateSaid = { months: number; from: Kobo; annualRatePercent: number }

/** The terms as the domain calculates with them. */
export function interestSaid(
  interest: SavingsInterestSaid | null | undefined,
  deposit: DepositSaid | null | undefined,
): InterestSaid {
  return { savings: interest ? savingsFrom(interest) : null, deposit: deposit ? depositFrom(deposit) : null }
}

function rateFrom({ annualRatePercent, dayCount = 'actual/365', rounding = 'half_up' }: RateSaid) {
  return { rateBasisPoints: hundredths(annualRatePercent) ?? 0, dayCount, rounding }
}

function savingsFrom({ method, every, leastBalance = zeroKobo, ...rate }: SavingsInterestSaid): InterestTerms {
  return { ...rateFrom(rate), method, every, leastBalance }
}

function depositFrom({
  months,
  leastAmount,
  atMaturity,
  breakRule,
  breakRatePercent = 0,
  noticeDays = 0,
  rates = [],
  ...rate
}: DepositSaid): DepositTerms {
  return {
    ...rateFrom(rate),
    rates: rates.map(rateRow).toSorted(byTerm),
    months,
    leastAmount,
    atMaturity,
    breakRule,
    breakRateBasisPoints: hundredths(breakRatePercent) ?? 0,
    noticeDays,
  }
}

function rateRow({ months, from, annualRatePercent }: DepositRateSaid): DepositRate {
  return { months, from, rateBasisPoints: hundredths(annualRatePercent) ?? 0 }
}

/** What deposits of a type earn, in short: 6 to 10 % for 3, 6 or 12 months. */
export function depositInWords(said: DepositSaid): string {
  const percents = [said, ...(said.rates ?? [])].map(({ annualRatePercent }) => annualRatePercent)
  const [least, most] = [Math.min(...percents), Math.max(...percents)]
  return `${least === most ? least : `${least} to ${most}`} % for ${termsInWords(termsOffered(depositFrom(said)))}`
}

/** The terms as the history tells them, each by itself: what there is none of is left out. */
export function describeTerms({ savings, deposit }: InterestSaid): Record<string, unknown> {
  const rate = savings ?? deposit
  return {
    interestRatePercent: rate ? rate.rateBasisPoints / 100 : null,
    interestDayCount: rate?.dayCount ?? null,
    interestRounding: rate?.rounding ?? null,
    interestMethod: savings?.method ?? null,
    interestEvery: savings?.every ?? null,
    interestLeastBalance: savings?.leastBalance ?? null,
    depositMonths: deposit?.months ?? null,
    depositLeastAmount: deposit?.leastAmount ?? null,
    depositAtMaturity: deposit?.atMaturity ?? null,
    depositBreakRule: deposit?.breakRule ?? null,
    depositBreakRatePercent: deposit ? deposit.breakRateBasisPoints / 100 : null,
    depositNoticeDays: deposit?.noticeDays ?? null,
    depositRates: deposit && deposit.rates.length > 0 ? ratesInWords(deposit.rates) : null,
  }
}
