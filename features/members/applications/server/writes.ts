import type { applyForMembership as contract } from '#features/members/applications/join-pages.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, MembershipApplicationId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The next number for an applicant. Whoever takes one holds the page until their transaction ends, so that those who apply at once are counted one by one. */
export async function takeApplicationNumber(tx: Tx): Promise<number | undefined> {
  const row = await tx.maybe<{ number: number }>(sql`
    update app.join_page set last_application = last_application + 1 where is_open returning last_application as number`)
  return row?.number
}

type NewApplication = Omit<Parsed<typeof contract>, 'code' | 'website'> & {
  id: MembershipApplicationId
  number: number
  searchText: string
  addressHash: Buffer
}

export async function insertApplication(tx: Tx, cooperativeId: CooperativeId, a: NewApplication): Promise<void> {
  await tx.run(sql`
    insert into app.membership_application (cooperative_id, application_id, number, first_name, last_name, phone, email, address, date_of_birth, gender,
      marital_status, employment_status, employer, staff_number, monthly_contribution, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone,
      next_of_kin_relationship, introduced_by, note, consent_version, address_hash, search_text)
    values (${cooperativeId}, ${a.id}, ${a.number}, ${a.firstName}, ${a.lastName}, ${a.phone}, ${a.email || null}, ${a.address || null}, ${a.dateOfBirth ?? null},
      ${a.gender ?? null}, ${a.maritalStatus || null}, ${a.employmentStatus || null}, ${a.employer || null}, ${a.staffNumber || null}, ${a.monthlyContributions ?? 0n},
      ${a.nextOfKinFirstName || null}, ${a.nextOfKinLastName || null}, ${a.nextOfKinPhone || null}, ${a.nextOfKinRelationship || null}, ${a.introducedBy || null},
      ${a.note || null}, ${a.consentVersion}, ${a.addressHash}, ${a.searchText})`)
}

/** Opens or closes the page and changes its words; what is undefined stays. */
export async function saveJoinPage(
  tx: Tx,
  actor: TenantActor,
  { isOpen, welcome }: { isOpen: boolean | undefined; welcome: string | null | undefined },
): Promise<void> {
  await tx.run(sql`
    insert into app.join_page (cooperative_id, is_open, welcome, updated_by_name) values (${actor.cooperativeId}, ${isOpen ?? false}, ${welcome || null}, ${actor.name})
    on conflict (cooperative_id) do update set is_open = coalesce(${isOpen ?? null}, join_page.is_open),
      welcome = case when ${welcome === undefined} then join_page.welcome else excluded.welcome end, updated_at = clock_timestamp(), updated_by_name = excluded.updated_by_name`)
}
