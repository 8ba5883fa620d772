-- The first unpaid month that is kept of a member of whom nothing waits to be calculated is the first of all months, gone through one by one, of which their plan asks more than was paid.
with asked as (
  select cooperative_id, member_id, monthly, effective_from as since, lead(effective_from) over (partition by cooperative_id, member_id order by effective_from) as until
  from app.contribution_plan),
taken as (
  select cooperative_id, member_id, month, sum(amount) as amount from (
    select cooperative_id, member_id, period as month, amount from app.transaction where type = 'contribution' and status = 'approved'
    union all
    select cooperative_id, member_id, period, savings_amount from app.deduction where not credited) line
  group by 1, 2, 3),
-- One month past the last plan and the last payment, every month is like the next.
horizon as (
  select cooperative_id, member_id, (max(month) + interval '1 month')::date as month from (
    select cooperative_id, member_id, since as month from asked union all select cooperative_id, member_id, month from taken) line
  group by 1, 2),
found as (
  select a.cooperative_id, a.member_id, min(g.month)::date as month
  from asked a join horizon h using (cooperative_id, member_id)
  cross join lateral generate_series(a.since, coalesce(a.until - 1, greatest(h.month, a.since)), interval '1 month') g(month)
  left join taken t on t.cooperative_id = a.cooperative_id and t.member_id = a.member_id and t.month = g.month
  where a.monthly > coalesce(t.amount, 0) group by 1, 2)
select m.cooperative_id, m.member_id, f.month, u.month as kept, u.member_id is null as missing
from (select distinct cooperative_id, member_id from asked) m
left join found f using (cooperative_id, member_id) left join app.first_unpaid_month u using (cooperative_id, member_id)
where (u.member_id is null or f.month is distinct from u.month)
  and not exists (select from app.stale_unpaid_month r where r.cooperative_id = m.cooperative_id and r.member_id = m.member_id)
