-- G11: the job library's tables are reached by coop_jobs alone, and by the owner's functions that add jobs; none holds a column of
-- a cooperative's rows. What a job holds is the matter of jobs_hold_identifiers.
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
