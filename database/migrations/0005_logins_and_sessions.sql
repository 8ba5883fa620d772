-- Who can log in. This happens before a cooperative is known, so these tables carry no tenant; the application role
-- reaches them only through the functions below, each of which works for the transaction's own cooperative.
--
-- Invariants: a phone is one person's login (kind member) however many cooperatives he belongs to; a cooperative can
-- never set or change the password of a person who has one; a membership opens only after the person has proved it
-- with that cooperative's code, or has proved the phone itself (confirmed_at).

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.login (
  login_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('cooperative', 'member', 'superadmin')),
  cooperative_id uuid,
  coop_id text,
  phone text,
  username text,
  name text NOT NULL,
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  CHECK ((kind = 'cooperative') = (cooperative_id IS NOT NULL AND coop_id IS NOT NULL))
);
CREATE UNIQUE INDEX login_phone ON platform.login (kind, phone);
CREATE UNIQUE INDEX login_coop_id ON platform.login (coop_id);
CREATE UNIQUE INDEX login_username ON platform.login (username);

CREATE TABLE platform.membership (
  login_id uuid NOT NULL REFERENCES platform.login,
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  PRIMARY KEY (cooperative_id, member_id)
);
CREATE INDEX membership_of_login ON platform.membership (login_id);

CREATE TABLE platform.code (
  code_id uuid PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('activation', 'reset')),
  cooperative_id uuid,                              -- activation: the membership that it proves
  member_id uuid,
  code_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  tries_left int NOT NULL DEFAULT 5,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX code_of_login ON platform.code (login_id);

CREATE TABLE platform.session (
  session_id uuid PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('coop_admin', 'member', 'superadmin')),
  cooperative_id uuid,
  member_id uuid,
  keep boolean NOT NULL,
  access_hash bytea NOT NULL,
  access_expires_at timestamptz NOT NULL,
  refresh_hash bytea NOT NULL,
  refresh_expires_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,                  -- rotation never reaches past this
  previous_refresh_hash bytea,
  rotation_salt bytea,                              -- lets the token just spent derive its one successor again
  rotated_at timestamptz,
  device text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  end_reason text
);
CREATE UNIQUE INDEX session_access ON platform.session (access_hash);
CREATE UNIQUE INDEX session_refresh ON platform.session (refresh_hash);
CREATE INDEX session_of_login ON platform.session (login_id);
CREATE INDEX session_of_member ON platform.session (cooperative_id, member_id);

CREATE TABLE platform.spent_token (                 -- older generations: one of these coming back ends the session
  refresh_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES platform.session ON DELETE CASCADE
);

CREATE TABLE platform.login_failure (
  subject text NOT NULL,                            -- login_id, or the identifier where no such account exists
  bucket text NOT NULL,                             -- 'strangers', or a trusted device's hash
  failures int NOT NULL,
  window_started_at timestamptz NOT NULL,
  locks int NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (subject, bucket)
);

CREATE TABLE platform.trusted_device (
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (login_id, device_hash)
);

CREATE TABLE platform.message (                     -- rows of the transaction that causes them, sent after its commit
  message_id uuid PRIMARY KEY,
  cooperative_id uuid,
  channel text NOT NULL CHECK (channel IN ('sms', 'email')),
  recipient text NOT NULL,
  subject text,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failure text
);
CREATE INDEX message_waiting ON platform.message (next_attempt_at) WHERE sent_at IS NULL;

CREATE TABLE platform.audit_event (
  event_id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  cooperative_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text NOT NULL
);

CREATE TABLE platform.idempotency (                 -- for callers without a cooperative: registration, the super admin
  login_id uuid NOT NULL,                           -- all zeros where nobody is signed in
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (login_id, key_hash)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON platform.login, platform.membership, platform.code, platform.session, platform.spent_token,
  platform.login_failure, platform.trusted_device TO coop_auth;
GRANT INSERT ON platform.message TO coop_app, coop_auth, coop_platform;
GRANT SELECT, UPDATE (attempts, next_attempt_at, sent_at, failure, body), DELETE ON platform.message TO coop_jobs;
GRANT SELECT, INSERT ON platform.audit_event TO coop_platform;
GRANT SELECT, INSERT ON platform.idempotency TO coop_auth, coop_platform;
GRANT SELECT (created_at), DELETE ON platform.idempotency TO coop_jobs;
GRANT SELECT (session_id, expires_at, ended_at), DELETE ON platform.session TO coop_jobs;
GRANT SELECT (expires_at), DELETE ON platform.code TO coop_jobs;
GRANT SELECT (window_started_at, locked_until), DELETE ON platform.login_failure TO coop_jobs;
GRANT SELECT (expires_at), DELETE ON platform.trusted_device TO coop_jobs;
GRANT SELECT (login_id, cooperative_id), UPDATE (name), DELETE ON platform.login TO coop_platform;
GRANT SELECT (session_id, cooperative_id, ended_at), UPDATE (ended_at, end_reason) ON platform.session TO coop_platform;

-- Guard of every function below: it works for the transaction's own cooperative and for an officer.
CREATE FUNCTION platform.own_cooperative() RETURNS uuid LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN
    RAISE EXCEPTION 'no officer of a cooperative' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN app.coop_id();
END $$;

-- False where the phone or the coop_id is taken.
CREATE FUNCTION platform.create_cooperative_login(p_login uuid, p_coop_id text, p_phone text, p_name text, p_password_hash text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_constraint text;
BEGIN
  INSERT INTO platform.login (login_id, kind, cooperative_id, coop_id, phone, name, password_hash)
    VALUES (p_login, 'cooperative', platform.own_cooperative(), p_coop_id, p_phone, p_name, p_password_hash);
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  RETURN v_constraint;
END $$;

-- Gives each new member a membership and an activation code; the phone's login is made where the person is new.
CREATE FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  INSERT INTO platform.login (login_id, kind, phone, name)
    SELECT m.login, 'member', m.phone, m.name FROM unnest(p_logins, p_phones, p_names) AS m(login, phone, name)
    -- In one order everywhere, so that two cooperatives with the same people never wait for each other crosswise.
    ORDER BY m.phone
    ON CONFLICT (kind, phone) DO NOTHING;
  WITH enrolled AS (
    INSERT INTO platform.membership (login_id, cooperative_id, member_id)
      SELECT l.login_id, v_coop, m.member FROM unnest(p_members, p_phones) AS m(member, phone)
      JOIN platform.login l ON l.kind = 'member' AND l.phone = m.phone
    RETURNING login_id, member_id)
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    SELECT c.code, e.login_id, 'activation', v_coop, e.member_id, c.hash, p_expires
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member;
END $$;

-- A member's new phone: his membership moves to that phone's login and must be proved again; his sessions end.
CREATE FUNCTION platform.move_membership(p_member uuid, p_phone text, p_name text, p_login uuid, p_code uuid, p_code_hash bytea, p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM platform.close_membership(p_member, 'phone_changed');
  PERFORM platform.enrol_members(ARRAY[p_member], ARRAY[p_phone], ARRAY[p_name], ARRAY[p_login], ARRAY[p_code], ARRAY[p_code_hash], p_expires);
END $$;

CREATE FUNCTION platform.end_member_sessions(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.session s SET ended_at = now(), end_reason = p_reason
    WHERE s.cooperative_id = platform.own_cooperative() AND s.member_id = p_member AND s.ended_at IS NULL;
END $$;

CREATE FUNCTION platform.close_membership(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM platform.end_member_sessions(p_member, p_reason);
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  DELETE FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = p_member;
END $$;

-- Which of these members of the own cooperative can already use the portal, and when they last did.
CREATE FUNCTION platform.memberships_of(p_members uuid[])
RETURNS TABLE (member_id uuid, confirmed boolean, last_login_at timestamptz)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.member_id, m.confirmed_at IS NOT NULL, m.last_used_at FROM platform.membership m
    WHERE m.cooperative_id = app.coop_id() AND m.member_id = ANY (p_members)
      AND (NOT app.is_member() OR m.member_id = app.member_id());
END $$;

DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'platform'::regnamespace LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', f);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO coop_app', f);
  END LOOP;
END $$;

RESET ROLE;
