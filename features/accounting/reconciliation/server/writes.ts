import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId, BankLineId, BankMatchId, BankRuleId, EntryId, TransactionId } from '#core/ids.ts'
import { type Named, patternOf } from '#features/accounting/reconciliation/rules/learn.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNamed } from './reads.ts'
import type { Becoming, RecordedPart } from './record-part.ts'

/** Lines that were recorded as one thing. */
type Taught = {
  accountId: AccountId
  lines: readonly { lineId: BankLineId; on: Day; narration: string; cameIn: boolean }[]
} & Becoming

/** Remembers by which words the next lines of these kinds are known, in place of what the same words meant before. */
export async function learnRules(tx: Tx, actor: TenantActor, taught: readonly Taught[]): Promise<void> {
  if (taught.length === 0) return
  const named = await findNamed(
    tx,
    taught.flatMap(({ lines }) => lines.map(({ narration }) => narration)),
  )
  // Of two that come together the later one counts, as if it came after the other.
  const rules = new Map(taught.flatMap((each) => ruleRow(each, named)))
  const rows = [...rules.values()]
  if (rows.length === 0) return
  await tx.run(sql`
    insert into app.bank_rule (cooperative_id, rule_id, account_id, words, came_in, records, member_id, account_type_id, target_id, party, line_id, narration, seen_on, made_by_name)
    select ${actor.cooperativeId}, r.rule_id, r.account_id, string_to_array(r.words, ' '), r.came_in, r.records, r.member_id, r.account_type_id, r.target_id, r.party, r.line_id, r.narration, r.seen_on, ${actor.name}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(rule_id uuid, account_id uuid, words text, came_in boolean, records text, member_id uuid, account_type_id uuid, target_id uuid,
      party text, line_id uuid, narration text, seen_on date)
    on conflict (cooperative_id, account_id, came_in, words) do update set records = excluded.records, member_id = excluded.member_id,
      account_type_id = excluded.account_type_id, target_id = excluded.target_id, party = excluded.party, line_id = excluded.line_id, narration = excluded.narration,
      seen_on = excluded.seen_on, made_by_name = excluded.made_by_name, made_at = clock_timestamp(), used = 0, used_at = null`)
}

function ruleRow({ lines, ...given }: Taught, named: readonly Named[]) {
  const words = patternOf(
    lines.map(({ narration }) => narration),
    given.memberId,
    named,
  ).join(' ')
  const latest = lines.at(-1)
  if (!latest || words === '') return []
  const row = {
    rule_id: newId<BankRuleId>(),
    account_id: given.accountId,
    words,
    came_in: latest.cameIn,
    records: given.as,
    member_id: given.memberId,
    account_type_id: given.accountTypeId,
    target_id: given.targetId,
    party: given.party,
    line_id: latest.lineId,
    narration: latest.narration,
    seen_on: latest.on,
  }
  return [[`${given.accountId} ${latest.cameIn} ${words}`, row] as const]
}

type TaughtRow = Omit<Taught, 'lines'> & Taught['lines'][number]

/** Learns from lines that officers entered or matched with one voucher that they recorded elsewhere. */
export async function learnFrom(tx: Tx, actor: TenantActor, lineIds: readonly BankLineId[]): Promise<void> {
  if (lineIds.length === 0) return
  const rows = await tx.many<TaughtRow>(sql`
    with sides as (
      select l.line_id, l.account_id, l.narration, l.on_day, l.place, l.amount, l.entered_id, x.entry_id from app.bank_line l
      left join lateral (select (array_agg(e.entry_id))[1] as entry_id from app.bank_match_entry e where e.match_id = l.match_id having count(*) = 1) x on true
      where l.line_id = any (${lineIds}::uuid[])
        and (l.match_id is null or not exists (select from app.bank_line o where o.match_id = l.match_id and o.line_id <> l.line_id))),
    vouchers as (
      select s.line_id, s.account_id as through_id, t.* from sides s join app.transaction t on t.entry_id = s.entry_id
      union all select s.line_id, s.account_id as through_id, t.* from sides s join app.transaction t on t.transaction_id = s.entered_id where s.entry_id is null),
    told as (
      select t.line_id, case t.type when 'journal' then 'transfer' else t.type end as as, t.member_id, t.account_type_id,
        case when t.type = 'journal' then (select (array_agg(j.account_id))[1] from app.journal_line j join ledger.account a on a.account_id = j.account_id and a.holds_cash
          where j.transaction_id = t.transaction_id and j.account_id <> t.through_id and (select count(*) from app.journal_line k where k.transaction_id = t.transaction_id) = 2)
          else coalesce(t.income_account_id, t.expense_account_id) end as target_id, t.party
      from vouchers t where t.status in ('approved', 'pending') and t.type in ('deposit', 'contribution', 'charge', 'income', 'expense', 'journal')
      union all
      select s.line_id, 'repayment', v.member_id, null, null, null from sides s join app.loan_movement v on v.entry_id = s.entry_id and v.kind = 'repayment' and v.status = 'posted')
    select s.line_id, s.account_id, s.narration, s.on_day as on, s.amount > 0 as came_in, t.as, t.member_id, case when t.as in ('deposit', 'contribution') then t.account_type_id end as account_type_id,
      t.target_id, case when t.as in ('income', 'expense') then t.party end as party
    from sides s join lateral (select (array_agg(o.as))[1] as as, (array_agg(o.member_id))[1] as member_id, (array_agg(o.account_type_id))[1] as account_type_id,
      (array_agg(o.target_id))[1] as target_id, (array_agg(o.party))[1] as party from told o where o.line_id = s.line_id having count(*) = 1) t on true
    where (t.target_id is not null) = (t.as in ('charge', 'income', 'expense', 'transfer')) order by s.on_day, s.place, s.line_id`)
  await learnRules(
    tx,
    actor,
    rows.map(({ lineId, on, narration, cameIn, ...given }) => ({
      ...given,
      lines: [{ lineId, on, narration, cameIn }],
    })),
  )
}

/** Counts the lines that a rule recorded. */
export function countUse(tx: Tx, accountId: AccountId, ruleId: BankRuleId, lines: number): void {
  tx.send(
    sql`update app.bank_rule set used = used + ${lines}, used_at = now() where rule_id = ${ruleId} and account_id = ${accountId}`,
  )
}

/** Forgets what was learned from a match that was a mistake, unless it recorded other lines since. */
export async function forgetFrom(tx: Tx, accountId: AccountId, matchId: BankMatchId): Promise<void> {
  await tx.run(sql`
    delete from app.bank_rule where account_id = ${accountId} and used = 0 and line_id in (select line_id from app.bank_line where match_id = ${matchId})`)
}

/** What a line was recorded in, until none of it waits. */
export async function insertParts(tx: Tx, lineId: BankLineId, parts: readonly RecordedPart[]): Promise<void> {
  await tx.run(sql`
    insert into app.bank_line_part (cooperative_id, line_id, part, amount, transaction_id, entry_id)
    select (select app.coop_id()), ${lineId}, p.part + (select coalesce(max(x.part), 0) from app.bank_line_part x where x.line_id = ${lineId}), p.amount, p.transaction_id, p.entry_id
    from unnest(${parts.map((_, index) => index + 1)}::int[], ${parts.map(({ amount }) => amount)}::bigint[], ${parts.map(({ transactionId }) => transactionId)}::uuid[],
      ${parts.map(({ entryId }) => entryId)}::uuid[]) as p(part, amount, transaction_id, entry_id)`)
}

/** Whether these are a part of a line; it is posted then. */
export async function postParts(tx: Tx, ids: readonly TransactionId[], entryId: EntryId): Promise<boolean> {
  return (
    (await tx.run(
      sql`update app.bank_line_part set entry_id = ${entryId} where transaction_id = any (${ids}::uuid[])`,
    )) > 0
  )
}
