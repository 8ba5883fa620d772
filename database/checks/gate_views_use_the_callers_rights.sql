-- G5: a view runs with its caller's rights; there is no materialised view over a cooperative's rows.
select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('app', 'ledger', 'audit', 'platform')
  and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions, '{}') @> '{security_invoker=true}'))
