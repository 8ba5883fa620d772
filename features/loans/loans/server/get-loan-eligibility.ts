import type { getLoanEligibility as eligibilityContract } from '#features/loans/loans/loan-eligibility.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { refusalMessage } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { eligibilityFor } from '#features/loans/loans/rules/eligibility.ts'
import { chargesInWords } from '#features/loans/loans/rules/product-charges.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findLoansToSettle, runningFrom } from '#features/loans/top-ups/server/find-loans-to-settle.ts'
import { findBorrower, findOffered, whoBorrows } from './queries.ts'

/** How much this member may borrow on each loan that is offered, and how they are with each of its rules. */
export async function getLoanEligibility(
  tx: Tx,
  actor: TenantActor,
  { memberId: asked, loanConfigId, settles: named = [], ...wish }: Parsed<typeof eligibilityContract>,
  { now }: Context,
): Promise<Replied<typeof eligibilityContract>> {
  const today = dayIn(now)
  const memberId = whoBorrows(actor, asked)
  const [borrower, offered, found] = await Promise.all([
    findBorrower(tx, memberId, today, null, named),
    findOffered(tx, loanConfigId),
    findLoansToSettle(tx, memberId, { on: today, named }),
  ])
  const settles = found.filter(({ loanId }) => named.includes(loanId))
  const { name: memberName, savings, free, committed, monthly, netSalary } = borrower
  return {
    memberId,
    memberName,
    savings,
    free,
    committed,
    monthly,
    netSalary,
    running: found.filter(({ state, afterPercent }) => state === 'running' && afterPercent !== null).map(runningFrom),
    loans: offered.map((loan) => {
      const { max, why, isUpTo, rules } = eligibilityFor(borrower, loan, { ...wish, settles }, today)
      const {
        instalmentsMax,
        repaidEvery,
        guarantorsRequired,
        guarantorCoverPercent,
        ownCoverPercent,
        thirdOfSalary,
        fees,
        schedule,
      } = loan.terms
      return {
        loanConfigId: loan.id,
        name: loan.name,
        isDefault: loan.isDefault,
        interestMethod: loan.interestMethod,
        annualRatePercent: loan.annualRatePpm / 10_000,
        rateSteps: loan.rateSteps.map(({ instalments, annualRatePpm }) => ({
          instalments,
          annualRatePercent: annualRatePpm / 10_000,
        })),
        instalmentsMax,
        choosesPrepayment: schedule.prepayment === 'choice',
        repaidEvery,
        guarantorsRequired,
        guarantorCoverPercent,
        ownCoverPercent,
        wantsSalary: thirdOfSalary,
        forGoods: loan.forGoods,
        fees,
        charges: chargesInWords(loan.terms),
        max,
        why,
        isUpTo,
        rules: rules.map(({ reasons, ...rule }) => ({
          ...rule,
          reasons: reasons.map(({ code, detail }) => refusalMessage(code, detail)),
        })),
      }
    }),
  }
}
