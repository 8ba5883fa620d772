-- A row of a month of contributions may have the number of one member and the name of another, and a deduction is not kept by components.
--
-- Invariants:
--   * whose the name is, is not kept beside what the row itself says, of which erasing a person takes their part (features/society/imports/server/check-contribution-rows.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import_row ADD COLUMN names_other boolean NOT NULL DEFAULT false;
GRANT UPDATE (names_other) ON app.import_row TO coop_app;

-- allowed: nothing has written or read it since 0022 dropped the indexes of single components.
ALTER TABLE app.deduction DROP COLUMN parts;
