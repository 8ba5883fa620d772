-- Loans from the application to the last repayment. What happened to a loan is appended as its movements; the schedule beside
-- them is worked out from the agreement and the movements, and is stored again with each, so that lists and totals can read it.
--
-- Invariants:
--   * an application keeps the terms that it was made under, and how many approvals it needs; no role may change them. A later
--     change of the product reaches neither. Every product and every loan says how often it is repaid (repaid_every_is_known);
--   * what was decided about a loan is appended and never changed. A member changes an own loan from submitted or approved to
--     withdrawn only, while none of it is paid out (officers_change); an officer who takes one back says why
--     (decision_says_why);
--   * a loan's account in the books is at what was paid out less the principal that was paid back or written off, what is still
--     owed of its instalments comes to the same, and what its movements were used for is what it says was paid
--     (loans_agree_with_books);
--   * an accepted guarantee has its pledge and no other has one; no member accepts for another. An officer's session accepts
--     only on a paper that another officer confirms, a link is used once by its guarantor (consents_agree_with_guarantees);
--   * a pledge holds its part of the principal that came back neither from it nor from its like, less what was drawn on it
--     (pledges_agree_with_loans); what was drawn is a posted repayment and left the account of its own member
--     (recoveries_agree_with_books);
--   * a loan is written off exactly when one write-off of it is in force, no more is recovered than was written off, and its
--     schedule stays, so that a reversed write-off leaves the loan that was (write_offs_agree_with_loans);
--   * a loan says since when it runs on its latest terms, and its reschedulings follow one another by day
--     (reschedulings_agree_with_loans);
--   * each officer who decided names at most one minute, with the decision and never after it. A borrower adds and removes
--     papers until the application is decided; of one that was removed its line stays;
--   * each step of each instalment is told once, though the job runs twice, late or on two servers; a cooperative's reminders of
--     a day are sent in one transaction with the mark that they were;
--   * a loan from old books began in the entry of its opening balances, and how it was then is never changed
--     (loans_taken_over_agree);
--   * what the accruals in force put on the accounts of interest receivable and in advance is what the latest found
--     (accruals_agree_with_books);
--   * one voucher pays out a new loan and settles the old ones; at most one application that waits or is approved is to settle a
--     loan, and savings that serve both are held once, for the larger of the two (top_ups_agree);
--   * penalties are known without a payment only for a loan whose terms ask one; one that is let go is on record with who and
--     why (penalties_agree_with_terms). Fees that were taken off are with the movement that took them;
--   * goods come to the principal, are handed over only when money has gone out, once at a time, and an undone hand-over keeps
--     its line (goods_agree_with_loans);
--   * a loan counts as late for a delay of former terms only where it has new ones or settled another
--     (kept_delays_have_a_cause);
--   * what the accruals in force put on the account of interest payable, less what the vouchers of deposits that ended had taken
--     out by then, is what the latest accrual found, and its sum is that of its deposits (deposit_accruals_agree_with_books);
--   * upfront interest that is given back when a loan is settled early is a repayment of principal alone, so that it is in no
--     sum of interest, and the parts of a movement come to its amount (store.ts);
--   * only repayments are held, and a deduction from a salary waits by its own month (due_by) instead;
--   * a member's session tells only those who share a loan with it (shares_a_loan);
--   * of requests a guarantor gets six messages a day on each channel; what is more is in the app alone. That somebody answered
--     in their name always leaves;
--   * the receivable of loans that opening balances brought is what those have on the account of interest receivable;
--   * a yearly rate of loans is in millionths: 94822 is 9.4822 % a year.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.loan_configuration (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  loan_configuration_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  interest_method text NOT NULL CHECK (interest_method IN ('flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha')),
  annual_rate_ppm int NOT NULL,
  instalments_max int NOT NULL CHECK (instalments_max > 0),
  savings_multiple_percent int NOT NULL CHECK (savings_multiple_percent >= 0),
  is_default boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  control_id uuid NOT NULL,
  -- The document of loan-terms.ts.
  rules jsonb NOT NULL DEFAULT '{"limitOn": "savings", "yearSteps": [], "waitingMonths": null, "guarantorsRequired": null,
  "guarantorsUnindebted": false, "guarantorCoverPercent": 0, "ownCoverPercent": 0, "thirdOfSalary": false, "loansMax": 0, "sameLoansMax": 0, "approvalSteps": [], "topUpAfterPercent": null,
  "forGoods": false, "repaidEvery": "month"}'
  CHECK (jsonb_typeof(rules) = 'object'),
  PRIMARY KEY (cooperative_id, loan_configuration_id),
  UNIQUE (cooperative_id, code),
  CONSTRAINT default_is_offered CHECK (NOT is_default OR retired_at IS NULL),
  CHECK (annual_rate_ppm >= 0),
  CONSTRAINT repaid_every_is_known
  CHECK (coalesce(rules ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15', 'four_weeks', 'quarter', 'half_year', 'year'))
);
CALL app.protect_tenant('app.loan_configuration');
CREATE POLICY officers_change ON app.loan_configuration AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX loan_configuration_default ON app.loan_configuration (cooperative_id) WHERE is_default;
GRANT SELECT, INSERT, UPDATE (name, interest_method, annual_rate_ppm, instalments_max, savings_multiple_percent, is_default, retired_at, control_id, rules) ON
  app.loan_configuration TO coop_app;

CREATE TABLE app.loan (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  loan_configuration_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'rejected', 'active', 'completed', 'written_off', 'withdrawn', 'restructured')),
  principal bigint NOT NULL CHECK (principal BETWEEN 1 AND 100000000000000),   -- kobo
  instalments int NOT NULL CHECK (instalments > 0),
  -- The terms as they were when the member applied; a later change of the loan configuration does not reach them.
  interest_method text NOT NULL CHECK (interest_method IN ('flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha')),
  annual_rate_ppm int NOT NULL,
  purpose text,
  collateral text,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  account_id uuid,                                  -- its account in the ledger, from the first money on
  start_on date,
  first_due_on date,                                -- NULL: one month after the start
  disbursed bigint NOT NULL DEFAULT 0 CHECK (disbursed BETWEEN 0 AND principal),   -- kobo, as all that follow
  interest_deducted bigint NOT NULL DEFAULT 0 CHECK (interest_deducted >= 0),
  paid_principal bigint NOT NULL DEFAULT 0 CHECK (paid_principal BETWEEN 0 AND disbursed),
  paid_interest bigint NOT NULL DEFAULT 0 CHECK (paid_interest >= 0),
  paid_fees bigint NOT NULL DEFAULT 0 CHECK (paid_fees >= 0),
  paid_penalties bigint NOT NULL DEFAULT 0 CHECK (paid_penalties >= 0),
  regular_instalment bigint,
  terms jsonb NOT NULL CHECK (jsonb_typeof(terms) = 'object'),
  net_salary bigint CHECK (net_salary > 0),         -- kobo; as stated in the application
  approvals_needed int NOT NULL DEFAULT 0 CHECK (approvals_needed BETWEEN 0 AND 3),
  made_by_officer boolean NOT NULL DEFAULT true,    -- false: the member applied
  own_pledge_id uuid,
  written_off bigint NOT NULL DEFAULT 0,            -- kobo of principal
  recovered bigint NOT NULL DEFAULT 0,              -- kobo of it that came in afterwards
  rescheduled_on date,                              -- by the latest rescheduling that is not reversed
  fees_deducted bigint NOT NULL DEFAULT 0 CHECK (fees_deducted >= 0),   -- kobo, taken off the first money
  penalties_known_until date,                       -- moved on by a nightly job; nothing is posted with it
  kept_days_late int NOT NULL DEFAULT 0 CHECK (kept_days_late >= 0),
  paid_on_time int NOT NULL DEFAULT 0 CHECK (paid_on_time >= 0),   -- instalments in a row since then
  -- The day from which the borrower wants the loan, as the application has it; start_on is the day of the first money.
  wanted_on date,
  PRIMARY KEY (cooperative_id, loan_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, loan_configuration_id) REFERENCES app.loan_configuration,
  CONSTRAINT money_has_an_account CHECK ((disbursed > 0) <= (account_id IS NOT NULL AND start_on IS NOT NULL)),
  CONSTRAINT running_is_paid_out CHECK ((status IN ('active', 'completed', 'written_off', 'restructured')) = (disbursed > 0)),
  CONSTRAINT written_off_is_what_was_owed CHECK (written_off = CASE WHEN status = 'written_off' THEN disbursed - paid_principal ELSE 0 END),
  CONSTRAINT recovered_is_part_of_it CHECK (recovered BETWEEN 0 AND written_off),
  CHECK (annual_rate_ppm >= 0),
  CONSTRAINT repaid_every_is_known
  CHECK (coalesce(terms ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15', 'four_weeks', 'quarter', 'half_year', 'year')),
  CONSTRAINT paid_on_time_of_a_delay CHECK (kept_days_late > 0 OR paid_on_time = 0)
);
CALL app.protect_tenant('app.loan');
CREATE POLICY own_row ON app.loan AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY members_ask ON app.loan AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()) OR status = 'submitted');
CREATE POLICY officers_change ON app.loan AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR status = 'submitted' OR (status = 'approved' AND disbursed = 0)) WITH CHECK ((SELECT NOT app.is_member()) OR status = 'withdrawn');
CREATE INDEX loan_newest ON app.loan (cooperative_id, submitted_at DESC, loan_id DESC);
CREATE INDEX loan_by_member ON app.loan (cooperative_id, member_id, submitted_at DESC);
CREATE INDEX loan_by_status ON app.loan (cooperative_id, status, submitted_at DESC);
CREATE INDEX loan_written_off ON app.loan (cooperative_id, loan_id) WHERE status = 'written_off';
CREATE INDEX loan_with_penalty ON app.loan (cooperative_id, member_id)
  WHERE status = 'active' AND (jsonb_typeof(terms -> 'penalty') = 'object' OR jsonb_typeof(terms -> 'schedule' -> 'afterMaturity') = 'object');
GRANT SELECT, INSERT, UPDATE (status, account_id, start_on, first_due_on, disbursed, interest_deducted, paid_principal, paid_interest, paid_fees,
  paid_penalties, regular_instalment, own_pledge_id, written_off, recovered, rescheduled_on, fees_deducted, penalties_known_until, kept_days_late,
  paid_on_time) ON app.loan TO coop_app;
GRANT SELECT ON app.loan TO ledger_owner;

CREATE TABLE app.loan_guarantor (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- As they were when named: the borrower sees who the guarantors are, though other members' rows are closed to the session.
  member_name text NOT NULL,
  membershipno text NOT NULL,
  status text NOT NULL DEFAULT 'asked' CHECK (status IN ('asked', 'accepted', 'declined', 'replaced')),
  amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),   -- kobo; what is pledged of the whole principal
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  answered_at timestamptz,
  pledge_id uuid,
  replaces uuid,                                    -- the guarantor whose place this one takes on accepting
  answered_way text CHECK (answered_way IN ('app', 'link', 'paper', 'old_books')),   -- NULL: not answered, or agreed before Ajose asked
  confirmed_by_name text,                           -- the officer who confirmed the signed paper
  -- The officers who saw the guarantor, where the login with which they accepted was proved in person.
  seen_by_names text,
  PRIMARY KEY (cooperative_id, loan_id, member_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CONSTRAINT accepted_with_his_pledge CHECK (status <> 'accepted' OR amount = 0 OR pledge_id IS NOT NULL),
  CONSTRAINT answered_in_a_way CHECK (answered_way IS NULL OR answered_at IS NOT NULL),
  CONSTRAINT papers_are_confirmed CHECK ((answered_way IS NOT DISTINCT FROM 'paper') = (confirmed_by_name IS NOT NULL))
);
CALL app.protect_tenant('app.loan_guarantor');
CREATE POLICY own_loan ON app.loan_guarantor AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY members_ask ON app.loan_guarantor AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (status = 'asked' AND pledge_id IS NULL AND loan_id IN (SELECT l.loan_id FROM app.loan l)));
-- Each answers for their own part, once; a borrower asks again, or lets one go who has not accepted.
CREATE POLICY members_answer ON app.loan_guarantor AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR (member_id = (SELECT app.member_id()) AND status = 'asked') OR status <> 'accepted')
  WITH CHECK ((SELECT NOT app.is_member()) OR (member_id = (SELECT app.member_id()) AND status IN ('accepted', 'declined')) OR status IN ('asked', 'replaced'));
CREATE INDEX loan_guarantor_by_member ON app.loan_guarantor (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, amount, asked_at, answered_at, pledge_id, replaces, answered_way, confirmed_by_name, seen_by_names) ON
  app.loan_guarantor TO coop_app;

CREATE TABLE app.loan_decision (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected', 'withdrawn')),
  member_id uuid NOT NULL,
  reason text,
  decided_by uuid NOT NULL,
  decided_by_name text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, decision),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CONSTRAINT decision_says_why CHECK (CASE decision WHEN 'approved' THEN reason IS NULL WHEN 'rejected' THEN reason IS NOT NULL ELSE true END)
);
CALL app.protect_tenant('app.loan_decision');
CALL app.protect_member_rows('app.loan_decision');
CREATE POLICY officers_decide ON app.loan_decision AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (CASE WHEN (SELECT app.is_member()) THEN decision = 'withdrawn' AND reason IS NULL ELSE decision <> 'withdrawn' OR reason IS NOT NULL END);
GRANT SELECT, INSERT ON app.loan_decision TO coop_app;

CREATE TABLE app.loan_movement (
  cooperative_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('disbursement', 'repayment', 'reallocation', 'write_off', 'recovered')),   -- reallocation: a reversal moved what others were used for
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 100000000000000),
  occurred_on date NOT NULL,
  way text CHECK (way IN ('cash', 'bank', 'savings', 'vendor', 'deduction', 'recovery', 'opening', 'top_up', 'leaving', 'rebate')),
  -- By how much this movement changed what was paid of each; below zero where it was dated back and moved what came later.
  principal bigint NOT NULL,
  interest bigint NOT NULL,
  fees bigint NOT NULL,
  penalties bigint NOT NULL,
  deducted bigint NOT NULL,
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  receipt_number text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_reason text,
  reversed_by_name text,
  reversed_at timestamptz,
  reversal_entry_no bigint,
  return_id uuid,                                   -- the return that it came with
  due_by date,                                      -- for the instalment that falls due by this day
  through_name text,                                -- the society's account that paid or took in, as it was called then
  recovery_reason text,
  fees_deducted bigint NOT NULL DEFAULT 0,          -- kobo
  -- Interest that an accrual booked as earned is income once: the payment takes it out of interest receivable, not into income again.
  --   * what payments took out of it is what their vouchers credit, and what an accrual found is what the accruals put there less
  --     what payments had taken out by then (accruals_agree_with_books).
  receivable bigint NOT NULL DEFAULT 0,             -- kobo: of its interest, what was earned in an accrual before
  is_held boolean NOT NULL DEFAULT false,
  -- A loan's payout or repayment has one too. The reference is unique over both tables; a lock on it while recording ensures that.
  reference text CHECK (length(reference) BETWEEN 1 AND 60),
  reference_key text,
  through_account_id uuid,
  PRIMARY KEY (cooperative_id, movement_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((kind = 'reallocation') = (amount = 0) AND (kind IN ('reallocation', 'write_off')) = (way IS NULL)),
  CHECK (principal + interest + fees + penalties = CASE WHEN kind = 'repayment' THEN amount ELSE 0 END),
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL AND reversal_entry_no IS NOT NULL)),
  CONSTRAINT deduction_names_its_return CHECK ((way IS NOT DISTINCT FROM 'deduction') = (return_id IS NOT NULL) AND (return_id IS NULL) = (due_by IS NULL)),
  FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return,
  CONSTRAINT recovery_gives_its_reason CHECK ((way IS NOT DISTINCT FROM 'recovery') = (recovery_reason IS NOT NULL) AND (recovery_reason IS NULL OR kind = 'repayment')),
  CONSTRAINT opening_is_no_repayment CHECK (way IS DISTINCT FROM 'opening' OR kind = 'disbursement'),
  CONSTRAINT top_up_is_a_repayment CHECK (way IS DISTINCT FROM 'top_up' OR kind = 'repayment'),
  CONSTRAINT leaving_is_a_repayment CHECK (way IS DISTINCT FROM 'leaving' OR kind = 'repayment'),
  CONSTRAINT receivable_is_of_interest CHECK (receivable >= 0 AND (receivable = 0 OR kind = 'repayment' AND receivable <= interest)),
  CONSTRAINT rebate_repays_principal CHECK (way IS DISTINCT FROM 'rebate' OR (kind = 'repayment' AND principal = amount AND interest = 0 AND fees = 0 AND penalties = 0)),
  CONSTRAINT only_repayments_are_held CHECK (NOT is_held OR (kind = 'repayment' AND due_by IS NULL)),
  CONSTRAINT key_of_a_reference CHECK (reference_key IS NULL OR reference IS NOT NULL)
);
CALL app.protect_tenant('app.loan_movement');
CALL app.protect_member_rows('app.loan_movement');
CREATE POLICY officers_move ON app.loan_movement AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.loan_movement AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX loan_movement_by_loan ON app.loan_movement (cooperative_id, loan_id, occurred_on, movement_id);
CREATE INDEX loan_movement_by_entry ON app.loan_movement (cooperative_id, entry_id);
CREATE INDEX loan_movement_of_return ON app.loan_movement (cooperative_id, return_id) WHERE return_id IS NOT NULL;
CREATE INDEX loan_movement_of_receivable ON app.loan_movement (cooperative_id, loan_id) WHERE receivable > 0;
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.loan_movement REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id');
CREATE TRIGGER changes_noted_for_webhooks AFTER UPDATE ON app.loan_movement REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id');
CREATE UNIQUE INDEX reference_of_loan_used_once ON app.loan_movement (cooperative_id, through_account_id, reference_key)
  WHERE reference_key IS NOT NULL AND status = 'posted';
CREATE INDEX loan_movement_newest ON app.loan_movement (cooperative_id, occurred_on DESC, movement_id DESC);
CREATE INDEX loan_movement_by_member ON app.loan_movement (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at, reversal_entry_no) ON app.loan_movement TO coop_app;

CREATE TABLE app.loan_instalment (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  number int NOT NULL,
  member_id uuid NOT NULL,
  due_on date NOT NULL,
  principal bigint NOT NULL CHECK (principal >= 0),
  interest bigint NOT NULL CHECK (interest >= 0),
  fees bigint NOT NULL CHECK (fees >= 0),
  penalties bigint NOT NULL CHECK (penalties >= 0),
  owed_principal bigint NOT NULL CHECK (owed_principal BETWEEN 0 AND principal),
  owed_interest bigint NOT NULL CHECK (owed_interest BETWEEN 0 AND interest),
  owed_fees bigint NOT NULL CHECK (owed_fees BETWEEN 0 AND fees),
  owed_penalties bigint NOT NULL CHECK (owed_penalties BETWEEN 0 AND penalties),
  PRIMARY KEY (cooperative_id, loan_id, number),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan
);
CALL app.protect_tenant('app.loan_instalment');
-- For coop_app alone: a function with its owner's rights sees all rows of the cooperative in a member's session too.
CREATE POLICY own_row ON app.loan_instalment AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_work_out ON app.loan_instalment AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_recompute ON app.loan_instalment AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX loan_instalment_owed ON app.loan_instalment (cooperative_id, due_on)
  INCLUDE (loan_id, owed_principal, owed_interest, owed_fees, owed_penalties) WHERE owed_principal + owed_interest + owed_fees + owed_penalties > 0;
GRANT SELECT, INSERT, DELETE ON app.loan_instalment TO coop_app;

-- Whether the member of this session borrows with that one as guarantor, or is the guarantor of that one's loan.
CREATE FUNCTION app.shares_a_loan(p_member uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.loan_guarantor g JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
    WHERE g.cooperative_id = app.coop_id() AND (l.member_id, g.member_id) IN ((app.member_id(), p_member), (p_member, app.member_id()))) $$;
REVOKE ALL ON FUNCTION app.shares_a_loan FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.shares_a_loan TO coop_app;

-- Brings what these loans' pledges hold into line with their principal: less as it comes back, nothing once the loan is repaid,
-- rejected, withdrawn or written off or the guarantor replaced, and again what they held when a repayment is reversed. What was
-- drawn on pledges of a kind shrinks the pledge that paid it and no other. A loan that is to settle others, and has not been paid
-- out, holds of the same savings only what those do not hold already; what was drawn on an old pledge counts as held there. It takes
-- no amount, so that a borrower's and a guarantor's own session may call it after what they did.
CREATE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void
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
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' WHEN s.status = 'written_off' THEN 'The loan was written off' ELSE 'The loan has another guarantor' END) END
    FROM holding s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.wanted > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $$;
REVOKE ALL ON FUNCTION app.renew_pledges FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.renew_pledges TO coop_app;

-- Everybody who answers, asks or decides holds the loan's guarantees first, in one order.
CREATE FUNCTION app.lock_guarantees(p_loan uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.loan_guarantor g WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan ORDER BY g.member_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION app.lock_guarantees FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.lock_guarantees TO coop_app;

CREATE TABLE app.recovery_part (
  cooperative_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  line int NOT NULL,                                -- of the entry
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- whose savings paid
  kind text NOT NULL CHECK (kind IN ('savings', 'own_loan', 'guarantee')),   -- free savings of the borrower, or a pledge of that kind
  pledge_id uuid,
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  principal bigint NOT NULL CHECK (principal >= 0),   -- what of the repayment's principal it brought back
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, movement_id, line),
  -- The pledge is released before the entry is posted, and the movement carries the number of the entry.
  FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (cooperative_id, pledge_id) REFERENCES app.pledge,
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((kind = 'savings') = (pledge_id IS NULL))
);
CALL app.protect_tenant('app.recovery_part');
CREATE POLICY own_loan ON app.recovery_part AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY officers_recover ON app.recovery_part AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.recovery_part AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX recovery_part_by_loan ON app.recovery_part (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (reversed_at) ON app.recovery_part TO coop_app;

-- What a pledge of this amount still holds. `p_elsewhere`: principal that came back otherwise than from pledges of its kind.
CREATE FUNCTION app.held_of(p_amount bigint, p_principal bigint, p_elsewhere bigint, p_drawn bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(div(p_amount::numeric * (p_principal - greatest(p_elsewhere, 0)) + p_principal - 1, p_principal)::bigint - p_drawn, 0) $$;

CREATE TABLE app.write_off (
  cooperative_id uuid NOT NULL,
  write_off_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo: the principal that was owed when it was asked for
  occurred_on date,                                 -- NULL: the day on which it is approved
  reason text NOT NULL,
  releases_pledges boolean NOT NULL,                -- savings that secure the loan are let go
  approvals_needed int NOT NULL CHECK (approvals_needed BETWEEN 0 AND 2),
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  movement_id uuid,
  from_provision bigint CHECK (from_provision BETWEEN 0 AND amount),   -- kobo; the rest is bad debts
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  PRIMARY KEY (cooperative_id, write_off_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  -- The movement carries the number of its entry, so it is kept after the entry is posted.
  FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement DEFERRABLE INITIALLY DEFERRED,
  CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'pending') = (decided_by_name IS NULL)),
  CHECK ((status IN ('approved', 'reversed')) = (movement_id IS NOT NULL) AND (movement_id IS NULL) = (from_provision IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL)
);
CALL app.protect_tenant('app.write_off');
CALL app.protect_officer_rows('app.write_off');
CREATE UNIQUE INDEX write_off_once ON app.write_off (cooperative_id, loan_id) WHERE status IN ('pending', 'approved');
CREATE INDEX write_off_waiting ON app.write_off (cooperative_id, asked_at) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE (status, movement_id, from_provision, decided_by_name, decided_at, decided_reason) ON app.write_off TO coop_app;

CREATE TABLE app.rescheduling (
  cooperative_id uuid NOT NULL,
  rescheduling_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  occurred_on date NOT NULL,
  instalments int NOT NULL CHECK (instalments BETWEEN 1 AND 600),
  first_due_on date NOT NULL CHECK (first_due_on > occurred_on),
  annual_rate_ppm int NOT NULL,
  outstanding bigint NOT NULL CHECK (outstanding > 0),   -- kobo: the principal at the new beginning
  interest_owed bigint NOT NULL CHECK (interest_owed >= 0),   -- kobo: owed by then, due with the first instalment
  reason text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_reason text,
  reversed_by_name text,
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, rescheduling_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL)),
  CHECK (annual_rate_ppm >= 0)
);
CALL app.protect_tenant('app.rescheduling');
-- The schedule of a loan is worked out in its member's session too.
CALL app.protect_member_rows('app.rescheduling');
CREATE POLICY officers_reschedule ON app.rescheduling AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.rescheduling AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX rescheduling_once_a_day ON app.rescheduling (cooperative_id, loan_id, occurred_on) WHERE status = 'posted';
GRANT SELECT, INSERT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at) ON app.rescheduling TO coop_app;

CREATE TABLE app.loan_minute (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the borrower
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  meeting_id uuid,
  -- As they were then: a committee's meeting is closed to the borrower, who reads where the loan was decided about.
  meeting_title text,
  met_on date,
  minute text,                                      -- the number in the minutes, or a note
  given_by uuid NOT NULL,
  given_by_name text NOT NULL,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, given_by),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  CHECK (meeting_id IS NOT NULL OR minute IS NOT NULL),
  CHECK ((meeting_id IS NULL) = (meeting_title IS NULL) AND (meeting_id IS NULL) = (met_on IS NULL))
);
CALL app.protect_tenant('app.loan_minute');
CALL app.protect_member_rows('app.loan_minute');
CREATE POLICY officers_decide ON app.loan_minute AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX loan_minute_by_meeting ON app.loan_minute (cooperative_id, meeting_id) WHERE meeting_id IS NOT NULL;
GRANT SELECT, INSERT ON app.loan_minute TO coop_app;

CREATE TABLE app.loan_document (
  cooperative_id uuid NOT NULL,
  document_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the borrower
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes int NOT NULL CHECK (bytes > 0),
  content bytea,                                    -- gone with the removal
  sha256 bytea NOT NULL,
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid,
  removed_by_name text,
  removed_at timestamptz,
  PRIMARY KEY (cooperative_id, document_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CHECK ((content IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by IS NULL))
);
CALL app.protect_tenant('app.loan_document');
CALL app.protect_member_rows('app.loan_document');
CREATE POLICY until_decided ON app.loan_document AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR EXISTS (SELECT FROM app.loan l WHERE l.loan_id = loan_document.loan_id AND l.status = 'submitted'));
CREATE POLICY removed_until_decided ON app.loan_document AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR EXISTS (SELECT FROM app.loan l WHERE l.loan_id = loan_document.loan_id AND l.status = 'submitted'));
CREATE INDEX loan_document_by_loan ON app.loan_document (cooperative_id, loan_id, added_at);
GRANT SELECT, INSERT, UPDATE (content, removed_by, removed_by_name, removed_at) ON app.loan_document TO coop_app;

-- No row: the defaults, and nothing was sent yet.
CREATE TABLE app.reminder_setting (
  cooperative_id uuid NOT NULL PRIMARY KEY REFERENCES app.cooperative,
  remind_days_before int NOT NULL DEFAULT 3 CHECK (remind_days_before BETWEEN 0 AND 14),   -- 0: not before
  remind_overdue boolean NOT NULL DEFAULT true,
  remind_by_sms boolean NOT NULL DEFAULT false,
  remind_by_email boolean NOT NULL DEFAULT false,
  reminded_on date                                  -- the day of the last reminders, in Lagos
);
CALL app.protect_tenant('app.reminder_setting');
CALL app.protect_officer_rows('app.reminder_setting');
GRANT SELECT, INSERT, UPDATE ON app.reminder_setting TO coop_app;

CREATE TABLE app.loan_reminder (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  number int NOT NULL,                              -- of the instalment
  step int NOT NULL CHECK (step IN (0, 1, 7, 30)),  -- days after it fell due; 0: before
  reminded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, number, step),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan
);
CALL app.protect_tenant('app.loan_reminder');
CALL app.protect_officer_rows('app.loan_reminder');
GRANT SELECT, INSERT ON app.loan_reminder TO coop_app;

CREATE TABLE app.loan_taken_over (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  opening_id uuid NOT NULL,                         -- the opening balances with which it came, by their transaction
  as_of date NOT NULL,
  began_on date NOT NULL,
  original_principal bigint NOT NULL CHECK (original_principal BETWEEN 1 AND 100000000000000),   -- kobo, as the others
  original_instalments int NOT NULL CHECK (original_instalments BETWEEN 1 AND 600),
  instalments_left int NOT NULL CHECK (instalments_left BETWEEN 0 AND original_instalments),
  overdue_since date,
  overdue_principal bigint NOT NULL CHECK (overdue_principal BETWEEN 0 AND original_principal),
  interest_owed bigint NOT NULL CHECK (interest_owed BETWEEN 0 AND 100000000000000),
  receivable bigint NOT NULL DEFAULT 0 CHECK (receivable BETWEEN 0 AND interest_owed),
  agreed_instalment bigint CHECK (agreed_instalment > 0),   -- null where instalments are not level
  PRIMARY KEY (cooperative_id, loan_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction,
  CHECK (began_on <= as_of AND overdue_since <= as_of),
  CHECK (overdue_since IS NOT NULL OR overdue_principal = 0 AND instalments_left > 0)
);
CALL app.protect_tenant('app.loan_taken_over');
CALL app.protect_member_rows('app.loan_taken_over');
CREATE POLICY officers_take_over ON app.loan_taken_over AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX loan_taken_over_with ON app.loan_taken_over (cooperative_id, opening_id);
GRANT SELECT, INSERT ON app.loan_taken_over TO coop_app;

CREATE TABLE app.loan_accrual (
  cooperative_id uuid NOT NULL,
  accrual_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- the journal that it posts; its status is the accrual's
  accrued_on date NOT NULL,                         -- the last day of a month
  receivable bigint NOT NULL CHECK (receivable >= 0),   -- kobo: earned and not paid
  in_advance bigint NOT NULL CHECK (in_advance >= 0),   -- kobo: paid and not earned
  suspended bigint NOT NULL CHECK (suspended >= 0),   -- kobo: earned, and left out because the loan does not perform
  seen_to_no bigint NOT NULL DEFAULT 0,             -- the last entry that it knew of
  collected bigint NOT NULL DEFAULT 0,              -- kobo: what payments had taken out by then
  payable bigint NOT NULL DEFAULT 0 CHECK (payable >= 0),   -- kobo: earned by fixed deposits and not paid to their members
  released bigint NOT NULL DEFAULT 0,               -- kobo: what deposits that had ended by its day had taken out
  PRIMARY KEY (cooperative_id, accrual_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.loan_accrual');
CALL app.protect_officer_rows('app.loan_accrual');
CREATE UNIQUE INDEX loan_accrual_journal ON app.loan_accrual (cooperative_id, transaction_id);
CREATE INDEX loan_accrual_day ON app.loan_accrual (cooperative_id, accrued_on);
GRANT SELECT, INSERT ON app.loan_accrual TO coop_app;

CREATE TABLE app.loan_accrual_line (
  cooperative_id uuid NOT NULL,
  accrual_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  receivable bigint NOT NULL CHECK (receivable >= 0),
  in_advance bigint NOT NULL CHECK (in_advance >= 0),
  suspended bigint NOT NULL CHECK (suspended >= 0),
  days_late int NOT NULL CHECK (days_late >= 0),
  PRIMARY KEY (cooperative_id, accrual_id, loan_id),
  FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual,
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan
);
CALL app.protect_tenant('app.loan_accrual_line');
CALL app.protect_officer_rows('app.loan_accrual_line');
GRANT SELECT, INSERT ON app.loan_accrual_line TO coop_app;

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
-- For coop_app alone: a function with its owner's rights sees all rows of the cooperative in a member's session too.
CREATE POLICY own_row ON app.loan_settlement AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY own_loans ON app.loan_settlement AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (loan_id IN (SELECT l.loan_id FROM app.loan l WHERE l.status = 'submitted') AND settles IN (SELECT l.loan_id FROM app.loan l)));
CREATE INDEX loan_settlement_of ON app.loan_settlement (cooperative_id, settles);
GRANT SELECT, INSERT ON app.loan_settlement TO coop_app;

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

CREATE TABLE app.penalty_waiver (
  cooperative_id uuid NOT NULL,
  waiver_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  occurred_on date NOT NULL,                        -- penalties that came up to this day
  due_on date[] NOT NULL CHECK (cardinality(due_on) > 0),   -- of the instalments that fell due on these days
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  reason text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_reason text,
  reversed_by_name text,
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, waiver_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL))
);
CALL app.protect_tenant('app.penalty_waiver');
-- The schedule of a loan is worked out in its member's session too.
CALL app.protect_member_rows('app.penalty_waiver');
CREATE POLICY officers_waive ON app.penalty_waiver AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.penalty_waiver AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX penalty_waiver_by_loan ON app.penalty_waiver (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at) ON app.penalty_waiver TO coop_app;

-- No row: penalties were never looked for.
CREATE TABLE app.penalty_day (
  cooperative_id uuid NOT NULL PRIMARY KEY REFERENCES app.cooperative,
  looked_on date NOT NULL                           -- the day until which the nightly job has come, in Lagos
);
CALL app.protect_tenant('app.penalty_day');
CALL app.protect_officer_rows('app.penalty_day');
GRANT SELECT, INSERT, UPDATE ON app.penalty_day TO coop_app;

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
CREATE POLICY officers_add ON app.good AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.good AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX good_offered ON app.good (cooperative_id, lower(name)) WHERE retired_at IS NULL;
GRANT SELECT, INSERT, UPDATE (name, unit, price, retired_at) ON app.good TO coop_app;

-- Name, unit and price as they were when it was applied for: whatever becomes of the good, these stay.
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
CREATE UNIQUE INDEX loan_delivery_in_force ON app.loan_delivery (cooperative_id, loan_id) WHERE undone_at IS NULL;
CREATE INDEX loan_delivery_by_loan ON app.loan_delivery (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (undone_reason, undone_by, undone_by_name, undone_at) ON app.loan_delivery TO coop_app;

CREATE TABLE app.consent_link (
  cooperative_id uuid NOT NULL,
  link_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the guarantor
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  made_by uuid NOT NULL,
  made_by_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'declined', 'replaced')),   -- replaced: a newer link was made
  codes_sent int NOT NULL DEFAULT 0,
  code_sent_at timestamptz,
  code_hash bytea,                                  -- of the newest code, keyed with the server's secret
  tries_left int NOT NULL DEFAULT 0 CHECK (tries_left >= 0),
  PRIMARY KEY (cooperative_id, link_id),
  FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (expires_at > made_at)
);
CALL app.protect_tenant('app.consent_link');
-- A guarantor sees their own links, a borrower those for the own loan.
CREATE POLICY own_link ON app.consent_link AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY borrowers_send ON app.consent_link AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (outcome IS NULL AND code_hash IS NULL AND ((SELECT NOT app.is_member()) OR loan_id IN (SELECT l.loan_id FROM app.loan l)));
-- Only the guarantor's own scope sets a code or uses the link; everybody else can only end it.
CREATE POLICY guarantors_use ON app.consent_link AS RESTRICTIVE FOR UPDATE TO coop_app
  USING (ended_at IS NULL) WITH CHECK (outcome IS NOT DISTINCT FROM 'replaced' OR ((SELECT app.is_member()) AND member_id = (SELECT app.member_id())));
-- The cooperative is not known before the token is looked up.
CREATE POLICY looked_up ON app.consent_link FOR SELECT TO coop_auth USING (true);
-- A link that was not used goes a month after its end; one that was used is the proof of an answer and stays.
CREATE POLICY swept ON app.consent_link TO coop_jobs USING (true);
CREATE UNIQUE INDEX consent_link_open ON app.consent_link (cooperative_id, loan_id, member_id) WHERE ended_at IS NULL;
CREATE INDEX consent_link_of_guarantee ON app.consent_link (cooperative_id, loan_id, member_id, made_at);
CREATE INDEX consent_link_by_token ON app.consent_link (token_hash);
CREATE INDEX consent_link_oldest ON app.consent_link (expires_at);
GRANT SELECT, INSERT, UPDATE (ended_at, outcome, codes_sent, code_sent_at, code_hash, tries_left) ON app.consent_link TO coop_app;
GRANT SELECT (cooperative_id, link_id, loan_id, member_id, token_hash, expires_at, outcome) ON app.consent_link TO coop_auth;
GRANT SELECT (expires_at, outcome), DELETE ON app.consent_link TO coop_jobs;

CREATE TABLE app.guarantee_paper (
  cooperative_id uuid NOT NULL,
  paper_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the guarantor who signed
  document_id uuid NOT NULL,                        -- the photo or PDF among the papers of the loan
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'confirmed', 'declined', 'replaced')),
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  PRIMARY KEY (cooperative_id, paper_id),
  FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor,
  FOREIGN KEY (cooperative_id, document_id) REFERENCES app.loan_document,
  CHECK (num_nonnulls(decided_by, decided_by_name, decided_at) = CASE WHEN status IN ('confirmed', 'declined') THEN 3 ELSE 0 END),
  CHECK ((reason IS NOT NULL) = (status = 'declined')),
  CONSTRAINT confirmed_by_another CHECK (status <> 'confirmed' OR decided_by <> added_by)
);
CREATE POLICY accepted_in_their_own_way ON app.loan_guarantor AS RESTRICTIVE FOR UPDATE TO coop_app USING (true)
  WITH CHECK (status <> 'accepted' OR CASE WHEN (SELECT app.is_member()) THEN answered_way IN ('app', 'link')
    ELSE answered_way = 'paper' AND EXISTS (SELECT FROM app.guarantee_paper p
      WHERE p.loan_id = loan_guarantor.loan_id AND p.member_id = loan_guarantor.member_id AND p.status = 'confirmed' AND p.added_at >= loan_guarantor.asked_at) END);
CALL app.protect_tenant('app.guarantee_paper');
CALL app.protect_officer_rows('app.guarantee_paper');
CREATE POLICY decided_once ON app.guarantee_paper AS RESTRICTIVE FOR UPDATE TO coop_app USING (status = 'waiting') WITH CHECK (status <> 'waiting');
CREATE UNIQUE INDEX guarantee_paper_waiting ON app.guarantee_paper (cooperative_id, loan_id, member_id) WHERE status = 'waiting';
CREATE INDEX guarantee_paper_by_guarantee ON app.guarantee_paper (cooperative_id, loan_id, member_id);
CREATE INDEX guarantee_paper_by_document ON app.guarantee_paper (cooperative_id, document_id);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, reason) ON app.guarantee_paper TO coop_app;

-- What a member is asked to guarantee or guarantees, with what they may know of the loan. A member's session reads its own alone.
CREATE FUNCTION app.guarantees_of(p_member uuid)
RETURNS TABLE (loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint, instalments int, repaid_every text, status text,
  amount bigint, held bigint, asked_at timestamptz, answered_at timestamptz, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint, last_due_on date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, l.terms ->> 'repaidEvery', g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean, d.recovered, d.principal,
    (SELECT max(i.due_on) FROM app.loan_instalment i WHERE i.cooperative_id = g.cooperative_id AND i.loan_id = g.loan_id)
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount) FILTER (WHERE d.member_id = g.member_id), 0)::bigint AS recovered, coalesce(sum(d.principal), 0)::bigint AS principal
    FROM app.recovery_part d WHERE d.cooperative_id = g.cooperative_id AND d.loan_id = g.loan_id AND d.kind = 'guarantee' AND d.reversed_at IS NULL) d
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) $$;
REVOKE ALL ON FUNCTION app.guarantees_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.guarantees_of TO coop_app;

-- A new guarantor who has accepted takes the place of the one they replace, whose row is closed to them.
CREATE FUNCTION app.replace_guarantor(p_loan uuid, p_member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.loan_guarantor g SET status = 'replaced' FROM app.loan_guarantor n
  WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan AND n.cooperative_id = g.cooperative_id AND n.loan_id = g.loan_id
    AND n.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) AND n.status = 'accepted' AND n.replaces = g.member_id $$;
REVOKE ALL ON FUNCTION app.replace_guarantor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.replace_guarantor TO coop_app;

CREATE TABLE app.deposit_accrual_line (
  cooperative_id uuid NOT NULL,
  accrual_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  payable bigint NOT NULL CHECK (payable > 0),      -- kobo: earned by the day of the accrual
  PRIMARY KEY (cooperative_id, accrual_id, deposit_id),
  FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual,
  FOREIGN KEY (cooperative_id, deposit_id) REFERENCES app.fixed_deposit
);
CALL app.protect_tenant('app.deposit_accrual_line');
CALL app.protect_officer_rows('app.deposit_accrual_line');
GRANT SELECT, INSERT ON app.deposit_accrual_line TO coop_app;

-- On every channel that the society has of them. A member's own session tells those who share a loan with it, and the member.
-- p_most is how many loan messages of a day leave on one channel.
CREATE FUNCTION app.notify_guarantors(p_members uuid[], p_messages text[], p_subject text, p_most int DEFAULT NULL) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
  SELECT gen_random_uuid(), m.cooperative_id, 'loan', m.member_id, way.channel, way.recipient, way.subject,
    CASE way.channel WHEN 'sms' THEN platform.sms_text(c.name, n.message) ELSE c.name || ': ' || n.message END
  FROM unnest(p_members, p_messages) n(member_id, message)
  JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = n.member_id AND m.removed_at IS NULL
  JOIN app.cooperative c ON c.cooperative_id = m.cooperative_id
  CROSS JOIN LATERAL (VALUES ('sms', m.phone, NULL), ('email', nullif(m.email, ''), p_subject)) way(channel, recipient, subject)
  WHERE way.recipient IS NOT NULL AND (NOT app.is_member() OR m.member_id = app.member_id() OR app.shares_a_loan(m.member_id))
    AND (p_most IS NULL OR (SELECT count(*) FROM platform.message p WHERE p.cooperative_id = m.cooperative_id AND p.created_at > now() - interval '1 day'
      AND p.member_id = m.member_id AND p.channel = way.channel AND p.kind = 'loan') < p_most) $$;
REVOKE ALL ON FUNCTION app.notify_guarantors FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.notify_guarantors TO coop_app;

-- On tables of earlier files.
CREATE POLICY own_row ON app.notification AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()))
  WITH CHECK ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id())
  OR (link IN ('/member/guarantees', '/member/loans') AND announcement_id IS NULL AND app.shares_a_loan(member_id))
  OR (link LIKE '/member/meetings/elections/%' AND announcement_id IS NULL AND app.has_proposed(member_id)));
CREATE POLICY members_read_their_own ON audit.event AS RESTRICTIVE FOR SELECT USING ((SELECT NOT app.is_member())
  OR subject_id = (SELECT app.member_id()::text) OR (role = 'member' AND login_id = (SELECT platform.own_login()))
  OR subject_id IN (SELECT t.transaction_id::text FROM app.transaction t WHERE t.member_id = (SELECT app.member_id()))
  OR subject_id IN (SELECT l.loan_id::text FROM app.loan l WHERE l.member_id = (SELECT app.member_id())));
-- A member's own session pledges for the loan for which the member was asked, and nothing else.
CREATE POLICY officers_pledge ON app.pledge AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (kind = 'guarantee' AND member_id = (SELECT app.member_id())
    AND EXISTS (SELECT FROM app.loan_guarantor g WHERE g.loan_id = subject_id AND g.member_id = (SELECT app.member_id()) AND g.status = 'asked')));
