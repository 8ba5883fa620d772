-- A loan from the old books began in the entry of its opening balances, with the principal that was outstanding then.
select o.cooperative_id, o.loan_id, 'did not begin with its opening balances' as problem from app.loan_taken_over o
join app.loan l on l.cooperative_id = o.cooperative_id and l.loan_id = o.loan_id
join app.transaction t on t.cooperative_id = o.cooperative_id and t.transaction_id = o.opening_id
left join app.loan_movement m on m.cooperative_id = o.cooperative_id and m.loan_id = o.loan_id and m.way = 'opening' and m.entry_id = t.entry_id
where m.movement_id is null or m.amount <> l.principal or m.occurred_on <> o.as_of or o.overdue_principal > l.principal or (m.status = 'reversed') <> (t.status = 'reversed')
union all
select m.cooperative_id, m.loan_id, 'came from nowhere' from app.loan_movement m
where m.way = 'opening' and not exists (select from app.loan_taken_over o where o.cooperative_id = m.cooperative_id and o.loan_id = m.loan_id)
