-- Signing in with a third party, the logo of a cooperative, and a login that follows its cooperative's name.
--
-- Invariants: a third party's person opens a login only where that login itself was proved first (its password, or its
-- own registration); one such person opens one login of a kind at most; a code or ticket works once, and only in the
-- browser that asked for it. Relied on by: signing in without a password, settings.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.identity (
  identity_id uuid PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('cooperative', 'member')),   -- of the login, for the key below
  issuer text NOT NULL,
  subject text NOT NULL,
  provider text NOT NULL,
  email text,
  name text,
  linked_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  UNIQUE (issuer, subject, kind)
);
CREATE INDEX identity_of_login ON platform.identity (login_id);
GRANT SELECT, INSERT, DELETE, UPDATE (last_used_at) ON platform.identity TO coop_auth;

CREATE TABLE platform.arrival (                     -- one return from a third party: first a code, then maybe a ticket
  arrival_id uuid PRIMARY KEY,
  state_hash bytea NOT NULL UNIQUE,                 -- a state comes back once
  code_hash bytea NOT NULL UNIQUE,
  browser_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('login', 'signup', 'link')),
  kind text NOT NULL CHECK (kind IN ('cooperative', 'member')),
  stage text NOT NULL CHECK (stage IN ('code', 'ticket', 'used')),
  issuer text NOT NULL,
  subject text NOT NULL,
  provider text NOT NULL,
  email text,
  name text,
  expires_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (code_hash, stage, expires_at) ON platform.arrival TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.arrival TO coop_jobs;

-- Links the person behind a ticket to the login that this very transaction registers; false where the ticket is no good.
CREATE FUNCTION platform.link_registered_login(p_login uuid, p_identity uuid, p_ticket_hash bytea, p_browser_hash bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_arrival platform.arrival; v_coop uuid := platform.own_cooperative();
BEGIN
  UPDATE platform.arrival a SET stage = 'used'
    WHERE a.code_hash = p_ticket_hash AND a.browser_hash = p_browser_hash AND a.stage = 'ticket' AND a.expires_at > now()
    RETURNING * INTO v_arrival;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO platform.identity (identity_id, login_id, kind, issuer, subject, provider, email, name)
    SELECT p_identity, l.login_id, l.kind, v_arrival.issuer, v_arrival.subject, v_arrival.provider, v_arrival.email, v_arrival.name
    FROM platform.login l WHERE l.login_id = p_login AND l.kind = 'cooperative' AND l.cooperative_id = v_coop
    ON CONFLICT (issuer, subject, kind) DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION platform.link_registered_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.link_registered_login TO coop_app;

CREATE FUNCTION platform.rename_cooperative_login(p_name text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.login l SET name = p_name WHERE l.kind = 'cooperative' AND l.cooperative_id = platform.own_cooperative();
END $$;
REVOKE ALL ON FUNCTION platform.rename_cooperative_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.rename_cooperative_login TO coop_app;

CREATE TABLE app.logo (                             -- a small square WebP, drawn by the server
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  content bytea NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL app.protect_tenant('app.logo');
-- Every member sees his cooperative's logo; only officers change it.
CREATE POLICY officers_insert ON app.logo AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_update ON app.logo AS RESTRICTIVE FOR UPDATE USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.logo AS RESTRICTIVE FOR DELETE USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, DELETE, UPDATE (content, updated_at) ON app.logo TO coop_app;

ALTER TABLE app.cooperative ADD COLUMN logo_version text;   -- changes with the logo; null without one
GRANT UPDATE (logo_version) ON app.cooperative TO coop_app;

RESET ROLE;
