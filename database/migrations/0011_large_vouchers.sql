-- A payroll batch of a large employer is one voucher: 50,000 lines, each split into savings, shares and loan. A line's
-- number therefore is an integer, and an entry carries up to 200,000 lines.

SET LOCAL ROLE ledger_owner;

DROP VIEW ledger.line;
-- allowed: smallint to int keeps every value; no society has many postings yet, and the view comes back at once
ALTER TABLE ledger.posting ALTER COLUMN line TYPE int;
CREATE VIEW ledger.line WITH (security_invoker = true) AS
  SELECT cooperative_id, entry_id, line, debit_id AS account_id, amount AS debit, 0::bigint AS credit FROM ledger.posting
  UNION ALL SELECT cooperative_id, entry_id, line, credit_id, 0, amount FROM ledger.posting;
GRANT SELECT ON ledger.line TO coop_app;

-- As it was, but for the limit.
CREATE OR REPLACE FUNCTION ledger.post(p_coop uuid, p_entries jsonb)
RETURNS TABLE (entry_id uuid, entry_no bigint, hash bytea)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  v_head ledger.head;
  v_at timestamptz := clock_timestamp();
  v_entry jsonb;
  v_no bigint;
  v_hash bytea;
  v_lines text;
  v_closed boolean;
  v_below boolean;
  v_nos bigint[] := '{}';
  v_prev bytea[] := '{}';
  v_hashes bytea[] := '{}';
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not post for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_head FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no books for %', p_coop; END IF;
  v_no := v_head.last_no;
  v_hash := v_head.hash;

  FOR v_entry IN SELECT e.value FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o) ORDER BY o LOOP
    IF jsonb_array_length(v_entry->'lines') NOT BETWEEN 1 AND 200000 THEN
      RAISE EXCEPTION 'an entry has 1 to 200000 lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_lines';
    END IF;
    IF (v_entry->>'on')::date < v_head.books_begin_on THEN
      RAISE EXCEPTION 'dated before the books begin' USING ERRCODE = 'check_violation', CONSTRAINT = 'before_books';
    END IF;
    IF (v_entry->>'on')::date <= v_head.closed_through THEN
      RAISE EXCEPTION 'dated in a closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
    END IF;
    SELECT string_agg(ledger.lp(l.o::text, (l.line->>0)::uuid::text, (l.line->>1)::uuid::text, (l.line->>2)::bigint::text), '' ORDER BY l.o) INTO v_lines
      FROM jsonb_array_elements(v_entry->'lines') WITH ORDINALITY AS l(line, o);
    v_no := v_no + 1;
    v_prev := v_prev || v_hash;
    v_hash := ledger.entry_hash(v_hash, p_coop, v_no, (v_entry->>'id')::uuid, (v_entry->>'on')::date, v_entry->>'kind',
      v_entry->>'sourceType', v_entry->>'sourceId', (v_entry->>'reverses')::uuid, (v_entry->>'actor')::uuid, v_at, v_lines);
    v_nos := v_nos || v_no;
    v_hashes := v_hashes || v_hash;
  END LOOP;

  INSERT INTO ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, reverses_id,
      actor_id, request_id, created_at, prev_hash, hash)
    SELECT p_coop, (e.value->>'id')::uuid, v_nos[e.o], (e.value->>'on')::date, e.value->>'kind', e.value->>'sourceType',
      e.value->>'sourceId', (e.value->>'reverses')::uuid, (e.value->>'actor')::uuid, e.value->>'request', v_at, v_prev[e.o], v_hashes[e.o]
    FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o);

  INSERT INTO ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
    SELECT p_coop, (e.value->>'id')::uuid, l.o, (l.line->>0)::uuid, (l.line->>1)::uuid, (l.line->>2)::bigint
    FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') WITH ORDINALITY AS l(line, o);

  -- Both sides of every line, summed by account, in account order so that two cooperatives' writers never wait crosswise.
  INSERT INTO ledger.balance AS b (cooperative_id, account_id, slot, debits, credits)
    SELECT p_coop, s.account_id, 0, sum(s.debit), sum(s.credit)
    FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') AS l(line),
      LATERAL (VALUES ((l.line->>0)::uuid, (l.line->>2)::bigint, 0::bigint), ((l.line->>1)::uuid, 0::bigint, (l.line->>2)::bigint))
        AS s(account_id, debit, credit)
    GROUP BY s.account_id ORDER BY s.account_id
    ON CONFLICT (cooperative_id, account_id, slot) DO UPDATE SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;

  -- One pass over the accounts touched: none may be a control account or retired, none may stand below its floor.
  -- Each account is looked up by its key alone: a join might be planned as a walk over all of the cooperative's.
  SELECT bool_or(a.closed), bool_or(a.below) INTO v_closed, v_below
    FROM (SELECT DISTINCT unnest(ARRAY[(l.line->>0)::uuid, (l.line->>1)::uuid]) AS account_id
          FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') AS l(line)) touched
    CROSS JOIN LATERAL (
      SELECT a.is_control OR a.retired_at IS NOT NULL AS closed,
        CASE WHEN a.min_balance IS NULL THEN false ELSE a.min_balance > (
          SELECT sum(CASE WHEN a.class IN ('asset', 'expense') THEN b.debits - b.credits ELSE b.credits - b.debits END)
          FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = a.account_id) END AS below
      FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = touched.account_id LIMIT 1) a;
  IF v_closed THEN
    RAISE EXCEPTION 'a control or retired account takes no posting' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_closed';
  END IF;
  IF v_below THEN
    RAISE EXCEPTION 'below the floor of an account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;

  UPDATE ledger.head h SET last_no = v_no, hash = v_hash WHERE h.cooperative_id = p_coop;

  RETURN QUERY SELECT (e.value->>'id')::uuid, v_nos[e.o], v_hashes[e.o]
    FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o) ORDER BY e.o;
END $$;

RESET ROLE;
SET LOCAL ROLE coop_owner;

-- allowed: as above
ALTER TABLE app.transaction ALTER COLUMN line TYPE int;

RESET ROLE;
