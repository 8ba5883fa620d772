-- The floor of a member's account is what its open pledges hold, and each pledge names the account of its own member.
select a.cooperative_id, a.account_id, a.min_balance, coalesce(sum(p.held), 0) as pledged
from ledger.account a left join app.pledge p on p.cooperative_id = a.cooperative_id and p.account_id = a.account_id and p.released_at is null
  and p.member_id = a.member_id and p.account_type_id = a.account_type_id
where a.member_id is not null
group by a.cooperative_id, a.account_id, a.min_balance having a.min_balance is distinct from coalesce(sum(p.held), 0)
