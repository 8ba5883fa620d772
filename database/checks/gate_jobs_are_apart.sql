-- G11: the job library's tables are reached by coop_jobs alone, and by the owner's functions that add jobs; none holds a column of
-- a cooperative's rows, and what a job holds are identifiers and our own words: no name, phone or amount.
select r.rolname as "who", 'schema job' as "what" from (values ('coop_app'), ('coop_auth'), ('coop_platform'), ('ledger_owner')) r(rolname)
where has_schema_privilege(r.rolname, 'job', 'USAGE')
union all
select r.rolname, c.oid::regclass::text from pg_roles r, pg_class c
where c.relnamespace = 'job'::regnamespace and c.relkind in ('r', 'p') and r.rolname in ('coop_app', 'coop_auth', 'coop_platform', 'ledger_owner')
  and has_table_privilege(r.rolname, c.oid, 'SELECT, INSERT, UPDATE, DELETE')
union all
select 'coop_owner', c.oid::regclass::text from pg_class c
where c.relnamespace = 'job'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('coop_owner', c.oid, 'UPDATE, DELETE, TRUNCATE')
union all
select pg_get_userbyid(c.relowner), c.oid::regclass::text from pg_class c
where c.relnamespace = 'job'::regnamespace and pg_get_userbyid(c.relowner) like 'coop\_%'
union all
select c.oid::regclass::text, a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
where c.relnamespace = 'job'::regnamespace and a.attname in ('cooperative_id', 'member_id')
union all
select j.name, v.value #>> '{}' from job.job j cross join lateral jsonb_path_query(j.data, 'strict $.**') v(value)
where j.name not like '\_\_pgboss%' and jsonb_typeof(v.value) in ('string', 'number') and v.value #>> '{}' !~ '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z_-]{1,40})$'
