-- What is kept here, and who relies on it:
--   * an account type of fixed deposits has, beside its own term and rate, a table of further rates by term and amount; only
--     such a type has one. A deposit keeps the term and rate it was opened on (app.fixed_deposit), so a change is for those to come.
--   * what the accruals in force put on the account of interest payable, less what the vouchers of deposits that ended had taken
--     out by then, is what the latest accrual found, and its sum is that of its deposits (deposit_accruals_agree_with_books).

SET LOCAL ROLE coop_owner;

-- [{"months": 6, "from": "50000000", "rateBasisPoints": 900}], "from" in kobo as text.
ALTER TABLE app.account_type ADD COLUMN deposit_rates jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT rates_are_of_deposits CHECK (jsonb_typeof(deposit_rates) = 'array' AND (kind = 'fixed_deposit' OR deposit_rates = '[]'));
GRANT UPDATE (deposit_rates) ON app.account_type TO coop_app;

ALTER TABLE app.loan_accrual
  ADD COLUMN payable bigint NOT NULL DEFAULT 0 CHECK (payable >= 0),   -- kobo: earned by fixed deposits and not paid to their members
  ADD COLUMN released bigint NOT NULL DEFAULT 0 CHECK (released >= 0);   -- kobo: what deposits that had ended by its day had taken out

CREATE TABLE app.deposit_accrual_line (
  cooperative_id uuid NOT NULL,
  accrual_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  payable bigint NOT NULL CHECK (payable > 0),      -- kobo: earned by the day of the accrual
  PRIMARY KEY (cooperative_id, accrual_id, deposit_id),
  FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual,
  FOREIGN KEY (cooperative_id, deposit_id) REFERENCES app.fixed_deposit
);
CALL app.protect_tenant('app.deposit_accrual_line');
CALL app.protect_officer_rows('app.deposit_accrual_line');
GRANT SELECT, INSERT ON app.deposit_accrual_line TO coop_app;
