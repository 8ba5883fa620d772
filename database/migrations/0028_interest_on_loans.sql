-- Where a society reckons by accrual, interest on loans that was earned and not paid stands in the books at the end of a month.
--
-- Invariants (database/checks/accruals_agree_with_books.sql):
--   * what the standing accruals put on the accounts of interest receivable and in advance is what the latest of them found;
--   * an accrual's sums are those of its loans.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration
  ADD COLUMN loan_interest_basis text NOT NULL DEFAULT 'cash' CHECK (loan_interest_basis IN ('cash', 'accrual')),
  ADD COLUMN suspend_interest_after_days int NOT NULL DEFAULT 90 CHECK (suspend_interest_after_days BETWEEN 1 AND 365);
GRANT UPDATE (loan_interest_basis, suspend_interest_after_days) ON app.configuration TO coop_app;

CREATE TABLE app.loan_accrual (
  cooperative_id uuid NOT NULL,
  accrual_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                       -- the journal that it posts; its status is the accrual's
  accrued_on date NOT NULL,                           -- the last day of a month
  receivable bigint NOT NULL CHECK (receivable >= 0), -- kobo: earned and not paid
  in_advance bigint NOT NULL CHECK (in_advance >= 0), -- kobo: paid and not earned
  suspended bigint NOT NULL CHECK (suspended >= 0),   -- kobo: earned, and left out because the loan does not perform
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

RESET ROLE;

-- Societies that were here before have no such account. One that has given the number to an account of its own keeps that one.
INSERT INTO ledger.account (cooperative_id, account_id, code, name, class)
SELECT h.cooperative_id, gen_random_uuid(), '2330', 'Interest received in advance', 'liability' FROM ledger.head h
ON CONFLICT (cooperative_id, code) DO NOTHING;
