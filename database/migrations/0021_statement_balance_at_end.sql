-- A bank's file that says its balance at the end alone (OFX, MT940, CAMT.053): the balances of its lines are made from their order,
-- which another file of the same days may have otherwise, so they don't say which of its lines another file brings again.
--
-- Invariants:
--   * each statement says of its file whether it was one; relied on by features/accounting/reconciliation (rules/known-lines.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.bank_statement ADD COLUMN is_balance_at_end boolean NOT NULL DEFAULT false;
