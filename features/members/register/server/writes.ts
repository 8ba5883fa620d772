import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Locks a person's views: two of one name, or more than there is room for, do not come in side by side. */
export async function lockViews(tx: Tx, actor: TenantActor): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${actor.loginId}::text, 7))`)
}

/** Gives these members another status, with a line of each in the record of changes. */
export async function setStatuses(
  tx: Tx,
  actor: TenantActor,
  ids: readonly MemberId[],
  status: MemberStatus,
  reason: string,
): Promise<void> {
  await tx.run(sql`
    with before as (select m.member_id, m.status from app.member m where m.member_id = any(${ids}::uuid[])),
    changed as (update app.member m set status = ${status} where m.member_id = any(${ids}::uuid[]))
    insert into app.member_status_change (cooperative_id, change_id, member_id, from_status, to_status, reason, changed_by, changed_by_name)
    select ${actor.cooperativeId}, gen_random_uuid(), member_id, status, ${status}, ${reason}, ${actor.loginId}, ${actor.name} from before`)
}

/** Gives a new activation code to each of these who has not activated; answers who got one. `sentOnly`: no officer sees them, so that they prove the login too. */
export async function renewActivations(
  tx: Tx,
  codes: readonly { memberId: MemberId; hash: Buffer }[],
  { expiresAt, sentOnly }: { expiresAt: Date; sentOnly: boolean },
): Promise<Set<MemberId>> {
  const rows = await tx.many<{ id: MemberId }>(sql`
    select r.id from platform.renew_activations(${codes.map(({ memberId }) => memberId)}::uuid[], ${codes.map(() => newId())}::uuid[], ${codes.map(({ hash }) => hash)}::bytea[], ${expiresAt}, ${sentOnly}) r(id)`)
  return new Set(rows.map(({ id }) => id))
}
