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

-- Access that a super administrator asks a cooperative for, to look at its records for a while.
--
-- Invariants:
--   * the platform asks and ends, only the cooperative allows (the columns that each role may write);
--   * it is open for the minutes that were asked for at most, 60 of them, and what was decided or has ended stays so (trigger);
--   * one waits at a time in a cooperative.
-- Relied on by: server/db/session-lookup.ts, which asks at each request whether it is open.
CREATE TABLE app.support_access (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  access_id uuid NOT NULL,
  login_id uuid NOT NULL,                           -- of the super administrator who asked; no one else opens it
  asked_by_name text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  minutes int NOT NULL CHECK (minutes BETWEEN 5 AND 60),
  asked_at timestamptz NOT NULL DEFAULT now(),
  allowed boolean,                                  -- NULL while it waits
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,                             -- by either side, before it expired
  ended_by_name text,
  PRIMARY KEY (cooperative_id, access_id),
  CONSTRAINT decided_by_somebody CHECK ((allowed IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL OR decided_by_name IS NOT NULL)),
  CONSTRAINT open_for_the_minutes_asked CHECK (CASE WHEN allowed THEN expires_at IS NOT NULL AND expires_at <= decided_at + make_interval(mins => minutes) ELSE expires_at IS NULL END),
  CONSTRAINT ended_by_somebody CHECK (ended_at IS NULL OR ended_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.support_access');
CREATE POLICY officers_only ON app.support_access AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY asked ON app.support_access TO coop_platform USING (true) WITH CHECK (true);
CREATE POLICY looked_up ON app.support_access FOR SELECT TO coop_auth USING (true);
CREATE UNIQUE INDEX support_access_waiting ON app.support_access (cooperative_id) WHERE allowed IS NULL AND ended_at IS NULL;
CREATE INDEX support_access_newest ON app.support_access (cooperative_id, asked_at DESC);
GRANT SELECT, UPDATE (allowed, decided_by, decided_by_name, decided_at, expires_at, ended_at, ended_by_name) ON app.support_access TO coop_app;
GRANT SELECT, INSERT (cooperative_id, access_id, login_id, asked_by_name, reason, minutes), UPDATE (ended_at, ended_by_name) ON app.support_access TO coop_platform;
GRANT SELECT (cooperative_id, access_id, login_id, allowed, expires_at, ended_at) ON app.support_access TO coop_auth;

CREATE FUNCTION app.keep_support_decision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (OLD.allowed IS NOT NULL AND (NEW.allowed, NEW.decided_by, NEW.decided_by_name, NEW.decided_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.allowed, OLD.decided_by, OLD.decided_by_name, OLD.decided_at, OLD.expires_at)) THEN
    RAISE EXCEPTION 'a decision about support access is final' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.keep_support_decision FROM PUBLIC;
CREATE TRIGGER final BEFORE UPDATE ON app.support_access FOR EACH ROW EXECUTE FUNCTION app.keep_support_decision();
ALTER TABLE app.support_access ENABLE ALWAYS TRIGGER final;

ALTER TABLE platform.session ADD COLUMN support_access_id uuid,
  ADD CONSTRAINT support_is_of_a_cooperative CHECK (support_access_id IS NULL OR (role = 'coop_admin' AND cooperative_id IS NOT NULL AND member_id IS NULL));
