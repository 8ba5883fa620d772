import type { rejectLoan as contract } from '#features/loans/loans/loan-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { saveMinute, refuseUnlessMet } from '#features/loans/minutes/server/save-minute.ts'
import { renewPledges } from '#features/savings/pledges/server/actions.ts'
import { lockLoan } from '#features/loans/running-loans/server/queries.ts'
import { refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { refuseUnlessSubmitted } from './approve-loan.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { decideLoan } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Turns an application down; its guarantors are free again, and the borrower is told why. Refuses: loan_decided, own_loan, meeting_cancelled, meeting_not_yet. */
export async function rejectLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, reason, ...named }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const held = await lockLoan(tx, loanId)
  refuseUnlessSubmitted(held)
  await refuseOwnDecision(tx, actor, 'loan', loanId, 'own_loan')
  await refuseUnlessMet(tx, named, context)

  // From here on it must succeed.
  await decideLoan(tx, actor, { loanId, memberId: held.memberId, decision: 'rejected', reason })
  notifyMembers(
    tx,
    actor.cooperativeId,
    [
      {
        memberId: held.memberId,
        type: 'warning',
        message: fill(strings.yourApplicationForALoan, {
          loanConfig: held.loanConfig,
          principal: moneyText(held.principal),
          reason,
        }),
        link: `/member/loans/${loanId}`,
      },
    ],
    'loan',
  )
  await saveMinute(tx, actor, held, 'rejected', named)
  await renewPledges(tx, actor, [loanId])
  return getLoan(tx, actor, { loanId }, context)
}
