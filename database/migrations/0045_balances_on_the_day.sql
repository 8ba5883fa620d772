-- What leaves an account is there on the day it leaves, and what is left lasts for every later day (decision 83).
--
-- Invariants, for whatever takes money out, through either door (ledger.post, ledger.post_lines):
--   * a member's account: on the entry's day and on every later day its balance covers the pledges and deposits of that day. That it
--     covers today's is the ledger's own look (below_floor);
--   * cash in hand: on none of those days less than nothing;
--   * an account at a bank: where it would be below zero, a person gave a reason for it (ledger.overdrawing, which never changes), and
--     it is not below its overdraft limit, where it has one. What a payment provider reports has left already: it is always recorded;
--   * money that comes in is never refused, and costs no look at days. The look is made under the lock of the head's row.
-- Relied on by: server/ledger/ledger.ts, which turns below_on_day, cash_below_zero, bank_below_zero and bank_beyond_limit into refusals
-- that name account, day and amount; server/features/society/year-closing.

SET LOCAL ROLE ledger_owner;

ALTER TABLE ledger.account
  ADD COLUMN in_hand boolean NOT NULL DEFAULT false,   -- notes and coins: can't hold less than nothing
  ADD COLUMN overdraft_limit bigint CHECK (overdraft_limit BETWEEN 0 AND 100000000000000),   -- kobo; NULL = the bank has said nothing
  ADD CONSTRAINT in_hand_holds_cash CHECK (NOT in_hand OR holds_cash),
  ADD CONSTRAINT overdrawn_at_a_bank CHECK (overdraft_limit IS NULL OR holds_cash AND NOT in_hand);
CREATE INDEX account_that_holds_cash ON ledger.account (cooperative_id) INCLUDE (account_id) WHERE holds_cash;
GRANT UPDATE (overdraft_limit) ON ledger.account TO coop_app;
UPDATE ledger.account SET in_hand = true WHERE holds_cash AND code IN ('1010', '1015');

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
GRANT SELECT ON ledger.overdrawing TO coop_app;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.overdrawing FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.overdrawing ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.overdrawing FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.overdrawing ENABLE ALWAYS TRIGGER frozen_whole;

-- Runs between the postings and the balances: what was there is what the balances say and what was written.
CREATE FUNCTION ledger.keep_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
REVOKE ALL ON FUNCTION ledger.keep_days FROM PUBLIC;
CREATE TRIGGER keep_days AFTER INSERT ON ledger.posting REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_days();
