-- G4: none of our login roles is a superuser, can bypass row security, make roles, or owns anything.
select rolname from pg_roles where rolname like 'coop\_%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)
union all
select r.rolname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('coop_app', 'coop_auth', 'coop_platform', 'coop_jobs')
