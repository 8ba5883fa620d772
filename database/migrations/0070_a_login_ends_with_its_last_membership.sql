-- The login of a phone ends with the last membership that it opens, so that the next person with that number starts with a
-- login of their own: without the password, the linked sign-ins, the second factors and the proof of the person before, and without
-- being taken for them. And one person is one person: with the cooperative's own login and a login of the same phone, and with a record
-- that was merged into another.
--
-- Invariants:
--   * a login of a member opens at least one membership;
--   * a number that is given again gets a new login, with whom no one who had it before is the same person.
-- Relied on by: server/db/same-person.ts, server/features/access/approvals/queries.ts.

SET LOCAL ROLE coop_owner;

-- As before, and also of a login with a phone.
CREATE OR REPLACE FUNCTION platform.close_membership(p_member uuid, p_reason text)
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

-- As before; a login that ends at this moment is waited for, and made again.
CREATE OR REPLACE FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
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

DELETE FROM platform.login l WHERE l.kind = 'member' AND NOT EXISTS (SELECT FROM platform.membership m WHERE m.login_id = l.login_id);

-- The members whom this login is or was of: its own, for the cooperative's own login the one with the same phone, and of a record that
-- was merged the one that stays.
CREATE FUNCTION app.people_of(p_login uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(m.merged_into, own.member_id) FROM (
    SELECT b.member_id FROM platform.membership b WHERE b.cooperative_id = app.coop_id() AND b.login_id = p_login
    UNION SELECT f.member_id FROM platform.former_login f WHERE f.cooperative_id = app.coop_id() AND f.login_id = p_login
    UNION SELECT b.member_id FROM platform.login c
      JOIN platform.login p ON p.kind = 'member' AND p.phone = c.phone
      JOIN platform.membership b ON b.login_id = p.login_id AND b.cooperative_id = c.cooperative_id
      WHERE c.login_id = p_login AND c.kind = 'cooperative' AND c.cooperative_id = app.coop_id()) own
  LEFT JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = own.member_id $$;
REVOKE ALL ON FUNCTION app.people_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.people_of TO coop_app;

-- Whether these two logins are, or ever were, of one person of the cooperative.
CREATE OR REPLACE FUNCTION app.is_same_person(p_one uuid, p_other uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_one = p_other OR EXISTS (SELECT app.people_of(p_one) INTERSECT SELECT app.people_of(p_other)) $$;

-- As before, but that the cooperative's own login and an officer with its phone are one.
CREATE OR REPLACE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
      AND m.roles && app.roles_that_decide(p_kind)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT NULL::uuid, l.login_id FROM app.cooperative c LEFT JOIN platform.login l ON l.coop_id = c.coop_id
    WHERE c.cooperative_id = app.coop_id()
      AND NOT EXISTS (SELECT FROM officer o JOIN platform.login p ON p.login_id = o.login_id WHERE p.kind = 'member' AND p.phone = l.phone)
  UNION ALL SELECT o.member_id, o.login_id FROM officer o $$;

-- As before, each person once.
CREATE OR REPLACE FUNCTION app.officer_count() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*)::int FROM app.deciders('office_change') $$;

-- As before, under whichever of their logins.
CREATE OR REPLACE FUNCTION app.know_who_uploaded() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.transaction_id
      AND t.type = 'opening' AND app.is_same_person(t.recorded_by, NEW.uploaded_by)) THEN
    RAISE EXCEPTION 'the officer who read the workbook signs first' USING ERRCODE = 'check_violation', CONSTRAINT = 'uploader_signs_first';
  END IF;
  RETURN NEW;
END $$;

-- As before; where every officer who could decide is this person, no other could have.
CREATE OR REPLACE FUNCTION app.one_person_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.is_same_person(NEW.maker_id, NEW.approved_by) THEN NEW.maker_id := NEW.approved_by; END IF;
  NEW.alone := NEW.alone OR NOT EXISTS (SELECT FROM app.deciders(NEW.kind) d WHERE NOT app.is_same_person(d.login_id, NEW.approved_by));
  IF EXISTS (SELECT FROM app.approval a WHERE a.cooperative_id = NEW.cooperative_id AND a.subject_id = NEW.subject_id
      AND a.approved_by <> NEW.approved_by AND app.is_same_person(a.approved_by, NEW.approved_by)) THEN
    RAISE EXCEPTION 'This person has approved it already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
