-- What is kept here, and who relies on it:
--   * a row for each day's anchor: the signed heads of all books, whose file is outside the database (server/jobs/anchor-books.ts).
--     One a day, never changed; each names the hash of the one before it, so that a missing one shows.
--   * the jobs' role sees of all cooperatives the number and hash of the last entry and the last seal, and no record.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.cooperative ADD COLUMN anchor_told_on date;   -- the day of the last anchor that its officers were mailed
CREATE POLICY anchored ON app.cooperative FOR SELECT TO coop_jobs USING (true);
GRANT SELECT (cooperative_id, coop_id, anchor_told_on) ON app.cooperative TO coop_jobs;
GRANT UPDATE (anchor_told_on) ON app.cooperative TO coop_app;
CREATE POLICY anchored ON audit.seal_head FOR SELECT TO coop_jobs USING (true);
GRANT SELECT ON audit.seal_head TO coop_jobs;

CREATE TABLE platform.anchor (
  day date PRIMARY KEY,
  hash bytea NOT NULL CHECK (length(hash) = 32),    -- SHA-256 of what was signed
  file text NOT NULL,
  key text NOT NULL,                                -- fingerprint of the key that signed it
  made_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON platform.anchor TO coop_jobs;
CREATE FUNCTION platform.keep_anchor() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'anchors are append-only' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION platform.keep_anchor FROM PUBLIC;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON platform.anchor FOR EACH ROW EXECUTE FUNCTION platform.keep_anchor();
ALTER TABLE platform.anchor ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.anchor FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_anchor();
ALTER TABLE platform.anchor ENABLE ALWAYS TRIGGER frozen_whole;

SET LOCAL ROLE ledger_owner;
GRANT USAGE ON SCHEMA ledger TO coop_jobs;
CREATE POLICY anchored ON ledger.head FOR SELECT TO coop_jobs USING (true);
GRANT SELECT (cooperative_id, last_no, hash) ON ledger.head TO coop_jobs;
