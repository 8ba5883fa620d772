-- Members who are excluded from a dividend by name (decision 78).
--
-- Invariants:
--   * who is excluded by name has the officer's own reason (note), and no other has one;
--   * who is excluded by name may have nothing that would have counted; by a rule only who has something is excluded.
-- Relied on by: server/features/society/surplus.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.dividend_exclusion
  ADD COLUMN note text CHECK (length(note) BETWEEN 3 AND 200),   -- the officer's own reason
  DROP CONSTRAINT dividend_exclusion_reason_check, DROP CONSTRAINT dividend_exclusion_basis_check,
  ADD CONSTRAINT dividend_exclusion_reason_check CHECK (reason IN ('in_arrears', 'not_active', 'by_name')),
  ADD CONSTRAINT dividend_exclusion_basis_check CHECK (basis > 0 OR (basis = 0 AND reason = 'by_name')),
  ADD CONSTRAINT named_with_a_reason CHECK ((reason = 'by_name') = (note IS NOT NULL));
