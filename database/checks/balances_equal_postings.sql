-- The balance kept with an account is the sum of what was posted to it, on both sides.
with posted as (
  select cooperative_id, account_id, sum(debit) as debits, sum(credit) as credits from ledger.line group by 1, 2),
kept as (
  select cooperative_id, account_id, sum(debits) as debits, sum(credits) as credits from ledger.balance group by 1, 2)
select coalesce(p.cooperative_id, k.cooperative_id) as cooperative_id, coalesce(p.account_id, k.account_id) as account_id,
  p.debits as posted_debits, k.debits as kept_debits, p.credits as posted_credits, k.credits as kept_credits
from posted p full join kept k on k.cooperative_id = p.cooperative_id and k.account_id = p.account_id
where (p.debits, p.credits) is distinct from (k.debits, k.credits)
