import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import { payableCode } from '#features/accounting/books/rules/chart.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import { type StoredRate, ratesFromKept } from '#features/savings/fixed-deposits/rules/deposit-rates.ts'
import {
  certificateNumber,
  type DepositTerms,
  type FixedDeposit,
  hasMatured,
  interestIfBroken,
  interestSoFar,
} from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type {
  AccountId,
  AccountTypeId,
  EntryId,
  FixedDepositId,
  LoanAccrualId,
  MemberId,
  TransactionId,
} from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import { type Kobo, zeroKobo } from '#core/money.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/savings/fixed-deposits/contract.ts'
import { foldQuery } from '#core/searching.ts'
import { pageOf } from '#platform/db/page-of.ts'
import { containing, sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

const depositRenewalEnded = refusal(
  'deposit_renewal_ended',
  409,
  'Fixed deposit {certificate}, which came with this entry, has ended since. Reverse its end first.',
)

type Deposit = Replied<typeof contract.breakFixedDeposit>

type DepositRow = FixedDeposit & {
  id: FixedDepositId
  number: number
  memberId: MemberId
  memberName: string
  membershipno: string
  account: string
  interestAtMaturity: Kobo
  endedOn: Day | null
  interestPaid: Kobo | null
  brokenReason: string | null
  openingId: TransactionId | null
  endingId: TransactionId | null
}

// The dead give no notice.
const noticeDays = sql`case when exists (select from app.leaving v where v.member_id = d.member_id and v.reason = 'death' and v.status in ('open', 'waiting')) then 0 else d.notice_days end`
const agreed = sql`d.principal, d.months, d.rate_basis_points, d.day_count, d.rounding, d.at_maturity, d.break_rule,
  d.break_rate_basis_points, ${noticeDays} as "noticeDays", d.opened_on, d.matures_on, d.status`

// A movement of the opening and of the ending, by which the voucher is reversed.
const columns = sql`d.deposit_id as id, d.certificate_no as number, d.member_id, m.first_name || ' ' || m.last_name as "memberName", m.membershipno, a.name as account, ${agreed},
  d.interest_at_maturity, d.ended_on, d.interest_paid, d.broken_reason,
  (select t.transaction_id from app.transaction t where t.entry_id = d.opening_entry_id and d.opening_accrued is null order by t.line, t.transaction_id limit 1) as "openingId",
  (select t.transaction_id from app.transaction t where t.entry_id = d.ending_entry_id order by t.line, t.transaction_id limit 1) as "endingId"`
const tables = sql`app.fixed_deposit d join app.member m on m.member_id = d.member_id join app.account_type a on a.account_type_id = d.account_type_id`

function rowOf(
  { number, rateBasisPoints, breakRateBasisPoints, dayCount, rounding, openingId, endingId, ...row }: DepositRow,
  { role }: Pick<TenantActor, 'role'>,
  today: Day,
): Deposit {
  const deposit: FixedDeposit = { ...row, rateBasisPoints, breakRateBasisPoints, dayCount, rounding }
  const isOpen = row.status === 'open'
  return {
    ...row,
    certificate: certificateNumber(number),
    annualRatePercent: rateBasisPoints / 100,
    breakRatePercent: breakRateBasisPoints / 100,
    interestSoFar: isOpen ? interestSoFar(deposit, today) : (row.interestPaid ?? zeroKobo),
    interestIfBroken: isOpen ? interestIfBroken(deposit, today) : zeroKobo,
    matured: hasMatured(deposit, today),
    openingId: role === 'member' ? null : openingId,
    endingId: role === 'member' ? null : endingId,
  }
}

const dueOn = (day: Day) => sql`(d.status = 'open' and d.matures_on <= ${day}::date)`

/** Row security shows a member their own only. */
export const listFixedDeposits = pageOf(contract.listFixedDeposits, {
  select: columns,
  from: tables,
  where: {
    memberId: (id) => sql`d.member_id = ${id}`,
    status: (status) => sql`d.status = ${status}`,
    matured: (matured, { today }) => sql`${dueOn(today)} = ${matured === 'true'}`,
  },
  search: (q) =>
    sql`(m.search_text like ${containing(foldQuery(q))} or strpos('fd-' || lpad(d.certificate_no::text, 5, '0'), lower(${q})) > 0)`,
  sorts: {
    maturesOn: [sql`d.matures_on`, sql`d.certificate_no`],
    openedOn: [sql`d.opened_on`, sql`d.certificate_no`],
    principal: sql`d.principal`,
  },
  order: 'maturesOn',
  last: sql`d.certificate_no`,
  besides: ({ tx, today, input: { memberId = null } }) =>
    tx.one<{ open: number; principal: Kobo; waiting: number }>(sql`
      select count(*)::int as open, coalesce(sum(d.principal), 0)::bigint as principal, count(*) filter (where ${dueOn(today)})::int as waiting
      from app.fixed_deposit d where d.status = 'open' and (${memberId}::uuid is null or d.member_id = ${memberId}::uuid)`),
  row: (row: DepositRow, _besides, { actor, today }) => rowOf(row, actor, today),
  summary: (_totals: object, deposits) => deposits,
})

export async function findFixedDeposit(tx: Tx, actor: TenantActor, id: FixedDepositId, today: Day): Promise<Deposit> {
  const row = await tx.maybe<DepositRow>(sql`select ${columns} from ${tables} where d.deposit_id = ${id}`)
  return row ? rowOf(row, actor, today) : refuse('not_found')
}

type DepositType = {
  id: AccountTypeId
  name: string
  kind: AccountTypeKind
  code: string
  controlId: AccountId
  isRetired: boolean
  terms: DepositTerms | undefined
}

type TypeRow = Omit<DepositType, 'terms'> & { months: number | null; rates: StoredRate[] } & Omit<
    DepositTerms,
    'months' | 'rates'
  >

const typeTerms = sql`t.account_type_id as id, t.name, t.kind, t.code, t.control_id, t.retired_at is not null as "isRetired", t.deposit_months as months, t.deposit_least_amount as "leastAmount",
  t.interest_rate_basis_points as "rateBasisPoints", t.interest_day_count as "dayCount", t.interest_rounding as rounding, t.deposit_at_maturity as "atMaturity",
  t.deposit_break_rule as "breakRule", t.deposit_break_rate_basis_points as "breakRateBasisPoints", t.deposit_notice_days as "noticeDays", t.deposit_rates as rates`

/** The account types of fixed deposits, by id, with what they offer now. */
export async function findDepositTypes(tx: Tx): Promise<Map<AccountTypeId, DepositType>> {
  const rows = await tx.many<TypeRow>(sql`select ${typeTerms} from app.account_type t where t.kind = 'fixed_deposit'`)
  return new Map(
    rows.map(({ id, name, kind, code, controlId, isRetired, months, rates, ...terms }) => [
      id,
      {
        id,
        name,
        kind,
        code,
        controlId,
        isRetired,
        terms: months === null ? undefined : { ...terms, months, rates: ratesFromKept(rates) },
      },
    ]),
  )
}

/** The next certificate number; the books are held, so no two deposits are given one at once. */
export async function findNextCertificate(tx: Tx): Promise<number> {
  const { next } = await tx.one<{ next: number }>(
    sql`select coalesce(max(certificate_no), 0)::int + 1 as next from app.fixed_deposit`,
  )
  return next
}

export type LockedDeposit = FixedDeposit & {
  id: FixedDepositId
  number: number
  accountId: AccountId
  accountTypeId: AccountTypeId
  interestAtMaturity: Kobo
  memberId: MemberId
  memberStatus: MemberStatus
  membershipNumber: number
}

const heldColumns = sql`d.deposit_id as id, d.certificate_no as number, d.account_id, d.account_type_id, d.interest_at_maturity,
  d.member_id, m.status as "memberStatus", m.membership_number, ${agreed}`

/** These deposits, locked, by maturity. */
export async function lockDeposits(tx: Tx, ids: readonly FixedDepositId[]): Promise<LockedDeposit[]> {
  await tx.run(
    sql`select from app.fixed_deposit where deposit_id = any (${ids}::uuid[]) order by deposit_id for update`,
  )
  return tx.many<LockedDeposit>(sql`
    select ${heldColumns} from app.fixed_deposit d join app.member m on m.member_id = d.member_id where d.deposit_id = any (${ids}::uuid[]) order by d.matures_on, d.certificate_no`)
}

/** The deposits whose day has come, the oldest first. */
export async function findMatured(tx: Tx, today: Day, most: number): Promise<FixedDepositId[]> {
  const rows = await tx.many<{ id: FixedDepositId }>(sql`
    select deposit_id as id from app.fixed_deposit where status = 'open' and matures_on <= ${today} order by matures_on, certificate_no limit ${most}`)
  return rows.map(({ id }) => id)
}

export async function countMatured(tx: Tx, today: Day): Promise<number> {
  const { waiting } = await tx.one<{ waiting: number }>(
    sql`select count(*)::int as waiting from app.fixed_deposit where status = 'open' and matures_on <= ${today}`,
  )
  return waiting
}

/** The savings that everybody has, into which deposits are paid out. */
export async function findOrdinarySavings(
  tx: Tx,
): Promise<{ id: AccountTypeId; name: string; kind: AccountTypeKind; controlId: AccountId; controlCode: string }> {
  return tx.one(sql`
    select t.account_type_id as id, t.name, t.kind, t.control_id, k.code as "controlCode"
    from app.account_type t join ledger.account k on k.account_id = t.control_id where t.is_default`)
}

/** Refuses the reversal of an entry that opened a deposit by renewing another or brought it, where it has ended since: deposit_renewal_ended. */
export async function refuseEndedRenewal(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const ended = await tx.maybe<{ number: number }>(sql`
    select certificate_no as number from app.fixed_deposit
    where opening_entry_id = ${entryId} and (renews_id is not null or opening_accrued is not null) and status not in ('open', 'reversed') order by certificate_no limit 1`)
  if (ended) refuse(depositRenewalEnded({ certificate: certificateNumber(ended.number) }))
}

/** What one deposit had earned by the end of a month. */
export type DepositAccrualLine = ToldDeposit & { payable: Kobo }
type ToldDeposit = {
  depositId: FixedDepositId
  certificate: string
  memberId: MemberId
  membershipno: string
  name: string
  account: string
  maturesOn: Day
}
type ToldRow = Omit<ToldDeposit, 'certificate'> & { number: number }

const toldColumns = sql`d.deposit_id, d.certificate_no as number, d.member_id, m.membershipno, m.first_name || ' ' || m.last_name as name, a.name as account`
const byMember = sql`m.membership_number, d.certificate_no`

/** The deposits that were open at the end of a day, by member. */
async function findDepositsOn(tx: Tx, on: Day): Promise<{ told: ToldDeposit; terms: FixedDeposit }[]> {
  const rows = await tx.many<Omit<ToldRow, 'maturesOn'> & FixedDeposit>(sql`
    select ${toldColumns}, ${agreed} from ${tables}
    where d.opened_on <= ${on} and (d.status = 'open' or (d.status <> 'reversed' and d.ended_on > ${on})) order by ${byMember}`)
  return rows.map(({ depositId, number, memberId, membershipno, name, account, ...terms }) => ({
    told: {
      depositId,
      certificate: certificateNumber(number),
      memberId,
      membershipno,
      name,
      account,
      maturesOn: terms.maturesOn,
    },
    terms,
  }))
}

/** What each deposit that was open at the end of a day had earned by then, which its member is paid when it ends. */
export async function calculateDepositAccrual(tx: Tx, on: Day): Promise<DepositAccrualLine[]> {
  const deposits = await findDepositsOn(tx, on)
  return deposits
    .map(({ told, terms }) => ({ ...told, payable: interestSoFar(terms, on) }))
    .filter(({ payable }) => payable > 0n)
}

/** What an accrual found of each deposit, by member. */
export async function findDepositAccrualLines(tx: Tx, accrualId: LoanAccrualId): Promise<DepositAccrualLine[]> {
  const rows = await tx.many<ToldRow & { payable: Kobo }>(sql`
    select ${toldColumns}, d.matures_on, n.payable from ${tables} join app.deposit_accrual_line n on n.deposit_id = d.deposit_id
    where n.accrual_id = ${accrualId} order by ${byMember}`)
  return rows.map(({ number, ...row }) => ({ ...row, certificate: certificateNumber(number) }))
}

/** What the newest accrual in force put on the account of interest payable for these deposits, else what the old books had there of them, and that account. */
export async function findAccruedOf(
  tx: Tx,
  ids: readonly FixedDepositId[],
): Promise<ReadonlyMap<FixedDepositId, { payable: Kobo; payableId: AccountId }>> {
  const rows = await tx.many<{ id: FixedDepositId; payable: Kobo; payableId: AccountId }>(sql`
    select d.deposit_id as id, coalesce(n.payable, d.opening_accrued) as payable, k.account_id as "payableId"
    from app.fixed_deposit d join ledger.account k on k.code = ${payableCode}
    left join app.deposit_accrual_line n on n.deposit_id = d.deposit_id and n.accrual_id = (select a.accrual_id from app.loan_accrual a join app.transaction t using (transaction_id)
      where t.status = 'approved' order by a.accrued_on desc limit 1)
    where d.deposit_id = any (${ids}::uuid[]) and coalesce(n.payable, d.opening_accrued) > 0`)
  return new Map(rows.map(({ id, ...accrued }) => [id, accrued]))
}

/**
 * What the vouchers of deposits that had ended by a day took out of interest payable, less what the old books had put there before any
 * accrual; of that, a society that calculates by cash leaves there what is of deposits that have not ended.
 */
export async function findReleased(tx: Tx, on: Day): Promise<Kobo> {
  const { released } = await tx.one<{ released: Kobo }>(sql`
    select (select coalesce(sum(p.amount), 0) from app.fixed_deposit d join ledger.posting p on p.entry_id = d.ending_entry_id
        join ledger.account k on k.account_id = p.debit_id and k.code = ${payableCode} where d.ended_on <= ${on} and d.ending_entry_id is not null)::bigint
      - (select coalesce(sum(d.opening_accrued), 0) from app.fixed_deposit d cross join app.configuration c
        where d.status <> 'reversed' and (c.loan_interest_basis <> 'cash' or d.ended_on <= ${on}))::bigint as released`)
  return released
}
