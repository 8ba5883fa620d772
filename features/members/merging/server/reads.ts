import { type Day, dayText } from '#core/calendar.ts'
import type { EntryId, MemberId } from '#core/ids.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { refuse } from '#core/refusal.ts'
import { sql } from '#platform/db/sql.ts'
import { openElectionOf, openVoteOf } from '#features/members/members/server/reads.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOpenDays } from '#features/savings/transactions/server/reads.ts'

type Record = {
  id: MemberId
  name: string
  membershipno: string
  status: MemberStatus
  mergedInto: string | null
  joinedOn: Day
  bornOn: Day | null
  isLeaving: boolean
  inOffice: boolean
  vote: string | null
  election: string | null
}

/** The record as a merging meets it. Refuses: not_found. */
export async function findRecord(tx: Tx, id: MemberId, field: 'id' | 'into'): Promise<Record> {
  const found = await tx.maybe<Record>(sql`
    select m.member_id as id, m.first_name || ' ' || m.last_name as name, m.membershipno, m.status, (select o.membershipno from app.member o where o.member_id = m.merged_into) as "mergedInto", m.registration_date as "joinedOn", m.date_of_birth as "bornOn",
      exists (select from app.leaving v where v.member_id = m.member_id and v.status in ('open', 'waiting')) as "isLeaving",
      m.roles <> '{member}' or exists (select from app.post_term t where t.member_id = m.member_id and t.ended_on is null) as "inOffice",
      ${openVoteOf(sql`m.member_id`)} as vote,
      ${openElectionOf(sql`m.member_id`)} as election
    from app.member m where m.member_id = ${id} and m.removed_at is null`)
  return found ?? refuse('not_found', { field })
}

/** Refuses: period_closed, dated_before_books. */
export async function refuseClosedBooks(tx: Tx, on: Day): Promise<void> {
  const reason = whyNotDate(await findOpenDays(tx), on, on)
  if (reason) throw reason
}

/**
 * “Merged into GTU/00002, Musa Bello, on 27 Nov 2026”; where the closed record is the older one, also since when the other counts
 * as a member by it, and since when before.
 */
export function mergedInto(
  { membershipno, name, joinedOn }: Record,
  closed: Pick<Record, 'joinedOn'>,
  on: Day,
): string {
  const note = `Merged into ${membershipno}, ${name}, on ${dayText(on)}`
  if (closed.joinedOn >= joinedOn) return note
  return `${note}. ${membershipno} counts as a member since ${dayText(closed.joinedOn)}, before: ${dayText(joinedOn)}`
}

/** Whose loan or fixed deposit this voucher moved, of a record that was merged into another: it would be bound to the closed record again. */
export async function findBoundToMerged(
  tx: Tx,
  entryId: EntryId,
): Promise<{ name: string; number: string } | undefined> {
  return tx.maybe(sql`
    select m.first_name || ' ' || m.last_name as name, k.membershipno as number
    from app.member m join app.member k on k.member_id = m.merged_into
    where exists (select from app.loan_movement v where v.entry_id = ${entryId} and v.member_id = m.member_id)
      or exists (select from app.transaction t join app.account_type y using (account_type_id) where t.entry_id = ${entryId} and t.member_id = m.member_id and y.kind = 'fixed_deposit')
    order by m.membership_number limit 1`)
}
