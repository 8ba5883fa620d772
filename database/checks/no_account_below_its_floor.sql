-- No account with a floor is below it.
select a.cooperative_id, a.account_id, a.min_balance, sum(case when a.class in ('asset', 'expense') then b.debits - b.credits else b.credits - b.debits end) as balance
from ledger.account a join ledger.balance b on b.cooperative_id = a.cooperative_id and b.account_id = a.account_id
where a.min_balance is not null
group by 1, 2, 3
having sum(case when a.class in ('asset', 'expense') then b.debits - b.credits else b.credits - b.debits end) < a.min_balance
