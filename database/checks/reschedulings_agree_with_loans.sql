-- A loan says since when it runs on its latest terms, and one that was rescheduled was paid out by then.
select l.cooperative_id, l.loan_id, l.rescheduled_on, r.latest from app.loan l
left join lateral (select max(r.occurred_on) as latest from app.rescheduling r where r.cooperative_id = l.cooperative_id and r.loan_id = l.loan_id and r.status = 'posted') r on true
where l.rescheduled_on is distinct from r.latest or (l.rescheduled_on is not null and l.start_on is distinct from least(l.start_on, l.rescheduled_on))
