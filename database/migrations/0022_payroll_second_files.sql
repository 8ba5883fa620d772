-- A second file of a month: what it has more than the first is posted, and nothing twice.
--
-- Invariants:
--   * a return is taken as true on top of the newest one of its schedule that was, when it was compared (one_return_after): two files that
--     were compared with the same state of a month are not both posted. This takes the place of deducted_once_*, which let a component
--     of a member come once, and so kept the rest of a part that was deducted out of the books;
--   * a line of a return says what of its member's schedule earlier files brought; its money is compared with what that left open;
--   * money waits where a figure fell: such a line has no decision until an officer makes one, and its return is not posted before;
--   * what an officer confirmed of a row stays beside its corrected cell.

SET LOCAL ROLE coop_owner;

-- Of all cooperatives.
ALTER TABLE app.deduction_return NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.deduction_return ADD COLUMN after_return_id uuid;   -- the newest one of its schedule that was taken as true when this was compared
UPDATE app.deduction_return r SET after_return_id = b.before FROM (
  SELECT l.cooperative_id, l.return_id, lag(l.return_id) OVER (PARTITION BY l.cooperative_id, l.schedule_id ORDER BY l.accepted_at, l.created_at, l.return_id) AS before
  FROM app.deduction_return l WHERE l.status IN ('deducted', 'posted')) b
  WHERE b.cooperative_id = r.cooperative_id AND b.return_id = r.return_id AND b.before IS NOT NULL;
ALTER TABLE app.deduction_return FORCE ROW LEVEL SECURITY;

ALTER TABLE app.deduction_return_row NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.deduction_return_row ADD COLUMN confirmed text CHECK (confirmed IN ('counted', 'added'));   -- what an officer said of the row
UPDATE app.deduction_return_row SET confirmed = 'counted', choice = NULL WHERE choice = 'counted';
ALTER TABLE app.deduction_return_row FORCE ROW LEVEL SECURITY;

CREATE UNIQUE INDEX one_return_after ON app.deduction_return (cooperative_id, schedule_id, after_return_id) NULLS NOT DISTINCT WHERE status IN ('deducted', 'posted');
ALTER TABLE app.deduction_return
  ADD FOREIGN KEY (cooperative_id, after_return_id) REFERENCES app.deduction_return,
  ADD COLUMN file_totals jsonb NOT NULL DEFAULT '[]';   -- what the file's own rows of totals say: [{row, says}]
GRANT UPDATE (after_return_id) ON app.deduction_return TO coop_app;

DROP INDEX app.deducted_once_loans, app.deducted_once_levy, app.deducted_once_savings, app.deducted_once_shares;

ALTER TABLE app.deduction_return_row
  DROP CONSTRAINT deduction_return_row_choice_check,
  ADD CONSTRAINT deduction_return_row_choice_check CHECK (choice IN ('corrected', 'left_out'));
GRANT UPDATE (confirmed) ON app.deduction_return_row TO coop_app;

ALTER TABLE app.deduction_return_line
  DROP CONSTRAINT deduction_return_line_kind_check,
  ADD CONSTRAINT deduction_return_line_kind_check
    CHECK (kind IN ('exact', 'short', 'over', 'mixed', 'rose', 'fell', 'missing', 'unknown', 'duplicate')),
  DROP CONSTRAINT deduction_return_line_check,
  ADD CONSTRAINT decided_unless_open CHECK (CASE WHEN kind = 'missing' THEN decision IS NULL ELSE decision IS NOT NULL OR kind = 'fell' END),
  DROP CONSTRAINT every_kobo_decided,
  ADD CONSTRAINT every_kobo_decided CHECK (loans_amount + levy_amount + savings_amount + shares_amount + unallocated_amount
    = CASE WHEN coalesce(decision, 'refuse') = 'refuse' THEN 0 ELSE deducted_amount END),
  ADD COLUMN names_other boolean NOT NULL DEFAULT false,   -- a row of it has the member's number and somebody else's name
  -- What of the member's schedule earlier files brought, in kobo.
  ADD COLUMN before_loans_amount bigint NOT NULL DEFAULT 0 CHECK (before_loans_amount >= 0),
  ADD COLUMN before_levy_amount bigint NOT NULL DEFAULT 0 CHECK (before_levy_amount >= 0),
  ADD COLUMN before_savings_amount bigint NOT NULL DEFAULT 0 CHECK (before_savings_amount >= 0),
  ADD COLUMN before_shares_amount bigint NOT NULL DEFAULT 0 CHECK (before_shares_amount >= 0);

-- An employer's element may be forgotten, so that the next file asks again.
GRANT DELETE ON app.deduction_element TO coop_app;
