-- What an application lists comes to its principal, and goods were handed over only of a loan that was paid out.
select l.cooperative_id, l.loan_id, 'goods do not come to the principal' as problem from app.loan l
join app.loan_good g on g.cooperative_id = l.cooperative_id and g.loan_id = l.loan_id
group by l.cooperative_id, l.loan_id, l.principal having sum(g.price * g.quantity) <> l.principal
union all
select d.cooperative_id, d.loan_id, 'handed over without goods' from app.loan_delivery d
where not exists (select from app.loan_good g where g.cooperative_id = d.cooperative_id and g.loan_id = d.loan_id)
union all
select d.cooperative_id, d.loan_id, 'handed over and not paid out' from app.loan_delivery d
join app.loan l on l.cooperative_id = d.cooperative_id and l.loan_id = d.loan_id
where d.undone_at is null and l.disbursed = 0
