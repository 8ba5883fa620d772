import {
  appropriationReport as appropriationContract,
  dividendsReport as dividendsContract,
} from '#contract/society/surplus-reports.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { answerReport, pageOfRows, pagingOf } from '#server/features/books/books/answer-report.ts'
import { findDays } from '#server/features/books/books/queries.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import { findAppropriatedBetween, findDividendsBetween } from './report-queries.ts'

/** What members got of the dividends of a period. Refuses: days_wrong_way, file_rows_too_many. */
export async function getDividendsReport(
  tx: Tx,
  _actor: TenantActor,
  { from, to, asOf, format, ...asked }: Parsed<typeof dividendsContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof dividendsContract>> | FileDraft> {
  const days = await findDays(tx, { from, to, asOf }, now)
  const found = await findDividendsBetween(tx, days, pagingOf(dividendsContract, { ...asked, format }))
  return answerReport(tx, dividendsContract, found, { format, now, days })
}

/** What general meetings made of surpluses in a period. Refuses: days_wrong_way, file_rows_too_many. */
export async function getAppropriationReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof appropriationContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof appropriationContract>> | FileDraft> {
  const days = await findDays(tx, input, now)
  const rows = await findAppropriatedBetween(tx, days)
  return answerReport(tx, appropriationContract, pageOfRows(appropriationContract, rows, input), {
    format: input.format,
    now,
    days,
  })
}
