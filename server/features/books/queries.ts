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

/** What stood on each account at the end of a day, credits positive, from the postings themselves. */
const standing = (day: Day) => sql`
  select l.account_id, sum(l.credit - l.debit)::bigint as balance
  from ledger.line l join ledger.entry e on e.entry_id = l.entry_id where e.effective_on <= ${day}::date group by l.account_id`

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
    with standing as (${standing(day)}),
    h as (
      select a.member_id, array_agg(a.account_type_id order by a.code) as types, array_agg(s.balance::text order by a.code) as amounts, sum(s.balance)::bigint as total
      from standing s join ledger.account a on a.account_id = s.account_id where a.member_id is not null and s.balance <> 0 group by a.member_id)`
  const [rows, { total }, types] = await Promise.all([
    tx.many<BalanceRow>(sql`
      ${holders} select m.member_id as "memberId", m.membershipno, m.first_name || ' ' || m.last_name as name, h.types, h.amounts, h.total
      from h join app.member m on m.member_id = h.member_id where ${where}
      order by ${balanceOrders[sort] ?? sql`m.membership_number`} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`${holders} select count(*)::int as total from h join app.member m on m.member_id = h.member_id where ${where}`),
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
    with standing as (${standing(day)})
    select t.account_type_id as id, t.name, k.code as "controlCode",
      (select coalesce(sum(s.balance), 0)::bigint from standing s join ledger.account a on a.account_id = s.account_id where a.account_type_id = t.account_type_id) as members,
      (select coalesce(sum(s.balance), 0)::bigint from standing s join ledger.account a on a.account_id = s.account_id where a.control_id = t.control_id) as control
    from app.account_type t join ledger.account k on k.account_id = t.control_id order by k.code`)
  return rows.map(({ members, control, ...row }) => ({ ...row, members: members as Kobo, control: control as Kobo, agrees: members === control }))
}
