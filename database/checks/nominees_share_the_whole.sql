-- A member's nominees share all of what they leave, and are numbered from one; or they have none.
select n.cooperative_id, n.member_id, sum(n.share_basis_points) as shares, max(n.number) as last, count(*) as nominees from app.nominee n
group by n.cooperative_id, n.member_id having sum(n.share_basis_points) <> 10000 or max(n.number) <> count(*)
