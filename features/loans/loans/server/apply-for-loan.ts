import type { applyForLoan as contract } from '#features/loans/loans/loan-applications.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import type { LoanId, MemberId } from '#core/ids.ts'
import { costOf, whyNotBorrow } from '#features/loans/loans/rules/eligibility.ts'
import { whyNotFees } from '#features/loans/loans/rules/fees-to-take.ts'
import { askedFor } from '#features/loans/loans/rules/goods.ts'
import { approvalsOfLoan, coverOf, evenParts } from '#features/loans/loans/rules/loan-terms.ts'
import { chosenTerms } from '#features/loans/loans/rules/schedule-terms.ts'
import type { LoanToSettle } from '#features/loans/loans/rules/top-up.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findOfferedGoods } from '#features/loans/goods/server/queries.ts'
import { saveLoanGoods } from '#features/loans/goods/server/save-loan-goods.ts'
import { findLoansToSettle } from '#features/loans/top-ups/server/find-loans-to-settle.ts'
import { saveSettlements } from '#features/loans/top-ups/server/save-settlements.ts'
import { lockBorrower } from '#features/loans/running-loans/server/queries.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { findBorrower, findGuarantors, findOfferedLoan, whoBorrows } from './queries.ts'
import { insertLoan } from './store.ts'
import { notifyGuarantors } from './notify-guarantors.ts'

/**
 * Asks for a loan, and its guarantors to agree. The application keeps the terms of this moment for ever. Refuses
 * with every rule that it breaks.
 */
export async function applyForLoan(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const memberId = whoBorrows(actor, input.memberId)
  const guarantorIds = input.guarantors ?? []
  const { instalments, netSalary, settles: named = [], goods: asked = [] } = input
  const today = dayIn(now)
  // An officer may bring an application that is older than today.
  if (input.startOn && actor.role === 'member' && input.startOn < today)
    refuse('loan_start_too_early', { field: 'startOn', earliest: dayText(today) })
  await lockBorrower(tx, memberId)
  const [borrower, loan, found, settles, offered] = await Promise.all([
    findBorrower(tx, memberId, today, null, named),
    findOfferedLoan(tx, input.loanConfigId),
    findGuarantors(tx, guarantorIds),
    findNamedToSettle(tx, memberId, named, today),
    findOfferedGoods(
      tx,
      asked.map(({ goodId }) => goodId),
    ),
  ])
  const wanted = askedFor({ product: loan, asked, offered, principal: input.principal, settles: named.length })
  if (wanted instanceof Refusal) throw wanted
  const { principal, goods } = wanted
  const cost = costOf(loan, instalments)
  throwFirst([
    ...whyNotBorrow(borrower, loan, { principal, instalments, netSalary, guarantorIds, settles }, today, found),
    ...whyNotFees({ ...cost, principal, charges: loan.terms }, today),
  ])

  // From here on it must succeed.
  const id = newId<LoanId>()
  const amounts = evenParts(coverOf(principal, loan.terms), found.length)
  const guarantors = found
    .toSorted((one, other) => (one.membershipno < other.membershipno ? -1 : 1))
    .map((guarantor, index) => ({ ...guarantor, amount: amounts[index] ?? 0n }))
  await insertLoan(tx, actor, {
    id,
    memberId,
    loanConfigId: loan.id,
    principal,
    instalments,
    interestMethod: loan.interestMethod,
    annualRatePpm: cost.annualRatePpm,
    terms: { ...loan.terms, schedule: chosenTerms(loan.terms.schedule, input.prepayment) },
    approvalsNeeded: approvalsOfLoan(loan.terms.approvalSteps, principal),
    netSalary: netSalary ?? (loan.terms.thirdOfSalary ? borrower.netSalary : null),
    purpose: input.purpose ?? null,
    wantedOn: input.startOn ?? null,
    collateral: input.collateral ?? null,
    guarantors,
  })
  await saveSettlements(tx, actor, { loanId: id, memberId }, settles)
  await saveLoanGoods(tx, actor, { loanId: id, memberId }, goods)
  notifyGuarantors(tx, actor.cooperativeId, guarantors, { borrower: borrower.name, loan: loan.name, principal })
  return getLoan(tx, actor, { loanId: id }, { now })
}

/** Refuses: top_up_not_running, for what is no running loan of this member. */
async function findNamedToSettle(
  tx: Tx,
  memberId: MemberId,
  named: readonly LoanId[],
  on: Day,
): Promise<LoanToSettle[]> {
  if (named.length === 0) return []
  const found = await findLoansToSettle(tx, memberId, { on, named })
  return named.map(
    (each, index) =>
      found.find(({ loanId, state }) => loanId === each && state === 'running') ??
      refuse('top_up_not_running', { field: `settles.${index}` }),
  )
}

/** The first reason carries the others, so that all of them reach the person at once. */
export function throwFirst([first, ...also]: readonly Refusal[]): void {
  if (first) throw new Refusal(first.code, first.detail, also)
}
