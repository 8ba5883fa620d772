import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { EntryId } from '#core/ids.ts'
import { moneyText, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { getLoan } from '#features/loans/details/server/reads.ts'
import { isDelivered } from '#features/loans/goods/server/reads.ts'
import * as money from '#features/loans/loans/loan-money.ts'
import {
  eventsOf,
  furtherChange,
  isNoChange,
  journalOf,
  type LoanChange,
  nothingLent,
  planOfLoan,
  rebateOfOther,
  runningLoan,
  type RunningLoan,
  type StoredMovement,
} from '#features/loans/loans/rules/running-loan.ts'
import {
  findAccountsOf,
  findRunningLoan,
  loanWrittenOff,
  type LockedRunningLoan,
  lockLoansOfEntry,
  lockRunningLoan,
} from '#features/loans/running-loans/server/reads.ts'
import {
  postVoucher,
  reallocateLoan,
  reallocationOf,
  reverseEntry,
  saveLoans,
} from '#features/loans/running-loans/server/save-loans.ts'
import { insertMovements, markMovementsReversed } from '#features/loans/running-loans/server/writes.ts'
import { findNewLoanOf, lockWithSettled, unsettleWith } from '#features/loans/top-ups/server/reads.ts'
import { reverseWriteOffMovement } from '#features/loans/write-offs/server/actions.ts'
import { refuseOfFormer } from '#features/members/members/server/reads.ts'
import { endPledges } from '#features/savings/pledges/server/actions.ts'
import { refuseKept, registerReversing } from '#features/savings/transactions/server/actions.ts'
import { findShortfall } from '#features/savings/transactions/server/reads.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Posted } from '#platform/ledger/ledger.ts'
import { markPartsReversed } from './writes.ts'

const loanMovementOfLeaving = refusal(
  'loan_movement_of_leaving',
  409,
  'This was settled when the member left. Reverse the settlement on the page of the leaving: all of it is undone together.',
)
const openingLoanRepaid = refusal(
  'opening_loan_repaid',
  409,
  'The {loan} loan of {name} has been repaid in part since. Reverse its repayments on its page first.',
)
const loanMovementOfOpening = refusal(
  'loan_movement_of_opening',
  409,
  'This loan came from the old books. It goes with the opening balances, when they are reversed as one.',
)
const loanMovementOfTopUp = refusal(
  'loan_movement_of_top_up',
  409,
  'This was settled with the {loan} loan that was paid out on {on}. Reverse that payment on the page of the {loan} loan: both are undone together.',
)
const loanMovementIsRebate = refusal(
  'loan_movement_is_rebate',
  409,
  'This rebate was given with the payment that settled the loan. Reverse that payment: both are undone together.',
)
const loanSettledWithRebate = refusal(
  'loan_settled_with_rebate',
  409,
  'This loan was settled on {on} with a rebate of its interest. Reverse that settlement first.',
)
const loanHasRepayments = refusal(
  'loan_has_repayments',
  409,
  'Money has come back on this loan. Reverse its repayments first, the latest first.',
)
const loanMovementReversed = refusal(
  'loan_movement_reversed',
  409,
  'This has already been reversed by {by}. Nothing was changed.',
)
const loanMovementDeducted = refusal(
  'loan_movement_deducted',
  409,
  'This came with the return of an employer. Reverse that return as a whole on its page.',
)
const deductionLoanMoved = refusal(
  'deduction_loan_moved',
  409,
  'The {loan} loan of {name} has moved since in a way that needs this repayment. Reverse what came later on that loan first.',
)
const loanRescheduled = refusal('loan_rescheduled', 409, 'This loan was given new terms since. Take those back first.')
const loanFeesFirstPart = refusal(
  'loan_fees_first_part',
  409,
  'The fees were taken off this part of the loan. Reverse the other parts that were paid out first.',
)
const goodsWithBorrower = refusal(
  'goods_with_borrower',
  409,
  'The goods are with the borrower. Undo their hand-over on this page first, if they came back; then reverse the payment.',
)

const movementWords: Record<StoredMovement['kind'], string> = {
  disbursement: 'disbursement',
  repayment: 'repayment',
  reallocation: 'reallocation',
  write_off: 'write-off',
  recovered: t('payment after the write-off'),
}

/**
 * Undoes a movement by the reversal of its entry; it waits as a reversal of as much does. Where other repayments are then used for other
 * parts, a second entry moves those. Refuses: not_found, loan_movement_deducted, loan_movement_of_opening, loan_movement_of_top_up, loan_movement_of_leaving, loan_movement_is_rebate, loan_settled_with_rebate, member_has_left, merged_record_bound, loan_movement_reversed, own_loan, loan_has_repayments, loan_fees_first_part, goods_with_borrower, loan_rescheduled,
 * loan_written_off, write_off_recovered_on, reversal_below_floor.
 */
export const reverseLoanMovement = waitingAction(
  money.reverseLoanMovement,
  async ({ tx }, { loanId, movementId, reason }) => {
    const { loanConfig, memberName, memberId, movements } = await findRunningLoan(tx, loanId)
    const { kind, amount, occurredOn } = movements.find(({ id }) => id === movementId) ?? refuse('not_found')
    const { reversal } = await findApprovalRules(tx)
    return {
      description: t(
        'Reverse the {kind} of {amount} on {occurredOn}, {loanConfig} loan of {memberName}. Reason: {reason}',
        {
          ...{ kind: movementWords[kind], amount: moneyText(amount), occurredOn: dayText(occurredOn) },
          ...{ loanConfig, memberName, reason },
        },
      ),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: approvalsOf(reversal, amount) },
    }
  },
  async (ask, { loanId, movementId, reason }) => {
    const { tx, actor } = ask
    const named = await lockWithSettled(tx, loanId)
    const loan = await lockRunningLoan(tx, loanId)
    const movement =
      loan.movements.find(({ id, kind }) => id === movementId && kind !== 'reallocation') ?? refuse('not_found')
    if (movement.way === 'deduction') refuse(loanMovementDeducted())
    if (movement.way === 'opening') refuse(loanMovementOfOpening())
    if (movement.status === 'reversed') refuse(loanMovementReversed({ by: movement.reversedBy ?? '' }))
    if (movement.way === 'leaving') refuse(loanMovementOfLeaving())
    await refuseOfFormer(tx, [loan.memberId], true)
    if (movement.way === 'top_up') refuse(loanMovementOfTopUp(await findNewLoanOf(tx, movement.entryId)))
    if (isSelf(actor, loan.memberId)) refuse('own_loan')
    await refuseKept(tx, movement.entryId)
    if (movement.kind === 'write_off' || movement.kind === 'recovered') {
      await reverseWriteOffMovement(ask, loan, movement, reason)
      return getLoan(ask, { loanId })
    }
    if (loan.status === 'written_off') refuse(loanWrittenOff())
    // A payment and the rebate that it earned are one voucher.
    const undone = loan.movements.filter(({ entryId, status }) => entryId === movement.entryId && status === 'posted')
    if (movement.way === 'rebate' && undone.length > 1) refuse(loanMovementIsRebate())
    const rebate = rebateOfOther(loan.movements, movement.entryId)
    if (rebate) refuse(loanSettledWithRebate({ on: rebate.occurredOn }))
    const left = loan.movements.filter((each) => !undone.includes(each))
    if (movement.kind === 'disbursement' && loan.restarts.length > 0) refuse(loanRescheduled())
    if (movement.kind === 'disbursement' && eventsOf(left).repayments.length > 0) refuse(loanHasRepayments())
    if (movement.feesDeducted > 0n && eventsOf(left).disbursements.length > 0) refuse(loanFeesFirstPart())
    if (
      movement.kind === 'disbursement' &&
      eventsOf(left).disbursements.length === 0 &&
      (await isDelivered(tx, loanId))
    )
      refuse(goodsWithBorrower())
    const settled = await unsettleWith(tx, movement.kind === 'disbursement' ? named : [], movement.entryId)
    const short = movement.way === 'savings' ? await findShortfall(tx, movement.entryId) : undefined
    if (short)
      refuse('reversal_below_floor', {
        name: short.name,
        free: moneyText(short.free),
        missing: moneyText(short.missing),
      })
    const events = eventsOf(left)
    const after = events.disbursements.length === 0 ? nothingLent : runningLoan(planOfLoan(loan), events)
    if (after instanceof Refusal) throw after

    // From here on it must succeed.
    await reverseEntry(ask, movement, reason, [
      ...undone.filter((each) => each !== movement),
      ...settled.flatMap((each) => each.undone),
    ])
    const guarantors = movement.way === 'recovery' ? await markPartsReversed(tx, movement.id) : []
    await reallocateLoan(ask, loan, furtherChange(loan.before, after, undone))
    for (const each of settled) await reallocateLoan(ask, each.loan, each.further)
    await saveLoans(tx, actor, [{ loan, after }, ...settled.map((each) => ({ loan: each.loan, after: each.after }))])
    const { memberId, memberName, loanConfig } = loan
    const reversed = t('{amount} on your {loanConfig} loan was reversed: {reason}', {
      ...{ amount: moneyText(movement.amount), loanConfig, reason },
    })
    const runsOn = t('Your {settled} loan runs on as before.', {
      settled: settled.map((each) => each.loan.loanConfig).join(t(' and ')),
    })
    notifyMembers(tx, actor.cooperativeId, [
      {
        memberId,
        message: settled.length > 0 ? `${reversed} ${runsOn}` : reversed,
        type: 'warning',
        link: '/member/loans',
      },
      ...guarantors.map(({ memberId: guarantor, amount }) => ({
        memberId: guarantor,
        message: t(
          '{amount} is back on your savings: its recovery for the {loanConfig} loan of {memberName} was reversed. Reason: {reason}',
          { amount: moneyText(amount), loanConfig, memberName, reason },
        ),
        type: 'success' as const,
        link: '/member/guarantees' as const,
      })),
    ])
    return getLoan(ask, { loanId })
  },
)

/** A loan without the repayment of a voucher and its rebate: what it was, what it would have been, and what later payments are then used for. */
type UndoneLoan = {
  loan: LockedRunningLoan
  movement: StoredMovement
  undone: StoredMovement[]
  after: RunningLoan
  further: LoanChange
}

/**
 * The loans that a voucher of deductions repaid, or that opening balances brought, locked and computed without it. Refuses: deduction_loan_moved, where a
 * later movement of one would no longer be possible; opening_loan_repaid.
 */
async function findLoansWithout(tx: Tx, entryId: EntryId): Promise<UndoneLoan[]> {
  const loans = await lockLoansOfEntry(tx, entryId)
  return loans.map((loan): UndoneLoan => {
    const posted = loan.movements.filter(({ status }) => status === 'posted')
    const undone = posted.filter((each) => each.entryId === entryId)
    const [movement] = undone
    if (!movement) throw new Error(`No movement of entry ${entryId} on loan ${loan.loanId}`)
    const left = eventsOf(posted.filter((each) => !undone.includes(each)))
    if (movement.kind === 'disbursement' && left.repayments.length > 0)
      refuse(openingLoanRepaid({ loan: loan.loanConfig, name: loan.memberName }))
    const after = runningLoan(planOfLoan(loan), left)
    const isRunning = loan.status === 'active' || loan.status === 'completed'
    if (!isRunning || after instanceof Refusal || rebateOfOther(posted, entryId))
      return refuse(deductionLoanMoved({ loan: loan.loanConfig, name: loan.memberName }))
    return { loan, movement, undone, after, further: furtherChange(loan.before, after, undone) }
  })
}

/**
 * Records that a voucher of deductions was reversed with what it had repaid. Where other repayments of those loans
 * are then used for other parts, one further entry moves these.
 */
async function undoDeductedRepayments(
  tx: Tx,
  actor: TenantActor,
  undone: readonly UndoneLoan[],
  reason: string,
  reversal: Posted,
  { on, requestId }: { on: Day; requestId: string },
): Promise<void> {
  if (undone.length === 0) return
  await markMovementsReversed(
    tx,
    actor,
    undone.flatMap((each) => each.undone.map(({ id }) => id)),
    reason,
    reversal.number,
  )
  await reallocate(
    tx,
    actor,
    undone.filter(({ further }) => !isNoChange(further)),
    { on, requestId },
  )
  await saveLoans(
    tx,
    actor,
    undone.map(({ loan, after }) => ({ loan, after })),
  )
  notifyMembers(
    tx,
    actor.cooperativeId,
    undone.map(({ loan: { memberId, loanConfig }, movement }) => ({
      memberId,
      message: t('{amount} on your {loanConfig} loan was reversed: {reason}', {
        amount: moneyText(movement.amount),
        loanConfig,
        reason,
      }),
      type: 'warning',
      link: '/member/loans',
    })),
  )
}

registerReversing({
  async refuse(tx, { entryId }) {
    await findLoansWithout(tx, entryId)
  },
  async undo(tx, actor, { entryId, held, reason }, when) {
    const loans = await findLoansWithout(tx, entryId)
    if (held.some(({ type }) => type === 'opening'))
      await endPledges(
        tx,
        actor,
        loans.map(({ loan }) => loan.loanId),
        reason,
      )
    return (posted) => undoDeductedRepayments(tx, actor, loans, reason, posted, when)
  },
})

async function reallocate(
  tx: Tx,
  actor: TenantActor,
  undone: readonly UndoneLoan[],
  { on, requestId }: { on: Day; requestId: string },
): Promise<void> {
  if (undone.length === 0) return
  const accountsOf = await findAccountsOf(tx)
  const postings = undone.flatMap(({ loan, further }) =>
    pairsOf(journalOf('reallocation', zeroKobo, undefined, further, accountsOf(loan))),
  )
  const voucher = await postVoucher({ tx, actor, context: { requestId } }, 'reallocation', on, postings)
  insertMovements(
    tx,
    actor,
    undone.map(({ loan, further }) => reallocationOf(loan, further, voucher)),
  )
}
