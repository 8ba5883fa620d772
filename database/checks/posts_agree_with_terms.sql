-- A post has no more open terms than seats, and a hand-over that was done began a term.
select p.cooperative_id, p.post_id, 'more holders than seats' as wrong from app.post p
  where (select count(*) from app.post_term t where t.cooperative_id = p.cooperative_id and t.post_id = p.post_id and t.ended_on is null) > p.seats
union all
select h.cooperative_id, h.post_id, 'no term of who took office' from app.hand_over h where h.status = 'done'
  and not exists (select from app.post_term t where t.cooperative_id = h.cooperative_id and t.post_id = h.post_id and t.member_id = h.member_id and t.election_id = h.election_id)
