-- What is kept here, and who relies on it:
--   * an account type of fixed deposits has, beside its own term and rate, a table of further rates by term and amount; only
--     such a type has one. A deposit keeps the term and rate it was opened on (app.fixed_deposit), so a change is for those to come.

SET LOCAL ROLE coop_owner;

-- [{"months": 6, "from": "50000000", "rateBasisPoints": 900}], "from" in kobo as text.
ALTER TABLE app.account_type ADD COLUMN deposit_rates jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT rates_are_of_deposits CHECK (jsonb_typeof(deposit_rates) = 'array' AND (kind = 'fixed_deposit' OR deposit_rates = '[]'));
GRANT UPDATE (deposit_rates) ON app.account_type TO coop_app;
