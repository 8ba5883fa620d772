import { loansReport as contract } from '#features/loans/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findLoansOfReport } from './find-loans-of-report.ts'

/** The register of loans at the end of a day. Refuses: file_rows_too_many. */
export async function getLoansReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const { day, loans, of, choices } = await findLoansOfReport(tx, input, { now })
  return answerReport(tx, contract, pageOfRows(contract, loans, input), {
    format: input.format,
    now,
    days: { to: day },
    of,
    choices,
  })
}
