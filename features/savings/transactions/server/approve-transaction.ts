import type { approveTransaction as contract } from '#features/savings/transactions/transaction-decisions.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { AccountId, TransactionId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { type MovementType, movementTypes } from '#features/savings/transactions/rules/movement-types.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { giveApproval } from '#features/access/approvals/server/give-approval.ts'
import { receiptNumber } from '#platform/ledger/ledger.ts'
import { matchApproved } from './enter-bank-line.ts'
import { type AskedSide, planMovement } from './plan-movement.ts'
import { postMovement } from './post-movement.ts'
import { paymentOf } from './record-movement.ts'
import { refuseRecordedBefore } from './refuse-recorded-before.ts'
import { findTransaction, type LockedTransaction, lockTransaction } from './queries.ts'
import { postWaitingExpense } from './record-expense.ts'
import { postWaitingJournal } from './record-journal.ts'
import { insertDecisions, markApproved, type PostedOn } from './store.ts'

type Input = Parsed<typeof contract>
type Held = readonly [LockedTransaction, ...LockedTransaction[]]

/**
 * Approves what waits, and posts it with the last approval that it takes. Refuses: transaction_decided, own_transaction,
 * maker_is_not_checker, approved_already, and whatever a new movement would meet.
 */
export async function approveTransaction(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  { now, requestId, paymentsWaiting }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const held = await lockTransaction(tx, input.transactionId)
  refuseUnlessWaiting(held)
  const post = await waitingPost(tx, actor, held, input, { today, requestId, paymentsWaiting })

  // From here on it must succeed.
  const isLast = await giveApproval(tx, actor, 'transaction', subjectOf(held))
  if (!isLast) return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: null }
  const posted = await post()
  const ids = held.map(({ id }) => id)
  await markApproved(tx, ids, posted)
  await matchApproved(tx, actor, ids, posted.entryId)
  await insertDecisions(tx, actor, held, { decision: 'approved', reason: null, reversal: null })
  return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: receiptNumber(posted) }
}

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
export function subjectOf([{ id, pairId }]: Held): TransactionId {
  return pairId ?? id
}

/** Only what waits can be decided. */
export function refuseUnlessWaiting(held: Held): void {
  const [{ type, status, decidedBy }] = held
  const told = { approved: 'posted', rejected: 'rejected', reversed: 'reversed', pending: '' }[status]
  if (status !== 'pending' || (!postsByType.has(type) && !(movementTypes as readonly string[]).includes(type))) {
    refuse('transaction_decided', { status: told, by: decidedBy ?? undefined })
  }
}
