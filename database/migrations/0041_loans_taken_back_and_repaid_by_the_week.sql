-- A loan that was approved and not paid out is taken back: by an officer with a reason, or by the member.
--
-- Invariants:
--   * a member changes his loan from submitted or approved to withdrawn only, and only while none of it is paid out
--     (officers_change); leaving and his guarantors rely on it;
--   * who took an approved loan back is a decision of its own, kept for ever; an officer's says why, a member's is his own
--     (officers_decide, decision_says_why).

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

RESET ROLE;
