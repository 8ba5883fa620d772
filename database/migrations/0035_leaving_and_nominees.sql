-- Members leave, or die, with one settlement, and each may name several people who are paid when he dies.
--
-- Invariants (database/checks/leavings_agree.sql, nominees_share_the_whole.sql):
--   * a member's nominees share all of it, or there are none;
--   * a member is a former one exactly while a leaving of his stands settled;
--   * what he held is what was set off, the fee and what is paid, to the kobo, and its voucher says the same;
--   * a reversed settlement stands beside its reversal, and no part of it stays paid out.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration ADD COLUMN leaving_fee bigint NOT NULL DEFAULT 0 CHECK (leaving_fee >= 0);   -- kobo
GRANT UPDATE (leaving_fee) ON app.configuration TO coop_app;

ALTER TABLE app.member DROP CONSTRAINT member_status_check;
ALTER TABLE app.member
  ADD CONSTRAINT member_status_check CHECK (status IN ('active', 'inactive', 'left', 'deceased')),
  ADD COLUMN left_on date,                            -- the day of the settlement, or of the death
  ADD CONSTRAINT former_since CHECK ((status IN ('left', 'deceased')) = (left_on IS NOT NULL));
GRANT UPDATE (left_on) ON app.member TO coop_app;
CREATE INDEX member_former ON app.member (cooperative_id, left_on) WHERE left_on IS NOT NULL;

CREATE TABLE app.nominee (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 20),
  first_name text, last_name text, relationship text, phone text, email text, address text,
  share_basis_points int NOT NULL CHECK (share_basis_points BETWEEN 1 AND 10000),
  PRIMARY KEY (cooperative_id, member_id, number),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.nominee');
CALL app.protect_member_rows('app.nominee');
CREATE POLICY officers_insert ON app.nominee AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.nominee AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.nominee AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, DELETE, UPDATE (first_name, last_name, relationship, phone, email, address, share_basis_points) ON app.nominee TO coop_app;

CREATE TABLE app.leaving (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('resignation', 'expulsion', 'death')),
  status text NOT NULL CHECK (status IN ('open', 'waiting', 'settled', 'cancelled', 'reversed')),   -- waiting: for approval
  noticed_on date NOT NULL,                           -- the day of the notice, of the decision, or of the death
  notice_ends_on date,                                -- NULL: no notice runs
  waived_reason text, waived_by_name text, waived_at timestamptz,
  note text,
  status_before text NOT NULL CHECK (status_before IN ('active', 'inactive')),
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The settlement as it is asked for and posted. Each asking has an id of its own, so that approvals never pass to another.
  settlement_id uuid,
  settled_on date,
  held bigint, set_off bigint, fee bigint, net bigint,                       -- kobo
  statement jsonb,                                    -- its accounts and loans, amounts in kobo as text
  approvals_needed int CHECK (approvals_needed BETWEEN 0 AND 2),
  asked_by uuid, asked_by_name text, asked_at timestamptz,
  entry_id uuid, entry_no bigint, receipt_number text,                       -- NULL where there was nothing to move
  settled_by_name text, settled_at timestamptz,
  ended_by_name text, ended_at timestamptz, ended_reason text,               -- cancelled or reversed
  PRIMARY KEY (cooperative_id, leaving_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(waived_reason, waived_by_name, waived_at) IN (0, 3)),
  CHECK (num_nonnulls(settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at) IN (0, 11)),
  CHECK (status NOT IN ('waiting', 'settled', 'reversed') OR settlement_id IS NOT NULL),
  CHECK (held = set_off + fee + net AND least(held, set_off, fee, net) >= 0),
  CHECK ((status IN ('settled', 'reversed')) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (settled_by_name IS NULL)),
  CHECK (num_nonnulls(entry_id, entry_no, receipt_number) IN (0, 3) AND (entry_id IS NULL OR status IN ('settled', 'reversed'))),
  CHECK ((status IN ('cancelled', 'reversed')) = (ended_at IS NOT NULL) AND num_nonnulls(ended_by_name, ended_at, ended_reason) IN (0, 3))
);
CALL app.protect_tenant('app.leaving');
CALL app.protect_member_rows('app.leaving');
-- The function below sees the cooperative's rows in a member's session too.
ALTER POLICY own_row ON app.leaving TO coop_app;
CREATE POLICY officers_insert ON app.leaving AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.leaving AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX leaving_stands ON app.leaving (cooperative_id, member_id) WHERE status IN ('open', 'waiting', 'settled');
CREATE UNIQUE INDEX leaving_settlement ON app.leaving (cooperative_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE UNIQUE INDEX leaving_entry ON app.leaving (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX leaving_by_member ON app.leaving (cooperative_id, member_id, started_at);
GRANT SELECT, INSERT, UPDATE (status, waived_reason, waived_by_name, waived_at, settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at,
  entry_id, entry_no, receipt_number, settled_by_name, settled_at, ended_by_name, ended_at, ended_reason) ON app.leaving TO coop_app;

-- Who is paid of a settlement, how much, and through which account; without one it is owed to him.
CREATE TABLE app.leaving_payee (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 20),
  member_id uuid NOT NULL,
  name text NOT NULL,
  relationship text,
  phone text,
  share_basis_points int NOT NULL CHECK (share_basis_points BETWEEN 1 AND 10000),
  amount bigint NOT NULL CHECK (amount >= 0),         -- kobo
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
  amount bigint NOT NULL CHECK (amount > 0),          -- kobo
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

-- What the lists held before stays in them, so that they can be widened elsewhere too.
DO $$
DECLARE v_known text;
BEGIN
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.loan_movement'::regclass AND c.conname = 'loan_movement_way_check';
  ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check;
  EXECUTE format('ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_way_check CHECK (%s OR way = ''leaving'')', v_known);
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.approval'::regclass AND c.conname = 'approval_kind_check';
  ALTER TABLE app.approval DROP CONSTRAINT approval_kind_check;
  EXECUTE format('ALTER TABLE app.approval ADD CONSTRAINT approval_kind_check CHECK (%s OR kind = ''leaving'')', v_known);
END $$;
ALTER TABLE app.loan_movement ADD CONSTRAINT leaving_is_a_repayment CHECK (way IS DISTINCT FROM 'leaving' OR kind = 'repayment');

-- As before (0023), and the settlement of a leaving is asked for by whoever put it together.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := NOT EXISTS (SELECT FROM app.member m
    WHERE m.cooperative_id = NEW.cooperative_id AND 'admin' = ANY (m.roles) AND m.status = 'active' AND m.removed_at IS NULL);
  RETURN NEW;
END $$;

-- As before (0007), and who is about to leave says so: he stands for nobody any more.
CREATE OR REPLACE FUNCTION app.fellow_members(p_ids uuid[], p_named text) RETURNS TABLE (member_id uuid, name text, membershipno text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.member_id, m.first_name || ' ' || m.last_name, m.membershipno,
    CASE WHEN EXISTS (SELECT FROM app.leaving v WHERE v.cooperative_id = m.cooperative_id AND v.member_id = m.member_id AND v.status IN ('open', 'waiting')) THEN 'leaving' ELSE m.status END
  FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL
    AND (m.member_id = ANY (p_ids) OR m.membershipno = p_named OR m.phone = p_named) $$;

RESET ROLE;

-- The one nominee of before is the first, with all of it; the columns stand empty from here on, so that nothing is kept twice.
INSERT INTO app.nominee (cooperative_id, member_id, number, first_name, last_name, relationship, phone, email, address, share_basis_points)
SELECT cooperative_id, member_id, 1, nominee_first_name, nominee_last_name, nominee_relationship, nominee_phone, nominee_email, nominee_address, 10000
FROM app.member WHERE num_nonnulls(nominee_first_name, nominee_last_name, nominee_relationship, nominee_phone, nominee_email, nominee_address) > 0;
UPDATE app.member SET nominee_first_name = NULL, nominee_last_name = NULL, nominee_relationship = NULL, nominee_phone = NULL, nominee_email = NULL, nominee_address = NULL
WHERE num_nonnulls(nominee_first_name, nominee_last_name, nominee_relationship, nominee_phone, nominee_email, nominee_address) > 0;
