import { appropriationReport as contract } from '#features/surplus/appropriation/surplus-reports.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/queries.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import { findAppropriatedBetween } from './queries.ts'

/** What general meetings made of surpluses in a period. Refuses: days_wrong_way, file_rows_too_many. */
export async function getAppropriationReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const days = await findDays(tx, input, now)
  const rows = await findAppropriatedBetween(tx, days)
  return answerReport(tx, contract, pageOfRows(contract, rows, input), { format: input.format, now, days })
}
