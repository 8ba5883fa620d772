import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import { roleName } from '#core/actor.ts'
import { periodOf } from '#core/calendar.ts'
import type { MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { refuse } from '#core/refusal.ts'
import { type LoanStatus, loanStatusLabels } from '#features/loans/loans/rules/loan.ts'
import {
  findDepositsTotal,
  findRecordsOf,
  getMemberDashboard,
  getOwnRecord,
  listOwnMonths,
  loanMovementsOf,
  outstandingOf,
} from '#features/members/members/server/reads.ts'
import * as contract from '#features/members/records/contract.ts'
import { action, type Ask } from '#platform/action.ts'
import { mentions } from '#platform/db/mentions.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Record = Replied<typeof contract.listFinancialRecords>
type Kind = NonNullable<Parsed<typeof contract.listFinancialRecords>['kind']>

const transactionFilters: { [K in Exclude<Kind, 'loans'>]: Statement } = {
  contributions: sql`t.type = 'contribution'`,
  deposits: sql`t.type = 'deposit'`,
  transactions: sql`true`,
}

type Wanted = Pick<Parsed<typeof contract.listFinancialRecords>, 'id' | 'kind' | 'q' | 'sort'> & {
  page: number
  limit: number
}

/** Everything that was recorded of a member, with what it adds up to. Row security shows a member their own only. Refuses: not_found. */
export const listFinancialRecords = action(contract.listFinancialRecords, async (ask, wanted) => {
  const member = await ask.tx.maybe(sql`select from app.member where member_id = ${wanted.id}`)
  if (!member) return refuse('not_found')
  const [page, summary] = await Promise.all([findRecords(ask.tx, wanted), sumRecords(ask, wanted.id)])
  return { ...page, summary }
})

/** A page of a member's records, newest first unless it is sorted by day. */
async function findRecords(
  tx: Tx,
  { id, kind, q, sort, page, limit }: Wanted,
): Promise<{ rows: Record[]; total: number }> {
  const ids = await findRecordsOf(tx, id)
  const ofTransactions = kind === 'loans' ? sql`false` : kind ? transactionFilters[kind] : sql`true`
  const ofLoans = kind === undefined || kind === 'loans' ? sql`true` : sql`false`
  const ofMovements = kind === undefined || kind === 'transactions' ? sql`true` : sql`false`
  const containing = q ? sql`where ${mentions(sql`r.description || ' ' || r.account`, q)}` : sql``
  const records = sql`
    select r.* from (
      select t.transaction_id as id, 'transaction' as record, t.type, t.status, a.name as account, t.amount, case when t.type <> 'opening' then t.direction end as direction, t.occurred_on as "occurredOn",
        to_char(t.period, 'YYYY-MM') as period, t.description, t.created_at
      from app.transaction t join app.account_type a using (account_type_id) where t.member_id = any(${ids}::uuid[]) and ${ofTransactions}
      union all
      select l.loan_id, 'loan', 'loan', l.status, c.name, l.principal, null,
        coalesce((select min(v.occurred_on) from app.loan_movement v where v.loan_id = l.loan_id and v.kind = 'disbursement' and v.status = 'posted'), (l.submitted_at at time zone 'Africa/Lagos')::date),
        null, coalesce(l.purpose, c.name), l.submitted_at
      from app.loan l join app.loan_configuration c using (loan_configuration_id) where l.member_id = any(${ids}::uuid[]) and ${ofLoans}
      union all
      select * from (${loanMovementsOf(ids)}) v where ${ofMovements}) r ${containing}`
  const order = sort === 'occurredOn' ? sql`"occurredOn", id` : sql`"occurredOn" desc, id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Record>(sql`${records} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from (${records}) all_records`),
  ])
  return { rows, total }
}

type Sums = { totalContributions: Kobo; totalWithdrawals: Kobo; savings: Kobo; shares: Kobo; totalLoans: Kobo }

/** What all of a member's records come to. */
async function sumRecords({ tx, today }: Ask, memberId: MemberId) {
  const ids = await findRecordsOf(tx, memberId)
  const [{ totalDeposits }, sums, months] = await Promise.all([
    findDepositsTotal(tx, ids),
    tx.one<Sums>(sql`
      select
        (select coalesce(sum(amount), 0)::bigint from app.transaction where member_id = any(${ids}::uuid[]) and type = 'withdrawal' and status = 'approved') as "totalWithdrawals",
        (select coalesce(sum(amount), 0)::bigint from app.transaction where member_id = any(${ids}::uuid[]) and type = 'contribution' and status = 'approved') as "totalContributions",
        coalesce(sum(b.credits - b.debits) filter (where t.kind = 'savings'), 0)::bigint as savings,
        coalesce(sum(b.credits - b.debits) filter (where t.kind = 'shares'), 0)::bigint as shares,
        (select coalesce(sum(principal), 0)::bigint from app.loan where member_id = ${memberId} and status in ('approved', 'active')) as "totalLoans"
      from ledger.account a join ledger.balance b on b.account_id = a.account_id join app.account_type t on t.account_type_id = a.account_type_id
      where a.member_id = ${memberId}`),
    listOwnMonths(tx, memberId, periodOf(today)),
  ])
  return { ...sums, totalDeposits, outstandingContributions: outstandingOf(months) }
}

/** “Active”; “None” where there never was a loan. */
async function findLoanStatus(tx: Tx, memberId: MemberId): Promise<string> {
  const loan = await tx.maybe<{ status: LoanStatus }>(
    sql`select status from app.loan where member_id = ${memberId} order by status = 'active' desc, submitted_at desc limit 1`,
  )
  return loan ? loanStatusLabels[loan.status] : 'None'
}

type OwnEvent = Replied<typeof contract.getMemberProfile>['auditLogs']['data'][number]

/** What a member did and what was done about them, newest first. Row security leaves a member no other line of the trail. */
async function findOwnEvents(
  { tx, actor: { loginId }, context: { eventWords } }: Ask,
  memberId: MemberId,
): Promise<{ rows: OwnEvent[]; total: number }> {
  const subjects = sql`(select ${memberId}::text union all select transaction_id::text from app.transaction where member_id = ${memberId} union all select loan_id::text from app.loan where member_id = ${memberId})`
  const about = sql`subject_id in ${subjects}`
  const own = sql`role = 'member' and login_id = ${loginId} and (subject_id is null or subject_id not in ${subjects})`
  const newest = (of: Statement) =>
    sql`(select event_id as id, at, actor_name as by, action as done, coalesce(detail ? 'refused', false) as refused from audit.event where ${of} order by at desc limit ${contract.profileRowsMax})`
  const [rows, { total }] = await Promise.all([
    tx.many<Omit<OwnEvent, 'action'> & { done: string; refused: boolean }>(
      sql`select * from (${newest(about)} union all ${newest(own)}) e order by at desc, id desc limit ${contract.profileRowsMax}`,
    ),
    tx.one<{ total: number }>(
      sql`select ((select count(*) from audit.event where ${about}) + (select count(*) from audit.event where ${own}))::int as total`,
    ),
  ])
  return { rows: rows.map(({ refused, done, ...row }) => ({ ...row, action: eventWords.said(done, refused) })), total }
}

/** The record, figures and newest rows of the member whose session it is. Refuses: not_found. */
export const getMemberProfile = action(contract.getMemberProfile, async (ask, input) => {
  const { tx, actor } = ask
  const own = await getOwnRecord(tx, actor)
  const id = own.memberid
  const newest = { id, page: 1, limit: contract.profileRowsMax }
  const [{ financialSummary }, sums, all, loans, contributions, transactions, deposits, events] = await Promise.all([
    getMemberDashboard(ask, input),
    sumRecords(ask, id),
    findRecords(tx, newest),
    findRecords(tx, { ...newest, kind: 'loans' }),
    findRecords(tx, { ...newest, kind: 'contributions' }),
    findRecords(tx, { ...newest, kind: 'transactions' }),
    findRecords(tx, { ...newest, kind: 'deposits' }),
    findOwnEvents(ask, id),
  ])
  const { totalContributions, outstandingContributions, totalDeposits, totalLoans, outstandingLoans, totalHeld } =
    financialSummary
  const { totalWithdrawals } = sums
  return {
    ...own,
    loanStatus: await findLoanStatus(tx, id),
    loans: { data: loans.rows, summary: { total: loans.total, totalLoans, outstandingLoans } },
    contributions: {
      data: contributions.rows,
      summary: { total: contributions.total, totalContributions, outstandingContributions },
    },
    transactions: {
      data: transactions.rows,
      summary: { total: transactions.total, totalContributions, totalDeposits, totalWithdrawals },
    },
    deposits: { data: deposits.rows, summary: { total: deposits.total, totalDeposits } },
    portfolioAllocations: {
      data: (
        [
          ['savings', financialSummary.savings],
          ['shares', financialSummary.shares],
          ['fixed_deposits', financialSummary.fixedDeposits],
        ] as const
      ).map(([portfolio, amount]) => ({ portfolio, amount, percent: percentOf(amount, totalHeld) })),
      summary: { totalHeld },
    },
    auditLogs: { data: events.rows, summary: { total: events.total } },
    roles: own.memberRoles.map(({ role }) => ({ id: role, name: roleName(role) })),
    financialSummary,
    financialRecords: { data: all.rows, summary: sums },
  }
})

/** In percent with two decimals, the rest cut off. */
function percentOf(part: Kobo, whole: Kobo): number {
  return whole > 0n ? Number((part * 10_000n) / whole) / 100 : 0
}
