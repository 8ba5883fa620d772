import type { applyForLoan as contract } from '#contract/loans.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { LoanId } from '#domain/ids.ts'
import { whyNotBorrow } from '#domain/loans/loan.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { findBorrower, findGuarantors, findTerms, getLoan, holdBorrower, whoBorrows } from './queries.ts'
import { insertLoan } from './store.ts'

/** Asks for a loan. Refuses with every rule that the application breaks. */
export async function applyForLoan(tx: Tx, actor: TenantActor, input: Parsed<typeof contract>, { now }: Context): Promise<Replied<typeof contract>> {
  const memberId = whoBorrows(actor, input.memberId)
  const guarantorIds = input.guarantors ?? []
  await holdBorrower(tx, memberId)
  const [{ borrower, rules }, terms, guarantors] = await Promise.all([findBorrower(tx, memberId), findTerms(tx, input.loanConfigId), findGuarantors(tx, guarantorIds)])
  throwFirst(whyNotBorrow({ borrower, terms, rules, guarantors }, { principal: input.principal, instalments: input.instalments, guarantorIds }, dayIn(now)))

  // From here on it must succeed.
  const id = newId<LoanId>()
  await insertLoan(tx, actor, {
    id,
    memberId,
    loanConfigId: terms.id,
    principal: input.principal,
    instalments: input.instalments,
    interestMethod: terms.interestMethod,
    annualRateBasisPoints: terms.annualRateBasisPoints,
    purpose: input.purpose ?? null,
    collateral: input.collateral ?? null,
    guarantors,
  })
  return getLoan(tx, actor, { loanId: id }, { now })
}

/** The first reason carries the others, so that all of them reach the person at once. */
export function throwFirst([first, ...also]: readonly Refusal[]): void {
  if (first) throw new Refusal(first.code, first.detail, also)
}
