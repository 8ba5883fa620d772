import { type Kobo, sumKobo, zeroKobo } from '#core/money.ts'
import { Refusal, refusal } from '#core/refusal.ts'
import { rounded } from '#core/rounding.ts'
import { roundTogether, shareTotal } from '#core/share-total.ts'

const provisionPercentWrong = refusal(
  'provision_percent_wrong',
  422,
  'Enter {least} % or more: a later class sets aside no less than the one before.',
)

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

/** Loans that are at risk and of which nothing is overdue: they were late when they got new terms. */
export function lateBeforeNewTerms(all: readonly LoansByDelay[]): { loans: number; outstanding: Kobo } {
  return keptLate(all.filter(({ daysLate }) => daysLate === 0))
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

/** How likely a late loan is to be lost: from how many days late, and hundredths of a percent of its balance to set aside. */
export type ProvisionClass = { name: string; from: number; to: number | undefined; basisPoints: number }

/** What a society can change about a class: its name is built in. */
export type ClassTerms = Pick<ProvisionClass, 'from' | 'basisPoints'>

/**
 * The classes unless a society has its own. Source: the classes of the Central Bank of Nigeria's guidelines for
 * microfinance banks (domain.md 1.5 of the design notes); they bind no cooperative.
 */
export const provisionClasses: readonly ProvisionClass[] = classesOf([
  { from: 0, basisPoints: 100 },
  { from: 1, basisPoints: 500 },
  { from: 31, basisPoints: 2000 },
  { from: 61, basisPoints: 5000 },
  { from: 91, basisPoints: 10_000 },
])

/** The five classes with these terms, the best first; each ends where the next begins. */
export function classesOf(terms: readonly ClassTerms[]): ProvisionClass[] {
  const names = ['Performing', 'Pass and watch', 'Substandard', 'Doubtful', 'Lost']
  return terms.map(({ from, basisPoints }, index) => {
    const next = terms[index + 1]
    return { name: names[index] ?? '', from, to: next && next.from - 1, basisPoints }
  })
}

/** Why a society can't have these terms: the first class is of loans on time, and each begins later and sets aside no less than the one before. */
export function whyNotClasses(terms: readonly ClassTerms[]): Refusal | undefined {
  const wrong = terms.findIndex(({ from }, index) => (index === 0 ? from !== 0 : from <= (terms[index - 1]?.from ?? 0)))
  if (wrong !== -1)
    return new Refusal('provision_days_wrong', {
      field: `classes.${wrong}.from`,
      least: wrong === 0 ? 0 : (terms[wrong - 1]?.from ?? 0) + 1,
    })
  const less = terms.findIndex(
    ({ basisPoints }, index) => index > 0 && basisPoints < (terms[index - 1]?.basisPoints ?? 0),
  )
  if (less === -1) return undefined
  return provisionPercentWrong({ field: `classes.${less}.percent`, least: (terms[less - 1]?.basisPoints ?? 0) / 100 })
}

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

/**
 * What should be set aside for each class. The sum of all is rounded once, a half up, and the classes come to it to the kobo
 * (largest remainder).
 */
export function provisions(
  all: readonly LoansByDelay[],
  classes: readonly ProvisionClass[] = provisionClasses,
): Provision[] {
  const found = classes.map(({ basisPoints, ...each }) => {
    const own = all.filter((one) => countedLate(one) >= each.from && countedLate(one) <= (each.to ?? Infinity))
    const outstanding = sumKobo(own.map((one) => one.outstanding))
    return {
      ...{ ...each, percent: basisPoints / 100, loans: own.reduce((sum, { loans }) => sum + loans, 0), outstanding },
      exact: outstanding * BigInt(basisPoints),
    }
  })
  const parts = roundTogether(
    found.map(({ exact }) => exact),
    10_000n,
  )
  return found.map(({ exact: _exact, ...each }, index) => ({ ...each, provision: parts[index] ?? zeroKobo }))
}

/** Each loan's part of what is set aside for its class, in the order of the loans. They come to the class to the kobo. */
export function provisionOfEach(
  loans: readonly LoansByDelay[],
  classes: readonly ProvisionClass[] = provisionClasses,
): Kobo[] {
  const parts = loans.map(() => zeroKobo)
  for (const { from, to, provision } of provisions(loans, classes)) {
    const own = loans.flatMap((loan, index) =>
      countedLate(loan) >= from && countedLate(loan) <= (to ?? Infinity) && loan.outstanding > 0n ? [index] : [],
    )
    if (own.length === 0) continue
    const shares = shareTotal(
      provision,
      own.map((index) => loans[index]?.outstanding ?? zeroKobo),
    )
    for (const [place, index] of own.entries()) parts[index] = shares[place] ?? zeroKobo
  }
  return parts
}
