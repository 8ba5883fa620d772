import type { approveTransaction as contract } from '#contract/transactions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import { refuse } from '#domain/refusal.ts'
import { whyNotMove } from '#domain/transactions/movement.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { receiptNumber } from '#server/ledger/ledger.ts'
import { findTransaction, type HeldTransaction, holdTransaction } from './queries.ts'
import { knownFacts, movementFacts, movementOf } from './record-movement.ts'
import { postVouchers } from './record-transactions.ts'
import { insertDecisions, markApproved } from './store.ts'

/** Posts a movement that waits. Refuses: transaction_decided, own_transaction, and whatever a new movement would meet. */
export async function approveTransaction(
  tx: Tx,
  actor: TenantActor,
  { transactionId, occurredOn: given }: Parsed<typeof contract>,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const held = await holdTransaction(tx, transactionId)
  const { amount, memberId, description } = held
  const type = refuseUnlessWaiting(actor, held)
  // Money that came in counts from the day it came; money that goes out leaves today.
  const occurredOn = given ?? (type === 'deposit' ? held.occurredOn : today)
  const facts = await knownFacts(tx, memberId, held.accountTypeId)
  const reason = whyNotMove(movementFacts(facts), { type, amount, occurredOn }, today)
  if (reason) throw reason

  // From here on it must succeed.
  const movement = await movementOf(tx, facts, { type, amount, description })
  const recordedBy = { loginId: actor.loginId, name: actor.name }
  const [posted] = await postVouchers(tx, actor.cooperativeId, [{ kind: type, occurredOn, movements: [movement], recordedBy, requestId }])
  if (!posted) throw new Error('A movement was posted without an answer')
  await markApproved(tx, transactionId, { occurredOn, entryId: posted.entryId, number: posted.number })
  await insertDecisions(tx, actor, [held], { decision: 'approved', reason: null, reversal: null })
  return { ...(await findTransaction(tx, transactionId)), receiptNumber: receiptNumber(posted) }
}

/** Only what waits can be decided, and by nobody about his own money. */
export function refuseUnlessWaiting(actor: TenantActor, { type, status, decidedBy, memberId }: HeldTransaction): 'deposit' | 'withdrawal' {
  const told = { approved: 'posted', rejected: 'rejected', reversed: 'reversed', pending: '' }[status]
  if (status !== 'pending' || (type !== 'deposit' && type !== 'withdrawal')) return refuse('transaction_decided', { status: told, by: decidedBy ?? undefined })
  if (actor.memberId === memberId) return refuse('own_transaction')
  return type
}
