-- What an employer has deducted for a month and not paid over yet, its members have paid too: a month's sheet counts it.
--
-- Invariants:
--   * what is written at a row of it is of its last check; posting compares once more, with the books locked (features/society/imports/server/run-import.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import_row
  ADD COLUMN deducted_before_amount bigint NOT NULL DEFAULT 0 CHECK (deducted_before_amount BETWEEN 0 AND paid_before_amount),   -- of paid_before_amount, not credited yet
  ADD COLUMN deducted_by text;                                                                                              -- the employer's name
GRANT UPDATE (deducted_before_amount, deducted_by) ON app.import_row TO coop_app;
