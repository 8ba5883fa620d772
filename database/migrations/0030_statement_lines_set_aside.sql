-- A line that a later statement of its day lacks, because the bank has taken it back. An officer sets it aside once they have compared
-- it with the bank: it is no open line any more, and stays readable with who said so and when.
--
-- Invariants:
--   * `missing_from` is the statement that was read first of those that have the day whole and lack the line; it is empty again once a
--     later one has it; relied on by features/accounting/reconciliation (rules/known-lines.ts);
--   * a line that is set aside is matched with nothing: what was matched is undone before.
-- A statement of which each line was moved into later ones has none of its own.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.bank_line
  ADD COLUMN missing_from uuid,
  ADD COLUMN set_aside_by_name text,
  ADD COLUMN set_aside_at timestamptz,
  ADD FOREIGN KEY (cooperative_id, missing_from) REFERENCES app.bank_statement,
  ADD CHECK ((set_aside_by_name IS NULL) = (set_aside_at IS NULL)),
  ADD CONSTRAINT bank_line_aside_is_open CHECK (set_aside_at IS NULL OR match_id IS NULL);
GRANT UPDATE (missing_from, set_aside_by_name, set_aside_at) ON app.bank_line TO coop_app;

ALTER TABLE app.bank_statement DROP CONSTRAINT bank_statement_lines_check;
ALTER TABLE app.bank_statement ADD CONSTRAINT bank_statement_lines_check CHECK (lines >= 0);
GRANT UPDATE (lines) ON app.bank_statement TO coop_app;
