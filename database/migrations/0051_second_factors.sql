-- A second factor beside the password: an authenticator app (TOTP) with recovery codes, for whoever wants it.
--
-- Invariants:
--   * a login with a confirmed authenticator opens no session by its password or a third party alone: the first step gives
--     a ticket that works once, for five minutes, in one browser (open-second-step.ts relies on it).
--   * a code opens once: last_step only grows, a recovery code has its used_at (check-code.ts).
--   * nothing here helps whoever has the database alone: the app's key is sealed, and codes and tickets are hashed, with the
--     server's secret, which is not in the database.
--   * proved_at is when the person behind a session last gave a password or a code; a refresh does not move it
--     (permit.ts relies on it).

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.authenticator (
  login_id uuid PRIMARY KEY REFERENCES platform.login ON DELETE CASCADE,
  sealed_key bytea NOT NULL,
  last_step int NOT NULL DEFAULT 0,                 -- the period of 30 seconds whose code was used last
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,                         -- asked for at the login from here on
  last_used_at timestamptz
);

CREATE TABLE platform.recovery_code (
  login_id uuid NOT NULL REFERENCES platform.authenticator ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (login_id, code_hash)
);

CREATE TABLE platform.login_ticket (                -- the first step is done, the second is not
  ticket_hash bytea PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  keep boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_ticket_of_login ON platform.login_ticket (login_id);

ALTER TABLE platform.session ADD COLUMN proved_at timestamptz NOT NULL DEFAULT now();
UPDATE platform.session SET proved_at = signed_in_at;

GRANT SELECT, INSERT, UPDATE, DELETE ON platform.authenticator, platform.recovery_code, platform.login_ticket TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.login_ticket TO coop_jobs;

RESET ROLE;
