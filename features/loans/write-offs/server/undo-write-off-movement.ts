import type { TenantActor } from '#core/actor.ts'
import type { StoredMovement } from '#features/loans/loans/rules/running-loan.ts'
import { kobo, moneyText, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { saveWrittenOffLoan } from '#features/loans/running-loans/server/save-written-off-loan.ts'
import { reverseEntry } from '#features/loans/running-loans/server/reverse-entry.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import type { LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { markUndone } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Takes a write-off back, which leaves the loan that was, or a payment on a written-off loan. Refuses: write_off_recovered_on,
 * pledge_not_renewable.
 */
export async function undoWriteOffMovement(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  movement: StoredMovement,
  reason: string,
  context: Context,
): Promise<void> {
  const isWriteOff = movement.kind === 'write_off'
  if (isWriteOff && loan.recovered > 0n) refuse('write_off_recovered_on')

  // From here on it must succeed.
  await reverseEntry(tx, actor, movement, reason, context)
  if (isWriteOff) {
    await markUndone(tx, actor, movement.id, reason)
    await saveWrittenOffLoan(tx, actor, loan, { status: 'active', writtenOff: zeroKobo, recovered: zeroKobo })
  } else
    await saveWrittenOffLoan(tx, actor, loan, {
      status: 'written_off',
      writtenOff: loan.writtenOff,
      recovered: kobo(loan.recovered - movement.amount),
    })
  const { loanConfig } = loan
  const message = isWriteOff
    ? fill(strings.theWriteOffWasTakenBack, { loanConfig, reason })
    : fill(strings.onYourLoanWasReversed, { amount: moneyText(movement.amount), loanConfig, reason })
  notifyMembers(tx, actor.cooperativeId, [{ memberId: loan.memberId, message, type: 'warning', link: '/member/loans' }])
}
