import { type Kobo, sumKobo } from '#domain/money.ts'
import { type Fraction, rounded } from '#domain/rounding.ts'

/** Running loans that are late by as long, taken together. `daysLate` 0: nothing is in arrears. */
export type LoansByDelay = {
  daysLate: number
  /** They were late by so many days when they got new terms, and have not been paid on time for long enough since. */
  keptDays?: number
  loans: number
  outstanding: Kobo
  overdue: Kobo
}

/** What loans come to together, and how many of them are late at all. */
export function portfolioTotals(all: readonly LoansByDelay[]): {
  loans: number
  outstanding: Kobo
  overdue: Kobo
  overdueLoans: number
} {
  const count = (of: readonly LoansByDelay[]) => of.reduce((sum, { loans }) => sum + loans, 0)
  return {
    loans: count(all),
    outstanding: sumKobo(all.map(({ outstanding }) => outstanding)),
    overdue: sumKobo(all.map(({ overdue }) => overdue)),
    overdueLoans: count(all.filter(({ daysLate }) => daysLate > 0)),
  }
}

/** Loans that count as late, or as later than they are, because of how late they were when they got new terms. */
export function keptLate(all: readonly LoansByDelay[]): { loans: number; outstanding: Kobo } {
  const kept = all.filter(({ daysLate, keptDays = 0 }) => keptDays > daysLate)
  return {
    loans: kept.reduce((sum, { loans }) => sum + loans, 0),
    outstanding: sumKobo(kept.map(({ outstanding }) => outstanding)),
  }
}

/** New terms cure nothing: a loan counts as late by what it keeps, where that is more than it is late by today. */
function countedLate({ daysLate, keptDays = 0 }: LoansByDelay): number {
  return Math.max(daysLate, keptDays)
}

/** How many days late a loan is at risk: one day or more, then more than so many. */
export const riskDays = [1, 30, 60, 90] as const

export type AtRisk = {
  days: (typeof riskDays)[number]
  loans: number
  outstanding: Kobo
  /** Hundredths of a percent of all that is outstanding. */ basisPoints: number
}

/**
 * Portfolio at risk: the whole outstanding principal of loans of which anything is overdue for more than N days (PAR1: for one day or more), over
 * all outstanding principal. Source: CGAP's definition (domain.md 1.5 of the design notes).
 */
export function portfolioAtRisk(all: readonly LoansByDelay[]): AtRisk[] {
  const outstanding = sumKobo(all.map((each) => each.outstanding))
  return riskDays.map((days) => {
    const late = all.filter((each) => countedLate(each) > (days === 1 ? 0 : days))
    const atRisk = sumKobo(late.map((each) => each.outstanding))
    const basisPoints =
      outstanding === 0n ? 0 : Number(rounded({ top: atRisk * 10_000n, bottom: outstanding }, 'half_up'))
    return { days, loans: late.reduce((sum, { loans }) => sum + loans, 0), outstanding: atRisk, basisPoints }
  })
}

/** The one that a dashboard shows: PAR30. */
export const riskDaysOnDashboard = 30

/** How likely a late loan is to be lost, by the classes that auditors know from microfinance banks. */
export type ProvisionClass = { name: string; from: number; to: number | undefined; part: Fraction }

/** Source: the classes of the Central Bank of Nigeria's guidelines for microfinance banks; they bind no cooperative. */
export const provisionClasses: readonly ProvisionClass[] = [
  { name: 'Performing', from: 0, to: 0, part: { top: 1n, bottom: 100n } },
  { name: 'Pass and watch', from: 1, to: 30, part: { top: 5n, bottom: 100n } },
  { name: 'Substandard', from: 31, to: 60, part: { top: 20n, bottom: 100n } },
  { name: 'Doubtful', from: 61, to: 90, part: { top: 50n, bottom: 100n } },
  { name: 'Lost', from: 91, to: undefined, part: { top: 1n, bottom: 1n } },
]

export type Provision = {
  name: string
  from: number
  to: number | undefined
  percent: number
  loans: number
  outstanding: Kobo
  provision: Kobo
}

/** What is to be set aside for all classes, less what is set aside in the books already; below zero where too much is. */
export function provisionToPost(classes: readonly Provision[], built: Kobo): bigint {
  return sumKobo(classes.map(({ provision }) => provision)) - built
}

/** What should be set aside for each class, rounded class by class. */
export function provisions(all: readonly LoansByDelay[]): Provision[] {
  return provisionClasses.map(({ part, ...each }) => {
    const own = all.filter((one) => countedLate(one) >= each.from && countedLate(one) <= (each.to ?? Infinity))
    const outstanding = sumKobo(own.map((one) => one.outstanding))
    const provision = rounded({ top: outstanding * part.top, bottom: part.bottom }, 'half_up')
    return {
      ...each,
      percent: Number((part.top * 100n) / part.bottom),
      loans: own.reduce((sum, { loans }) => sum + loans, 0),
      outstanding,
      provision,
    }
  })
}
