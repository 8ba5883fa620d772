import type { CooperativeId } from '#core/ids.ts'
import { sql, type Statement } from '#platform/db/sql.ts'

/** One thing that must hold of the books: how much was looked at, and the first row that contradicts it, in words. */
export type ProofCheck = {
  name: string
  title: string
  says: string
  /** What `rows` counts. */ counts: string
  statement: (cooperativeId: CooperativeId) => Statement
}

/** What a check's statement answers: one row. */
export type ProofRow = { rows: number; wrong: string | null }

/** What a check says of a cooperative's books. */
export function proofOf({ statement }: ProofCheck, cooperativeId: CooperativeId): Statement {
  return sql`select proof.rows, proof.wrong from (${statement(cooperativeId)}) proof`
}

/**
 * The proof of a cooperative's books, from its postings alone. Each statement names the cooperative itself, so that it
 * proves the same inside a session of the cooperative and for an administrator who sees all of them.
 */
export const proofChecks: readonly ProofCheck[] = [
  {
    name: 'chain',
    title: 'Every entry is as it was written',
    says: 'The hash of each entry was computed again from its postings and the entry before it; the last one is the one that the books hold.',
    counts: 'entries',
    statement: (id) => sql`
      select (select count(*)::int from ledger.entry e where e.cooperative_id = ${id}) as rows,
        (select case v.problem
          when 'gap' then 'Entry No. ' || v.entry_no || ' does not follow the one before it: an entry is missing.'
          when 'link' then 'Entry No. ' || v.entry_no || ' does not follow from the entry before it: that one was changed.'
          when 'content' then 'Entry No. ' || v.entry_no || ' is not what was written: a line of it or its head was changed.'
          else 'The last entry is not the one that the books hold: entries after No. ' || coalesce((select max(e.entry_no) from ledger.entry e where e.cooperative_id = ${id}), 0) || ' are missing.' end
         from ledger.verify(${id}) v order by v.entry_no limit 1) as wrong`,
  },
  {
    name: 'numbers',
    title: 'No entry is missing',
    says: 'Entry numbers run from 1 without a gap, and every entry has its lines.',
    counts: 'entries',
    statement: (id) => sql`
      with numbered as (
        select e.entry_no, e.entry_no - lag(e.entry_no, 1, 0::bigint) over (order by e.entry_no) as step,
          exists (select from ledger.posting p where p.cooperative_id = e.cooperative_id and p.entry_id = e.entry_id) as has_lines
        from ledger.entry e where e.cooperative_id = ${id})
      select count(*)::int as rows,
        (select case when n.step <> 1 then 'The entry before No. ' || n.entry_no || ' is missing.' else 'Entry No. ' || n.entry_no || ' has no lines.' end
         from numbered n where n.step <> 1 or not n.has_lines order by n.entry_no limit 1) as wrong
      from numbered`,
  },
  {
    name: 'balances',
    title: 'Every balance is the sum of its postings',
    says: 'Both sides of each account were added up again from the postings and are beside the balance that is kept with it.',
    counts: 'postings',
    statement: (id) => sql`
      with pair as (select p.debit_id, p.credit_id, sum(p.amount) as amount, count(*) as lines from ledger.posting p where p.cooperative_id = ${id} group by 1, 2),
      posted as (
        select account_id, sum(debit) as debits, sum(credit) as credits
        from (select debit_id as account_id, amount as debit, 0::numeric as credit from pair union all select credit_id, 0, amount from pair) s group by 1),
      kept as (select b.account_id, sum(b.debits) as debits, sum(b.credits) as credits from ledger.balance b where b.cooperative_id = ${id} group by 1)
      select (select coalesce(sum(lines), 0)::int from pair) as rows,
        (select 'Account ' || a.code || ' ' || a.name || ' keeps another balance than its postings come to.'
         from posted p full join kept k using (account_id) join ledger.account a on a.cooperative_id = ${id} and a.account_id = coalesce(p.account_id, k.account_id)
         where (coalesce(p.debits, 0), coalesce(p.credits, 0)) is distinct from (coalesce(k.debits, 0), coalesce(k.credits, 0)) order by a.code limit 1) as wrong`,
  },
  {
    name: 'controls',
    title: "Members' accounts are what the control accounts say",
    says: "Nothing is posted to a control account itself, and each member's account is under the control account of its own account type.",
    counts: "members' accounts",
    statement: (id) => sql`
      select (select count(*)::int from ledger.account a where a.cooperative_id = ${id} and a.member_id is not null) as rows,
        coalesce(
          (select 'Account ' || a.code || ' is a control account, but something was posted to it.' from ledger.account a
           where a.cooperative_id = ${id} and a.is_control and exists (
             select from ledger.posting p where p.cooperative_id = a.cooperative_id and (p.debit_id = a.account_id or p.credit_id = a.account_id)) order by a.code limit 1),
          (select 'Account ' || a.code || ' does not be under the control account of its account type.' from ledger.account a
           join app.account_type t on t.cooperative_id = a.cooperative_id and t.account_type_id = a.account_type_id
           where a.cooperative_id = ${id} and a.control_id is distinct from t.control_id order by a.code limit 1)) as wrong`,
  },
  {
    name: 'transactions',
    title: "Every member's transaction is in the books, and nothing else is",
    says: "Each posted transaction points at the line that moved the member's account by that amount, and each such line has one. One that moves no member's account, such as a journal, points at its entry.",
    counts: 'transactions',
    statement: (id) => sql`
      with moved as (
        select e.entry_no, p.entry_id, p.line, a.member_id, a.account_type_id, p.amount, case when a.account_id = p.credit_id then 'in' else 'out' end as direction
        from ledger.account a
        join ledger.posting p on p.cooperative_id = a.cooperative_id and (p.credit_id = a.account_id or p.debit_id = a.account_id)
        join ledger.entry e on e.cooperative_id = p.cooperative_id and e.entry_id = p.entry_id
        where a.cooperative_id = ${id} and a.member_id is not null and e.reverses_id is null),
      told as (
        select t.entry_no, t.entry_id, t.line::int as line, t.member_id, t.account_type_id, t.amount, t.direction from app.transaction t
        where t.cooperative_id = ${id} and t.status in ('approved', 'reversed') and t.account_type_id is not null),
      -- A journal, and a charge that is paid in cash, move no member's account, so they count for their whole entry.
      whole as (
        select t.entry_no, t.entry_id, t.type, t.amount from app.transaction t
        where t.cooperative_id = ${id} and t.status in ('approved', 'reversed') and t.account_type_id is null)
      select (select count(*)::int from told) + (select count(*)::int from whole) as rows,
        coalesce(
          (select 'A transaction of entry No. ' || x.entry_no || ' tells of something that line ' || x.line || ' does not say.'
           from (select * from told except select entry_no, entry_id, line::int, member_id, account_type_id, amount, direction from moved) x order by x.entry_no, x.line limit 1),
          (select 'Line ' || x.line || ' of entry No. ' || x.entry_no || ' moves a member''s account, but no transaction tells of it.'
           from (select entry_no, entry_id, line::int, member_id, account_type_id, amount, direction from moved except select * from told) x order by x.entry_no, x.line limit 1),
          (select 'A transaction of entry No. ' || w.entry_no || ' is not what that entry is.' from whole w
           left join ledger.entry e on e.cooperative_id = ${id} and e.entry_id = w.entry_id and e.entry_no = w.entry_no
           where e.entry_id is null
             -- The amount of opening balances is one side of them, and each side is a posting of its own.
             or (w.type <> 'opening' and w.amount is distinct from (select sum(p.amount) from ledger.posting p where p.cooperative_id = ${id} and p.entry_id = w.entry_id))
           order by w.entry_no limit 1)) as wrong`,
  },
  {
    name: 'reversals',
    title: 'Every reversal is exact',
    says: 'Each reversing entry has the lines of what it reverses, debit and credit exchanged, to the kobo.',
    counts: 'reversals',
    statement: (id) => sql`
      with reversal as (select e.entry_id, e.entry_no, e.reverses_id from ledger.entry e where e.cooperative_id = ${id} and e.reverses_id is not null)
      select (select count(*)::int from reversal) as rows,
        (select 'Entry No. ' || r.entry_no || ' does not undo exactly what it reverses.' from reversal r
         where exists (
           select from (select line::int, debit_id, credit_id, amount from ledger.posting p where p.cooperative_id = ${id} and p.entry_id = r.entry_id) a
           full join (select line::int, credit_id as debit_id, debit_id as credit_id, amount from ledger.posting p where p.cooperative_id = ${id} and p.entry_id = r.reverses_id) b using (line)
           where (a.debit_id, a.credit_id, a.amount) is distinct from (b.debit_id, b.credit_id, b.amount)) order by r.entry_no limit 1) as wrong`,
  },
  {
    name: 'audit',
    title: 'The audit trail is as it was written',
    says: 'The hash of each event was computed again from what it says and the event before it; none was changed, removed or added later.',
    counts: 'events',
    statement: (id) => sql`
      select (select count(*)::int from audit.event e where e.cooperative_id = ${id}) as rows,
        (select case v.problem
          when 'gap' then 'Event No. ' || v.number || ' of the audit trail does not follow the one before it: an event is missing.'
          when 'link' then 'Event No. ' || v.number || ' of the audit trail does not follow from the one before it: that one was changed.'
          when 'removed' then 'Event No. ' || v.number || ' of the audit trail was removed.'
          when 'changed' then 'Event No. ' || v.number || ' of the audit trail is not what was sealed: it was changed.'
          when 'late' then 'Event No. ' || v.number || ' of the audit trail is dated before events that were sealed earlier: it was added later.'
          when 'head' then 'Events of the audit trail after No. ' || coalesce(v.number, 0) || ' are missing.'
          when 'added' then 'The event of ' || told.at || ' by ' || v.actor_name || ' was added to the audit trail, and not by the app.'
          when 'lost' then 'An event of ' || told.at || ' was removed from the audit trail before it was sealed.'
          else 'The event of ' || told.at || ' by ' || v.actor_name || ' has been waiting for its seal for more than an hour.' end
         from audit.verify(${id}) v, lateral (select to_char(v.at at time zone 'Africa/Lagos', 'FMDD Mon YYYY HH24:MI') as at) told
         order by v.number nulls last, v.at limit 1) as wrong`,
  },
]
