-- No one is removed with money on an account.
select m.cooperative_id, m.member_id, b.account_id, b.credits - b.debits as balance from app.member m
join ledger.account a on a.cooperative_id = m.cooperative_id and a.member_id = m.member_id
join ledger.balance b on b.cooperative_id = a.cooperative_id and b.account_id = a.account_id
where m.removed_at is not null and b.credits <> b.debits
