-- Every login that writes or reads a cooperative's records is a person's: the external auditor, who is no member, and the officer who
-- uses the cooperative's own login.
--
-- Invariants:
--   * an external auditor has a login of their own, of this one cooperative, opened by their number (AJO-7K2M9Q/A1). They are on no
--     register: nothing that chooses members finds them. Their office always has a last day, and opens nothing after it or once an
--     officer has ended it (office.ts, asked at each request, renewal and login);
--   * acts_as is whose name a line of the trail has: the person with their post where one is named, else the name of the login.
-- Relied on by: server/features/access/external-auditors, server/features/access/sessions, server/db/session-lookup.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.login
  DROP CONSTRAINT login_kind_check,
  ADD CONSTRAINT login_kind_check CHECK (kind IN ('cooperative', 'member', 'superadmin', 'auditor')),
  ADD COLUMN person text,                           -- who uses a cooperative's own login; the external auditor
  ADD COLUMN post text,
  ADD COLUMN acts_as text GENERATED ALWAYS AS (coalesce(person || ', ' || post, name)) STORED,
  ADD CHECK ((person IS NULL) = (post IS NULL)),
  ADD CHECK (kind <> 'auditor' OR (cooperative_id IS NOT NULL AND username IS NOT NULL AND phone IS NULL AND person IS NOT NULL));

CREATE TABLE app.external_auditor (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  auditor_id uuid NOT NULL,
  number int NOT NULL CHECK (number > 0),           -- of their login: A1, A2 …
  login_id uuid NOT NULL,
  name text NOT NULL,
  phone text,
  email text,
  ends_on date NOT NULL,                            -- the last day
  invited_by uuid NOT NULL,
  invited_by_name text NOT NULL,
  invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  ended_by_name text,
  PRIMARY KEY (cooperative_id, auditor_id),
  UNIQUE (cooperative_id, number),
  UNIQUE (cooperative_id, login_id),
  CHECK (num_nonnulls(phone, email) > 0),
  CHECK (ended_at IS NULL OR ended_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.external_auditor');
CREATE POLICY officers_only ON app.external_auditor AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY ended_once ON app.external_auditor AS RESTRICTIVE FOR UPDATE TO coop_app USING (ended_at IS NULL) WITH CHECK (ended_at IS NOT NULL);
CREATE POLICY authenticated ON app.external_auditor FOR SELECT TO coop_auth USING (true);
GRANT SELECT, INSERT (cooperative_id, auditor_id, number, login_id, name, phone, email, ends_on, invited_by, invited_by_name),
  UPDATE (ended_at, ended_by_name) ON app.external_auditor TO coop_app;
GRANT SELECT (cooperative_id, login_id, phone, email, ends_on, ended_at) ON app.external_auditor TO coop_auth;

CREATE FUNCTION platform.create_auditor_login(p_login uuid, p_username text, p_name text, p_post text, p_code uuid, p_code_hash bytea, p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  INSERT INTO platform.login (login_id, kind, cooperative_id, username, name, person, post)
    VALUES (p_login, 'auditor', v_coop, p_username, p_name, p_name, p_post);
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, code_hash, expires_at)
    VALUES (p_code, p_login, 'activation', v_coop, p_code_hash, p_expires);
END $$;
REVOKE ALL ON FUNCTION platform.create_auditor_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.create_auditor_login TO coop_app;

-- What opens an external auditor's login goes: sessions and codes on their way.
CREATE FUNCTION platform.close_auditor_login(p_login uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_login uuid;
BEGIN
  SELECT l.login_id INTO STRICT v_login FROM platform.login l
    WHERE l.login_id = p_login AND l.kind = 'auditor' AND l.cooperative_id = platform.own_cooperative();
  UPDATE platform.session s SET ended_at = now(), end_reason = 'audit_ended' WHERE s.login_id = v_login AND s.ended_at IS NULL;
  DELETE FROM platform.code c WHERE c.login_id = v_login;
END $$;
REVOKE ALL ON FUNCTION platform.close_auditor_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.close_auditor_login TO coop_app;

-- The officer who uses the cooperative's own login.
CREATE FUNCTION platform.name_cooperative_login(p_person text, p_post text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.login l SET person = p_person, post = p_post WHERE l.kind = 'cooperative' AND l.cooperative_id = platform.own_cooperative();
END $$;
REVOKE ALL ON FUNCTION platform.name_cooperative_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.name_cooperative_login TO coop_app;
