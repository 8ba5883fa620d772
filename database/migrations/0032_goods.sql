-- A loan for goods: the society lists what it supplies, an application keeps what was chosen at the prices of that day, and the hand-over is on record.
--
-- Invariants (database/checks/goods_agree_with_loans.sql):
--   * what an application lists comes to its principal;
--   * goods are handed over only of a loan that lists some and of which money has gone out, and stand so once at a time;
--   * a hand-over that was a mistake is undone by who and why, and its line stays.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.good (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  good_id uuid NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),          -- kobo, of one unit
  retired_at timestamptz,                           -- no longer offered
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, good_id)
);
CALL app.protect_tenant('app.good');
CREATE UNIQUE INDEX good_offered ON app.good (cooperative_id, lower(name)) WHERE retired_at IS NULL;
CREATE POLICY officers_add ON app.good AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.good AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (name, unit, price, retired_at) ON app.good TO coop_app;

-- Name, unit and price as they were when it was applied for: whatever becomes of the good, nobody changes these.
CREATE TABLE app.loan_good (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  line int NOT NULL CHECK (line BETWEEN 1 AND 20),
  member_id uuid NOT NULL,
  good_id uuid NOT NULL,
  name text NOT NULL,
  unit text NOT NULL,
  price bigint NOT NULL CHECK (price > 0),          -- kobo, of one unit
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 1000),
  PRIMARY KEY (cooperative_id, loan_id, line),
  UNIQUE (cooperative_id, loan_id, good_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, good_id) REFERENCES app.good,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.loan_good');
CALL app.protect_member_rows('app.loan_good');
CREATE POLICY with_application ON app.loan_good AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (loan_id IN (SELECT l.loan_id FROM app.loan l WHERE l.status = 'submitted'));
GRANT SELECT, INSERT ON app.loan_good TO coop_app;

CREATE TABLE app.loan_delivery (
  cooperative_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  delivered_on date NOT NULL,
  received_by text,                                 -- who came for them, where it was not the borrower
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  undone_reason text,
  undone_by uuid,
  undone_by_name text,
  undone_at timestamptz,
  PRIMARY KEY (cooperative_id, delivery_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(undone_reason, undone_by, undone_by_name, undone_at) IN (0, 4))
);
CALL app.protect_tenant('app.loan_delivery');
CALL app.protect_member_rows('app.loan_delivery');
CREATE POLICY officers_deliver ON app.loan_delivery AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
-- What was undone stays undone.
CREATE POLICY officers_undo ON app.loan_delivery AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()) AND undone_at IS NULL) WITH CHECK (undone_at IS NOT NULL);
CREATE UNIQUE INDEX loan_delivery_stands ON app.loan_delivery (cooperative_id, loan_id) WHERE undone_at IS NULL;
CREATE INDEX loan_delivery_by_loan ON app.loan_delivery (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (undone_reason, undone_by, undone_by_name, undone_at) ON app.loan_delivery TO coop_app;

-- What the list held before stays in it, so that it can be widened elsewhere too.
DO $$
DECLARE v_known text;
BEGIN
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.configuration_change'::regclass AND c.conname = 'configuration_change_kind_check';
  ALTER TABLE app.configuration_change DROP CONSTRAINT configuration_change_kind_check;
  EXECUTE format('ALTER TABLE app.configuration_change ADD CONSTRAINT configuration_change_kind_check CHECK (%s OR kind = ''good'')', v_known);
END $$;

ALTER TABLE app.loan_configuration ALTER COLUMN rules SET DEFAULT '{"limitOn": "savings", "yearSteps": [], "waitingMonths": null, "guarantorsRequired": null,
  "guarantorsUnindebted": false, "guarantorCoverPercent": 0, "ownCoverPercent": 0, "thirdOfSalary": false, "loansMax": 0, "sameLoansMax": 0, "approvalSteps": [], "topUpAfterPercent": null,
  "forGoods": false}';

RESET ROLE;

UPDATE app.loan_configuration SET rules = rules || '{"forGoods": false}';
