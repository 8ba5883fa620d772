-- An entry without postings would be a number that says nothing.
select e.cooperative_id, e.entry_no from ledger.entry e
where not exists (select from ledger.posting p where p.cooperative_id = e.cooperative_id and p.entry_id = e.entry_id)
