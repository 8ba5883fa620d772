import type { cancelLoan as contract } from '#features/loans/guarantees/loan-guarantors.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { whyNotCancel } from '#features/loans/loans/rules/withdrawal.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { freeGuarantors } from './free-guarantors.ts'
import { lockLoanToUndo } from './lock-loan-to-undo.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { decideLoan } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes back the approval of a loan of which nothing was paid out. Refuses: not_found, own_loan, loan_not_decided, loan_decided, loan_paid_out, loan_handed_over. */
export async function cancelLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { held, ...asked } = await lockLoanToUndo(tx, loanId)
  const wrong = whyNotCancel(asked)
  if (wrong) throw wrong
  const { memberId, memberName, loanConfig, principal } = held
  if (isSelf(actor, memberId)) refuse('own_loan')

  // From here on it must succeed.
  await decideLoan(tx, actor, { loanId, memberId, decision: 'withdrawn', reason })
  const sum = moneyText(principal)
  notifyMembers(
    tx,
    actor.cooperativeId,
    [
      {
        memberId,
        type: 'warning',
        message: fill(strings.yourApprovedLoanOfWas, { loanConfig, sum, reason }),
        link: `/member/loans/${loanId}`,
      },
    ],
    'loan',
  )
  await freeGuarantors(tx, actor, held, fill(strings.theLoanOfOfWas, { loanConfig, sum, memberName }))
  return getLoan(tx, actor, { loanId }, context)
}
