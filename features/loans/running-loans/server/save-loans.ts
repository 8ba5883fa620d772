import type { Author, TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Posting } from '#features/accounting/books/rules/entry.ts'
import type { LoanStatus, MoneyWay } from '#features/loans/loans/rules/loan.ts'
import { isRepaid } from '#features/loans/loans/rules/running-loan.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewPledges } from '#features/savings/pledges/server/actions.ts'
import { ensureMemberAccounts } from '#platform/ledger/ledger.ts'
import { saveDelays } from './save-delays.ts'
import type { LockedRunningLoan, SavingsSide, SocietyAccounts } from './queries.ts'
import { type ChangedLoan, replaceInstalments, updateRunningLoans } from './store.ts'

/** `paidThrough`: the account of the society; where none is named, its cash in hand, or for a bank payment its bank. */
export type LoanMove = {
  kind: 'disbursement' | 'repayment'
  amount: Kobo
  on: Day
  way: MoneyWay
  paidThrough: AccountId | undefined
  reference?: string | null | undefined
  /** Whoever asks has said that it is another repayment than one that looks the same. */
  anotherPayment?: boolean | undefined
}

/** The member's own line of full amount, against the account through which it goes on to the loan. */
export async function savingsPosting(
  tx: Tx,
  actor: TenantActor,
  loan: LockedRunningLoan,
  { accountTypeId, accountId, typeName, typeKind, controlId, controlCode }: SavingsSide,
  { unallocated }: Pick<SocietyAccounts, 'unallocated'>,
  { kind, amount }: Pick<LoanMove, 'kind' | 'amount'>,
): Promise<{ posting: Posting; accountTypeId: SavingsSide['accountTypeId'] }> {
  const { memberId, membershipNumber } = loan
  const own: AccountId | undefined =
    accountId ??
    (
      await ensureMemberAccounts(tx, actor.cooperativeId, [
        { memberId, membershipNumber, accountTypeId, typeName, typeKind, controlId, controlCode },
      ])
    ).get(`${memberId} ${accountTypeId}`)
  if (!own) throw new Error(`No account of member ${memberId} was opened`)
  return {
    accountTypeId,
    posting:
      kind === 'disbursement'
        ? { debit: unallocated, credit: own, amount }
        : { debit: own, credit: unallocated, amount },
  }
}

/** Saves what loans are now: their sums, their schedules, whether they run or are repaid, and what is still pledged for them. */
export async function saveLoans(tx: Tx, actor: Author, loans: readonly Omit<ChangedLoan, 'status'>[]): Promise<void> {
  const kept = loans.map((each): ChangedLoan => ({ ...each, status: statusOf(each) }))
  const mayKeepDelay = await updateRunningLoans(tx, kept)
  await replaceInstalments(tx, actor, kept)
  await saveDelays(tx, mayKeepDelay)
  await renewPledges(
    tx,
    actor,
    kept.map(({ loan }) => loan.loanId),
  )
}

function statusOf({ loan, after }: Omit<ChangedLoan, 'status'>): LoanStatus {
  // What came from the old books was never applied for here.
  if (after.disbursed === 0n) return loan.takenOver ? 'withdrawn' : 'approved'
  return isRepaid(after) && after.disbursed === loan.principal ? 'completed' : 'active'
}
