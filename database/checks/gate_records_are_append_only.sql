-- G10: triggers that no session setting switches off refuse every UPDATE, DELETE and TRUNCATE of what is only ever added to, and no login role may.
-- The bits of tgtype: 1 each row, 8 DELETE, 16 UPDATE, 32 TRUNCATE.
select t as "table", what from unnest(array['ledger.entry', 'ledger.posting', 'ledger.lock_change', 'audit.event', 'audit.erased', 'audit.seal', 'platform.audit_event', 'platform.anchor']) t,
  (values ('UPDATE', 16), ('DELETE', 8), ('TRUNCATE', 32)) w(what, bit)
where not exists (
    select from pg_trigger g where g.tgrelid = t::regclass and g.tgenabled = 'A' and g.tgtype & w.bit > 0
      and (w.what = 'TRUNCATE' or g.tgtype & 1 > 0) and g.tgqual is null and g.tgattr = '')
  or exists (select from pg_roles r where r.rolname in ('coop_app', 'coop_auth', 'coop_platform', 'coop_jobs') and has_table_privilege(r.rolname, t, w.what))
