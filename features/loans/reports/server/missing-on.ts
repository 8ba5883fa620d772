import type { Day } from '#core/calendar.ts'
import { provisions, provisionToPost } from '#features/loans/loans/rules/portfolio.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { byDelayOf, findLoansOfReport } from './find-loans-of-report.ts'
import { findProvisionOn } from './queries.ts'

/** What was missing of the provision for loan losses at the end of a day, in kobo; below zero where it was too much. As the report of that day says it. */
export async function missingOn(tx: Tx, day: Day, { now }: Pick<Context, 'now'>): Promise<bigint> {
  const { loans, classes } = await findLoansOfReport(tx, { asOf: day }, { now })
  return provisionToPost(provisions(byDelayOf(loans), classes), await findProvisionOn(tx, day))
}
