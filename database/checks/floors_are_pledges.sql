-- The floor of a member's account is what its open pledges hold and of the deposits that are open on it, and each pledge names the account of its own member.
select a.cooperative_id, a.account_id, a.min_balance, coalesce(p.pledged, 0) + coalesce(d.principal, 0) as bound
from ledger.account a
left join lateral (select sum(p.held) as pledged from app.pledge p where p.cooperative_id = a.cooperative_id and p.account_id = a.account_id
  and p.released_at is null and p.member_id = a.member_id and p.account_type_id = a.account_type_id) p on true
left join lateral (select sum(d.principal) as principal from app.fixed_deposit d where d.cooperative_id = a.cooperative_id and d.account_id = a.account_id
  and d.status = 'open' and d.member_id = a.member_id and d.account_type_id = a.account_type_id) d on true
where a.member_id is not null and a.min_balance is distinct from coalesce(p.pledged, 0) + coalesce(d.principal, 0)
