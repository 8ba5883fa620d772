-- What is kept of a member's savings, and what the books moved since, is what their accounts of savings hold.
with held as (
  select a.cooperative_id, a.member_id, sum(b.credits - b.debits) as savings
  from ledger.account a join app.account_type t using (cooperative_id, account_type_id) join ledger.balance b using (cooperative_id, account_id)
  where t.kind = 'savings' group by 1, 2),
kept as (
  select cooperative_id, member_id, sum(amount) as savings from (
    select cooperative_id, member_id, savings as amount from app.member_savings
    union all
    select s.cooperative_id, s.member_id, s.amount from app.savings_moved s left join app.savings_summed r using (cooperative_id) where s.entry_no > coalesce(r.entry_no, 0)) line
  group by 1, 2)
select m.cooperative_id, m.member_id, coalesce(h.savings, 0) as savings, coalesce(k.savings, 0) as kept
from app.member m left join held h using (cooperative_id, member_id) left join kept k using (cooperative_id, member_id)
where coalesce(h.savings, 0) <> coalesce(k.savings, 0)
