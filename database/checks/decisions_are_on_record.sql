-- Whatever was rejected, or approved after waiting, says who did so; what waits says nothing yet.
select 'transaction' as what, t.cooperative_id, t.transaction_id as id, t.status, d.decision from app.transaction t
left join app.transaction_decision d on d.cooperative_id = t.cooperative_id and d.transaction_id = t.transaction_id
where (t.status = 'rejected') is distinct from (coalesce(d.decision, '') = 'rejected') or (t.status = 'pending' and d.decision is not null)
union all
select 'loan', l.cooperative_id, l.loan_id, l.status, d.decision from app.loan l
left join app.loan_decision d on d.cooperative_id = l.cooperative_id and d.loan_id = l.loan_id
-- Who signed opening balances decided about the loans that came with them.
left join app.loan_taken_over o on o.cooperative_id = l.cooperative_id and o.loan_id = l.loan_id
where (l.status in ('draft', 'submitted', 'withdrawn') or o.loan_id is not null) is distinct from (d.decision is null) or (l.status = 'rejected') is distinct from (coalesce(d.decision, '') = 'rejected')
