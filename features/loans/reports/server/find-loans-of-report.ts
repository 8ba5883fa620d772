import { type Day, dayIn } from '#core/calendar.ts'
import type { LoanConfigurationId } from '#core/ids.ts'
import { loanClasses, loanClassOf } from '#features/loans/loans/rules/loan-class.ts'
import { daysInArrears } from '#features/loans/loans/rules/arrears.ts'
import { provisionOfEach } from '#features/loans/loans/rules/portfolio.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { findProvisionClasses } from '#features/loans/portfolio/server/queries.ts'
import { findCuringRules } from '#features/loans/running-loans/server/queries.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findLoansOnDay } from './find-loans-on-day.ts'
import type { RunningOnDay } from './queries.ts'

export type LoanOfReport = RunningOnDay & {
  daysLate: number
  class: string
  /** Its part of what is set aside for its class. */ provision: Kobo
}

type Asked = {
  asOf?: Day | undefined
  to?: Day | undefined
  loanConfigId?: LoanConfigurationId | undefined
  class?: string | undefined
}

/** The loans that ran at the end of the day that a report is of, with how late each was, and what they can be narrowed to. */
export async function findLoansOfReport(
  tx: Tx,
  { asOf, to, loanConfigId, class: wanted }: Asked,
  { now }: Pick<Context, 'now'>,
) {
  const today = dayIn(now)
  const day = asOf ?? to ?? today
  const { tolerance } = await findCuringRules(tx)
  const classes = await findProvisionClasses(tx)
  const late = (await findLoansOnDay(tx, day, today)).map((loan) => {
    const { overdue, lateSince, keptDays } = loan
    const daysLate = daysInArrears({ overdue, overdueSince: lateSince ?? undefined }, day, tolerance)
    return { ...loan, daysLate, class: loanClassOf(Math.max(daysLate, keptDays), classes) }
  })
  const parts = provisionOfEach(byDelayOf(late), classes)
  const all = late.map((loan, index): LoanOfReport => ({ ...loan, provision: parts[index] ?? zeroKobo }))
  const products = [...new Map(all.map((loan) => [loan.loanConfigId, loan.product]))]
    .map(([value, label]) => ({ value: value as string, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return {
    day,
    classes,
    loans: all.filter(
      (loan) =>
        (loanConfigId === undefined || loan.loanConfigId === loanConfigId) &&
        (wanted === undefined || loan.class === wanted),
    ),
    /** What the reports of single loans are narrowed to, in words. */
    of:
      [products.find(({ value }) => value === loanConfigId)?.label, wanted].filter((word) => word).join(', ') ||
      undefined,
    choices: [
      { filter: 'loanConfigId', options: products },
      { filter: 'class', options: loanClasses.map((name) => ({ value: name, label: name })) },
    ],
  }
}

/** As the sums of the portfolio take them, one by one. */
export function byDelayOf(loans: readonly Omit<LoanOfReport, 'provision'>[]) {
  return loans.map(({ keptDays, daysLate, outstanding, overdue }) => ({
    keptDays,
    daysLate,
    loans: 1,
    outstanding,
    overdue: daysLate > 0 ? overdue : zeroKobo,
  }))
}
