import { isSelf, type TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { AccountId, AccountTypeId, EntryId, MemberId, ReversalId, TransactionId } from '#core/ids.ts'
import { type Kobo, moneyText, sumKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import { giveApproval, refuseOwnDecision } from '#features/access/approvals/server/give-approval.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import { interestDescription } from '#features/savings/transactions/rules/movement.ts'
import { type MovementType, movementTypes } from '#features/savings/transactions/rules/movement-types.ts'
import * as decisions from '#features/savings/transactions/transaction-decisions.ts'
import * as reversals from '#features/savings/transactions/transaction-reversals.ts'
import { action } from '#platform/action.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import { type Posted, receiptNumber, reverse } from '#platform/ledger/ledger.ts'
import { matchApproved } from './enter-bank-line.ts'
import { type AskedSide, planMovement } from './plan-movement.ts'
import { postMovement } from './post-movement.ts'
import {
  alreadyDecided,
  findReversalRequest,
  findShortfall,
  findTransaction,
  type LockedTransaction,
  lockReversal,
  lockTransaction,
  lockVoucher,
} from './reads.ts'
import { postWaitingExpense } from './record-expense.ts'
import { postWaitingJournal } from './record-journal.ts'
import { paymentOf } from './record-movement.ts'
import { refuseRecordedBefore } from './refuse-recorded-before.ts'
import {
  insertDecisions,
  insertMembersCredits,
  insertTransactions,
  markApproved,
  markRejected,
  markReversalDecided,
  markReversed,
  type MembersCredits,
  type PostedOn,
} from './writes.ts'

const transactionOfLoan = refusal(
  'transaction_of_loan',
  409,
  'This belongs to a loan. Reverse it on the page of the loan.',
)
const transactionNotPosted = {
  rejected: refusal('transaction_not_posted', 409, 'Only what is in the books can be reversed, and this is rejected.'),
  pending: refusal(
    'transaction_not_posted',
    409,
    'Only what is in the books can be reversed, and this is still waiting.',
  ),
}
const transactionInVoucher = refusal(
  'transaction_in_voucher',
  409,
  'This is one of {lines} payments on voucher No. {number}, which can only be reversed as a whole. Reverse the voucher.',
)

type Input = Parsed<typeof decisions.approveTransaction>
type Held = readonly [LockedTransaction, ...LockedTransaction[]]

/**
 * Approves what waits, and posts it with the last approval that it takes. Refuses: transaction_decided, own_transaction,
 * maker_is_not_checker, approved_already, and whatever a new movement would meet.
 */
export const approveTransaction = action(decisions.approveTransaction, async ({ tx, actor, today, context }, input) => {
  const held = await lockTransaction(tx, input.transactionId)
  refuseUnlessWaiting(held)
  const post = await waitingPost(tx, actor, held, input, { today, ...context })

  // From here on it must succeed.
  const isLast = await giveApproval(tx, actor, 'transaction', subjectOf(held))
  if (!isLast) return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: null }
  const posted = await post()
  const ids = held.map(({ id }) => id)
  await markApproved(tx, ids, posted)
  await matchApproved(tx, actor, ids, posted.entryId)
  await insertDecisions(tx, actor, held, { decision: 'approved', reason: null, reversal: null })
  return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: receiptNumber(posted) }
})

type Now = Pick<Context, 'requestId' | 'paymentsWaiting'> & { today: Day }
type When = Now & { occurredOn: Day | undefined; throughId: AccountId | undefined }
type PostWaiting = (tx: Tx, actor: TenantActor, held: LockedTransaction, when: When) => Promise<() => Promise<PostedOn>>

const postsByType = new Map<LockedTransaction['type'], PostWaiting>([
  ['journal', postWaitingJournal],
  ['expense', postWaitingExpense],
  ['income', postWaitingExpense],
])

/** How another feature posts transactions of a type of its own once they are approved; called where its routes are bound. */
export function registerWaiting(type: LockedTransaction['type'], post: PostWaiting): void {
  postsByType.set(type, post)
}

function waitingPost(
  tx: Tx,
  actor: TenantActor,
  held: Held,
  { occurredOn, paidThrough: throughId }: Input,
  when: Now,
): Promise<() => Promise<PostedOn>> {
  const post = postsByType.get(held[0].type)
  return post
    ? post(tx, actor, held[0], { ...when, occurredOn, throughId })
    : postWaiting(tx, actor, held, { ...when, occurredOn, throughId })
}

/** Checks a pending movement against today's rules, and answers how it is posted. */
async function postWaiting(
  tx: Tx,
  actor: TenantActor,
  held: Held,
  { today, requestId, occurredOn: on, throughId: through }: When,
) {
  const { id, type, amount, incomeId, throughId, reference } = held[0]
  const sideOf = (direction: 'in' | 'out'): AskedSide | null => {
    const row = held.find((each) => each.direction === direction && each.accountTypeId !== null)
    return row?.memberId ? { memberId: row.memberId, accountTypeId: row.accountTypeId } : null
  }
  const out = sideOf('out')
  // Money that came in counts from the day it came; money that goes out leaves today.
  const occurredOn = on ?? (out ? today : held[0].occurredOn)
  const asked = {
    type: type as MovementType,
    amount,
    occurredOn,
    memberId: out?.memberId ?? held[0].memberId ?? refuse('not_found'),
    out,
    in: sideOf('in'),
    throughId: through ?? throughId,
    incomeId,
  }
  const planned = await planMovement(tx, asked, { isMember: false, byOfficer: true, isOwn: false }, today)
  await refuseRecordedBefore(tx, paymentOf(planned, { id, reference, anotherPayment: true }))
  return async () => ({ ...(await postMovement(tx, actor, planned, requestId)), occurredOn, through: planned.through })
}

/** What the approvals of a transaction are kept for: of a transfer its outgoing half. */
function subjectOf([{ id, pairId }]: Held): TransactionId {
  return pairId ?? id
}

/** Only what waits can be decided. */
function refuseUnlessWaiting(held: Held): void {
  const [{ type, status, decidedBy }] = held
  const told = { approved: 'posted', rejected: 'rejected', reversed: 'reversed', pending: '' }[status]
  if (status !== 'pending' || (!postsByType.has(type) && !(movementTypes as readonly string[]).includes(type))) {
    refuse(alreadyDecided(told, decidedBy))
  }
}

/** Turns down a movement that waits; whoever recorded it may take it back so. Refuses: transaction_decided, own_transaction. */
export const rejectTransaction = action(
  decisions.rejectTransaction,
  async ({ tx, actor }, { transactionId, reason }) => {
    const held = await lockTransaction(tx, transactionId)
    refuseUnlessWaiting(held)
    await refuseOwnDecision(tx, actor, 'transaction', subjectOf(held))

    // From here on it must succeed.
    await markRejected(
      tx,
      held.map(({ id }) => id),
    )
    await insertDecisions(tx, actor, held, { decision: 'rejected', reason, reversal: null })
    return findTransaction(tx, transactionId)
  },
)

/** The transactions of one voucher. */
export type Voucher = { entryId: EntryId; held: readonly LockedTransaction[] }

/** What another feature adds to the reversal of a voucher; registered where its routes are bound. */
export type Reversing = {
  /** Refuses where the voucher can't be reversed. */
  refuse?: (tx: Tx, voucher: Voucher) => Promise<void>
  /** Members whom the reversal gives money beside those whose account it shows, because their record was merged. */
  alsoGives?: (tx: Tx, voucher: Voucher) => Promise<MemberId[]>
  /** Does what comes before the reversing entry, and returns what comes after it. */
  undo?: (
    tx: Tx,
    actor: TenantActor,
    voucher: Voucher & { reason: string },
    when: { on: Day; requestId: string },
  ) => Promise<(posted: Posted) => Promise<void>>
}

const reversing: Reversing[] = []

export function registerReversing(more: Reversing): void {
  reversing.push(more)
}

/**
 * Undoes a posted movement by an entry dated today, or asks for that where the settings want approvals. The ledger
 * reverses an entry whole and once, so payments that were posted as one voucher are only undone together, and only when
 * the person says so.
 * Refuses: leaving_paid_out, member_has_left, transaction_of_loan, transaction_not_posted, transaction_decided, own_transaction, transaction_in_voucher, reversal_below_floor,
 * reversal_asked, deduction_loan_moved, opening_loan_repaid, period_closed.
 */
export const reverseTransaction = action(reversals.reverseTransaction, async (ask, input) => {
  const { tx, actor, today, context } = ask
  const { transactionId, reason, voucher = false } = input
  const { entryId, status, type } = await findTransaction(tx, transactionId)
  if (type === 'disbursement' || type === 'repayment') refuse(transactionOfLoan())
  if (!entryId) return refuse(transactionNotPosted[status === 'rejected' ? 'rejected' : 'pending']())
  const held = await lockVoucher(tx, entryId)
  await refuseOwnReversal(tx, actor, { entryId, held })
  await refuseUnlessReversible(tx, { entryId, held })
  const lines = Math.max(1, held.filter(isNoRun).length)
  if (lines > 1 && !isOnePair(held) && !voucher)
    refuse(transactionInVoucher({ lines, number: held[0]?.entryNumber ?? '' }))
  const asked = await findReversalRequest(tx, entryId)
  if (asked) refuse('reversal_asked', { by: asked.askedBy })
  const total = totalOf(held)
  const needed = approvalsOf((await findApprovalRules(tx)).reversal, total)

  // From here on it must succeed.
  if (needed > 0) {
    await insert(tx, 'app.reversal_request', {
      ...{ reversalId: newId<ReversalId>(), transactionId, entryId, amount: total, lines, reason },
      ...{ approvalsNeeded: needed, askedBy: actor.loginId, askedByName: actor.name },
    })
    return { entryNumber: null, receiptNumber: null, reversed: 0, total }
  }
  const posted = await makeReversal(tx, actor, { entryId, held, reason }, { on: today, requestId: context.requestId })
  return { entryNumber: posted.number, receiptNumber: receiptNumber(posted), reversed: lines, total }
})

function isOnePair(held: readonly LockedTransaction[]): boolean {
  return held.every(({ pairId }) => pairId !== null && pairId === held[0]?.pairId)
}

/** What moved: the two movements of a transfer are one amount. */
function totalOf(held: readonly LockedTransaction[]): Kobo {
  const opening = held.find(({ type, memberId }) => type === 'opening' && memberId === null)
  if (opening) return opening.amount
  // The interest that a settlement credits is in what it takes from the account.
  const isSettlement = held.some(({ type }) => type === 'withdrawal' || type === 'share_redemption')
  return sumKobo(
    held
      .filter((each) => isNoRun(each) && !(isSettlement && each.type === 'interest'))
      .filter(({ id, pairId }) => pairId === null || pairId === id)
      .map(({ amount }) => amount),
  )
}

/** Interest and dividends have a row of their own, which is the sum of their members', and so have opening balances. */
function isNoRun({ type, memberId }: LockedTransaction): boolean {
  return (type !== 'interest' && type !== 'dividend' && type !== 'opening') || memberId !== null
}

/** Opening balances are taken back on their own day, or another set of them would be beside the first until today. */
function reversedOn(held: readonly LockedTransaction[], today: Day): Day {
  return held.find(({ type }) => type === 'opening')?.occurredOn ?? today
}

/** Reverses the entry of these transactions with all that came with it, and keeps who did so and why. Refuses: whatever a feature that is registered for it refuses. */
export async function makeReversal(
  tx: Tx,
  actor: TenantActor,
  { entryId, held, reason }: Voucher & { reason: string },
  { on: today, requestId }: { on: Day; requestId: string },
): Promise<Posted> {
  const on = reversedOn(held, today)
  const further: ((posted: Posted) => Promise<void>)[] = []
  for (const { undo } of reversing)
    if (undo) further.push(await undo(tx, actor, { entryId, held, reason }, { on, requestId }))
  const posted = await reverse(tx, actor.cooperativeId, entryId, { on, actorId: actor.loginId, requestId })
  await markReversed(tx, entryId)
  await insertDecisions(tx, actor, held, { decision: 'reversed', reason, reversal: posted })
  for (const undoFurther of further) await undoFurther(posted)
  return posted
}

/** Refuses with own_transaction: taking back one's own withdrawal brings money. Taking back one's own payment only costs. */
export async function refuseOwnReversal(tx: Tx, actor: TenantActor, voucher: Voucher): Promise<void> {
  const given = voucher.held.flatMap(({ memberId, direction }) => (direction === 'out' && memberId ? [memberId] : []))
  for (const { alsoGives } of reversing) given.push(...((await alsoGives?.(tx, voucher)) ?? []))
  if (given.some((memberId) => isSelf(actor, memberId))) refuse('own_transaction')
}

/** Refuses: transaction_decided, reversal_below_floor, and whatever a feature that is registered for it refuses. */
export async function refuseUnlessReversible(tx: Tx, { entryId, held }: Voucher): Promise<void> {
  const reversed = held.find(({ status }) => status === 'reversed')
  if (reversed) refuse(alreadyDecided('reversed', reversed.decidedBy))
  await refuseKept(tx, entryId)
  for (const { refuse: refuseIt } of reversing) await refuseIt?.(tx, { entryId, held })
  const short = await findShortfall(tx, entryId)
  if (short)
    refuse('reversal_below_floor', { name: short.name, free: moneyText(short.free), missing: moneyText(short.missing) })
}

/** Refuses where another feature keeps an entry from being reversed on its own; registered where its routes are bound. */
type Keeping = (tx: Tx, entryId: EntryId) => Promise<void>

const keeping: Keeping[] = []

export function registerKeeping(more: Keeping): void {
  keeping.push(more)
}

export async function refuseKept(tx: Tx, entryId: EntryId): Promise<void> {
  for (const refuseIt of keeping) await refuseIt(tx, entryId)
}

/**
 * Approves a reversal that waits, and makes it with the last approval that it takes. Refuses: transaction_decided,
 * own_transaction, maker_is_not_checker, approved_already, reversal_below_floor.
 */
export const approveReversal = action(
  reversals.approveReversal,
  async ({ tx, actor, today, context }, { reversalId }) => {
    const { entryId, reason } = await lockReversal(tx, reversalId)
    await refuseOwnDecision(tx, actor, 'reversal', reversalId)
    const held = await lockVoucher(tx, entryId)
    await refuseUnlessReversible(tx, { entryId, held })

    // From here on it must succeed.
    if (!(await giveApproval(tx, actor, 'reversal', reversalId))) return { entryNumber: null, receiptNumber: null }
    const posted = await makeReversal(tx, actor, { entryId, held, reason }, { on: today, requestId: context.requestId })
    await markReversalDecided(tx, actor, reversalId, null)
    return { entryNumber: posted.number, receiptNumber: receiptNumber(posted) }
  },
)

/** Turns down a reversal that waits; whoever asked for it may take it back so. Refuses: transaction_decided. */
export const rejectReversal = action(reversals.rejectReversal, async ({ tx, actor }, { reversalId, reason }) => {
  await lockReversal(tx, reversalId)
  await markReversalDecided(tx, actor, reversalId, reason)
  return null
})

/** Says of a run's own row that it is in the books, where no approval was asked for. */
export async function keepPostedRun(
  tx: Tx,
  transactionId: TransactionId,
  posted: Posted,
  occurredOn: Day,
): Promise<void> {
  await markApproved(tx, [transactionId], { ...posted, occurredOn, through: null })
}

type LoanMovementOnSavings = {
  type: 'disbursement' | 'repayment'
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  occurredOn: Day
  description: string
  entryId: EntryId
  entryNumber: number
  /** Of the entry; its first when left out. */
  line?: number
}

/** Saves what a loan moved on a member's savings among their transactions. */
export function saveLoanMovement(tx: Tx, actor: TenantActor, movement: LoanMovementOnSavings): void {
  insertTransactions(tx, actor.cooperativeId, [
    {
      ...movement,
      id: newId<TransactionId>(),
      direction: movement.type === 'disbursement' ? 'in' : 'out',
      period: null,
      line: movement.line ?? 1,
      recordedBy: actor.loginId,
      recordedByName: actor.name,
      receiptNumber: null,
      through: null,
    },
  ])
}

/** Puts on record that the entry of a loan was reversed, with what it had moved on the member's savings. */
export async function undoLoanMovement(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  reason: string,
  reversal: Posted,
): Promise<void> {
  const held = await lockVoucher(tx, entryId)
  if (held.length === 0) return
  await markReversed(tx, entryId)
  await insertDecisions(tx, actor, held, { decision: 'reversed', reason, reversal })
}

type SettledAccount = {
  accountTypeId: AccountTypeId
  name: string
  kind: AccountTypeKind
  amount: Kobo
  interest?: { from: Day; to: Day; amount: Kobo } | undefined
}

/** Saves what the settlement of a member took from each of their accounts, in the order of its first lines, and the interest that it credited, in that of the next. */
export function saveSettledAccounts(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  accounts: readonly SettledAccount[],
  posted: Posted,
  { on, description }: { on: Day; description: string },
): void {
  const voucher = {
    memberId,
    occurredOn: on,
    period: null,
    entryId: posted.entryId,
    entryNumber: posted.number,
    recordedBy: actor.loginId,
    recordedByName: actor.name,
    receiptNumber: receiptNumber(posted),
    through: null,
  }
  const earned = accounts.flatMap(({ interest, ...account }) => (interest ? [{ ...account, interest }] : []))
  insertTransactions(tx, actor.cooperativeId, [
    ...accounts.map(({ accountTypeId, kind, amount }, index) => ({
      ...voucher,
      id: newId<TransactionId>(),
      type: kind === 'shares' ? ('share_redemption' as const) : ('withdrawal' as const),
      accountTypeId,
      amount,
      direction: 'out' as const,
      description,
      line: index + 1,
    })),
    ...earned.map(({ accountTypeId, name, interest: { from, to, amount } }, index) => ({
      ...voucher,
      id: newId<TransactionId>(),
      type: 'interest' as const,
      accountTypeId,
      amount,
      direction: 'in' as const,
      description: interestDescription(name, from, to),
      line: accounts.length + index + 1,
    })),
  ])
}

type Earned = { accountTypeId: AccountTypeId; name: string; amount: Kobo; from: Day; to: Day }

/** Saves the interest that an entry credits to a member's accounts before they are emptied, in the order of its lines. */
export function saveEarnedInterest(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  earned: readonly Earned[],
  posted: Posted,
  on: Day,
): void {
  insertTransactions(
    tx,
    actor.cooperativeId,
    earned.map(({ accountTypeId, name, amount, from, to }, index) => ({
      id: newId<TransactionId>(),
      type: 'interest',
      memberId,
      accountTypeId,
      amount,
      direction: 'in',
      occurredOn: on,
      period: null,
      description: interestDescription(name, from, to),
      entryId: posted.entryId,
      entryNumber: posted.number,
      line: index + 1,
      recordedBy: actor.loginId,
      recordedByName: actor.name,
      receiptNumber: null,
      through: null,
    })),
  )
}

/** Saves what an entry credits members with, interest or a dividend, among their transactions, with a notice to each. */
export async function saveMembersCredits(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  credits: MembersCredits,
): Promise<void> {
  await insertMembersCredits(tx, actor, entryId, credits)
}
