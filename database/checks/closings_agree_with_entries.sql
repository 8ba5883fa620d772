-- A closing stands exactly as long as its entry is not reversed, and every closing entry has its closing.
select c.cooperative_id, c.closing_id, 'closing without its entry' as problem from app.year_closing c
left join ledger.entry e on e.cooperative_id = c.cooperative_id and e.entry_id = c.entry_id and e.kind = 'closing' and e.effective_on = c.year_end
left join ledger.entry r on r.cooperative_id = c.cooperative_id and r.reverses_id = c.entry_id
where e.entry_id is null or r.entry_id is distinct from c.reversal_id
union all
select e.cooperative_id, e.entry_id, 'closing entry without its closing' from ledger.entry e
where e.kind = 'closing' and not exists (select from app.year_closing c where c.cooperative_id = e.cooperative_id and c.entry_id = e.entry_id)
