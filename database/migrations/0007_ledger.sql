-- The books. One door (ledger.post and ledger.post_lines), nothing is ever changed, and an unbalanced entry can't be written
-- down: each posting names one debit account, one credit account and one amount.
--
-- Invariants:
--   * entry numbers of a cooperative have no gap, and each entry's hash covers the one before it (ledger.verify);
--   * a business event is posted once, for ever (unique source); an entry is reversed once (unique reverses_id);
--   * a posting is of an entry of its own transaction and of two accounts of its cooperative. A payroll of 50,000 lines is
--     checked as a whole: a trigger (refer_posting, in force always) looks once a statement, where a foreign key looks once a
--     row and locks what it finds. Accounts and entries are never removed and keep their keys, so a removal can't outrun a look;
--   * balances are advanced by the same call that writes the postings, under the lock of the cooperative's head row;
--   * books are locked and reopened through functions only, and each time leaves a line that never changes; where a society has
--     two or more officers, who locked a date does not reopen it. A lock_change with an entry_id is a reopening in the
--     transaction that reverses this entry, a closing or the opening balances;
--   * one closing of a year is in force; a reversed one makes room for another;
--   * a retired account has no balance and is no control account (held under the head's lock, so no posting slips between);
--   * what leaves an account is there on the day it leaves, and what is left lasts for every later day, through either door
--     (decision 4; ledger.ts turns below_on_day, cash_below_zero, bank_below_zero and bank_beyond_limit into refusals that name
--     account, day and amount):
--       - a member's account: on the entry's day and on every later day its balance covers the pledges and deposits of that day.
--         That it covers today's is the ledger's own look (below_floor);
--       - cash in hand: on none of those days less than nothing;
--       - an account at a bank: where it would be below zero, a person gave a reason for it (ledger.overdrawing, which never
--         changes), and it is not below its overdraft limit, where it has one. What a payment provider reports has left already:
--         it is always recorded;
--       - money that comes in is never refused, and costs no look at days. The look is made under the lock of the head's row.
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
  holds_cash boolean NOT NULL DEFAULT false,
  in_hand boolean NOT NULL DEFAULT false,           -- notes and coins: can't hold less than nothing
  overdraft_limit bigint CHECK (overdraft_limit BETWEEN 0 AND 100000000000000),   -- kobo; NULL = the bank has said nothing
  PRIMARY KEY (cooperative_id, account_id),
  UNIQUE (cooperative_id, code),
  UNIQUE (cooperative_id, member_id, account_type_id),
  FOREIGN KEY (cooperative_id, control_id) REFERENCES ledger.account,
  CHECK ((member_id IS NULL) = (account_type_id IS NULL)),
  CHECK (member_id IS NULL OR control_id IS NOT NULL),
  CONSTRAINT cash_is_an_asset CHECK (NOT holds_cash OR class = 'asset' AND NOT is_control),
  CONSTRAINT in_hand_holds_cash CHECK (NOT in_hand OR holds_cash),
  CONSTRAINT overdrawn_at_a_bank CHECK (overdraft_limit IS NULL OR holds_cash AND NOT in_hand)
);
CALL app.protect_tenant('ledger.account');
CREATE POLICY own_account ON ledger.account AS RESTRICTIVE FOR SELECT TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_change ON ledger.account AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX account_under_control ON ledger.account (cooperative_id, control_id);
CREATE INDEX account_of_member ON ledger.account (cooperative_id, member_id) INCLUDE (account_id, account_type_id) WHERE member_id IS NOT NULL;
CREATE INDEX account_that_holds_cash ON ledger.account (cooperative_id) INCLUDE (account_id) WHERE holds_cash;
-- A renamed account type renames its accounts in the chart; nothing else of an account changes.
GRANT SELECT, INSERT, UPDATE (name, overdraft_limit) ON ledger.account TO coop_app;

CREATE TABLE ledger.head (                          -- the cooperative's clock: last number, last hash, open dates
  cooperative_id uuid PRIMARY KEY,
  last_no bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000',
  books_begin_on date NOT NULL,
  closed_through date
);
CALL app.protect_tenant('ledger.head');
CREATE POLICY anchored ON ledger.head FOR SELECT TO coop_jobs USING (true);
GRANT SELECT ON ledger.head TO coop_app;
GRANT SELECT (cooperative_id, last_no, hash) ON ledger.head TO coop_jobs;

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
CALL app.protect_tenant('ledger.entry');
CREATE POLICY officers_only ON ledger.entry AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX entry_by_date ON ledger.entry (cooperative_id, effective_on);
GRANT SELECT ON ledger.entry TO coop_app;

CREATE TABLE ledger.posting (
  cooperative_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  line int NOT NULL,
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  debit_id uuid NOT NULL,
  credit_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  CHECK (debit_id <> credit_id),
  PRIMARY KEY (cooperative_id, entry_id, line)
);
CALL app.protect_tenant('ledger.posting');
CREATE POLICY officers_only ON ledger.posting AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX posting_debit ON ledger.posting (cooperative_id, debit_id);
CREATE INDEX posting_credit ON ledger.posting (cooperative_id, credit_id);
GRANT SELECT ON ledger.posting TO coop_app;

CREATE TABLE ledger.balance (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,
  slot smallint NOT NULL DEFAULT 0,                 -- one slot today; a cash account that grows hot can be spread later
  debits bigint NOT NULL DEFAULT 0 CHECK (debits >= 0),
  credits bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  PRIMARY KEY (cooperative_id, account_id, slot),
  FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account
) WITH (fillfactor = 70);
CALL app.protect_tenant('ledger.balance');
CREATE POLICY own_balance ON ledger.balance AS RESTRICTIVE FOR SELECT TO coop_app
  USING ((SELECT NOT app.is_member())
    OR account_id IN (SELECT a.account_id FROM ledger.account a WHERE a.member_id = (SELECT app.member_id())));
GRANT SELECT ON ledger.balance TO coop_app;

CREATE FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'ledger rows are append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.entry ENABLE ALWAYS TRIGGER frozen_whole;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.posting FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.posting ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.posting ENABLE ALWAYS TRIGGER frozen_whole;

-- Length-prefixed text: no two different rows give the same bytes, and all of it is recomputable from stored columns.
-- In plpgsql, because a function in SQL is parsed again in every statement that calls it, and each posting calls these.
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

  -- One pass over the accounts touched: none may be a control account or retired, none may be below its floor.
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
GRANT SELECT ON ledger.line TO coop_app;

CREATE TABLE ledger.lock_change (
  cooperative_id uuid NOT NULL,
  number int NOT NULL,                              -- in the order in which they happened
  kind text NOT NULL CHECK (kind IN ('lock', 'reopen')),
  through date,                                     -- closed through this day from then on; NULL = all open
  before date,
  reason text,
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  entry_id uuid,
  PRIMARY KEY (cooperative_id, number),
  CHECK (kind = 'reopen' OR through IS NOT NULL),
  CHECK ((kind = 'reopen') = (reason IS NOT NULL)),
  FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry (cooperative_id, entry_id),
  CHECK (entry_id IS NULL OR kind = 'reopen')
);
CALL app.protect_tenant('ledger.lock_change');
CREATE POLICY officers_only ON ledger.lock_change AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.lock_change FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.lock_change ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.lock_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.lock_change ENABLE ALWAYS TRIGGER frozen_whole;
GRANT SELECT ON ledger.lock_change TO coop_app;

SET LOCAL ROLE coop_owner;

CREATE TABLE app.year_closing (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  closing_id uuid NOT NULL,
  year_from date NOT NULL,
  year_end date NOT NULL,
  surplus bigint NOT NULL,                          -- kobo that went to undistributed surplus; below zero for a deficit
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  closed_by uuid NOT NULL,
  closed_by_name text NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_id uuid,
  reversal_no bigint,
  reversed_by_name text,
  reversed_at timestamptz,
  reason text,
  PRIMARY KEY (cooperative_id, closing_id),
  CHECK (year_from < year_end),
  CHECK (num_nulls(reversal_id, reversal_no, reversed_by_name, reversed_at, reason) IN (0, 5))
);
CALL app.protect_tenant('app.year_closing');
CALL app.protect_officer_rows('app.year_closing');
CREATE UNIQUE INDEX year_closing_in_force ON app.year_closing (cooperative_id, year_end) WHERE reversed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (reversal_id, reversal_no, reversed_by_name, reversed_at, reason) ON app.year_closing TO coop_app;

SET LOCAL ROLE ledger_owner;

-- Puts money's writers in line behind this transaction: what it reads of the books stays true until it ends.
CREATE FUNCTION ledger.lock_head(p_coop uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not hold the books of %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION ledger.lock_head FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.lock_head TO coop_app;

-- Locks the books through a day, later than before. Raises lock_not_later.
CREATE FUNCTION ledger.lock_through(p_coop uuid, p_through date, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_before date;
BEGIN
  PERFORM ledger.lock_head(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF p_through <= v_before THEN
    RAISE EXCEPTION 'already locked through that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_later';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, actor_id, actor_name)
    SELECT p_coop, coalesce(max(c.number), 0) + 1, 'lock', p_through, v_before, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;
REVOKE ALL ON FUNCTION ledger.lock_through FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.lock_through TO coop_app;

-- Opens the books again after a day, or all of them. Raises lock_not_earlier, and reopened_by_locker where the society
-- has two or more officers and this one locked a day that would open.
CREATE FUNCTION ledger.reopen_after(p_coop uuid, p_through date, p_reason text, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_before date;
BEGIN
  PERFORM ledger.lock_head(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF v_before IS NULL OR p_through >= v_before THEN
    RAISE EXCEPTION 'not locked after that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_earlier';
  END IF;
  IF app.officer_count() > 1 AND EXISTS (
      SELECT FROM ledger.lock_change l WHERE l.cooperative_id = p_coop AND l.kind = 'lock' AND l.actor_id = p_actor
        AND l.through > coalesce(p_through, '-infinity')
        AND NOT EXISTS (SELECT FROM ledger.lock_change o WHERE o.cooperative_id = p_coop AND o.kind = 'reopen' AND o.number > l.number
          AND coalesce(o.through, '-infinity') < l.through)) THEN
    RAISE EXCEPTION 'who locked does not reopen' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_locker';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name)
    SELECT p_coop, max(c.number) + 1, 'reopen', p_through, v_before, p_reason, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;
REVOKE ALL ON FUNCTION ledger.reopen_after FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.reopen_after TO coop_app;

-- Takes an account of the society out of use, or brings it back. Raises account_is_control, account_has_balance.
CREATE FUNCTION ledger.retire_account(p_coop uuid, p_account uuid, p_retired boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_account ledger.account;
BEGIN
  PERFORM ledger.lock_head(p_coop);
  SELECT * INTO STRICT v_account FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NULL;
  IF p_retired AND v_account.is_control THEN
    RAISE EXCEPTION 'a control account stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_is_control';
  END IF;
  IF p_retired AND EXISTS (SELECT FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = p_account
      GROUP BY b.account_id HAVING sum(b.debits) <> sum(b.credits)) THEN
    RAISE EXCEPTION 'an account with a balance stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_has_balance';
  END IF;
  UPDATE ledger.account a SET retired_at = CASE WHEN p_retired THEN coalesce(a.retired_at, now()) END
    WHERE a.cooperative_id = p_coop AND a.account_id = p_account;
END $$;
REVOKE ALL ON FUNCTION ledger.retire_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.retire_account TO coop_app;

CREATE FUNCTION ledger.protect_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_id ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.protect_row();
ALTER TABLE ledger.account ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.protect_row();
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

  -- Both sides of every line, summed by account; the balance of an account after it is held against its floor, and none may be
  -- a control account or retired. Who advances a balance holds the head's row, so no other opens one meanwhile.
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

-- Opens the books as far as they were open before the lock through the day of this closing, or of these opening balances; nothing
-- where they are not locked through that day, or further. The officer who locked may do it too, because the reversal takes two officers itself.
CREATE FUNCTION ledger.reopen_for_reversal(p_coop uuid, p_entry uuid, p_reason text, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_on date; v_through date;
BEGIN
  PERFORM ledger.lock_head(p_coop);
  SELECT e.effective_on INTO STRICT v_on FROM ledger.entry e WHERE e.cooperative_id = p_coop AND e.entry_id = p_entry AND e.kind IN ('closing', 'opening');
  IF NOT EXISTS (SELECT FROM ledger.head h WHERE h.cooperative_id = p_coop AND h.closed_through = v_on) THEN RETURN; END IF;
  SELECT c.before INTO v_through FROM ledger.lock_change c
    WHERE c.cooperative_id = p_coop AND c.kind = 'lock' AND c.through = v_on ORDER BY c.number DESC LIMIT 1;
  UPDATE ledger.head h SET closed_through = v_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name, entry_id)
    SELECT p_coop, max(c.number) + 1, 'reopen', v_through, v_on, p_reason, p_actor, p_actor_name, p_entry
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;
REVOKE ALL ON FUNCTION ledger.reopen_for_reversal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.reopen_for_reversal TO coop_app;

CREATE FUNCTION ledger.reopened_by_reversal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry e WHERE e.cooperative_id = NEW.cooperative_id AND e.reverses_id = NEW.entry_id AND e.txid = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'the entry was not reversed with it' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_reversal';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER reopened_by_reversal AFTER INSERT ON ledger.lock_change DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.entry_id IS NOT NULL) EXECUTE FUNCTION ledger.reopened_by_reversal();
REVOKE ALL ON FUNCTION ledger.reopened_by_reversal FROM PUBLIC;
GRANT USAGE ON SCHEMA ledger TO coop_jobs;

CREATE TABLE ledger.overdrawing (                   -- a bank account that an entry took, or left, below zero, and why
  cooperative_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL,
  on_day date NOT NULL,                             -- the day on which least is there
  balance bigint NOT NULL CHECK (balance < 0),      -- kobo, of that day
  reason text NOT NULL CHECK (length(reason) BETWEEN 3 AND 500),
  PRIMARY KEY (cooperative_id, entry_id, account_id),
  FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry,
  FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account
);
CALL app.protect_tenant('ledger.overdrawing');
CREATE POLICY officers_only ON ledger.overdrawing AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX overdrawing_of_account ON ledger.overdrawing (cooperative_id, account_id);
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.overdrawing FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.overdrawing ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.overdrawing FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.overdrawing ENABLE ALWAYS TRIGGER frozen_whole;
GRANT SELECT ON ledger.overdrawing TO coop_app;

-- Runs between the postings and the balances: what was there is what the balances say and what was written.
CREATE FUNCTION ledger.check_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := (SELECT w.cooperative_id FROM written w LIMIT 1);
  v_reason text := nullif(convert_from(decode(coalesce(current_setting('app.overdrawn_reason', true), ''), 'hex'), 'UTF8'), '');
  v_reported boolean := coalesce(current_setting('app.bank_reported', true), '') = 'on';   -- the money has left, whatever the limit
  v_accounts uuid[];
  v_days date[];
  v_low record;
BEGIN
  -- Accounts of members that are debited and accounts of cash that are credited, each with the first day of that.
  SELECT array_agg(o.account_id), array_agg(o.on_day) INTO v_accounts, v_days FROM (
    SELECT t.account_id, min(e.effective_on) AS on_day
    FROM (
      SELECT d.account_id, d.entry_id FROM (SELECT DISTINCT w.debit_id AS account_id, w.entry_id FROM written w) d
      CROSS JOIN LATERAL (SELECT FROM ledger.account a WHERE a.cooperative_id = v_coop AND a.account_id = d.account_id AND a.member_id IS NOT NULL LIMIT 1) a
      UNION ALL
      SELECT DISTINCT w.credit_id, w.entry_id FROM written w
      WHERE w.credit_id IN (SELECT a.account_id FROM ledger.account a WHERE a.cooperative_id = v_coop AND a.holds_cash)) t
    CROSS JOIN LATERAL (SELECT e.effective_on FROM ledger.entry e WHERE e.cooperative_id = v_coop AND e.entry_id = t.entry_id LIMIT 1) e
    GROUP BY t.account_id) o;
  IF v_accounts IS NULL THEN RETURN NULL; END IF;

  -- Planned each time: how much lies behind a day differs from one entry to the next. Balances of a day are today's without what came later.
  FOR v_low IN EXECUTE $q$
    WITH moved AS (
      SELECT m.account_id, sum(m.amount) AS amount FROM (
        SELECT w.debit_id AS account_id, w.amount FROM written w UNION ALL SELECT w.credit_id, -w.amount FROM written w) m
      WHERE m.account_id = ANY ($2) GROUP BY m.account_id),
    account AS MATERIALIZED (
      SELECT o.account_id, o.on_day, a.code, a.name, a.in_hand, a.overdraft_limit, a.member_id, s.side, s.side * m.amount AS moved,
        s.side * (m.amount + coalesce((SELECT sum(b.debits - b.credits) FROM ledger.balance b WHERE b.cooperative_id = $1 AND b.account_id = o.account_id), 0))
          - coalesce(a.min_balance, 0) AS free
      FROM unnest($2, $3) AS o(account_id, on_day)
      JOIN moved m ON m.account_id = o.account_id
      JOIN ledger.account a ON a.cooperative_id = $1 AND a.account_id = o.account_id
      CROSS JOIN LATERAL (SELECT CASE WHEN a.member_id IS NULL THEN 1 ELSE -1 END AS side) s),
    later AS (
      SELECT a.account_id, e.effective_on AS on_day, a.side * p.amount AS came
      FROM account a JOIN ledger.posting p ON p.cooperative_id = $1 AND p.debit_id = a.account_id
      JOIN ledger.entry e ON e.cooperative_id = $1 AND e.entry_id = p.entry_id AND e.effective_on > a.on_day
      UNION ALL
      SELECT a.account_id, e.effective_on, -a.side * p.amount
      FROM account a JOIN ledger.posting p ON p.cooperative_id = $1 AND p.credit_id = a.account_id
      JOIN ledger.entry e ON e.cooperative_id = $1 AND e.entry_id = p.entry_id AND e.effective_on > a.on_day
      UNION ALL
      SELECT a.account_id, (p.placed_at AT TIME ZONE 'Africa/Lagos')::date, -p.held
      FROM account a JOIN app.pledge p ON p.cooperative_id = $1 AND p.account_id = a.account_id AND p.released_at IS NULL
      WHERE (p.placed_at AT TIME ZONE 'Africa/Lagos')::date > a.on_day
      UNION ALL
      SELECT a.account_id, d.opened_on, -d.principal
      FROM account a JOIN app.fixed_deposit d ON d.cooperative_id = $1 AND d.account_id = a.account_id AND d.status = 'open' AND d.opened_on > a.on_day),
    day AS (
      SELECT d.account_id, d.on_day, coalesce(sum(sum(d.came)) OVER (PARTITION BY d.account_id ORDER BY d.on_day DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS after
      FROM (SELECT a.account_id, a.on_day, 0 AS came FROM account a UNION ALL SELECT * FROM later) d GROUP BY d.account_id, d.on_day)
    SELECT DISTINCT ON (a.account_id) a.account_id, a.code, a.name, a.in_hand, a.overdraft_limit, a.member_id, d.on_day,
      (a.free - d.after)::bigint AS stays, (a.free - d.after - a.moved)::bigint AS free
    FROM account a JOIN day d ON d.account_id = a.account_id
    -- Of a member's account that is short today the ledger speaks itself.
    WHERE a.free - d.after < 0 AND a.moved < 0 AND (a.member_id IS NULL OR a.free >= 0)
    ORDER BY a.account_id, a.free - d.after, d.on_day $q$ USING v_coop, v_accounts, v_days
  LOOP
    IF v_low.member_id IS NOT NULL THEN
      RAISE EXCEPTION 'below the floor of an account on a day' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_on_day',
        DETAIL = jsonb_build_object('account', v_low.name, 'day', v_low.on_day, 'free', greatest(v_low.free, 0))::text;
    ELSIF v_low.in_hand THEN
      RAISE EXCEPTION 'cash below zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'cash_below_zero',
        DETAIL = jsonb_build_object('account', concat_ws(' ', v_low.code, v_low.name), 'day', v_low.on_day, 'free', greatest(v_low.free, 0))::text;
    ELSIF v_low.stays < -v_low.overdraft_limit AND NOT v_reported THEN
      RAISE EXCEPTION 'below the overdraft limit' USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_beyond_limit',
        DETAIL = jsonb_build_object('account', concat_ws(' ', v_low.code, v_low.name), 'day', v_low.on_day, 'free', greatest(v_low.free + v_low.overdraft_limit, 0), 'limit', v_low.overdraft_limit)::text;
    ELSIF v_reason IS NULL AND NOT v_reported THEN
      RAISE EXCEPTION 'bank below zero without a reason' USING ERRCODE = 'check_violation', CONSTRAINT = 'bank_below_zero',
        DETAIL = jsonb_build_object('account', concat_ws(' ', v_low.code, v_low.name), 'day', v_low.on_day, 'short', -v_low.stays)::text;
    ELSE
      INSERT INTO ledger.overdrawing (cooperative_id, entry_id, account_id, on_day, balance, reason)
        SELECT DISTINCT v_coop, w.entry_id, v_low.account_id, v_low.on_day, v_low.stays, coalesce(v_reason, 'Reported by the payment provider') FROM written w WHERE w.credit_id = v_low.account_id;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER check_days AFTER INSERT ON ledger.posting REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.check_days();
REVOKE ALL ON FUNCTION ledger.check_days FROM PUBLIC;
