-- What a pledge holds for a loan is its part of the principal that has not come back but from its like, less what was drawn
-- on it, less what the same savings hold already for a loan that it is to settle, for as long as the loan runs and its guarantor is in force; who has accepted pledges what they were asked for, and an approved loan has what it asks.
with each as (
  select p.cooperative_id, p.pledge_id, p.held, p.released_at, p.amount, p.subject_id, p.account_id, l.status, d.drawn, case
      when l.status not in ('submitted', 'approved', 'active') or l.paid_principal >= l.principal or (p.kind = 'guarantee' and g.pledge_id is null) or (p.kind = 'own_loan' and l.own_pledge_id is distinct from p.pledge_id) then 0
      else greatest(div(p.amount::numeric * (l.principal - greatest(l.paid_principal - d.principal, 0)) + l.principal - 1, l.principal) - d.drawn, 0) end as wanted
  from app.pledge p
  left join app.loan l on l.cooperative_id = p.cooperative_id and l.loan_id = p.subject_id
  left join app.loan_guarantor g on g.cooperative_id = p.cooperative_id and g.loan_id = p.subject_id and g.pledge_id = p.pledge_id and g.member_id = p.member_id and g.status = 'accepted'
  cross join lateral (select coalesce(sum(d.principal), 0) as principal, coalesce(sum(d.amount) filter (where d.pledge_id = p.pledge_id), 0) as drawn
    from app.recovery_part d where d.cooperative_id = p.cooperative_id and d.loan_id = p.subject_id and d.kind = p.kind and d.reversed_at is null) d
  where p.kind <> 'hold'),
standing as (
  select e.*, case when e.status in ('submitted', 'approved') then greatest(e.wanted - coalesce((select sum(o.wanted + o.drawn) from each o
      join app.loan_settlement s on s.cooperative_id = e.cooperative_id and s.loan_id = e.subject_id and s.settles = o.subject_id
    where o.cooperative_id = e.cooperative_id and o.account_id = e.account_id and o.wanted > 0), 0), 0) else e.wanted end as holds
  from each e)
select 'holds another part' as problem, cooperative_id, pledge_id as id, held::numeric as has, holds as wants from standing
where held <> holds or (released_at is null) <> (wanted > 0) or wanted is null
union all
select 'pledges another amount', g.cooperative_id, g.loan_id, p.amount, g.amount from app.loan_guarantor g
left join app.pledge p on p.cooperative_id = g.cooperative_id and p.pledge_id = g.pledge_id
where g.status = 'accepted' and g.amount > 0 and p.amount is distinct from g.amount
union all
select 'guarantors missing', l.cooperative_id, l.loan_id, g.accepted, (l.terms ->> 'guarantorsRequired')::numeric from app.loan l
left join lateral (select count(*)::numeric as accepted, coalesce(sum(g.amount), 0) as covered from app.loan_guarantor g
  where g.cooperative_id = l.cooperative_id and g.loan_id = l.loan_id and g.status = 'accepted') g on true
where l.status in ('approved', 'active', 'completed')
  and (g.accepted < (l.terms ->> 'guarantorsRequired')::int or (l.terms ->> 'guarantorsRequired')::int > 0 and g.covered * 100 < l.principal::numeric * (l.terms ->> 'guarantorCoverPercent')::int)
