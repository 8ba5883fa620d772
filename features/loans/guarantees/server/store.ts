import type { LoanId, MemberId, PledgeId } from '#core/ids.ts'
import type { AnswerWay } from '#features/loans/loans/rules/consent.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** `confirmedBy` names the officer who confirmed a signed paper. */
export type Answer = {
  loanId: LoanId
  memberId: MemberId
  answer: 'accepted' | 'declined'
  way: AnswerWay
  confirmedBy: string | null
  /** The officers who saw the guarantor, where their login was proved in person. */
  seenBy?: string | null
  pledgeId: PledgeId | null
}

export async function markAnswered(
  tx: Tx,
  { loanId, memberId, answer, way, confirmedBy, seenBy = null, pledgeId }: Answer,
): Promise<void> {
  await tx.run(sql`
    update app.loan_guarantor set status = ${answer}, answered_at = clock_timestamp(), answered_way = ${way}, confirmed_by_name = ${confirmedBy}, seen_by_names = ${seenBy}, pledge_id = ${pledgeId}
    where loan_id = ${loanId} and member_id = ${memberId} and status = 'asked'`)
}

/** Releases the guarantor in whose place this one steps. */
export async function replaceGuarantor(tx: Tx, loanId: LoanId, memberId: MemberId): Promise<void> {
  await tx.run(sql`select app.replace_guarantor(${loanId}, ${memberId})`)
}

/** By SMS and email, whatever they chose for other messages. */
export function sendToGuarantor(
  tx: Tx,
  { memberId, message }: { memberId: MemberId; message: string },
  subject: string,
): void {
  tx.send(sql`select app.notify_guarantors(array[${memberId}]::uuid[], array[${message}]::text[], ${subject})`)
}
