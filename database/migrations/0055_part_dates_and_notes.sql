-- Which day a register uses for dates of which it knows the year or the month alone, and rows of a file that are notes
-- beneath its table.
--
-- Invariants:
--   * no date of a year or month alone is registered before an officer chose its day; the choice stays with the import.
-- Relied on by: server/features/society/imports, domain/society/imports/part-day.ts, domain/society/imports/left-out.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import ADD COLUMN part_days text CHECK (part_days IN ('first', 'last'));
GRANT UPDATE (part_days) ON app.import TO coop_app;

ALTER TABLE app.import_row
  DROP CONSTRAINT import_row_left_out_check,
  ADD CONSTRAINT import_row_left_out_check CHECK (left_out IN ('title', 'heading', 'total', 'figures', 'note'));

-- Titles, totals and notes of an employer's file: [{row, why, text}], as far as they are shown.
ALTER TABLE app.deduction_return ADD COLUMN left_out jsonb NOT NULL DEFAULT '[]';
