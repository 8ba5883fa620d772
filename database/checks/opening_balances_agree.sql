-- Opening balances in the books were signed by a second officer, what they passed through is at nothing, and an entry
-- of that kind has its workbook.
select o.cooperative_id, o.opening_balances_id as id, 'posted without a second signature' as problem from app.opening_balances o
join app.transaction t on t.cooperative_id = o.cooperative_id and t.transaction_id = o.transaction_id
where t.entry_id is not null and not exists (select from app.approval a where a.cooperative_id = t.cooperative_id and a.subject_id = t.transaction_id)
union all
select e.cooperative_id, e.entry_id, 'opening entry without its workbook' from ledger.entry e
where e.kind = 'opening' and not exists (
  select from app.transaction t join app.opening_balances o on o.cooperative_id = t.cooperative_id and o.transaction_id = t.transaction_id
  where t.cooperative_id = e.cooperative_id and t.entry_id = e.entry_id and t.recorded_by = o.uploaded_by)
union all
select e.cooperative_id, e.entry_id, 'does not pass through whole' from ledger.entry e
join ledger.line l on l.cooperative_id = e.cooperative_id and l.entry_id = e.entry_id
join ledger.account a on a.cooperative_id = l.cooperative_id and a.account_id = l.account_id and a.code = '3910'
where e.kind = 'opening' group by 1, 2 having sum(l.debit) <> sum(l.credit)
