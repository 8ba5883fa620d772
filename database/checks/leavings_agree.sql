-- A member is a former one exactly while an exit of theirs is settled; its voucher, the loans that it set off and its payees
-- tell the same sums; it is reversed exactly when its voucher is; and nothing of a reversed one stays paid out.
with sums as (
  select v.*,
    coalesce((select sum(t.amount) from app.transaction t where t.cooperative_id = v.cooperative_id and t.entry_id = v.entry_id and t.account_type_id is not null and t.direction = 'out'), 0) as taken,
    coalesce((select sum(m.amount) from app.loan_movement m where m.cooperative_id = v.cooperative_id and m.entry_id = v.entry_id and m.way = 'leaving'), 0) as repaid,
    coalesce((select sum(p.amount) from app.leaving_payee p where p.cooperative_id = v.cooperative_id and p.leaving_id = v.leaving_id), 0) as payable
  from app.leaving v where v.status in ('settled', 'reversed', 'readmitted'))
select 'former without a settlement' as problem, m.cooperative_id, m.member_id as id from app.member m
where (m.left_on is not null) is distinct from exists (select from app.leaving v where v.cooperative_id = m.cooperative_id and v.member_id = m.member_id and v.status = 'settled')
union all
select 'sums differ', s.cooperative_id, s.leaving_id from sums s where (s.taken, s.repaid, s.payable) is distinct from (s.held::numeric, s.set_off::numeric, s.net::numeric)
union all
select 'reversed unlike its voucher', s.cooperative_id, s.leaving_id from sums s
where s.entry_id is not null and (s.status = 'reversed') is distinct from exists (select from ledger.entry r where r.cooperative_id = s.cooperative_id and r.reverses_id = s.entry_id)
union all
select 'paid out of what is reversed', o.cooperative_id, o.payout_id from app.leaving_payout o
join app.leaving v on v.cooperative_id = o.cooperative_id and v.leaving_id = o.leaving_id where o.status = 'posted' and v.status not in ('settled', 'readmitted')
union all
select 'pay-out of another amount', o.cooperative_id, o.payout_id from app.leaving_payout o
join app.leaving_payee p on p.cooperative_id = o.cooperative_id and p.leaving_id = o.leaving_id and p.number = o.number where o.amount <> p.amount or p.account_id is not null
union all
select 'pay-out reversed unlike its voucher', o.cooperative_id, o.payout_id from app.leaving_payout o
where (o.status = 'reversed') is distinct from exists (select from ledger.entry r where r.cooperative_id = o.cooperative_id and r.reverses_id = o.entry_id)
union all
select 'settled without approval', v.cooperative_id, v.leaving_id from app.leaving v
where v.approvals_needed > 0 and v.status in ('settled', 'reversed', 'readmitted') and not exists (select from app.approval a where a.cooperative_id = v.cooperative_id and a.subject_id = v.settlement_id)
