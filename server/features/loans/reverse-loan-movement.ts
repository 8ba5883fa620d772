import type { reverseLoanMovement as contract } from '#contract/loans.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { EntryId, LoanMovementId } from '#domain/ids.ts'
import { entry } from '#domain/ledger/entry.ts'
import { pairsOf } from '#domain/ledger/journal.ts'
import { changeBetween, changeUndone, changeWithout, isNoChange, journalOf, type LoanChange, nothingLent, runningLoan, eventsOf, type KeptMovement, planOfLoan } from '#domain/loans/running-loan.ts'
import { moneyText, zeroKobo } from '#domain/money.ts'
import { Refusal, refuse } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { notifyMembers } from '#server/features/notifications/notify-members.ts'
import { findShortfall } from '#server/features/transactions/queries.ts'
import { undoLoanMovement } from '#server/features/transactions/undo-loan-movement.ts'
import { post, receiptNumber, reverse } from '#server/ledger/ledger.ts'
import { keepLoans } from './move-loan.ts'
import { insertMovements, markMovementsReversed, markPartsReversed } from './store.ts'
import { holdRunningLoan } from './hold-running-loan.ts'
import { getLoan, findSocietyAccounts, type HeldRunningLoan } from './queries.ts'

/**
 * Undoes a movement by the reversal of its entry. Where other repayments are then used for other parts, a second entry
 * moves those. Refuses: not_found, loan_movement_deducted, loan_movement_reversed, own_loan, loan_has_repayments, reversal_below_floor.
 */
export async function reverseLoanMovement(tx: Tx, actor: TenantActor, { loanId, movementId, reason }: Parsed<typeof contract>, context: Context): Promise<Replied<typeof contract>> {
  const held = await holdRunningLoan(tx, loanId)
  const movement = held.movements.find(({ id, kind }) => id === movementId && kind !== 'reallocation') ?? refuse('not_found')
  if (movement.way === 'deduction') refuse('loan_movement_deducted')
  if (movement.status === 'reversed') refuse('loan_movement_reversed', { by: movement.reversedBy ?? '' })
  if (actor.memberId === held.memberId) refuse('own_loan')
  const left = held.movements.filter(({ id }) => id !== movementId)
  if (movement.kind === 'disbursement' && eventsOf(left).repayments.length > 0) refuse('loan_has_repayments')
  const short = movement.way === 'savings' ? await findShortfall(tx, movement.entryId) : undefined
  if (short) refuse('reversal_below_floor', { name: short.name, free: moneyText(short.free) })
  const events = eventsOf(left)
  const after = events.disbursements.length === 0 ? nothingLent : runningLoan(planOfLoan(held), events)
  if (after instanceof Refusal) throw after

  // From here on it must succeed.
  await reverseEntry(tx, actor, movement, reason, context)
  const guarantors = movement.way === 'recovery' ? await markPartsReversed(tx, movement.id) : []
  const further = changeWithout(changeBetween(held.before, after), changeUndone(movement))
  if (!isNoChange(further)) await reallocate(tx, actor, held, further, context)
  await keepLoans(tx, actor, [{ loan: held, after, accountId: held.accountId ?? refuse('not_found') }])
  notifyMembers(tx, actor.cooperativeId, [
    { memberId: held.memberId, message: `${moneyText(movement.amount)} on your ${held.loanConfig} loan was reversed: ${reason}`, type: 'warning', link: '/member/loans' },
    ...guarantors.map(({ memberId, amount }) => ({
      memberId, message: `${moneyText(amount)} is back on your savings: its recovery for the ${held.loanConfig} loan of ${held.memberName} was reversed. Reason: ${reason}`, type: 'success' as const, link: '/member/guarantees' as const,
    })),
  ])
  return getLoan(tx, actor, { loanId }, context)
}

async function reverseEntry(tx: Tx, actor: TenantActor, { id, entryId }: KeptMovement, reason: string, { now, requestId }: Context): Promise<void> {
  const posted = await reverse(tx, actor.cooperativeId, entryId, { on: dayIn(now), actorId: actor.loginId, requestId })
  await markMovementsReversed(tx, actor, [id], reason, posted.number)
  await undoLoanMovement(tx, actor, entryId, reason, posted)
}

async function reallocate(tx: Tx, actor: TenantActor, held: HeldRunningLoan, change: LoanChange, { now, requestId }: Context): Promise<void> {
  const society = await findSocietyAccounts(tx, held)
  const entryId = newId<EntryId>()
  const on = dayIn(now)
  const postings = pairsOf(journalOf('reallocation', zeroKobo, undefined, change, { ...society, loan: held.accountId ?? refuse('not_found') }))
  const [posted] = await post(tx, actor.cooperativeId, [
    { entry: entry({ id: entryId, on, kind: 'reallocation', source: { type: 'reallocation', id: entryId }, postings }), actorId: actor.loginId, requestId },
  ])
  if (!posted) throw new Error('The ledger left a reallocation without an answer')
  insertMovements(tx, actor, [
    { loan: held, id: newId<LoanMovementId>(), kind: 'reallocation', amount: zeroKobo, on, way: null, through: null, ...change, entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) },
  ])
}
