import type { LoanId, MemberId, PledgeId } from '#core/ids.ts'
import type { AnswerWay } from '#features/loans/loans/rules/consent.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, update } from '#platform/db/write.ts'

/** `confirmedBy` names the officer who confirmed a signed paper. */
type Answer = {
  loanId: LoanId
  memberId: MemberId
  status: 'accepted' | 'declined'
  way: AnswerWay
  confirmedBy: string | null
  /** The officers who saw the guarantor, where their login was proved in person. */
  seenBy?: string | null
  pledgeId?: PledgeId | null
}

export async function markAnswered(
  tx: Tx,
  { loanId, memberId, status, way, confirmedBy, seenBy = null, pledgeId = null }: Answer,
): Promise<void> {
  const answer = { answeredAt: clockTime, answeredWay: way, confirmedByName: confirmedBy, seenByNames: seenBy }
  await update(tx, 'app.loan_guarantor', { loanId, memberId, status: 'asked' }, { status, ...answer, pledgeId })
}

/** Releases the guarantor in whose place this one guarantees. */
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
