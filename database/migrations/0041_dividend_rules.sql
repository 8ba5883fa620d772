-- What the bye-laws say on a dividend: what it is shared by, which balance counts, how long it must have been held, and the most
-- that it may come to (decisions 68 and 78).
--
-- Invariants:
--   * without a row, and where a column is null, the bye-laws say nothing and each run chooses;
--   * a run that was shared otherwise than the bye-laws said at that time has the officer's reason (departure).
-- Relied on by: server/features/society/surplus.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.dividend_rules (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  basis text CHECK (basis IN ('balance', 'interest_paid', 'purchases')),
  account_type_id uuid,                             -- whose balances are the basis
  basis_clause text NOT NULL CHECK (length(basis_clause) <= 120),   -- where the bye-laws or the law say so, as the other clauses
  method text CHECK (method IN ('month_counted', 'month_excluded', 'daily', 'closing')),
  method_clause text NOT NULL CHECK (length(method_clause) <= 120),
  held_months int CHECK (held_months BETWEEN 0 AND 12),
  held_clause text NOT NULL CHECK (length(held_clause) <= 120),
  cap_basis_points int CHECK (cap_basis_points BETWEEN 1 AND 10000),   -- a year, of the balances on average over the counted days
  cap_clause text NOT NULL CHECK (length(cap_clause) <= 120),
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CONSTRAINT balances_are_of_a_type CHECK ((basis IS NOT DISTINCT FROM 'balance') = (account_type_id IS NOT NULL))
);
CALL app.protect_tenant('app.dividend_rules');
CALL app.protect_officer_rows('app.dividend_rules');
GRANT SELECT, INSERT, UPDATE (basis, account_type_id, basis_clause, method, method_clause, held_months, held_clause, cap_basis_points, cap_clause) ON app.dividend_rules TO coop_app;

ALTER TABLE app.dividend_run
  ADD COLUMN departure text CHECK (length(departure) BETWEEN 3 AND 200);   -- why it is not shared as the bye-laws say
