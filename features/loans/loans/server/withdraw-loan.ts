import type { withdrawLoan as contract } from '#features/loans/guarantees/loan-guarantors.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { whyNotWithdraw } from '#features/loans/loans/rules/withdrawal.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyOfficers } from '#features/access/notifications/server/notify-members.ts'
import { freeGuarantors } from './free-guarantors.ts'
import { lockLoanToUndo } from './lock-loan-to-undo.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { decideLoan, markWithdrawn } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Takes an application back for its borrower, until money or goods go out. An officer does it for them while no one has decided, and cancels it after. Refuses: not_found, loan_decided, loan_paid_out, loan_handed_over. */
export async function withdrawLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const { held, ...asked } = await lockLoanToUndo(tx, loanId)
  const wrong = whyNotWithdraw(asked)
  if (wrong) throw wrong
  const { status, memberId, memberName, loanConfig, principal, decidedBy } = held
  if (status === 'approved' && actor.role !== 'member') refuse('loan_decided', { status, by: decidedBy ?? undefined })

  // From here on it must succeed.
  if (status === 'approved') {
    await decideLoan(tx, actor, { loanId, memberId, decision: 'withdrawn', reason: null })
    notifyOfficers(tx, actor.cooperativeId, {
      message: fill(strings.withdrewTheApprovedLoanOf, { memberName, loanConfig, principal: moneyText(principal) }),
      link: `/coop/loan-management/${loanId}`,
    })
  } else {
    await markWithdrawn(tx, loanId)
  }
  await freeGuarantors(
    tx,
    actor,
    held,
    fill(strings.tookBackTheLoanOf, { memberName, loanConfig, principal: moneyText(principal) }),
  )
  return getLoan(tx, actor, { loanId }, context)
}
