-- A member proves his figures to others with a link that expires, and learns, consents to and ends what is stored about him.
--
-- Invariants:
--   * of a link only the hash of its token is stored, and its figures are those of the moment when it was made;
--   * a person is erased only in rows that say who he is: nothing of the ledger is written (app.erase_member names no
--     table of it), so trial balance and hash chain stay as they were.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.statement_link (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  link_id uuid NOT NULL,
  member_id uuid NOT NULL,
  transaction_id uuid,                              -- a receipt's movement; NULL for a statement
  from_on date,
  to_on date,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  figures jsonb,                                    -- what the page shows; taken away when the member is erased
  made_by uuid NOT NULL,
  made_by_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (cooperative_id, link_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK (num_nonnulls(from_on, to_on) = CASE WHEN transaction_id IS NULL THEN 2 ELSE 0 END),
  CHECK (figures IS NOT NULL OR withdrawn_at IS NOT NULL),
  CHECK (expires_at > made_at)
);
CALL app.protect_tenant('app.statement_link');
CREATE POLICY own_row ON app.statement_link AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
-- Who comes with a token knows no cooperative yet.
CREATE POLICY checked ON app.statement_link FOR SELECT TO coop_auth USING (true);
CREATE INDEX statement_link_of_member ON app.statement_link (cooperative_id, member_id, made_at DESC);
CREATE INDEX statement_link_by_token ON app.statement_link (token_hash);
-- What a link showed goes a month after it has ended.
CREATE POLICY swept ON app.statement_link TO coop_jobs USING (true);
CREATE INDEX statement_link_oldest ON app.statement_link (expires_at);
GRANT SELECT (expires_at, withdrawn_at), DELETE ON app.statement_link TO coop_jobs;
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON app.statement_link TO coop_app;
GRANT SELECT (cooperative_id, transaction_id, token_hash, figures, made_at, expires_at, withdrawn_at) ON app.statement_link TO coop_auth;

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
-- Whoever sets his first password is not signed in yet.
CREATE POLICY given ON app.consent FOR INSERT TO coop_auth WITH CHECK (true);
GRANT SELECT, INSERT ON app.consent TO coop_app;
GRANT INSERT ON app.consent TO coop_auth;

CREATE TABLE app.erasure_request (
  cooperative_id uuid NOT NULL,
  request_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text,                                      -- as the member wrote it; taken away with him
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'refused', 'carried_out')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  PRIMARY KEY (cooperative_id, request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(decided_by, decided_at) = CASE WHEN status = 'pending' THEN 0 ELSE 2 END),
  CHECK (status <> 'refused' OR decided_reason IS NOT NULL)
);
CALL app.protect_tenant('app.erasure_request');
CREATE POLICY own_row ON app.erasure_request AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY members_ask ON app.erasure_request AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (status = 'pending' AND member_id = (SELECT app.member_id()));
CREATE POLICY officers_decide ON app.erasure_request AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()) AND status = 'pending') WITH CHECK (true);
CREATE UNIQUE INDEX erasure_request_once ON app.erasure_request (cooperative_id, member_id) WHERE status = 'pending';
CREATE INDEX erasure_request_newest ON app.erasure_request (cooperative_id, asked_at DESC);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.erasure_request TO coop_app;

-- Which accounts are a member's loans.
GRANT SELECT ON app.loan TO ledger_owner;

-- A text without what names a person: each needle, in any case, gives way to its substitute.
CREATE FUNCTION app.without_person(p_text text, p_needles text[], p_substitute text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := p_text;
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    v_text := regexp_replace(v_text, regexp_replace(v_needle, '(\W)', '\\\1', 'g'), replace(p_substitute, '\', '\\'), 'gi');
  END LOOP;
  RETURN v_text;
END $$;
CREATE FUNCTION app.mentions(p_text text, p_needles text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := lower(p_text);
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    IF position(lower(v_needle) IN v_text) > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;

-- Replaces needles in every text of this cooperative. The tables are read from the catalogue, so that one which is
-- added later is not forgotten. `p_member` limits it to his own rows, where somebody else bears the same name.
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
      -- The society's own name and address are not the member's, and his own row is written by itself.
      AND t.relname NOT IN ('cooperative', 'member')
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

-- Takes a person out of everything that says who a member was. The caller has seen that nothing stands in the way.
CREATE FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  m app.member;
  v_login uuid;
  v_pseudonym text;
  v_digits text;
  v_names text[];
  v_marks text[];
  v_is_shared boolean;
BEGIN
  SELECT * INTO m FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id = p_member FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no member %', p_member; END IF;
  v_pseudonym := 'Former member ' || lpad(m.membership_number::text, 5, '0');
  v_digits := right(regexp_replace(m.phone, '\D', '', 'g'), 10);
  v_is_shared := EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member
    AND lower(o.first_name) = lower(m.first_name) AND lower(o.last_name) = lower(m.last_name));
  v_names := ARRAY[m.first_name || ' ' || m.last_name, m.last_name || ' ' || m.first_name, m.last_name || ', ' || m.first_name];
  v_marks := ARRAY(SELECT DISTINCT trim(mark) FROM unnest(ARRAY[
      '+234' || v_digits, '234' || v_digits, '0' || v_digits, v_digits, m.email, m.address, m.profile_picture,
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
    WHERE p.cooperative_id = v_coop AND (p.member_id = p_member OR (p.status <> 'waiting' AND right(regexp_replace(p.phone, '\D', '', 'g'), 10) = v_digits));
  UPDATE app.erasure_request r SET reason = NULL WHERE r.cooperative_id = v_coop AND r.member_id = p_member;
  DELETE FROM app.notification n WHERE n.cooperative_id = v_coop AND n.member_id = p_member;
  DELETE FROM platform.message g WHERE g.cooperative_id = v_coop AND g.recipient IN (m.phone, m.email);

  PERFORM app.replace_everywhere(v_names, v_pseudonym, CASE WHEN v_is_shared THEN p_member END);
  PERFORM app.replace_everywhere(v_marks, '…', NULL);

  UPDATE app.cooperative c SET member_count = c.member_count - 1 WHERE c.cooperative_id = v_coop AND m.removed_at IS NULL;
  UPDATE app.member o SET first_name = 'Former member', last_name = lpad(m.membership_number::text, 5, '0'), phone = '', email = NULL, address = NULL, date_of_birth = NULL,
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
-- Every row that carries a member, table by table, without the bytes of files and the hashes of tokens. Read from the
-- catalogue, so that a table which is added later is in what a person is told about himself.
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

REVOKE ALL ON FUNCTION app.without_person, app.mentions, app.replace_everywhere, app.erase_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erase_member TO coop_app;

RESET ROLE;
SET LOCAL ROLE ledger_owner;

-- What moved on a member's accounts and his loans' in a period, and what stood on each before it (the row without an
-- entry). A member's own session reads no entry, so this door shows him those that move his accounts, and of them his lines.
CREATE FUNCTION ledger.member_lines(p_member uuid, p_from date, p_to date)
RETURNS TABLE (account_id uuid, entry_id uuid, source_entry_id uuid, entry_no bigint, effective_on date, line int, kind text, is_reversal boolean, receipt_number text, debit bigint, credit bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_coop uuid := app.coop_id();
BEGIN
  IF v_coop IS NULL OR (app.is_member() AND p_member IS DISTINCT FROM app.member_id()) THEN
    RAISE EXCEPTION 'not the own accounts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    WITH own AS (
      SELECT a.account_id FROM ledger.account a WHERE a.cooperative_id = v_coop AND a.member_id = p_member
      UNION SELECT l.account_id FROM app.loan l WHERE l.cooperative_id = v_coop AND l.member_id = p_member AND l.account_id IS NOT NULL),
    moved AS (
      SELECT o.account_id, p.entry_id, p.line::int AS line, p.amount AS debit, 0::bigint AS credit
        FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.debit_id = o.account_id
      UNION ALL
      SELECT o.account_id, p.entry_id, p.line::int, 0::bigint, p.amount FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.credit_id = o.account_id),
    dated AS (
      SELECT v.*, e.entry_no, e.effective_on, e.kind, e.reverses_id, e.hash FROM moved v
      JOIN ledger.entry e ON e.cooperative_id = v_coop AND e.entry_id = v.entry_id WHERE e.effective_on <= p_to)
    SELECT o.account_id, NULL::uuid, NULL::uuid, NULL::bigint, NULL::date, NULL::int, NULL::text, false, NULL::text,
      coalesce(sum(d.debit), 0)::bigint, coalesce(sum(d.credit), 0)::bigint
      FROM own o LEFT JOIN dated d ON d.account_id = o.account_id AND d.effective_on < p_from GROUP BY o.account_id
    UNION ALL
    SELECT d.account_id, d.entry_id, coalesce(d.reverses_id, d.entry_id), d.entry_no, d.effective_on, d.line, d.kind, d.reverses_id IS NOT NULL,
      d.entry_no || '-' || substr(encode(d.hash, 'hex'), 1, 10), d.debit, d.credit
      FROM dated d WHERE d.effective_on >= p_from;
END $$;
REVOKE ALL ON FUNCTION ledger.member_lines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.member_lines TO coop_app;

RESET ROLE;
