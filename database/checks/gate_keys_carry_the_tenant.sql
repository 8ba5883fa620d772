-- G2: every key, unique and foreign key of those schemas contains the cooperative, which Citus asks for too.
select k.conrelid::regclass, k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('app', 'ledger', 'audit') and k.contype in ('p', 'u', 'f')
  and not exists (select from unnest(k.conkey) x join pg_attribute a on a.attrelid = k.conrelid and a.attnum = x where a.attname = 'cooperative_id')
union all
select i.indrelid::regclass, i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('app', 'ledger', 'audit') and i.indisunique
  and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[]) and a.attname = 'cooperative_id')
