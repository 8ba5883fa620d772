import type { reverseTransaction as contract } from '#features/savings/transactions/transaction-reversals.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { EntryId, MemberId, ReversalId } from '#core/ids.ts'
import { type Kobo, moneyText, sumKobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { approvalsOf } from '#features/access/approvals/rules/approvals.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber, reverse } from '#platform/ledger/ledger.ts'
import { findApprovalRules } from '#features/access/approvals/server/queries.ts'
import { refuseKept } from './refuse-kept.ts'
import { findReversalRequest, findShortfall, findTransaction, type LockedTransaction, lockVoucher } from './queries.ts'
import { insertDecisions, insertReversalRequest, markReversed } from './store.ts'

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
export async function reverseTransaction(
  tx: Tx,
  actor: TenantActor,
  { transactionId, reason, voucher = false }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { entryId, status, type } = await findTransaction(tx, transactionId)
  if (type === 'disbursement' || type === 'repayment') refuse('transaction_of_loan')
  if (!entryId)
    return refuse('transaction_not_posted', { status: status === 'rejected' ? 'rejected' : 'still waiting' })
  const held = await lockVoucher(tx, entryId)
  await refuseOwnReversal(tx, actor, { entryId, held })
  await refuseUnlessReversible(tx, { entryId, held })
  const lines = Math.max(1, held.filter(isNoRun).length)
  if (lines > 1 && !isOnePair(held) && !voucher)
    refuse('transaction_in_voucher', { lines, number: held[0]?.entryNumber ?? '' })
  const asked = await findReversalRequest(tx, entryId)
  if (asked) refuse('reversal_asked', { by: asked.askedBy })
  const total = totalOf(held)
  const needed = approvalsOf((await findApprovalRules(tx)).reversal, total)

  // From here on it must succeed.
  if (needed > 0) {
    const id = newId<ReversalId>()
    await insertReversalRequest(tx, actor, {
      id,
      transactionId,
      entryId,
      amount: total,
      lines,
      reason,
      approvalsNeeded: needed,
    })
    return { entryNumber: null, receiptNumber: null, reversed: 0, total }
  }
  const posted = await makeReversal(tx, actor, { entryId, held, reason }, { on: dayIn(now), requestId })
  return { entryNumber: posted.number, receiptNumber: receiptNumber(posted), reversed: lines, total }
}

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
  if (reversed) refuse('transaction_decided', { status: 'reversed', by: reversed.decidedBy ?? undefined })
  await refuseKept(tx, entryId)
  for (const { refuse: refuseIt } of reversing) await refuseIt?.(tx, { entryId, held })
  const short = await findShortfall(tx, entryId)
  if (short)
    refuse('reversal_below_floor', { name: short.name, free: moneyText(short.free), missing: moneyText(short.missing) })
}
