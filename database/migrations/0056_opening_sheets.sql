-- Old books bring fixed deposits, fixed assets and money that is held too.
--
-- Invariants:
--   * opening_accrued: what the old books had of a deposit's interest as an expense, on interest payable; NULL on a deposit that was
--     opened here. It is no expense again when the deposit ends (findAccruedOf);
--   * an asset that opening balances brought leaves the register with them;
--   * a line of held money that was brought has its own date, sender and reference; together they are what the entry put on 2410.
-- Relied on by: server/features/society/opening-balances, server/features/society/held-money, server/features/money/fixed-deposits.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.opening_balances ADD COLUMN sheet_columns jsonb;
ALTER TABLE app.opening_balances NO FORCE ROW LEVEL SECURITY;
UPDATE app.opening_balances SET sheet_columns = jsonb_build_object('members', member_columns, 'ledger', ledger_columns, 'loans', loan_columns);
ALTER TABLE app.opening_balances FORCE ROW LEVEL SECURITY;
ALTER TABLE app.opening_balances ALTER COLUMN sheet_columns SET NOT NULL;
-- allowed: one list of columns a sheet in their place, before the first release.
ALTER TABLE app.opening_balances DROP COLUMN member_columns, DROP COLUMN ledger_columns, DROP COLUMN loan_columns;
ALTER TABLE app.opening_balances_row DROP CONSTRAINT opening_balances_row_sheet_check,
  ADD CONSTRAINT opening_balances_row_sheet_check CHECK (sheet IN ('members', 'ledger', 'loans', 'deposits', 'assets', 'held'));

ALTER TABLE app.fixed_deposit ADD COLUMN opening_accrued bigint CHECK (opening_accrued BETWEEN 0 AND interest_at_maturity);
-- What deposits took out of interest payable, less what the old books had put there: below zero while deposits that were brought run.
ALTER TABLE app.loan_accrual DROP CONSTRAINT loan_accrual_released_check;

ALTER TABLE app.fixed_asset ADD COLUMN opening_id uuid,
  ADD FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction (cooperative_id, transaction_id),
  ADD CHECK (num_nonnulls(opening_id, transaction_id) < 2);

CREATE TABLE app.held_money_brought (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  entry_id uuid NOT NULL,
  line int NOT NULL CHECK (line > 0),
  sender text NOT NULL,
  detail text,
  reference text,
  received_on date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (cooperative_id, entry_id, line)
);
CALL app.protect_tenant('app.held_money_brought');
CREATE POLICY officers_only ON app.held_money_brought AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.held_money_brought TO coop_app;

-- 0045 set this on no account: it spoke for no cooperative.
SET LOCAL ROLE ledger_owner;
ALTER TABLE ledger.account NO FORCE ROW LEVEL SECURITY;
UPDATE ledger.account SET in_hand = true, overdraft_limit = NULL WHERE holds_cash AND NOT in_hand AND code IN ('1010', '1015');
ALTER TABLE ledger.account FORCE ROW LEVEL SECURITY;
