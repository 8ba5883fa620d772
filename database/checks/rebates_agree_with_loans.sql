-- A rebate was given once, of a loan whose terms give it, with the payment that repaid it, and is no more than the interest that was taken off.
select m.cooperative_id, m.movement_id, m.amount from app.loan_movement m
join app.loan l on l.cooperative_id = m.cooperative_id and l.loan_id = m.loan_id
where m.way = 'rebate' and m.status = 'posted'
  and (l.interest_method <> 'upfront' or l.terms -> 'schedule' -> 'rebate' is distinct from 'true' or m.amount > l.interest_deducted or l.paid_principal <> l.disbursed
    or exists (select from app.loan_movement o where o.cooperative_id = m.cooperative_id and o.loan_id = m.loan_id and o.way = 'rebate' and o.status = 'posted' and o.movement_id <> m.movement_id))
