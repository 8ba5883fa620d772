-- G6: a function that runs with its owner's rights names the schemas it searches.
select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
where n.nspname in ('app', 'ledger', 'audit', 'platform') and p.prosecdef
  and not exists (select from unnest(coalesce(p.proconfig, '{}')) s where s like 'search_path=%')
