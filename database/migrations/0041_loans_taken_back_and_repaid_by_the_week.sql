-- A loan that was approved and not paid out is taken back: by an officer with a reason, or by the member. A loan product
-- is repaid monthly, weekly, fortnightly or every 15 days.
--
-- Invariants:
--   * a member changes his loan from submitted or approved to withdrawn only, and only while none of it is paid out
--     (officers_change); leaving and his guarantors rely on it;
--   * who took an approved loan back is a decision of its own, kept for ever; an officer's says why, a member's is his own
--     (officers_decide, decision_says_why);
--   * every product and every loan says how often it is repaid (repaid_every_is_known); its schedule is worked out from
--     that each time, and what there was before is repaid monthly.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_decision DROP CONSTRAINT loan_decision_decision_check;
ALTER TABLE app.loan_decision ADD CONSTRAINT loan_decision_decision_check CHECK (decision IN ('approved', 'rejected', 'withdrawn'));
ALTER TABLE app.loan_decision DROP CONSTRAINT loan_decision_check;
ALTER TABLE app.loan_decision ADD CONSTRAINT decision_says_why CHECK (CASE decision WHEN 'approved' THEN reason IS NULL WHEN 'rejected' THEN reason IS NOT NULL ELSE true END);
DROP POLICY officers_decide ON app.loan_decision;
CREATE POLICY officers_decide ON app.loan_decision AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (CASE WHEN (SELECT app.is_member()) THEN decision = 'withdrawn' AND reason IS NULL ELSE decision <> 'withdrawn' OR reason IS NOT NULL END);

DROP POLICY officers_change ON app.loan;
CREATE POLICY officers_change ON app.loan AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR status = 'submitted' OR (status = 'approved' AND disbursed = 0)) WITH CHECK ((SELECT NOT app.is_member()) OR status = 'withdrawn');

ALTER TABLE app.loan_configuration ALTER COLUMN rules SET DEFAULT '{"limitOn": "savings", "yearSteps": [], "waitingMonths": null, "guarantorsRequired": null,
  "guarantorsUnindebted": false, "guarantorCoverPercent": 0, "ownCoverPercent": 0, "thirdOfSalary": false, "loansMax": 0, "sameLoansMax": 0, "approvalSteps": [], "topUpAfterPercent": null,
  "forGoods": false, "repaidEvery": "month"}';

-- Built anew, because what a function answers can't be changed.
DROP FUNCTION app.own_guarantees;
CREATE FUNCTION app.own_guarantees()
RETURNS TABLE (loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint, instalments int, repaid_every text, status text,
  amount bigint, held bigint, asked_at timestamptz, answered_at timestamptz, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, l.terms ->> 'repaidEvery', g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean, d.recovered, d.principal
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount) FILTER (WHERE d.member_id = g.member_id), 0)::bigint AS recovered, coalesce(sum(d.principal), 0)::bigint AS principal
    FROM app.recovery_part d WHERE d.cooperative_id = g.cooperative_id AND d.loan_id = g.loan_id AND d.kind = 'guarantee' AND d.reversed_at IS NULL) d
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = app.member_id() $$;
REVOKE ALL ON FUNCTION app.own_guarantees FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_guarantees TO coop_app;

RESET ROLE;

UPDATE app.loan_configuration SET rules = rules || '{"repaidEvery": "month"}';
UPDATE app.loan SET terms = terms || '{"repaidEvery": "month"}';
ALTER TABLE app.loan_configuration ADD CONSTRAINT repaid_every_is_known CHECK (coalesce(rules ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15'));
ALTER TABLE app.loan ADD CONSTRAINT repaid_every_is_known CHECK (coalesce(terms ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15'));
