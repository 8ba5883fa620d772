import { fixedAssetsReport as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { answerReport, pageOfRows } from '#features/accounting/books/server/answer-report.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { findAssetsOn } from './queries.ts'

/** The register of fixed assets at the end of a day. Refuses: file_rows_too_many. */
export async function getFixedAssetsReport(
  tx: Tx,
  _actor: TenantActor,
  input: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const day = input.asOf ?? input.to ?? dayIn(now)
  const rows = await findAssetsOn(tx, day)
  return answerReport(tx, contract, pageOfRows(contract, rows, input), { format: input.format, now, days: { to: day } })
}
