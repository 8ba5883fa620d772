-- How often somebody has done what strangers may do a few times only: registering, asking for codes, failing to log in.
-- Rows, so that several server processes and a restart count together. The subject is a keyed hash of a network or a
-- phone: whoever reads the table learns neither. No cooperative is known yet, so no tenant.

SET LOCAL ROLE coop_owner;

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
