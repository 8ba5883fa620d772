import type { approveTransaction as contract } from '#contract/transaction-decisions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { LoginId } from '#domain/ids.ts'
import { refuse } from '#domain/refusal.ts'
import { approvalsAsked, type ApprovedKind, whyNotApprove } from '#domain/transactions/approvals.ts'
import { expenseTypes, type MovementType, movementTypes } from '#domain/transactions/movement-types.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import { postWaitingInterest } from '#server/features/interest/post-interest.ts'
import { postWaitingOpeningBalances } from '#server/features/opening-balances/post-waiting-opening-balances.ts'
import { receiptNumber } from '#server/ledger/ledger.ts'
import { type AskedSide, planMovement } from './plan-movement.ts'
import { postMovement } from './post-movement.ts'
import { type ApprovedId, findApproval, findTransaction, type HeldTransaction, holdTransaction } from './queries.ts'
import { postWaitingExpense } from './record-expense.ts'
import { postWaitingJournal } from './record-journal.ts'
import { insertApproval, insertDecisions, markApproved } from './store.ts'

type Input = Parsed<typeof contract>
type Held = readonly [HeldTransaction, ...HeldTransaction[]]

/**
 * Approves what waits, and posts it with the last approval that it takes. Refuses: transaction_decided, own_transaction,
 * maker_is_not_checker, approved_already, and whatever a new movement would meet.
 */
export async function approveTransaction(tx: Tx, actor: TenantActor, input: Input, { now, requestId }: Context): Promise<Replied<typeof contract>> {
  const today = dayIn(now)
  const held = await holdTransaction(tx, input.transactionId)
  refuseUnlessWaiting(actor, held)
  const post = await waitingPost(tx, actor, held, input, { today, requestId })

  // From here on it must succeed.
  const subjectId = held[0].pairId ?? held[0].id
  const isLast = await giveApproval(tx, actor, 'transaction', subjectId)
  if (!isLast) return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: null }
  const posted = await post()
  await markApproved(tx, held.map(({ id }) => id), posted)
  await insertDecisions(tx, actor, held, { decision: 'approved', reason: null, reversal: null })
  return { ...(await findTransaction(tx, input.transactionId)), receiptNumber: receiptNumber(posted) }
}

function waitingPost(tx: Tx, actor: TenantActor, held: Held, input: Input, when: { today: Day; requestId: string }) {
  if (held[0].type === 'expense' || held[0].type === 'income') return postWaitingExpense(tx, actor, held[0], { ...when, occurredOn: input.occurredOn, throughId: input.paidThrough })
  if (held[0].type === 'journal') return postWaitingJournal(tx, actor, held[0], when)
  if (held[0].type === 'opening') return postWaitingOpeningBalances(tx, actor, held[0], when)
  return held[0].type === 'interest' ? postWaitingInterest(tx, actor, held[0], when) : postWaiting(tx, actor, held, input, when)
}

/** Holds a waiting movement against the rules of today, and answers how it is posted. */
async function postWaiting(tx: Tx, actor: TenantActor, held: Held, input: Input, { today, requestId }: { today: Day; requestId: string }) {
  const { type, amount, incomeId, throughId } = held[0]
  const sideOf = (direction: 'in' | 'out'): AskedSide | null => {
    const row = held.find((each) => each.direction === direction && each.accountTypeId !== null)
    return row?.memberId ? { memberId: row.memberId, accountTypeId: row.accountTypeId } : null
  }
  const out = sideOf('out')
  // Money that came in counts from the day it came; money that goes out leaves today.
  const occurredOn = input.occurredOn ?? (out ? today : held[0].occurredOn)
  const asked = {
    type: type as MovementType, amount, occurredOn, memberId: out?.memberId ?? held[0].memberId ?? refuse('not_found'), out, in: sideOf('in'), throughId: input.paidThrough ?? throughId, incomeId,
  }
  const planned = await planMovement(tx, asked, { isMember: false, byOfficer: true, isOwn: false }, today)
  return async () => ({ ...(await postMovement(tx, actor, planned, requestId)), occurredOn, through: planned.through })
}

/** Only what waits can be decided, and by nobody about his own money. */
export function refuseUnlessWaiting(actor: TenantActor, held: Held): void {
  const [{ type, status, decidedBy }] = held
  const told = { approved: 'posted', rejected: 'rejected', reversed: 'reversed', pending: '' }[status]
  if (status !== 'pending' || (type !== 'journal' && type !== 'interest' && type !== 'opening' && !([...movementTypes, ...expenseTypes] as readonly string[]).includes(type))) {
    refuse('transaction_decided', { status: told, by: decidedBy ?? undefined })
  }
  if (actor.memberId && held.some(({ memberId }) => memberId === actor.memberId)) refuse('own_transaction')
}

/**
 * Keeps one officer's approval, and says whether it was the last that was asked for. Refuses: maker_is_not_checker,
 * approved_already. The caller holds what is approved, so that two never both come last.
 */
export async function giveApproval(tx: Tx, actor: TenantActor, subject: ApprovedKind, subjectId: ApprovedId): Promise<boolean> {
  const row = await findApproval(tx, actor, subject, subjectId)
  const approvedBy = row.given.map(({ id }): LoginId => id)
  const reason = whyNotApprove(actor.loginId, { madeBy: row.maker_id, approvedBy, officers: row.checkers })
  if (reason) throw reason
  await insertApproval(tx, actor, subject, subjectId)
  return approvedBy.length + 1 >= approvalsAsked(row.needed, { officers: row.checkers, makerIsOfficer: row.maker_decides })
}
