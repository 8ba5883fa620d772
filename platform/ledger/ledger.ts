import { overdraftReasonHeader } from '#core/contract/endpoint.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { AccountId, AccountTypeId, CooperativeId, EntryId, LoginId, MemberId } from '#core/ids.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountClass } from '#features/accounting/books/rules/account.ts'
import { entry, type EntryKind, reversalOf } from '#features/accounting/books/rules/entry.ts'
import { type Kobo, kobo, moneyText } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { postedEntries } from '#platform/telemetry/instruments.ts'
import { chartOfAccounts } from '#features/accounting/books/rules/chart.ts'
import { nextControlCode } from '#features/accounting/books/rules/control-code.ts'
import {
  callHold,
  callLockThrough,
  callOpenBooks,
  callPost,
  callPostSelected,
  callRenewFloor,
  callRenewFloors,
  callReopenAfter,
  callReopenForReversal,
  callRetireAccount,
  type EntryBy,
  type EntryHead,
  insertAccounts,
  type LockBy,
  selectChartCodes,
  selectClosedThrough,
  selectLastNumber,
  selectEntry,
  selectMemberAccounts,
  updateAccountNames,
  updateOverdraftLimit,
} from './store.ts'

/** What the ledger gave an entry: its gapless number, and its hash in the cooperative's chain. */
export type Posted = { entryId: EntryId; number: number; hash: Buffer }

/**
 * The only way money moves in this system. Writes the entries in their order, all or none, and answers in that order.
 * Refuses: period_closed, dated_before_books, below_floor, below_on_day, cash_below_zero, bank_below_zero, bank_beyond_limit, already_posted (the same source), already_reversed.
 */
export async function post(tx: Tx, cooperativeId: CooperativeId, entries: readonly EntryBy[]): Promise<Posted[]> {
  try {
    const rows = await callPost(tx, cooperativeId, entries)
    tx.afterCommit(() => postedEntries.add({}, rows.length))
    return rows.map((row) => ({ entryId: row.entryId, number: Number(row.entryNo), hash: row.hash }))
  } catch (error) {
    return refuseFor(error)
  }
}

/**
 * The same door for an entry of very many lines, which never leave the database: `lines` gives `debit_id`, `credit_id`,
 * `amount`, and `place`, their order. Refuses as `post` does; an entry without a line is refused by the ledger itself.
 */
export async function postSelected(
  tx: Tx,
  cooperativeId: CooperativeId,
  head: EntryHead,
  lines: Statement,
): Promise<Posted> {
  try {
    const row = await callPostSelected(tx, cooperativeId, head, lines)
    tx.afterCommit(() => postedEntries.add())
    return { entryId: row.entryId, number: Number(row.entryNo), hash: row.hash }
  } catch (error) {
    return refuseFor(error)
  }
}

/** Entry number and the first ten digits of its hash: what a member's receipt shows. */
export function receiptNumber({ number, hash }: Posted): string {
  return `${number}-${hash.toString('hex').slice(0, 10)}`
}

/** The database's own locks speak in constraint names; a person is told the reason in words. */
function refuseFor(error: unknown): never {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  switch (constraint) {
    case 'below_on_day':
    case 'cash_below_zero':
    case 'bank_below_zero':
    case 'bank_beyond_limit':
      return refuse(constraint, {
        field: constraint === 'bank_below_zero' ? overdraftReasonHeader : 'amount',
        ...shortfallOf(error),
      })
    case 'period_closed':
      return refuse('period_closed', { field: 'occurredOn', through: 'that date' })
    case 'before_books':
      return refuse('dated_before_books', { field: 'occurredOn', begin: 'a later date' })
    case 'below_floor':
      return refuse('below_floor')
    case 'entry_cooperative_id_source_type_source_id_key':
      return refuse('already_posted')
    case 'entry_cooperative_id_reverses_id_key':
      return refuse('already_reversed')
    default:
      throw error
  }
}

/** Which account would be short, on which day, and of how much, as ledger.check_days says it. */
function shortfallOf(error: unknown): { account: string; day: string; [amount: string]: string } {
  const { account, day, ...amounts } = JSON.parse((error as { detail: string }).detail) as {
    account: string
    day: Day
    [amount: string]: number | string
  }
  const texts = Object.entries(amounts).map(([name, amount]) => [name, moneyText(kobo(Number(amount)))])
  return { account, day: dayText(day), ...Object.fromEntries(texts) }
}

/** Sets the floor of a member's account to what its open pledges and deposits come to. Refuses: below_floor, where less is on it. */
export async function renewFloor(tx: Tx, cooperativeId: CooperativeId, accountId: AccountId): Promise<void> {
  try {
    await callRenewFloor(tx, cooperativeId, accountId)
  } catch (error) {
    refuseFor(error)
  }
}

/** The same for several accounts in one round trip. Refuses: below_floor. */
export async function renewFloors(
  tx: Tx,
  cooperativeId: CooperativeId,
  accountIds: readonly AccountId[],
): Promise<void> {
  try {
    await callRenewFloors(tx, cooperativeId, accountIds)
  } catch (error) {
    refuseFor(error)
  }
}

/** Opens a new cooperative's books: head, and the preset chart of accounts. Returns each account's id by its code. */
export async function openBooks(
  tx: Tx,
  cooperativeId: CooperativeId,
  beginOn: Day,
): Promise<ReadonlyMap<string, AccountId>> {
  await callOpenBooks(tx, cooperativeId, beginOn)
  const ids = new Map(chartOfAccounts.map(({ code }) => [code, newId<AccountId>()]))
  await insertAccounts(
    tx,
    cooperativeId,
    chartOfAccounts.map(({ code, name, class: accountClass, isControl, holdsCash }) => ({
      accountId: ids.get(code) as AccountId,
      code,
      name,
      class: accountClass,
      isControl: isControl ?? false,
      holdsCash: holdsCash ?? false,
      controlId: null,
      memberId: null,
      accountTypeId: null,
      minBalance: null,
    })),
  )
  return ids
}

/** Opens an account of the society's own, such as what one employer owes it. */
export async function openOwnAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  account: { code: string; name: string; class: AccountClass },
): Promise<AccountId> {
  const accountId = newId<AccountId>()
  await insertAccounts(tx, cooperativeId, [
    { accountId, ...account, isControl: false, controlId: null, memberId: null, accountTypeId: null, minBalance: null },
  ])
  return accountId
}

/** Opens the control account of a new account type or loan product under the next free number. Refuses: chart_full. */
export async function openControlAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  kind: AccountTypeKind | 'loans',
  name: string,
): Promise<AccountId> {
  const code = nextControlCode(kind, new Set(await selectChartCodes(tx))) ?? refuse('chart_full')
  const accountId = newId<AccountId>()
  const shape = { isControl: true, controlId: null, memberId: null, accountTypeId: null, minBalance: null }
  await insertAccounts(tx, cooperativeId, [
    { accountId, code, name, class: kind === 'loans' ? 'asset' : classOf(kind), ...shape },
  ])
  return accountId
}

/** Opens the account of one loan under its product's control account: the third loan of member 42 is 1210-00042-3. */
export async function openLoanAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  loan: LoanAccountWanted,
): Promise<AccountId> {
  const [accountId] = await openLoanAccounts(tx, cooperativeId, [loan])
  if (!accountId) throw new Error('The account of a loan was not opened')
  return accountId
}

type LoanAccountWanted = {
  controlId: AccountId
  controlCode: string
  membershipNumber: number
  accountsBefore: number
  loanConfig: string
}

/** The same for many, in their order. */
export async function openLoanAccounts(
  tx: Tx,
  cooperativeId: CooperativeId,
  loans: readonly LoanAccountWanted[],
): Promise<AccountId[]> {
  const accounts = loans.map(({ controlId, controlCode, membershipNumber, accountsBefore, loanConfig }) => {
    const code = `${controlCode}-${String(membershipNumber).padStart(5, '0')}-${accountsBefore + 1}`
    const shape = {
      class: 'asset',
      isControl: false,
      controlId,
      memberId: null,
      accountTypeId: null,
      minBalance: 0n,
    } as const
    return { accountId: newId<AccountId>(), code, name: `${loanConfig} loan`, ...shape }
  })
  await insertAccounts(tx, cooperativeId, accounts)
  return accounts.map(({ accountId }) => accountId)
}

/** Opens an account of the society; undefined where its code is taken. */
export async function openSocietyAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  account: { code: string; name: string; class: AccountClass; holdsCash: boolean },
): Promise<AccountId | undefined> {
  const accountId = newId<AccountId>()
  const opened = await insertAccounts(tx, cooperativeId, [
    { accountId, ...account, isControl: false, controlId: null, memberId: null, accountTypeId: null, minBalance: null },
  ])
  return opened === 1 ? accountId : undefined
}

/** How far a bank account may go below zero, in kobo; null where the bank has said nothing. The caller has found it to be at a bank. */
export async function setOverdraftLimit(tx: Tx, accountId: AccountId, limit: Kobo | null): Promise<void> {
  await updateOverdraftLimit(tx, accountId, limit)
}

/** The number of the last entry, 0 before the first. */
export async function findLastNumber(tx: Tx): Promise<bigint> {
  return selectLastNumber(tx)
}

/** Until this transaction ends nothing is posted by another: what it reads of the books stays true. */
export async function blockPostings(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await callHold(tx, cooperativeId)
}

/**
 * Locks the books until this transaction ends and answers what `compute` says of them. That is computed before the lock,
 * so that postings don't wait for it, and once more under it where an entry was posted meanwhile. What changes without an
 * entry is the caller's to look at again.
 */
export async function lockBooksComputed<Result>(
  tx: Tx,
  cooperativeId: CooperativeId,
  compute: () => Promise<Result>,
): Promise<Result> {
  const before = await selectLastNumber(tx)
  const computed = await compute()
  await blockPostings(tx, cooperativeId)
  return (await selectLastNumber(tx)) === before ? computed : compute()
}

/** Takes an account out of use or brings it back; the caller has said why not. */
export async function retireAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  accountId: AccountId,
  retired: boolean,
): Promise<void> {
  await callRetireAccount(tx, cooperativeId, accountId, retired)
}

/** Nothing dated on this day or before is posted from then on. Refuses: lock_not_later. */
export async function lockThrough(tx: Tx, actor: LockBy, through: Day): Promise<void> {
  await blockPostings(tx, actor.cooperativeId)
  const before = await selectClosedThrough(tx)
  if (before && through <= before) refuse('lock_not_later', { field: 'through', through: dayText(before) })
  await callLockThrough(tx, actor, through)
}

/** The same for a closing or for opening balances; days that are locked already stay locked. */
export async function lockWith(tx: Tx, actor: LockBy, through: Day): Promise<void> {
  const before = await selectClosedThrough(tx)
  if (!before || before < through) await callLockThrough(tx, actor, through)
}

/** Ends that lock in the transaction that reverses this entry, so that its own day is open. Does nothing where the books are locked further. */
export async function reopenForReversal(tx: Tx, actor: LockBy, entryId: EntryId, reason: string): Promise<void> {
  await callReopenForReversal(tx, actor, entryId, reason)
}

/** Opens the books after a day, or from the beginning. Refuses: lock_not_earlier, reopened_by_locker. */
export async function reopenAfter(tx: Tx, actor: LockBy, through: Day | null, reason: string): Promise<void> {
  await blockPostings(tx, actor.cooperativeId)
  const before = await selectClosedThrough(tx)
  if (!before || (through && through >= before))
    refuse('lock_not_earlier', { field: 'through', through: before ? dayText(before) : undefined })
  try {
    await callReopenAfter(tx, actor, through, reason)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'reopened_by_locker')
      refuse('reopened_by_locker')
    throw error
  }
}

/** Gives a control account and the members' accounts under it the new name of their account type. */
export async function renameAccounts(tx: Tx, controlId: AccountId, from: string, to: string): Promise<void> {
  await updateAccountNames(tx, controlId, from, to)
}

/** Undoes an entry by its reversal, dated `on`. Refuses as `post` does; a second reversal is already_reversed. */
export async function reverse(
  tx: Tx,
  cooperativeId: CooperativeId,
  entryId: EntryId,
  { on, actorId, requestId }: { on: Day; actorId: LoginId; requestId: string },
): Promise<Posted> {
  const { entry: row, postings } = await selectEntry(tx, entryId)
  const original = entry({
    id: entryId,
    on: row.effectiveOn,
    kind: row.kind as EntryKind,
    source: { type: row.sourceType, id: row.sourceId },
    postings: postings.map(({ debitId: debit, creditId: credit, amount }) => ({
      debit,
      credit,
      amount: amount as Kobo,
    })),
  })
  const [posted] = await post(tx, cooperativeId, [
    { entry: reversalOf(original, newId<EntryId>(), on), actorId, requestId },
  ])
  if (!posted) throw new Error('The ledger left a reversal without an answer')
  return posted
}

/** Shares are the society's own funds, savings are owed to members. */
function classOf(kind: AccountTypeKind): 'equity' | 'liability' {
  return kind === 'shares' ? 'equity' : 'liability'
}

/** A member's account that may not exist yet, with what is needed to open it. */
export type MemberAccountWanted = {
  memberId: MemberId
  membershipNumber: number
  accountTypeId: AccountTypeId
  typeName: string
  typeKind: AccountTypeKind
  controlId: AccountId
  controlCode: string
}

/** Opens the accounts that members do not have yet, each with a floor of zero; returns all by `memberId accountTypeId`. */
export async function ensureMemberAccounts(
  tx: Tx,
  cooperativeId: CooperativeId,
  wanted: readonly MemberAccountWanted[],
): Promise<ReadonlyMap<string, AccountId>> {
  if (wanted.length === 0) return new Map()
  const find = async () => {
    const rows = await selectMemberAccounts(
      tx,
      wanted.map((account) => account.memberId),
      wanted.map((account) => account.accountTypeId),
    )
    return new Map(rows.map((row) => [`${row.memberId} ${row.accountTypeId}`, row.accountId]))
  }
  const found = await find()
  const missing = wanted.filter(({ memberId, accountTypeId }) => !found.has(`${memberId} ${accountTypeId}`))
  if (missing.length === 0) return found
  await insertAccounts(
    tx,
    cooperativeId,
    missing.map((account) => ({
      accountId: newId<AccountId>(),
      code: `${account.controlCode}-${String(account.membershipNumber).padStart(5, '0')}`,
      name: account.typeName,
      class: classOf(account.typeKind),
      isControl: false,
      controlId: account.controlId,
      memberId: account.memberId,
      accountTypeId: account.accountTypeId,
      minBalance: 0n,
    })),
  )
  return find()
}
