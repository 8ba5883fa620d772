-- What the super admin oversees: the plan of each cooperative, totals of its books, his own acts, the server's work.
--
-- Invariants: a line of the audit trail is never changed or removed, whoever asks. No role reads two cooperatives'
-- books at once: each cooperative's totals are summed inside its own lock (server/jobs/sum-cooperatives.ts), and the
-- super admin reads the sums. A plan opens and closes nothing (docs/decisions/0007).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.cooperative
  ADD COLUMN plan text NOT NULL DEFAULT 'trial' CHECK (plan IN ('trial', 'standard', 'free')),
  ADD COLUMN trial_ends_on date,                    -- its last day; NULL until the cooperative is first approved
  ADD COLUMN trial_reminded_of date;                -- the last day that the super admin was last reminded of
GRANT UPDATE (plan, trial_ends_on, trial_reminded_of) ON app.cooperative TO coop_platform;
CREATE INDEX cooperative_trials ON app.cooperative (trial_ends_on) WHERE plan = 'trial' AND deleted_at IS NULL;

CREATE TABLE app.cooperative_total (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  savings bigint NOT NULL,                          -- kobo, as all amounts here
  shares bigint NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  month_transactions int NOT NULL,                  -- dated in that month and posted
  month_amount bigint NOT NULL,
  last_entry_at timestamptz,
  summed_at timestamptz NOT NULL
);
CALL app.protect_tenant('app.cooperative_total');
CALL app.protect_officer_rows('app.cooperative_total');
ALTER POLICY officers_only ON app.cooperative_total TO coop_app;
CREATE POLICY overseen ON app.cooperative_total FOR SELECT TO coop_platform USING (true);
GRANT SELECT, INSERT, UPDATE (savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at) ON app.cooperative_total TO coop_app;
GRANT SELECT ON app.cooperative_total TO coop_platform;

ALTER TABLE platform.audit_event ADD COLUMN address text;   -- where on the network the request came from
CREATE INDEX audit_event_newest ON platform.audit_event (at DESC, event_id DESC);
CREATE INDEX audit_event_of_cooperative ON platform.audit_event (cooperative_id, at DESC) WHERE cooperative_id IS NOT NULL;
GRANT INSERT ON platform.audit_event TO coop_auth;
GRANT SELECT (kind, name) ON platform.login TO coop_platform;

RESET ROLE;
-- One shape for every line: what was before, what is after, why. Past row security, which the owner is under too.
UPDATE platform.audit_event SET detail = jsonb_build_object(
  'before', CASE WHEN detail ? 'statusBefore' THEN jsonb_build_object('status', detail -> 'statusBefore') ELSE '{}' END,
  'after', detail - 'statusBefore' - 'reason') || CASE WHEN detail ? 'reason' THEN jsonb_build_object('reason', detail -> 'reason') ELSE '{}' END;
-- Nobody's trial ends on the day on which trials begin to be counted.
UPDATE app.cooperative SET trial_ends_on = (now() AT TIME ZONE 'Africa/Lagos')::date + 30 WHERE status IN ('active', 'suspended');
SET LOCAL ROLE coop_owner;

CREATE FUNCTION platform.keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION platform.keep_audit() FROM PUBLIC;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON platform.audit_event FOR EACH ROW EXECUTE FUNCTION platform.keep_audit();
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.audit_event FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_audit();

CREATE TABLE platform.job_run (                     -- the last run of each of the server's regular jobs
  job text PRIMARY KEY,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  failure text                                      -- NULL where it went well
);
GRANT SELECT, INSERT, UPDATE ON platform.job_run TO coop_jobs;

-- How many files wait or failed, never what is in them: only these columns, for the health page.
ALTER POLICY officers_only ON app.import TO coop_app;
CREATE POLICY watched ON app.import FOR SELECT TO coop_jobs USING (true);
GRANT SELECT (status, created_at) ON app.import TO coop_jobs;
CREATE INDEX import_unfinished ON app.import (status, created_at) WHERE status IN ('posting', 'failed');

RESET ROLE;
