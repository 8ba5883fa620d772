import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { LeavingId, MemberId, SettlementId } from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Closes the record as a leaving that is settled with nothing to pay, so that no run of interest looks at its accounts again. */
export async function insertMerging(
  tx: Tx,
  actor: TenantActor,
  {
    memberId,
    statusBefore,
    into,
    note,
    on,
  }: { memberId: MemberId; statusBefore: MemberStatus; into: MemberId; note: string; on: Day },
): Promise<void> {
  const statement = JSON.stringify({ accounts: [], interest: [], loans: [] })
  await tx.run(sql`
    insert into app.leaving (cooperative_id, leaving_id, member_id, reason, status, noticed_on, note, status_before, started_by, started_by_name, settlement_id, settled_on,
      held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at, settled_by_name, settled_at)
    values (${actor.cooperativeId}, ${newId<LeavingId>()}, ${memberId}, 'merged', 'settled', ${on}, ${note}, ${statusBefore}, ${actor.loginId}, ${actor.name}, ${newId<SettlementId>()}, ${on},
      0, 0, 0, 0, ${statement}::jsonb, 0, ${actor.loginId}, ${actor.name}, clock_timestamp(), ${actor.name}, clock_timestamp())`)
  // What was merged into this one before leads to the record that stays too.
  await tx.run(
    sql`update app.member set merged_into = ${into} where member_id = ${memberId} or merged_into = ${memberId}`,
  )
  // Who joined twice has been a member since the first time.
  await tx.run(sql`
    update app.member k set registration_date = least(k.registration_date, o.registration_date) from app.member o
    where k.member_id = ${into} and o.member_id = ${memberId}`)
}
