-- A posted expense moved its amount from its cash or bank account to its expense account, other income the other way round.
select t.cooperative_id, t.transaction_id, t.type, t.amount from app.transaction t
where t.type in ('expense', 'income') and t.entry_id is not null
  and (select array_agg(row(p.debit_id, p.credit_id, p.amount)::text) from ledger.posting p where p.cooperative_id = t.cooperative_id and p.entry_id = t.entry_id)
    is distinct from array[case t.type when 'expense' then row(t.expense_account_id, t.through_account_id, t.amount)::text else row(t.through_account_id, t.income_account_id, t.amount)::text end]
