-- A control account is the sum of the accounts under it, so nothing is posted to it.
select l.cooperative_id, l.account_id, l.entry_id from ledger.line l
join ledger.account a on a.cooperative_id = l.cooperative_id and a.account_id = l.account_id where a.is_control
