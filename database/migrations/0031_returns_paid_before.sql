-- Members whose payroll is read may have paid for its month already, by a month's sheet or by hand: an officer says what becomes of it.
--
-- Invariants:
--   * a return is posted only with what an officer saw of that: what was paid when they decided is compared when it is posted, and once
--     more with the books locked (features/payroll/returns/server/jobs.ts). What is compared again asks again.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.deduction_return ADD COLUMN paid_before_accepted_amount bigint CHECK (paid_before_accepted_amount > 0);   -- kobo
GRANT UPDATE (paid_before_accepted_amount) ON app.deduction_return TO coop_app;
