-- A file of members is held against the register, and against itself, before it is registered.
--
-- Invariants:
--   * a row names whom it may be, as far as was found when it was checked; posting waits until an officer left the row out
--     or said that it is another person (server/features/society/imports/post-import.ts relies on it).

SET LOCAL ROLE coop_owner;
ALTER TABLE app.import_row
  ADD COLUMN doubles jsonb NOT NULL DEFAULT '[]',   -- [{why, memberId} or {why, row}]
  ADD COLUMN is_another boolean NOT NULL DEFAULT false;
GRANT UPDATE (doubles, is_another) ON app.import_row TO coop_app;
RESET ROLE;
