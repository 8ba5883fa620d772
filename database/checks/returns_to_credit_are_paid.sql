-- A return that is to be credited names a remittance of its own schedule that is not reversed.
select r.cooperative_id, r.return_id as id, r.remittance_id, p.reversed_at from app.deduction_return r
left join app.remittance p on p.cooperative_id = r.cooperative_id and p.remittance_id = r.remittance_id and p.schedule_id = r.schedule_id
where r.status = 'deducted' and r.remittance_id is not null and (p.remittance_id is null or p.reversed_at is not null)
