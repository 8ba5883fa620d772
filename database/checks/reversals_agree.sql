-- A movement is reversed exactly when its entry is, and what was decided about it is on record with that reversal's number.
select t.cooperative_id, t.transaction_id, t.status, r.entry_no as reversed_by, d.entry_no as told from app.transaction t
left join ledger.entry r on r.cooperative_id = t.cooperative_id and r.reverses_id = t.entry_id
left join app.transaction_decision d on d.cooperative_id = t.cooperative_id and d.transaction_id = t.transaction_id and d.decision = 'reversed'
where (t.status = 'reversed') is distinct from (r.entry_id is not null) or (r.entry_id, r.entry_no) is distinct from (d.entry_id, d.entry_no)
