-- A penalty is only in the schedule of a loan whose terms ask one, and waivers of penalties only beside it.
select i.cooperative_id, i.loan_id, 'penalty that was not agreed' as problem from app.loan_instalment i
join app.loan l on l.cooperative_id = i.cooperative_id and l.loan_id = i.loan_id
where i.penalties > 0 and jsonb_typeof(l.terms -> 'penalty') is distinct from 'object'
union all
select l.cooperative_id, l.loan_id, 'penalties looked for that were not agreed' from app.loan l
where l.penalties_known_until is not null and jsonb_typeof(l.terms -> 'penalty') is distinct from 'object'
  and jsonb_typeof(l.terms -> 'schedule' -> 'afterMaturity') is distinct from 'object'
union all
select w.cooperative_id, w.loan_id, 'waiver of a penalty that was not agreed' from app.penalty_waiver w
join app.loan l on l.cooperative_id = w.cooperative_id and l.loan_id = w.loan_id
where jsonb_typeof(l.terms -> 'penalty') is distinct from 'object'
