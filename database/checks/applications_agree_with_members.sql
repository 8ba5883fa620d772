-- An application that was approved names a member of the same cooperative who is in the register or was.
select a.cooperative_id, a.application_id, 'approved without its member' as problem from app.membership_application a
where a.status = 'approved' and not exists (select from app.member m where m.cooperative_id = a.cooperative_id and m.member_id = a.member_id)
