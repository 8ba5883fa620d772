-- What a schedule says that it comes to is the sum of its lines, and what was accepted of a return is the sum of its own.
select s.cooperative_id, s.schedule_id as id, s.total_amount as told, coalesce(l.total, 0) as summed from app.deduction_schedule s
left join lateral (select sum(total_amount) as total, count(*) as members from app.deduction_line l
  where l.cooperative_id = s.cooperative_id and l.schedule_id = s.schedule_id) l on true
where s.total_amount <> coalesce(l.total, 0) or s.members <> coalesce(l.members, 0)
union all
select r.cooperative_id, r.return_id, r.accepted_amount, coalesce(l.total, 0) from app.deduction_return r
left join lateral (select sum(l.deducted_amount) filter (where l.decision <> 'refuse') as total from app.deduction_return_line l
  where l.cooperative_id = r.cooperative_id and l.return_id = r.return_id) l on true
where r.status in ('deducted', 'posted') and r.accepted_amount <> coalesce(l.total, 0)
