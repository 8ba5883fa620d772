-- Files are read as societies keep them, and the register takes what they have: title, former number, employer, bank details.
--
-- Invariants:
--   * what an officer confirmed of a file's columns is the society's own, one set per kind of file and headings;
--   * a former membership number is one member's (member_former_number), as far as members are in the register;
--   * bank details are complete or absent; a member's session reads its own alone (policy own_row);
--   * they go with the person who is erased (trigger bank_details_go_too).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import
  ADD COLUMN columns_remembered boolean NOT NULL DEFAULT false,   -- the mapping is that of the last file with these headings
  ADD COLUMN creates_employers boolean NOT NULL DEFAULT false,    -- employers that are not known yet are added with the members
  ADD COLUMN codes_sent_at timestamptz,
  ADD COLUMN codes_sent int NOT NULL DEFAULT 0;
GRANT UPDATE (columns_remembered, creates_employers, codes_sent_at, codes_sent) ON app.import TO coop_app;

ALTER TABLE app.import_row
  ADD COLUMN left_out text CHECK (left_out IN ('title', 'heading', 'total', 'figures')),   -- why it is nobody's row
  ADD COLUMN member_id uuid;                                      -- whom it registered
GRANT UPDATE (member_id) ON app.import_row TO coop_app;

-- Which field each heading was, so that the next file with the same headings needs no matching.
-- No key to app.cooperative: its row is locked while members are registered, and an import that begins does not wait for that.
CREATE TABLE app.remembered_columns (
  cooperative_id uuid NOT NULL,
  columns_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('members', 'contributions', 'return')),
  employer_id uuid,                                 -- whose returns; null for the society's own lists
  headings_hash bytea NOT NULL,                     -- SHA-256 of the folded headings
  mapping text[] NOT NULL,                          -- '' leaves a column out
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, columns_id),
  CONSTRAINT columns_remembered_once UNIQUE NULLS NOT DISTINCT (cooperative_id, kind, employer_id, headings_hash),
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK ((kind = 'return') = (employer_id IS NOT NULL))
);
CALL app.protect_tenant('app.remembered_columns');
CALL app.protect_officer_rows('app.remembered_columns');
GRANT SELECT, INSERT, UPDATE (mapping, used_at), DELETE ON app.remembered_columns TO coop_app;

-- Titles and totals of an employer's file, which are nobody's.
ALTER TABLE app.deduction_return ADD COLUMN rows_left_out int NOT NULL DEFAULT 0;

ALTER TABLE app.member
  ADD COLUMN title text,                            -- Mr, Mrs, Chief, Alhaji …
  ADD COLUMN former_number text CHECK (former_number <> '');   -- the society's own number of before Ajose
CREATE UNIQUE INDEX member_former_number ON app.member (cooperative_id, lower(former_number)) WHERE removed_at IS NULL AND former_number IS NOT NULL;
GRANT UPDATE (title, former_number) ON app.member TO coop_app;

-- Where a member is paid.
CREATE TABLE app.member_bank_details (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  bank_name text NOT NULL CHECK (bank_name <> ''),
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  account_name text NOT NULL CHECK (account_name <> ''),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by_name text NOT NULL,
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_bank_details');
CALL app.protect_member_rows('app.member_bank_details');
GRANT SELECT, INSERT, UPDATE (bank_name, account_number, account_name, changed_at, changed_by_name), DELETE ON app.member_bank_details TO coop_app;

-- app.erase_member writes the pseudonym into the search text; what it does not know of goes with that.
CREATE FUNCTION app.erase_bank_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_marks text[];
BEGIN
  v_marks := ARRAY(SELECT b.account_number FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id);
  DELETE FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id;
  IF cardinality(v_marks) > 0 THEN PERFORM app.replace_everywhere(v_marks, '…', NULL); END IF;
  NEW.title := NULL;
  NEW.former_number := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.erase_bank_details FROM PUBLIC;
CREATE TRIGGER bank_details_go_too BEFORE UPDATE OF search_text ON app.member FOR EACH ROW
  WHEN (NEW.search_text = 'former member ' || lpad(NEW.membership_number::text, 5, '0') AND NEW.first_name = 'Former member') EXECUTE FUNCTION app.erase_bank_details();
RESET ROLE;
