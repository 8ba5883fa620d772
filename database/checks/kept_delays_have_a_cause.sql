-- A loan counts as late for a delay of former terms only where it got new ones, or settled another loan with its first money.
select l.cooperative_id, l.loan_id, l.kept_days_late from app.loan l
where l.kept_days_late > 0
  and not exists (select from app.rescheduling r where r.cooperative_id = l.cooperative_id and r.loan_id = l.loan_id and r.status = 'posted')
  and not exists (select from app.loan_movement d join app.loan_movement o on o.cooperative_id = d.cooperative_id and o.entry_id = d.entry_id and o.way = 'top_up' and o.status = 'posted'
    where d.cooperative_id = l.cooperative_id and d.loan_id = l.loan_id and d.kind = 'disbursement' and d.status = 'posted')
