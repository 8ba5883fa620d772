-- A posted journal moved each account by what its lines say, and its lines balance.
with told as (
  select t.cooperative_id, t.entry_id, j.account_id, sum(j.debit) as debits, sum(j.credit) as credits
  from app.transaction t join app.journal_line j on j.cooperative_id = t.cooperative_id and j.transaction_id = t.transaction_id
  where t.type = 'journal' and t.entry_id is not null group by 1, 2, 3),
moved as (
  select l.cooperative_id, l.entry_id, l.account_id, sum(l.debit) as debits, sum(l.credit) as credits from ledger.line l
  where exists (select from app.transaction t where t.cooperative_id = l.cooperative_id and t.entry_id = l.entry_id and t.type = 'journal') group by 1, 2, 3)
select 'line without posting' as problem, t.* from (select * from told except select * from moved) t
union all
select 'posting without line', m.* from (select * from moved except select * from told) m
