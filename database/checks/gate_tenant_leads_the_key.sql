-- G3: the cooperative comes first in each primary key.
select k.conrelid::regclass from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
where n.nspname in ('app', 'ledger', 'audit') and k.contype = 'p' and a.attname <> 'cooperative_id'
