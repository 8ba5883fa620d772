import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

export const depositTooSmall = refusal('deposit_too_small', 422, '{name} starts at {least}. Enter that or more.')
export const depositTermNotOffered = refusal(
  'deposit_term_not_offered',
  422,
  '{name} is offered for {terms}. Choose one of these terms.',
)
export const depositRateTwice = refusal(
  'deposit_rate_twice',
  422,
  'For {term} from {from} on there are two rates. Keep one of them, or let the other begin at another amount.',
)

/** The yearly rate of a term, for deposits from an amount on. */
export type DepositRate = { months: number; from: Kobo; rateBasisPoints: number }

/** The rate that an account type of deposits always has, and the table of further ones. */
export type RateTable = { months: number; leastAmount: Kobo; rateBasisPoints: number; rates: readonly DepositRate[] }

/** All rates by term and amount; none begins below the least amount of a deposit. */
export function ratesOffered({ months, leastAmount, rateBasisPoints, rates }: RateTable): DepositRate[] {
  return [
    { months, from: leastAmount, rateBasisPoints },
    ...rates.map((rate) => ({ ...rate, from: rate.from > leastAmount ? rate.from : leastAmount })),
  ].toSorted(byTerm)
}

/** By term, and of one term by the amount from which it holds. */
export function byTerm(one: DepositRate, other: DepositRate): number {
  return one.months - other.months || Number(one.from > other.from) - Number(one.from < other.from)
}

/** The terms in months that a member can choose, the shortest first. */
export function termsOffered(table: RateTable): number[] {
  return [...new Set(ratesOffered(table).map(({ months }) => months))]
}

/** The rate of a term for an amount: of those that the amount reaches, the one that begins highest. Or why there is none. */
export function rateFor(name: string, table: RateTable, term: number | undefined, amount: Kobo): DepositRate | Refusal {
  const terms = termsOffered(table)
  const months = term ?? (terms.length === 1 ? terms[0] : undefined)
  const offered = ratesOffered(table).filter((rate) => rate.months === months)
  const [lowest] = offered
  if (!lowest) return depositTermNotOffered({ field: 'months', name, terms: termsInWords(terms) })
  return (
    offered.findLast(({ from }) => from <= amount) ??
    depositTooSmall({ field: 'amount', name, least: moneyText(lowest.from) })
  )
}

/** Why a table can't be kept, or undefined when it can: two rates of one term that begin at the same amount. */
export function whyNotRates(table: RateTable): Refusal | undefined {
  const all = ratesOffered(table)
  const twice = all.find(({ months, from }, at) => all[at + 1]?.months === months && all[at + 1]?.from === from)
  return twice
    ? depositRateTwice({ field: 'fixedDeposit.rates', term: termsInWords([twice.months]), from: moneyText(twice.from) })
    : undefined
}

/** 3, 6 or 12 months */
export function termsInWords(terms: readonly number[]): string {
  const months = fillCount(terms.at(-1) ?? 0, strings.countMonth)
  return terms.length > 1 ? fill(strings.someOr, { some: terms.slice(0, -1).join(', '), months }) : months
}

/** The table as its history tells it. */
export function ratesInWords(rates: readonly DepositRate[]): string {
  return rates
    .map(({ months, from, rateBasisPoints }) =>
      fill(from > 0n ? strings.rateFrom : strings.rate, {
        months: termsInWords([months]),
        from: moneyText(from),
        percent: rateBasisPoints / 100,
      }),
    )
    .join(', ')
}

/** As it is kept: amounts as text, so that no kobo is lost in a number. */
export type StoredRate = Omit<DepositRate, 'from'> & { from: string }

export function ratesToKeep(rates: readonly DepositRate[]): StoredRate[] {
  return rates.map(({ from, ...rate }) => ({ ...rate, from: from.toString() }))
}

export function ratesFromKept(kept: readonly StoredRate[]): DepositRate[] {
  return kept.map(({ from, ...rate }) => ({ ...rate, from: kobo(BigInt(from)) }))
}
