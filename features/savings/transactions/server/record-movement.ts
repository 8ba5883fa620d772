import * as contract from '#features/savings/transactions/movements.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { action, type Ask } from '#platform/action.ts'
import type { ExpenseType, MovementType } from '#features/savings/transactions/rules/movement-types.ts'
import { isInShares, movementDescription } from '#features/savings/transactions/rules/movement.ts'
import { sharesIn, sharesWorth, worthOf } from '#features/savings/transactions/rules/shares.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { type AskedMovement, type AskedSide, knownFacts, planMovement, type PlannedMovement } from './plan-movement.ts'
import { postMovement } from './post-movement.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { type Approvable, approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { findShareRules, findShareType, findTransaction } from './reads.ts'
import { amountMissing, recordExpense } from './record-expense.ts'
import { enterBankLine } from './enter-bank-line.ts'
import { recordJournal } from './record-journal.ts'
import { type Payment, refuseRecordedBefore } from './refuse-recorded-before.ts'
import { insertMovement } from './writes.ts'

const transferReasonMissing = refusal(
  'transfer_reason_missing',
  422,
  'Say why this goes to another member. Both members read it.',
)

type Recorded = Parsed<typeof contract.recordMovement>
type Input = Recorded & { type: MovementType }
type Reply = Replied<typeof contract.recordMovement>

/**
 * Records what moves by hand. What an officer records is posted at once, unless the settings let it wait for approval;
 * what somebody asks for themselves waits for an officer, whichever area they are in.
 */
export const recordMovement = action(contract.recordMovement, async (ask, { bankLineId, ...input }) => {
  const recorded = await record(ask, input)
  if (bankLineId) await enterBankLine(ask.tx, ask.actor, bankLineId, recorded)
  return recorded
})

export const recordDeposit = action(contract.recordDeposit, (ask, input) =>
  recordMembers(ask, { ...input, type: 'deposit' }),
)

async function record(ask: Ask, input: Recorded): Promise<Reply> {
  const { tx, actor, context } = ask
  const { type } = input
  if (type === 'journal') return recordJournal(tx, actor, input, context)
  return isExpense(type)
    ? recordExpense(tx, actor, { ...input, type }, context)
    : recordMembers(ask, { ...input, type })
}

function isExpense(type: Recorded['type']): type is ExpenseType {
  return type === 'expense' || type === 'income'
}

async function recordMembers({ tx, actor, today, context }: Ask, input: Input): Promise<Reply> {
  const asked = await askedFrom(tx, actor, input, today)
  const isOwn = isSelf(actor, asked.memberId) || isSelf(actor, asked.in?.memberId)
  const isMember = actor.role === 'member'
  const planned = await planMovement(tx, asked, { isMember, byOfficer: !isOwn, isOwn }, today)
  const needed = approvalsNeeded(await findApprovalRules(tx), approvableAs(planned), planned.amount)
  const description = input.description || movementDescription(planned.type)
  const reference = input.reference || undefined
  await refuseRecordedBefore(tx, paymentOf(planned, { reference, anotherPayment: input.anotherPayment }))

  // From here on it must succeed.
  if (isOwn || needed > 0) {
    const id = insertRows(tx, actor, planned, {
      description,
      reference,
      state: { approvalsNeeded: needed, madeByOfficer: !isOwn },
    })
    return { ...(await findTransaction(tx, id)), receiptNumber: null }
  }
  const posted = await postMovement(tx, actor, planned, context.requestId)
  const id = insertRows(tx, actor, planned, { description, reference, state: posted })
  return { ...(await findTransaction(tx, id)), receiptNumber: receiptNumber(posted) }
}

/**
 * Records shares that a member has paid for: the money is there, so nothing waits for approval. Answers the receipt
 * number. Refuses: own_transaction, and what a purchase of shares refuses.
 */
export async function recordPaidShares(
  tx: Tx,
  actor: TenantActor,
  paid: { memberId: MemberId; accountTypeId: AccountTypeId | null; amount: Kobo; occurredOn: Day; through: AccountId },
  context: Pick<Context, 'now' | 'requestId'>,
): Promise<string> {
  const { memberId, amount, occurredOn, through } = paid
  const accountTypeId = paid.accountTypeId ?? (await findShareType(tx))
  const bought = { memberId, accountTypeId, amount, occurredOn, out: null, throughId: through }
  return receiptNumber(await postShares(tx, actor, bought, context))
}

/**
 * Buys a member whole shares of the society's share account from savings, as many as these kobo pay for, where what decided
 * that was approved. Answers nothing where they pay for none. Refuses what a purchase of shares refuses.
 */
export async function recordSharesFromSavings(
  tx: Tx,
  actor: TenantActor,
  { memberId, savings, most, occurredOn }: { memberId: MemberId; savings: AccountTypeId; most: Kobo; occurredOn: Day },
  context: Pick<Context, 'now' | 'requestId'>,
): Promise<{ amount: Kobo; entryNumber: number } | undefined> {
  const { parValue } = await findShareRules(tx)
  const amount = worthOf(sharesIn(most, parValue), parValue)
  if (amount === 0n) return undefined
  const out = { memberId, accountTypeId: savings }
  const bought = { memberId, accountTypeId: await findShareType(tx), amount, occurredOn, out, throughId: null }
  return { amount, entryNumber: (await postShares(tx, actor, bought, context)).number }
}

async function postShares(
  tx: Tx,
  actor: TenantActor,
  { accountTypeId, ...bought }: Omit<AskedMovement, 'type' | 'in' | 'incomeId'> & { accountTypeId: AccountTypeId },
  { now, requestId }: Pick<Context, 'now' | 'requestId'>,
): Promise<Posted> {
  const { memberId } = bought
  if (isSelf(actor, memberId)) refuse('own_transaction', { field: 'memberId' })
  const type = 'share_purchase'
  const planned = await planMovement(
    tx,
    { type, ...bought, in: { memberId, accountTypeId }, incomeId: null },
    { isMember: false, byOfficer: true, isOwn: false },
    dayIn(now),
  )

  // From here on it must succeed.
  const posted = await postMovement(tx, actor, planned, requestId)
  insertRows(tx, actor, planned, { description: movementDescription(type), state: posted })
  return posted
}

/** One row for each account of a member that moves, the outgoing first, whose id marks the pair; else one for the member. */
export function insertRows(
  tx: Tx,
  actor: TenantActor,
  planned: PlannedMovement,
  { description, reference, state }: Pick<Parameters<typeof insertMovement>[3], 'description' | 'reference' | 'state'>,
): TransactionId {
  const id = newId<TransactionId>()
  const { out, in: into, memberId } = planned
  const pairId = out && into ? id : null
  const sides = [
    out && { side: out, direction: 'out' as const },
    into && { side: into, direction: 'in' as const },
  ].filter((each) => each !== null)
  const rows =
    sides.length === 0
      ? [{ id, memberId, accountTypeId: null, direction: 'out' as const }]
      : sides.map(({ side, direction }, index) => ({
          id: index === 0 ? id : newId<TransactionId>(),
          memberId: side.memberId,
          accountTypeId: side.accountTypeId,
          direction,
        }))
  insertMovement(tx, actor, planned, { rows, pairId, description, reference, state })
  return id
}

/** Which accounts a request means, with the amount that its shares are worth. Refuses what it leaves out. */
async function askedFrom(tx: Tx, actor: TenantActor, input: Input, today: Day): Promise<AskedMovement> {
  const { type, accountTypeId = null, toAccountTypeId = null } = input
  const memberId = whoseMoney(actor, input.memberId)
  const toAnother = type === 'transfer' && input.toMemberId !== undefined && input.toMemberId !== memberId
  if ((type === 'charge' || type === 'share_transfer' || toAnother) && actor.role === 'member')
    refuse('for_officers_only')
  // Both members read it on their statements.
  if (toAnother && !input.description) refuse(transferReasonMissing({ field: 'description' }))
  const own = (chosen: AccountTypeId | null): AskedSide => ({ memberId, accountTypeId: chosen })
  const shareType = async (named: AccountTypeId | null) => named ?? (await findShareType(tx))
  const sides = async (): Promise<Pick<AskedMovement, 'out' | 'in'>> => {
    switch (type) {
      case 'deposit':
        return { out: null, in: own(accountTypeId) }
      case 'withdrawal':
        return { out: own(accountTypeId), in: null }
      case 'transfer':
        return {
          out: own(accountTypeId),
          in: {
            memberId: input.toMemberId ?? memberId,
            accountTypeId:
              toAccountTypeId ?? (toAnother ? null : refuse('account_type_not_found', { field: 'toAccountTypeId' })),
          },
        }
      case 'share_purchase':
        return { out: accountTypeId && own(accountTypeId), in: own(await shareType(toAccountTypeId)) }
      case 'share_transfer': {
        const shares = await shareType(accountTypeId)
        return {
          out: own(shares),
          in: {
            memberId: input.toMemberId ?? refuse('member_missing', { field: 'toMemberId' }),
            accountTypeId: shares,
          },
        }
      }
      case 'share_redemption':
        return { out: own(await shareType(accountTypeId)), in: toAccountTypeId && own(toAccountTypeId) }
      case 'charge':
        return { out: accountTypeId && own(accountTypeId), in: null }
    }
  }
  return {
    type,
    memberId,
    amount: await amountOf(tx, input),
    occurredOn: input.occurredOn ?? today,
    ...(await sides()),
    throughId: input.paidThrough ?? null,
    incomeId: input.incomeAccountId ?? null,
  }
}

/** What may have been recorded before: who pays into their savings, or through which cash or bank account. */
export function paymentOf(
  { type, amount, occurredOn, memberId, in: into, through }: PlannedMovement,
  said: Pick<Payment, 'id' | 'reference' | 'anotherPayment'>,
): Payment {
  const accountTypeId = into?.accountTypeId ?? null
  return { ...said, type, amount, occurredOn, memberId, accountTypeId, period: null, throughId: through?.id ?? null }
}

/** What it takes to post it: savings that go to another member take more than those that stay with their own. */
function approvableAs({ type, out, in: into }: PlannedMovement): Approvable {
  return type === 'transfer' && out?.memberId !== into?.memberId ? 'member_transfer' : type
}

async function amountOf(tx: Tx, { type, amount, shares }: Input): Promise<Kobo> {
  if (!isInShares(type)) return amount ?? refuse(amountMissing({ field: 'amount' }))
  const worth = sharesWorth({ shares, amount }, (await findShareRules(tx)).parValue)
  if (worth instanceof Refusal) throw worth
  return worth
}

/** A member's own, whatever they name; another's is as missing to them as one that never was. */
function whoseMoney(actor: TenantActor, named: MemberId | undefined): MemberId {
  if (actor.role !== 'member') return named ?? refuse('member_missing', { field: 'memberId' })
  return named === undefined || named === actor.memberId ? actor.memberId : refuse('not_found', { field: 'memberId' })
}

type Moving = {
  from: MemberId
  into: MemberId
  accounts: readonly { accountTypeId: AccountTypeId; amount: Kobo }[]
  on: Day
  description: string
}

/**
 * Moves all that is on these accounts of one record of a person to the other record's, by one entry an account type, whatever
 * the bye-laws say of withdrawals and transfers: it stays theirs.
 */
export async function moveAccounts(
  tx: Tx,
  actor: TenantActor,
  { from, into, accounts, on, description }: Moving,
  requestId: string,
): Promise<void> {
  for (const { accountTypeId, amount } of accounts) {
    const out = await knownFacts(tx, { memberId: from, accountTypeId })
    const planned: PlannedMovement = {
      type: out.typeKind === 'shares' ? 'share_transfer' : 'transfer',
      amount,
      occurredOn: on,
      memberId: from,
      out,
      in: await knownFacts(tx, { memberId: into, accountTypeId }),
      through: null,
      income: null,
    }
    const state = await postMovement(tx, actor, planned, requestId)
    insertRows(tx, actor, planned, { description, state })
  }
}
