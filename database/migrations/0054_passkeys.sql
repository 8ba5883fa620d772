-- Passkeys as a second factor, beside the authenticator app or alone.
--
-- Invariants:
--   * a login with a passkey opens no session by its password or a third party alone, as with an authenticator app; recovery
--     codes belong to the login now, because either factor may be the only one (store.ts deletes them with the last).
--   * a passkey opens one login: its credential is unique. Its counter never goes back (check-passkey.ts relies on it).
--   * a challenge is answered once, within five minutes, for the purpose and by the browser that asked for it: one row for
--     each, taken away by whoever answers (takeChallenge in store.ts).
--   * nothing here helps whoever has the database alone: a public key signs nothing.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.passkey (
  passkey_id uuid PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX passkey_of_login ON platform.passkey (login_id);

CREATE TABLE platform.passkey_challenge (
  bound_hash bytea NOT NULL,                        -- of the ticket of a first step or of the session that asked
  purpose text NOT NULL CHECK (purpose IN ('add', 'login', 'step_up')),
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (bound_hash, purpose)
);
CREATE INDEX passkey_challenge_of_login ON platform.passkey_challenge (login_id);

ALTER TABLE platform.recovery_code DROP CONSTRAINT recovery_code_login_id_fkey,
  ADD CONSTRAINT recovery_code_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login ON DELETE CASCADE;

GRANT SELECT, INSERT, UPDATE, DELETE ON platform.passkey, platform.passkey_challenge TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.passkey_challenge TO coop_jobs;

RESET ROLE;
