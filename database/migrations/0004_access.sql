-- Who can log in and how they prove who they are, and what two officers decide. A login happens before a cooperative is known,
-- so the tables of the schema platform carry no tenant; the application role reaches them only through functions, each of which
-- works for the transaction's own cooperative.
--
-- Invariants:
--   * a phone is one person's login (kind member) in any number of cooperatives, and opens at most one membership of each
--     (membership_once). A member who shares the phone of another, or has none, has a login of their own without a phone, opened
--     by membership number, that belongs to this one membership and goes with it;
--   * a cooperative can never set or change the password of a person who has one; a membership opens only after the person has
--     proved it with that cooperative's code, or has proved the phone itself (confirmed_at);
--   * a third party's person opens a login only where that login itself was proved first (its password, or its own
--     registration), and one login of a kind at most; a code or ticket works once, and only in the browser that asked for it;
--   * a login with a confirmed authenticator or a passkey opens no session by its password or a third party alone: the first
--     step gives a ticket that works once, for five minutes, in one browser (open-second-step.ts). A code opens once: last_step
--     only grows, a recovery code has its used_at (check-code.ts). A passkey opens one login, its counter never goes back
--     (check-passkey.ts), and a challenge is answered once, within five minutes, for the purpose and by the browser that asked
--     for it (takeChallenge in store.ts). Recovery codes go with the last factor;
--   * proved_at is when the person behind a session last gave a password or a code; a refresh does not move it (permit.ts);
--   * a session that a switch opens keeps the sign-in, and with it the absolute end, of the one it replaces
--     (switch-membership.ts); no sign-in opens a membership whose sessions an officer has ended since (sessions_ended_at);
--   * first_password_ends_at is there as long as the password that a first start made up has not been replaced; until then its
--     sessions open nothing but the own login (permit.ts), and from then on it opens none (login-super-admin.ts);
--   * an external auditor has a login of their own, of this one cooperative, opened by their number (AJO-7K2M9Q/A1). They are on
--     no register: nothing that chooses members finds them. Their office always has a last day, and opens nothing after it or
--     once an officer has ended it (office.ts, asked at each request, renewal and login);
--   * acts_as is whose name a line of the trail has: the person with their post where one is named, else the name of the login;
--   * a code that an officer saw opens a membership and proves nothing; a code that only left for the phone (sent_only), or was
--     asked for by the person who is signed in, proves the login. This happens once; another phone has another login;
--   * two officers confirm in person only a login without a phone, which belongs to one membership and ends with a new code of
--     an officer;
--   * every login that a membership ever had is known (platform.former_login);
--   * a login of a member opens at least one membership;
--   * a number that is given again gets a new login, with whom no one who had it before is the same person;
--   * one person is one person: under each login that a membership ever had, with the cooperative's own login where they have,
--     or ever had, its phone, and with a record that was merged into another (same-person.ts);
--   * no one approves what they made, or approves twice, under whichever of their logins (one_person_once). Nor anything but a
--     change that they made, while any other officer could, also one whose money it is; where none could, the row says so
--     (maker_is_not_checker; the maker and the number of officers are looked up here, not believed);
--   * an officer who has once activated the portal is counted until their office ends;
--   * only officers who may decide about that kind approve (database/checks/approvals_are_by_others.sql);
--   * a change is kept as it was sent, and made when another officer approves it. After seven days without a decision the
--     officer who asked for it can approve it where the change says so alone (opens_to_asker): an officer who never answers must
--     not lock a society up. None that moves money ever says so;
--   * changes are decided by admins and treasurers; where offices are given or taken only by admins, because a treasurer must
--     not be able to stop the admin who ends that office. The kind of an approval is the kind of its change request;
--   * the person behind the cooperative's own login does nothing for their own account with it that another admin can do;
--   * an administrator who is made inactive, or whose office ends in any other way, has no API key and no webhook that is told
--     of anything (ends_what_they_set_up); whose death is reported has no office any more, so that their row says it too;
--   * a person who is no longer an administrator (role, removal, exit or death) has no API key and no webhook that is told of
--     anything (ends_what_they_set_up); a webhook goes on once another administrator has taken it over.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.login (
  login_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('cooperative', 'member', 'superadmin', 'auditor')),
  cooperative_id uuid,
  coop_id text,
  phone text,
  username text,
  name text NOT NULL,
  password_hash text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_login_at timestamptz,
  first_password_ends_at timestamptz,
  person text,                                      -- who uses a cooperative's own login; the external auditor
  post text,
  acts_as text GENERATED ALWAYS AS (coalesce(person || ', ' || post, name)) STORED,
  proved_at timestamptz,
  proved_how text CHECK (proved_how IN ('phone', 'in_person')),
  proved_by text,                                   -- the officers who saw the person
  CHECK ((kind = 'cooperative') = (cooperative_id IS NOT NULL AND coop_id IS NOT NULL)),
  CHECK (first_password_ends_at IS NULL OR kind = 'superadmin'),
  CHECK ((person IS NULL) = (post IS NULL)),
  CHECK (kind <> 'auditor' OR (cooperative_id IS NOT NULL AND username IS NOT NULL AND phone IS NULL AND person IS NOT NULL)),
  CHECK ((proved_at IS NULL) = (proved_how IS NULL)),
  CHECK ((proved_by IS NOT NULL) = (proved_how IS NOT DISTINCT FROM 'in_person'))
);
CREATE UNIQUE INDEX login_phone ON platform.login (kind, phone);
CREATE UNIQUE INDEX login_coop_id ON platform.login (coop_id);
CREATE UNIQUE INDEX login_username ON platform.login (username);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.login TO coop_auth;
GRANT SELECT (login_id, kind, cooperative_id, name), UPDATE (name), DELETE ON platform.login TO coop_platform;

CREATE TABLE platform.membership (
  login_id uuid NOT NULL REFERENCES platform.login,
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  sessions_ended_at timestamptz,
  PRIMARY KEY (cooperative_id, member_id)
);
CREATE UNIQUE INDEX membership_once ON platform.membership (login_id, cooperative_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.membership TO coop_auth;

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
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_only boolean NOT NULL DEFAULT false          -- an activation code that no officer saw
);
CREATE INDEX code_of_login ON platform.code (login_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.code TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.code TO coop_jobs;

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
  end_reason text,
  signed_in_at timestamptz NOT NULL DEFAULT now(),
  proved_at timestamptz NOT NULL DEFAULT now(),
  support_access_id uuid,
  CONSTRAINT support_is_of_a_cooperative CHECK (support_access_id IS NULL OR (role = 'coop_admin' AND cooperative_id IS NOT NULL AND member_id IS NULL))
);
CREATE UNIQUE INDEX session_access ON platform.session (access_hash);
CREATE UNIQUE INDEX session_refresh ON platform.session (refresh_hash);
CREATE INDEX session_of_login ON platform.session (login_id);
CREATE INDEX session_of_member ON platform.session (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.session TO coop_auth;
GRANT SELECT (session_id, cooperative_id, ended_at), UPDATE (ended_at, end_reason) ON platform.session TO coop_platform;
GRANT SELECT (session_id, expires_at, ended_at, refresh_expires_at, login_id, cooperative_id, member_id, role), DELETE ON platform.session TO coop_jobs;

CREATE TABLE platform.spent_token (                 -- older generations: one of these coming back ends the session
  refresh_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES platform.session ON DELETE CASCADE
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.spent_token TO coop_auth;

CREATE TABLE platform.login_failure (
  subject text NOT NULL,                            -- login_id, or the identifier where no such account exists
  bucket text NOT NULL,                             -- 'strangers', or a trusted device's hash
  failures int NOT NULL,
  window_started_at timestamptz NOT NULL,
  locks int NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (subject, bucket)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.login_failure TO coop_auth;
GRANT SELECT (window_started_at, locked_until), DELETE ON platform.login_failure TO coop_jobs;

CREATE TABLE platform.trusted_device (
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (login_id, device_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.trusted_device TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.trusted_device TO coop_jobs;

-- Guard of every function below: it works for the transaction's own cooperative and for an officer.
CREATE FUNCTION platform.own_cooperative() RETURNS uuid LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN
    RAISE EXCEPTION 'no officer of a cooperative' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN app.coop_id();
END $$;
REVOKE ALL ON FUNCTION platform.own_cooperative FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.own_cooperative TO coop_app;

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
REVOKE ALL ON FUNCTION platform.create_cooperative_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.create_cooperative_login TO coop_app;

-- Gives each new member a membership, and an activation code where one is given: one that no officer sees is kept by save_sent_codes.
-- A phone's login is made where the person is new, or where theirs ends at this moment, which is waited for; a member without a phone
-- here gets the login that comes with the row, never one that is there already, whose owner they are not.
CREATE FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  INSERT INTO platform.login (login_id, kind, phone, name)
    SELECT m.login, 'member', m.phone, m.name FROM unnest(p_logins, p_phones, p_names) AS m(login, phone, name)
    -- In one order everywhere, so that two cooperatives with the same people never wait for each other crosswise.
    ORDER BY m.phone
    ON CONFLICT (kind, phone) DO UPDATE SET phone = EXCLUDED.phone;
  WITH enrolled AS (
    INSERT INTO platform.membership (login_id, cooperative_id, member_id)
      SELECT CASE WHEN m.phone IS NULL THEN m.login ELSE l.login_id END, v_coop, m.member
      FROM unnest(p_members, p_phones, p_logins) AS m(member, phone, login)
      LEFT JOIN platform.login l ON l.kind = 'member' AND l.phone = m.phone
    RETURNING login_id, member_id)
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    SELECT c.code, e.login_id, 'activation', v_coop, e.member_id, c.hash, p_expires
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member
    WHERE c.hash IS NOT NULL;
END $$;
REVOKE ALL ON FUNCTION platform.enrol_members FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.enrol_members TO coop_app;

-- A member's new phone: the membership moves to that phone's login and must be proved again; the member's sessions end.
CREATE FUNCTION platform.move_membership(p_member uuid, p_phone text, p_name text, p_login uuid, p_code uuid, p_code_hash bytea, p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM platform.close_membership(p_member, 'phone_changed');
  PERFORM platform.enrol_members(ARRAY[p_member], ARRAY[p_phone], ARRAY[p_name], ARRAY[p_login], ARRAY[p_code], ARRAY[p_code_hash], p_expires);
END $$;
REVOKE ALL ON FUNCTION platform.move_membership FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.move_membership TO coop_app;

CREATE FUNCTION platform.end_member_sessions(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.session s SET ended_at = now(), end_reason = p_reason
    WHERE s.cooperative_id = platform.own_cooperative() AND s.member_id = p_member AND s.ended_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION platform.end_member_sessions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.end_member_sessions TO coop_app;

-- A login goes with the last membership that it opens, and with it its password and linked sign-ins.
CREATE FUNCTION platform.close_membership(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  PERFORM platform.end_member_sessions(p_member, p_reason);
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  DELETE FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO v_login;
  -- Another cooperative may be giving this person a membership now: it is waited for, and seen.
  PERFORM FROM platform.login l WHERE l.login_id = v_login FOR UPDATE;
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member'
    AND NOT EXISTS (SELECT FROM platform.membership m WHERE m.login_id = v_login);
END $$;
REVOKE ALL ON FUNCTION platform.close_membership FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.close_membership TO coop_app;

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
GRANT SELECT, INSERT, UPDATE (last_used_at), DELETE ON platform.identity TO coop_auth;

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

CREATE TABLE app.approval (
  cooperative_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('transaction', 'reversal', 'loan', 'write_off', 'leaving', 'change', 'office_change')),   -- of the subject
  maker_id uuid NOT NULL,
  approved_by uuid NOT NULL,
  approved_by_name text NOT NULL,
  alone boolean NOT NULL,                           -- there was no other officer
  approved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, subject_id, approved_by),
  CONSTRAINT maker_is_not_checker CHECK (approved_by <> maker_id OR alone)
);
CALL app.protect_tenant('app.approval');
CALL app.protect_officer_rows('app.approval');
GRANT SELECT, INSERT ON app.approval TO coop_app;

-- Who made what is approved, and whether another officer could have approved it, is read from the rows themselves. Those who may
-- decide about this kind count, also one whose money it is: no one then approves their own record of it. Of a change of settings or
-- offices the one whose account it is does not count, and after seven days the officer who asked for it approves it where it says so.
CREATE FUNCTION app.set_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_is_change boolean := NEW.kind IN ('change', 'office_change');
  v_owners uuid[] := '{}';
BEGIN
  NEW.maker_id := CASE
    WHEN NEW.kind = 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN NEW.kind = 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.kind = NEW.kind)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  IF v_is_change THEN
    v_owners := ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id);
  END IF;
  NEW.alone := NOT app.has_free_decider(NEW.kind, NEW.maker_id, v_owners)
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.opens_to_asker AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;
CREATE TRIGGER maker_is_set BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.set_maker();

-- The roles by which a member may decide about this kind; the table of the domain says the same (core/actor.ts).
CREATE FUNCTION app.roles_that_decide(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_kind
    WHEN 'transaction' THEN '{admin,treasurer}'::text[]
    WHEN 'reversal' THEN '{admin,treasurer}'::text[]
    WHEN 'disbursement' THEN '{admin,treasurer}'::text[]
    WHEN 'change' THEN '{admin,treasurer}'::text[]
    WHEN 'loan' THEN '{admin,loan_committee}'::text[]
    ELSE '{admin}'::text[] END $$;
REVOKE ALL ON FUNCTION app.roles_that_decide FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.roles_that_decide TO coop_app;

-- The membership's row comes first: a switch that holds it is waited for, and its session ends with the others.
CREATE FUNCTION platform.log_member_out(p_member uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.membership m SET sessions_ended_at = now()
    WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member;
  PERFORM platform.end_member_sessions(p_member, 'ended_by_officer');
END $$;
REVOKE ALL ON FUNCTION platform.log_member_out FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.log_member_out TO coop_app;

CREATE TABLE app.change_request (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  change_request_id uuid NOT NULL,
  action text NOT NULL,                             -- method and path, as in the contract
  input jsonb NOT NULL,                             -- params, query and body as they were sent
  description text NOT NULL,                        -- the change in words, with the value before and after
  member_id uuid,                                   -- whom it is about
  own_member_id uuid,                               -- whose money it is about, who therefore does not decide
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  amount bigint CHECK (amount > 0),                 -- what it moves; null where it moves no money
  approvals_needed smallint NOT NULL DEFAULT 1 CHECK (approvals_needed BETWEEN 1 AND 2),
  kind text NOT NULL CHECK (kind IN ('change', 'office_change')),
  opens_to_asker boolean NOT NULL DEFAULT false,
  PRIMARY KEY (cooperative_id, change_request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL),
  CONSTRAINT money_never_opens_to_asker CHECK (NOT opens_to_asker OR amount IS NULL)
);
CALL app.protect_tenant('app.change_request');
CALL app.protect_officer_rows('app.change_request');
CREATE UNIQUE INDEX change_request_once ON app.change_request (cooperative_id, action, md5(input::text)) WHERE status = 'pending';
CREATE INDEX change_request_by_member ON app.change_request (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.change_request TO coop_app;

CREATE TABLE platform.authenticator (
  login_id uuid PRIMARY KEY REFERENCES platform.login ON DELETE CASCADE,
  sealed_key bytea NOT NULL,
  last_step int NOT NULL DEFAULT 0,                 -- the period of 30 seconds whose code was used last
  created_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz,                         -- asked for at the login from here on
  last_used_at timestamptz
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.authenticator TO coop_auth;

CREATE TABLE platform.recovery_code (
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (login_id, code_hash)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.recovery_code TO coop_auth;

CREATE TABLE platform.login_ticket (                -- the first step is done, the second is not
  ticket_hash bytea PRIMARY KEY,
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  browser_hash bytea NOT NULL,
  keep boolean NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_ticket_of_login ON platform.login_ticket (login_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.login_ticket TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.login_ticket TO coop_jobs;

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
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.passkey TO coop_auth;

CREATE TABLE platform.passkey_challenge (
  bound_hash bytea NOT NULL,                        -- of the ticket of a first step or of the session that asked
  purpose text NOT NULL CHECK (purpose IN ('add', 'login', 'step_up')),
  login_id uuid NOT NULL REFERENCES platform.login ON DELETE CASCADE,
  challenge text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (bound_hash, purpose)
);
CREATE INDEX passkey_challenge_of_login ON platform.passkey_challenge (login_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.passkey_challenge TO coop_auth;
GRANT SELECT (expires_at), DELETE ON platform.passkey_challenge TO coop_jobs;

-- A member proves their membership again with a new code: the login stays, and with it a password that only its owner knows.
CREATE FUNCTION platform.renew_membership(p_member uuid, p_code uuid, p_code_hash bytea, p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  UPDATE platform.membership m SET confirmed_at = NULL WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO STRICT v_login;
  PERFORM platform.end_member_sessions(p_member, 'phone_changed');
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    VALUES (p_code, v_login, 'activation', v_coop, p_member, p_code_hash, p_expires);
END $$;
REVOKE ALL ON FUNCTION platform.renew_membership FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.renew_membership TO coop_app;

-- The login of the member whose session this is; NULL for everybody else.
CREATE FUNCTION platform.own_login() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.login_id FROM platform.membership m WHERE m.cooperative_id = app.coop_id() AND m.member_id = app.member_id() AND app.is_member()
$$;
REVOKE ALL ON FUNCTION platform.own_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.own_login TO coop_app;

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
GRANT SELECT, INSERT (cooperative_id, auditor_id, number, login_id, name, phone, email, ends_on, invited_by, invited_by_name), UPDATE (ended_at,
  ended_by_name) ON app.external_auditor TO coop_app;
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

-- Activation codes that leave for the members' phones and that no officer sees, beside those that officers hand out.
CREATE FUNCTION platform.save_sent_codes(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at, sent_only)
    SELECT given.code, m.login_id, 'activation', m.cooperative_id, m.member_id, given.hash, p_expires, true
    FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
    JOIN platform.membership m ON m.cooperative_id = platform.own_cooperative() AND m.member_id = given.member;
END $$;
REVOKE ALL ON FUNCTION platform.save_sent_codes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.save_sent_codes TO coop_app;

CREATE FUNCTION platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz, p_sent_only boolean)
RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) ORDER BY m.member_id FOR UPDATE;
  DELETE FROM platform.code c USING platform.membership m
    WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) AND m.confirmed_at IS NULL
      AND c.login_id = m.login_id AND c.purpose = 'activation' AND c.cooperative_id = v_coop AND c.member_id = m.member_id;
  RETURN QUERY
    INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at, sent_only)
      SELECT given.code, m.login_id, 'activation', v_coop, m.member_id, given.hash, p_expires, p_sent_only
      FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
      JOIN platform.membership m ON m.cooperative_id = v_coop AND m.member_id = given.member
      WHERE m.confirmed_at IS NULL
    RETURNING code.member_id;
END $$;
REVOKE ALL ON FUNCTION platform.renew_activations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.renew_activations TO coop_app;

CREATE FUNCTION platform.memberships_of(p_members uuid[])
RETURNS TABLE (member_id uuid, confirmed boolean, last_login_at timestamptz, proved_at timestamptz, proved_how text, proved_by text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.member_id, m.confirmed_at IS NOT NULL, m.last_used_at,
      CASE WHEN l.proved_at IS NOT NULL AND m.confirmed_at IS NOT NULL THEN greatest(l.proved_at, m.confirmed_at) END, l.proved_how, l.proved_by
    FROM platform.membership m JOIN platform.login l ON l.login_id = m.login_id
    WHERE m.cooperative_id = app.coop_id() AND m.member_id = ANY (p_members)
      AND (NOT app.is_member() OR m.member_id = app.member_id());
END $$;
REVOKE ALL ON FUNCTION platform.memberships_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.memberships_of TO coop_app;

-- Two officers saw the person who opened the portal as this member, who has no phone.
CREATE FUNCTION platform.prove_in_person(p_member uuid, p_by text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.login l SET proved_at = now(), proved_how = 'in_person', proved_by = p_by
    FROM platform.membership m WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member AND m.confirmed_at IS NOT NULL
      AND l.login_id = m.login_id AND l.kind = 'member' AND l.phone IS NULL AND l.proved_at IS NULL;
END $$;
REVOKE ALL ON FUNCTION platform.prove_in_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.prove_in_person TO coop_app;

CREATE TABLE platform.former_login (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  login_id uuid NOT NULL,
  activated boolean NOT NULL DEFAULT true,
  PRIMARY KEY (cooperative_id, login_id, member_id)
);
CREATE INDEX former_login_by_member ON platform.former_login (cooperative_id, member_id);
-- Most cooperatives have no such person: whether there may be one is a look into two indexes.
GRANT SELECT (cooperative_id, login_id) ON platform.former_login TO coop_auth;

-- The login of the membership, and the cooperative's own where it has the same phone; a new code is kept too, as it ends what was activated.
CREATE FUNCTION platform.save_former_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.login_id = OLD.login_id AND (OLD.confirmed_at IS NULL OR NEW.confirmed_at IS NOT NULL) THEN RETURN NULL; END IF;
  INSERT INTO platform.former_login AS f (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, OLD.member_id, l.login_id, OLD.confirmed_at IS NOT NULL FROM platform.login own
      JOIN platform.login l ON l.login_id = own.login_id
        OR l.kind = 'cooperative' AND l.cooperative_id = OLD.cooperative_id AND l.phone = own.phone
      WHERE own.login_id = OLD.login_id
    ON CONFLICT (cooperative_id, login_id, member_id) DO UPDATE SET activated = f.activated OR EXCLUDED.activated;
  RETURN NULL;
END $$;
CREATE TRIGGER saves_former_login AFTER DELETE OR UPDATE OF login_id, confirmed_at ON platform.membership
  FOR EACH ROW EXECUTE FUNCTION platform.save_former_login();
REVOKE ALL ON FUNCTION platform.save_former_login FROM PUBLIC;

-- After maker_is_set, by its name. Where every officer who could decide is this person, no other could have.
CREATE FUNCTION app.one_person_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.is_same_person(NEW.maker_id, NEW.approved_by) THEN NEW.maker_id := NEW.approved_by; END IF;
  NEW.alone := NEW.alone OR NOT EXISTS (SELECT FROM app.deciders(NEW.kind) d WHERE NOT app.is_same_person(d.login_id, NEW.approved_by));
  IF EXISTS (SELECT FROM app.approval a WHERE a.cooperative_id = NEW.cooperative_id AND a.subject_id = NEW.subject_id
      AND a.approved_by <> NEW.approved_by AND app.is_same_person(a.approved_by, NEW.approved_by)) THEN
    RAISE EXCEPTION 'This person has approved it already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER one_person_once BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.one_person_once();

-- The members whom this login is or was of: its own; for the cooperative's own login those with the same phone, at their login or in
-- their record, where a member who shares a phone has it; and of a record that was merged the one that stays.
CREATE FUNCTION app.people_of(p_login uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(m.merged_into, own.member_id) FROM (
    SELECT b.member_id FROM platform.membership b WHERE b.cooperative_id = app.coop_id() AND b.login_id = p_login
    UNION SELECT f.member_id FROM platform.former_login f WHERE f.cooperative_id = app.coop_id() AND f.login_id = p_login
    UNION SELECT b.member_id FROM platform.login c
      JOIN platform.login p ON p.kind = 'member' AND p.phone = c.phone
      JOIN platform.membership b ON b.login_id = p.login_id AND b.cooperative_id = c.cooperative_id
      WHERE c.login_id = p_login AND c.kind = 'cooperative' AND c.cooperative_id = app.coop_id()
    UNION SELECT s.member_id FROM platform.login c JOIN app.member s ON s.cooperative_id = c.cooperative_id AND s.phone = c.phone AND s.removed_at IS NULL
      WHERE c.login_id = p_login AND c.kind = 'cooperative' AND c.cooperative_id = app.coop_id()) own
  LEFT JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = own.member_id $$;

-- Whether these two logins are, or ever were, of one person of the cooperative.
CREATE FUNCTION app.is_same_person(p_one uuid, p_other uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_one = p_other OR EXISTS (SELECT app.people_of(p_one) INTERSECT SELECT app.people_of(p_other)) $$;
REVOKE ALL ON FUNCTION app.is_same_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_same_person TO coop_app;
REVOKE ALL ON FUNCTION app.people_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.people_of TO coop_app;

-- When the login that this member has was activated: who is seen in person is seen with this one.
CREATE FUNCTION platform.activated_at(p_member uuid) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.confirmed_at FROM platform.membership m WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member $$;
REVOKE ALL ON FUNCTION platform.activated_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.activated_at TO coop_app;

-- Whether a member of the own cooperative ever activated the portal.
CREATE FUNCTION app.has_activated(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.membership b WHERE b.cooperative_id = app.coop_id() AND b.member_id = p_member AND b.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM platform.former_login f WHERE f.cooperative_id = app.coop_id() AND f.member_id = p_member AND f.activated) $$;

-- Who may decide about this kind today: each member in an office that does who has once activated the portal, and the cooperative's own
-- login beside none who is or was its person. The login tells whether the maker is among them.
CREATE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
      AND m.roles && app.roles_that_decide(p_kind) AND app.has_activated(m.member_id)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT NULL::uuid, l.login_id FROM app.cooperative c LEFT JOIN platform.login l ON l.coop_id = c.coop_id
    WHERE c.cooperative_id = app.coop_id()
      AND NOT EXISTS (SELECT FROM officer o WHERE o.member_id IN (SELECT app.people_of(l.login_id)))
  UNION ALL SELECT o.member_id, o.login_id FROM officer o $$;
REVOKE ALL ON FUNCTION app.deciders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.deciders TO coop_app;

-- Whether this login is the cooperative's own, or one that a member has or had who holds any office today: an approver reads of whom else asked.
CREATE FUNCTION app.holds_office(p_login uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.login l JOIN app.cooperative c ON c.coop_id = l.coop_id WHERE l.login_id = p_login AND c.cooperative_id = app.coop_id())
    OR EXISTS (SELECT FROM app.member m JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
      WHERE app.is_same_person(b.login_id, p_login) AND m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
        AND app.has_activated(m.member_id)
        AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date)) $$;
REVOKE ALL ON FUNCTION app.holds_office FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.holds_office TO coop_app;

-- The cooperative's own login, and each member who holds an office and has activated the portal: each person once.
CREATE FUNCTION app.officer_count() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)::int FROM app.deciders('office_change') $$;
REVOKE ALL ON FUNCTION app.officer_count FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.officer_count TO coop_app, ledger_owner;
REVOKE ALL ON FUNCTION app.has_activated FROM PUBLIC;

-- Who had the phone of the cooperative's login stays its person when either gets another phone. It says nothing of an activation.
CREATE FUNCTION app.save_shared_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, OLD.member_id, l.login_id, false FROM platform.login l
      WHERE l.kind = 'cooperative' AND l.cooperative_id = OLD.cooperative_id AND l.phone = OLD.phone
    ON CONFLICT (cooperative_id, login_id, member_id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE FUNCTION app.save_cooperative_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, m.member_id, OLD.login_id, false FROM app.member m WHERE m.cooperative_id = OLD.cooperative_id AND m.phone = OLD.phone
    ON CONFLICT (cooperative_id, login_id, member_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER saves_cooperative_phone AFTER UPDATE OF phone ON platform.login
  FOR EACH ROW WHEN (OLD.kind = 'cooperative' AND OLD.phone IS DISTINCT FROM NEW.phone AND OLD.phone IS NOT NULL) EXECUTE FUNCTION app.save_cooperative_phone();

-- Whether a decider is somebody else than this person, and whose money it is not.
CREATE FUNCTION app.has_free_decider(p_kind text, p_login uuid, p_owners uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.deciders(p_kind) d
    WHERE d.login_id IS NOT NULL AND NOT app.is_same_person(d.login_id, p_login)
      AND NOT EXISTS (SELECT FROM app.people_of(d.login_id) p WHERE p = ANY (p_owners))) $$;
REVOKE ALL ON FUNCTION app.has_free_decider FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_free_decider TO coop_app;

-- The records of the person behind the cooperative's own login, while another admin could do what is about their money. Asked before
-- the cooperative of a request is known, so it is named, for this question alone.
CREATE FUNCTION app.also_own(p_cooperative uuid, p_login uuid) RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_people uuid[];
BEGIN
  EXECUTE format('SET LOCAL app.coop_id = %L', p_cooperative);
  v_people := ARRAY(SELECT app.people_of(p_login));
  IF v_people <> '{}' AND NOT app.has_free_decider('office_change', p_login, v_people) THEN v_people := '{}'; END IF;
  SET LOCAL app.coop_id = '';
  RETURN v_people;
END $$;
REVOKE ALL ON FUNCTION app.also_own FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.also_own TO coop_auth;

RESET ROLE;

SET LOCAL ROLE coop_owner;

-- On tables of earlier files.
CREATE TRIGGER saves_shared_phone AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (OLD.phone IS DISTINCT FROM NEW.phone AND OLD.phone IS NOT NULL) EXECUTE FUNCTION app.save_shared_phone();
