-- A payroll of 50,000 is checked as a whole: what a statement wrote is held against what it refers to in one look, where a
-- foreign key looks once a row and locks what it finds.
--
-- Invariants, as the foreign keys had them, for whoever writes:
--   * a posting is of an entry of its own transaction and of two accounts of its cooperative, a member's transaction of a
--     member and an account type of it, what an employer sent back of its return: triggers
--     refer_*, in force always;
--   * nothing that is referred to goes: entries, accounts, account types, members and returns are never removed and keep
--     their keys (triggers kept), so that no look can be outrun by a removal;
--   * members are told once of what a return credited them, after its voucher is in the books, by whoever comes to it first.

SET LOCAL ROLE ledger_owner;

CREATE FUNCTION ledger.keep_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_id ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.keep_row();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_row();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER kept;
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER kept_whole;

-- Keys alone are looked up, in one statement, which costs an entry of a few lines no more than foreign keys did. Its plan is
-- kept from the first statement of a session, when the tables may be so small that it would walk them.
CREATE FUNCTION ledger.refer_posting() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written p
    WHERE NOT EXISTS (SELECT FROM ledger.entry e WHERE e.cooperative_id = p.cooperative_id AND e.entry_id = p.entry_id AND e.txid = p.txid)
      OR NOT EXISTS (SELECT FROM ledger.account a WHERE a.cooperative_id = p.cooperative_id AND a.account_id = p.debit_id)
      OR NOT EXISTS (SELECT FROM ledger.account a WHERE a.cooperative_id = p.cooperative_id AND a.account_id = p.credit_id)) THEN
    RAISE EXCEPTION 'a posting joins an entry of its own transaction, and two accounts of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'posting_refers';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refer_posting AFTER INSERT ON ledger.posting REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.refer_posting();
ALTER TABLE ledger.posting ENABLE ALWAYS TRIGGER refer_posting;
-- allowed: the triggers above hold what these three held, for every writer; postings are never changed
ALTER TABLE ledger.posting
  DROP CONSTRAINT posting_cooperative_id_entry_id_txid_fkey,
  DROP CONSTRAINT posting_cooperative_id_debit_id_fkey,
  DROP CONSTRAINT posting_cooperative_id_credit_id_fkey;

-- The same door for one entry of very many lines: no line is written as JSON, and each set of rows is one statement. Rules,
-- hash and conditions are those of ledger.post; two arrays of unequal length leave a NULL, which no posting takes.
CREATE FUNCTION ledger.post_lines(p_coop uuid, p_entry jsonb, p_debits uuid[], p_credits uuid[], p_amounts bigint[])
RETURNS TABLE (entry_id uuid, entry_no bigint, hash bytea)
-- Of rows that this very transaction wrote PostgreSQL expects one, and would look up each of 50,000 by itself.
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_nestloop = off AS $$
#variable_conflict use_column
DECLARE
  v_head ledger.head;
  v_at timestamptz := clock_timestamp();
  v_id uuid := (p_entry->>'id')::uuid;
  v_on date := (p_entry->>'on')::date;
  v_hash bytea;
  v_lines text;
  v_closed boolean;
  v_below boolean;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not post for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_head FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no books for %', p_coop; END IF;
  IF coalesce(cardinality(p_amounts), 0) NOT BETWEEN 1 AND 200000 THEN
    RAISE EXCEPTION 'an entry has 1 to 200000 lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_lines';
  END IF;
  IF v_on < v_head.books_begin_on THEN
    RAISE EXCEPTION 'dated before the books begin' USING ERRCODE = 'check_violation', CONSTRAINT = 'before_books';
  END IF;
  IF v_on <= v_head.closed_through THEN
    RAISE EXCEPTION 'dated in a closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;

  -- ledger.lp of each line, written out: identifiers have 36 characters, and digits are bytes.
  SELECT string_agg(concat(length(l.o::text), ':', l.o, '36:', l.debit, '36:', l.credit, length(l.amount::text), ':', l.amount), '' ORDER BY l.o) INTO v_lines
    FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l(debit, credit, amount, o);
  v_hash := ledger.entry_hash(v_head.hash, p_coop, v_head.last_no + 1, v_id, v_on, p_entry->>'kind', p_entry->>'sourceType', p_entry->>'sourceId',
    (p_entry->>'reverses')::uuid, (p_entry->>'actor')::uuid, v_at, v_lines);
  INSERT INTO ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, reverses_id,
      actor_id, request_id, created_at, prev_hash, hash)
    VALUES (p_coop, v_id, v_head.last_no + 1, v_on, p_entry->>'kind', p_entry->>'sourceType', p_entry->>'sourceId', (p_entry->>'reverses')::uuid,
      (p_entry->>'actor')::uuid, p_entry->>'request', v_at, v_head.hash, v_hash);
  INSERT INTO ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
    SELECT p_coop, v_id, l.o, l.debit, l.credit, l.amount FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l(debit, credit, amount, o);

  -- Both sides of every line, summed by account; what an account then stands at is held against its floor, and none may be
  -- a control account or retired. Who advances a balance holds the head's row, so nobody else opens one meanwhile.
  WITH moved AS MATERIALIZED (
    SELECT m.account_id, sum(m.debit)::bigint AS debit, sum(m.credit)::bigint AS credit FROM (
      SELECT l.account_id, l.amount AS debit, 0::bigint AS credit FROM unnest(p_debits, p_amounts) AS l(account_id, amount)
      UNION ALL SELECT l.account_id, 0, l.amount FROM unnest(p_credits, p_amounts) AS l(account_id, amount)) m GROUP BY m.account_id),
  advanced AS (
    UPDATE ledger.balance b SET debits = b.debits + m.debit, credits = b.credits + m.credit FROM moved m
    WHERE b.cooperative_id = p_coop AND b.account_id = m.account_id AND b.slot = 0 RETURNING b.account_id, b.debits, b.credits),
  opened AS (
    INSERT INTO ledger.balance AS b (cooperative_id, account_id, slot, debits, credits)
    SELECT p_coop, m.account_id, 0, m.debit, m.credit FROM moved m
    WHERE NOT EXISTS (SELECT FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = m.account_id AND b.slot = 0)
    ORDER BY m.account_id RETURNING b.account_id, b.debits, b.credits)
  SELECT bool_or(a.is_control OR a.retired_at IS NOT NULL),
      bool_or(a.min_balance > CASE WHEN a.class IN ('asset', 'expense') THEN n.debits - n.credits ELSE n.credits - n.debits END + coalesce(o.stands, 0))
    INTO v_closed, v_below
    FROM (SELECT * FROM advanced UNION ALL SELECT * FROM opened) n
    JOIN ledger.account a ON a.cooperative_id = p_coop AND a.account_id = n.account_id
    LEFT JOIN (
      SELECT b.account_id, sum(CASE WHEN k.class IN ('asset', 'expense') THEN b.debits - b.credits ELSE b.credits - b.debits END) AS stands
      FROM ledger.balance b JOIN ledger.account k ON k.cooperative_id = b.cooperative_id AND k.account_id = b.account_id
      WHERE b.cooperative_id = p_coop AND b.slot <> 0 GROUP BY b.account_id) o ON o.account_id = n.account_id;
  IF v_closed THEN
    RAISE EXCEPTION 'a control or retired account takes no posting' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_closed';
  END IF;
  IF v_below THEN
    RAISE EXCEPTION 'below the floor of an account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;

  UPDATE ledger.head h SET last_no = v_head.last_no + 1, hash = v_hash WHERE h.cooperative_id = p_coop;
  RETURN QUERY SELECT v_id, v_head.last_no + 1, v_hash;
END $$;
REVOKE ALL ON FUNCTION ledger.post_lines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.post_lines TO coop_app;

RESET ROLE;
SET LOCAL ROLE coop_owner;

CREATE FUNCTION app.keep_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, member_id ON app.member FOR EACH ROW EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.member FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_type_id ON app.account_type FOR EACH ROW EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.account_type FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, return_id ON app.deduction_return FOR EACH ROW EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.deduction_return FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, member_id, account_type_id ON app.transaction FOR EACH ROW EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction_return_line FOR EACH ROW EXECUTE FUNCTION app.keep_row();
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction FOR EACH ROW EXECUTE FUNCTION app.keep_row();
DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['member', 'account_type', 'deduction_return', 'transaction', 'deduction_return_line', 'deduction'] LOOP
    EXECUTE format('ALTER TABLE app.%I ENABLE ALWAYS TRIGGER kept', kept);
  END LOOP;
  FOREACH kept IN ARRAY ARRAY['member', 'account_type', 'deduction_return'] LOOP
    EXECUTE format('ALTER TABLE app.%I ENABLE ALWAYS TRIGGER kept_whole', kept);
  END LOOP;
END $$;

-- With the writer's own rights: he refers to what he may see.
CREATE FUNCTION app.refer_transaction() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written t
    WHERE (t.member_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.member m WHERE m.cooperative_id = t.cooperative_id AND m.member_id = t.member_id))
      OR (t.account_type_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM app.account_type y WHERE y.cooperative_id = t.cooperative_id AND y.account_type_id = t.account_type_id))) THEN
    RAISE EXCEPTION 'a transaction is of a member and an account type of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transaction_refers';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refer_transaction AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_transaction();
ALTER TABLE app.transaction ENABLE ALWAYS TRIGGER refer_transaction;
-- allowed: the trigger above holds what these two held, for every writer
ALTER TABLE app.transaction DROP CONSTRAINT transaction_cooperative_id_member_id_fkey, DROP CONSTRAINT transaction_cooperative_id_account_type_id_fkey;

CREATE FUNCTION app.refer_return() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT w.cooperative_id, w.return_id FROM written w) w
      WHERE NOT EXISTS (SELECT FROM app.deduction_return r WHERE r.cooperative_id = w.cooperative_id AND r.return_id = w.return_id)) THEN
    RAISE EXCEPTION 'a line is of a return of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'line_of_return';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refer_return AFTER INSERT ON app.deduction_return_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return();
ALTER TABLE app.deduction_return_line ENABLE ALWAYS TRIGGER refer_return;
CREATE TRIGGER refer_return AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return();
ALTER TABLE app.deduction ENABLE ALWAYS TRIGGER refer_return;
-- allowed: as above
ALTER TABLE app.deduction_return_line DROP CONSTRAINT deduction_return_line_cooperative_id_return_id_fkey;
-- allowed: as above
ALTER TABLE app.deduction DROP CONSTRAINT deduction_cooperative_id_return_id_fkey;

-- Returns that were posted before were told with their voucher.
ALTER TABLE app.deduction_return ADD COLUMN members_told boolean NOT NULL DEFAULT true;
GRANT UPDATE (members_told) ON app.deduction_return TO coop_app;
CREATE INDEX deduction_return_untold ON app.deduction_return (cooperative_id, return_id) WHERE NOT members_told;
-- The job that tells them looks for returns of every cooperative, and opens each inside its own lock.
ALTER POLICY officers_only ON app.deduction_return TO coop_app;
CREATE POLICY untold ON app.deduction_return FOR SELECT TO coop_jobs USING (NOT members_told);
GRANT SELECT (cooperative_id, return_id, status, members_told) ON app.deduction_return TO coop_jobs;

RESET ROLE;
