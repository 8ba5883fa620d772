-- G8: no login role can name another cooperative from inside a SELECT.
select r.rolname from (values ('coop_app'), ('coop_auth'), ('coop_platform'), ('coop_jobs')) r(rolname)
where has_function_privilege(r.rolname, 'pg_catalog.set_config(text,text,boolean)', 'EXECUTE')
