import type { openFixedDeposit as contract } from '#features/savings/fixed-deposits/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayIn, dayText } from '#core/calendar.ts'
import { whyNotContribute } from '#features/savings/contributions/rules/contribution.ts'
import {
  certificateNumber,
  type DepositTerms,
  planDeposit,
} from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type { AccountId, EntryId, FixedDepositId } from '#core/ids.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import { whyNotMove } from '#features/savings/transactions/rules/movement.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { knownFacts, movementFacts } from '#features/savings/transactions/server/plan-movement.ts'
import type { KnownFacts } from '#features/savings/transactions/server/queries.ts'
import { toOpen } from '#features/savings/transactions/server/post-movement.ts'
import { findMoneyAccount } from '#features/savings/transactions/server/queries.ts'
import { ensureMemberAccounts, blockPostings, post, receiptNumber, renewFloors } from '#platform/ledger/ledger.ts'
import { findDepositTypes, findFixedDeposit, findNextCertificate } from './queries.ts'
import { type DepositMovement, insertDepositMovements, insertDeposits } from './store.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

type Input = Parsed<typeof contract>
/** Where the money comes from: savings of the member, or cash or bank. */
type Source = { savings: KnownFacts | null; through: { id: AccountId; name: string } | null }

/**
 * Opens a deposit as one entry and binds its money until it ends. Refuses: deposit_source_wrong,
 * deposit_type_wanted, account_type_retired, deposit_term_not_offered, deposit_too_small, deposit_earns_nothing, member_not_active, below_floor, and a
 * date that the books do not take.
 */
export async function openFixedDeposit(
  tx: Tx,
  actor: TenantActor,
  input: Input,
  { now, requestId }: Context,
): Promise<Replied<typeof contract>> {
  const { amount, memberId, months } = input
  const today = dayIn(now)
  const on = input.occurredOn ?? today
  const facts = await knownFacts(tx, input)
  const terms = await termsOf(tx, facts)
  const wrong = whyNotContribute(
    {
      member: {
        ...{ name: facts.name, status: facts.status, mergedInto: facts.mergedInto },
        joinedOn: facts.registrationDate,
      },
      booksBeginOn: facts.booksBeginOn,
      closedThrough: facts.closedThrough ?? undefined,
    },
    on,
    today,
  )
  if (wrong) throw wrong
  const planned = planDeposit({ name: facts.typeName, terms }, { months, principal: amount, openedOn: on })
  if (planned instanceof Refusal) throw planned
  const source = await sourceOf(tx, input, on, today)
  await blockPostings(tx, actor.cooperativeId)

  // From here on it must succeed.
  const id = newId<FixedDepositId>()
  const number = await findNextCertificate(tx)
  const accountId = await ownAccount(tx, actor, facts)
  await postOpening(tx, actor, { id, number, facts, accountId, source, amount, on, requestId }, async (entryId) => {
    const deposit = { ...planned, id, number, memberId, accountTypeId: input.accountTypeId, accountId }
    await insertDeposits(tx, actor, [{ ...deposit, renews: null, entryId }])
  })
  await renewFloors(tx, actor.cooperativeId, [accountId])
  const message = fill(strings.yourFixedDepositOfRuns, {
    number: certificateNumber(number),
    amount: moneyText(amount),
    maturesOn: dayText(planned.maturesOn),
  })
  notifyMembers(tx, actor.cooperativeId, [{ memberId, type: 'success', message, link: '/member/transactions' }])
  return findFixedDeposit(tx, actor, id, today)
}

/** Who says that they paid in cash does not say it of themselves; they may agree to what another officer says. Refuses: own_transaction. */
export function refuseOwnDeposit(_tx: Tx, actor: TenantActor, { memberId }: Input): void {
  if (isSelf(actor, memberId)) refuse('own_transaction')
}

/**
 * One that began before today, because its interest has run already: what members get, out of a day that one officer typed.
 * Refuses: deposit_type_wanted, account_type_retired, and a term or an amount that is not offered.
 */
export async function describeBackdatedDeposit(
  tx: Tx,
  _actor: TenantActor,
  input: Input,
  { now }: Context,
): Promise<Change | undefined> {
  const { amount, memberId, months, occurredOn: on } = input
  if (on === undefined || on >= dayIn(now)) return undefined
  const facts = await knownFacts(tx, input)
  const planned = planDeposit(
    { name: facts.typeName, terms: await termsOf(tx, facts) },
    { months, principal: amount, openedOn: on },
  )
  if (planned instanceof Refusal) throw planned
  return {
    description: fill(strings.backdatedDeposit, {
      type: facts.typeName,
      name: facts.name,
      amount: moneyText(amount),
      openedOn: dayText(on),
      maturesOn: dayText(planned.maturesOn),
      percent: planned.rateBasisPoints / 100,
      interest: moneyText(planned.interestAtMaturity),
    }),
    memberId,
    ownMemberId: memberId,
    money: { amount, approvals: 1 },
  }
}

/** Refuses: deposit_type_wanted, account_type_retired. */
async function termsOf(tx: Tx, facts: KnownFacts): Promise<DepositTerms> {
  const type = (await findDepositTypes(tx)).get(facts.accountTypeId)
  if (!type?.terms) return refuse('deposit_type_wanted', { field: 'accountTypeId' })
  if (type.isRetired) refuse('account_type_retired', { field: 'accountTypeId', name: type.name })
  return type.terms
}

/** Refuses: deposit_source_wrong, money_account_unknown, and what a withdrawal from these savings would meet. */
async function sourceOf(
  tx: Tx,
  { memberId, fromAccountTypeId, paidThrough, amount }: Input,
  on: Day,
  today: Day,
): Promise<Source> {
  if (fromAccountTypeId === undefined) return { savings: null, through: await findMoneyAccount(tx, paidThrough) }
  if (paidThrough !== undefined) refuse('deposit_source_wrong', { field: 'paidThrough' })
  const savings = await knownFacts(tx, { memberId, accountTypeId: fromAccountTypeId })
  const wrong = whyNotMove(
    movementFacts(savings, savings.waiting),
    { type: 'withdrawal', direction: 'out', amount, occurredOn: on, byOfficer: true },
    today,
  )
  if (wrong) throw wrong
  return { savings, through: null }
}

async function ownAccount(tx: Tx, actor: TenantActor, facts: KnownFacts): Promise<AccountId> {
  if (facts.accountId) return facts.accountId
  const opened = await ensureMemberAccounts(tx, actor.cooperativeId, [toOpen(facts)])
  const found = opened.get(`${facts.memberId} ${facts.accountTypeId}`)
  if (!found) throw new Error('The account of a deposit was not opened')
  return found
}

type Opening = {
  id: FixedDepositId
  number: number
  facts: KnownFacts
  accountId: AccountId
  source: Source
  amount: Kobo
  on: Day
  requestId: string
}

async function postOpening(
  tx: Tx,
  actor: TenantActor,
  { id, number, facts, accountId, source, amount, on, requestId }: Opening,
  keep: (entryId: EntryId) => Promise<void>,
): Promise<void> {
  const entryId = newId<EntryId>()
  const debit = source.savings?.accountId ?? source.through?.id
  if (!debit) throw new Error('A deposit was planned without where its money comes from')
  const drafted = entry({
    id: entryId,
    on,
    kind: 'fixed_deposit',
    source: { type: 'fixed_deposit', id },
    postings: [{ debit, credit: accountId, amount }],
  })
  const [posted] = await post(tx, actor.cooperativeId, [{ entry: drafted, actorId: actor.loginId, requestId }])
  if (!posted) throw new Error('The ledger left a deposit without an answer')
  await keep(entryId)
  const description = fill(strings.fixedDeposit, { number: certificateNumber(number) })
  const side = {
    type: 'fixed_deposit' as const,
    memberId: facts.memberId,
    amount,
    occurredOn: on,
    description,
    entryId,
    line: 1,
  }
  const rows: DepositMovement[] = [
    ...(source.savings
      ? [{ ...side, accountTypeId: source.savings.accountTypeId, direction: 'out' as const, through: null }]
      : []),
    { ...side, accountTypeId: facts.accountTypeId, direction: 'in', through: source.through },
  ]
  await insertDepositMovements(tx, actor, rows, [{ entryId, number: posted.number, receipt: receiptNumber(posted) }])
}
