import type { getMemberBalances as contract } from '#contract/books.ts'
import type { PageOf, Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayIn } from '#domain/calendar.ts'
import type { AccountId, AccountTypeId, MemberId } from '#domain/ids.ts'
import { type Kobo, kobo, sumKobo, zeroKobo } from '#domain/money.ts'
import { foldQuery } from '#domain/searching.ts'
import type { Context } from '#server/context.ts'
import { allOf, containing, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'
import type { FileDraft } from '#server/files/file-draft.ts'
import type { RowLook, TableColumn } from '#server/files/table-columns.ts'
import { draftReport, fileFormatOf, rowsMax } from './draft-report.ts'

type BalanceRow = Omit<Replied<typeof contract>, 'balances' | 'total'> & { types: AccountTypeId[]; amounts: string[]; total: bigint }
type TypeRow = { id: AccountTypeId; name: string; controlId: AccountId; controlCode: string; members: bigint; control: bigint }

const balanceOrders: Record<string, Statement> = {
  membershipno: sql`m.membership_number`,
  '-membershipno': sql`m.membership_number desc`,
  total: sql`h.total, m.membership_number`,
  '-total': sql`h.total desc, m.membership_number`,
}

/**
 * What stood on each account at the end of a day, credits positive, from the postings themselves.
 * Accounts are looked up one by one by their key, which stays quick while PostgreSQL has not counted a new table.
 */
const standing = (day: Day) => sql`
  pair as (
    select p.debit_id, p.credit_id, sum(p.amount) as amount
    from ledger.posting p join ledger.entry e on e.entry_id = p.entry_id where e.effective_on <= ${day}::date group by 1, 2),
  side as (
    select account_id, sum(balance)::bigint as balance
    from (select credit_id as account_id, amount as balance from pair union all select debit_id, -amount from pair) s group by 1),
  standing as (
    select a.code, a.member_id, a.account_type_id, a.control_id, side.balance from side
    cross join lateral (select * from ledger.account o where o.account_id = side.account_id limit 1) a)`

/** What members hold at the end of a day, and that it is what the control accounts say. */
export async function getMemberBalances(
  tx: Tx,
  _actor: TenantActor,
  { asOf, q, sort = 'membershipno', page, limit, format: asked }: Parsed<typeof contract> & { page: number; limit: number },
  { now }: Context,
): Promise<PageOf<Replied<typeof contract>> | FileDraft> {
  const day = asOf ?? dayIn(now)
  const format = fileFormatOf(asked)
  const paging = format ? sql`limit ${rowsMax[format] + 1}` : sql`limit ${limit} offset ${(page - 1) * limit}`
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
      ${withMembers} order by ${balanceOrders[sort] ?? sql`m.membership_number`} ${paging}`),
    tx.one<{ total: number }>(sql`${holders} select count(*)::int as total ${withMembers}`),
    sumsByType(tx, day),
  ])
  const holdings = rows.map(({ types: ids, amounts, ...row }) => ({
    ...row,
    memberId: row.memberId as MemberId,
    balances: ids.map((accountTypeId, index) => ({ accountTypeId, amount: kobo(amounts[index] ?? 0) })),
    total: row.total as Kobo,
  }))
  if (!format) return { rows: holdings, total, summary: { asOf: day, accountTypes: types, total: sumKobo(types.map(({ members }) => members)) } }
  const held = types.filter(({ members }) => members !== 0n)
  const sums = (name: string, amountOf: (type: (typeof held)[number]) => Kobo): Printed => ({
    membershipno: '', name, balances: held.map((type) => ({ accountTypeId: type.id, amount: amountOf(type) })), total: sumKobo(held.map(amountOf)), look: 'total',
  })
  // Beside part of the members stands no control account.
  const ends = q ? [] : [sums('All members', ({ members }) => members), sums('The books say', ({ control }) => control)]
  const printed: Printed[] = [...holdings.map((row) => ({ ...row, look: 'plain' as const })), ...ends]
  return draftReport(tx, { name: 'member-balances', format, now, days: { to: day }, columns: columnsOf(held), rows: printed, look: ({ look }) => look })
}

type Printed = Pick<Replied<typeof contract>, 'membershipno' | 'name' | 'balances' | 'total'> & { look: RowLook }

function columnsOf(types: readonly { id: AccountTypeId; name: string }[]): TableColumn<Printed>[] {
  return [
    { header: 'Number', kind: 'text', width: 18, value: ({ membershipno }) => membershipno },
    { header: 'Member', kind: 'text', value: ({ name }) => name },
    ...types.map(({ id, name }): TableColumn<Printed> => ({
      header: name, kind: 'money', value: ({ balances }) => balances.find(({ accountTypeId }) => accountTypeId === id)?.amount ?? zeroKobo,
    })),
    { header: 'Total', kind: 'money', value: ({ total }) => total },
  ]
}

/** By account type: the members' accounts of that type, and beside them all that stands under its control account. */
async function sumsByType(tx: Tx, day: Day) {
  const rows = await tx.many<TypeRow>(sql`
    with ${standing(day)},
    summed as (select account_type_id, control_id, sum(balance)::bigint as balance from standing where control_id is not null group by 1, 2)
    select t.account_type_id as id, t.name, k.account_id as "controlId", k.code as "controlCode",
      coalesce(sum(s.balance) filter (where s.account_type_id = t.account_type_id), 0)::bigint as members,
      coalesce(sum(s.balance) filter (where s.control_id = t.control_id), 0)::bigint as control
    from app.account_type t
    join ledger.account k on k.account_id = t.control_id
    left join summed s on s.account_type_id = t.account_type_id or s.control_id = t.control_id
    group by t.account_type_id, t.name, k.account_id, k.code order by k.code`)
  return rows.map(({ members, control, ...row }) => ({ ...row, members: members as Kobo, control: control as Kobo, agrees: members === control }))
}
