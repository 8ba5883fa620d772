-- A meeting's number of members present is the number of its attendance rows.
select m.cooperative_id, m.meeting_id, m.present, count(a.member_id) as counted
from app.meeting m left join app.attendance a on a.cooperative_id = m.cooperative_id and a.meeting_id = m.meeting_id
group by m.cooperative_id, m.meeting_id, m.present having m.present <> count(a.member_id)
