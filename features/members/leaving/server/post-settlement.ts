import type { Day } from '#core/calendar.ts'
import type { AccountId, EntryId, LeavingId, MemberId } from '#core/ids.ts'
import { type HeldAccount, type LeavingReason, statusAfter } from '#features/members/leaving/rules/leaving.ts'
import { entry, type Posting } from '#features/accounting/books/rules/entry.ts'
import { type JournalLine, pairsOf } from '#features/accounting/books/rules/journal.ts'
import { journalsOf } from '#features/loans/loans/rules/settlement.ts'
import { journalsAsOne } from '#features/loans/loans/rules/top-up.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import type { Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { update } from '#platform/db/write.ts'
import { interestCode } from '#features/accounting/books/rules/chart.ts'
import { needChartAccount } from '#features/accounting/books/server/reads.ts'
import { saveSettledLoans } from '#features/loans/loans/server/save-settled-loans.ts'
import { endMembership } from '#features/members/members/server/actions.ts'
import { saveSettledAccounts } from '#features/savings/transactions/server/actions.ts'
import { type Posted, post, receiptNumber } from '#platform/ledger/ledger.ts'
import { saveLoans } from '#features/loans/running-loans/server/save-loans.ts'
import { findAccountsOf } from '#features/loans/running-loans/server/reads.ts'
import type { LoanToSettle, PlannedSettlement } from './plan-settlement.ts'
import { findSettlementAccounts, type SettlementAccounts } from './reads.ts'

type Settled = Pick<PlannedSettlement, 'accounts' | 'loans' | 'sums'> & {
  on: Day
  /** Without an account it is owed. */ paid: readonly { amount: Kobo; accountId: AccountId | null }[]
}
type SettledLeaving = { id: LeavingId; memberId: MemberId; name: string; reason: LeavingReason; noticedOn: Day }

/**
 * Posts a settlement that no one has to agree to any more: every account goes through unallocated receipts to the loans,
 * the fee and the payees, in one voucher. The loans are repaid first, so that nothing on the accounts is pledged for them.
 */
export async function postSettlement(ask: Ask, leaving: SettledLeaving, settled: Settled): Promise<void> {
  const { tx, actor, now } = ask
  const { memberId, reason } = leaving
  const loans = settled.loans.flatMap((each) => (each.settled ? [{ ...each, ...each.settled }] : []))
  await saveLoans(
    tx,
    actor,
    loans.map(({ loan, after }) => ({ loan, after, accountId: accountOf(loan) })),
  )
  const posted = await postVoucher(ask, settled, loans)
  if (posted) {
    saveSettledLoans(tx, actor, loans, posted, settled.on)
    saveSettledAccounts(
      tx,
      actor,
      memberId,
      settled.accounts.map((account) => ({ ...account, amount: takenFrom(account) })),
      posted,
      { on: settled.on, description: reason === 'death' ? 'Settlement after death' : 'Settlement on leaving' },
    )
  }
  await update(
    tx,
    'app.leaving',
    { leavingId: leaving.id, status: 'waiting' },
    {
      ...{ status: 'settled', settledByName: actor.name, settledAt: now },
      ...(posted && { entryId: posted.entryId, entryNo: posted.number, receiptNumber: receiptNumber(posted) }),
    },
  )
  await endMembership(tx, actor, memberId, statusAfter(reason), reason === 'death' ? leaving.noticedOn : settled.on)
}

type Repaid = LoanToSettle & NonNullable<LoanToSettle['settled']>

/** Undefined where the member held nothing and owed nothing. */
async function postVoucher(
  { tx, actor, context: { requestId } }: Ask,
  settled: Settled,
  loans: readonly Repaid[],
): Promise<Posted | undefined> {
  if (settled.sums.held === 0n) return undefined
  const [society, accountsOf] = [await findSettlementAccounts(tx), await findAccountsOf(tx)]
  const { unallocated } = society
  const journals = [
    ...loans.flatMap((each) => journalsOf(each.amount, unallocated, each, accountsOf(each.loan))),
    ...linesOf(settled, society),
  ]
  const earned = settled.accounts.flatMap(({ accountId, interest }) =>
    interest ? [{ credit: accountId, amount: interest.amount }] : [],
  )
  const expenseId = earned.length > 0 ? await needChartAccount(tx, interestCode) : undefined
  const postings: Posting[] = [
    ...settled.accounts.map((account) => ({
      debit: account.accountId,
      credit: unallocated,
      amount: takenFrom(account),
    })),
    ...earned.flatMap((each) => (expenseId ? [{ debit: expenseId, ...each }] : [])),
    ...pairsOf(journalsAsOne(journals)),
  ]
  const entryId = newId<EntryId>()
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({
        id: entryId,
        on: settled.on,
        kind: 'leaving',
        source: { type: 'leaving', id: entryId },
        postings,
      }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error('The ledger left a settlement without an answer')
  return posted
}

/** An account is emptied of what was on it and of the interest that the same voucher credits. */
function takenFrom({ amount, interest }: HeldAccount): Kobo {
  return kobo(amount + (interest?.amount ?? 0n))
}

/** The fee and what each payee is paid, from what the accounts brought. */
function linesOf({ sums, paid }: Settled, { unallocated, fees, former }: SettlementAccounts): JournalLine[][] {
  const to = (accountId: AccountId, amount: Kobo): JournalLine[] =>
    amount === 0n
      ? []
      : [
          { accountId: unallocated, debit: amount, credit: zeroKobo },
          { accountId, debit: zeroKobo, credit: amount },
        ]
  return [to(fees, sums.fee), ...paid.map(({ accountId, amount }) => to(accountId ?? former, amount))]
}

function accountOf({ loanId, accountId }: Repaid['loan']): AccountId {
  if (!accountId) throw new Error(`The running loan ${loanId} has no account`)
  return accountId
}
