-- In a file of contributions a staff number, an old number and a membership number are fields of their own. Until now a column
-- headed "Staff No" or "File No" was guessed to be the membership number, so that staff number 42 paid member 42.
--
-- Invariants:
--   * no column that was taken for the membership number by the old guess is used again unasked: what was remembered of it is
--     forgotten, and a file that is not posted yet asks for the column once more (server/features/imports).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.remembered_columns NO FORCE ROW LEVEL SECURITY;
DELETE FROM app.remembered_columns WHERE kind = 'contributions' AND 'membershipno' = ANY (mapping);
ALTER TABLE app.remembered_columns FORCE ROW LEVEL SECURITY;

ALTER TABLE app.import NO FORCE ROW LEVEL SECURITY;
UPDATE app.import SET mapping = array_replace(mapping, 'membershipno', ''), columns_remembered = false, status = CASE WHEN 'phone' = ANY (mapping) THEN status ELSE 'mapping' END
  WHERE kind = 'contributions' AND status <> 'posted' AND 'membershipno' = ANY (mapping);
ALTER TABLE app.import FORCE ROW LEVEL SECURITY;

RESET ROLE;
