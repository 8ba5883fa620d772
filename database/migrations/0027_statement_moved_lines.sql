-- What an officer says of a bank's file beside its cells: that a line of it is one that is here already, on its own day or on another to
-- which the bank has moved it, or that it is another line; and that a figure of the file differs from its lines.
--
-- Invariants:
--   * a line that the bank has moved stays one line, with its match and what was recorded from it: it is where the latest file has it
--     (statement, place, day, balance); relied on by features/accounting/reconciliation (rules/known-lines.ts);
--   * a line that is gone is on a day that a later file has without it, and an officer has said that no line of that file is this one:
--     it is not asked about again.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.bank_line ADD COLUMN is_gone boolean NOT NULL DEFAULT false;
GRANT UPDATE (statement_id, place, on_day, balance, nth, is_gone) ON app.bank_line TO coop_app;

ALTER TABLE app.bank_statement_correction DROP CONSTRAINT bank_statement_correction_kind_check;
ALTER TABLE app.bank_statement_correction ADD CONSTRAINT bank_statement_correction_kind_check
  CHECK (kind IN ('cell', 'left_out', 'taken_back', 'known', 'moved', 'another', 'figure'));
