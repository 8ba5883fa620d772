import type { LoanId, MemberId, PledgeId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function markAccepted(tx: Tx, loanId: LoanId, memberId: MemberId, pledgeId: PledgeId | null): Promise<void> {
  await tx.run(sql`
    update app.loan_guarantor set status = 'accepted', answered_at = clock_timestamp(), pledge_id = ${pledgeId}
    where loan_id = ${loanId} and member_id = ${memberId} and status = 'asked'`)
}

export async function markDeclined(tx: Tx, loanId: LoanId, memberId: MemberId): Promise<void> {
  await tx.run(sql`
    update app.loan_guarantor set status = 'declined', answered_at = clock_timestamp() where loan_id = ${loanId} and member_id = ${memberId} and status = 'asked'`)
}

/** Whom the member of this session replaces, stands no more. */
export async function stepIn(tx: Tx, loanId: LoanId): Promise<void> {
  await tx.run(sql`select app.step_in(${loanId})`)
}
