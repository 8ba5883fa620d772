-- Who may touch what, and how the database knows whose request it serves.
--
-- Invariant: no login role owns a table, is a superuser or can bypass row-level security (gate G4), and no session
-- sees a row before its transaction has named a cooperative (an unset tenant is NULL, and NULL matches no row).
-- Relied on by: every query of the server, which carries no tenant clause of its own.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'coop_owner') THEN CREATE ROLE coop_owner NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'ledger_owner') THEN CREATE ROLE ledger_owner NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'coop_app') THEN CREATE ROLE coop_app LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'coop_auth') THEN CREATE ROLE coop_auth LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'coop_platform') THEN CREATE ROLE coop_platform LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'coop_jobs') THEN CREATE ROLE coop_jobs LOGIN; END IF;
END $$;

-- A stuck statement must not hold money's row lock for ever; the server's own limits are tighter than the client's 30 s.
DO $$
DECLARE login text;
BEGIN
  FOREACH login IN ARRAY ARRAY['coop_app', 'coop_auth', 'coop_platform', 'coop_jobs'] LOOP
    EXECUTE format('ALTER ROLE %I SET statement_timeout = ''10s''', login);
    EXECUTE format('ALTER ROLE %I SET lock_timeout = ''3s''', login);
    EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''15s''', login);
    EXECUTE format('ALTER ROLE %I SET synchronous_commit = on', login);
  END LOOP;
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;

-- set_config can be called from inside an injected SELECT, a SET LOCAL statement can't.
REVOKE EXECUTE ON FUNCTION pg_catalog.set_config(text, text, boolean) FROM PUBLIC;

CREATE SCHEMA app AUTHORIZATION coop_owner;
CREATE SCHEMA ledger AUTHORIZATION ledger_owner;
CREATE SCHEMA audit AUTHORIZATION coop_owner;
CREATE SCHEMA platform AUTHORIZATION coop_owner;

GRANT USAGE ON SCHEMA app TO coop_app, coop_auth, coop_platform, coop_jobs, ledger_owner;
GRANT USAGE ON SCHEMA ledger TO coop_app, coop_owner;
GRANT USAGE ON SCHEMA audit TO coop_app, coop_jobs;
GRANT USAGE ON SCHEMA platform TO coop_app, coop_auth, coop_platform, coop_jobs;

SET LOCAL ROLE coop_owner;

CREATE FUNCTION app.coop_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.coop_id', true), '')::uuid $$;
CREATE FUNCTION app.member_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.member_id', true), '')::uuid $$;
-- An unset role counts as a member, the one who sees least.
CREATE FUNCTION app.is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(current_setting('app.role', true), 'member') NOT IN ('coop_admin', 'job') $$;

COMMENT ON FUNCTION app.coop_id() IS 'The cooperative that this transaction serves; NULL outside one.';

-- Every table of a cooperative gets the same lock: rows of the named cooperative only, for reading and for writing.
CREATE PROCEDURE app.protect_tenant(tenant_table regclass) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant ON %s USING (cooperative_id = (SELECT app.coop_id())) WITH CHECK (cooperative_id = (SELECT app.coop_id()))', tenant_table);
END $$;
-- Rows that a member's own session may see only where they are the member's.
CREATE PROCEDURE app.protect_member_rows(tenant_table regclass) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE POLICY own_row ON %s AS RESTRICTIVE USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()))', tenant_table);
END $$;
-- Rows that a member's session never sees.
CREATE PROCEDURE app.protect_officer_rows(tenant_table regclass) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE POLICY officers_only ON %s AS RESTRICTIVE USING ((SELECT NOT app.is_member()))', tenant_table);
END $$;
REVOKE EXECUTE ON ALL PROCEDURES IN SCHEMA app FROM PUBLIC;
GRANT EXECUTE ON ALL PROCEDURES IN SCHEMA app TO ledger_owner;
