import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { NomineePerson } from '#features/members/members/rules/nominee.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Names these in place of whoever was named before, in their order. */
export async function replaceNominees(
  tx: Tx,
  cooperativeId: CooperativeId,
  memberId: MemberId,
  nominees: readonly (NomineePerson & { shareBasisPoints: number })[],
): Promise<void> {
  await tx.run(sql`delete from app.nominee where member_id = ${memberId}`)
  if (nominees.length === 0) return
  const of = (field: keyof NomineePerson) => nominees.map((nominee) => nominee[field])
  await tx.run(sql`
    insert into app.nominee (cooperative_id, member_id, number, first_name, last_name, relationship, phone, email, address, share_basis_points)
    select ${cooperativeId}, ${memberId}, n.number, n.first_name, n.last_name, n.relationship, n.phone, n.email, n.address, n.share
    from unnest(${of('firstName')}::text[], ${of('lastName')}::text[], ${of('relationship')}::text[], ${of('phone')}::text[], ${of('email')}::text[], ${of('address')}::text[],
      ${nominees.map(({ shareBasisPoints }) => shareBasisPoints)}::int[]) with ordinality as n(first_name, last_name, relationship, phone, email, address, share, number)`)
}
