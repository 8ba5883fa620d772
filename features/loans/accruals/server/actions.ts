import { dayText } from '#core/calendar.ts'
import type { LoanAccrualId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/loans/accruals/contract.ts'
import { findLastEntry } from '#features/savings/interest/server/reads.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { lockBooksComputed } from '#platform/ledger/ledger.ts'
import { calculateAccrual, refuseDay } from './reads.ts'
import { insertAccrual } from './writes.ts'

const accrualChanged = refusal(
  'accrual_changed',
  409,
  'The loans or deposits have changed since you looked: {receivable} on loans is earned and not paid now, {inAdvance} paid and not earned, and deposits have earned {payable}. Look at the list again.',
)
const accrualUnchanged = refusal(
  'accrual_unchanged',
  409,
  'The books say already what was earned by {on}, so there is nothing to post.',
)

/**
 * Computes interest on loans and deposits once more and posts by how much it changed, or lets that wait where journals need approval.
 * What is posted is what the books say at this moment (`lockBooksComputed`). Refuses: accrual_day_wrong, accrual_changed, accrual_unchanged, chart_account_missing, and what any journal refuses.
 */
export const postLoanAccrual = action(
  contract.postLoanAccrual,
  async ({ tx, actor, today, context }, { on, ...looked }) => {
    const calculated = await lockBooksComputed(tx, actor.cooperativeId, async () => {
      await refuseDay(tx, on, today)
      return calculateAccrual(tx, on)
    })
    // An accrual that waits for approval has no entry yet, and is in the way all the same.
    await refuseDay(tx, on, today)
    const { journal, payable, ...kept } = calculated
    const { receivable, inAdvance } = kept.totals
    if (receivable !== looked.receivable || inAdvance !== looked.inAdvance || payable !== looked.payable)
      refuse(
        accrualChanged({
          field: 'receivable',
          receivable: moneyText(receivable),
          inAdvance: moneyText(inAdvance),
          payable: moneyText(payable),
        }),
      )
    if (journal.length === 0) refuse(accrualUnchanged({ field: 'on', on: dayText(on) }))

    const seenTo = await findLastEntry(tx)
    const accrualId = newId<LoanAccrualId>()
    const posted = await recordJournal(
      tx,
      actor,
      { type: 'journal', occurredOn: on, description: `Interest earned by ${dayText(on)}`, lines: journal },
      context,
    )
    await insertAccrual(tx, actor, { ...kept, accrualId, transactionId: posted.id, on, payable, seenTo })
    return { accrualId, status: posted.status, entryNumber: posted.entryNumber, receiptNumber: posted.receiptNumber }
  },
)
