-- A loan's account in the books, its instalments, its movements and what it says was paid and written off tell the same story.
with books as (
  select l.cooperative_id, l.loan_id, l.disbursed, l.paid_principal, l.paid_interest, l.paid_fees, l.paid_penalties, l.interest_deducted, l.fees_deducted, l.written_off, l.recovered,
    coalesce((select sum(b.debits - b.credits) from ledger.balance b where b.cooperative_id = l.cooperative_id and b.account_id = l.account_id), 0) as balance,
    coalesce((select sum(i.owed_principal) from app.loan_instalment i where i.cooperative_id = l.cooperative_id and i.loan_id = l.loan_id), 0) as owed,
    m.*
  from app.loan l
  left join lateral (
    select coalesce(sum(m.amount) filter (where m.kind = 'disbursement'), 0) as out, coalesce(sum(m.principal), 0) as principal, coalesce(sum(m.interest), 0) as interest,
      coalesce(sum(m.fees), 0) as fees, coalesce(sum(m.penalties), 0) as penalties, coalesce(sum(m.deducted), 0) as deducted, coalesce(sum(m.fees_deducted), 0) as fees_off,
      coalesce(sum(m.amount) filter (where m.kind = 'write_off'), 0) as lost, coalesce(sum(m.amount) filter (where m.kind = 'recovered'), 0) as regained
    from app.loan_movement m where m.cooperative_id = l.cooperative_id and m.loan_id = l.loan_id and m.status = 'posted') m on true)
select cooperative_id, loan_id, disbursed, paid_principal, written_off, balance, owed from books
where balance <> disbursed - paid_principal - written_off or owed <> disbursed - paid_principal or out <> disbursed or lost <> written_off or regained <> recovered
  or (principal, interest, fees, penalties, deducted, fees_off) is distinct from (paid_principal::numeric, paid_interest::numeric, paid_fees::numeric, paid_penalties::numeric, interest_deducted::numeric, fees_deducted::numeric)
