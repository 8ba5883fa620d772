-- The savings by which the register is ordered are the sum of what the member's accounts of savings hold.
with held as (
  select a.cooperative_id, a.member_id, sum(b.credits - b.debits) as savings
  from ledger.account a join app.account_type t using (cooperative_id, account_type_id) join ledger.balance b using (cooperative_id, account_id)
  where t.kind = 'savings' group by 1, 2)
select m.cooperative_id, m.member_id, coalesce(h.savings, 0) as savings, s.savings as kept, s.membership_number
from app.member m left join held h using (cooperative_id, member_id) left join app.member_savings s using (cooperative_id, member_id)
where (coalesce(h.savings, 0), m.membership_number) is distinct from (s.savings, s.membership_number)
