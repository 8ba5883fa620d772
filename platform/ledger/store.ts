import { cashInHandCodes } from '#features/accounting/books/rules/chart.ts'
import type { AccountClass } from '#features/accounting/books/rules/account.ts'
import type { Entry, EntryKind } from '#features/accounting/books/rules/entry.ts'
import type { AccountId, AccountTypeId, CooperativeId, EntryId, LoginId, MemberId } from '#core/ids.ts'
import type { Day } from '#core/calendar.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export type EntryRow = { entryId: EntryId; entryNo: bigint; hash: Buffer }

export type EntryBy = { entry: Entry; actorId: LoginId; requestId: string }

export async function callPost(tx: Tx, cooperativeId: CooperativeId, entries: readonly EntryBy[]): Promise<EntryRow[]> {
  const rows = entries.map(({ entry, actorId, requestId }) => ({
    id: entry.id,
    on: entry.on,
    kind: entry.kind,
    sourceType: entry.source.type,
    sourceId: entry.source.id,
    reverses: entry.reverses,
    actor: actorId,
    request: requestId,
    lines: entry.postings.map(({ debit, credit, amount }) => [debit, credit, amount.toString()]),
  }))
  return tx.many<EntryRow>(
    sql`select entry_id, entry_no, hash from ledger.post(${cooperativeId}, ${JSON.stringify(rows)}::jsonb)`,
  )
}

export async function callRenewFloor(tx: Tx, cooperativeId: CooperativeId, accountId: AccountId): Promise<void> {
  await tx.run(sql`select ledger.renew_floor(${cooperativeId}, ${accountId})`)
}

/** The floors of several accounts, each once. */
export async function callRenewFloors(
  tx: Tx,
  cooperativeId: CooperativeId,
  accountIds: readonly AccountId[],
): Promise<void> {
  await tx.run(
    sql`select ledger.renew_floor(${cooperativeId}, a.account_id) from (select distinct unnest(${accountIds}::uuid[]) as account_id order by 1) a`,
  )
}

/** An entry without its lines. */
export type EntryHead = {
  id: EntryId
  on: Day
  kind: EntryKind
  source: { type: string; id: string }
  actorId: LoginId
  requestId: string
}

export async function callPostSelected(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, on, kind, source, actorId, requestId }: EntryHead,
  lines: Statement,
): Promise<EntryRow> {
  const head = JSON.stringify({
    id,
    on,
    kind,
    sourceType: source.type,
    sourceId: source.id,
    actor: actorId,
    request: requestId,
  })
  return tx.one<EntryRow>(sql`
    select p.entry_id, p.entry_no, p.hash from (
      select array_agg(l.debit_id order by l.place) as debits, array_agg(l.credit_id order by l.place) as credits, array_agg(l.amount order by l.place) as amounts
      from (${lines}) l) v
    cross join lateral ledger.post_lines(${cooperativeId}, ${head}::jsonb, v.debits, v.credits, v.amounts) p`)
}

export async function callOpenBooks(tx: Tx, cooperativeId: CooperativeId, beginOn: Day): Promise<void> {
  await tx.run(sql`select ledger.open_books(${cooperativeId}, ${beginOn})`)
}

/** Who locks or reopens. */
export type LockBy = { cooperativeId: CooperativeId; loginId: LoginId; name: string }

export async function callHold(tx: Tx, cooperativeId: CooperativeId): Promise<void> {
  await tx.run(sql`select ledger.lock_head(${cooperativeId})`)
}

export async function callLockThrough(tx: Tx, { cooperativeId, loginId, name }: LockBy, through: Day): Promise<void> {
  await tx.run(sql`select ledger.lock_through(${cooperativeId}, ${through}, ${loginId}, ${name})`)
}

export async function callReopenAfter(
  tx: Tx,
  { cooperativeId, loginId, name }: LockBy,
  through: Day | null,
  reason: string,
): Promise<void> {
  await tx.run(sql`select ledger.reopen_after(${cooperativeId}, ${through}, ${reason}, ${loginId}, ${name})`)
}

export async function callReopenForReversal(
  tx: Tx,
  { cooperativeId, loginId, name }: LockBy,
  entryId: EntryId,
  reason: string,
): Promise<void> {
  await tx.run(sql`select ledger.reopen_for_reversal(${cooperativeId}, ${entryId}, ${reason}, ${loginId}, ${name})`)
}

export async function callRetireAccount(
  tx: Tx,
  cooperativeId: CooperativeId,
  accountId: AccountId,
  retired: boolean,
): Promise<void> {
  await tx.run(sql`select ledger.retire_account(${cooperativeId}, ${accountId}, ${retired})`)
}

export async function selectLastNumber(tx: Tx): Promise<bigint> {
  const { last } = await tx.one<{ last: bigint }>(sql`select last_no as last from ledger.head`)
  return last
}

export async function selectClosedThrough(tx: Tx): Promise<Day | null> {
  const { through } = await tx.one<{ through: Day | null }>(sql`select closed_through as through from ledger.head`)
  return through
}

export type AccountRow = {
  accountId: AccountId
  code: string
  name: string
  class: AccountClass
  isControl: boolean
  /** Money in hand or at a bank; false when left out. */
  holdsCash?: boolean
  controlId: AccountId | null
  memberId: MemberId | null
  accountTypeId: AccountTypeId | null
  /** Kobo; null where the account has no floor. */
  minBalance: bigint | null
}

/** Says how many were opened. Another request may have opened the same member's account a moment before; both then use the one that is there. */
export async function insertAccounts(
  tx: Tx,
  cooperativeId: CooperativeId,
  accounts: readonly AccountRow[],
): Promise<number> {
  return tx.run(sql`
    insert into ledger.account (cooperative_id, account_id, code, name, class, is_control, control_id, member_id, account_type_id, min_balance, holds_cash, in_hand)
    select ${cooperativeId}, a.*, a.holds_cash and a.code = any(${cashInHandCodes}::text[]) from unnest(
      ${accounts.map((a) => a.accountId)}::uuid[], ${accounts.map((a) => a.code)}::text[], ${accounts.map((a) => a.name)}::text[],
      ${accounts.map((a) => a.class)}::text[], ${accounts.map((a) => a.isControl)}::boolean[], ${accounts.map((a) => a.controlId)}::uuid[],
      ${accounts.map((a) => a.memberId)}::uuid[], ${accounts.map((a) => a.accountTypeId)}::uuid[], ${accounts.map((a) => a.minBalance)}::bigint[], ${accounts.map((a) => a.holdsCash ?? false)}::boolean[])
      as a(account_id, code, name, class, is_control, control_id, member_id, account_type_id, min_balance, holds_cash)
    -- In one order for everybody, so that two who open the same accounts never wait crosswise.
    order by a.code
    on conflict do nothing`)
}

export async function selectMemberAccounts(
  tx: Tx,
  memberIds: readonly MemberId[],
  accountTypeIds: readonly AccountTypeId[],
): Promise<{ memberId: MemberId; accountTypeId: AccountTypeId; accountId: AccountId }[]> {
  return tx.many(sql`
    select a.member_id, a.account_type_id, a.account_id
    from unnest(${memberIds}::uuid[], ${accountTypeIds}::uuid[]) as wanted(member_id, account_type_id)
    cross join lateral (
      select * from ledger.account o where o.member_id = wanted.member_id and o.account_type_id = wanted.account_type_id limit 1) a`)
}

/** The numbers of the chart's own accounts, members' accounts left out. */
export async function selectChartCodes(tx: Tx): Promise<string[]> {
  const rows = await tx.many<{ code: string }>(sql`select code from ledger.account where member_id is null`)
  return rows.map(({ code }) => code)
}

/** A control account that was named otherwise than its account type keeps its own name. */
export async function updateAccountNames(tx: Tx, controlId: AccountId, from: string, to: string): Promise<void> {
  await tx.run(
    sql`update ledger.account set name = ${to} where (account_id = ${controlId} or control_id = ${controlId}) and name = ${from}`,
  )
}

export async function updateOverdraftLimit(tx: Tx, accountId: AccountId, limit: bigint | null): Promise<void> {
  await tx.run(sql`update ledger.account set overdraft_limit = ${limit} where account_id = ${accountId}`)
}

export type PostingRow = { debitId: AccountId; creditId: AccountId; amount: bigint }
export type StoredEntryRow = { effectiveOn: Day; kind: string; sourceType: string; sourceId: string }

export async function selectEntry(
  tx: Tx,
  entryId: EntryId,
): Promise<{ entry: StoredEntryRow; postings: PostingRow[] }> {
  const [entry, postings] = await Promise.all([
    tx.one<StoredEntryRow>(
      sql`select effective_on, kind, source_type, source_id from ledger.entry where entry_id = ${entryId}`,
    ),
    tx.many<PostingRow>(
      sql`select debit_id, credit_id, amount from ledger.posting where entry_id = ${entryId} order by line`,
    ),
  ])
  return { entry, postings }
}
