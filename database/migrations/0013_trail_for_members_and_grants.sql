-- Who reads of a cooperative beside its officers: a member, in the audit trail, what they did and what was done about them.
--
-- Invariant: a member's session reads no other line of the trail (policy members_read_their_own).
-- Relied on by: server/features/society/records/get-member-profile.ts.

SET LOCAL ROLE coop_owner;

-- The login of the member whose session this is; NULL for everybody else.
CREATE FUNCTION platform.own_login() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.login_id FROM platform.membership m WHERE m.cooperative_id = app.coop_id() AND m.member_id = app.member_id() AND app.is_member()
$$;
REVOKE ALL ON FUNCTION platform.own_login FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.own_login TO coop_app;

DROP POLICY officers_read ON audit.event;
CREATE POLICY members_read_their_own ON audit.event AS RESTRICTIVE FOR SELECT USING ((SELECT NOT app.is_member())
  OR subject_id = (SELECT app.member_id()::text) OR (role = 'member' AND login_id = (SELECT platform.own_login())));
-- What members do is a small part of a trail, and what officers post stays out of this index.
CREATE INDEX event_by_member ON audit.event (cooperative_id, login_id, at DESC) WHERE role = 'member';

-- The day from which the borrower wants the loan, as the application has it; start_on is the day of the first money.
ALTER TABLE app.loan ADD COLUMN wanted_on date;
