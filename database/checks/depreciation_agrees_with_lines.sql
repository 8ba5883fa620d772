-- What a run of depreciation says is the sum of its lines and of its journal; a disposal takes out what was depreciated of its asset by then.
with lines as (
  select cooperative_id, run_id, sum(amount) as amount, count(distinct asset_id) as assets, count(*) filter (where released_at is null) as kept
  from app.depreciation_line group by 1, 2)
select 'run that differs from its lines or its journal' as problem, r.cooperative_id, r.run_id as id, r.amount
from app.depreciation_run r
join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
left join lines l on l.cooperative_id = r.cooperative_id and l.run_id = r.run_id
where (l.amount, l.assets) is distinct from (r.amount::numeric, r.assets::bigint) or t.amount <> r.amount
union all
select 'what is released and is not said to be, or the other way', r.cooperative_id, r.run_id, r.amount
from app.depreciation_run r
join app.transaction t on t.cooperative_id = r.cooperative_id and t.transaction_id = r.transaction_id
join lines l on l.cooperative_id = r.cooperative_id and l.run_id = r.run_id
where (t.status in ('rejected', 'reversed')) <> (r.released_at is not null) or (r.released_at is null) <> (l.kept > 0)
union all
select 'asset depreciated below its salvage value', a.cooperative_id, a.asset_id, a.cost
from app.fixed_asset a
where a.opening_depreciation + coalesce((
  select sum(l.amount) from app.depreciation_line l where l.cooperative_id = a.cooperative_id and l.asset_id = a.asset_id and l.released_at is null), 0)
  > a.cost - a.salvage
union all
select 'disposal that takes out another depreciation', d.cooperative_id, d.disposal_id, d.accumulated
from app.asset_disposal d
join app.fixed_asset a on a.cooperative_id = d.cooperative_id and a.asset_id = d.asset_id
where d.released_at is null and d.accumulated <> a.opening_depreciation + coalesce((
  select sum(l.amount) from app.depreciation_line l where l.cooperative_id = d.cooperative_id and l.asset_id = d.asset_id and l.released_at is null), 0)
