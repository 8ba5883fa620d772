-- Members who leave, and what people may know, prove and have erased of what is stored about them.
--
-- Invariants:
--   * a member is a former one exactly while a settlement of theirs is in force. What they held is what was set off, the fee and
--     what is paid, to the kobo, and its voucher says the same; a reversed settlement is kept beside its reversal, and no part
--     of it stays paid out (database/checks/leavings_agree.sql);
--   * a person is erased only in rows that say who they are: app.erase_member names no table of the ledger, so trial balance and
--     hash chain stay as they were. What was asked, and the bank details, go with the person (triggers on app.member);
--   * an officer records a request to be erased for a former member alone, with the date of the letter (erasure_request_letter,
--     members_ask): who can log in asks in the app.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.consent (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  version text NOT NULL,                            -- of the notice that was shown
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id, version),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.consent');
CREATE POLICY own_row ON app.consent AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
-- A member who sets the first password is not signed in yet.
CREATE POLICY given ON app.consent FOR INSERT TO coop_auth WITH CHECK (true);
GRANT SELECT, INSERT ON app.consent TO coop_app;
GRANT INSERT ON app.consent TO coop_auth;

CREATE TABLE app.erasure_request (
  cooperative_id uuid NOT NULL,
  request_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text,                                      -- as the member wrote it; erased with the person
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'refused', 'carried_out')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  written_on date,                                  -- of the letter; its words, as far as an officer noted them, are the reason
  recorded_by uuid,
  recorded_by_name text,
  PRIMARY KEY (cooperative_id, request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(decided_by, decided_at) = CASE WHEN status = 'pending' THEN 0 ELSE 2 END),
  CHECK (status <> 'refused' OR decided_reason IS NOT NULL),
  CONSTRAINT erasure_request_letter CHECK (num_nonnulls(written_on, recorded_by) IN (0, 2))
);
CALL app.protect_tenant('app.erasure_request');
CREATE POLICY own_row ON app.erasure_request AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY members_ask ON app.erasure_request AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (status = 'pending' AND CASE WHEN (SELECT app.is_member())
  THEN member_id = (SELECT app.member_id()) AND written_on IS NULL
  ELSE written_on IS NOT NULL AND EXISTS (SELECT FROM app.member m WHERE m.member_id = erasure_request.member_id AND m.status IN ('left', 'deceased') AND m.removed_at IS NULL) END);
CREATE POLICY officers_decide ON app.erasure_request AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()) AND status = 'pending') WITH CHECK (true);
CREATE UNIQUE INDEX erasure_request_once ON app.erasure_request (cooperative_id, member_id) WHERE status = 'pending';
CREATE INDEX erasure_request_newest ON app.erasure_request (cooperative_id, asked_at DESC);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.erasure_request TO coop_app;

-- A text without what names a person: each needle, in any case, gives way to its substitute.
CREATE FUNCTION app.without_person(p_text text, p_needles text[], p_substitute text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := p_text;
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    v_text := regexp_replace(v_text, regexp_replace(v_needle, '(\W)', '\\\1', 'g'), replace(p_substitute, '\', '\\'), 'gi');
  END LOOP;
  RETURN v_text;
END $$;
REVOKE ALL ON FUNCTION app.without_person FROM PUBLIC;

CREATE FUNCTION app.mentions(p_text text, p_needles text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := lower(p_text);
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    IF position(lower(v_needle) IN v_text) > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
REVOKE ALL ON FUNCTION app.mentions FROM PUBLIC;

-- Replaces needles in every text of this cooperative. The tables are read from the catalogue, so that one which is
-- added later is not forgotten. `p_member` limits it to that member's rows, where another person bears the same name. The papers of a
-- vote stay as they are, as adopted minutes do: their triggers refuse every change, and names of candidates are among them.
CREATE FUNCTION app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  v_column record;
  v_which text;
BEGIN
  FOR v_column IN
    SELECT format('%I.%I', n.nspname, t.relname) AS relation, t.relname, a.attname AS name, a.atttypid::regtype::text AS type,
      EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'member_id' AND NOT o.attisdropped) AS is_members
    FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname IN ('app', 'audit') AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.atttypid::regtype::text IN ('text', 'jsonb', 'text[]')
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'cooperative_id' AND NOT o.attisdropped)
      -- The society's own name and address are not the member's, the member's own row is written by itself, and the papers of a
      -- vote are what its signed result covers.
      AND t.relname NOT IN ('cooperative', 'member', 'vote', 'vote_confirmation')
  LOOP
    CONTINUE WHEN p_member IS NOT NULL AND NOT v_column.is_members;
    v_which := CASE WHEN p_member IS NULL THEN '' ELSE ' AND t.member_id = $4' END
      -- Adopted minutes are the society's record of a meeting and stay as they were adopted.
      || CASE WHEN v_column.relname = 'meeting' THEN ' AND t.adopted_at IS NULL' ELSE '' END;
    EXECUTE CASE v_column.type
      WHEN 'text' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I, $2, $3) WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I, $2)%3$s', v_column.relation, v_column.name, v_which)
      WHEN 'jsonb' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I::text, $2, $3)::jsonb WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I::text, $2)%3$s', v_column.relation, v_column.name, v_which)
      ELSE format('UPDATE %s t SET %2$I = (SELECT array_agg(app.without_person(c, $2, $3) ORDER BY o) FROM unnest(t.%2$I) WITH ORDINALITY AS u(c, o))
        WHERE t.cooperative_id = $1 AND app.mentions(array_to_string(t.%2$I, chr(10)), $2)%3$s', v_column.relation, v_column.name, v_which)
      END USING v_coop, p_needles, p_substitute, p_member;
  END LOOP;
  UPDATE platform.message g SET body = app.without_person(g.body, p_needles, p_substitute), subject = app.without_person(g.subject, p_needles, p_substitute)
    WHERE p_member IS NULL AND g.cooperative_id = v_coop AND (app.mentions(g.body, p_needles) OR app.mentions(g.subject, p_needles));
END $$;
REVOKE ALL ON FUNCTION app.replace_everywhere FROM PUBLIC;

-- Takes a person out of everything that says who a member was. The caller has checked that nothing prevents it.
CREATE FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text)
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
  -- A person who belongs to another society too keeps the login that they have there.
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND NOT EXISTS (SELECT FROM platform.membership s WHERE s.login_id = v_login);
  RETURN v_pseudonym;
END $$;
REVOKE ALL ON FUNCTION app.erase_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erase_member TO coop_app;

-- Every row that carries a member, table by table, without the bytes of files and the hashes of tokens. Read from the
-- catalogue, so that a table which is added later is in what a person is told about their data.
CREATE FUNCTION app.stored_about(p_member uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := app.coop_id();
  v_table record;
  v_rows jsonb;
  v_all jsonb := '{}';
BEGIN
  IF v_coop IS NULL OR (app.is_member() AND p_member IS DISTINCT FROM app.member_id()) THEN
    RAISE EXCEPTION 'not the own records' USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR v_table IN
    SELECT t.relname AS name, format('%I.%I', n.nspname, t.relname) AS relation,
      ARRAY(SELECT b.attname::text FROM pg_attribute b WHERE b.attrelid = t.oid AND b.attnum > 0 AND NOT b.attisdropped
        AND (b.atttypid = 'bytea'::regtype OR b.attname IN ('cooperative_id', 'search_text'))) AS hidden
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'member_id' AND NOT a.attisdropped
    WHERE n.nspname = 'app' AND t.relkind IN ('r', 'p') ORDER BY t.relname
  LOOP
    EXECUTE format('SELECT jsonb_agg(to_jsonb(t) - $3) FROM %s t WHERE t.cooperative_id = $1 AND t.member_id = $2', v_table.relation) INTO v_rows USING v_coop, p_member, v_table.hidden;
    IF v_rows IS NOT NULL THEN v_all := v_all || jsonb_build_object(v_table.name, v_rows); END IF;
  END LOOP;
  RETURN v_all;
END $$;
REVOKE ALL ON FUNCTION app.stored_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.stored_about TO coop_app;

CREATE TABLE app.leaving (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('resignation', 'expulsion', 'death', 'merged')),
  status text NOT NULL CHECK (status IN ('open', 'waiting', 'settled', 'cancelled', 'reversed', 'readmitted')),   -- waiting: for approval
  noticed_on date NOT NULL,                         -- the day of the notice, of the decision, or of the death
  notice_ends_on date,                              -- NULL: no notice runs
  waived_reason text, waived_by_name text, waived_at timestamptz,
  note text,
  status_before text NOT NULL CHECK (status_before IN ('active', 'inactive')),
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The settlement as it is asked for and posted. Each asking has an id of its own, so that approvals never pass to another.
  settlement_id uuid,
  settled_on date,
  held bigint, set_off bigint, fee bigint, net bigint,                                         -- kobo
  statement jsonb,                                  -- its accounts and loans, amounts in kobo as text
  approvals_needed int CHECK (approvals_needed BETWEEN 0 AND 2),
  asked_by uuid, asked_by_name text, asked_at timestamptz,
  entry_id uuid, entry_no bigint, receipt_number text,                                -- NULL where there was nothing to move
  settled_by_name text, settled_at timestamptz,
  ended_by_name text, ended_at timestamptz, ended_reason text,                                  -- cancelled or reversed
  joined_on date,                                   -- of the membership that it ended
  left_on date,
  readmitted_on date,
  PRIMARY KEY (cooperative_id, leaving_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(waived_reason, waived_by_name, waived_at) IN (0, 3)),
  CHECK (num_nonnulls(settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at) IN (0, 11)),
  CHECK (status NOT IN ('waiting', 'settled', 'reversed', 'readmitted') OR settlement_id IS NOT NULL),
  CHECK (held = set_off + fee + net AND least(held, set_off, fee, net) >= 0),
  CHECK ((status IN ('settled', 'reversed', 'readmitted')) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (settled_by_name IS NULL)),
  CHECK (num_nonnulls(entry_id, entry_no, receipt_number) IN (0, 3) AND (entry_id IS NULL OR status IN ('settled', 'reversed', 'readmitted'))),
  CHECK ((status IN ('cancelled', 'reversed', 'readmitted')) = (ended_at IS NOT NULL) AND num_nonnulls(ended_by_name, ended_at, ended_reason) IN (0, 3)),
  CONSTRAINT periods_of_membership CHECK (CASE WHEN status = 'readmitted' THEN joined_on <= left_on AND left_on <= readmitted_on
    ELSE num_nonnulls(joined_on, left_on, readmitted_on) = 0 END)
);
CALL app.protect_tenant('app.leaving');
-- For coop_app alone: a function with its owner's rights sees all rows of the cooperative in a member's session too.
CREATE POLICY own_row ON app.leaving AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_insert ON app.leaving AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.leaving AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX leaving_stands ON app.leaving (cooperative_id, member_id) WHERE status IN ('open', 'waiting', 'settled');
CREATE UNIQUE INDEX leaving_settlement ON app.leaving (cooperative_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE UNIQUE INDEX leaving_entry ON app.leaving (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX leaving_by_member ON app.leaving (cooperative_id, member_id, started_at);
GRANT SELECT, INSERT, UPDATE (status, waived_reason, waived_by_name, waived_at, settlement_id, settled_on, held, set_off, fee, net, statement,
  approvals_needed, asked_by, asked_by_name, asked_at, entry_id, entry_no, receipt_number, settled_by_name, settled_at, ended_by_name, ended_at, ended_reason,
  joined_on, left_on, readmitted_on) ON app.leaving TO coop_app;

-- Who is paid of a settlement, how much, and through which account; without one it is owed to them.
CREATE TABLE app.leaving_payee (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 20),
  member_id uuid NOT NULL,
  name text NOT NULL,
  relationship text,
  phone text,
  share_basis_points int NOT NULL CHECK (share_basis_points BETWEEN 1 AND 10000),
  amount bigint NOT NULL CHECK (amount >= 0),       -- kobo
  account_id uuid,
  account_name text,
  PRIMARY KEY (cooperative_id, leaving_id, number),
  FOREIGN KEY (cooperative_id, leaving_id) REFERENCES app.leaving,
  CHECK (num_nonnulls(account_id, account_name) IN (0, 2))
);
CALL app.protect_tenant('app.leaving_payee');
CALL app.protect_officer_rows('app.leaving_payee');
GRANT SELECT, INSERT, DELETE ON app.leaving_payee TO coop_app;

-- What was owed and is paid later, each by a voucher of its own.
CREATE TABLE app.leaving_payout (
  cooperative_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  number int NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  occurred_on date NOT NULL,
  account_id uuid NOT NULL,
  account_name text NOT NULL,
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  receipt_number text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_no bigint, reversal_reason text, reversed_by_name text, reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, payout_id),
  FOREIGN KEY (cooperative_id, leaving_id, number) REFERENCES app.leaving_payee,
  CHECK (num_nonnulls(reversal_no, reversal_reason, reversed_by_name, reversed_at) = CASE WHEN status = 'reversed' THEN 4 ELSE 0 END)
);
CALL app.protect_tenant('app.leaving_payout');
CALL app.protect_officer_rows('app.leaving_payout');
CREATE UNIQUE INDEX leaving_payout_once ON app.leaving_payout (cooperative_id, leaving_id, number) WHERE status = 'posted';
GRANT SELECT, INSERT, UPDATE (status, reversal_no, reversal_reason, reversed_by_name, reversed_at) ON app.leaving_payout TO coop_app;

-- app.erase_member empties the phone last; with it goes what the person asked for in words and in pictures.
CREATE FUNCTION app.empty_member_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.member_request r SET note = NULL, fields = CASE WHEN r.fields IS NOT NULL THEN '[]'::jsonb END, reason = CASE WHEN r.reason IS NOT NULL THEN '…' END,
      nominees_before = CASE WHEN r.nominees_before IS NOT NULL THEN '[]'::jsonb END, nominees = CASE WHEN r.nominees IS NOT NULL THEN '[]'::jsonb END,
      status = CASE r.status WHEN 'waiting' THEN 'withdrawn' ELSE r.status END, ended_at = coalesce(r.ended_at, clock_timestamp())
    WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  UPDATE app.transaction_proof p SET file_name = 'erased', content = NULL WHERE p.cooperative_id = NEW.cooperative_id AND p.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.empty_member_requests FROM PUBLIC;

-- app.erase_member writes the pseudonym into the search text; what it does not know of goes with that.
CREATE FUNCTION app.erase_bank_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_marks text[];
BEGIN
  v_marks := ARRAY(SELECT b.account_number FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id);
  DELETE FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id;
  IF cardinality(v_marks) > 0 THEN PERFORM app.replace_everywhere(v_marks, '…', NULL); END IF;
  NEW.title := NULL;
  NEW.former_number := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.erase_bank_details FROM PUBLIC;

-- A borrower names guarantors, but another member's row is closed to a member's session. Found are the name and number of members
-- who are named exactly, in the caller's own cooperative: by id, by membership number (its last part is enough, because that is what
-- people know of it) or by phone. Who is about to leave says so, and is no guarantor.
CREATE FUNCTION app.fellow_members(p_ids uuid[], p_named text) RETURNS TABLE (member_id uuid, name text, membershipno text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.member_id, m.first_name || ' ' || m.last_name, m.membershipno,
    CASE WHEN EXISTS (SELECT FROM app.leaving v WHERE v.cooperative_id = m.cooperative_id AND v.member_id = m.member_id AND v.status IN ('open', 'waiting')) THEN 'leaving' ELSE m.status END
  FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL
    AND (m.member_id = ANY (p_ids) OR m.membershipno = p_named OR m.phone = p_named
      OR m.membership_number = CASE WHEN p_named ~ '^[0-9]{1,6}$' THEN p_named::int END) $$;
REVOKE ALL ON FUNCTION app.fellow_members FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.fellow_members TO coop_app;

-- On tables of earlier files.

-- An erased member has the empty phone, also one who had none.
CREATE TRIGGER erased_member_requests AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.empty_member_requests();
CREATE TRIGGER bank_details_go_too BEFORE UPDATE OF search_text ON app.member FOR EACH ROW
  WHEN (NEW.search_text = 'former member ' || lpad(NEW.membership_number::text, 5, '0') AND NEW.first_name = 'Former member') EXECUTE FUNCTION app.erase_bank_details();
