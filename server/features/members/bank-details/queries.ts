import type { getBankDetails as contract } from '#contract/members/bank-details.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { MemberId } from '#domain/ids.ts'
import { fitsBank } from '#domain/members/members/bank-details.ts'
import { refuse } from '#domain/refusal.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

type Row = Omit<NonNullable<Replied<typeof contract>>, 'fitsBank'>

/** Where a member is paid; null until it is known. */
export async function findBankDetails(tx: Tx, memberId: MemberId): Promise<Replied<typeof contract>> {
  const row = await tx.maybe<Row>(sql`
    select bank_name as "bankName", account_number as "accountNumber", account_name as "accountName", changed_at as "changedAt", changed_by_name as "changedBy"
    from app.member_bank_details where member_id = ${memberId}`)
  return row ? { ...row, fitsBank: fitsBank(row) } : null
}

export async function getBankDetails(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await findAccountHolder(tx, memberId)
  return findBankDetails(tx, memberId)
}

/** The member whose bank details they are. Refuses: not_found. */
export async function findAccountHolder(
  tx: Tx,
  memberId: MemberId,
): Promise<{ name: string; membershipno: string; phone: string | null }> {
  const found = await tx.maybe<{ name: string; membershipno: string; phone: string | null }>(sql`
    select first_name || ' ' || last_name as name, membershipno, phone from app.member where member_id = ${memberId} and removed_at is null`)
  return found ?? refuse('not_found')
}
