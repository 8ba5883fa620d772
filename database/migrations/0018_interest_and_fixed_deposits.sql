-- Interest on savings, paid by a run for a period, and fixed deposits that are bound until a day.
--
-- Invariants:
--   * a month's interest on an account type stands once (the key of app.interest_month); it is free again when its run is
--     turned down or reversed, by whatever way (trigger interest_reopens on app.transaction);
--   * what a run posted on each account is the sum of its lines (database/checks/interest_agrees_with_postings.sql);
--   * a member's deposit account stands at what his open deposits come to, and that is its floor too, so the ledger itself
--     lets nothing out before a deposit is ended (database/checks/fixed_deposits_agree_with_books.sql);
--   * an opening or an ending that is reversed, by whatever way, is undone in the register too (trigger deposits_follow).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration
  ADD COLUMN society_kind text NOT NULL DEFAULT 'general' CHECK (society_kind IN ('general', 'salary_earners', 'market', 'non_interest'));
GRANT UPDATE (society_kind) ON app.configuration TO coop_app;

ALTER TABLE app.account_type DROP CONSTRAINT account_type_kind_check;
ALTER TABLE app.account_type ADD CONSTRAINT account_type_kind_check CHECK (kind IN ('savings', 'shares', 'fixed_deposit'));
ALTER TABLE app.account_type
  ADD COLUMN interest_rate_basis_points int CHECK (interest_rate_basis_points BETWEEN 1 AND 10000),   -- a year; NULL: none
  ADD COLUMN interest_day_count text CHECK (interest_day_count IN ('actual/365', 'actual/360')),
  ADD COLUMN interest_rounding text CHECK (interest_rounding IN ('half_up', 'half_even')),
  ADD COLUMN interest_method text CHECK (interest_method IN ('minimum', 'average', 'daily')),
  ADD COLUMN interest_every text CHECK (interest_every IN ('month', 'quarter', 'year')),
  ADD COLUMN interest_least_balance bigint CHECK (interest_least_balance >= 0),                       -- kobo; less earns nothing
  ADD COLUMN deposit_months int CHECK (deposit_months BETWEEN 1 AND 120),
  ADD COLUMN deposit_least_amount bigint CHECK (deposit_least_amount > 0),                            -- kobo
  ADD COLUMN deposit_at_maturity text CHECK (deposit_at_maturity IN ('pay_out', 'renew_principal', 'renew_all')),
  ADD COLUMN deposit_break_rule text CHECK (deposit_break_rule IN ('forfeit', 'lower_rate')),
  ADD COLUMN deposit_break_rate_basis_points int CHECK (deposit_break_rate_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN deposit_notice_days int CHECK (deposit_notice_days BETWEEN 0 AND 366),
  ADD CONSTRAINT shares_bear_no_interest CHECK (kind <> 'shares' OR interest_rate_basis_points IS NULL),
  ADD CONSTRAINT interest_is_said_whole CHECK (num_nonnulls(interest_rate_basis_points, interest_day_count, interest_rounding) IN (0, 3)),
  ADD CONSTRAINT savings_interest_is_said_whole CHECK (num_nonnulls(interest_method, interest_every, interest_least_balance)
    = CASE WHEN kind = 'savings' AND interest_rate_basis_points IS NOT NULL THEN 3 ELSE 0 END),
  ADD CONSTRAINT deposit_is_said_whole CHECK (num_nonnulls(deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule,
    deposit_break_rate_basis_points, deposit_notice_days) = CASE WHEN kind = 'fixed_deposit' THEN 6 ELSE 0 END),
  ADD CONSTRAINT deposits_bear_interest CHECK (kind <> 'fixed_deposit' OR interest_rate_basis_points IS NOT NULL),
  ADD CONSTRAINT deposits_are_no_default CHECK (kind <> 'fixed_deposit' OR NOT is_default);
GRANT UPDATE (interest_rate_basis_points, interest_day_count, interest_rounding, interest_method, interest_every, interest_least_balance, deposit_months,
  deposit_least_amount, deposit_at_maturity, deposit_break_rule, deposit_break_rate_basis_points, deposit_notice_days) ON app.account_type TO coop_app;

ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check;
ALTER TABLE app.transaction ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase',
  'share_transfer', 'share_redemption', 'charge', 'journal', 'disbursement', 'repayment', 'interest', 'fixed_deposit'));
-- An interest run is one row of nobody's, beside the rows of the members whom it pays.
ALTER TABLE app.transaction DROP CONSTRAINT journals_are_nobodys;
ALTER TABLE app.transaction ADD CONSTRAINT journals_are_nobodys
  CHECK ((member_id IS NULL) = (type = 'journal' OR type = 'interest' AND account_type_id IS NULL));
ALTER TABLE app.transaction DROP CONSTRAINT members_accounts_move;
ALTER TABLE app.transaction ADD CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL OR type IN ('charge', 'journal', 'interest'));

CREATE TABLE app.interest_run (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- its row among the transactions, whose status is the run's
  account_type_id uuid NOT NULL,
  first_day date NOT NULL CHECK (extract(day FROM first_day) = 1),
  last_day date NOT NULL,
  -- The terms as they were.
  rate_basis_points int NOT NULL,
  day_count text NOT NULL,
  rounding text NOT NULL,
  method text NOT NULL,
  least_balance bigint NOT NULL,                    -- kobo
  members int NOT NULL CHECK (members > 0),         -- who get something
  total bigint NOT NULL CHECK (total > 0),          -- kobo
  seen_to_no bigint NOT NULL,                       -- the last entry that the figures know of
  PRIMARY KEY (cooperative_id, run_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CHECK (first_day < last_day)
);
CALL app.protect_tenant('app.interest_run');
CALL app.protect_officer_rows('app.interest_run');
CREATE INDEX interest_run_newest ON app.interest_run (cooperative_id, last_day DESC, run_id);
GRANT SELECT, INSERT ON app.interest_run TO coop_app;

CREATE TABLE app.interest_month (
  cooperative_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  run_id uuid NOT NULL,
  CONSTRAINT interest_of_a_month_once PRIMARY KEY (cooperative_id, account_type_id, month),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run
);
CALL app.protect_tenant('app.interest_month');
CALL app.protect_officer_rows('app.interest_month');
CREATE INDEX interest_month_of_run ON app.interest_month (cooperative_id, run_id);
GRANT SELECT, INSERT ON app.interest_month TO coop_app;

CREATE TABLE app.interest_line (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,                             -- that pays it
  of_run_id uuid NOT NULL,                          -- whose period it is for: its own, or an earlier one that came out differently
  account_id uuid NOT NULL,
  member_id uuid NOT NULL,
  basis bigint NOT NULL,                            -- kobo that earned, on average over the days of the period
  amount bigint NOT NULL CHECK (amount >= 0 OR of_run_id <> run_id),   -- kobo; below zero where an earlier period paid too much
  PRIMARY KEY (cooperative_id, run_id, account_id, of_run_id),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run,
  FOREIGN KEY (cooperative_id, of_run_id) REFERENCES app.interest_run (cooperative_id, run_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.interest_line');
CALL app.protect_officer_rows('app.interest_line');
CREATE INDEX interest_line_of_period ON app.interest_line (cooperative_id, of_run_id, account_id);
GRANT SELECT, INSERT ON app.interest_line TO coop_app;

-- Whoever turns a run down or reverses it, and from which page: its months can be run again.
CREATE FUNCTION app.reopen_interest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.interest_month m USING app.interest_run r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.transaction_id = NEW.transaction_id AND m.cooperative_id = NEW.cooperative_id AND m.run_id = r.run_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.reopen_interest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reopen_interest TO coop_app;
CREATE TRIGGER interest_reopens AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'interest' AND NEW.member_id IS NULL AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.reopen_interest();

CREATE TABLE app.fixed_deposit (
  cooperative_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  certificate_no int NOT NULL CHECK (certificate_no > 0),
  member_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the member's account in the ledger on which it stands beside his others of the type
  principal bigint NOT NULL CHECK (principal BETWEEN 1 AND 100000000000000),   -- kobo
  -- The terms as they were agreed.
  months int NOT NULL CHECK (months > 0),
  rate_basis_points int NOT NULL,
  day_count text NOT NULL,
  rounding text NOT NULL,
  at_maturity text NOT NULL,
  break_rule text NOT NULL,
  break_rate_basis_points int NOT NULL,
  notice_days int NOT NULL,
  opened_on date NOT NULL,
  matures_on date NOT NULL,
  interest_at_maturity bigint NOT NULL CHECK (interest_at_maturity > 0),       -- kobo
  status text NOT NULL CHECK (status IN ('open', 'paid_out', 'renewed', 'broken', 'reversed')),
  renews_id uuid,                                   -- the matured deposit whose money this one holds
  opening_entry_id uuid NOT NULL,
  opened_by_name text NOT NULL,
  ended_on date,
  ending_entry_id uuid,
  ending_entry_no bigint,
  interest_paid bigint CHECK (interest_paid >= 0),  -- kobo
  ended_by_name text,
  broken_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, deposit_id),
  CONSTRAINT certificate_is_one_deposits UNIQUE (cooperative_id, certificate_no),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  FOREIGN KEY (cooperative_id, renews_id) REFERENCES app.fixed_deposit (cooperative_id, deposit_id),
  CHECK (opened_on < matures_on),
  CHECK ((status IN ('paid_out', 'renewed', 'broken')) = (ending_entry_id IS NOT NULL AND interest_paid IS NOT NULL AND ended_by_name IS NOT NULL)),
  CHECK ((status = 'open') = (ended_on IS NULL)),
  CHECK ((status = 'broken') = (broken_reason IS NOT NULL))
);
CALL app.protect_tenant('app.fixed_deposit');
CALL app.protect_member_rows('app.fixed_deposit');
CREATE POLICY officers_open ON app.fixed_deposit AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_end ON app.fixed_deposit AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX fixed_deposit_open ON app.fixed_deposit (cooperative_id, matures_on) INCLUDE (account_id, principal) WHERE status = 'open';
CREATE INDEX fixed_deposit_of_member ON app.fixed_deposit (cooperative_id, member_id);
CREATE INDEX fixed_deposit_on_account ON app.fixed_deposit (cooperative_id, account_id) WHERE status = 'open';
CREATE INDEX fixed_deposit_opened_by ON app.fixed_deposit (cooperative_id, opening_entry_id);
CREATE INDEX fixed_deposit_ended_by ON app.fixed_deposit (cooperative_id, ending_entry_id) WHERE ending_entry_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) ON app.fixed_deposit TO coop_app;
GRANT SELECT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) ON app.fixed_deposit TO ledger_owner;

RESET ROLE;
SET LOCAL ROLE ledger_owner;

-- What may not leave a member's account: its open pledges, and the open deposits that stand on it.
CREATE FUNCTION ledger.floor_of(p_coop uuid, p_account uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT sum(p.amount) FROM app.pledge p WHERE p.cooperative_id = p_coop AND p.account_id = p_account AND p.released_at IS NULL), 0)::bigint
    + coalesce((SELECT sum(d.principal) FROM app.fixed_deposit d WHERE d.cooperative_id = p_coop AND d.account_id = p_account AND d.status = 'open'), 0)::bigint $$;
REVOKE ALL ON FUNCTION ledger.floor_of FROM PUBLIC;

-- As before (0012), and open deposits raise the floor too.
CREATE OR REPLACE FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before bigint;
  v_floor bigint;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  SELECT a.min_balance INTO v_before FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no account of a member %', p_account; END IF;
  v_floor := ledger.floor_of(p_coop, p_account);
  IF v_floor > coalesce(v_before, 0) AND v_floor > coalesce((SELECT sum(b.credits - b.debits) FROM ledger.balance b
      WHERE b.cooperative_id = p_coop AND b.account_id = p_account), 0) THEN
    RAISE EXCEPTION 'more pledged than stands on the account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;
  UPDATE ledger.account a SET min_balance = v_floor WHERE a.cooperative_id = p_coop AND a.account_id = p_account;
  RETURN v_floor;
END $$;

-- A reversed opening undoes its deposit and frees its money for this very reversal; a reversed ending opens the deposit
-- again, and ledger.post then looks whether its money came back.
CREATE FUNCTION ledger.deposits_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_accounts uuid[];
BEGIN
  SELECT array_agg(DISTINCT d.account_id) INTO v_accounts FROM app.fixed_deposit d
    WHERE d.cooperative_id = NEW.cooperative_id AND (d.opening_entry_id = NEW.reverses_id OR d.ending_entry_id = NEW.reverses_id);
  IF v_accounts IS NULL THEN RETURN NULL; END IF;
  UPDATE app.fixed_deposit d SET status = 'reversed', ended_on = NEW.effective_on
    WHERE d.cooperative_id = NEW.cooperative_id AND d.opening_entry_id = NEW.reverses_id AND d.status = 'open';
  UPDATE app.fixed_deposit d SET status = 'open', ended_on = NULL, ending_entry_id = NULL, ending_entry_no = NULL, interest_paid = NULL, ended_by_name = NULL,
      broken_reason = NULL
    WHERE d.cooperative_id = NEW.cooperative_id AND d.ending_entry_id = NEW.reverses_id;
  UPDATE ledger.account a SET min_balance = ledger.floor_of(NEW.cooperative_id, a.account_id)
    WHERE a.cooperative_id = NEW.cooperative_id AND a.account_id = ANY (v_accounts);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION ledger.deposits_follow FROM PUBLIC;
CREATE TRIGGER deposits_follow AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION ledger.deposits_follow();

RESET ROLE;
