-- What a bank calls the columns of its statements, where an officer had to say which is which.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_statement_columns (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  headings jsonb NOT NULL CHECK (jsonb_typeof(headings) = 'object'),   -- field to the bank's heading
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_statement_columns');
CALL app.protect_officer_rows('app.bank_statement_columns');
GRANT SELECT, INSERT, UPDATE (headings, changed_by_name, changed_at) ON app.bank_statement_columns TO coop_app;

RESET ROLE;
