-- Running loans come with the opening balances: how each stood when it came is kept beside it, and its schedule is worked
-- out from that and from what happened since.
--
-- Invariants (database/checks/loans_taken_over_agree.sql):
--   * a loan that came so began in the entry of its opening balances, with the principal that was outstanding;
--   * how it stood is never changed.

SET LOCAL ROLE coop_owner;

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

-- What the list held before stays in it, so that it can be widened elsewhere too.
DO $$
DECLARE v_known text;
BEGIN
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.loan_movement'::regclass AND c.conname = 'loan_movement_way_check';
  ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check;
  EXECUTE format('ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_way_check CHECK (%s OR way = ''opening'')', v_known);
END $$;
ALTER TABLE app.loan_movement ADD CONSTRAINT opening_is_no_repayment CHECK (way IS DISTINCT FROM 'opening' OR kind = 'disbursement');

ALTER TABLE app.opening_balances ADD COLUMN loan_columns text[] NOT NULL DEFAULT '{}';   -- without columns there was no such sheet
ALTER TABLE app.opening_balances_row DROP CONSTRAINT opening_balances_row_sheet_check;
ALTER TABLE app.opening_balances_row ADD CONSTRAINT opening_balances_row_sheet_check CHECK (sheet IN ('members', 'ledger', 'loans'));

RESET ROLE;
