import { isSelf, type TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { AccountId, AccountTypeId, EntryId, FixedDepositId, MemberId } from '#core/ids.ts'
import { type Kobo, moneyText, sumKobo } from '#core/money.ts'
import { Refusal, refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { waitingAction } from '#features/access/change-requests/server/waiting-action.ts'
import { notifyMembers } from '#features/access/notifications/server/notify-members.ts'
import { entry } from '#features/accounting/books/rules/entry.ts'
import { whyNotDate } from '#features/accounting/books/rules/open-days.ts'
import { whyNotContribute } from '#features/savings/contributions/rules/contribution.ts'
import * as contract from '#features/savings/fixed-deposits/contract.ts'
import { brokenEnding, type Ending, maturedEnding } from '#features/savings/fixed-deposits/rules/ending.ts'
import {
  certificateNumber,
  type DepositTerms,
  interestIfBroken,
  planDeposit,
  type PlannedDeposit,
  whyNotBreak,
  whyNotOpen,
} from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import { whyNotMove } from '#features/savings/transactions/rules/movement.ts'
import { knownFacts, movementFacts } from '#features/savings/transactions/server/plan-movement.ts'
import { toOpen } from '#features/savings/transactions/server/post-movement.ts'
import { findMoneyAccount, findOpenDays, type KnownFacts } from '#features/savings/transactions/server/reads.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { blockPostings, ensureMemberAccounts, post, receiptNumber, renewFloors } from '#platform/ledger/ledger.ts'
import { type DepositToEnd, endDeposits } from './end-deposits.ts'
import {
  countMatured,
  findDepositTypes,
  findFixedDeposit,
  findMatured,
  findNextCertificate,
  type LockedDeposit,
  lockDeposits,
} from './reads.ts'
import { type DepositMovement, insertDepositMovements, insertDeposits } from './writes.ts'

const depositTypeWanted = refusal('deposit_type_wanted', 422, 'Choose a fixed deposit that your cooperative offers.')
const depositSourceWrong = refusal(
  'deposit_source_wrong',
  422,
  'Say either the savings that the money comes from or the cash or bank account, not both.',
)
const depositNotMatured = refusal(
  'deposit_not_matured',
  409,
  '{certificate} matures on {matures}. Until then it can only be broken.',
)
const depositsNoneMatured = refusal(
  'deposits_none_matured',
  409,
  'No deposit has matured, so there is nothing to pay out.',
)

type Input = Parsed<typeof contract.openFixedDeposit>
/** Where the money comes from: savings of the member, or cash or bank. */
type Source = { savings: KnownFacts | null; through: { id: AccountId; name: string } | null }

/**
 * Opens a deposit as one entry and binds its money until it ends. One that began before today waits, because its interest has run
 * already: what members get, out of a day that one officer typed. Refuses: deposit_source_wrong,
 * deposit_type_wanted, account_type_retired, deposit_term_not_offered, deposit_too_small, deposit_earns_nothing, member_not_active, below_floor, and a
 * date that the books do not take.
 */
export const openFixedDeposit = waitingAction(
  contract.openFixedDeposit,
  async ({ tx, today }, input) => {
    const { amount, memberId, months, occurredOn: on } = input
    if (on === undefined || on >= today) return undefined
    const facts = await knownFacts(tx, input)
    const planned = planDeposit(
      { name: facts.typeName, terms: await termsOf(tx, facts) },
      { months, principal: amount, openedOn: on },
    )
    if (planned instanceof Refusal) throw planned
    return {
      description: t(
        '{type} of {name}: {amount} from {openedOn} to {maturesOn} at {percent} % a year, with {interest} of interest',
        {
          type: facts.typeName,
          name: facts.name,
          amount: moneyText(amount),
          openedOn: dayText(on),
          maturesOn: dayText(planned.maturesOn),
          percent: planned.rateBasisPoints / 100,
          interest: moneyText(planned.interestAtMaturity),
        },
      ),
      memberId,
      ownMemberId: memberId,
      money: { amount, approvals: 1 },
    }
  },
  async ({ tx, actor, today, context }, input) => {
    const { amount, memberId, months } = input
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
    await postOpening(
      tx,
      actor,
      { id, number, facts, accountId, source, amount, on, requestId: context.requestId },
      async (entryId) => {
        const deposit = { ...planned, id, number, memberId, accountTypeId: input.accountTypeId, accountId }
        await insertDeposits(tx, actor, [{ ...deposit, renews: null, entryId }])
      },
    )
    await renewFloors(tx, actor.cooperativeId, [accountId])
    const message = t('Your fixed deposit {number} of {amount} runs until {maturesOn}.', {
      number: certificateNumber(number),
      amount: moneyText(amount),
      maturesOn: dayText(planned.maturesOn),
    })
    notifyMembers(tx, actor.cooperativeId, [{ memberId, type: 'success', message, link: '/member/transactions' }])
    return findFixedDeposit(tx, actor, id, today)
  },
  // Who says that they paid in cash does not say it of themselves; they may agree to what another officer says.
  ({ actor }, { memberId }) => {
    if (isSelf(actor, memberId)) refuse('own_transaction')
  },
)

/** Refuses: deposit_type_wanted, account_type_retired. */
async function termsOf(tx: Tx, facts: KnownFacts): Promise<DepositTerms> {
  const type = (await findDepositTypes(tx)).get(facts.accountTypeId)
  if (!type?.terms) return refuse(depositTypeWanted({ field: 'accountTypeId' }))
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
  if (paidThrough !== undefined) refuse(depositSourceWrong({ field: 'paidThrough' }))
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
  const description = t('Fixed deposit {number}', { number: certificateNumber(number) })
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

/**
 * Pays out or renews deposits whose day has come, each as it was agreed, all or none. Refuses: deposits_none_matured,
 * not_found, deposit_ended, deposit_not_matured, and a date that the books do not take.
 */
export const payMaturedDeposits = action(
  contract.payMaturedDeposits,
  async (ask, { depositIds, occurredOn: on = ask.today }) => {
    const { tx, actor, today, context } = ask
    await blockPostings(tx, actor.cooperativeId)
    const dated = whyNotDate(await findOpenDays(tx), on, today)
    if (dated) throw dated
    const ids = depositIds ?? (await findMatured(tx, on, contract.depositsAtOnce))
    if (ids.length === 0) refuse(depositsNoneMatured())
    const held = await lockDeposits(tx, ids)
    if (held.length < new Set(ids).size) refuse('not_found', { field: 'depositIds' })
    for (const deposit of held) refuseUnlessMatured(deposit, on)
    const types = await findDepositTypes(tx)
    const ends = held.map((deposit): DepositToEnd => {
      const type = types.get(deposit.accountTypeId)
      const offered =
        type?.terms && !type.isRetired && deposit.memberStatus === 'active'
          ? { name: type.name, terms: type.terms }
          : undefined
      return { deposit, ending: maturedEnding(deposit, offered), brokenReason: null }
    })

    // From here on it must succeed.
    await endDeposits(tx, actor, ends, { on, requestId: context.requestId })
    const told = { type: 'success', link: '/member/transactions' } as const
    notifyMembers(
      tx,
      actor.cooperativeId,
      ends.map(({ deposit, ending }) => ({ ...told, memberId: deposit.memberId, message: noticeOf(deposit, ending) })),
    )
    const renewed = ends.filter(({ ending }) => ending.renewal !== null).length
    return {
      paidOut: ends.length - renewed,
      renewed,
      principal: sumKobo(held.map(({ principal }) => principal)),
      interest: sumKobo(ends.map(({ ending }) => ending.interest)),
      waiting: await countMatured(tx, today),
    }
  },
)

/** Refuses: deposit_ended, deposit_not_matured. */
function refuseUnlessMatured(deposit: LockedDeposit, on: Day): void {
  const ended = whyNotOpen(deposit)
  if (ended) throw ended
  if (deposit.maturesOn > on)
    refuse(depositNotMatured({ certificate: certificateNumber(deposit.number), matures: dayText(deposit.maturesOn) }))
}

function noticeOf({ number, principal }: LockedDeposit, { interest, renewal }: Ending): string {
  const matured = { number: certificateNumber(number), interest: moneyText(interest) }
  return renewal
    ? t(
        'Your fixed deposit {number} has matured with {interest} of interest and was renewed: {principal} until {maturesOn}.',
        { ...matured, principal: moneyText(renewal.principal), maturesOn: dayText(renewal.maturesOn) },
      )
    : t(
        'Your fixed deposit {number} has matured with {interest} of interest: {principal} and the interest are on your savings.',
        { ...matured, principal: moneyText(principal) },
      )
}

/**
 * Ends a deposit before it matures, by its own rule. Refuses: not_found, own_transaction, deposit_ended, deposit_matured, deposit_not_yet_open,
 * deposit_notice_missing, deposit_notice_runs, and a date that the books do not take.
 */
export const breakFixedDeposit = action(contract.breakFixedDeposit, async (ask, input) => {
  const { tx, actor, today, context } = ask
  const { depositId, reason, noticeOn, occurredOn: on = today } = input
  await blockPostings(tx, actor.cooperativeId)
  const [deposit = refuse('not_found')] = await lockDeposits(tx, [depositId])
  // Who says when notice was given does not say it of themselves.
  if (isSelf(actor, deposit.memberId)) refuse('own_transaction')
  const wrong = whyNotBreak(deposit, { on, noticeOn }) ?? whyNotDate(await findOpenDays(tx), on, today)
  if (wrong) throw wrong
  const interest = interestIfBroken(deposit, on)

  // From here on it must succeed.
  await endDeposits(tx, actor, [{ deposit, ending: brokenEnding(deposit, interest), brokenReason: reason }], {
    on,
    requestId: context.requestId,
  })
  const broken = { number: certificateNumber(deposit.number), principal: moneyText(deposit.principal) }
  const message =
    interest > 0n
      ? t('Your fixed deposit {number} was broken: {principal} and {interest} of interest are on your savings.', {
          ...broken,
          interest: moneyText(interest),
        })
      : t('Your fixed deposit {number} was broken: {principal} and no interest are on your savings.', broken)
  notifyMembers(tx, actor.cooperativeId, [
    { memberId: deposit.memberId, type: 'info', message, link: '/member/transactions' },
  ])
  return findFixedDeposit(tx, actor, depositId, today)
})

type Brought = PlannedDeposit & {
  memberId: MemberId
  accountTypeId: AccountTypeId
  accountId: AccountId
  /** What the old books have of its interest as an expense. */ accrued: Kobo
}

/** Saves the deposits that an entry of opening balances brought, on the terms that were agreed, and binds their money until they end. */
export async function bringDeposits(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  deposits: readonly Brought[],
): Promise<void> {
  if (deposits.length === 0) return
  const first = await findNextCertificate(tx)
  await insertDeposits(
    tx,
    actor,
    deposits.map(({ accrued, ...deposit }, index) => ({
      ...deposit,
      ...{ id: newId<FixedDepositId>(), number: first + index, renews: null, entryId, openingAccrued: accrued },
    })),
  )
  await renewFloors(tx, actor.cooperativeId, [...new Set(deposits.map(({ accountId }) => accountId))])
}
