-- The parts of a recovery come to its repayment, and each left the savings that it names: a pledged part the very account that the pledge bound.
select p.cooperative_id, p.movement_id, p.line, p.amount from app.recovery_part p
left join app.loan_movement m on m.cooperative_id = p.cooperative_id and m.movement_id = p.movement_id
left join app.pledge g on g.cooperative_id = p.cooperative_id and g.pledge_id = p.pledge_id
where (m.loan_id, m.kind, m.way, m.status = 'reversed') is distinct from (p.loan_id, 'repayment', 'recovery', p.reversed_at is not null)
  or (p.kind <> 'guarantee' and m.member_id is distinct from p.member_id)
  or (p.pledge_id is not null and (g.subject_id, g.member_id, g.kind) is distinct from (p.loan_id, p.member_id, p.kind))
  or not exists (select from ledger.line l join ledger.account a on a.cooperative_id = l.cooperative_id and a.account_id = l.account_id
    where l.cooperative_id = p.cooperative_id and l.entry_id = m.entry_id and l.line = p.line and l.debit = p.amount and a.member_id = p.member_id
      and (p.pledge_id is null or l.account_id = g.account_id))
union all
select m.cooperative_id, m.movement_id, null, m.amount from app.loan_movement m
left join lateral (select sum(p.amount) as amount from app.recovery_part p where p.cooperative_id = m.cooperative_id and p.movement_id = m.movement_id) p on true
where m.way = 'recovery' and p.amount is distinct from m.amount
