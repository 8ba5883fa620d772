-- A member's transaction points at the line that moved their account by that amount, and each such line has one transaction.
-- A transaction that moves no member's account points at its entry and has the amount of its postings.
with moved as (
  select l.cooperative_id, l.entry_id, l.line, a.member_id, a.account_type_id, l.debit + l.credit as amount,
    case when l.credit > 0 then 'in' else 'out' end as direction
  from ledger.line l
  join ledger.account a on a.cooperative_id = l.cooperative_id and a.account_id = l.account_id
  join ledger.entry e on e.cooperative_id = l.cooperative_id and e.entry_id = l.entry_id
  where a.member_id is not null and e.reverses_id is null),
told as (
  select cooperative_id, entry_id, line, member_id, account_type_id, amount, direction from app.transaction
  -- A journal, and a charge that is paid in cash, move no account of a member.
  where status in ('approved', 'reversed') and account_type_id is not null)
select 'line without transaction' as problem, m.* from (select * from moved except select * from told) m
union all
select 'transaction without line', t.* from (select * from told except select * from moved) t
union all
select 'transaction without entry', t.cooperative_id, t.entry_id, t.line, t.member_id, t.account_type_id, t.amount, t.direction from app.transaction t
left join ledger.entry e on e.cooperative_id = t.cooperative_id and e.entry_id = t.entry_id and e.entry_no = t.entry_no
where t.status in ('approved', 'reversed') and t.account_type_id is null
  and (e.entry_id is null or (t.type <> 'opening' and t.amount is distinct from (select sum(p.amount) from ledger.posting p where p.cooperative_id = t.cooperative_id and p.entry_id = t.entry_id)))
