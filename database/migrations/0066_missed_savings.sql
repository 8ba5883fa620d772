-- Savings that a member missed can be asked for with a later month's schedule. What is deducted of them belongs to the months
-- that were missed, the oldest first, so app.deduction keeps a row for each month.
--
-- Invariants:
--   * a member's deduction for a schedule has one row for the schedule's own month, with everything but the missed savings.
--   * a row for an earlier month has savings only.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.deduction_settings ADD COLUMN missed_savings text NOT NULL DEFAULT 'none' CHECK (missed_savings IN ('none', 'one', 'all'));
GRANT UPDATE (missed_savings) ON app.deduction_settings TO coop_app;

-- Of the savings, what is for earlier months.
ALTER TABLE app.deduction_line ADD COLUMN missed_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE app.deduction_line ADD CHECK (missed_amount BETWEEN 0 AND savings_amount);

ALTER TABLE app.deduction DROP CONSTRAINT deducted_once;
ALTER TABLE app.deduction ADD CONSTRAINT deducted_once PRIMARY KEY (cooperative_id, schedule_id, member_id, period);

RESET ROLE;
