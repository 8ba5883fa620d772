-- What needed approval has it before it is posted, each by somebody who did not make it, or by the only officer there was.
select 'posted without approval' as problem, t.cooperative_id, t.transaction_id as id from app.transaction t
where t.approvals_needed > 0 and t.status in ('approved', 'reversed')
  and not exists (select from app.approval a where a.cooperative_id = t.cooperative_id and a.subject_id = coalesce(t.pair_id, t.transaction_id))
union all
select 'reversed without approval', r.cooperative_id, r.reversal_id from app.reversal_request r
where r.status = 'approved' and not exists (select from app.approval a where a.cooperative_id = r.cooperative_id and a.subject_id = r.reversal_id)
union all
select 'written off without approval', w.cooperative_id, w.write_off_id from app.write_off w
where w.approvals_needed > 0 and w.status in ('approved', 'reversed')
  and not exists (select from app.approval a where a.cooperative_id = w.cooperative_id and a.subject_id = w.write_off_id)
union all
select 'approved by its maker', a.cooperative_id, a.subject_id from app.approval a where a.approved_by = a.maker_id and not a.alone
union all
select 'loan approved by too few', l.cooperative_id, l.loan_id from app.loan l
where l.approvals_needed > 0 and l.status in ('approved', 'active', 'completed', 'written_off', 'restructured')
  and not exists (select from app.approval a where a.cooperative_id = l.cooperative_id and a.subject_id = l.loan_id)
