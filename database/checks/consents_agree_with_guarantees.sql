-- An answer by consent link has the link that was used for it, and an answer on paper has a paper that another officer confirmed and that is kept.
select 'by link, without its link' as problem, g.cooperative_id, g.loan_id, g.member_id from app.loan_guarantor g
where g.answered_way = 'link' and not exists (select from app.consent_link k where k.cooperative_id = g.cooperative_id and k.loan_id = g.loan_id and k.member_id = g.member_id
  and k.outcome in ('accepted', 'declined') and k.made_at >= g.asked_at and (g.status = 'replaced' or k.outcome = g.status))
union all
select 'on paper, without its paper', g.cooperative_id, g.loan_id, g.member_id from app.loan_guarantor g
where g.answered_way = 'paper' and not exists (select from app.guarantee_paper p
  join app.loan_document d on d.cooperative_id = p.cooperative_id and d.document_id = p.document_id and d.loan_id = p.loan_id and d.content is not null
  where p.cooperative_id = g.cooperative_id and p.loan_id = g.loan_id and p.member_id = g.member_id and p.status = 'confirmed' and p.decided_by <> p.added_by and p.added_at >= g.asked_at)
union all
select 'used by no one', k.cooperative_id, k.loan_id, k.member_id from app.consent_link k
join app.loan_guarantor g on g.cooperative_id = k.cooperative_id and g.loan_id = k.loan_id and g.member_id = k.member_id
where k.outcome in ('accepted', 'declined') and k.made_at >= g.asked_at and g.answered_way is distinct from 'link'
