-- All ways in which money moves by hand, who approves them, what is pledged, and savings that keep to a date.
--
-- Invariants:
--   * whoever recorded something is not the one who approves it, unless he is the only officer there is, and then the
--     row says so (maker_is_not_checker; the maker and the number of officers are looked up here, not believed);
--   * the floor of a member's account is the sum of its open pledges (database/checks/floors_are_pledges.sql);
--   * the two movements of a transfer share one posting of one entry.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.account_type
  ADD COLUMN release_on date,                             -- target and Christmas savings: nothing leaves before this day
  ADD COLUMN early_release boolean NOT NULL DEFAULT false, -- an officer may pay out before it all the same
  ADD CONSTRAINT only_savings_wait CHECK (release_on IS NULL OR (kind = 'savings' AND NOT is_default));
GRANT UPDATE (release_on, early_release) ON app.account_type TO coop_app;

ALTER TABLE app.configuration
  ADD COLUMN withdrawal_approvals int NOT NULL DEFAULT 0 CHECK (withdrawal_approvals BETWEEN 0 AND 2),
  ADD COLUMN withdrawal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (withdrawal_approvals_from >= 0),   -- kobo
  ADD COLUMN share_approvals int NOT NULL DEFAULT 1 CHECK (share_approvals BETWEEN 0 AND 2),
  ADD COLUMN share_approvals_from bigint NOT NULL DEFAULT 0 CHECK (share_approvals_from >= 0),             -- kobo
  ADD COLUMN journal_approvals int NOT NULL DEFAULT 0 CHECK (journal_approvals BETWEEN 0 AND 2),
  ADD COLUMN journal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (journal_approvals_from >= 0),         -- kobo
  ADD COLUMN reversal_approvals int NOT NULL DEFAULT 0 CHECK (reversal_approvals BETWEEN 0 AND 2),
  ADD COLUMN reversal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (reversal_approvals_from >= 0);       -- kobo
GRANT UPDATE (withdrawal_approvals, withdrawal_approvals_from, share_approvals, share_approvals_from, journal_approvals, journal_approvals_from,
  reversal_approvals, reversal_approvals_from) ON app.configuration TO coop_app;

ALTER TABLE app.transaction ALTER COLUMN member_id DROP NOT NULL;
ALTER TABLE app.transaction ALTER COLUMN account_type_id DROP NOT NULL;
ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check;
ALTER TABLE app.transaction ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase',
  'share_transfer', 'share_redemption', 'charge', 'journal'));
ALTER TABLE app.transaction
  ADD COLUMN through_account_id uuid,               -- the cash or bank account that the money went through
  ADD COLUMN through_name text,                     -- as it was called then: a member's own session sees no account but his
  ADD COLUMN income_account_id uuid,                -- what a charge is income of
  ADD COLUMN pair_id uuid,                          -- the same on both movements of one transfer
  ADD COLUMN receipt_number text,
  ADD COLUMN approvals_needed int NOT NULL DEFAULT 0 CHECK (approvals_needed BETWEEN 0 AND 2),
  ADD COLUMN made_by_officer boolean NOT NULL DEFAULT true,   -- false: somebody asks for his own
  ADD CONSTRAINT journals_are_nobodys CHECK ((member_id IS NULL) = (type = 'journal')),
  -- A charge that is paid in cash touches no account of the member.
  ADD CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL OR type IN ('charge', 'journal'));
CREATE INDEX transaction_by_pair ON app.transaction (cooperative_id, pair_id) WHERE pair_id IS NOT NULL;
CREATE INDEX transaction_that_waits ON app.transaction (cooperative_id, created_at DESC) WHERE status = 'pending';
GRANT UPDATE (receipt_number, through_account_id, through_name) ON app.transaction TO coop_app;
ALTER TABLE app.transaction_decision ALTER COLUMN member_id DROP NOT NULL;

-- A file of contributions says through which cash or bank account the money came.
ALTER TABLE app.import ADD COLUMN through_account_id uuid;
GRANT UPDATE (through_account_id) ON app.import TO coop_app;

CREATE TABLE app.journal_line (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  line int NOT NULL,
  account_id uuid NOT NULL,
  debit bigint NOT NULL CHECK (debit >= 0),          -- kobo
  credit bigint NOT NULL CHECK (credit >= 0),        -- kobo
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
  amount bigint NOT NULL CHECK (amount > 0),         -- kobo; of the whole entry
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

CREATE TABLE app.approval (
  cooperative_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('transaction', 'reversal')),   -- of the subject
  maker_id uuid NOT NULL,
  approved_by uuid NOT NULL,
  approved_by_name text NOT NULL,
  alone boolean NOT NULL,                           -- there was no other officer
  approved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, subject_id, approved_by),
  CONSTRAINT maker_is_not_checker CHECK (approved_by <> maker_id OR alone)
);
CALL app.protect_tenant('app.approval');
CALL app.protect_officer_rows('app.approval');
GRANT SELECT, INSERT ON app.approval TO coop_app;

-- Who made what is approved, and whether anybody else could have checked it, is read from the rows themselves.
CREATE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := NOT EXISTS (SELECT FROM app.member m
    WHERE m.cooperative_id = NEW.cooperative_id AND 'admin' = ANY (m.roles) AND m.status = 'active' AND m.removed_at IS NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER know_the_maker BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.know_the_maker();

CREATE TABLE app.pledge (
  cooperative_id uuid NOT NULL,
  pledge_id uuid NOT NULL,
  member_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the member's account in the ledger whose floor it raises
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  kind text NOT NULL CHECK (kind IN ('hold', 'own_loan', 'guarantee')),   -- what it stands for
  subject_id uuid,                                  -- the loan that it stands for
  reason text NOT NULL,
  placed_by uuid NOT NULL,
  placed_by_name text NOT NULL,
  placed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,
  released_by uuid,
  released_by_name text,
  released_reason text,
  PRIMARY KEY (cooperative_id, pledge_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CHECK ((kind = 'hold') = (subject_id IS NULL)),
  CHECK ((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL OR released_reason IS NOT NULL))
);
CALL app.protect_tenant('app.pledge');
CALL app.protect_member_rows('app.pledge');
CREATE POLICY officers_pledge ON app.pledge AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_release ON app.pledge AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX pledge_open ON app.pledge (cooperative_id, account_id) WHERE released_at IS NULL;
CREATE INDEX pledge_newest ON app.pledge (cooperative_id, placed_at DESC, pledge_id DESC);
CREATE INDEX pledge_by_member ON app.pledge (cooperative_id, member_id);
CREATE INDEX pledge_by_subject ON app.pledge (cooperative_id, subject_id) WHERE subject_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (released_at, released_by, released_by_name, released_reason) ON app.pledge TO coop_app;
GRANT SELECT ON app.pledge TO ledger_owner;

RESET ROLE;
SET LOCAL ROLE ledger_owner;

-- Sets the floor of a member's account to the sum of its open pledges; it can do nothing else to an account. A floor
-- that would rise above what stands on the account is refused as below_floor. Money's writers wait meanwhile.
CREATE FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid) RETURNS bigint
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
  SELECT coalesce(sum(p.amount), 0) INTO v_floor FROM app.pledge p
    WHERE p.cooperative_id = p_coop AND p.account_id = p_account AND p.released_at IS NULL;
  IF v_floor > coalesce(v_before, 0) AND v_floor > coalesce((SELECT sum(b.credits - b.debits) FROM ledger.balance b
      WHERE b.cooperative_id = p_coop AND b.account_id = p_account), 0) THEN
    RAISE EXCEPTION 'more pledged than stands on the account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;
  UPDATE ledger.account a SET min_balance = v_floor WHERE a.cooperative_id = p_coop AND a.account_id = p_account;
  RETURN v_floor;
END $$;
REVOKE ALL ON FUNCTION ledger.renew_floor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.renew_floor TO coop_app;

RESET ROLE;
