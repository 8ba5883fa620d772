-- How a cooperative's own programs ask Ajose, and are told by it (decision 67).
--
-- Invariants:
--   * of an API key only the SHA-256 is stored; it reads and writes inside its cooperative alone, because the transactions of its
--     requests name that cooperative as a session's do (server/http/authenticate-key.ts);
--   * a key that was revoked stays so (revoked_for_good), and a member who is no administrator any more has none (ends_api_keys);
--   * a member's session sees no key.
-- Relied on by: server/db/key-lookup.ts, server/features/access/api-keys.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.api_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  api_key_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0
    AND scopes <@ ARRAY['members.read', 'savings.read', 'loans.read', 'books.read', 'contributions.record']),
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
  made_by uuid NOT NULL,                            -- the login that answers for what the key does
  made_by_member uuid,                              -- NULL on the cooperative's shared login
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,                         -- to the minute
  last_address text,
  revoked_at timestamptz,
  PRIMARY KEY (cooperative_id, api_key_id),
  FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member,
  CHECK (expires_at <= created_at + interval '366 days')
);
CALL app.protect_tenant('app.api_key');
CREATE POLICY officers_only ON app.api_key AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY revoked_for_good ON app.api_key AS RESTRICTIVE FOR UPDATE TO coop_app USING (revoked_at IS NULL) WITH CHECK (true);
CREATE POLICY looked_up ON app.api_key FOR SELECT TO coop_auth USING (true);
CREATE POLICY used ON app.api_key FOR UPDATE TO coop_auth USING (true);
-- A request knows the key alone, and no cooperative.
CREATE UNIQUE INDEX api_key_by_hash ON app.api_key (key_hash);
CREATE INDEX api_key_by_maker ON app.api_key (cooperative_id, made_by_member) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT (cooperative_id, api_key_id, name, scopes, key_hash, made_by, made_by_member, expires_at), UPDATE (revoked_at) ON app.api_key TO coop_app;
GRANT SELECT, UPDATE (last_used_at, last_address) ON app.api_key TO coop_auth;

CREATE FUNCTION app.end_api_keys() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.api_key k SET revoked_at = now()
  WHERE k.cooperative_id = NEW.cooperative_id AND k.made_by_member = NEW.member_id AND k.revoked_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.end_api_keys FROM PUBLIC;
CREATE TRIGGER ends_api_keys AFTER UPDATE OF roles, removed_at ON app.member FOR EACH ROW
  WHEN ('admin' = ANY (OLD.roles) AND (NEW.removed_at IS NOT NULL OR NOT 'admin' = ANY (NEW.roles))) EXECUTE FUNCTION app.end_api_keys();
