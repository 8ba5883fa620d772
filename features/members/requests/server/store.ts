import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { MemberId, MemberRequestId } from '#core/ids.ts'
import type { AskedNominee, FieldChange, RequestKind } from '#features/members/requests/rules/member-request.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type Change =
  | { kind: 'contribution'; before: Kobo; after: Kobo; from: Day }
  | { kind: 'profile'; fields: readonly FieldChange[] }
  | { kind: 'nominees'; before: readonly AskedNominee[]; after: readonly AskedNominee[] }

export async function insertRequest(
  tx: Tx,
  actor: TenantActor,
  { id, memberId, change, note }: { id: MemberRequestId; memberId: MemberId; change: Change; note: string | null },
): Promise<void> {
  const amount = change.kind === 'contribution' ? change : undefined
  const fields = change.kind === 'profile' ? JSON.stringify(change.fields) : null
  const [namedBefore, named] =
    change.kind === 'nominees' ? [JSON.stringify(change.before), JSON.stringify(change.after)] : [null, null]
  await tx.run(sql`
    insert into app.member_request (cooperative_id, request_id, member_id, kind, monthly_before, monthly, month, fields, nominees_before, nominees, note)
    values (${actor.cooperativeId}, ${id}, ${memberId}, ${change.kind}, ${amount?.before ?? null}, ${amount?.after ?? null}, ${amount?.from ?? null}, ${fields}::jsonb, ${namedBefore}::jsonb, ${named}::jsonb, ${note})`)
}

/** Takes back what waits of this kind, because a newer one comes. */
export async function replaceWaiting(tx: Tx, memberId: MemberId, kind: RequestKind): Promise<void> {
  await tx.run(sql`
    update app.member_request set status = 'withdrawn', ended_at = clock_timestamp() where member_id = ${memberId} and kind = ${kind} and status = 'waiting'`)
}

export async function markWithdrawn(tx: Tx, id: MemberRequestId): Promise<void> {
  await tx.run(
    sql`update app.member_request set status = 'withdrawn', ended_at = clock_timestamp() where request_id = ${id} and status = 'waiting'`,
  )
}

export async function decideRequest(
  tx: Tx,
  actor: TenantActor,
  id: MemberRequestId,
  status: 'approved' | 'declined',
  reason: string | null,
): Promise<void> {
  await tx.run(sql`
    update app.member_request set status = ${status}, ended_at = clock_timestamp(), decided_by = ${actor.loginId}, decided_by_name = ${actor.name}, reason = ${reason}
    where request_id = ${id}`)
}
