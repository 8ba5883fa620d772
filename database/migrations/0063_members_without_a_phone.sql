-- Members without a phone, members who share one, and a second number of each.
--
-- Invariants: a phone opens one login of kind member, and at most one membership of a cooperative (membership_once), so a
-- member who shares the phone of another, or has none, has a login of their own without a phone, opened by membership
-- number, that belongs to this one membership and goes with it; at most one member of a cooperative has a phone without
-- sharing it (member_phone), so a number comes in twice only where an officer said so (register-members.ts relies on it).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member ALTER COLUMN phone DROP NOT NULL;
ALTER TABLE app.member
  ADD COLUMN other_phone text,
  ADD COLUMN shares_phone boolean NOT NULL DEFAULT false,   -- with a member whose login it is
  ADD CONSTRAINT shared_phone_is_there CHECK (NOT shares_phone OR phone IS NOT NULL);
DROP INDEX app.member_phone;
CREATE UNIQUE INDEX member_phone ON app.member (cooperative_id, phone) WHERE removed_at IS NULL AND NOT shares_phone;
CREATE INDEX member_by_phone ON app.member (cooperative_id, phone) WHERE removed_at IS NULL;
GRANT UPDATE (other_phone, shares_phone) ON app.member TO coop_app;
-- A membership number is looked up before anybody is logged in.
GRANT SELECT (membership_number) ON app.member TO coop_auth;

ALTER TABLE app.import_row ADD COLUMN shares_phone boolean NOT NULL DEFAULT false;
GRANT UPDATE (shares_phone) ON app.import_row TO coop_app;

CREATE UNIQUE INDEX membership_once ON platform.membership (login_id, cooperative_id);
DROP INDEX platform.membership_of_login;

-- A member without a phone here gets the login that comes with the row; never one that is there already, whose owner they are not.
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
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member;
END $$;

-- A login without a phone opens nothing but this membership, so it goes with it, and with it its password and linked sign-ins.
CREATE OR REPLACE FUNCTION platform.close_membership(p_member uuid, p_reason text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  PERFORM platform.end_member_sessions(p_member, p_reason);
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  DELETE FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO v_login;
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND l.phone IS NULL
    AND NOT EXISTS (SELECT FROM platform.membership m WHERE m.login_id = v_login);
END $$;

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

-- An erased member has the empty phone, also one who had none.
DROP TRIGGER erased_member_requests ON app.member;
CREATE TRIGGER erased_member_requests AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.empty_member_requests();

CREATE OR REPLACE FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  m app.member;
  v_login uuid;
  v_pseudonym text;
  v_digits text;
  v_other_digits text;
  v_names text[];
  v_marks text[];
  v_is_shared boolean;
  v_keeps_phone boolean;
BEGIN
  SELECT * INTO m FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id = p_member FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no member %', p_member; END IF;
  v_pseudonym := 'Former member ' || lpad(m.membership_number::text, 5, '0');
  -- A number that another member has too stays in what is written of them.
  v_keeps_phone := EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member AND o.removed_at IS NULL AND m.phone IN (o.phone, o.other_phone));
  v_digits := CASE WHEN NOT v_keeps_phone THEN right(regexp_replace(m.phone, '\D', '', 'g'), 10) END;
  v_other_digits := CASE WHEN NOT EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member AND o.removed_at IS NULL AND m.other_phone IN (o.phone, o.other_phone))
    THEN right(regexp_replace(m.other_phone, '\D', '', 'g'), 10) END;
  v_is_shared := EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member
    AND lower(o.first_name) = lower(m.first_name) AND lower(o.last_name) = lower(m.last_name));
  v_names := ARRAY[m.first_name || ' ' || m.last_name, m.last_name || ' ' || m.first_name, m.last_name || ', ' || m.first_name];
  v_marks := ARRAY(SELECT DISTINCT trim(mark) FROM unnest(ARRAY[
      '+234' || v_digits, '234' || v_digits, '0' || v_digits, v_digits,
      '+234' || v_other_digits, '234' || v_other_digits, '0' || v_other_digits, v_other_digits, m.email, m.address, m.profile_picture,
      m.next_of_kin_first_name || ' ' || m.next_of_kin_last_name, m.next_of_kin_phone, m.next_of_kin_email, m.next_of_kin_address,
      m.nominee_first_name || ' ' || m.nominee_last_name, m.nominee_phone, m.nominee_email, m.nominee_address]
      || ARRAY(SELECT unnest(ARRAY[n.first_name || ' ' || n.last_name, n.phone, n.email, n.address]) FROM app.nominee n WHERE n.cooperative_id = v_coop AND n.member_id = p_member)) AS mark
    -- Shorter ones would be found inside other words.
    WHERE length(trim(mark)) >= 6 AND trim(mark) NOT IN (SELECT c.address FROM app.cooperative c WHERE c.cooperative_id = v_coop AND c.address IS NOT NULL));

  -- Files as they were read: the row of this person, with all that its columns said.
  UPDATE app.import_row r SET cells = array_fill(''::text, ARRAY[cardinality(r.cells)]), problems = '[]'
    WHERE r.cooperative_id = v_coop AND cardinality(r.cells) > 0 AND (
      (length(v_digits) = 10 AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE regexp_replace(cell, '\D', '', 'g') LIKE '%' || v_digits))
      OR m.membershipno = ANY (r.cells)
      OR (length(v_other_digits) = 10 AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE regexp_replace(cell, '\D', '', 'g') LIKE '%' || v_other_digits))
      OR (NOT v_is_shared AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) IN (SELECT lower(name) FROM unnest(v_names) AS name)))
      OR (NOT v_is_shared AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) = lower(m.first_name))
        AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) = lower(m.last_name))));
  UPDATE app.opening_balances_row r SET cells = (
      SELECT array_agg(CASE WHEN lower(trim(c)) IN (lower(m.first_name), lower(m.last_name), lower(v_names[1]), lower(v_names[2])) THEN v_pseudonym ELSE c END ORDER BY o)
      FROM unnest(r.cells) WITH ORDINALITY AS u(c, o))
    WHERE r.cooperative_id = v_coop AND m.membershipno = ANY (r.cells);

  UPDATE app.deduction_line d SET name = v_pseudonym, staff_number = '' WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.deduction_return_line d SET name = v_pseudonym, staff_number = '' WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  DELETE FROM app.employment e WHERE e.cooperative_id = v_coop AND e.member_id = p_member;
  UPDATE app.loan l SET purpose = NULL, collateral = NULL, net_salary = NULL WHERE l.cooperative_id = v_coop AND l.member_id = p_member;
  UPDATE app.loan_guarantor g SET member_name = v_pseudonym WHERE g.cooperative_id = v_coop AND g.member_id = p_member;
  UPDATE app.loan_delivery d SET received_by = NULL WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.loan_document d SET file_name = 'erased', content = NULL, removed_at = coalesce(d.removed_at, clock_timestamp()), removed_by = coalesce(d.removed_by, p_by),
    removed_by_name = coalesce(d.removed_by_name, p_by_name) WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.member_document d SET file_name = 'erased', content = NULL, removed_at = coalesce(d.removed_at, clock_timestamp()), removed_by = coalesce(d.removed_by, p_by),
    removed_by_name = coalesce(d.removed_by_name, p_by_name) WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  DELETE FROM app.member_photo f WHERE f.cooperative_id = v_coop AND f.member_id = p_member;
  DELETE FROM app.nominee n WHERE n.cooperative_id = v_coop AND n.member_id = p_member;
  UPDATE app.leaving_payee y SET name = CASE WHEN y.relationship IS NULL THEN v_pseudonym ELSE 'Nominee ' || y.number END, relationship = NULL, phone = NULL
    WHERE y.cooperative_id = v_coop AND y.member_id = p_member;
  UPDATE app.leaving v SET note = NULL WHERE v.cooperative_id = v_coop AND v.member_id = p_member;
  UPDATE app.statement_link k SET figures = NULL, withdrawn_at = coalesce(k.withdrawn_at, clock_timestamp()) WHERE k.cooperative_id = v_coop AND k.member_id = p_member;
  UPDATE app.membership_application p SET first_name = 'Former member', last_name = lpad(m.membership_number::text, 5, '0'), phone = '', email = NULL, address = NULL, date_of_birth = NULL, gender = NULL,
      marital_status = NULL, employment_status = NULL, employer = NULL, staff_number = NULL, next_of_kin_first_name = NULL, next_of_kin_last_name = NULL, next_of_kin_phone = NULL,
      next_of_kin_relationship = NULL, introduced_by = NULL, note = NULL, search_text = ''
    WHERE p.cooperative_id = v_coop AND (p.member_id = p_member OR (p.status <> 'waiting' AND right(regexp_replace(p.phone, '\D', '', 'g'), 10) = v_digits)
      OR (v_keeps_phone AND p.status <> 'waiting' AND p.phone = m.phone AND lower(p.first_name) = lower(m.first_name) AND lower(p.last_name) = lower(m.last_name)));
  UPDATE app.erasure_request r SET reason = NULL WHERE r.cooperative_id = v_coop AND r.member_id = p_member;
  DELETE FROM app.notification n WHERE n.cooperative_id = v_coop AND n.member_id = p_member;
  DELETE FROM platform.message g WHERE g.cooperative_id = v_coop AND (g.recipient = m.email OR (g.recipient = m.phone
    AND (NOT v_keeps_phone OR position(m.membershipno IN g.body) > 0 OR position(v_names[1] IN g.body) > 0)));

  PERFORM app.replace_everywhere(v_names, v_pseudonym, CASE WHEN v_is_shared THEN p_member END);
  PERFORM app.replace_everywhere(v_marks, '…', NULL);

  UPDATE app.cooperative c SET member_count = c.member_count - 1 WHERE c.cooperative_id = v_coop AND m.removed_at IS NULL;
  UPDATE app.member o SET first_name = 'Former member', last_name = lpad(m.membership_number::text, 5, '0'), phone = '', other_phone = NULL, shares_phone = false, email = NULL, address = NULL, date_of_birth = NULL,
      gender = 'other', marital_status = '', employment_status = '', profile_picture = NULL,
      next_of_kin_first_name = NULL, next_of_kin_last_name = NULL, next_of_kin_phone = NULL, next_of_kin_email = NULL, next_of_kin_address = NULL, next_of_kin_relationship = NULL,
      nominee_first_name = NULL, nominee_last_name = NULL, nominee_phone = NULL, nominee_email = NULL, nominee_address = NULL, nominee_relationship = NULL,
      roles = '{member}', search_text = lower(v_pseudonym), removed_at = coalesce(m.removed_at, now())
    WHERE o.cooperative_id = v_coop AND o.member_id = p_member;

  SELECT s.login_id INTO v_login FROM platform.membership s WHERE s.cooperative_id = v_coop AND s.member_id = p_member;
  PERFORM platform.close_membership(p_member, 'member_erased');
  DELETE FROM platform.session s WHERE s.cooperative_id = v_coop AND s.member_id = p_member;
  -- A person who belongs to another society too keeps the login that he has there.
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND NOT EXISTS (SELECT FROM platform.membership s WHERE s.login_id = v_login);
  RETURN v_pseudonym;
END $$;

RESET ROLE;
