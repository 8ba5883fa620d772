-- Interest that a loan from the old books owed, where those books had counted it as earned: it is on interest receivable with the
-- opening balances, and what pays it is no income again.
--
-- Invariants:
--   * the receivable of loans that opening balances brought is what those have on the account of interest receivable.
-- Relied on by: server/features/lending/running-loans/queries.ts, server/features/lending/loan-accruals/queries.ts, database/checks/accruals_agree_with_books.sql.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_taken_over ADD COLUMN receivable bigint NOT NULL DEFAULT 0 CHECK (receivable BETWEEN 0 AND interest_owed),
  ADD COLUMN agreed_instalment bigint CHECK (agreed_instalment > 0);   -- null where instalments are not level, and of what was brought before this was kept
-- A guarantor of such a loan was not asked here.
ALTER TABLE app.loan_guarantor
  DROP CONSTRAINT loan_guarantor_answered_way_check,
  ADD CONSTRAINT loan_guarantor_answered_way_check CHECK (answered_way IN ('app', 'link', 'paper', 'old_books'));
-- What payments had collected beyond that when an accrual was computed, so below zero where they had collected less.
ALTER TABLE app.loan_accrual DROP CONSTRAINT loan_accrual_collected_check;
