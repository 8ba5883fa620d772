import type { approveLoan as contract } from '#contract/loans.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { whyNotBorrow } from '#domain/loans/loan.ts'
import { refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { throwFirst } from './apply-for-loan.ts'
import { findBorrower, findGuarantors, findTerms, getLoan, type HeldLoan, holdBorrower, holdLoan } from './queries.ts'
import { decideLoan } from './store.ts'

/**
 * Approves an application. The rules are asked again, because savings and members change while it waits; only that its
 * loan configuration was retired meanwhile is no reason. Refuses: loan_decided, own_loan, and what applying refuses.
 */
export async function approveLoan(tx: Tx, actor: TenantActor, { loanId }: Parsed<typeof contract>, { now }: Context): Promise<Replied<typeof contract>> {
  const held = await holdLoan(tx, loanId)
  refuseUnlessSubmitted(actor, held)
  const { memberId, principal, instalments, guarantorIds } = held
  await holdBorrower(tx, memberId)
  const [{ borrower, rules }, terms, guarantors] = await Promise.all([findBorrower(tx, memberId, loanId), findTerms(tx, held.loanConfigId), findGuarantors(tx, guarantorIds)])
  throwFirst(whyNotBorrow({ borrower, terms: { ...terms, isRetired: false }, rules, guarantors }, { principal, instalments, guarantorIds }, dayIn(now)))

  // From here on it must succeed.
  await decideLoan(tx, actor, { loanId, memberId, decision: 'approved', reason: null })
  return getLoan(tx, actor, { loanId }, { now })
}

/** Only an application that waits can be decided, and by nobody about his own. */
export function refuseUnlessSubmitted(actor: TenantActor, { status, memberId, decidedBy }: HeldLoan): void {
  if (status !== 'submitted') refuse('loan_decided', { status: status.replace('_', ' '), by: decidedBy ?? undefined })
  if (actor.memberId === memberId) refuse('own_loan')
}
