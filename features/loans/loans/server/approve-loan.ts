import type { approveLoan as contract } from '#features/loans/loans/loan-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { whyNotBorrow } from '#features/loans/loans/rules/eligibility.ts'
import { partOf } from '#features/loans/loans/rules/loan-terms.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { saveMinute, refuseUnlessMet } from '#features/loans/minutes/server/save-minute.ts'
import { findLoansToSettle } from '#features/loans/top-ups/server/find-loans-to-settle.ts'
import { findNamed } from '#features/loans/top-ups/server/queries.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { type LockedLoan, lockBorrower, lockLoan } from '#features/loans/running-loans/server/queries.ts'
import { outcomeOf } from '#features/loans/loans/rules/loan.ts'
import { throwFirst } from './apply-for-loan.ts'
import { pledgeOwn } from './pledge-own.ts'
import { guaranteesOf, getLoan, whyNotAgreedByPayer } from '#features/loans/details/server/queries.ts'
import { findBorrower, findGuarantors } from './queries.ts'
import { decideLoan } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Approves an application, with the last approval that it takes. The rules it was made under are asked again, because
 * savings and members change while it waits, and its guarantors must have accepted. Refuses: loan_decided, own_loan, loan_approved_by_payer,
 * maker_is_not_checker, approved_already, guarantors_not_agreed, guarantors_cover_too_little, a meeting that was not held, and what applying refuses.
 */
export async function approveLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, ...minute }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  const held = await lockLoan(tx, loanId)
  refuseUnlessSubmitted(held)
  await refuseOwnDecision(tx, actor, 'loan', loanId, 'own_loan')
  const alone = await whyNotAgreedByPayer(tx, actor, loanId)
  if (alone) throw alone
  await refuseUnlessMet(tx, minute, { now })
  const { memberId, principal, instalments, netSalary, terms, guarantors } = held
  const today = dayIn(now)
  await lockBorrower(tx, memberId)
  const guarantorIds = guarantors.map((guarantor) => guarantor.memberId)
  const named = await findNamed(tx, loanId)
  const [borrower, found, running] = await Promise.all([
    findBorrower(tx, memberId, today, loanId, named),
    findGuarantors(tx, guarantorIds),
    named.length === 0 ? [] : findLoansToSettle(tx, memberId, { on: today, named, by: loanId }),
  ])
  const settles = running.filter((each) => named.includes(each.loanId))
  const loan = { ...held, id: held.loanConfigId, name: held.loanConfig, isRetired: false, rateSteps: [] }
  throwFirst([
    ...whyNotBorrow(
      borrower,
      loan,
      {
        ...{ principal, instalments, netSalary: netSalary ?? undefined, guarantorIds, settles },
        guarantees: guaranteesOf(principal, terms, guarantors),
      },
      today,
      found,
    ),
  ])

  // From here on it must succeed.
  await saveMinute(tx, actor, held, 'approved', minute)
  if (await giveApproval(tx, actor, 'loan', loanId)) {
    await decideLoan(tx, actor, { loanId, memberId, decision: 'approved', reason: null })
    notifyMembers(
      tx,
      actor.cooperativeId,
      [
        {
          memberId,
          type: 'success',
          message: fill(strings.yourLoanOfWasApproved, {
            loanConfig: held.loanConfig,
            principal: moneyText(principal),
          }),
          link: `/member/loans/${loanId}`,
        },
      ],
      'loan',
    )
    await pledgeOwn(tx, actor, held, partOf(principal, terms.ownCoverPercent))
  }
  return getLoan(tx, actor, { loanId }, { now })
}

/** Only an application that waits can be decided. */
export function refuseUnlessSubmitted({ status, decidedBy }: LockedLoan): void {
  if (status !== 'submitted') refuse('loan_decided', { status: outcomeOf(status), by: decidedBy ?? undefined })
}
