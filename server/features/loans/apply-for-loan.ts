import type { applyForLoan as contract } from '#contract/loans.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { LoanId } from '#domain/ids.ts'
import { whyNotBorrow } from '#domain/loans/eligibility.ts'
import { approvalsOfLoan, coverOf, evenParts } from '#domain/loans/loan-terms.ts'
import { moneyText } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { findBorrower, findGuarantors, findOfferedLoan, getLoan, holdBorrower, whoBorrows } from './queries.ts'
import { insertLoan } from './store.ts'

/**
 * Asks for a loan, and its guarantors to stand for it. The application keeps the terms of this moment for ever. Refuses
 * with every rule that it breaks.
 */
export async function applyForLoan(tx: Tx, actor: TenantActor, input: Parsed<typeof contract>, { now }: Context): Promise<Replied<typeof contract>> {
  const memberId = whoBorrows(actor, input.memberId)
  const guarantorIds = input.guarantors ?? []
  const { principal, instalments, netSalary } = input
  const today = dayIn(now)
  await holdBorrower(tx, memberId)
  const [borrower, loan, found] = await Promise.all([findBorrower(tx, memberId, today), findOfferedLoan(tx, input.loanConfigId), findGuarantors(tx, guarantorIds)])
  throwFirst(whyNotBorrow(borrower, loan, { principal, instalments, netSalary, guarantorIds }, today, found))

  // From here on it must succeed.
  const id = newId<LoanId>()
  const amounts = evenParts(coverOf(principal, loan.terms), found.length)
  const guarantors = found.toSorted((one, other) => (one.membershipno < other.membershipno ? -1 : 1)).map((guarantor, index) => ({ ...guarantor, amount: amounts[index] ?? 0n }))
  await insertLoan(tx, actor, {
    id,
    memberId,
    loanConfigId: loan.id,
    principal,
    instalments,
    interestMethod: loan.interestMethod,
    annualRateBasisPoints: loan.annualRateBasisPoints,
    terms: loan.terms,
    approvalsNeeded: approvalsOfLoan(loan.terms.approvalSteps, principal),
    netSalary: netSalary ?? (loan.terms.thirdOfSalary ? borrower.netSalary : null),
    purpose: input.purpose ?? null,
    collateral: input.collateral ?? null,
    guarantors,
  })
  notifyMembers(tx, actor.cooperativeId, guarantors.map((guarantor) => noticeToGuarantor(guarantor, borrower.name, loan.name, principal)))
  return getLoan(tx, actor, { loanId: id }, { now })
}

/** What a guarantor reads when he is asked. */
export function noticeToGuarantor({ memberId, amount }: { memberId: Parameters<typeof notifyMembers>[2][number]['memberId']; amount: bigint }, borrower: string, loan: string, principal: Parameters<typeof moneyText>[0]) {
  const tied = amount > 0n ? ` It would tie up ${moneyText(amount as typeof principal)} of your savings.` : ''
  return { memberId, message: `${borrower} asks you to stand for a ${loan} loan of ${moneyText(principal)}.${tied} Accept or decline it.`, link: '/member/guarantees' as const }
}

/** The first reason carries the others, so that all of them reach the person at once. */
export function throwFirst([first, ...also]: readonly Refusal[]): void {
  if (first) throw new Refusal(first.code, first.detail, also)
}
