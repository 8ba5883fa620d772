-- A payment before the due day of an instalment is held for it, up to what the instalment comes to, whatever way it came
-- (decisions 8 and 10).
--
-- Invariants:
--   * only repayments are held, and a deduction from a salary waits by its own month (due_by) instead;
--   * what was recorded before this keeps what it repaid.
-- Relied on by: domain/lending/loans/schedule.ts, server/features/lending/running-loans.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_movement
  ADD COLUMN is_held boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT only_repayments_are_held CHECK (NOT is_held OR (kind = 'repayment' AND due_by IS NULL));
