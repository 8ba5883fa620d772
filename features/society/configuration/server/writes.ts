import type { Day } from '#core/calendar.ts'
import { hundredths, millionths } from '#core/percent.ts'
import type { InterestMethod } from '#features/loans/loans/rules/loan.ts'
import { type LoanRules, rulesToKeep } from '#features/loans/loans/rules/loan-terms.ts'
import { ratesToKeep } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import type { InterestSaid } from '#features/society/configuration/rules/account-type.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { json } from '#platform/db/write.ts'

/** Locks the configuration: two officers who change it take turns, so that each history line tells what it found. */
export async function lockConfiguration(tx: Tx): Promise<void> {
  await tx.run(sql`select from app.configuration for update`)
}

/** What is offered no more keeps the moment since when. */
export const retiredAt = (retired: boolean) => (retired ? sql`coalesce(retired_at, now())` : null)

/** The columns of an account type that say its terms. */
export function typeColumnsOf({
  savings,
  deposit,
  ...release
}: { releaseOn: Day | null; earlyRelease: boolean } & InterestSaid) {
  const rate = savings ?? deposit
  return {
    ...release,
    interestRateBasisPoints: rate?.rateBasisPoints ?? null,
    interestDayCount: rate?.dayCount ?? null,
    interestRounding: rate?.rounding ?? null,
    interestMethod: savings?.method ?? null,
    interestEvery: savings?.every ?? null,
    interestLeastBalance: savings?.leastBalance ?? null,
    depositMonths: deposit?.months ?? null,
    depositLeastAmount: deposit?.leastAmount ?? null,
    depositAtMaturity: deposit?.atMaturity ?? null,
    depositBreakRule: deposit?.breakRule ?? null,
    depositBreakRateBasisPoints: deposit?.breakRateBasisPoints ?? null,
    depositNoticeDays: deposit?.noticeDays ?? null,
    depositRates: json(ratesToKeep(deposit?.rates ?? [])),
  }
}

/** The columns of a loan product that say its terms. */
export function loanColumnsOf(
  terms: {
    name: string
    interestMethod: InterestMethod
    annualRatePercent: number
    instalmentsMax: number
    savingsMultiple: number
  },
  rules: LoanRules,
) {
  const { name, interestMethod, instalmentsMax } = terms
  return {
    ...{ name, interestMethod, instalmentsMax },
    annualRatePpm: millionths(terms.annualRatePercent) ?? 0,
    savingsMultiplePercent: hundredths(terms.savingsMultiple) ?? 0,
    rules: json(rulesToKeep(rules)),
  }
}
