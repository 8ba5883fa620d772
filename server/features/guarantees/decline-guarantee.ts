import type { declineGuarantee as contract } from '#contract/guarantees.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { whyNotAnswer } from '#domain/loans/guarantee.ts'
import { moneyText } from '#domain/money.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdGuarantees } from '#server/features/loans/queries.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { refuseUnlessOwn } from './accept-guarantee.ts'
import { findOwnGuarantee, findStanding, toldOf } from './queries.ts'
import { markDeclined } from './store.ts'

/** The guarantor does not stand for the loan. Refuses: not_found, guarantee_answered, guarantee_not_wanted. */
export async function declineGuarantee(tx: Tx, actor: TenantActor, { loanId, memberId }: Parsed<typeof contract>): Promise<Replied<typeof contract>> {
  const own = refuseUnlessOwn(actor, memberId)
  await holdGuarantees(tx, loanId)
  const { borrowerId, loan, principal, ...asked } = await findOwnGuarantee(tx, loanId)
  const refusal = whyNotAnswer(asked)
  if (refusal) throw refusal

  // From here on it must succeed.
  await markDeclined(tx, loanId, own)
  notifyMembers(tx, actor.cooperativeId, [{ memberId: borrowerId, message: `${actor.name} does not stand for your ${loan} loan of ${moneyText(principal)}. Name somebody else.`, type: 'warning', link: '/member/loans' }])
  const [now, standing] = await Promise.all([findOwnGuarantee(tx, loanId), findStanding(tx, own)])
  return toldOf(now, standing)
}
