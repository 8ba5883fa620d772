-- A member's monthly contribution is the latest line of their plan.
select m.cooperative_id, m.member_id, m.monthly_contribution, p.monthly from app.member m
left join lateral (
  select monthly from app.contribution_plan p where p.cooperative_id = m.cooperative_id and p.member_id = m.member_id
  order by effective_from desc limit 1) p on true
where m.monthly_contribution is distinct from p.monthly
