-- What settled a loan with a new one is a line of the voucher that paid that new one out, and both stand or are reversed
-- together; a loan is settled by one application at a time, of its own member.
select 'settled without its loan' as problem, m.cooperative_id, m.movement_id as id from app.loan_movement m
where m.way = 'top_up' and not exists (
  select from app.loan_movement d join app.loan_settlement s on s.cooperative_id = d.cooperative_id and s.loan_id = d.loan_id and s.settles = m.loan_id
  where d.cooperative_id = m.cooperative_id and d.entry_id = m.entry_id and d.kind = 'disbursement' and d.status = m.status and d.occurred_on = m.occurred_on and d.amount - d.deducted >= m.amount)
union all
select 'settled by several', s.cooperative_id, s.settles from app.loan_settlement s
join app.loan l on l.cooperative_id = s.cooperative_id and l.loan_id = s.loan_id and l.status in ('submitted', 'approved')
group by s.cooperative_id, s.settles having count(*) > 1
union all
select 'of another member', s.cooperative_id, s.loan_id from app.loan_settlement s
join app.loan l on l.cooperative_id = s.cooperative_id and l.loan_id = s.loan_id
join app.loan o on o.cooperative_id = s.cooperative_id and o.loan_id = s.settles
where (l.member_id, o.member_id) is distinct from (s.member_id, s.member_id)
