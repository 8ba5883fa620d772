-- Who can log in and how they prove who they are, what two officers decide, what people are told, and the audit trails. A login
-- happens before a cooperative is known, so the tables of the schema platform carry no tenant; the application role reaches
-- them only through functions, each of which works for the transaction's own cooperative.
--
-- Invariants:
--   * a phone is one person's login (kind member) in any number of cooperatives, and opens at most one membership of each
--     (membership_once). A member who shares the phone of another, or has none, has a login of their own without a phone,
--     opened by membership number, that belongs to this one membership and goes with it;
--   * a cooperative can never set or change the password of a person who has one; a membership opens only after the person
--     has proved it with that cooperative's code, or has proved the phone itself (confirmed_at);
--   * a third party's person opens a login only where that login itself was proved first (its password, or its own
--     registration), and one login of a kind at most; a code or ticket works once, and only in the browser that asked for it;
--   * a login with a confirmed authenticator or a passkey opens no session by its password or a third party alone: the first
--     step gives a ticket that works once, for five minutes, in one browser (open-second-step.ts). A code opens once:
--     last_step only grows, a recovery code has its used_at (check-code.ts). A passkey opens one login, its counter never goes
--     back (check-passkey.ts), and a challenge is answered once, within five minutes, for the purpose and by the browser that
--     asked for it (takeChallenge in store.ts). Recovery codes go with the last factor;
--   * nothing here helps a thief who has the database alone: keys are sealed, and codes, tickets and request_hash are keyed with
--     the server's secret, which is not in the database; no password, code or token is part of a request_hash (server/http/serve.ts);
--   * proved_at is when the person behind a session last gave a password or a code; a refresh does not move it (permit.ts);
--   * a session that a switch opens keeps the sign-in, and with it the absolute end, of the one it replaces (switch-membership.ts);
--     no sign-in opens a membership whose sessions an officer has ended since (sessions_ended_at);
--   * first_password_ends_at is there as long as the password that a first start made up has not been replaced; until then its
--     sessions open nothing but the own login (permit.ts), and from then on it opens none (login-super-admin.ts);
--   * what strangers may do a few times only is counted in rows, so that several servers and a restart count together; the
--     subject is a keyed hash of a network or a phone. Replies to strangers are bounded in number (server/db/outcomes.ts);
--   * a member's notification is the member's own row; what the officers and the super admin are told is one row with a
--     reading of its own for each login. Relied on by: the bell, the notifications pages;
--   * the officer who recorded something does not approve it, unless no other officer could, and then the row says so
--     (maker_is_not_checker; the maker and the number of officers are looked up here, not believed). Only officers who can log
--     in and may decide about that kind count, and not the one whose account it is (database/checks/approvals_are_by_others.sql);
--   * a change is kept as it was sent, and made when another officer approves it. After seven days without a decision the officer
--     who asked for it can approve it, because an absent officer must not block a cooperative; a change that moves money never
--     passes like this, and takes as many approvals as the settings ask for;
--   * changes are decided by admins and treasurers; where offices are given or taken only by admins, because a treasurer must
--     not be able to stop the admin who ends that office. The kind of an approval is the kind of its change request;
--   * a line of a cooperative's trail is never changed or removed: no role may, and triggers refuse a superuser too, also one whose session
--     is set to replica (gate_records_are_append_only). The one exception is a person who is erased (app.erase_member): the
--     pseudonym takes the place of the name, in actor_name and detail alone;
--   * a hash covers those two fields by salted digests. Where a field was erased its salt is gone, so what it said can't be
--     guessed; the digest stays in audit.erased, and audit.verify wants a former member's pseudonym (or the mark for a phone or
--     an address) in that place, so that an erasure can't hide just any change;
--   * an event waits for its seal from the transaction that writes it (trigger) until the sealing job takes it. The job makes
--     the chain, not the insert, so that writers of one cooperative never wait for each other. It takes what is committed, in
--     whatever order, so nothing rests on transaction ids, which a restore into another server starts from the beginning;
--   * seal numbers of a cooperative have no gap; only audit.seal_events writes them, under the lock of the head's row;
--   * a line of the platform's audit trail is never changed or removed, by any role.
-- Each event of a cooperative's trail is sealed by a hash that covers the one before it, so that a change behind the triggers is found
-- (audit.verify; the proof of the books and npm run verify-books).

SET LOCAL ROLE coop_owner;

-- What a POST answered, so that the same key gets the same answer. The body is sealed with the key itself, which is not
-- stored: replies carry activation codes, and a reader of the table must not.
CREATE TABLE app.idempotency (
  cooperative_id uuid NOT NULL,
  login_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, login_id, key_hash)
);
CALL app.protect_tenant('app.idempotency');
CREATE POLICY swept ON app.idempotency FOR ALL TO coop_jobs USING (true);
CREATE INDEX idempotency_oldest ON app.idempotency (created_at);
GRANT SELECT, INSERT ON app.idempotency TO coop_app;
GRANT SELECT (created_at), DELETE ON app.idempotency TO coop_jobs;

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
  first_password_ends_at timestamptz,
  CHECK ((kind = 'cooperative') = (cooperative_id IS NOT NULL AND coop_id IS NOT NULL)),
  CHECK (first_password_ends_at IS NULL OR kind = 'superadmin')
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
  created_at timestamptz NOT NULL DEFAULT now()
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
  proved_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX session_access ON platform.session (access_hash);
CREATE UNIQUE INDEX session_refresh ON platform.session (refresh_hash);
CREATE INDEX session_of_login ON platform.session (login_id);
CREATE INDEX session_of_member ON platform.session (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.session TO coop_auth;
GRANT SELECT (session_id, cooperative_id, ended_at), UPDATE (ended_at, end_reason) ON platform.session TO coop_platform;
GRANT SELECT (session_id, expires_at, ended_at), DELETE ON platform.session TO coop_jobs;

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
GRANT INSERT ON platform.message TO coop_app, coop_auth, coop_platform;
GRANT SELECT, UPDATE (body, attempts, next_attempt_at, sent_at, failure), DELETE ON platform.message TO coop_jobs;

CREATE TABLE platform.audit_event (
  event_id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  cooperative_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text NOT NULL,
  address text                                      -- where on the network the request came from
);
CREATE INDEX audit_event_newest ON platform.audit_event (at DESC, event_id DESC);
CREATE INDEX audit_event_of_cooperative ON platform.audit_event (cooperative_id, at DESC) WHERE cooperative_id IS NOT NULL;
GRANT INSERT ON platform.audit_event TO coop_auth;
GRANT SELECT, INSERT ON platform.audit_event TO coop_platform;

CREATE TABLE platform.idempotency (                 -- for callers without a cooperative: registration, the super admin
  login_id uuid NOT NULL,                           -- all zeros without a login
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (login_id, key_hash)
);
CREATE INDEX idempotency_of_strangers ON platform.idempotency (created_at) WHERE login_id = '00000000-0000-0000-0000-000000000000';
GRANT SELECT, INSERT, DELETE ON platform.idempotency TO coop_auth;
GRANT SELECT, INSERT ON platform.idempotency TO coop_platform;
GRANT SELECT (created_at), DELETE ON platform.idempotency TO coop_jobs;

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

-- Gives each new member a membership and an activation code. A phone's login is made where the person is new; a member without a
-- phone here gets the login that comes with the row, never one that is there already, whose owner they are not.
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
      SELECT CASE WHEN m.phone IS NULL THEN m.login ELSE l.login_id END, v_coop, m.member
      FROM unnest(p_members, p_phones, p_logins) AS m(member, phone, login)
      LEFT JOIN platform.login l ON l.kind = 'member' AND l.phone = m.phone
    RETURNING login_id, member_id)
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    SELECT c.code, e.login_id, 'activation', v_coop, e.member_id, c.hash, p_expires
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member;
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

-- A login without a phone opens nothing but this membership, so it goes with it, and with it its password and linked sign-ins.
CREATE FUNCTION platform.close_membership(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  PERFORM platform.end_member_sessions(p_member, p_reason);
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  DELETE FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO v_login;
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND l.phone IS NULL
    AND NOT EXISTS (SELECT FROM platform.membership m WHERE m.login_id = v_login);
END $$;
REVOKE ALL ON FUNCTION platform.close_membership FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.close_membership TO coop_app;

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
REVOKE ALL ON FUNCTION platform.memberships_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.memberships_of TO coop_app;

CREATE TABLE app.announcement (                     -- a message that officers sent to members, with how many it reached
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  announcement_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  recipients int NOT NULL CHECK (recipients > 0),
  sms int NOT NULL CHECK (sms >= 0),
  emails int NOT NULL CHECK (emails >= 0),
  sent_by uuid NOT NULL,
  sent_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, announcement_id)
);
CALL app.protect_tenant('app.announcement');
CALL app.protect_officer_rows('app.announcement');
CREATE INDEX announcement_newest ON app.announcement (cooperative_id, created_at DESC, announcement_id DESC);
GRANT SELECT, INSERT ON app.announcement TO coop_app;

CREATE TABLE app.notification (                     -- to one member
  cooperative_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  member_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/member/'),             -- a page of the portal that it speaks of
  announcement_id uuid,                             -- where officers sent it
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (cooperative_id, notification_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.notification');
CREATE POLICY swept ON app.notification FOR ALL TO coop_jobs USING (true);
CREATE INDEX notification_newest ON app.notification (cooperative_id, member_id, created_at DESC, notification_id DESC) WHERE hidden_at IS NULL;
CREATE INDEX notification_unread ON app.notification (cooperative_id, member_id) WHERE read_at IS NULL AND hidden_at IS NULL;
CREATE INDEX notification_of_announcement ON app.notification (cooperative_id, announcement_id) WHERE announcement_id IS NOT NULL;
CREATE INDEX notification_oldest ON app.notification (created_at);
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.notification TO coop_app;
GRANT SELECT (created_at), DELETE ON app.notification TO coop_jobs;

CREATE TABLE app.officer_notification (             -- to the officers as a body
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  notification_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/coop/'),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, notification_id)
);
CALL app.protect_tenant('app.officer_notification');
-- A member's session may tell the officers something; it reads none of what they were told.
CREATE POLICY officers_only ON app.officer_notification AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()))
  WITH CHECK (true);
CREATE POLICY told ON app.officer_notification FOR INSERT TO coop_platform WITH CHECK (true);
CREATE INDEX officer_notification_newest ON app.officer_notification (cooperative_id, created_at DESC, notification_id DESC);
GRANT SELECT, INSERT ON app.officer_notification TO coop_app;
GRANT INSERT ON app.officer_notification TO coop_platform;

CREATE TABLE app.officer_reading (                  -- what one login among the officers has read or hidden
  cooperative_id uuid NOT NULL,
  login_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (cooperative_id, login_id, notification_id),
  FOREIGN KEY (cooperative_id, notification_id) REFERENCES app.officer_notification
);
CALL app.protect_tenant('app.officer_reading');
CALL app.protect_officer_rows('app.officer_reading');
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.officer_reading TO coop_app;

CREATE TABLE platform.notification (                -- to the super administrators as a body
  notification_id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/superadmin/'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX platform_notification_newest ON platform.notification (created_at DESC, notification_id DESC);
GRANT INSERT ON platform.notification TO coop_app;
GRANT SELECT, INSERT ON platform.notification TO coop_platform;

CREATE TABLE platform.reading (
  login_id uuid NOT NULL,
  notification_id uuid NOT NULL REFERENCES platform.notification ON DELETE CASCADE,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (login_id, notification_id)
);
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON platform.reading TO coop_platform;

CREATE TABLE app.configuration_change (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  change_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settings', 'account_type', 'loan_configuration', 'account', 'good')),
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  fields jsonb NOT NULL,                            -- [{field, before, after}]; money in kobo, as text
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id)
);
CALL app.protect_tenant('app.configuration_change');
CALL app.protect_officer_rows('app.configuration_change');
CREATE INDEX configuration_change_newest ON app.configuration_change (cooperative_id, changed_at DESC, change_id DESC);
GRANT SELECT, INSERT ON app.configuration_change TO coop_app;

CREATE FUNCTION platform.keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION platform.keep_audit FROM PUBLIC;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON platform.audit_event FOR EACH ROW EXECUTE FUNCTION platform.keep_audit();
ALTER TABLE platform.audit_event ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.audit_event FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_audit();
ALTER TABLE platform.audit_event ENABLE ALWAYS TRIGGER frozen_whole;

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
-- decide about this kind count, but for those whose account it is. After seven days the officer who asked for a change can approve
-- it, unless it moves money.
CREATE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_is_change boolean := NEW.kind IN ('change', 'office_change');
  v_owners uuid[];
BEGIN
  NEW.maker_id := CASE
    WHEN NEW.kind = 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN NEW.kind = 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.kind = NEW.kind)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  v_owners := CASE
    -- Both halves of a transfer; the first one's id is the subject.
    WHEN NEW.kind = 'transaction' THEN ARRAY(SELECT t.member_id FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND (t.transaction_id = NEW.subject_id OR t.pair_id = NEW.subject_id))
    WHEN NEW.kind = 'loan' THEN ARRAY(SELECT l.member_id FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN ARRAY(SELECT w.member_id FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN ARRAY(SELECT v.member_id FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    -- Only whose withdrawal is reversed gains by it.
    ELSE ARRAY(SELECT t.member_id FROM app.reversal_request r JOIN app.transaction t ON t.cooperative_id = r.cooperative_id AND t.entry_id = r.entry_id
      WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id AND t.direction = 'out') END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind) d WHERE d.member_id IS NULL OR d.member_id <> ALL (array_remove(v_owners, NULL)))
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.amount IS NULL AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;
CREATE TRIGGER know_the_maker BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.know_the_maker();

-- The cooperative's own login, and each member who holds the role and has proved the membership.
CREATE FUNCTION app.officer_count() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 1 + count(*)::int FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND 'admin' = ANY (m.roles) $$;
REVOKE ALL ON FUNCTION app.officer_count FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.officer_count TO coop_app, ledger_owner;

-- New activation codes for those of these members who have none in use yet; their old codes end. Answers who got one.
CREATE FUNCTION platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) ORDER BY m.member_id FOR UPDATE;
  DELETE FROM platform.code c USING platform.membership m
    WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) AND m.confirmed_at IS NULL
      AND c.login_id = m.login_id AND c.purpose = 'activation' AND c.cooperative_id = v_coop AND c.member_id = m.member_id;
  RETURN QUERY
    INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
      SELECT given.code, m.login_id, 'activation', v_coop, m.member_id, given.hash, p_expires
      FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
      JOIN platform.membership m ON m.cooperative_id = v_coop AND m.member_id = given.member
      WHERE m.confirmed_at IS NULL
    RETURNING code.member_id;
END $$;
REVOKE ALL ON FUNCTION platform.renew_activations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.renew_activations TO coop_app;

-- The roles by which a member may decide about this kind; the table of the domain says the same (domain/actor.ts).
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

-- Who may decide about this kind today: the cooperative's own login, and each member in an office that does, from the day on which
-- they have opened their portal. The login tells whether the maker is among them.
CREATE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT NULL::uuid, (SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id()))
  UNION ALL
  SELECT m.member_id, b.login_id FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
    AND m.roles && app.roles_that_decide(p_kind)
    AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date) $$;
REVOKE ALL ON FUNCTION app.deciders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.deciders TO coop_app;

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
  PRIMARY KEY (cooperative_id, change_request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL)
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

CREATE TABLE audit.event (
  cooperative_id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,                             -- method and path of the contract
  subject_id text,
  request_id text NOT NULL,
  -- What a line of the trail says beyond its action: which members left as a file, say.
  detail jsonb,
  name_salt uuid DEFAULT gen_random_uuid(),         -- NULL once what it salts was erased
  detail_salt uuid DEFAULT gen_random_uuid(),
  PRIMARY KEY (cooperative_id, event_id)
);
CALL app.protect_tenant('audit.event');
CREATE POLICY officers_read ON audit.event AS RESTRICTIVE FOR SELECT USING ((SELECT NOT app.is_member()));
CREATE INDEX event_newest ON audit.event (cooperative_id, at DESC);
-- What officers did to one member, newest first.
CREATE INDEX event_of_subject ON audit.event (cooperative_id, subject_id, at DESC) WHERE subject_id IS NOT NULL;
GRANT SELECT, INSERT ON audit.event TO coop_app;

CREATE TABLE audit.erased (                         -- what a field that was erased goes on counting for in the hash
  cooperative_id uuid NOT NULL,
  event_id uuid NOT NULL,
  field text NOT NULL CHECK (field IN ('actor_name', 'detail')),
  digest bytea NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, event_id, field)
);
CALL app.protect_tenant('audit.erased');
CREATE POLICY officers_only ON audit.erased AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT ON audit.erased TO coop_app;

CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION audit.refuse_change FROM PUBLIC;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.erased FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.erased ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.erased FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.erased ENABLE ALWAYS TRIGGER frozen_whole;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.event FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER frozen_whole;

CREATE FUNCTION audit.digest(salt uuid, said text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(ledger.lp(salt::text, said), 'UTF8'));
END $$;
REVOKE ALL ON FUNCTION audit.digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.digest TO coop_app;

-- No login has the owner's rights but through app.erase_member.
CREATE FUNCTION audit.allow_erasure_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR current_user <> 'coop_owner' OR to_jsonb(NEW) - '{actor_name,detail}'::text[] <> to_jsonb(OLD) - '{actor_name,detail}'::text[] THEN
    RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.actor_name <> OLD.actor_name AND OLD.name_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'actor_name', audit.digest(OLD.name_salt, OLD.actor_name));
    NEW.name_salt := NULL;
  END IF;
  IF NEW.detail IS DISTINCT FROM OLD.detail AND OLD.detail_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'detail', audit.digest(OLD.detail_salt, OLD.detail::text));
    NEW.detail_salt := NULL;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION audit.allow_erasure_only FROM PUBLIC;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.event FOR EACH ROW EXECUTE FUNCTION audit.allow_erasure_only();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER frozen;

CREATE TABLE audit.unsealed (
  cooperative_id uuid NOT NULL,
  at timestamptz NOT NULL,                          -- the event's own
  event_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, at, event_id)
);
CALL app.protect_tenant('audit.unsealed');
CREATE POLICY officers_only ON audit.unsealed AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY waiting ON audit.unsealed FOR SELECT TO coop_jobs USING (true);
GRANT SELECT ON audit.unsealed TO coop_app;
GRANT SELECT (cooperative_id) ON audit.unsealed TO coop_jobs;

CREATE TABLE audit.seal (
  cooperative_id uuid NOT NULL,
  number bigint NOT NULL,
  event_id uuid NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (cooperative_id, number),
  UNIQUE (cooperative_id, event_id),
  FOREIGN KEY (cooperative_id, event_id) REFERENCES audit.event
);
CALL app.protect_tenant('audit.seal');
CREATE POLICY officers_only ON audit.seal AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT ON audit.seal TO coop_app;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.seal FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.seal ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.seal FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.seal ENABLE ALWAYS TRIGGER frozen_whole;

CREATE TABLE audit.seal_head (                      -- the last seal, so that the removal of the newest ones is found
  cooperative_id uuid PRIMARY KEY,
  last_number bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
);
CALL app.protect_tenant('audit.seal_head');
CREATE POLICY officers_only ON audit.seal_head AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT ON audit.seal_head TO coop_app;

CREATE FUNCTION audit.wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO audit.unsealed (cooperative_id, at, event_id) SELECT w.cooperative_id, w.at, w.event_id FROM written w;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION audit.wait_for_seal FROM PUBLIC;
CREATE TRIGGER waits_for_seal AFTER INSERT ON audit.event REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION audit.wait_for_seal();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER waits_for_seal;

CREATE FUNCTION audit.event_hash(prev bytea, number bigint, e audit.event, name_digest bytea, detail_digest bytea)
  RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(prev || convert_to(ledger.lp(number::text, e.cooperative_id::text, e.event_id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text,
    e.login_id::text, e.role, e.action, e.subject_id, e.request_id, encode(name_digest, 'hex'), encode(detail_digest, 'hex')), 'UTF8'));
END $$;
REVOKE ALL ON FUNCTION audit.event_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.event_hash TO coop_app;

-- Each event with its digests: computed, or where the field was erased as they were then.
CREATE VIEW audit.digested WITH (security_invoker = true) AS
  SELECT e.cooperative_id, e.event_id, e AS event, n.digest IS NOT NULL AS name_is_erased, d.digest IS NOT NULL AS detail_is_erased,
    coalesce(n.digest, audit.digest(e.name_salt, e.actor_name)) AS name_digest, coalesce(d.digest, audit.digest(e.detail_salt, e.detail::text)) AS detail_digest
  FROM audit.event e
  LEFT JOIN audit.erased n ON n.cooperative_id = e.cooperative_id AND n.event_id = e.event_id AND n.field = 'actor_name'
  LEFT JOIN audit.erased d ON d.cooperative_id = e.cooperative_id AND d.event_id = e.event_id AND d.field = 'detail';
GRANT SELECT ON audit.digested TO coop_app;

-- Seals events of a cooperative that wait, at most so many, the oldest first; answers how many.
CREATE FUNCTION audit.seal_events(p_coop uuid, p_most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_head audit.seal_head;
  v_waiting record;
  v_number bigint;
  v_hash bytea;
  v_numbers bigint[] := '{}';
  v_ats timestamptz[] := '{}';
  v_ids uuid[] := '{}';
  v_prev bytea[] := '{}';
  v_hashes bytea[] := '{}';
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR current_setting('app.role', true) IS DISTINCT FROM 'job' THEN
    RAISE EXCEPTION 'this transaction may not seal for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit.seal_head (cooperative_id) VALUES (p_coop) ON CONFLICT DO NOTHING;
  SELECT * INTO v_head FROM audit.seal_head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  v_number := v_head.last_number;
  v_hash := v_head.hash;
  FOR v_waiting IN
    SELECT u.at, e.event, e.name_digest, e.detail_digest FROM audit.unsealed u JOIN audit.digested e ON e.cooperative_id = u.cooperative_id AND e.event_id = u.event_id
    WHERE u.cooperative_id = p_coop ORDER BY u.at, u.event_id LIMIT p_most
  LOOP
    v_number := v_number + 1;
    v_numbers := v_numbers || v_number;
    v_ats := v_ats || v_waiting.at;
    v_ids := v_ids || (v_waiting.event).event_id;
    v_prev := v_prev || v_hash;
    v_hash := audit.event_hash(v_hash, v_number, v_waiting.event, v_waiting.name_digest, v_waiting.detail_digest);
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit.seal (cooperative_id, number, event_id, prev_hash, hash)
    SELECT p_coop, s.* FROM unnest(v_numbers, v_ids, v_prev, v_hashes) s;
  DELETE FROM audit.unsealed u USING unnest(v_ats, v_ids) s(at, event_id) WHERE u.cooperative_id = p_coop AND u.at = s.at AND u.event_id = s.event_id;
  UPDATE audit.seal_head h SET last_number = v_number, hash = v_hash WHERE h.cooperative_id = p_coop;
  RETURN cardinality(v_ids);
END $$;
REVOKE ALL ON FUNCTION audit.seal_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.seal_events TO coop_app;

-- The first event that the seals contradict, events that no seal covers, and the newest ones where they are missing.
CREATE FUNCTION audit.verify(c uuid) RETURNS TABLE (number bigint, at timestamptz, actor_name text, problem text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH former AS (
    SELECT m.first_name || ' ' || m.last_name AS pseudonym FROM app.member m
    WHERE m.cooperative_id = c AND m.removed_at IS NOT NULL AND m.first_name = 'Former member' AND m.phone = ''),
  sealed AS (
    SELECT s.number, s.prev_hash, s.hash, e.event, e.name_digest, e.detail_digest, e.name_is_erased, e.detail_is_erased,
      e.event_id IS NOT NULL AS is_there, (e.event).at AS at, (e.event).actor_name AS actor_name,
      coalesce(lag(s.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(s.number) OVER w, 0) AS before_number,
      max((e.event).at) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest_before
    FROM audit.seal s LEFT JOIN audit.digested e ON e.cooperative_id = s.cooperative_id AND e.event_id = s.event_id
    WHERE s.cooperative_id = c WINDOW w AS (ORDER BY s.number)),
  judged AS (
    SELECT s.number, s.at, s.actor_name, CASE
      WHEN s.number <> s.before_number + 1 THEN 'gap'
      WHEN s.prev_hash <> s.before_hash THEN 'link'
      WHEN NOT s.is_there THEN 'removed'
      WHEN s.hash IS DISTINCT FROM audit.event_hash(s.prev_hash, s.number, s.event, s.name_digest, s.detail_digest) THEN 'changed'
      WHEN s.name_is_erased AND NOT EXISTS (SELECT FROM former f WHERE strpos(s.actor_name, f.pseudonym) > 0) THEN 'changed'
      WHEN s.detail_is_erased AND strpos((s.event).detail::text, '…') = 0 AND NOT EXISTS (SELECT FROM former f WHERE strpos((s.event).detail::text, f.pseudonym) > 0) THEN 'changed'
      -- A transaction takes seconds, so an event is sealed in the order of its time but for a little.
      WHEN s.at < s.latest_before - interval '1 hour' THEN 'late' END AS problem
    FROM sealed s)
  (SELECT j.number, j.at, j.actor_name, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.number LIMIT 1)
  UNION ALL
  (SELECT max(s.number), NULL, NULL, 'head' FROM audit.seal s WHERE s.cooperative_id = c
     HAVING coalesce((SELECT (h.last_number, h.hash) FROM audit.seal_head h WHERE h.cooperative_id = c), (0::bigint, decode(repeat('00', 32), 'hex')))
       IS DISTINCT FROM coalesce((SELECT (x.number, x.hash) FROM audit.seal x WHERE x.cooperative_id = c ORDER BY x.number DESC LIMIT 1),
         (0::bigint, decode(repeat('00', 32), 'hex'))))
  UNION ALL
  (SELECT NULL, e.at, e.actor_name, 'added' FROM audit.event e WHERE e.cooperative_id = c
     AND NOT EXISTS (SELECT FROM audit.seal s WHERE s.cooperative_id = c AND s.event_id = e.event_id)
     AND NOT EXISTS (SELECT FROM audit.unsealed u WHERE u.cooperative_id = c AND u.event_id = e.event_id) ORDER BY e.at LIMIT 1)
  UNION ALL
  (SELECT NULL, u.at, e.actor_name, CASE WHEN e.event_id IS NULL THEN 'lost' ELSE 'waiting' END
   FROM audit.unsealed u LEFT JOIN audit.event e ON e.cooperative_id = c AND e.event_id = u.event_id
   WHERE u.cooperative_id = c AND (e.event_id IS NULL OR u.since < clock_timestamp() - interval '1 hour') ORDER BY u.at LIMIT 1) $$;
REVOKE ALL ON FUNCTION audit.verify FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.verify TO coop_app;
