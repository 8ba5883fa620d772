-- The debits of a cooperative equal its credits.
select cooperative_id, sum(debits) - sum(credits) as difference from ledger.balance group by 1 having sum(debits) <> sum(credits)
