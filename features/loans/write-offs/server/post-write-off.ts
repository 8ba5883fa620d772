import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { EntryId, LoanMovementId, WriteOffId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { journalOfWriteOff } from '#features/loans/loans/rules/write-off.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import {
  saveWrittenOffLoan,
  saveWrittenOffMovement,
} from '#features/loans/running-loans/server/save-written-off-loan.ts'
import type { LockedRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { blockPostings, post, receiptNumber } from '#platform/ledger/ledger.ts'
import { planWriteOff } from './plan-write-off.ts'
import { markPosted } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Posts a write-off that no one has to agree to any more. The schedule and what was repaid stay, so that a reversal leaves the loan that was. */
export async function postWriteOff(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  { id, on, reason }: { id: WriteOffId; on: Day; reason: string },
  { requestId }: Pick<Context, 'requestId'>,
): Promise<void> {
  const accountId = loan.accountId ?? refuse('loan_not_active')
  // What is left of the provision may not be used twice.
  await blockPostings(tx, actor.cooperativeId)
  const plan = await planWriteOff(tx, loan, on)
  const [movementId, entryId] = [newId<LoanMovementId>(), newId<EntryId>()]
  const postings = pairsOf(journalOfWriteOff(plan, { ...plan.accounts, loan: accountId }))
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on, kind: 'write_off', source: { type: 'write_off', id: entryId }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a write-off without an answer')
  saveWrittenOffMovement(tx, actor, loan, {
    id: movementId,
    kind: 'write_off',
    amount: plan.amount,
    on,
    way: null,
    through: null,
    entryId,
    entryNumber: posted.number,
    receiptNumber: receiptNumber(posted),
  })
  await markPosted(tx, actor, id, movementId, plan.fromProvision)
  await saveWrittenOffLoan(tx, actor, loan, { status: 'written_off', writtenOff: plan.amount, recovered: zeroKobo })
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'warning',
      link: '/member/loans',
      message: fill(strings.ofYourLoanWasWritten, {
        amount: moneyText(plan.amount),
        loanConfig: loan.loanConfig,
        reason,
      }),
    },
  ])
}
