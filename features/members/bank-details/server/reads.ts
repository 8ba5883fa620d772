import type { Replied } from '#core/contract/endpoint.ts'
import type { MemberId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/members/bank-details/contract.ts'
import { fitsBank } from '#features/members/members/rules/bank-details.ts'
import { action } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Details = NonNullable<Replied<typeof contract.getBankDetails>>
type Row = Omit<Details, 'fitsBank' | 'enquiry'> &
  Pick<NonNullable<Details['enquiry']>, 'name' | 'failure'> & { askedAt: Date | null }

/** Where a member is paid; null until it is known. */
export async function findBankDetails(tx: Tx, memberId: MemberId): Promise<Details | null> {
  const row = await tx.maybe<Row>(sql`
    select d.bank_name, d.account_number, d.account_name, d.changed_at, d.changed_by_name as "changedBy",
      q.holder_name as name, q.no_name_because as failure, q.asked_at
    from app.member_bank_details d left join app.account_enquiry q on q.bank_name = d.bank_name and q.account_number = d.account_number
    where d.member_id = ${memberId}`)
  if (!row) return null
  const { name, failure, askedAt, ...details } = row
  return { ...details, fitsBank: fitsBank(details), enquiry: askedAt && { name, failure, askedAt } }
}

/** Refuses: not_found. */
export const getBankDetails = action(contract.getBankDetails, async ({ tx }, { memberId }) => {
  await findAccountHolder(tx, memberId)
  return findBankDetails(tx, memberId)
})

/** The member whose bank details they are. Refuses: not_found. */
export async function findAccountHolder(
  tx: Tx,
  memberId: MemberId,
): Promise<{ name: string; membershipno: string; phone: string | null }> {
  const found = await tx.maybe<{ name: string; membershipno: string; phone: string | null }>(sql`
    select first_name || ' ' || last_name as name, membershipno, phone from app.member where member_id = ${memberId} and removed_at is null`)
  return found ?? refuse('not_found')
}
