-- Returns as payrolls make them: several rows of a person, elements on rows or in files of their own, and cells that can't be read.
--
-- Invariants:
--   * a line of a return is what all rows of a person come to; its rows are kept until it is taken as true or put aside, so that
--     an officer can correct a cell or leave a row out, and the lines are written again from them. Only a return that is open
--     loses lines and rows;
--   * what was deducted of a member for a component of a schedule is in the books once (deducted_once_*): a second file of the month adds
--     what the first has not;
--   * what an employer calls an element has one meaning there (the key of app.deduction_element).

SET LOCAL ROLE coop_owner;

-- What an employer calls an element, as an officer decided; what its words say needs no row.
CREATE TABLE app.deduction_element (
  cooperative_id uuid NOT NULL,
  employer_id uuid NOT NULL,
  element text NOT NULL,                            -- folded, without the month
  meant_for text NOT NULL CHECK (meant_for IN ('loans', 'levy', 'savings', 'shares', 'total', 'other')),
  PRIMARY KEY (cooperative_id, employer_id, element),
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer
);
CALL app.protect_tenant('app.deduction_element');
CALL app.protect_officer_rows('app.deduction_element');
GRANT SELECT, INSERT, UPDATE (meant_for) ON app.deduction_element TO coop_app;

ALTER TABLE app.deduction_return
  ADD COLUMN meant_for text NOT NULL DEFAULT 'total' CHECK (meant_for IN ('loans', 'levy', 'savings', 'shares', 'total')),   -- of a file that names no element
  ADD COLUMN rows_set_aside int NOT NULL DEFAULT 0,  -- left out by an officer, and elements that are not the society's
  ADD COLUMN set_aside_amount bigint NOT NULL DEFAULT 0;
GRANT UPDATE (meant_for, rows_set_aside, set_aside_amount, left_out) ON app.deduction_return TO coop_app;

ALTER TABLE app.deduction_return_line
  DROP CONSTRAINT deduction_return_line_kind_check,
  ADD CONSTRAINT deduction_return_line_kind_check CHECK (kind IN ('exact', 'short', 'over', 'mixed', 'missing', 'unknown', 'duplicate')),
  ADD COLUMN compared text[] NOT NULL DEFAULT '{loans,levy,savings,shares}',   -- with these components of the schedule
  -- What the file says for each component; null where it says nothing of it.
  ADD COLUMN file_loans_amount bigint CHECK (file_loans_amount >= 0),
  ADD COLUMN file_levy_amount bigint CHECK (file_levy_amount >= 0),
  ADD COLUMN file_savings_amount bigint CHECK (file_savings_amount >= 0),
  ADD COLUMN file_shares_amount bigint CHECK (file_shares_amount >= 0),
  ADD COLUMN repeats int,                           -- the row of the file that a duplicate is like
  ADD CONSTRAINT parts_are_the_whole CHECK (coalesce(file_loans_amount, file_levy_amount, file_savings_amount, file_shares_amount) IS NULL
    OR coalesce(file_loans_amount, 0) + coalesce(file_levy_amount, 0) + coalesce(file_savings_amount, 0) + coalesce(file_shares_amount, 0) = deducted_amount);
CREATE POLICY open_shrinks ON app.deduction_return_line AS RESTRICTIVE FOR DELETE
  USING (return_id IN (SELECT r.return_id FROM app.deduction_return r WHERE r.status IN ('checked', 'failed')));
GRANT DELETE ON app.deduction_return_line TO coop_app;

-- The rows of an employer's file while its return is open.
CREATE TABLE app.deduction_return_row (
  cooperative_id uuid NOT NULL,
  return_id uuid NOT NULL,
  file_row int NOT NULL,                            -- as the spreadsheet numbers it
  staff_number text,
  membershipno text,
  name text NOT NULL,
  element text,                                     -- as the file writes it; null where no column says it
  deducted_amount bigint NOT NULL CHECK (deducted_amount >= 0),   -- kobo; of a row that can't be read what its other cells have
  file_loans_amount bigint,
  file_levy_amount bigint,
  file_savings_amount bigint,
  file_shares_amount bigint,
  alike int,                                        -- an earlier row that is the same in every cell
  problem text CHECK (problem IN ('amount', 'formula', 'negative')),
  cell text,                                        -- what can't be read
  cell_of text CHECK (cell_of IN ('loans', 'levy', 'savings', 'shares')),   -- of which component; null: of the row
  choice text CHECK (choice IN ('corrected', 'left_out', 'counted')),
  corrected_amount bigint CHECK (corrected_amount >= 0),
  PRIMARY KEY (cooperative_id, return_id, file_row),
  CHECK ((problem IS NULL) = (cell IS NULL)),
  CHECK ((choice IS NOT DISTINCT FROM 'corrected') = (corrected_amount IS NOT NULL))
);
CALL app.protect_tenant('app.deduction_return_row');
CALL app.protect_officer_rows('app.deduction_return_row');
CREATE TRIGGER refer_return AFTER INSERT ON app.deduction_return_row REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return();
ALTER TABLE app.deduction_return_row ENABLE ALWAYS TRIGGER refer_return;
GRANT SELECT, INSERT, UPDATE (choice, corrected_amount), DELETE ON app.deduction_return_row TO coop_app;

-- Who is erased is erased in the rows of a return that is still open, too.
CREATE FUNCTION app.erase_return_row() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.deduction_return_row r SET name = '', staff_number = NULL
    WHERE r.cooperative_id = OLD.cooperative_id AND r.return_id = OLD.return_id AND (lower(r.staff_number) = lower(OLD.staff_number) OR r.membershipno = OLD.membershipno);
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.erase_return_row FROM PUBLIC;
CREATE TRIGGER erase_return_row AFTER UPDATE OF name ON app.deduction_return_line FOR EACH ROW EXECUTE FUNCTION app.erase_return_row();

-- Of which components a deduction is; one that was whole is of all.
ALTER TABLE app.deduction
  ADD COLUMN parts text[] NOT NULL DEFAULT '{loans,levy,savings,shares}' CHECK (parts <@ '{loans,levy,savings,shares}'),
  DROP CONSTRAINT deducted_once,
  ADD CONSTRAINT deduction_pkey PRIMARY KEY (cooperative_id, schedule_id, member_id, period, return_id);
CREATE UNIQUE INDEX deducted_once_loans ON app.deduction (cooperative_id, schedule_id, member_id, period) WHERE 'loans' = ANY (parts);
CREATE UNIQUE INDEX deducted_once_levy ON app.deduction (cooperative_id, schedule_id, member_id, period) WHERE 'levy' = ANY (parts);
CREATE UNIQUE INDEX deducted_once_savings ON app.deduction (cooperative_id, schedule_id, member_id, period) WHERE 'savings' = ANY (parts);
CREATE UNIQUE INDEX deducted_once_shares ON app.deduction (cooperative_id, schedule_id, member_id, period) WHERE 'shares' = ANY (parts);
