import type { postLoanAccrual as contract } from '#features/loans/accruals/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { dayIn, dayText } from '#core/calendar.ts'
import type { LoanAccrualId } from '#core/ids.ts'
import { moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findLastEntry } from '#features/savings/interest/server/reads.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { lockBooksComputed } from '#platform/ledger/ledger.ts'
import { refuseDay } from './preview-loan-accrual.ts'
import { calculateAccrual } from './calculate-accrual.ts'
import { insertAccrual } from './store.ts'

/**
 * Computes interest on loans and deposits once more and posts by how much it changed, or lets that wait where journals need approval.
 * What is posted is what the books say at this moment (`lockBooksComputed`). Refuses: accrual_day_wrong, accrual_changed, accrual_unchanged, chart_account_missing, and what any journal refuses.
 */
export async function postLoanAccrual(
  tx: Tx,
  actor: TenantActor,
  { on, ...looked }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(context.now)
  const calculated = await lockBooksComputed(tx, actor.cooperativeId, async () => {
    await refuseDay(tx, on, today)
    return calculateAccrual(tx, on)
  })
  // An accrual that waits for approval has no entry yet, and is in the way all the same.
  await refuseDay(tx, on, today)
  const { journal, payable, ...kept } = calculated
  const { receivable, inAdvance } = kept.totals
  if (receivable !== looked.receivable || inAdvance !== looked.inAdvance || payable !== looked.payable)
    refuse('accrual_changed', {
      field: 'receivable',
      receivable: moneyText(receivable),
      inAdvance: moneyText(inAdvance),
      payable: moneyText(payable),
    })
  if (journal.length === 0) refuse('accrual_unchanged', { field: 'on', on: dayText(on) })

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
}
