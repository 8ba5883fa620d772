import { dividendsReport as contract } from '#features/surplus/appropriation/surplus-reports.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dividendDestinationNames } from '#features/surplus/appropriation/rules/destination.ts'
import { sharedByText } from '#features/surplus/appropriation/rules/words.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import { findDays } from '#features/accounting/books/server/queries.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import { findDividendsBetween, type PaidRow } from './queries.ts'

/** What members got of the dividends of a period. Refuses: days_wrong_way, file_rows_too_many. */
export async function getDividendsReport(
  tx: Tx,
  _actor: TenantActor,
  { from, to, asOf, format, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const days = await findDays(tx, { from, to, asOf }, now)
  const found = await findDividendsBetween(tx, days, pagingOf(contract, { ...asked, format }))
  return answerReport(tx, contract, { ...found, rows: found.rows.map(toldOf) }, { format, now, days })
}

function toldOf({
  basis,
  accountType,
  method,
  post,
  departure,
  destination,
  savings,
  ...line
}: PaidRow): Replied<typeof contract> {
  return {
    ...line,
    by: `${post ?? sharedByText({ basis, accountType, method })}${departure ? `; not as in the bye-laws: ${departure}` : ''}`,
    paidTo: destination === 'savings' ? savings : dividendDestinationNames[destination],
  }
}
