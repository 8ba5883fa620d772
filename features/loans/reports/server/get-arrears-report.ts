import { arrearsReport as contract } from '#features/loans/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { lateBeforeNewTerms } from '#features/loans/loans/rules/portfolio.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { byDelayOf, findLoansOfReport } from './find-loans-of-report.ts'

/** The loans that were late at the end of a day. Refuses: file_rows_too_many. */
export async function getArrearsReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const { day, loans, of, choices } = await findLoansOfReport(tx, input, { now })
  const late = loans.filter(({ daysLate }) => daysLate > 0)
  return answerReport(tx, contract, pageOfRows(contract, late, input), {
    format: input.format,
    now,
    days: { to: day },
    of,
    choices,
    facts: { lateBeforeNewTerms: lateBeforeNewTerms(byDelayOf(loans)) },
  })
}
