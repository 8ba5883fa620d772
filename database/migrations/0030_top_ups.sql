-- An application names running loans of the same member that its first money settles.
--
-- Invariants (database/checks/top_ups_agree.sql, pledges_agree_with_loans.sql):
--   * one voucher pays out the new loan and settles the old ones, and is reversed as one;
--   * at most one application that waits or is approved is to settle a loan;
--   * while it has not, savings that stand for an old loan and for the new one are held once, for the larger of the two.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.loan_settlement (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,                            -- the new loan
  settles uuid NOT NULL,
  member_id uuid NOT NULL,
  after_percent int NOT NULL CHECK (after_percent BETWEEN 0 AND 100),   -- what its product asked when it was applied for
  PRIMARY KEY (cooperative_id, loan_id, settles),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, settles) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (loan_id <> settles)
);
CALL app.protect_tenant('app.loan_settlement');
CALL app.protect_member_rows('app.loan_settlement');
-- The functions below see the cooperative's rows in a guarantor's session too.
ALTER POLICY own_row ON app.loan_settlement TO coop_app;
CREATE POLICY own_loans ON app.loan_settlement AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (loan_id IN (SELECT l.loan_id FROM app.loan l WHERE l.status = 'submitted') AND settles IN (SELECT l.loan_id FROM app.loan l)));
CREATE INDEX loan_settlement_of ON app.loan_settlement (cooperative_id, settles);
GRANT SELECT, INSERT ON app.loan_settlement TO coop_app;

ALTER TABLE app.loan_configuration ALTER COLUMN rules SET DEFAULT '{"limitOn": "savings", "yearSteps": [], "waitingMonths": null, "guarantorsRequired": null,
  "guarantorsUnindebted": false, "guarantorCoverPercent": 0, "ownCoverPercent": 0, "thirdOfSalary": false, "loansMax": 0, "sameLoansMax": 0, "approvalSteps": [], "topUpAfterPercent": null}';

-- What the list held before stays in it, so that it can be widened elsewhere too.
DO $$
DECLARE v_known text;
BEGIN
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.loan_movement'::regclass AND c.conname = 'loan_movement_way_check';
  ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check;
  EXECUTE format('ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_way_check CHECK (%s OR way = ''top_up'')', v_known);
END $$;
ALTER TABLE app.loan_movement ADD CONSTRAINT top_up_is_a_repayment CHECK (way IS DISTINCT FROM 'top_up' OR kind = 'repayment');

-- As before (0023), and a loan that is to settle others, and has not been paid out, holds of the same savings only what
-- those do not hold already. What was drawn on an old pledge counts as held there: it stands for nothing twice.
CREATE OR REPLACE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_loans uuid[];
  v_accounts uuid[];
BEGIN
  -- The ledger's head first, as it is held by everybody who moves a loan: of two who renew, the second sees what the first did.
  PERFORM ledger.floors_from_pledges(app.coop_id(), '{}');
  SELECT p_loans || coalesce(array_agg(s.loan_id), '{}') INTO v_loans FROM app.loan_settlement s WHERE s.cooperative_id = app.coop_id() AND s.settles = ANY (p_loans);
  WITH standing AS (
    SELECT p.pledge_id, p.subject_id, p.account_id, CASE
        WHEN l.status NOT IN ('submitted', 'approved', 'active') OR l.paid_principal >= l.principal OR (p.kind = 'guarantee' AND g.loan_id IS NULL) THEN 0
        ELSE app.held_of(p.amount, l.principal, l.paid_principal - d.principal, d.drawn) END AS wanted,
      l.status, l.paid_principal, d.drawn
    FROM app.pledge p
    JOIN app.loan l ON l.cooperative_id = p.cooperative_id AND l.loan_id = p.subject_id
    LEFT JOIN app.loan_guarantor g ON g.cooperative_id = p.cooperative_id AND g.loan_id = p.subject_id AND g.pledge_id = p.pledge_id AND g.status = 'accepted'
    CROSS JOIN LATERAL (SELECT coalesce(sum(d.principal), 0)::bigint AS principal, coalesce(sum(d.amount) FILTER (WHERE d.pledge_id = p.pledge_id), 0)::bigint AS drawn
      FROM app.recovery_part d WHERE d.cooperative_id = p.cooperative_id AND d.loan_id = p.subject_id AND d.kind = p.kind AND d.reversed_at IS NULL) d
    WHERE p.cooperative_id = app.coop_id()
      AND (p.subject_id = ANY (v_loans) OR p.subject_id IN (SELECT s.settles FROM app.loan_settlement s WHERE s.cooperative_id = app.coop_id() AND s.loan_id = ANY (v_loans)))),
  holding AS (
    SELECT n.*, CASE WHEN n.status IN ('submitted', 'approved') THEN greatest(n.wanted - coalesce((SELECT sum(o.wanted + o.drawn) FROM standing o
          JOIN app.loan_settlement s ON s.cooperative_id = app.coop_id() AND s.loan_id = n.subject_id AND s.settles = o.subject_id
        WHERE o.account_id = n.account_id AND o.wanted > 0), 0), 0)::bigint ELSE n.wanted END AS held
    FROM standing n WHERE n.subject_id = ANY (v_loans)),
  renewed AS (
    UPDATE app.pledge p SET held = s.held,
      released_at = CASE WHEN s.wanted = 0 THEN coalesce(p.released_at, clock_timestamp()) END,
      released_by = CASE WHEN s.wanted = 0 THEN coalesce(p.released_by, p_by) END,
      released_by_name = CASE WHEN s.wanted = 0 THEN coalesce(p.released_by_name, p_by_name) END,
      released_reason = CASE WHEN s.wanted = 0 THEN coalesce(p.released_reason, CASE
        WHEN s.drawn > 0 AND s.status = 'active' THEN 'It was used for the loan'
        WHEN s.status = 'completed' OR s.paid_principal > 0 AND s.status = 'active' THEN 'The loan is repaid' WHEN s.status = 'rejected' THEN 'The loan was rejected'
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' WHEN s.status = 'written_off' THEN 'The loan was written off' ELSE 'Another guarantor stands for the loan' END) END
    FROM holding s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.wanted > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $$;

-- What of a member's savings is held already for loans that this one settles, so that it is not held a second time. A
-- member's session learns its own alone.
CREATE FUNCTION app.held_already(p_loan uuid, p_member uuid) RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(p.held), 0)::bigint FROM app.loan_settlement s
  JOIN app.loan n ON n.cooperative_id = s.cooperative_id AND n.loan_id = s.loan_id AND n.status IN ('submitted', 'approved')
  JOIN app.pledge p ON p.cooperative_id = s.cooperative_id AND p.subject_id = s.settles AND p.member_id = p_member AND p.released_at IS NULL
  JOIN app.account_type t ON t.cooperative_id = p.cooperative_id AND t.account_type_id = p.account_type_id AND t.is_default
  WHERE s.cooperative_id = app.coop_id() AND s.loan_id = p_loan AND (NOT app.is_member() OR p_member = app.member_id()) $$;
REVOKE ALL ON FUNCTION app.held_already FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.held_already TO coop_app;

RESET ROLE;

UPDATE app.loan_configuration SET rules = rules || '{"topUpAfterPercent": null}';
