-- A member's plan begins in the month from which contributions are due; before it, it asks at most for what was brought forward, in the one month before.
select m.cooperative_id, m.member_id, m.contributions_due_from, p.effective_from, p.monthly
from app.member m join app.contribution_plan p using (cooperative_id, member_id)
where p.effective_from < m.contributions_due_from and p.monthly <> 0 and p.effective_from <> m.contributions_due_from - interval '1 month'
union all
select m.cooperative_id, m.member_id, m.contributions_due_from, null, null from app.member m
where not exists (select from app.contribution_plan p where p.cooperative_id = m.cooperative_id and p.member_id = m.member_id and p.effective_from = m.contributions_due_from)
