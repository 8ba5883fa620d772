-- G1: a table with a cooperative in it has row-level security, forced, and a policy.
select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and n.nspname in ('app', 'ledger', 'audit')
  and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
