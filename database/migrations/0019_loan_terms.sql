-- What a loan product asks, in full, and what each application is held to: a later change reaches neither.
--
-- Invariants:
--   * an application keeps the terms that it was made under (no role may change them);
--   * how many approvals it needs is frozen with it, and none of them is its maker's while there is another officer.

SET LOCAL ROLE coop_owner;

-- The document of domain/lending/loans/loan-terms.ts; what held before this migration is what every product goes on asking.
ALTER TABLE app.loan_configuration ADD COLUMN rules jsonb NOT NULL DEFAULT '{"limitOn": "savings", "yearSteps": [], "waitingMonths": null, "guarantorsRequired": null,
  "guarantorsUnindebted": false, "guarantorCoverPercent": 0, "ownCoverPercent": 0, "thirdOfSalary": false, "loansMax": 0, "sameLoansMax": 0, "approvalSteps": []}'
  CHECK (jsonb_typeof(rules) = 'object');
GRANT UPDATE (rules) ON app.loan_configuration TO coop_app;

ALTER TABLE app.loan
  ADD COLUMN terms jsonb CHECK (jsonb_typeof(terms) = 'object'),
  ADD COLUMN net_salary bigint CHECK (net_salary > 0),                       -- kobo; as stated in the application
  ADD COLUMN approvals_needed int NOT NULL DEFAULT 0 CHECK (approvals_needed BETWEEN 0 AND 3),
  ADD COLUMN made_by_officer boolean NOT NULL DEFAULT true;               -- false: the member asks for himself

RESET ROLE;

UPDATE app.loan l SET terms = c.rules || jsonb_build_object('instalmentsMax', c.instalments_max, 'savingsMultiplePercent', c.savings_multiple_percent,
    'waitingMonths', s.waiting_months, 'guarantorsRequired', s.guarantors_required, 'togetherPercent', s.savings_multiple_percent)
  FROM app.loan_configuration c, app.configuration s
  WHERE c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id AND s.cooperative_id = l.cooperative_id;
-- allowed: filled for every row just above
ALTER TABLE app.loan ALTER COLUMN terms SET NOT NULL;

SET LOCAL ROLE coop_owner;

ALTER TABLE app.approval DROP CONSTRAINT approval_kind_check;
ALTER TABLE app.approval ADD CONSTRAINT approval_kind_check CHECK (kind IN ('transaction', 'reversal', 'loan'));

CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := NOT EXISTS (SELECT FROM app.member m
    WHERE m.cooperative_id = NEW.cooperative_id AND 'admin' = ANY (m.roles) AND m.status = 'active' AND m.removed_at IS NULL);
  RETURN NEW;
END $$;

-- A member takes back what he asked for while nobody has decided about it; nothing else of a loan is his to change.
DROP POLICY officers_change ON app.loan;
CREATE POLICY officers_change ON app.loan AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR status = 'submitted') WITH CHECK ((SELECT NOT app.is_member()) OR status = 'withdrawn');

RESET ROLE;
