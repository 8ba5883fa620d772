import type { TenantActor } from '#core/actor.ts'
import type { ChangeRequestId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { ChangeKind } from './queries.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type NewChangeRequest = {
  id: ChangeRequestId
  kind: ChangeKind
  action: string
  input: object
  description: string
  memberId: MemberId | null
  ownMemberId: MemberId | null
  opensToAsker: boolean
  amount: Kobo | null
  approvalsNeeded: number
}

/** Saves a request; false where the same one is pending already. */
export async function insertChangeRequest(tx: Tx, actor: TenantActor, c: NewChangeRequest): Promise<boolean> {
  const rows = await tx.run(sql`
    insert into app.change_request (cooperative_id, change_request_id, kind, action, input, description, member_id, own_member_id, opens_to_asker, amount, approvals_needed, asked_by, asked_by_name)
    values (${actor.cooperativeId}, ${c.id}, ${c.kind}, ${c.action}, ${JSON.stringify(c.input)}::jsonb, ${c.description}, ${c.memberId}, ${c.ownMemberId}, ${c.opensToAsker}, ${c.amount}, ${c.approvalsNeeded}, ${actor.loginId}, ${actor.name})
    on conflict do nothing`)
  return rows === 1
}

/** A reason says that it was rejected. */
export async function markChangeDecided(
  tx: Tx,
  actor: TenantActor,
  id: ChangeRequestId,
  reason: string | null,
): Promise<void> {
  await tx.run(sql`
    update app.change_request set status = ${reason === null ? 'approved' : 'rejected'}, decided_by = ${actor.loginId}, decided_by_name = ${actor.name},
      decided_at = clock_timestamp(), decided_reason = ${reason}
    where change_request_id = ${id} and status = 'pending'`)
}
