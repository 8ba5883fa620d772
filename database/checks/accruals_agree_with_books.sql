-- What the accruals in force put on the accounts of interest receivable and in advance, less what payments had collected by then beyond
-- what the old books had brought there, is what the
-- latest of them found, and its sums are those of its loans. What payments collected is what their vouchers took out of interest receivable.
with accrual as (
  select a.*, t.status from app.loan_accrual a join app.transaction t on t.cooperative_id = a.cooperative_id and t.transaction_id = a.transaction_id),
posted as (
  select a.cooperative_id, coalesce(sum(j.debit - j.credit) filter (where k.code = '1280'), 0) as receivable, coalesce(sum(j.credit - j.debit) filter (where k.code = '2330'), 0) as in_advance
  from accrual a
  join app.journal_line j on j.cooperative_id = a.cooperative_id and j.transaction_id = a.transaction_id
  join ledger.account k on k.cooperative_id = j.cooperative_id and k.account_id = j.account_id
  where a.status = 'approved' group by a.cooperative_id),
latest as (
  select distinct on (cooperative_id) cooperative_id, receivable, in_advance, collected from accrual where status = 'approved' order by cooperative_id, accrued_on desc),
collected as (
  select m.cooperative_id, m.entry_id, sum(m.receivable) as amount from app.loan_movement m where m.receivable > 0 group by m.cooperative_id, m.entry_id)
select 'books' as problem, l.cooperative_id, null::uuid as accrual_id from latest l join posted p using (cooperative_id)
where (p.receivable - l.collected, p.in_advance) is distinct from (l.receivable::numeric, l.in_advance::numeric)
union all
select 'sums', a.cooperative_id, a.accrual_id from accrual a
left join lateral (select coalesce(sum(n.receivable), 0) as receivable, coalesce(sum(n.in_advance), 0) as in_advance, coalesce(sum(n.suspended), 0) as suspended
  from app.loan_accrual_line n where n.cooperative_id = a.cooperative_id and n.accrual_id = a.accrual_id) s on true
where (s.receivable, s.in_advance, s.suspended) is distinct from (a.receivable::numeric, a.in_advance::numeric, a.suspended::numeric)
union all
select 'collected', c.cooperative_id, c.entry_id from collected c
left join lateral (select coalesce(sum(p.amount), 0) as amount from ledger.posting p join ledger.account k on k.cooperative_id = p.cooperative_id and k.account_id = p.credit_id
  where p.cooperative_id = c.cooperative_id and p.entry_id = c.entry_id and k.code = '1280') p on true
where p.amount <> c.amount
