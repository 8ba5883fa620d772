-- What a bank's file says besides its lines: its own reference of each, by which two files of the same days are compared, and the number
-- of its account, where the society has not entered it.
--
-- Invariants:
--   * references are compared with those of a column of the same name alone; relied on by features/accounting/reconciliation
--     (rules/references.ts);
--   * a number is on the first statement that names one while none is entered; a later one of another account is refused
--     (server/queries.ts there).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.bank_statement
  ADD COLUMN reference_heading text,                -- what the file calls the column of its references; NULL: it has none
  ADD COLUMN account_number text CHECK (account_number ~ '^[0-9]{10}$');
ALTER TABLE app.bank_line ADD COLUMN reference text;
CREATE INDEX bank_line_reference ON app.bank_line (cooperative_id, account_id, reference) WHERE reference IS NOT NULL;
