-- The lines of a match come to what its entries moved on the account.
with told as (
  select m.cooperative_id, m.match_id, m.account_id,
    (select coalesce(sum(l.amount), 0) from app.bank_line l where l.cooperative_id = m.cooperative_id and l.match_id = m.match_id and l.account_id = m.account_id) as lines,
    (select coalesce(sum(x.debit - x.credit), 0) from app.bank_match_entry e
      join ledger.line x on x.cooperative_id = e.cooperative_id and x.entry_id = e.entry_id and x.account_id = e.account_id
      where e.cooperative_id = m.cooperative_id and e.match_id = m.match_id and e.account_id = m.account_id) as entries
  from app.bank_match m)
select cooperative_id, match_id, lines, entries from told where lines <> entries
