-- A write-off that stands is the movement of its loan, by its own amount, and took from the provision and from bad debts what it says.
select w.cooperative_id, w.write_off_id, w.status, w.amount, m.amount as moved from app.write_off w
left join app.loan_movement m on m.cooperative_id = w.cooperative_id and m.movement_id = w.movement_id
left join lateral (
  select sum(l.debit) filter (where a.code = '1290') as provision, sum(l.debit) as debits from ledger.line l
  join ledger.account a on a.cooperative_id = l.cooperative_id and a.account_id = l.account_id where l.cooperative_id = m.cooperative_id and l.entry_id = m.entry_id) e on true
where w.movement_id is not null
  and ((m.loan_id, m.kind, m.amount, m.status = 'reversed') is distinct from (w.loan_id, 'write_off', w.amount, w.status = 'reversed')
    or (coalesce(e.provision, 0), e.debits) is distinct from (w.from_provision::numeric, w.amount::numeric))
union all
select m.cooperative_id, m.movement_id, m.status, m.amount, null from app.loan_movement m
where m.kind = 'write_off' and not exists (select from app.write_off w where w.cooperative_id = m.cooperative_id and w.movement_id = m.movement_id)
