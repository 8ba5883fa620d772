-- Who has left or died holds nothing but what is payable to them.
select m.cooperative_id, m.member_id, b.account_id, b.credits - b.debits as balance from app.member m
join ledger.account a on a.cooperative_id = m.cooperative_id and a.member_id = m.member_id
join app.account_type t on t.cooperative_id = a.cooperative_id and t.account_type_id = a.account_type_id
join ledger.balance b on b.cooperative_id = a.cooperative_id and b.account_id = a.account_id
where m.left_on is not null and not t.is_payable and b.credits <> b.debits
