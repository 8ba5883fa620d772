import type { getLoanReview as contract } from '#features/loans/loans/loan-review.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { refusalMessage } from '#core/contract/refusals.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn } from '#core/calendar.ts'
import { eligibilityFor } from '#features/loans/loans/rules/eligibility.ts'
import { zeroKobo } from '#core/money.ts'
import { askOf } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { guaranteesOf } from '#features/loans/details/server/queries.ts'
import { findStandings } from '#features/loans/guarantees/server/queries.ts'
import { getMember } from '#features/members/members/server/reads.ts'
import { findLoansToSettle } from '#features/loans/top-ups/server/find-loans-to-settle.ts'
import { findNamed } from '#features/loans/top-ups/server/queries.ts'
import { findApplication } from '#features/loans/running-loans/server/queries.ts'
import { findBorrower, findGuarantors, listMemberLoans } from './queries.ts'

const otherLoansMax = 20

/** Everything on which a decision about an application rests, read at one moment and locked for no one. Refuses: not_found. */
export async function getLoanReview(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(context.now)
  const [loan, named] = await Promise.all([findApplication(tx, loanId), findNamed(tx, loanId)])
  const { memberId, principal, instalments, netSalary, guarantors } = loan
  const guarantorIds = guarantors.map((guarantor) => guarantor.memberId)
  const [member, borrower, found, running, standings, others] = await Promise.all([
    getMember(askOf(tx, actor, context), { id: memberId }),
    findBorrower(tx, memberId, today, loanId, named),
    findGuarantors(tx, guarantorIds),
    named.length === 0 ? [] : findLoansToSettle(tx, memberId, { on: today, named, by: loanId }),
    findStandings(tx, guarantorIds),
    listMemberLoans(tx, actor, { memberId, page: 1, limit: otherLoansMax + 1 }, context),
  ])
  const settles = running.filter((each) => named.includes(each.loanId))
  const asked = { ...loan, id: loan.loanConfigId, name: loan.loanConfig, isRetired: false, rateSteps: [] }
  const { rules } = eligibilityFor(
    borrower,
    asked,
    {
      ...{ principal, instalments, netSalary: netSalary ?? undefined, guarantorIds, settles },
      guarantees: guaranteesOf(principal, loan.terms, guarantors),
    },
    today,
    found,
  )
  return {
    borrower: {
      joinedOn: member.registrationDate,
      savings: member.savings,
      shares: member.shares,
      fixedDeposits: member.fixedDeposits,
      monthlyContribution: member.monthlyContributions,
      netSalary,
      loans: member.loans,
      contributionArrears: member.arrears.contributions,
      loanArrears: member.arrears.loans,
    },
    rules: rules.map(({ reasons, ...rule }) => ({
      ...rule,
      reasons: reasons.map(({ code, detail }) => refusalMessage(code, detail)),
    })),
    guarantors: guarantors.map(({ memberId: guarantorId, name, status, amount }) => {
      const standing = standings.find((each) => each.memberId === guarantorId)
      return {
        memberId: guarantorId,
        name,
        membershipno: found.find((each) => each.memberId === guarantorId)?.membershipno ?? '',
        status,
        pledge: amount,
        available: standing?.capacity ?? zeroKobo,
        owes: standing?.owes ?? zeroKobo,
      }
    }),
    loans: others.rows
      .filter(({ id }) => id !== loanId)
      .slice(0, otherLoansMax)
      .map(({ id, loanConfig, status, principal: sum, outstanding, overdue, submittedAt }) => ({
        id,
        loanConfig,
        status,
        principal: sum,
        outstanding,
        overdue,
        appliedAt: submittedAt,
      })),
  }
}
