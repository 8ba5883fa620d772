-- What the bye-laws say that a patronage refund is shared by, beside what the dividend on capital is shared by (decision 82).
--
-- Invariants:
--   * the columns of before keep their meaning and are about the dividend; where patronage_basis is null the bye-laws say nothing on
--     a patronage refund and each run chooses.
-- Relied on by: server/features/society/surplus.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.dividend_rules
  ADD COLUMN patronage_basis text CHECK (patronage_basis IN ('interest_paid', 'purchases')),
  ADD COLUMN patronage_clause text NOT NULL DEFAULT '' CHECK (length(patronage_clause) <= 120);
GRANT UPDATE (patronage_basis, patronage_clause) ON app.dividend_rules TO coop_app;
