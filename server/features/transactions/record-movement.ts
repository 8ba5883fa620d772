import type { recordDeposit as depositContract, recordMovement as contract } from '#contract/transactions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { dayIn } from '#domain/calendar.ts'
import type { AccountTypeId, MemberId, TransactionId } from '#domain/ids.ts'
import { type Kobo, zeroKobo } from '#domain/money.ts'
import { refuse } from '#domain/refusal.ts'
import { movementDescription, type MovementFacts, whyNotMove } from '#domain/transactions/movement.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { receiptNumber } from '#server/ledger/ledger.ts'
import { findFacts, findSocietyAccounts, findTransaction, type FactsRow } from './queries.ts'
import { type Movement, recordTransactions } from './record-transactions.ts'
import { insertPending } from './store.ts'

type Reply = Replied<typeof contract>
export type KnownFacts = FactsRow & { account_type_id: AccountTypeId }

/**
 * Records a deposit or a withdrawal. What an officer records is posted at once; what somebody asks for himself waits
 * for an officer, whichever area he stands in.
 */
export async function recordMovement(tx: Tx, actor: TenantActor, input: Parsed<typeof contract>, { now, requestId }: Context): Promise<Reply> {
  const today = dayIn(now)
  const { type, amount } = input
  const occurredOn = input.occurredOn ?? today
  const memberId = whoseMoney(actor, input.memberId)
  const facts = await knownFacts(tx, memberId, input.accountTypeId ?? null)
  const isOwn = actor.memberId === memberId
  // Money that is already asked for can't be asked for twice; an officer pays out what is on the account.
  const free = isOwn ? freeOf(facts, facts.waiting) : freeOf(facts)
  const reason = whyNotMove({ ...movementFacts(facts), free }, { type, amount, occurredOn }, today)
  if (reason) throw reason
  const description = input.description || movementDescription(type)
  const own = { memberId, accountTypeId: facts.account_type_id, amount, description }

  // From here on it must succeed.
  if (isOwn) {
    const id = newId<TransactionId>()
    await insertPending(tx, actor, { ...own, id, type, occurredOn })
    return { ...(await findTransaction(tx, id)), receiptNumber: null }
  }
  const movement = await movementOf(tx, facts, { type, amount, description })
  const recordedBy = { loginId: actor.loginId, name: actor.name }
  const [posted] = await recordTransactions(tx, actor.cooperativeId, [{ kind: type, occurredOn, movements: [movement], recordedBy, requestId }])
  const id = posted?.transactionIds[0]
  if (!posted || !id) throw new Error('A movement was recorded without an answer')
  return { ...(await findTransaction(tx, id)), receiptNumber: receiptNumber(posted) }
}

export async function recordDeposit(tx: Tx, actor: TenantActor, input: Parsed<typeof depositContract>, context: Context): Promise<Reply> {
  return recordMovement(tx, actor, { ...input, type: 'deposit' }, context)
}

/** A member's own, whatever he names; another's is as missing to him as one that never was. */
function whoseMoney(actor: TenantActor, named: MemberId | undefined): MemberId {
  if (actor.role !== 'member') return named ?? refuse('member_missing', { field: 'memberId' })
  return named === undefined || named === actor.memberId ? actor.memberId : refuse('not_found', { field: 'memberId' })
}

/** The facts with an account type that exists. Refuses: not_found, account_type_not_found. */
export async function knownFacts(tx: Tx, memberId: MemberId, accountTypeId: AccountTypeId | null): Promise<KnownFacts> {
  const facts = (await findFacts(tx, memberId, accountTypeId)) ?? refuse('not_found', { field: 'memberId' })
  const { account_type_id: found } = facts
  if (!found) return refuse('account_type_not_found', { field: 'accountTypeId' })
  return { ...facts, account_type_id: found }
}

export function freeOf({ free }: FactsRow, spokenFor = 0n): Kobo {
  return free > spokenFor ? ((free - spokenFor) as Kobo) : zeroKobo
}

export function movementFacts(facts: KnownFacts): MovementFacts {
  return {
    member: { name: facts.name, status: facts.status, joinedOn: facts.registration_date },
    accountType: { name: facts.type_name, isRetired: facts.type_retired },
    free: freeOf(facts),
    booksBeginOn: facts.books_begin_on,
    closedThrough: facts.closed_through ?? undefined,
  }
}

/** The movement that the ledger is to carry, against the society's cash. */
export async function movementOf(
  tx: Tx,
  facts: KnownFacts,
  { type, amount, description }: { type: 'deposit' | 'withdrawal'; amount: Kobo; description: string },
): Promise<Movement> {
  const { cashId, controlCode } = await findSocietyAccounts(tx, facts.control_id)
  const { member_id: memberId, account_type_id: accountTypeId } = facts
  return {
    memberId,
    accountTypeId,
    accountId: facts.account_id ?? undefined,
    toOpen: {
      memberId,
      membershipNumber: facts.membership_number,
      accountTypeId,
      typeName: facts.type_name,
      typeKind: facts.type_kind,
      controlId: facts.control_id,
      controlCode,
    },
    counterAccountId: cashId,
    direction: type === 'deposit' ? 'in' : 'out',
    amount,
    period: null,
    description,
  }
}
