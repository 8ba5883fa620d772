-- What a run gives members comes to its pool, its tax and its basis; what is posted of it is on the accounts of its lines, once; who is excluded has no line.
with lines as (
  select cooperative_id, run_id, sum(gross) as gross, sum(tax) as tax, sum(basis) as basis, count(*) as members from app.dividend_line group by 1, 2),
told as (
  select l.cooperative_id, t.entry_id, l.account_id, sum(l.gross - l.tax) as amount
  from app.dividend_line l
  join app.dividend_run r on r.cooperative_id = l.cooperative_id and r.run_id = l.run_id
  join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
  where t.entry_id is not null and l.gross > l.tax group by 1, 2, 3),
moved as (
  select p.cooperative_id, p.entry_id, p.credit_id as account_id, sum(p.amount) as amount
  from app.dividend_run r
  join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
  join ledger.posting p on p.cooperative_id = t.cooperative_id and p.entry_id = t.entry_id
  join ledger.account a on a.cooperative_id = p.cooperative_id and a.account_id = p.credit_id and a.member_id is not null group by 1, 2, 3)
select 'line without posting' as problem, t.cooperative_id, t.entry_id, t.account_id, t.amount from (select * from told except select * from moved) t
union all
select 'posting without line', m.cooperative_id, m.entry_id, m.account_id, m.amount from (select * from moved except select * from told) m
union all
select 'run that differs from its lines', r.cooperative_id, r.run_id, r.account_id, r.pool
from app.dividend_run r left join lines l on l.cooperative_id = r.cooperative_id and l.run_id = r.run_id
where (l.gross, l.tax, l.basis, l.members) is distinct from (r.pool::numeric, r.tax::numeric, r.basis_total::numeric, r.members::bigint)
union all
select 'run that is posted and does not say so, or says so and is not', r.cooperative_id, r.run_id, r.account_id, r.pool
from app.dividend_run r join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
where (t.entry_id is not null) <> (r.posted_on is not null) or (t.status in ('rejected', 'reversed')) <> (r.released_at is not null)
union all
select 'balances that differ from their basis', l.cooperative_id, l.run_id, l.account_id, l.basis
from app.dividend_line l where cardinality(l.balances) > 0 and l.basis <> (select sum(b) from unnest(l.balances) b)
union all
select 'member excluded from a run who has a line of it', x.cooperative_id, x.run_id, l.account_id, x.basis
from app.dividend_exclusion x join app.dividend_line l on l.cooperative_id = x.cooperative_id and l.run_id = x.run_id and l.member_id = x.member_id
union all
select 'member excluded for a reason that the run does not exclude for', x.cooperative_id, x.run_id, r.account_id, x.basis
from app.dividend_exclusion x join app.dividend_run r on r.cooperative_id = x.cooperative_id and r.run_id = x.run_id
where x.reason <> 'by_name' and strpos(r.excluding, x.reason) = 0
union all
select 'line by name that is not its amount or has no post, or a post of what was shared', l.cooperative_id, l.run_id, l.account_id, l.gross
from app.dividend_line l join app.dividend_run r on r.cooperative_id = l.cooperative_id and r.run_id = l.run_id
where (r.basis = 'named') <> (l.post is not null) or (r.basis = 'named' and l.basis <> l.gross)
union all
select 'payment by name that does not name whom it pays', r.cooperative_id, r.run_id, r.account_id, r.pool
from app.dividend_run r
join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
where (select array_agg(l.member_id order by l.member_id) from app.dividend_line l where r.basis = 'named' and l.cooperative_id = r.cooperative_id and l.run_id = r.run_id)
  is distinct from (select array_agg(m order by m) from unnest(t.paid_members) m)
