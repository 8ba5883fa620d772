-- Money as the society speaks of it: account types, transactions and who approves them, pledges, interest, fixed deposits, and
-- what members' contributions are due.
--
-- Invariants:
--   * an approved or reversed transaction points at the line of the ledger that carries it, amount for amount
--     (database/checks/transactions_agree_with_postings.sql), and is reversed exactly when its entry is (reversals_agree.sql);
--   * what was decided about a transaction, by whom and why, is appended and never changed. A member's own session can only ask:
--     its transactions are pending, and it changes none;
--   * the two halves of a transfer share one posting of one entry;
--   * a transaction is of a member and an account type of its cooperative (trigger refer_transaction, in force always). An
--     expense or other income is no member's, names the other party and exactly one account (expenses_agree_with_postings.sql);
--   * a proof is added by its member while the deposit waits, or by an officer to an expense or other income that is not
--     rejected or reversed (policy while_it_waits); no role may change or delete one, only erasing the person empties it;
--   * the floor of a member's account is what its open pledges and deposits hold (floors_are_pledges.sql), so the ledger itself
--     lets nothing out before (fixed_deposits_agree_with_books.sql). An opening or an ending of a deposit that is reversed, in
--     any way, is undone in the register too (trigger deposits_follow);
--   * interest of a month on an account type is paid once (the key of app.interest_month), and free again when its run is turned
--     down or reversed (trigger interest_reopens). What a run posted is the sum of its lines
--     (interest_agrees_with_postings.sql);
--   * a member's session reads those bank accounts only that officers show to members;
--   * app.member_savings is the sum of all postings up to app.savings_summed.entry_no to the savings accounts of the member; a
--     member who is missing there has none up to it. Postings are frozen and numbered without a gap in the order of their
--     commits, so the number says what is in the sums. Only app.sum_savings writes either, one at a time in each cooperative;
--   * an account type of fixed deposits has, beside its own term and rate, a table of further rates by term and amount; only
--     such a type has one. A deposit keeps the term and rate it was opened on (app.fixed_deposit), so a change is for those to
--     come;
--   * opening_accrued is what the old books had of a deposit's interest as an expense, on interest payable; NULL on a deposit
--     that was opened here. It is no expense again when the deposit ends;
--   * of the payments through one cash or bank account that wait or stand, no two have one reference (reference_used_once); one
--     that was rejected or reversed frees it;
--   * a society has at most one account type for dividends to members' banks and one for what former members are owed
--     (account_type_of_payables); both take nothing by hand, because they are retired from the beginning;
--   * what comes in for somebody whose membership is over is owed to them: it is on an account of their own that is paid out,
--     never in savings (database/checks/former_members_are_owed.sql);
--   * a line of interest that was earned on an account that its settlement emptied names the account that it was credited to;
--   * of a link to a statement only the hash of its token is stored, and its figures are those of the moment when it was made;
--   * what changes a plan, a contribution or a deduction writes down the member and the month in the same transaction
--     (triggers). The first unpaid month that is kept of a member holds while nothing is written down of them; the register
--     works out the others itself. It depends on no clock, and only app.compute_unpaid_months takes away what was written down
--     (decision 3);
--   * many members at once are worked out by plans made for the rows that are there now: those that a connection kept from the
--     time when the society had few rows read all its payments for each member.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.account_type (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_type_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('savings', 'shares', 'fixed_deposit')),
  control_id uuid NOT NULL,                         -- the control account in the ledger above members' accounts of this type
  is_default boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  release_on date,                                  -- target and Christmas savings: nothing leaves before this day
  early_release boolean NOT NULL DEFAULT false,     -- an officer may pay out before it all the same
  interest_rate_basis_points int CHECK (interest_rate_basis_points BETWEEN 1 AND 10000),   -- a year; NULL: none
  interest_day_count text CHECK (interest_day_count IN ('actual/365', 'actual/360')),
  interest_rounding text CHECK (interest_rounding IN ('half_up', 'half_even')),
  interest_method text CHECK (interest_method IN ('minimum', 'average', 'daily')),
  interest_every text CHECK (interest_every IN ('month', 'quarter', 'year')),
  interest_least_balance bigint CHECK (interest_least_balance >= 0),   -- kobo; less earns nothing
  deposit_months int CHECK (deposit_months BETWEEN 1 AND 120),
  deposit_least_amount bigint CHECK (deposit_least_amount > 0),   -- kobo
  deposit_at_maturity text CHECK (deposit_at_maturity IN ('pay_out', 'renew_principal', 'renew_all')),
  deposit_break_rule text CHECK (deposit_break_rule IN ('forfeit', 'lower_rate')),
  deposit_break_rate_basis_points int CHECK (deposit_break_rate_basis_points BETWEEN 0 AND 10000),
  deposit_notice_days int CHECK (deposit_notice_days BETWEEN 0 AND 366),
  -- [{"months": 6, "from": "50000000", "rateBasisPoints": 900}], "from" in kobo as text.
  deposit_rates jsonb NOT NULL DEFAULT '[]',
  is_payable boolean NOT NULL DEFAULT false,        -- dividends that are to be paid to members' banks
  is_for_former boolean NOT NULL DEFAULT false,     -- owed to those whose membership is over
  PRIMARY KEY (cooperative_id, account_type_id),
  UNIQUE (cooperative_id, code),
  CONSTRAINT default_is_offered CHECK (NOT is_default OR retired_at IS NULL),
  CONSTRAINT only_savings_wait CHECK (release_on IS NULL OR (kind = 'savings' AND NOT is_default)),
  CONSTRAINT shares_bear_no_interest CHECK (kind <> 'shares' OR interest_rate_basis_points IS NULL),
  CONSTRAINT interest_is_said_whole CHECK (num_nonnulls(interest_rate_basis_points, interest_day_count, interest_rounding) IN (0, 3)),
  CONSTRAINT savings_interest_is_said_whole CHECK (num_nonnulls(interest_method, interest_every, interest_least_balance)
    = CASE WHEN kind = 'savings' AND interest_rate_basis_points IS NOT NULL THEN 3 ELSE 0 END),
  CONSTRAINT deposit_is_said_whole CHECK (num_nonnulls(deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule,
    deposit_break_rate_basis_points, deposit_notice_days) = CASE WHEN kind = 'fixed_deposit' THEN 6 ELSE 0 END),
  CONSTRAINT deposits_bear_interest CHECK (kind <> 'fixed_deposit' OR interest_rate_basis_points IS NOT NULL),
  CONSTRAINT deposits_are_no_default CHECK (kind <> 'fixed_deposit' OR NOT is_default),
  CONSTRAINT rates_are_of_deposits CHECK (jsonb_typeof(deposit_rates) = 'array' AND (kind = 'fixed_deposit' OR deposit_rates = '[]')),
  CONSTRAINT payables_are_plain CHECK (NOT is_payable OR (kind = 'savings' AND NOT is_default AND retired_at IS NOT NULL
    AND release_on IS NULL AND interest_rate_basis_points IS NULL)),
  CONSTRAINT owed_is_payable CHECK (is_payable OR NOT is_for_former)
);
CALL app.protect_tenant('app.account_type');
CREATE POLICY officers_change ON app.account_type AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
-- The default is what everybody gets who names none, so there is one and it is on offer.
CREATE UNIQUE INDEX account_type_default ON app.account_type (cooperative_id) WHERE is_default;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_type_id ON app.account_type FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.account_type ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.account_type FOR EACH STATEMENT EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.account_type ENABLE ALWAYS TRIGGER kept_whole;
CREATE UNIQUE INDEX account_type_of_payables ON app.account_type (cooperative_id, is_for_former) WHERE is_payable;
GRANT SELECT, INSERT, UPDATE (name, is_default, retired_at, release_on, early_release, interest_rate_basis_points, interest_day_count, interest_rounding,
  interest_method, interest_every, interest_least_balance, deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule,
  deposit_break_rate_basis_points, deposit_notice_days, deposit_rates) ON app.account_type TO coop_app;

CREATE TABLE app.transaction (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'share_transfer',
    'share_redemption', 'charge', 'journal', 'expense', 'income', 'disbursement', 'repayment', 'interest', 'dividend', 'fixed_deposit', 'opening')),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
  member_id uuid,
  account_type_id uuid,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  occurred_on date NOT NULL,
  period date CHECK (extract(day FROM period) = 1),   -- the month that a contribution pays
  description text NOT NULL,
  entry_id uuid,
  entry_no bigint,
  line int,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  through_account_id uuid,                          -- the cash or bank account that the money went through
  through_name text,                                -- as it was called then: a member's own session sees no account but the member's
  income_account_id uuid,                           -- what a charge is income of
  pair_id uuid,                                     -- the same on both movements of one transfer
  receipt_number text,
  approvals_needed int NOT NULL DEFAULT 0 CHECK (approvals_needed BETWEEN 0 AND 2),
  made_by_officer boolean NOT NULL DEFAULT true,    -- false: a member asks for their own
  party text,                                       -- who was paid, or who paid
  expense_account_id uuid,                          -- what an expense is for; other income has income_account_id
  paid_members uuid[],                              -- whom a dividend by name pays; a member's own movement has member_id
  reference text CHECK (length(reference) BETWEEN 1 AND 60),
  reference_key text,                               -- without what is written one way or another: case, spaces, dashes
  PRIMARY KEY (cooperative_id, transaction_id),
  CHECK ((status IN ('approved', 'reversed')) = (entry_id IS NOT NULL)),
  CHECK ((type = 'contribution') = (period IS NOT NULL)),
  CONSTRAINT expenses_name_a_party CHECK ((type NOT IN ('expense', 'income') OR party IS NOT NULL) AND length(party) BETWEEN 1 AND 120),
  CONSTRAINT expenses_name_an_account CHECK ((type = 'expense') = (expense_account_id IS NOT NULL) AND (type <> 'income' OR income_account_id IS NOT NULL)
    AND (type NOT IN ('expense', 'income') OR through_account_id IS NOT NULL)),
  CONSTRAINT journals_have_no_member CHECK ((member_id IS NULL) = (type IN ('journal', 'expense', 'income')
    OR (type IN ('interest', 'dividend', 'opening') AND account_type_id IS NULL))),
  CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL
    OR type IN ('charge', 'journal', 'expense', 'income', 'interest', 'dividend', 'opening')),
  CONSTRAINT named_payments_are_dividends CHECK (paid_members IS NULL OR (type = 'dividend' AND member_id IS NULL AND cardinality(paid_members) BETWEEN 1 AND 200)),
  CONSTRAINT key_of_a_reference CHECK (reference_key IS NULL OR reference IS NOT NULL)
);
CALL app.protect_tenant('app.transaction');
CALL app.protect_member_rows('app.transaction');
CREATE POLICY members_ask ON app.transaction AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()) OR status = 'pending');
CREATE POLICY officers_change ON app.transaction AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX transaction_by_member ON app.transaction (cooperative_id, member_id, period);
CREATE INDEX transaction_newest ON app.transaction (cooperative_id, occurred_on DESC, transaction_id DESC);
CREATE INDEX transaction_by_period ON app.transaction (cooperative_id, period) INCLUDE (member_id, amount, status);
CREATE INDEX transaction_by_entry ON app.transaction (cooperative_id, entry_id);
CREATE INDEX transaction_waiting ON app.transaction (cooperative_id, member_id) WHERE status = 'pending';
CREATE INDEX transaction_by_pair ON app.transaction (cooperative_id, pair_id) WHERE pair_id IS NOT NULL;
CREATE INDEX transaction_that_waits ON app.transaction (cooperative_id, created_at DESC) WHERE status = 'pending';
CREATE UNIQUE INDEX opening_balances_in_force_once ON app.transaction (cooperative_id)
  WHERE type = 'opening' AND member_id IS NULL AND status IN ('pending', 'approved');
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, member_id, account_type_id ON app.transaction FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.transaction ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id');
CREATE TRIGGER changes_noted_for_webhooks AFTER UPDATE ON app.transaction REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id');
CREATE UNIQUE INDEX reference_used_once ON app.transaction (cooperative_id, through_account_id, reference_key)
  WHERE reference_key IS NOT NULL AND status IN ('pending', 'approved');
-- Approving a transaction gives it its entry; money that is paid out is dated when it is.
GRANT SELECT, INSERT, UPDATE (status, occurred_on, entry_id, entry_no, line, through_account_id, through_name, receipt_number) ON app.transaction TO coop_app;

CREATE TABLE app.transaction_decision (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected', 'reversed')),
  member_id uuid,
  reason text,
  entry_id uuid,                                    -- the reversing entry of a reversal
  entry_no bigint,
  decided_by uuid NOT NULL,
  decided_by_name text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, transaction_id, decision),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK ((decision = 'approved') = (reason IS NULL)),
  CHECK ((decision = 'reversed') = (entry_id IS NOT NULL)),
  CHECK ((entry_id IS NULL) = (entry_no IS NULL))
);
CALL app.protect_tenant('app.transaction_decision');
CALL app.protect_member_rows('app.transaction_decision');
CREATE POLICY officers_decide ON app.transaction_decision AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.transaction_decision TO coop_app;

CREATE TABLE app.journal_line (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line int NOT NULL,
  account_id uuid NOT NULL,
  debit bigint NOT NULL CHECK (debit >= 0),         -- kobo
  credit bigint NOT NULL CHECK (credit >= 0),       -- kobo
  PRIMARY KEY (cooperative_id, transaction_id, line),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK ((debit = 0) <> (credit = 0))
);
CALL app.protect_tenant('app.journal_line');
CALL app.protect_officer_rows('app.journal_line');
GRANT SELECT, INSERT ON app.journal_line TO coop_app;

CREATE TABLE app.reversal_request (
  cooperative_id uuid NOT NULL,
  reversal_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo; of the whole entry
  lines int NOT NULL CHECK (lines > 0),
  reason text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  approvals_needed int NOT NULL CHECK (approvals_needed BETWEEN 1 AND 2),
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  PRIMARY KEY (cooperative_id, reversal_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL)
);
CALL app.protect_tenant('app.reversal_request');
CALL app.protect_officer_rows('app.reversal_request');
CREATE UNIQUE INDEX reversal_request_once ON app.reversal_request (cooperative_id, entry_id) WHERE status = 'pending';
CREATE INDEX reversal_request_by_transaction ON app.reversal_request (cooperative_id, transaction_id);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.reversal_request TO coop_app;

CREATE TABLE app.pledge (
  cooperative_id uuid NOT NULL,
  pledge_id uuid NOT NULL,
  member_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the member's account in the ledger whose floor it raises
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  kind text NOT NULL CHECK (kind IN ('hold', 'own_loan', 'guarantee')),   -- what it secures
  subject_id uuid,                                  -- the loan that it secures
  reason text NOT NULL,
  placed_by uuid NOT NULL,
  placed_by_name text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,
  released_by uuid,
  released_by_name text,
  released_reason text,
  -- `amount` is what was pledged, `held` what of it still holds.
  held bigint NOT NULL,
  PRIMARY KEY (cooperative_id, pledge_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CHECK ((kind = 'hold') = (subject_id IS NULL)),
  CHECK ((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL OR released_reason IS NOT NULL)),
  CONSTRAINT held_of_the_pledge CHECK (held BETWEEN 0 AND amount AND (kind <> 'hold' OR held = amount))
);
CALL app.protect_tenant('app.pledge');
-- For coop_app alone: a function with its owner's rights sees all rows of the cooperative in a member's session too.
CREATE POLICY own_row ON app.pledge AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_release ON app.pledge AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX pledge_open ON app.pledge (cooperative_id, account_id) WHERE released_at IS NULL;
CREATE INDEX pledge_newest ON app.pledge (cooperative_id, placed_at DESC, pledge_id DESC);
CREATE INDEX pledge_by_member ON app.pledge (cooperative_id, member_id);
CREATE INDEX pledge_by_subject ON app.pledge (cooperative_id, subject_id) WHERE subject_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (released_at, released_by, released_by_name, released_reason, held) ON app.pledge TO coop_app;
GRANT SELECT ON app.pledge TO ledger_owner;

SET LOCAL ROLE ledger_owner;

-- Sets the floor of a member's account to what its open pledges and deposits hold; it can do nothing else to an account. A floor
-- that would rise above the balance is refused as below_floor. A member's own session may raise a floor of the member's by the
-- pledge just made, and lower none. Other postings wait meanwhile.
CREATE FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before bigint;
  v_floor bigint;
  v_member uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  SELECT coalesce(a.min_balance, 0), a.member_id INTO v_before, v_member FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no account of a member %', p_account; END IF;
  v_floor := ledger.floor_of(p_coop, p_account);
  IF app.is_member() AND (v_member IS DISTINCT FROM app.member_id() OR v_floor <= v_before) THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM ledger.floors_from_pledges(p_coop, ARRAY[p_account]);
  RETURN v_floor;
END $$;
REVOKE ALL ON FUNCTION ledger.renew_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.renew_floor TO coop_app;

SET LOCAL ROLE coop_owner;

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
  credited_id uuid,                                 -- where it is not the account that earned it
  PRIMARY KEY (cooperative_id, run_id, account_id, of_run_id),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run,
  FOREIGN KEY (cooperative_id, of_run_id) REFERENCES app.interest_run (cooperative_id, run_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.interest_line');
CALL app.protect_officer_rows('app.interest_line');
CREATE INDEX interest_line_of_period ON app.interest_line (cooperative_id, of_run_id, account_id);
GRANT SELECT, INSERT ON app.interest_line TO coop_app;

-- However a run is turned down or reversed, its months can be run again.
CREATE FUNCTION app.reopen_interest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.interest_month m USING app.interest_run r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.transaction_id = NEW.transaction_id AND m.cooperative_id = NEW.cooperative_id AND m.run_id = r.run_id;
  RETURN NULL;
END $$;
CREATE TRIGGER interest_reopens AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'interest' AND NEW.member_id IS NULL AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.reopen_interest();
REVOKE ALL ON FUNCTION app.reopen_interest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reopen_interest TO coop_app;

CREATE TABLE app.fixed_deposit (
  cooperative_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  certificate_no int NOT NULL CHECK (certificate_no > 0),
  member_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the member's account in the ledger, shared with the member's other deposits of the type
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
  interest_at_maturity bigint NOT NULL CHECK (interest_at_maturity > 0),   -- kobo
  status text NOT NULL CHECK (status IN ('open', 'paid_out', 'renewed', 'broken', 'reversed')),
  renews_id uuid,                                   -- the matured deposit whose money this one holds
  opening_entry_id uuid NOT NULL,
  opened_by_name text NOT NULL,
  ended_on date,
  ending_entry_id uuid,
  ending_entry_no bigint,
  interest_paid bigint CHECK (interest_paid >= 0),   -- kobo
  ended_by_name text,
  broken_reason text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  opening_accrued bigint CHECK (opening_accrued BETWEEN 0 AND interest_at_maturity),
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
CREATE POLICY own_row ON app.fixed_deposit AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_open ON app.fixed_deposit AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_end ON app.fixed_deposit AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX fixed_deposit_open ON app.fixed_deposit (cooperative_id, matures_on) INCLUDE (account_id, principal) WHERE status = 'open';
CREATE INDEX fixed_deposit_of_member ON app.fixed_deposit (cooperative_id, member_id);
CREATE INDEX fixed_deposit_on_account ON app.fixed_deposit (cooperative_id, account_id) WHERE status = 'open';
CREATE INDEX fixed_deposit_opened_by ON app.fixed_deposit (cooperative_id, opening_entry_id);
CREATE INDEX fixed_deposit_ended_by ON app.fixed_deposit (cooperative_id, ending_entry_id) WHERE ending_entry_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) ON app.fixed_deposit TO
  coop_app;
GRANT SELECT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) ON app.fixed_deposit TO ledger_owner;

SET LOCAL ROLE ledger_owner;

-- What may not leave a member's account: what its open pledges still hold, and its open deposits.
CREATE FUNCTION ledger.floor_of(p_coop uuid, p_account uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT sum(p.held) FROM app.pledge p WHERE p.cooperative_id = p_coop AND p.account_id = p_account AND p.released_at IS NULL), 0)::bigint
    + coalesce((SELECT sum(d.principal) FROM app.fixed_deposit d WHERE d.cooperative_id = p_coop AND d.account_id = p_account AND d.status = 'open'), 0)::bigint $$;
REVOKE ALL ON FUNCTION ledger.floor_of FROM PUBLIC;

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

-- Sets the floors of these accounts to what their open pledges and deposits hold. It takes no amount, so a caller can only make them true.
CREATE FUNCTION ledger.floors_from_pledges(p_coop uuid, p_accounts uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_short uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  WITH wanted AS (
    SELECT a.account_id, coalesce(a.min_balance, 0) AS before,
      ledger.floor_of(p_coop, a.account_id) AS floor,
      coalesce((SELECT sum(b.credits - b.debits) FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = a.account_id), 0) AS balance
    FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = ANY (p_accounts) AND a.member_id IS NOT NULL),
  renewed AS (
    UPDATE ledger.account a SET min_balance = w.floor FROM wanted w WHERE a.cooperative_id = p_coop AND a.account_id = w.account_id)
  SELECT w.account_id INTO v_short FROM wanted w WHERE w.floor > w.before AND w.floor > w.balance LIMIT 1;
  IF v_short IS NOT NULL THEN
    RAISE EXCEPTION 'more pledged than the account has' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;
END $$;
REVOKE ALL ON FUNCTION ledger.floors_from_pledges FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.floors_from_pledges TO coop_owner;

SET LOCAL ROLE coop_owner;

CREATE TABLE app.transaction_proof (
  cooperative_id uuid NOT NULL,
  proof_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  member_id uuid,
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes int NOT NULL CHECK (bytes > 0),
  content bytea,                                    -- gone when the person is erased
  sha256 bytea NOT NULL,
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, proof_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.transaction_proof');
CALL app.protect_member_rows('app.transaction_proof');
CREATE POLICY while_it_waits ON app.transaction_proof AS RESTRICTIVE FOR INSERT TO coop_app
 
  WITH CHECK (content IS NOT NULL AND EXISTS (
  SELECT FROM app.transaction t WHERE t.transaction_id = transaction_proof.transaction_id AND t.member_id IS NOT DISTINCT FROM transaction_proof.member_id
    AND CASE WHEN (SELECT app.is_member()) THEN t.type = 'deposit' AND t.status = 'pending' AND NOT t.made_by_officer
      ELSE t.type IN ('expense', 'income') AND t.status IN ('pending', 'approved') END));
CREATE INDEX transaction_proof_by_transaction ON app.transaction_proof (cooperative_id, transaction_id, added_at);
GRANT SELECT, INSERT ON app.transaction_proof TO coop_app;

-- With the writer's own rights: only what the writer may see can be referred to.
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

CREATE TABLE app.savings_summed (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  entry_no bigint NOT NULL
);
CALL app.protect_tenant('app.savings_summed');
CALL app.protect_officer_rows('app.savings_summed');
CREATE POLICY begun_by_the_job ON app.savings_summed AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.savings_summed AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
GRANT SELECT, INSERT, UPDATE (entry_no) ON app.savings_summed TO coop_app;

CREATE TABLE app.member_savings (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  savings bigint NOT NULL,                          -- kobo
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
) WITH (fillfactor = 70);   -- a payroll moves everybody's, in place
CALL app.protect_tenant('app.member_savings');
CALL app.protect_officer_rows('app.member_savings');
CREATE POLICY computed_by_the_job ON app.member_savings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.member_savings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
GRANT SELECT, INSERT, UPDATE (savings) ON app.member_savings TO coop_app;

-- How the entries moved the savings of members. Each look-up is limited, which keeps it on its key.
CREATE VIEW app.savings_moved WITH (security_invoker = true) AS
  SELECT e.cooperative_id, e.entry_no, w.member_id, s.amount
  FROM ledger.entry e JOIN ledger.posting p ON p.cooperative_id = e.cooperative_id AND p.entry_id = e.entry_id
  CROSS JOIN LATERAL (VALUES (p.credit_id, p.amount), (p.debit_id, -p.amount)) AS s(account_id, amount)
  CROSS JOIN LATERAL (
    SELECT a.member_id FROM ledger.account a
    WHERE a.cooperative_id = e.cooperative_id AND a.account_id = s.account_id AND a.member_id IS NOT NULL
      AND (SELECT t.kind FROM app.account_type t WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id) = 'savings'
    LIMIT 1) w;
GRANT SELECT ON app.savings_moved TO coop_app;

CREATE FUNCTION app.sum_savings(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from bigint;
  v_to bigint;
BEGIN
  -- A second one beside it would add the same entries again; it leaves them to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.member_savings ' || p_coop, 0)) THEN RETURN; END IF;
  v_from := coalesce((SELECT r.entry_no FROM app.savings_summed r WHERE r.cooperative_id = p_coop), 0);
  v_to := (SELECT e.entry_no FROM ledger.entry e WHERE e.cooperative_id = p_coop ORDER BY e.entry_no DESC LIMIT 1);
  IF v_to IS NULL OR v_to = v_from THEN RETURN; END IF;
  INSERT INTO app.member_savings AS kept (cooperative_id, member_id, savings)
    SELECT p_coop, s.member_id, sum(s.amount) FROM app.savings_moved s WHERE s.cooperative_id = p_coop AND s.entry_no > v_from AND s.entry_no <= v_to GROUP BY s.member_id
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = kept.savings + EXCLUDED.savings WHERE EXCLUDED.savings <> 0;
  INSERT INTO app.savings_summed AS r (cooperative_id, entry_no) VALUES (p_coop, v_to) ON CONFLICT (cooperative_id) DO UPDATE SET entry_no = EXCLUDED.entry_no;
END $$;
REVOKE ALL ON FUNCTION app.sum_savings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.sum_savings TO coop_app;

CREATE TABLE app.bank_account (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the society's account in the ledger
  bank text NOT NULL CHECK (length(bank) BETWEEN 1 AND 80),
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  account_name text NOT NULL CHECK (length(account_name) BETWEEN 1 AND 120),
  shown_to_members boolean NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_account');
CREATE POLICY shown ON app.bank_account AS RESTRICTIVE FOR SELECT TO coop_app USING (shown_to_members OR (SELECT NOT app.is_member()));
CREATE POLICY officers_add ON app.bank_account AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.bank_account AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (bank, account_number, account_name, shown_to_members, changed_by_name, changed_at) ON app.bank_account TO coop_app;

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
-- What a link showed goes a month after it has ended.
CREATE POLICY swept ON app.statement_link TO coop_jobs USING (true);
CREATE INDEX statement_link_of_member ON app.statement_link (cooperative_id, member_id, made_at DESC);
CREATE INDEX statement_link_by_token ON app.statement_link (token_hash);
CREATE INDEX statement_link_oldest ON app.statement_link (expires_at);
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON app.statement_link TO coop_app;
GRANT SELECT (cooperative_id, transaction_id, token_hash, figures, made_at, expires_at, withdrawn_at) ON app.statement_link TO coop_auth;
GRANT SELECT (expires_at, withdrawn_at), DELETE ON app.statement_link TO coop_jobs;

CREATE TABLE app.first_unpaid_month (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  month date CHECK (extract(day FROM month) = 1),   -- null where the plan asks for nothing more
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
) WITH (fillfactor = 70);   -- a payroll moves the month of everybody, in place
CALL app.protect_tenant('app.first_unpaid_month');
CALL app.protect_officer_rows('app.first_unpaid_month');
CREATE POLICY computed_by_the_job ON app.first_unpaid_month AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.first_unpaid_month AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
GRANT SELECT, INSERT, UPDATE (month) ON app.first_unpaid_month TO coop_app;

-- No key of its own members: members are never removed, and a posting waits for no other's.
CREATE TABLE app.stale_unpaid_month (
  cooperative_id uuid NOT NULL,
  mark bigint GENERATED BY DEFAULT AS IDENTITY,
  member_id uuid NOT NULL,
  month date NOT NULL,                              -- nothing changed before it
  PRIMARY KEY (cooperative_id, mark)
);
CALL app.protect_tenant('app.stale_unpaid_month');
CREATE POLICY own_row ON app.stale_unpaid_month AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY by_trigger_only ON app.stale_unpaid_month AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (pg_trigger_depth() > 0);
CREATE POLICY taken_by_the_job ON app.stale_unpaid_month AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY waiting ON app.stale_unpaid_month FOR SELECT TO coop_jobs USING (true);
GRANT SELECT, INSERT (cooperative_id, member_id, month), DELETE ON app.stale_unpaid_month TO coop_app;
GRANT SELECT (cooperative_id) ON app.stale_unpaid_month TO coop_jobs;

CREATE FUNCTION app.compute_unpaid_months(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_members uuid[];
  v_since date[];
BEGIN
  -- A second one beside it would keep what it read before the first one wrote; it leaves all to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.first_unpaid_month ' || p_coop, 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM app.stale_unpaid_month r WHERE r.cooperative_id = p_coop RETURNING r.member_id, r.month)
    SELECT array_agg(t.member_id), array_agg(t.since) INTO v_members, v_since FROM (SELECT member_id, min(month) AS since FROM taken GROUP BY 1 ORDER BY 1) t;
  -- Planning again costs about as much as ten members.
  IF cardinality(v_members) > 100 THEN DISCARD PLANS; END IF;
  -- A statement of its own, which sees all that was committed with what was just taken.
  INSERT INTO app.first_unpaid_month AS kept (cooperative_id, member_id, month)
    SELECT p_coop, w.member_id, app.first_unpaid_since(p_coop, w.member_id, w.since)
    FROM unnest(v_members, v_since) AS w(member_id, since) LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = p_coop AND u.member_id = w.member_id
    WHERE (w.since > u.month) IS NOT TRUE
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET month = EXCLUDED.month WHERE kept.month IS DISTINCT FROM EXCLUDED.month;
END $$;
REVOKE ALL ON FUNCTION app.compute_unpaid_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.compute_unpaid_months TO coop_app;

CREATE FUNCTION app.mark_stale_by_plan() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.stale_unpaid_month (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.effective_from FROM changed c;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.mark_stale_by_plan FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mark_stale_by_plan TO coop_app;

CREATE FUNCTION app.mark_stale_by_contribution() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.stale_unpaid_month (cooperative_id, member_id, month)
    SELECT c.cooperative_id, c.member_id, c.period FROM changed c WHERE c.period IS NOT NULL AND c.status IN ('approved', 'reversed');
  RETURN NULL;
END $$;
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_contribution();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_contribution();
REVOKE ALL ON FUNCTION app.mark_stale_by_contribution FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mark_stale_by_contribution TO coop_app;

-- On tables of earlier files.
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_plan();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_plan();

SET LOCAL ROLE ledger_owner;
CREATE TRIGGER deposits_follow AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION ledger.deposits_follow();
