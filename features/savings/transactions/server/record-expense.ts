import type { recordMovement as contract } from '#features/savings/transactions/movements.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { type Day, dayIn } from '#core/calendar.ts'
import type { AccountId, EntryId, TransactionId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import type { Kobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { ExpenseType } from '#features/savings/transactions/rules/movement-types.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { post, type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { findApprovalRules } from '#features/access/approvals/server/reads.ts'
import { approvalsNeeded } from '#features/savings/transactions/rules/movement-approvals.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import {
  findExpenseAccount,
  findMoneyAccount,
  findOpenDays,
  findTransaction,
  type LockedTransaction,
  type SocietyAccount,
} from './reads.ts'
import { type Payment, refuseRecordedBefore } from './refuse-recorded-before.ts'
import { insertExpense } from './writes.ts'

const partyMissing = refusal('party_missing', 422, 'Enter {who}.')
export const amountMissing = refusal('amount_missing', 422, 'Enter the amount.')

type Input = Parsed<typeof contract> & { type: ExpenseType }

/** What is asked for, before its accounts are looked up. */
type Asked = {
  type: ExpenseType
  amount: Kobo
  occurredOn: Day
  accountId: AccountId | null | undefined
  throughId: AccountId | null | undefined
  /** Whether held money is paid back: it is for the unallocated receipts then. */
  held?: boolean
}
/** `account` is what it is for, `through` the cash or bank account. */
type Planned = Pick<Asked, 'type' | 'amount' | 'occurredOn'> & { account: SocietyAccount; through: SocietyAccount }

/**
 * Records what the society pays to others, or what it receives from others than its members. An expense waits for another
 * officer by the rule for withdrawals. Refuses: for_officers_only, party_missing, amount_missing, expense_account_unknown,
 * income_account_unknown, money_account_unknown, dated_in_future, dated_before_books, period_closed.
 */
export async function recordExpense(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  { now, requestId }: Context,
  held = false,
): Promise<Replied<typeof contract>> {
  if (actor.role === 'member') refuse('for_officers_only')
  const { type } = input
  const today = dayIn(now)
  const party =
    input.party || refuse(partyMissing({ field: 'party', who: type === 'expense' ? 'who was paid' : 'who paid' }))
  const amount = input.amount ?? refuse(amountMissing({ field: 'amount' }))
  const accountId = type === 'expense' ? input.expenseAccountId : input.incomeAccountId
  const planned = await planExpense(
    tx,
    { type, amount, occurredOn: input.occurredOn ?? today, accountId, throughId: input.paidThrough, held },
    today,
  )
  const reference = input.reference || undefined
  await refuseRecordedBefore(tx, expensePayment(planned, { reference }))
  const needed = approvalsNeeded(await findApprovalRules(tx), type, amount)

  // From here on it must succeed.
  const id = newId<TransactionId>()
  const state = needed > 0 ? { approvalsNeeded: needed } : await postExpense(tx, actor, planned, requestId)
  insertExpense(tx, actor, {
    id,
    party,
    description: input.description || planned.account.name,
    reference,
    ...planned,
    state,
  })
  return { ...(await findTransaction(tx, id)), receiptNumber: 'entryId' in state ? receiptNumber(state) : null }
}

/** Records what was paid or received already, so that nothing waits: a payment provider's charge. Between accounts that are known. */
export async function recordPaidExpense(
  tx: Tx,
  actor: TenantActor,
  { party, description, ...planned }: Planned & { party: string; description: string },
  requestId: string,
): Promise<void> {
  const state = await postExpense(tx, actor, planned, requestId)
  insertExpense(tx, actor, { id: newId<TransactionId>(), party, description, ...planned, state })
}

type Approved = { today: Day; requestId: string; occurredOn: Day | undefined; throughId: AccountId | undefined }

/** Checks a waiting expense against the rules of today, and answers how it is posted: on its own day, unless the approver names another. */
export async function postWaitingExpense(
  tx: Tx,
  actor: TenantActor,
  held: LockedTransaction,
  { today, requestId, ...given }: Approved,
) {
  const { id, amount, expenseId, incomeId, reference } = held
  const type = held.type as ExpenseType
  const occurredOn = given.occurredOn ?? held.occurredOn
  const planned = await planExpense(
    tx,
    {
      type,
      amount,
      occurredOn,
      accountId: type === 'expense' ? expenseId : incomeId,
      throughId: given.throughId ?? held.throughId,
      held: true,
    },
    today,
  )
  await refuseRecordedBefore(tx, expensePayment(planned, { id, reference }))
  return async () => ({ ...(await postExpense(tx, actor, planned, requestId)), occurredOn, through: planned.through })
}

function expensePayment(
  { type, amount, occurredOn, through }: Planned,
  said: Pick<Payment, 'id' | 'reference'>,
): Payment {
  const mine = { memberId: null, accountTypeId: null, period: null, anotherPayment: true }
  return { ...said, ...mine, type, amount, occurredOn, throughId: through.id }
}

async function planExpense(
  tx: Tx,
  { type, amount, occurredOn, accountId, throughId, held = false }: Asked,
  today: Day,
): Promise<Planned> {
  const [days, account, through] = await Promise.all([
    findOpenDays(tx),
    findExpenseAccount(tx, type, accountId, held),
    findMoneyAccount(tx, throughId),
  ])
  const reason = whyNotDate(days, occurredOn, today)
  if (reason) throw reason
  return { type, amount, occurredOn, account, through }
}

async function postExpense(
  tx: Tx,
  actor: TenantActor,
  { type, amount, occurredOn, account, through }: Planned,
  requestId: string,
): Promise<Posted> {
  const id = newId<EntryId>()
  const [debit, credit] = type === 'expense' ? [account.id, through.id] : [through.id, account.id]
  const drafted = entry({ id, on: occurredOn, kind: type, source: { type, id }, postings: [{ debit, credit, amount }] })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: drafted, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('An expense was posted without an answer')
  return posted
}
