-- What the accruals in force put on the account of interest payable, less what ended deposits had taken out by then of more than the old
-- books had there, is what the latest of them found, and its sum is that of its deposits.
with accrual as (
  select a.*, t.status from app.loan_accrual a join app.transaction t on t.cooperative_id = a.cooperative_id and t.transaction_id = a.transaction_id),
posted as (
  select a.cooperative_id, coalesce(sum(j.credit - j.debit) filter (where k.code = '2310'), 0) as payable
  from accrual a
  join app.journal_line j on j.cooperative_id = a.cooperative_id and j.transaction_id = a.transaction_id
  join ledger.account k on k.cooperative_id = j.cooperative_id and k.account_id = j.account_id
  where a.status = 'approved' group by a.cooperative_id),
latest as (
  select distinct on (cooperative_id) cooperative_id, payable, released from accrual where status = 'approved' order by cooperative_id, accrued_on desc)
select 'books' as problem, l.cooperative_id, null::uuid as accrual_id from latest l join posted p using (cooperative_id)
where p.payable - l.released <> l.payable
union all
select 'sums', a.cooperative_id, a.accrual_id from accrual a
left join lateral (select coalesce(sum(n.payable), 0) as payable from app.deposit_accrual_line n
  where n.cooperative_id = a.cooperative_id and n.accrual_id = a.accrual_id) s on true
where s.payable <> a.payable
