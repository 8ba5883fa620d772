-- What a bank's file says besides its lines: its own reference of each, by which two files of the same days are compared, and the number
-- of its account, where the society has not entered it.
--
-- Invariants:
--   * a reference makes a line known and never another one; relied on by features/accounting/reconciliation (rules/references.ts);
--   * a number is on the first statement that names one while none is entered; a later one of another account is refused
--     (server/queries.ts there).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.bank_statement ADD COLUMN account_number text CHECK (account_number ~ '^[0-9]{10}$');
ALTER TABLE app.bank_line ADD COLUMN reference text;
