import type { getUnreached as contract } from '#features/members/register/messages.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { FileDraft } from '#platform/files/file-draft.ts'
import type { TableColumn } from '#platform/files/table-columns.ts'
import { draftTable } from '#platform/files/table-draft.ts'
import { findLetterhead } from '#features/platform-admin/cooperatives/server/queries.ts'
import { findUnreached, type Unreached } from './queries.ts'

const columns: readonly TableColumn<Unreached>[] = [
  { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
  { header: 'Member', kind: 'text', width: 30, value: ({ name }) => name },
  { header: 'Phone', kind: 'text', width: 18, value: ({ phone }) => phone },
  { header: 'Email', kind: 'text', width: 26, value: ({ email }) => email },
  { header: 'Address', kind: 'text', width: 40, value: ({ address }) => address },
]

/** Whom a sent message did not reach, to be told on paper or by a call. Refuses: not_found, overloaded. */
export async function draftUnreached(
  tx: Tx,
  _actor: TenantActor,
  { id, format }: Parsed<typeof contract>,
  _context: Context,
): Promise<FileDraft> {
  const { sentAt, rows } = await findUnreached(tx, id)
  const { society } = await findLetterhead(tx)
  const on = dayIn(sentAt)
  return draftTable({
    ...{ format, fileName: `not-reached-${on}`, sheet: 'Not reached', columns, rows },
    head: { society, title: 'Members not reached', lines: [`By the message of ${dayText(on)}`] },
  })
}
