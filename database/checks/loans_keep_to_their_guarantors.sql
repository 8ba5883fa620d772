-- No one is a guarantor of their own loan.
select g.cooperative_id, g.loan_id, g.member_id from app.loan_guarantor g
join app.loan l on l.cooperative_id = g.cooperative_id and l.loan_id = g.loan_id where g.member_id = l.member_id
