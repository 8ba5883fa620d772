-- G9: money is held in bigint columns.
select a.attrelid::regclass, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname in ('app', 'ledger') and c.relkind = 'r' and not a.attisdropped and a.attnum > 0
  and (a.attname ~ '(amount|debits|credits|balance|_fee|_value)$' or a.attname ~ '^monthly' or a.attname in ('contribution_min', 'principal'))
  and a.atttypid <> 'bigint'::regtype
