import type { Day } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { NomineePerson } from '#features/members/members/rules/nominee.ts'
import * as contract from '#features/members/nominees/contract.ts'
import { action } from '#platform/action.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type NomineeRow = NomineePerson & { number: number; shareBasisPoints: number }

export async function findNominees(tx: Tx, memberId: MemberId): Promise<NomineeRow[]> {
  return tx.many<NomineeRow>(sql`
    select number, first_name, last_name, relationship, phone, email, address, share_basis_points
    from app.nominee where member_id = ${memberId} order by number`)
}

/** On which day the member's nominees became these; undefined of none, and of those whose day is not known. */
export async function findNamedOn(tx: Tx, memberId: MemberId): Promise<Day | undefined> {
  const { day } = await tx.one<{ day: Day | null }>(
    sql`select (max(named_at) at time zone 'Africa/Lagos')::date as day from app.nominee where member_id = ${memberId}`,
  )
  return day ?? undefined
}

/** Locks the member, so that two who change their nominees take turns. Refuses: not_found. */
export async function lockNominator(tx: Tx, memberId: MemberId): Promise<void> {
  const found = await tx.maybe(
    sql`select from app.member where member_id = ${memberId} and removed_at is null for no key update`,
  )
  if (!found) refuse('not_found')
}

/** Where the member hears of a change; undefined of one who left or whose death is known. */
export async function findNamer(
  tx: Tx,
  memberId: MemberId,
): Promise<{ membershipno: string; phone: string | null; email: string | null } | undefined> {
  return tx.maybe(
    sql`select m.membershipno, m.phone, nullif(m.email, '') as email from app.member m where m.member_id = ${memberId} and not ${hasLeftOrDied}`,
  )
}

/** The member where their death is reported; also once it is settled, since a reversal opens it again. */
export async function findLateNamer(
  tx: Tx,
  memberId: MemberId,
): Promise<{ name: string; membershipno: string } | undefined> {
  return tx.maybe(sql`
    select m.first_name || ' ' || m.last_name as name, m.membershipno from app.member m
    where m.member_id = ${memberId} and exists (select from app.leaving v where v.member_id = m.member_id and v.reason = 'death' and v.status in ('open', 'waiting', 'settled'))`)
}

/** Refuses: not_found. */
export const listNominees = action(contract.listNominees, async ({ tx }, { id }) => {
  const [member, nominees] = await Promise.all([
    tx.maybe(sql`select from app.member where member_id = ${id} and removed_at is null`),
    findNominees(tx, id),
  ])
  if (!member) return refuse('not_found')
  return nominees.map(({ number: _number, shareBasisPoints, ...person }) => ({
    ...person,
    sharePercent: shareBasisPoints / 100,
  }))
})

export const listOwnNominees = action(contract.listOwnNominees, async (ask) =>
  listNominees(ask, { id: ask.actor.memberId ?? refuse('not_found') }),
)
