-- A login is proved by a code that its phone alone received, or by two officers who saw the person.
--
-- Invariants:
--   * a code that an officer saw opens a membership and proves nothing; a code that only left for the phone (sent_only), or was asked
--     for by the person who is signed in, proves the login. This happens once; another phone has another login;
--   * two officers confirm in person only a login without a phone, which belongs to one membership and ends with a new code of an officer;
--   * what a proof was when a member voted stays with the vote, whatever becomes of the login;
--   * who may vote counts from the day on which the society recorded a member, and who was recorded after a vote was announced is marked.
-- Relied on by: server/http/permit.ts, server/features/access/sessions, server/features/members/members, server/features/governance/votes.

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.login
  ADD COLUMN proved_at timestamptz,
  ADD COLUMN proved_how text CHECK (proved_how IN ('phone', 'in_person')),
  ADD COLUMN proved_by text,                        -- the officers who saw the person
  ADD CHECK ((proved_at IS NULL) = (proved_how IS NULL)),
  ADD CHECK ((proved_by IS NOT NULL) = (proved_how IS NOT DISTINCT FROM 'in_person'));
ALTER TABLE platform.code ADD COLUMN sent_only boolean NOT NULL DEFAULT false;   -- an activation code that no officer saw

-- Who has set a password with a code that they asked for themselves has proved the phone. Of all others the code may have been seen.
ALTER TABLE audit.event NO FORCE ROW LEVEL SECURITY;
UPDATE platform.login l SET proved_at = now(), proved_how = 'phone'
  WHERE l.kind = 'member' AND (EXISTS (SELECT FROM audit.event e WHERE e.login_id = l.login_id AND e.action = 'password.reset')
    OR EXISTS (SELECT FROM platform.code c WHERE c.login_id = l.login_id AND c.purpose = 'reset' AND c.used_at IS NOT NULL));
ALTER TABLE audit.event FORCE ROW LEVEL SECURITY;

-- As before, but that no code is made where none is given: one that no officer sees is kept by keep_sent_codes.
CREATE OR REPLACE FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
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
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member
    WHERE c.hash IS NOT NULL;
END $$;

-- Activation codes that leave for the members' phones and that no officer sees, beside those that officers hand out.
CREATE FUNCTION platform.keep_sent_codes(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at, sent_only)
    SELECT given.code, m.login_id, 'activation', m.cooperative_id, m.member_id, given.hash, p_expires, true
    FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
    JOIN platform.membership m ON m.cooperative_id = platform.own_cooperative() AND m.member_id = given.member;
END $$;
REVOKE ALL ON FUNCTION platform.keep_sent_codes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.keep_sent_codes TO coop_app;

-- As before; p_sent_only says that no officer sees the new codes.
DROP FUNCTION platform.renew_activations(uuid[], uuid[], bytea[], timestamptz);
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

-- With how the login was proved: of this membership since both are there, the proof and the activation.
DROP FUNCTION platform.memberships_of(uuid[]);
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

-- What members knew of a vote before its roll was fixed: the notice of its meeting, or the election that its ballot belongs to.
ALTER TABLE app.vote ADD COLUMN announced_at timestamptz NOT NULL DEFAULT now();
-- Recorded after the announcement, or less than the bye-law's days before the roll.
ALTER TABLE app.vote_roll ADD COLUMN recorded_late boolean NOT NULL DEFAULT false;
ALTER TABLE app.vote DISABLE TRIGGER USER;
ALTER TABLE app.vote NO FORCE ROW LEVEL SECURITY;
UPDATE app.vote SET announced_at = opened_at;
ALTER TABLE app.vote FORCE ROW LEVEL SECURITY;
ALTER TABLE app.vote ENABLE TRIGGER USER;

-- Of a voter whose login was proved after the vote was announced, or in person; as it was when they voted.
CREATE TABLE app.vote_proof (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  proved_late boolean NOT NULL,
  in_person_by text,
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll,
  CHECK (proved_late OR in_person_by IS NOT NULL)
);
CALL app.protect_tenant('app.vote_proof');
CREATE POLICY own_row ON app.vote_proof AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
GRANT SELECT, INSERT ON app.vote_proof TO coop_app;
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_proof FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();

-- How many of those who have voted are marked; in a member's session too.
CREATE FUNCTION app.vote_marks(p_vote uuid) RETURNS TABLE (recorded_late int, proved_late int, in_person int) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FILTER (WHERE r.recorded_late)::int, count(*) FILTER (WHERE p.proved_late)::int, count(p.in_person_by)::int
  FROM app.vote_roll r LEFT JOIN app.vote_proof p ON p.cooperative_id = r.cooperative_id AND p.vote_id = r.vote_id AND p.member_id = r.member_id
  WHERE r.cooperative_id = app.coop_id() AND r.vote_id = p_vote
    AND (EXISTS (SELECT FROM app.vote_credential c WHERE c.cooperative_id = r.cooperative_id AND c.vote_id = r.vote_id AND c.member_id = r.member_id)
      OR EXISTS (SELECT FROM app.open_ballot o WHERE o.cooperative_id = r.cooperative_id AND o.vote_id = r.vote_id AND o.member_id = r.member_id)) $$;
REVOKE ALL ON FUNCTION app.vote_marks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.vote_marks TO coop_app;

-- The officers who saw the guarantor, where the login with which they accepted was proved in person.
ALTER TABLE app.loan_guarantor ADD COLUMN seen_by_names text;
GRANT UPDATE (seen_by_names) ON app.loan_guarantor TO coop_app;

-- As before, and a member's own session tells the member themselves.
CREATE OR REPLACE FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
  SELECT gen_random_uuid(), m.cooperative_id, 'loan', m.member_id, way.channel, way.recipient, way.subject,
    CASE way.channel WHEN 'sms' THEN platform.sms_text(c.name, n.message) ELSE c.name || ': ' || n.message END
  FROM unnest(p_members, p_messages) n(member_id, message)
  JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = n.member_id AND m.removed_at IS NULL
  JOIN app.cooperative c ON c.cooperative_id = m.cooperative_id
  CROSS JOIN LATERAL (VALUES ('sms', m.phone, NULL), ('email', nullif(m.email, ''), p_subject)) way(channel, recipient, subject)
  WHERE way.recipient IS NOT NULL AND (NOT app.is_member() OR m.member_id = app.member_id() OR app.shares_a_loan(m.member_id)) $$;
