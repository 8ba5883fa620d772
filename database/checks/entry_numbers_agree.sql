-- The voucher number that a transaction shows is its entry's.
select t.cooperative_id, t.transaction_id, t.entry_no, e.entry_no as ledger_no from app.transaction t
join ledger.entry e on e.cooperative_id = t.cooperative_id and e.entry_id = t.entry_id
where t.entry_no is distinct from e.entry_no
