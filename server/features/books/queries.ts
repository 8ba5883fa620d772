import type { getMemberBalances as balancesContract, getTrialBalance as trialBalanceContract, listReports as listContract } from '#contract/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { AccountTypeId, MemberId } from '#domain/ids.ts'
import { type AccountTotals, trialBalance } from '#domain/ledger/trial-balance.ts'
import { type Kobo, kobo, sumKobo } from '#domain/money.ts'
import type { Context } from '#server/context.ts'
import { foldQuery } from '#domain/searching.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export async function listReports(): Promise<Replied<typeof listContract>> {
  return [
    { name: 'trial-balance', title: 'Trial balance', formats: ['json'] },
    { name: 'member-balances', title: 'Member balances', formats: ['json'] },
  ]
}

/**
 * The trial balance at the end of a day, from the postings themselves. Members' accounts are summed under their control
 * account, so that the report is one page whatever the number of members.
 */
export async function getTrialBalance(tx: Tx, _actor: TenantActor, { asOf }: Parsed<typeof trialBalanceContract>, { now }: Context): Promise<Replied<typeof trialBalanceContract>> {
  const day = asOf ?? dayIn(now)
  const accounts = await tx.many<AccountTotals>(sql`
    with posted as (
      select p.debit_id, p.credit_id, p.amount
      from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${day}::date),
    sides as (
      select debit_id as account_id, sum(amount) as debits, 0::numeric as credits from posted group by 1
      union all select credit_id, 0, sum(amount) from posted group by 1)
    select g.code, g.name, g.class, coalesce(sum(s.debits), 0)::bigint as debits, coalesce(sum(s.credits), 0)::bigint as credits
    from sides s
    join ledger.account a using (account_id)
    join ledger.account g on g.account_id = coalesce(a.control_id, a.account_id)
    group by g.code, g.name, g.class order by g.code`)
  const { lines, totals, balanced } = trialBalance(accounts)
  return { asOf: day, accounts: lines, totals, balanced }
}

type BalanceRow = Omit<Replied<typeof balancesContract>, 'balances' | 'total'> & { types: AccountTypeId[]; amounts: string[]; total: bigint }
type TypeRow = { id: AccountTypeId; name: string; controlCode: string; members: bigint; control: bigint }

const balanceOrders: Record<string, Statement> = {
  membershipno: sql`m.membership_number`,
  '-membershipno': sql`m.membership_number desc`,
  total: sql`h.total, m.membership_number`,
  '-total': sql`h.total desc, m.membership_number`,
}

/**
 * What stood on each account at the end of a day, credits positive, from the postings themselves; an account may have two
 * rows. Accounts are looked up one by one by their key, which stays quick while PostgreSQL has not counted a new table.
 */
const standing = (day: Day) => sql`
  posted as (
    select p.debit_id, p.credit_id, p.amount from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${day}::date),
  side as (
    select credit_id as account_id, sum(amount)::bigint as balance from posted group by 1
    union all select debit_id, -sum(amount)::bigint from posted group by 1),
  standing as (
    select a.code, a.member_id, a.account_type_id, a.control_id, side.balance from side
    cross join lateral (select * from ledger.account o where o.account_id = side.account_id limit 1) a)`

/** What members hold at the end of a day, and that it is what the control accounts say. */
export async function getMemberBalances(
  tx: Tx,
  _actor: TenantActor,
  { asOf, q, sort = 'membershipno', page, limit }: Parsed<typeof balancesContract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof balancesContract>>> {
  const day = asOf ?? dayIn(now)
  const where = allOf(q ? [sql`m.search_text like ${containing(foldQuery(q))}`] : [])
  const holders = sql`
    with ${standing(day)},
    held as (
      select member_id, account_type_id, min(code) as code, sum(balance)::bigint as balance from standing where member_id is not null group by 1, 2),
    h as (
      select member_id, array_agg(account_type_id order by code) as types, array_agg(balance::text order by code) as amounts, sum(balance)::bigint as total
      from held where balance <> 0 group by member_id)`
  const withMembers = sql`from h cross join lateral (select * from app.member o where o.member_id = h.member_id limit 1) m where ${where}`
  const [rows, { total }, types] = await Promise.all([
    tx.many<BalanceRow>(sql`
      ${holders} select m.member_id as "memberId", m.membershipno, m.first_name || ' ' || m.last_name as name, h.types, h.amounts, h.total
      ${withMembers} order by ${balanceOrders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`${holders} select count(*)::int as total ${withMembers}`),
    sumsByType(tx, day),
  ])
  return {
    rows: rows.map(({ types: ids, amounts, ...row }) => ({
      ...row,
      memberId: row.memberId as MemberId,
      balances: ids.map((accountTypeId, index) => ({ accountTypeId, amount: kobo(amounts[index] ?? 0) })),
      total: row.total as Kobo,
    })),
    total,
    summary: { asOf: day, accountTypes: types, total: sumKobo(types.map(({ members }) => members)) },
  }
}

/** By account type: the members' accounts of that type, and beside them all that stands under its control account. */
async function sumsByType(tx: Tx, day: Day) {
  const rows = await tx.many<TypeRow>(sql`
    with ${standing(day)},
    summed as (select account_type_id, control_id, sum(balance)::bigint as balance from standing where control_id is not null group by 1, 2)
    select t.account_type_id as id, t.name, k.code as "controlCode",
      coalesce(sum(s.balance) filter (where s.account_type_id = t.account_type_id), 0)::bigint as members,
      coalesce(sum(s.balance) filter (where s.control_id = t.control_id), 0)::bigint as control
    from app.account_type t
    join ledger.account k on k.account_id = t.control_id
    left join summed s on s.account_type_id = t.account_type_id or s.control_id = t.control_id
    group by t.account_type_id, t.name, k.code order by k.code`)
  return rows.map(({ members, control, ...row }) => ({ ...row, members: members as Kobo, control: control as Kobo, agrees: members === control }))
}
