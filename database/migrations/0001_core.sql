-- Who may touch what, how the database knows whose request it serves, what all tables share, and jobs: what goes on after the
-- commit that caused it. The job library makes its own tables, in the schema job, before this file (decision 5).
--
-- Invariants:
--   * no login role owns a table, is a superuser or can bypass row-level security (gate G4), and no session sees a row before
--     its transaction has named a cooperative (an unset tenant is NULL, and NULL matches no row). Every query of the server
--     relies on it: none carries a tenant clause of its own;
--   * cooperative_id leads every key of a cooperative's table, here and in all files that follow, so that no key is an oracle
--     about another cooperative and the tables can be distributed by it. What must be unique across cooperatives (coop_id,
--     phones) is in platform.login;
--   * nothing here helps a thief who has the database alone: keys are sealed, and codes, tickets and request_hash are keyed with
--     the server's secret, which is not in the database; no password, code or token is part of a request_hash (serve.ts);
--   * what strangers may do a few times only is counted in rows, so that several servers and a restart count together; the
--     subject is a keyed hash of a network or a phone. Replies to strangers are bounded in number (outcomes.ts);
--   * a job is added by the transaction that causes it, through these functions alone: no login role writes a job but coop_jobs,
--     and a cooperative's session adds jobs of its own cooperative only (gate_jobs_are_apart);
--   * a job holds identifiers and our own words: no name, phone or amount (gate_jobs_are_apart).

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
COMMENT ON FUNCTION app.coop_id() IS 'The cooperative that this transaction serves; NULL outside one.';

CREATE FUNCTION app.member_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('app.member_id', true), '')::uuid $$;

-- An unset role counts as a member, the one who sees least.
CREATE FUNCTION app.is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(current_setting('app.role', true), 'member') NOT IN ('coop_admin', 'job') $$;

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

CREATE TABLE platform.job_run (                     -- the last run of each of the server's regular jobs
  job text PRIMARY KEY,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  failure text                                      -- NULL where it went well
);
GRANT SELECT, INSERT, UPDATE ON platform.job_run TO coop_jobs;

-- What a POST answered, so that the same key gets the same answer. The body is sealed with the key itself, which is not
-- stored: replies carry activation codes, and a reader of the table must not.
CREATE TABLE app.idempotency (
  cooperative_id uuid NOT NULL,
  login_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, login_id, key_hash)
);
CALL app.protect_tenant('app.idempotency');
CREATE POLICY swept ON app.idempotency FOR ALL TO coop_jobs USING (true);
CREATE INDEX idempotency_oldest ON app.idempotency (created_at);
GRANT SELECT, INSERT ON app.idempotency TO coop_app;
GRANT SELECT (created_at), DELETE ON app.idempotency TO coop_jobs;

CREATE TABLE platform.idempotency (                 -- for callers without a cooperative: registration, the super admin
  login_id uuid NOT NULL,                           -- all zeros without a login
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (login_id, key_hash)
);
CREATE INDEX idempotency_of_strangers ON platform.idempotency (created_at) WHERE login_id = '00000000-0000-0000-0000-000000000000';
GRANT SELECT, INSERT, DELETE ON platform.idempotency TO coop_auth;
GRANT SELECT, INSERT ON platform.idempotency TO coop_platform;
GRANT SELECT (created_at), DELETE ON platform.idempotency TO coop_jobs;

CREATE TABLE platform.quota (
  name text NOT NULL,
  subject bytea NOT NULL,
  used integer NOT NULL CHECK (used > 0),
  resets_at timestamptz NOT NULL,
  PRIMARY KEY (name, subject)
);
CREATE INDEX quota_resets_at ON platform.quota (resets_at);
GRANT SELECT, INSERT, UPDATE ON platform.quota TO coop_auth;
GRANT SELECT (resets_at), DELETE ON platform.quota TO coop_jobs;

RESET ROLE;
GRANT USAGE ON SCHEMA job TO coop_owner;
GRANT SELECT ON job.queue TO coop_owner;
GRANT INSERT ON job.job TO coop_owner;

SET LOCAL ROLE coop_owner;

-- With the settings of its queue. Jobs of one cooperative have its id as their group, of which one runs at a time.
CREATE FUNCTION platform.add_job(p_queue text, p_cooperative uuid, p_data jsonb, p_not_before timestamptz DEFAULT now()) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO job.job (name, data, group_id, start_after, keep_until, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
    deletion_seconds, dead_letter, heartbeat_seconds)
  SELECT q.name, p_data, p_cooperative::text, p_not_before, p_not_before + make_interval(secs => q.retention_seconds), q.policy, q.retry_limit, q.retry_delay,
    q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds, q.dead_letter, q.heartbeat_seconds
  FROM job.queue q WHERE q.name = p_queue
$$;
REVOKE EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) FROM PUBLIC;
-- The webhook, and the clock: both know a payment by what coop_jobs may read of it.
GRANT EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) TO coop_jobs;
GRANT EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) TO coop_auth;

-- What an officer has started, for the cooperative of this transaction; p_author are the identifiers of who started it.
CREATE FUNCTION app.add_file_job(p_kind text, p_subject uuid, p_author jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR p_kind NOT IN ('import', 'return', 'credits', 'export') THEN
    RAISE EXCEPTION 'A job of a file has a cooperative and a known kind';
  END IF;
  PERFORM platform.add_job('files', app.coop_id(),
    jsonb_build_object('kind', p_kind, 'cooperative', app.coop_id(), 'subject', p_subject, 'author', p_author));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_file_job(text, uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_file_job(text, uuid, jsonb) TO coop_app;
