-- Whatever was rejected, or approved after waiting, says who did so; what waits says nothing yet.
select 'transaction' as what, t.cooperative_id, t.transaction_id as id, t.status, d.decision from app.transaction t
left join app.transaction_decision d on d.cooperative_id = t.cooperative_id and d.transaction_id = t.transaction_id
where (t.status = 'rejected') is distinct from (coalesce(d.decision, '') = 'rejected') or (t.status = 'pending' and d.decision is not null)
union all
select 'loan', l.cooperative_id, l.loan_id, l.status, d.decision from app.loan l
left join app.loan_decision d on d.cooperative_id = l.cooperative_id and d.loan_id = l.loan_id
-- Who signed opening balances decided about the loans that came with them.
left join app.loan_taken_over o on o.cooperative_id = l.cooperative_id and o.loan_id = l.loan_id
where case when o.loan_id is not null or l.status in ('draft', 'submitted') then d.decision is not null
  when l.status = 'rejected' then d.decision is distinct from 'rejected'
  -- Taken back before a decision, or with one after the approval.
  when l.status = 'withdrawn' then (select count(*) from app.loan_decision w where w.cooperative_id = l.cooperative_id and w.loan_id = l.loan_id and w.decision in ('approved', 'withdrawn')) not in (0, 2) or d.decision = 'rejected'
  else d.decision is distinct from 'approved' end
