import type { Tx } from '#platform/db/tx.ts'
import type { CooperativeId, EmployerId, MemberId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Day } from '#core/calendar.ts'
import type { Kobo } from '#core/money.ts'

export type Employment = { memberId: MemberId; staffNumber: string; from: Day; shares: Kobo | null }

/** Who was elsewhere moves here; shares that are not named stay what they were. */
export async function upsertEmployments(
  tx: Tx,
  cooperativeId: CooperativeId,
  employerId: EmployerId,
  rows: readonly Employment[],
): Promise<void> {
  await tx.run(sql`
    insert into app.employment (cooperative_id, member_id, employer_id, staff_number, from_on, shares_amount)
    select ${cooperativeId}, r.member_id, ${employerId}, r.staff_number, r.from_on, coalesce(r.shares, old.shares_amount, 0)
    from unnest(${rows.map((r) => r.memberId)}::uuid[], ${rows.map((r) => r.staffNumber)}::text[], ${rows.map((r) => r.from)}::date[], ${rows.map((r) => r.shares)}::bigint[])
      as r(member_id, staff_number, from_on, shares)
    left join app.employment old on old.member_id = r.member_id
    order by r.member_id
    on conflict (cooperative_id, member_id) do update set employer_id = excluded.employer_id, staff_number = excluded.staff_number,
      from_on = excluded.from_on, shares_amount = excluded.shares_amount`)
}
