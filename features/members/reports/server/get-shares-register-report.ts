import { sharesRegisterReport as contract } from '#features/members/reports/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pagingOf } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findSharesOn } from './queries.ts'

/** The register of shares at the end of a day. Refuses: file_rows_too_many. */
export async function getSharesRegisterReport(
  tx: Tx,
  _actor: TenantActor,
  { asOf, to, format, ...asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const day = asOf ?? to ?? dayIn(now)
  const found = await findSharesOn(tx, day, pagingOf(contract, { ...asked, format }))
  return answerReport(tx, contract, found, { format, now, days: { to: day } })
}
