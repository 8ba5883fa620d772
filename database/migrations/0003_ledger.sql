-- The books. One door (ledger.post), nothing is ever changed, and an unbalanced entry can't be written down: each
-- posting names one debit account, one credit account and one amount.
--
-- Invariants, each held by the database itself:
--   * entry numbers of a cooperative have no gap, and each entry's hash covers the one before it (ledger.verify);
--   * a business event is posted once, for ever (unique source);  an entry is reversed once (unique reverses_id);
--   * a line joins an entry in the entry's own transaction only (txid in the foreign key);
--   * balances are advanced by the same call that writes the postings, under the lock of the cooperative's head row.
-- No trigger computes money, so the tables can be distributed; the refusing triggers are a second lock behind the grants.

SET LOCAL ROLE ledger_owner;

CREATE TABLE ledger.account (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  class text NOT NULL CHECK (class IN ('asset', 'liability', 'equity', 'income', 'expense')),
  is_control boolean NOT NULL DEFAULT false,        -- sums the accounts under it, takes no posting itself
  control_id uuid,
  member_id uuid,
  account_type_id uuid,
  min_balance bigint,                               -- kobo on the account's normal side; NULL = no floor
  retired_at timestamptz,
  PRIMARY KEY (cooperative_id, account_id),
  UNIQUE (cooperative_id, code),
  UNIQUE (cooperative_id, member_id, account_type_id),
  FOREIGN KEY (cooperative_id, control_id) REFERENCES ledger.account,
  CHECK ((member_id IS NULL) = (account_type_id IS NULL)),
  CHECK (member_id IS NULL OR control_id IS NOT NULL)
);
CREATE INDEX account_under_control ON ledger.account (cooperative_id, control_id);

CREATE TABLE ledger.head (                          -- the cooperative's clock: last number, last hash, open dates
  cooperative_id uuid PRIMARY KEY,
  last_no bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000',
  books_begin_on date NOT NULL,
  closed_through date
);

CREATE TABLE ledger.entry (
  cooperative_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  effective_on date NOT NULL,
  kind text NOT NULL,
  source_type text NOT NULL,
  source_id text NOT NULL,
  reverses_id uuid,
  actor_id uuid NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz NOT NULL,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (cooperative_id, entry_id),
  UNIQUE (cooperative_id, entry_no),
  UNIQUE (cooperative_id, source_type, source_id),
  UNIQUE (cooperative_id, reverses_id),
  UNIQUE (cooperative_id, entry_id, txid),
  FOREIGN KEY (cooperative_id, reverses_id) REFERENCES ledger.entry (cooperative_id, entry_id)
);
CREATE INDEX entry_by_date ON ledger.entry (cooperative_id, effective_on);

CREATE TABLE ledger.posting (
  cooperative_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  line smallint NOT NULL,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  debit_id uuid NOT NULL,
  credit_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  CHECK (debit_id <> credit_id),
  PRIMARY KEY (cooperative_id, entry_id, line),
  FOREIGN KEY (cooperative_id, entry_id, txid) REFERENCES ledger.entry (cooperative_id, entry_id, txid),
  FOREIGN KEY (cooperative_id, debit_id) REFERENCES ledger.account,
  FOREIGN KEY (cooperative_id, credit_id) REFERENCES ledger.account
);
CREATE INDEX posting_debit ON ledger.posting (cooperative_id, debit_id);
CREATE INDEX posting_credit ON ledger.posting (cooperative_id, credit_id);

CREATE TABLE ledger.balance (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,
  slot smallint NOT NULL DEFAULT 0,                 -- one slot today; a cash account that grows hot can be spread later
  debits bigint NOT NULL DEFAULT 0 CHECK (debits >= 0),
  credits bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  PRIMARY KEY (cooperative_id, account_id, slot),
  FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account
) WITH (fillfactor = 70);

CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'ledger rows are append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.posting FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER frozen;
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER frozen_whole;
ALTER TABLE ledger.posting ENABLE ALWAYS TRIGGER frozen;
ALTER TABLE ledger.posting ENABLE ALWAYS TRIGGER frozen_whole;

CALL app.protect_tenant('ledger.account');
CALL app.protect_tenant('ledger.head');
CALL app.protect_tenant('ledger.entry');
CALL app.protect_tenant('ledger.posting');
CALL app.protect_tenant('ledger.balance');
CREATE POLICY own_account ON ledger.account AS RESTRICTIVE FOR SELECT TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY own_balance ON ledger.balance AS RESTRICTIVE FOR SELECT TO coop_app
  USING ((SELECT NOT app.is_member())
    OR account_id IN (SELECT a.account_id FROM ledger.account a WHERE a.member_id = (SELECT app.member_id())));
CREATE POLICY officers_only ON ledger.entry AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_only ON ledger.posting AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));

-- Length-prefixed text: no two different rows give the same bytes, and all of it is recomputable from stored columns.
-- In plpgsql, because a function in SQL is parsed anew in every statement that calls it, and each posting calls these.
CREATE FUNCTION ledger.lp(VARIADIC parts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE part text; joined text := '';
BEGIN
  FOREACH part IN ARRAY parts LOOP
    joined := joined || coalesce(octet_length(convert_to(part, 'UTF8'))::text, '-') || ':' || coalesce(part, '');
  END LOOP;
  RETURN joined;
END $$;
CREATE FUNCTION ledger.entry_hash(prev bytea, coop uuid, no bigint, id uuid, on_day date, kind text, source_type text, source_id text,
    reverses uuid, actor uuid, at timestamptz, lines text)
  RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN sha256(prev || convert_to(ledger.lp(coop::text, no::text, id::text, to_char(on_day, 'YYYY-MM-DD'), kind, source_type, source_id,
    reverses::text, actor::text, (extract(epoch FROM at) * 1000000)::bigint::text, lines), 'UTF8'));
END $$;

-- The only door. p_entries: [{id, on, kind, sourceType, sourceId, reverses, actor, request, lines: [[debit, credit, kobo], …]}, …].
-- All entries of one call are written, in their order, or none. Each raised condition carries a constraint name that
-- the server turns into a refusal: period_closed, before_books, below_floor, account_closed.
CREATE FUNCTION ledger.post(p_coop uuid, p_entries jsonb)
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
    IF jsonb_array_length(v_entry->'lines') NOT BETWEEN 1 AND 20000 THEN
      RAISE EXCEPTION 'an entry has 1 to 20000 lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_lines';
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
REVOKE ALL ON FUNCTION ledger.post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.post TO coop_app;

-- Opens the books of a cooperative: its head row, once.
CREATE FUNCTION ledger.open_books(p_coop uuid, p_begin date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not open books for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO ledger.head (cooperative_id, books_begin_on) VALUES (p_coop, p_begin);
END $$;
REVOKE ALL ON FUNCTION ledger.open_books FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.open_books TO coop_app;

-- The first entry of a cooperative that the rows themselves contradict, or a head that disagrees with the last entry.
CREATE FUNCTION ledger.verify(c uuid) RETURNS TABLE (entry_no bigint, problem text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH l AS (
    SELECT p.entry_id, string_agg(ledger.lp(p.line::text, p.debit_id::text, p.credit_id::text, p.amount::text), '' ORDER BY p.line) AS lines
    FROM ledger.posting p WHERE p.cooperative_id = c GROUP BY 1),
  e AS (
    SELECT e.*, coalesce(lag(e.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(e.entry_no) OVER w, 0) AS before_no, l.lines
    FROM ledger.entry e LEFT JOIN l USING (entry_id) WHERE e.cooperative_id = c WINDOW w AS (ORDER BY e.entry_no)),
  judged AS (
    SELECT e.entry_no, CASE
      WHEN e.entry_no <> e.before_no + 1 THEN 'gap'
      WHEN e.prev_hash <> e.before_hash THEN 'link'
      WHEN e.hash IS DISTINCT FROM ledger.entry_hash(e.prev_hash, c, e.entry_no, e.entry_id, e.effective_on, e.kind, e.source_type, e.source_id,
        e.reverses_id, e.actor_id, e.created_at, e.lines) THEN 'content' END AS problem
    FROM e)
  (SELECT j.entry_no, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.entry_no LIMIT 1)
  UNION ALL
  (SELECT h.last_no, 'head' FROM ledger.head h WHERE h.cooperative_id = c
     AND (h.last_no, h.hash) IS DISTINCT FROM coalesce(
       (SELECT (x.entry_no, x.hash) FROM ledger.entry x WHERE x.cooperative_id = c ORDER BY x.entry_no DESC LIMIT 1),
       (0::bigint, decode(repeat('00', 32), 'hex')))) $$;

-- The accountant's two-sided view of the postings.
CREATE VIEW ledger.line WITH (security_invoker = true) AS
  SELECT cooperative_id, entry_id, line, debit_id AS account_id, amount AS debit, 0::bigint AS credit FROM ledger.posting
  UNION ALL SELECT cooperative_id, entry_id, line, credit_id, 0, amount FROM ledger.posting;

GRANT SELECT ON ledger.account, ledger.head, ledger.entry, ledger.posting, ledger.balance, ledger.line TO coop_app;
GRANT INSERT ON ledger.account TO coop_app;

RESET ROLE;
