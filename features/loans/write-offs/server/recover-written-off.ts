import { isSelf, type TenantActor } from '#core/actor.ts'
import type { EntryId, LoanMovementId } from '#core/ids.ts'
import { entry, type Posting } from '#features/accounting/books/rules/entry.ts'
import { leftToRecover } from '#features/loans/loans/rules/write-off.ts'
import { kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { refuseDay } from '#features/loans/running-loans/server/lock-running-loan.ts'
import {
  saveWrittenOffLoan,
  saveWrittenOffMovement,
} from '#features/loans/running-loans/server/save-written-off-loan.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { saveLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { findMoneyAccount } from '#features/savings/transactions/server/reads.ts'
import { post, receiptNumber } from '#platform/ledger/ledger.ts'
import { type LockedRunningLoan, lockSavings } from '#features/loans/running-loans/server/queries.ts'
import { type LoanMove, savingsPosting } from '#features/loans/running-loans/server/save-loans.ts'
import { referenceOf } from '#features/loans/running-loans/server/reference-of.ts'
import { bankCode, cashCode } from '#features/accounting/books/rules/chart.ts'
import { findLossAccounts } from './queries.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/**
 * Takes money that comes in on a written-off loan: income of its own, as the loan is no asset any more. Refuses:
 * own_loan, recovered_above_written_off, write_off_too_early, below_floor, money_account_unknown, paid_through_savings, dates out of reach.
 */
export async function recoverWrittenOff(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  move: LoanMove,
  { now, requestId }: Context,
): Promise<void> {
  const { amount, on, way, paidThrough } = move
  if (isSelf(actor, loan.memberId)) refuse('own_loan')
  refuseDay(loan, on, now)
  const lostOn = loan.movements.find(({ kind, status }) => kind === 'write_off' && status === 'posted')?.occurredOn
  if (lostOn && on < lostOn) refuse('write_off_too_early', { field: 'on', last: lostOn })
  const left = leftToRecover(loan)
  if (amount > left) refuse('recovered_above_written_off', { field: 'amount', left: moneyText(left) })
  const [{ recovered: incomeId }, savings, through] = await Promise.all([
    findLossAccounts(tx),
    way === 'savings' ? lockSavings(tx, loan.memberId) : undefined,
    way === 'savings' ? undefined : findMoneyAccount(tx, paidThrough, way === 'cash' ? cashCode : bankCode),
  ])
  if (savings && paidThrough) refuse('paid_through_savings', { field: 'paidThrough' })
  if (savings && amount > savings.free) refuse('below_floor', { field: 'amount', free: moneyText(savings.free) })
  const reference = await referenceOf(tx, loan, move, through)

  // From here on it must succeed.
  const own =
    savings &&
    (await savingsPosting(tx, actor, loan, savings, { unallocated: incomeId }, { kind: 'repayment', amount }))
  const postings: Posting[] = own
    ? [own.posting]
    : [{ debit: through?.id ?? refuse('money_account_unknown'), credit: incomeId, amount }]
  const [id, entryId] = [newId<LoanMovementId>(), newId<EntryId>()]
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on, kind: 'recovered', source: { type: 'recovered', id: entryId }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a recovered payment without an answer')
  saveWrittenOffMovement(tx, actor, loan, {
    id,
    kind: 'recovered',
    amount,
    on,
    way,
    through: through?.name ?? null,
    reference,
    entryId,
    entryNumber: posted.number,
    receiptNumber: receiptNumber(posted),
  })
  await saveWrittenOffLoan(tx, actor, loan, {
    status: 'written_off',
    writtenOff: loan.writtenOff,
    recovered: kobo(loan.recovered + amount),
  })
  if (own) {
    saveLoanMovement(tx, actor, {
      type: 'repayment',
      memberId: loan.memberId,
      accountTypeId: own.accountTypeId,
      amount,
      occurredOn: on,
      description: fill(strings.writtenOffLoan, { loanConfig: loan.loanConfig }),
      entryId,
      entryNumber: posted.number,
    })
  }
  const stillOwed = kobo(left - amount)
  notifyMembers(tx, actor.cooperativeId, [
    {
      memberId: loan.memberId,
      type: 'success',
      link: '/member/loans',
      message:
        stillOwed === 0n
          ? fill(strings.allOfWrittenOffIsPaid, { amount: moneyText(amount), loanConfig: loan.loanConfig })
          : fill(strings.partOfWrittenOffIsPaid, {
              amount: moneyText(amount),
              loanConfig: loan.loanConfig,
              stillOwed: moneyText(stillOwed),
            }),
    },
  ])
}
