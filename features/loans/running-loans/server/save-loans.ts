import type { Author, TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, CooperativeId, EntryId, LoanId, LoanMovementId } from '#core/ids.ts'
import { type Kobo, moneyText, zeroKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { bankCode, cashCode } from '#features/accounting/books/rules/chart.ts'
import { entry, type EntryKind, type Posting } from '#features/accounting/books/rules/entry.ts'
import { pairsOf } from '#features/accounting/books/rules/journal.ts'
import { keptDelay } from '#features/loans/loans/rules/kept-delay.ts'
import type { LoanStatus, MoneyWay } from '#features/loans/loans/rules/loan.ts'
import {
  eventsOf,
  isNoChange,
  isRepaid,
  journalOf,
  type LoanChange,
  planOfLoan,
  type RunningLoan,
  runningLoan,
  type StoredMovement,
} from '#features/loans/loans/rules/running-loan.ts'
import { renewPledges } from '#features/savings/pledges/server/actions.ts'
import { undoLoanMovement } from '#features/savings/transactions/server/actions.ts'
import { findMoneyAccount, type SocietyAccount } from '#features/savings/transactions/server/reads.ts'
import { refuseRecordedBefore } from '#features/savings/transactions/server/refuse-recorded-before.ts'
import type { Ask } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { ensureMemberAccounts, post, receiptNumber, reverse } from '#platform/ledger/ledger.ts'
import {
  accountOf,
  findBroughtDelays,
  findCuringRules,
  findRunningLoans,
  findSocietyAccounts,
  lockActive,
  type LockedRunningLoan,
  lockSavings,
  type SavingsSide,
  type SocietyAccounts,
} from './reads.ts'
import {
  type ChangedLoan,
  insertMovements,
  markMovementsReversed,
  type NewLoanMovement,
  replaceInstalments,
  savePenaltiesUntil,
  updateDelays,
  updateRunningLoans,
} from './writes.ts'

const referenceOfSavings = refusal(
  'reference_of_savings',
  422,
  'A payment from or to savings has no teller number. Leave the reference empty, or choose cash or bank.',
)
const paidThroughSavings = refusal(
  'paid_through_savings',
  422,
  'Leave the account out: this moves on the savings of the member.',
)

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

/**
 * Where the money of a movement comes from or goes to, and its reference, which no other payment through that account has. Refuses:
 * paid_through_savings, below_floor, money_account_unknown, reference_of_savings, reference_used; payment_recorded_before, where the
 * same was repaid on that day.
 */
export async function findMoney(
  tx: Tx,
  { loanId, memberId }: Pick<LockedRunningLoan, 'loanId' | 'memberId'>,
  { kind, amount, on, way, paidThrough, reference, anotherPayment }: LoanMove,
): Promise<{ savings?: SavingsSide; through?: SocietyAccount; reference?: NewLoanMovement['reference'] }> {
  const isSavings = way === 'savings'
  const [savings, through] = await Promise.all([
    isSavings ? lockSavings(tx, memberId) : undefined,
    isSavings ? undefined : findMoneyAccount(tx, paidThrough, way === 'cash' ? cashCode : bankCode),
  ])
  if (savings && paidThrough) refuse(paidThroughSavings({ field: 'paidThrough' }))
  if (savings && kind === 'repayment' && amount > savings.free)
    refuse('below_floor', { field: 'amount', free: moneyText(savings.free) })
  if (savings && reference) refuse(referenceOfSavings({ field: 'reference' }))
  await refuseRecordedBefore(tx, {
    ...{ type: kind, memberId, loanId, accountTypeId: null, amount, occurredOn: on, period: null },
    ...{ throughId: through?.id ?? null, reference, anotherPayment },
  })
  return {
    ...(savings && { savings }),
    ...(through && { through }),
    ...(reference && through && { reference: { text: reference, throughId: through.id } }),
  }
}

/** Who posts, and with which request. */
export type PostingBy = { tx: Tx; actor: TenantActor; context: { requestId: string } }

/** An entry in the books as the movements that it carries name it. */
export type LoanVoucher = { on: Day; entryId: EntryId; entryNumber: number; receiptNumber: string }

/** Posts an entry about loans. */
export async function postVoucher(
  { tx, actor, context: { requestId } }: PostingBy,
  kind: EntryKind,
  on: Day,
  postings: readonly Posting[],
): Promise<LoanVoucher> {
  const entryId = newId<EntryId>()
  const [posted] = await post(tx, actor.cooperativeId, [
    {
      entry: entry({ id: entryId, on, kind, source: { type: kind, id: entryId }, postings }),
      actorId: actor.loginId,
      requestId,
    },
  ])
  if (!posted) throw new Error(`The ledger left a ${kind} of a loan without an answer`)
  return { on, entryId, entryNumber: posted.number, receiptNumber: receiptNumber(posted) }
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

/** Saves what loans are now: their sums, their schedules, whether they run or are repaid, and what is still pledged for them. `accountId`: of a loan whose account was just opened. */
export async function saveLoans(
  tx: Tx,
  actor: Author,
  loans: readonly { loan: LockedRunningLoan; after: RunningLoan; accountId?: AccountId }[],
): Promise<void> {
  const changed = loans.map(({ loan, after, accountId = accountOf(loan) }): ChangedLoan => {
    return { loan, after, accountId, status: statusOf(loan, after) }
  })
  const mayKeepDelay = await updateRunningLoans(tx, changed)
  await replaceInstalments(tx, actor, changed)
  await saveDelays(tx, mayKeepDelay)
  await renewPledges(
    tx,
    actor,
    changed.map(({ loan }) => loan.loanId),
  )
}

function statusOf({ takenOver, principal }: LockedRunningLoan, after: RunningLoan): LoanStatus {
  // What came from the old books was never applied for here.
  if (after.disbursed === 0n) return takenOver ? 'withdrawn' : 'approved'
  return isRepaid(after) && after.disbursed === principal ? 'completed' : 'active'
}

/** Stores what these loans keep of former delays: of the day on which they got new terms, and of the late loans that they settled. */
export async function saveDelays(tx: Tx, loanIds: readonly LoanId[]): Promise<void> {
  if (loanIds.length === 0) return
  const rules = await findCuringRules(tx)
  const loans = new Map((await findRunningLoans(tx, loanIds)).map((loan) => [loan.loanId, loan]))
  const broughtBy = await findBroughtDelays(tx, loanIds, rules)
  await updateDelays(
    tx,
    loanIds.flatMap((loanId) => {
      const loan = loans.get(loanId)
      if (!loan) return []
      const kept =
        loan.status === 'active' && loan.startOn
          ? keptDelay(planOfLoan(loan), eventsOf(loan.movements), broughtBy(loanId), rules)
          : { days: 0, paidOnTime: 0 }
      return [{ loanId, ...kept }]
    }),
  )
}

/**
 * Works the schedules of these loans out with the penalties that are known until this day. Nothing is posted: a penalty is
 * income when it is paid, and none of what was paid is used otherwise.
 */
export async function applyPenalties(
  tx: Tx,
  cooperativeId: CooperativeId,
  loanIds: readonly LoanId[],
  until: Day | null,
): Promise<void> {
  if (loanIds.length === 0) return
  const kept = (await lockActive(tx, loanIds)).map((loan) => {
    const after = runningLoan(planOfLoan({ ...loan, penaltiesUntil: until }), eventsOf(loan.movements))
    if (after instanceof Refusal)
      throw new Error(`The penalties of loan ${loan.loanId} contradict what was paid`, { cause: after })
    return { loan, after }
  })
  await replaceInstalments(tx, { cooperativeId }, kept)
  await savePenaltiesUntil(
    tx,
    kept.map(({ loan }) => loan.loanId),
    until,
  )
}

/** Posts that money which came in is used for other parts of a loan than before; nothing where it is not. */
export async function reallocateLoan(ask: Ask, loan: LockedRunningLoan, change: LoanChange): Promise<void> {
  if (isNoChange(change)) return
  const { tx, actor, today } = ask
  const accounts = { ...(await findSocietyAccounts(tx, loan)), loan: accountOf(loan) }
  const postings = pairsOf(journalOf('reallocation', zeroKobo, undefined, change, accounts))
  const voucher = await postVoucher(ask, 'reallocation', today, postings)
  insertMovements(tx, actor, [reallocationOf(loan, change, voucher)])
}

/** The movement of a loan of which money is used for other parts than before. */
export function reallocationOf(loan: LockedRunningLoan, change: LoanChange, voucher: LoanVoucher): NewLoanMovement {
  return {
    ...{ loan, id: newId<LoanMovementId>(), kind: 'reallocation', amount: zeroKobo, way: null, through: null },
    ...change,
    ...voucher,
  }
}

/** Reverses the entry of a loan's movement, and of others that it carries `also`, with what it moved on a member's savings; the caller saves what the loan then is. */
export async function reverseEntry(
  { tx, actor, today, context: { requestId } }: Ask,
  { id, entryId }: StoredMovement,
  reason: string,
  also: readonly StoredMovement[] = [],
): Promise<void> {
  const posted = await reverse(tx, actor.cooperativeId, entryId, { on: today, actorId: actor.loginId, requestId })
  await markMovementsReversed(tx, actor, [id, ...also.map((each) => each.id)], reason, posted.number)
  await undoLoanMovement(tx, actor, entryId, reason, posted)
}

/** Saves what of a loan is written off and what of that was recovered, and who still guarantees it; its schedule and what was repaid stay as they are. */
export async function saveWrittenOffLoan(
  tx: Tx,
  actor: TenantActor,
  { loanId }: LockedRunningLoan,
  lost: { status: 'active' | 'written_off'; writtenOff: Kobo; recovered: Kobo },
): Promise<void> {
  await update(tx, 'app.loan', { loanId }, lost)
  await renewPledges(tx, actor, [loanId])
}
