-- What a posted interest run paid on each account is the sum of its lines, and its months are its own exactly while it waits or is in force.
with told as (
  select l.cooperative_id, t.entry_id, coalesce(l.credited_id, l.account_id) as account_id, sum(l.amount) as amount
  from app.interest_line l
  join app.interest_run r on r.cooperative_id = l.cooperative_id and r.run_id = l.run_id
  join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
  where t.entry_id is not null group by 1, 2, 3 having sum(l.amount) <> 0),
moved as (
  select p.cooperative_id, p.entry_id, p.credit_id as account_id, sum(p.amount) as amount
  from app.interest_run r
  join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
  join ledger.posting p on p.cooperative_id = t.cooperative_id and p.entry_id = t.entry_id group by 1, 2, 3)
select 'line without posting' as problem, t.* from (select * from told except select * from moved) t
union all
select 'posting without line', m.* from (select * from moved except select * from told) m
union all
select 'months that disagree', r.cooperative_id, r.run_id, r.account_type_id, count(m.month)
from app.interest_run r
join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
left join app.interest_month m on m.cooperative_id = r.cooperative_id and m.run_id = r.run_id
group by r.cooperative_id, r.run_id, r.account_type_id, r.first_day, r.last_day, t.status
having count(m.month) <> case when t.status in ('pending', 'approved')
  then (extract(year from age(r.last_day + 1, r.first_day)) * 12 + extract(month from age(r.last_day + 1, r.first_day)))::int else 0 end
