-- A member's occupation, a text of the record (domain/members/members/record-texts.ts).
-- Relied on by: server/features/members/members.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member ADD COLUMN occupation text;
GRANT UPDATE (occupation) ON app.member TO coop_app;
