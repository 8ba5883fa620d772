import type { acceptGuarantee as contract } from '#contract/guarantees.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { MemberId } from '#domain/ids.ts'
import { kobo, moneyText } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { holdBorrower, holdGuarantees } from '#server/features/loans/queries.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { pledgeForLoan } from '#server/features/pledges/pledge-for-loan.ts'
import { renewPledges } from '#server/features/pledges/renew-pledges.ts'
import { findOwnGuarantee, findStanding, toHoldOf, toldOf, whyNot } from './queries.ts'
import { markAccepted, stepIn } from './store.ts'

/**
 * The guarantor agrees: his part is pledged on his usual savings account, and whom he replaces is free. Held against his
 * other movements and guarantees, so that no kobo stands twice. Refuses: not_found, guarantee_answered,
 * guarantee_not_wanted, guarantor_may_not_stand, guarantor_indebted, guarantee_above_free.
 */
export async function acceptGuarantee(tx: Tx, actor: TenantActor, { loanId, memberId }: Parsed<typeof contract>): Promise<Replied<typeof contract>> {
  const own = refuseUnlessOwn(actor, memberId)
  await holdGuarantees(tx, loanId)
  await holdBorrower(tx, own)
  const [guarantee, standing] = await Promise.all([findOwnGuarantee(tx, loanId), findStanding(tx, own)])
  const refusal = whyNot(guarantee, standing)
  if (refusal) throw refusal
  const { amount, principal, loan, borrower, alreadyHeld } = guarantee
  const { accountId, accountTypeId } = standing

  // From here on it must succeed.
  const needed = toHoldOf(guarantee)
  const held = kobo(needed > alreadyHeld ? needed - alreadyHeld : 0n)
  const pledge = needed > 0n && accountId !== null && { memberId: own, accountTypeId, accountId, amount, held, purpose: 'guarantee' as const, subjectId: loanId, reason: `Stands for the ${loan} loan of ${borrower}` }
  await markAccepted(tx, loanId, own, pledge ? await pledgeForLoan(tx, actor, pledge) : null)
  await stepIn(tx, loanId)
  await renewPledges(tx, actor, [loanId])
  notifyMembers(tx, actor.cooperativeId, [{ memberId: guarantee.borrowerId, message: `${actor.name} stands for your ${loan} loan of ${moneyText(principal)}.`, type: 'success', link: '/member/loans' }])
  const [now, left] = await Promise.all([findOwnGuarantee(tx, loanId), findStanding(tx, own)])
  return toldOf(now, left)
}

/** Nobody answers for somebody else: another's question is as missing as one that never was. */
export function refuseUnlessOwn(actor: TenantActor, memberId: MemberId): MemberId {
  return actor.role === 'member' && actor.memberId === memberId ? memberId : refuse('not_found')
}
