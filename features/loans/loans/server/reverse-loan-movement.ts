import type { reverseLoanMovement as contract } from '#features/loans/loans/loan-money.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { dayText } from '#core/calendar.ts'
import {
  furtherChange,
  nothingLent,
  runningLoan,
  eventsOf,
  type StoredMovement,
  planOfLoan,
  rebateOfOther,
} from '#features/loans/loans/rules/running-loan.ts'
import { moneyText } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { isDelivered } from '#features/loans/goods/server/queries.ts'
import { refuseOfFormer } from '#features/members/members/server/reads.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { findShortfall } from '#features/savings/transactions/server/reads.ts'
import { refuseKept } from '#features/savings/transactions/server/actions.ts'
import { undoWriteOffMovement } from '#features/loans/write-offs/server/undo-write-off-movement.ts'
import { findNewLoanOf, lockWithSettled } from '#features/loans/top-ups/server/queries.ts'
import { unsettleWith } from '#features/loans/top-ups/server/unsettle-with.ts'
import { reallocateLoan } from '#features/loans/running-loans/server/reallocate-loan.ts'
import { reverseEntry } from '#features/loans/running-loans/server/reverse-entry.ts'
import { markPartsReversed } from './store.ts'
import { lockRunningLoan } from '#features/loans/running-loans/server/lock-running-loan.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { findRunningLoan } from '#features/loans/running-loans/server/queries.ts'
import { getLoan } from '#features/loans/details/server/queries.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Undoes a movement by the reversal of its entry. Where other repayments are then used for other parts, a second entry
 * moves those. Refuses: not_found, loan_movement_deducted, loan_movement_of_opening, loan_movement_of_top_up, loan_movement_of_leaving, loan_movement_is_rebate, loan_settled_with_rebate, member_has_left, merged_record_bound, loan_movement_reversed, own_loan, loan_has_repayments, loan_fees_first_part, goods_with_borrower, loan_rescheduled,
 * loan_written_off, write_off_recovered_on, reversal_below_floor.
 */
export async function reverseLoanMovement(
  tx: Tx,
  actor: TenantActor,
  { loanId, movementId, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  const named = await lockWithSettled(tx, loanId)
  const held = await lockRunningLoan(tx, loanId)
  const movement =
    held.movements.find(({ id, kind }) => id === movementId && kind !== 'reallocation') ?? refuse('not_found')
  if (movement.way === 'deduction') refuse('loan_movement_deducted')
  if (movement.way === 'opening') refuse('loan_movement_of_opening')
  if (movement.status === 'reversed') refuse('loan_movement_reversed', { by: movement.reversedBy ?? '' })
  if (movement.way === 'leaving') refuse('loan_movement_of_leaving')
  await refuseOfFormer(tx, [held.memberId], true)
  if (movement.way === 'top_up') refuse('loan_movement_of_top_up', await findNewLoanOf(tx, movement.entryId))
  if (isSelf(actor, held.memberId)) refuse('own_loan')
  await refuseKept(tx, movement.entryId)
  if (movement.kind === 'write_off' || movement.kind === 'recovered') {
    await undoWriteOffMovement(tx, actor, held, movement, reason, context)
    return getLoan(tx, actor, { loanId }, context)
  }
  if (held.status === 'written_off') refuse('loan_written_off')
  // A payment and the rebate that it earned are one voucher.
  const undone = held.movements.filter(({ entryId, status }) => entryId === movement.entryId && status === 'posted')
  if (movement.way === 'rebate' && undone.length > 1) refuse('loan_movement_is_rebate')
  const rebate = rebateOfOther(held.movements, movement.entryId)
  if (rebate) refuse('loan_settled_with_rebate', { on: rebate.occurredOn })
  const left = held.movements.filter((each) => !undone.includes(each))
  if (movement.kind === 'disbursement' && held.restarts.length > 0) refuse('loan_rescheduled')
  if (movement.kind === 'disbursement' && eventsOf(left).repayments.length > 0) refuse('loan_has_repayments')
  if (movement.feesDeducted > 0n && eventsOf(left).disbursements.length > 0) refuse('loan_fees_first_part')
  if (movement.kind === 'disbursement' && eventsOf(left).disbursements.length === 0 && (await isDelivered(tx, loanId)))
    refuse('goods_with_borrower')
  const settled = await unsettleWith(tx, movement.kind === 'disbursement' ? named : [], movement.entryId)
  const short = movement.way === 'savings' ? await findShortfall(tx, movement.entryId) : undefined
  if (short)
    refuse('reversal_below_floor', { name: short.name, free: moneyText(short.free), missing: moneyText(short.missing) })
  const events = eventsOf(left)
  const after = events.disbursements.length === 0 ? nothingLent : runningLoan(planOfLoan(held), events)
  if (after instanceof Refusal) throw after

  // From here on it must succeed.
  await reverseEntry(tx, actor, movement, reason, context, [
    ...undone.filter((each) => each !== movement),
    ...settled.flatMap((each) => each.undone),
  ])
  const guarantors = movement.way === 'recovery' ? await markPartsReversed(tx, movement.id) : []
  const further = furtherChange(held.before, after, undone)
  await reallocateLoan(tx, actor, held, further, context)
  for (const each of settled) await reallocateLoan(tx, actor, each.loan, each.further, context)
  await saveLoans(
    tx,
    actor,
    [{ loan: held, after }, ...settled].map((each) => ({
      loan: each.loan,
      after: each.after,
      accountId: each.loan.accountId ?? refuse('not_found'),
    })),
  )
  const reversed = fill(strings.onYourLoanWasReversed, {
    amount: moneyText(movement.amount),
    loanConfig: held.loanConfig,
    reason,
  })
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: held.memberId,
      message:
        settled.length > 0
          ? `${reversed} ${fill(strings.yourLoanRunsOn, { settled: settled.map((each) => each.loan.loanConfig).join(strings.and) })}`
          : reversed,
      type: 'warning',
      link: '/member/loans',
    },
    ...guarantors.map(({ memberId, amount }) => ({
      memberId,
      message: fill(strings.isBackOnYourSavings, {
        amount: moneyText(amount),
        loanConfig: held.loanConfig,
        memberName: held.memberName,
        reason,
      }),
      type: 'success' as const,
      link: '/member/guarantees' as const,
    })),
  ])
  return getLoan(tx, actor, { loanId }, context)
}

const movementWords: Record<StoredMovement['kind'], string> = {
  disbursement: 'disbursement',
  repayment: 'repayment',
  reallocation: 'reallocation',
  write_off: 'write-off',
  recovered: strings.paymentAfterTheWriteOff,
}

/** “Reverse the repayment of ₦5,000.00 on 3 Feb 2026, Regular loan of Ada Obi. Reason: …”; it waits as a reversal of as much does. */
export async function describeReversedMovement(
  tx: Tx,
  _actor: TenantActor,
  { loanId, movementId, reason }: Parsed<typeof contract>,
): Promise<Change> {
  const { loanConfig, memberName, memberId, movements } = await findRunningLoan(tx, loanId)
  const { kind, amount, occurredOn } = movements.find(({ id }) => id === movementId) ?? refuse('not_found')
  const { reversal } = await findApprovalRules(tx)
  return {
    description: fill(strings.reverseTheOfOnLoan, {
      kind: movementWords[kind],
      amount: moneyText(amount),
      occurredOn: dayText(occurredOn),
      loanConfig,
      memberName,
      reason,
    }),
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: approvalsOf(reversal, amount) },
  }
}
