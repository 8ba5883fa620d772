-- Loans that are paid out and paid back. What happened to a loan is appended as its movements; the schedule beside them
-- is worked out from the agreement and the movements, and is stored anew with each, so that lists and totals can read it.
--
-- Invariants (database/checks/loans_agree_with_books.sql):
--   * a loan's account in the books stands at what was paid out less the principal that was paid back;
--   * what is still owed of its instalments comes to the same principal;
--   * what its movements were used for is what it says was paid.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check;
ALTER TABLE app.transaction ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase',
  'share_transfer', 'share_redemption', 'charge', 'journal', 'disbursement', 'repayment'));

ALTER TABLE app.loan_configuration ADD COLUMN control_id uuid;
GRANT UPDATE (control_id) ON app.loan_configuration TO coop_app;

ALTER TABLE app.loan
  ADD COLUMN account_id uuid,                       -- its account in the ledger, from the first money on
  ADD COLUMN start_on date,
  ADD COLUMN first_due_on date,                     -- NULL: one month after the start
  ADD COLUMN disbursed bigint NOT NULL DEFAULT 0 CHECK (disbursed BETWEEN 0 AND principal),   -- kobo, as all that follow
  ADD COLUMN interest_deducted bigint NOT NULL DEFAULT 0 CHECK (interest_deducted >= 0),
  ADD COLUMN paid_principal bigint NOT NULL DEFAULT 0 CHECK (paid_principal BETWEEN 0 AND disbursed),
  ADD COLUMN paid_interest bigint NOT NULL DEFAULT 0 CHECK (paid_interest >= 0),
  ADD COLUMN paid_fees bigint NOT NULL DEFAULT 0 CHECK (paid_fees >= 0),
  ADD COLUMN paid_penalties bigint NOT NULL DEFAULT 0 CHECK (paid_penalties >= 0),
  ADD COLUMN regular_instalment bigint,
  ADD CONSTRAINT money_has_an_account CHECK ((disbursed > 0) <= (account_id IS NOT NULL AND start_on IS NOT NULL)),
  ADD CONSTRAINT running_is_paid_out CHECK ((status IN ('active', 'completed', 'written_off', 'restructured')) = (disbursed > 0));
GRANT UPDATE (account_id, start_on, first_due_on, disbursed, interest_deducted, paid_principal, paid_interest, paid_fees, paid_penalties, regular_instalment)
  ON app.loan TO coop_app;

CREATE TABLE app.loan_movement (
  cooperative_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('disbursement', 'repayment', 'reallocation')),   -- reallocation: a reversal moved what others were used for
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  amount bigint NOT NULL CHECK (amount BETWEEN 0 AND 100000000000000),
  occurred_on date NOT NULL,
  way text CHECK (way IN ('cash', 'bank', 'savings', 'vendor')),
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
  PRIMARY KEY (cooperative_id, movement_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((kind = 'reallocation') = (amount = 0) AND (kind = 'reallocation') = (way IS NULL)),
  CHECK (principal + interest + fees + penalties = CASE WHEN kind = 'repayment' THEN amount ELSE 0 END),
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL AND reversal_entry_no IS NOT NULL))
);
CALL app.protect_tenant('app.loan_movement');
CALL app.protect_member_rows('app.loan_movement');
CREATE POLICY officers_move ON app.loan_movement AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.loan_movement AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX loan_movement_by_loan ON app.loan_movement (cooperative_id, loan_id, occurred_on, movement_id);
CREATE INDEX loan_movement_by_entry ON app.loan_movement (cooperative_id, entry_id);
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
CALL app.protect_member_rows('app.loan_instalment');
CREATE POLICY officers_work_out ON app.loan_instalment AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_work_out_anew ON app.loan_instalment AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX loan_instalment_owed ON app.loan_instalment (cooperative_id, due_on)
  INCLUDE (loan_id, owed_principal, owed_interest, owed_fees, owed_penalties) WHERE owed_principal + owed_interest + owed_fees + owed_penalties > 0;
GRANT SELECT, INSERT, DELETE ON app.loan_instalment TO coop_app;

RESET ROLE;

-- Each loan product has the control account of the preset chart that its preset names; one that a society added has the
-- first of them until it is paid out under its own.
UPDATE app.loan_configuration c SET control_id = a.account_id FROM ledger.account a
  WHERE a.cooperative_id = c.cooperative_id AND a.code = CASE c.code WHEN 'emergency' THEN '1220' WHEN 'commodity' THEN '1230' ELSE '1210' END;
-- allowed: filled for every row just above
ALTER TABLE app.loan_configuration ALTER COLUMN control_id SET NOT NULL;
