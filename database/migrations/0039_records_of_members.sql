-- A member's occupation, a text of the record (domain/members/members/record-texts.ts); and a person who is erased is a former
-- member in filings that are done, too.
-- Relied on by: server/features/members/members, server/features/society/data-protection.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member ADD COLUMN occupation text;
GRANT UPDATE (occupation) ON app.member TO coop_app;

CREATE OR REPLACE FUNCTION app.keep_done_filing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Only app.erase_member has the owner's rights.
  IF TG_OP = 'UPDATE' AND current_user = 'coop_owner' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'this filing is done' USING ERRCODE = 'restrict_violation';
END $$;
