import type { Parsed } from '#core/contract/endpoint.ts'
import type { exportActions as contract } from '#features/governance/actions/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/queries.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import { draftTable } from '#platform/files/table-draft.ts'
import { actionColumns } from './action-columns.ts'
import { findActions } from './queries.ts'

/** Refuses: overloaded. */
export async function exportActions(
  tx: Tx,
  _actor: TenantActor,
  { show, q, format }: Parsed<typeof contract>,
  { now }: Context,
): Promise<FileDraft> {
  const today = dayIn(now)
  const [rows, { society }] = await Promise.all([findActions(tx, { show, q }, today), findLetterhead(tx)])
  return draftTable({
    ...{ format, fileName: `actions-${today}`, sheet: 'Actions', columns: actionColumns, rows },
    head: { society, title: 'Actions of meetings', lines: [`As of ${dayText(today)}`] },
  })
}
