-- A posted return's voucher carries what was accepted of it, and is not reversed; a reversed one's is.
select r.cooperative_id, r.return_id, r.status, r.accepted_amount, p.posted from app.deduction_return r
join app.employer o on o.cooperative_id = r.cooperative_id and o.employer_id = r.employer_id
left join lateral (select sum(p.amount) as posted from ledger.posting p
  where p.cooperative_id = r.cooperative_id and p.entry_id = r.entry_id and p.debit_id = o.receivable_id) p on true
left join ledger.entry v on v.cooperative_id = r.cooperative_id and v.reverses_id = r.entry_id
where (r.status = 'posted' and (p.posted is distinct from r.accepted_amount or v.entry_id is not null))
  or (r.status = 'reversed' and r.entry_id is not null and v.entry_id is null)
