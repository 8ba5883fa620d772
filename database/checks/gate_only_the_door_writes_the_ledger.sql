-- G7: no login role writes entries, postings, balances or heads by itself.
select r.rolname, t from (values ('coop_app'), ('coop_auth'), ('coop_platform'), ('coop_jobs')) r(rolname),
  unnest(array['ledger.entry', 'ledger.posting', 'ledger.balance', 'ledger.head']) t
where has_table_privilege(r.rolname, t, 'INSERT') or has_table_privilege(r.rolname, t, 'UPDATE')
  or has_table_privilege(r.rolname, t, 'DELETE') or has_table_privilege(r.rolname, t, 'TRUNCATE')
