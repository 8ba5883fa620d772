import type { Layout } from '#features/payroll/employers/rules/layout.ts'
import { foldForSearch } from '#domain/searching.ts'
import type { Tx } from '#server/db/tx.ts'
import type { CooperativeId, EmployerId, AccountId, MemberId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Day } from '#domain/calendar.ts'
import type { Kobo } from '#domain/money.ts'

export type EmployerFields = {
  name: string
  code: string
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  layout: Layout
}

const searchText = ({ name, code, contactName }: EmployerFields) =>
  foldForSearch(`${name} ${code} ${contactName ?? ''}`)

export async function insertEmployer(
  tx: Tx,
  cooperativeId: CooperativeId,
  id: EmployerId,
  receivableId: AccountId,
  e: EmployerFields,
): Promise<void> {
  await tx.run(sql`
    insert into app.employer (cooperative_id, employer_id, name, code, contact_name, contact_phone, contact_email, layout, receivable_id, search_text)
    values (${cooperativeId}, ${id}, ${e.name}, ${e.code}, ${e.contactName}, ${e.contactPhone}, ${e.contactEmail}, ${JSON.stringify(e.layout)}::jsonb, ${receivableId}, ${searchText(e)})`)
}

export async function updateEmployerRow(tx: Tx, id: EmployerId, e: EmployerFields): Promise<void> {
  await tx.run(sql`
    update app.employer set name = ${e.name}, code = ${e.code}, contact_name = ${e.contactName}, contact_phone = ${e.contactPhone},
      contact_email = ${e.contactEmail}, layout = ${JSON.stringify(e.layout)}::jsonb, search_text = ${searchText(e)}
    where employer_id = ${id}`)
}

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

export async function deleteEmployment(tx: Tx, memberId: MemberId): Promise<void> {
  await tx.run(sql`delete from app.employment where member_id = ${memberId}`)
}
