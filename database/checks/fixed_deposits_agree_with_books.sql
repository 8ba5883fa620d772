-- A member's deposit account is at the sum of their open deposits, and an ended deposit's entry is not reversed.
select a.cooperative_id, a.account_id, 'has another sum than its deposits' as problem, b.balance, d.principal
from ledger.account a
join app.account_type t on t.cooperative_id = a.cooperative_id and t.account_type_id = a.account_type_id and t.kind = 'fixed_deposit'
left join lateral (select coalesce(sum(b.credits - b.debits), 0) as balance from ledger.balance b
  where b.cooperative_id = a.cooperative_id and b.account_id = a.account_id) b on true
left join lateral (select coalesce(sum(d.principal), 0) as principal from app.fixed_deposit d
  where d.cooperative_id = a.cooperative_id and d.account_id = a.account_id and d.status = 'open') d on true
where b.balance <> d.principal
union all
select d.cooperative_id, d.deposit_id, 'ended by an entry that was reversed', d.principal, d.interest_paid
from app.fixed_deposit d join ledger.entry r on r.cooperative_id = d.cooperative_id and r.reverses_id = d.ending_entry_id
union all
select d.cooperative_id, d.deposit_id, 'open though its opening was reversed', d.principal, null
from app.fixed_deposit d join ledger.entry r on r.cooperative_id = d.cooperative_id and r.reverses_id = d.opening_entry_id where d.status <> 'reversed'
