-- The figure that the super admin sees is the number of members in the register.
select c.cooperative_id, c.member_count, count(m.member_id) as members from app.cooperative c
left join app.member m on m.cooperative_id = c.cooperative_id and m.removed_at is null
group by 1, 2 having c.member_count <> count(m.member_id)
