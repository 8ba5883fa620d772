-- What an officer corrected by hand in a bank's file before its lines were stored: who and from which file are on the statement.
--
-- Invariants:
--   * a correction goes in with its statement and is never changed or removed, so that each line that differs from the bank's file
--     says so; relied on by features/accounting/reconciliation.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_statement_correction (
  cooperative_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  place int NOT NULL,
  row_number int NOT NULL,                          -- as the file numbers it
  kind text NOT NULL CHECK (kind IN ('cell', 'left_out', 'taken_back')),
  heading text,                                     -- the column; NULL: the whole row
  was text NOT NULL,
  became text,
  PRIMARY KEY (cooperative_id, statement_id, place),
  FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement,
  CHECK ((kind = 'cell') = (heading IS NOT NULL) AND (kind = 'cell') = (became IS NOT NULL))
);
CALL app.protect_tenant('app.bank_statement_correction');
CALL app.protect_officer_rows('app.bank_statement_correction');
GRANT SELECT, INSERT ON app.bank_statement_correction TO coop_app;
