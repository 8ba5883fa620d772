import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, CooperativeId, EntryId, MemberId, StatementLinkId, TransactionId } from '#core/ids.ts'
import { type EntryKind, entryKindNames } from '#features/accounting/books/rules/entry.ts'
import type { LoanMovementKind } from '#features/loans/loans/rules/loan.ts'
import { type Kobo, moneyText } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/statements/contract.ts'
import {
  type StoredFigures,
  type LedgerLine,
  type StatementAccount,
  statementLinesMax,
  statementOf,
  totalsOf,
} from '#features/savings/statements/rules/statement.ts'
import { action } from '#platform/action.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const statementTooLong = refusal(
  'statement_too_long',
  422,
  'More than {lines} movements fall into these days. Choose a shorter period.',
)
const receiptNotPosted = refusal(
  'receipt_not_posted',
  409,
  'There is a receipt once a movement is posted, and this one is not.',
)
export const statementLinkOver = refusal(
  'statement_link_over',
  409,
  'This link has ended or belongs to other days. Make a new one.',
)

export type Statement = Replied<typeof contract.getOwnStatement>

type Row = LedgerLine & { kind: EntryKind | null }
type Told = { entryId: EntryId; accountId: AccountId | null; line: number | null; description: string }
type LoanTold = {
  entryId: EntryId
  accountId: AccountId
  kind: LoanMovementKind
  isRebate: boolean
  amount: Kobo
  interest: Kobo
  fees: Kobo
  penalties: Kobo
}

/** A member's accounts and what moved on them. Refuses: not_found, statement_too_long. */
export async function findStatement(
  tx: Tx,
  memberId: MemberId,
  { from, to }: { from: Day; to: Day },
): Promise<Statement> {
  const [who, accounts, lines, pledges] = await Promise.all([
    findPerson(tx, memberId),
    tx.many<StatementAccount>(sql`
      select a.account_id, t.kind, t.name from ledger.account a join app.account_type t on t.account_type_id = a.account_type_id where a.member_id = ${memberId}
      union all
      select l.account_id, 'loan', c.name || ' loan' from app.loan l join app.loan_configuration c using (loan_configuration_id) where l.member_id = ${memberId} and l.account_id is not null`),
    tx.many<Row>(sql`
      select account_id, entry_id, source_entry_id, entry_no::int as number, effective_on as on, line, kind, is_reversal,
        receipt_number, debit, credit
      from ledger.member_lines(${memberId}, ${from}::date, ${to}::date) limit ${statementLinesMax + 1000}`),
    tx.many<Statement['pledges'][number]>(sql`
      select p.kind, t.name as account, p.amount, p.reason, p.placed_at as since from app.pledge p join app.account_type t using (account_type_id)
      where p.member_id = ${memberId} and (p.placed_at at time zone 'Africa/Lagos')::date <= ${to}::date
        and (p.released_at is null or (p.released_at at time zone 'Africa/Lagos')::date > ${to}::date) order by p.placed_at, p.pledge_id`),
  ])
  if (lines.filter(({ entryId }) => entryId !== null).length > statementLinesMax)
    refuse(statementTooLong({ field: 'from', lines: statementLinesMax }))
  const described = await describe(tx, memberId, lines)
  const shown = statementOf(accounts.toSorted(inOrder), lines, (line) => described(line as Row))
  return {
    ...who,
    from,
    to,
    accounts: shown.map(({ accountId: _, ...account }) => account),
    totals: totalsOf(shown),
    pledges,
  }
}

const places = ['savings', 'fixed_deposit', 'shares', 'loan']

function inOrder(one: StatementAccount, other: StatementAccount): number {
  return (
    places.indexOf(one.kind) - places.indexOf(other.kind) ||
    (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)
  )
}

/** Refuses whom the caller may not see as if they did not exist. */
async function findPerson(tx: Tx, memberId: MemberId): Promise<Pick<Statement, 'society' | 'member'>> {
  const found = await tx.maybe<{ society: string; name: string; membershipno: string }>(sql`
    select c.name as society, m.first_name || ' ' || m.last_name as name, m.membershipno from app.member m join app.cooperative c using (cooperative_id) where m.member_id = ${memberId}`)
  if (!found) return refuse('not_found')
  return { society: found.society, member: { id: memberId, name: found.name, membershipno: found.membershipno } }
}

/** In whose words each line is told: those of the movement, or what kind of voucher it is on. */
async function describe(tx: Tx, memberId: MemberId, rows: readonly Row[]): Promise<(row: Row) => string> {
  const entries = [...new Set(rows.flatMap(({ sourceEntryId }) => sourceEntryId ?? []))]
  if (entries.length === 0) return () => ''
  const [told, loans] = await Promise.all([
    tx.many<Told>(sql`
      select t.entry_id, a.account_id, t.line, t.description from app.transaction t
      left join ledger.account a on a.member_id = t.member_id and a.account_type_id = t.account_type_id
      where t.member_id = ${memberId} and t.entry_id = any (${entries}::uuid[]) order by t.line`),
    tx.many<LoanTold>(sql`
      select m.entry_id, l.account_id, m.kind, m.way is not distinct from 'rebate' as "isRebate", m.amount, m.interest, m.fees, m.penalties from app.loan_movement m join app.loan l using (loan_id)
      where m.member_id = ${memberId} and m.entry_id = any (${entries}::uuid[])`),
  ])
  const key = (entryId: EntryId | null, accountId: AccountId | null) => `${entryId} ${accountId}`
  const movements = Map.groupBy(told, ({ entryId, accountId }) => key(entryId, accountId))
  const loanMovements = Map.groupBy(loans, ({ entryId, accountId }) => key(entryId, accountId))
  return ({ sourceEntryId, accountId, line, kind, isReversal }) => {
    const own = movements.get(key(sourceEntryId, accountId)) ?? []
    const loan = loanMovements.get(key(sourceEntryId, accountId)) ?? []
    const words =
      (own.find((one) => one.line === line) ?? own[0])?.description ??
      loanWords(loan) ??
      entryKindNames[kind ?? 'journal']
    return isReversal ? `Taken back: ${words}` : words
  }
}

/** A payment and its rebate are one line of the loan's account. */
function loanWords(movements: readonly LoanTold[]): string | undefined {
  const rebate = movements.find(({ isRebate }) => isRebate)
  const told = movements.find(({ isRebate }) => !isRebate) ?? rebate
  if (!told) return undefined
  const { kind, interest, fees, penalties } = told
  const beside = [
    [interest, 'interest'],
    [fees, 'fees'],
    [penalties, 'penalties'],
  ] as const
  const parts = beside.flatMap(([amount, name]) => (amount > 0n ? [`${moneyText(amount)} ${name}`] : []))
  const words = {
    disbursement: 'Paid out',
    repayment: 'Repaid',
    reallocation: 'Reallocated',
    write_off: 'Written off',
    recovered: 'Recovered',
  }[kind]
  const given = rebate ? `, ${moneyText(rebate.amount)} of it by a rebate of interest` : ''
  return `${words}${given}${parts.length > 0 ? `, beside ${parts.join(', ')}` : ''}`
}

export type Receipt = {
  id: TransactionId
  status: 'pending' | 'approved' | 'rejected' | 'reversed'
  memberId: MemberId | null
  society: string
  memberName: string
  membershipno: string
  account: string | null
  amount: Kobo
  direction: 'in' | 'out'
  on: Day
  description: string
  paidThrough: string | null
  receiptNumber: string | null
}

/** One movement as its receipt tells it; row security shows a member their own only. Refuses: not_found, receipt_not_posted. */
export async function findReceipt(
  tx: Tx,
  id: TransactionId,
): Promise<Receipt & { memberId: MemberId; receiptNumber: string }> {
  const found = (await findOnAccount(tx, id)) ?? (await findOnLoan(tx, id))
  if (!found) return refuse('not_found')
  const { memberId, receiptNumber, status } = found
  if (!memberId || receiptNumber === null || (status !== 'approved' && status !== 'reversed'))
    return refuse(receiptNotPosted())
  return { ...found, memberId, receiptNumber }
}

async function findOnAccount(tx: Tx, id: TransactionId): Promise<Receipt | undefined> {
  return tx.maybe<Receipt>(sql`
    select t.transaction_id as id, t.status, t.member_id, c.name as society, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, a.name as account,
      t.amount, t.direction, t.occurred_on as on, t.description, t.through_name as "paidThrough",
      -- What an own session can't read of the entry is on its own line.
      coalesce(t.receipt_number, (select l.receipt_number from ledger.member_lines(t.member_id, t.occurred_on, t.occurred_on) l where l.entry_id = t.entry_id limit 1)) as "receiptNumber"
    from app.transaction t join app.cooperative c using (cooperative_id) join app.member m on m.member_id = t.member_id
    left join app.account_type a on a.account_type_id = t.account_type_id where t.transaction_id = ${id}`)
}

/** Money of a loan that went through the society's cash or bank is on no account of the member. */
async function findOnLoan(tx: Tx, id: TransactionId): Promise<Receipt | undefined> {
  return tx.maybe<Receipt>(sql`
    select v.movement_id as id, case v.status when 'posted' then 'approved' else 'reversed' end as status, l.member_id, c.name as society,
      m.first_name || ' ' || m.last_name as "memberName", m.membershipno, p.name || ' loan' as account, v.amount, case v.kind when 'disbursement' then 'out' else 'in' end as direction,
      v.occurred_on as on, case v.kind when 'disbursement' then 'Loan paid out' when 'recovered' then 'Paid after the write-off' else 'Loan repayment' end as description, v.through_name as "paidThrough",
      v.receipt_number
    from app.loan_movement v join app.loan l using (cooperative_id, loan_id) join app.cooperative c using (cooperative_id) join app.member m on m.member_id = l.member_id
    join app.loan_configuration p using (loan_configuration_id) where v.movement_id = ${id} and v.kind in ('disbursement', 'repayment', 'recovered') and v.way <> 'rebate'`)
}

export type Link = {
  id: StatementLinkId
  from: Day | null
  to: Day | null
  transactionId: TransactionId | null
  figures: StoredFigures
  madeBy: string
  madeAt: Date
  expiresAt: Date
}

const linkColumns = sql`link_id as id, from_on as from, to_on as to, transaction_id, figures, made_by_name as "madeBy", made_at, expires_at`

/** A member's links that still open. */
export async function findLinks(tx: Tx, memberId: MemberId, now: Date): Promise<Link[]> {
  return tx.many<Link>(sql`
    select ${linkColumns} from app.statement_link where member_id = ${memberId} and withdrawn_at is null and expires_at > ${now} order by made_at desc`)
}

/** The live link of this member that a paper is to carry, with its token. Refuses: statement_link_over. */
export async function findCheck(
  tx: Tx,
  memberId: MemberId,
  token: string | undefined,
  now: Date,
): Promise<(Link & { token: string }) | undefined> {
  if (token === undefined) return undefined
  const found = await tx.maybe<Link>(sql`
    select ${linkColumns} from app.statement_link where member_id = ${memberId} and token_hash = ${tokenHash(token)} and withdrawn_at is null and expires_at > ${now}`)
  return { ...(found ?? refuse(statementLinkOver({ field: 'check' }))), token }
}

/** Where anybody reads what the link of this token confirms. */
export function addressOf(publicUrl: string, token: string): string {
  return `${publicUrl}/check/${token}`
}

/** A link as its owner sees it, without its secret. */
export function linkReply({ id, from, to, figures, madeBy, madeAt, expiresAt }: Omit<Link, 'transactionId'>) {
  const receiptNumber = figures.kind === 'receipt' ? figures.receiptNumber : null
  return { id, kind: figures.kind, from, to, receiptNumber, madeBy, madeAt, expiresAt }
}

/** What of a statement a stranger is shown: no movement, nothing that is pledged. */
export function statementFiguresOf({ society, member, from, to, accounts }: Statement): StoredFigures {
  return {
    kind: 'statement',
    society,
    member: member.name,
    membershipno: member.membershipno,
    from,
    to,
    accounts: accounts.map(({ name, kind, opening, closing }) => ({
      name,
      kind,
      opening: String(opening),
      closing: String(closing),
    })),
  }
}

/** For the signed-in member. */
export const listOwnStatementLinks = action(contract.listOwnStatementLinks, (ask) =>
  listMemberStatementLinks(ask, { memberId: ownMemberId(ask.actor) }),
)

export const listMemberStatementLinks = action(contract.listMemberStatementLinks, async ({ tx, now }, { memberId }) =>
  (await findLinks(tx, memberId, now)).map(linkReply),
)

type CheckedLink = {
  cooperativeId: CooperativeId
  transactionId: TransactionId | null
  figures: StoredFigures | null
  madeAt: Date
  expiresAt: Date
  withdrawnAt: Date | null
}

/** The link of this token, whoever's it is, before a cooperative is known. */
export async function findCheckedLink(tx: Tx, tokenHash: Buffer): Promise<CheckedLink | undefined> {
  return tx.maybe(sql`
    select cooperative_id, transaction_id, figures, made_at, expires_at, withdrawn_at
    from app.statement_link where token_hash = ${tokenHash}`)
}

/** Whether a movement was taken back since. */
export async function isReversed(tx: Tx, id: TransactionId): Promise<boolean> {
  return (
    (await tx.maybe(sql`select from app.transaction where transaction_id = ${id} and status = 'reversed'`)) !==
    undefined
  )
}

/** Whether a movement that counts in the figures of a statement was taken back after they were given out. */
export async function hasReversedLines(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { found } = await tx.one<{ found: boolean }>(sql`
    select exists (select from app.statement_link l
      join ledger.account a on a.member_id = l.member_id
      join ledger.posting p on a.account_id in (p.debit_id, p.credit_id)
      join ledger.entry e on e.entry_id = p.entry_id
      join ledger.entry taken on taken.entry_id = e.reverses_id
      where l.token_hash = ${tokenHash} and e.created_at > l.made_at and taken.created_at <= l.made_at and taken.effective_on <= l.to_on) as found`)
  return found
}

export function ownMemberId(actor: TenantActor): MemberId {
  return actor.memberId ?? refuse('not_found')
}
