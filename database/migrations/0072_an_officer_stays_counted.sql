-- What a trial got past: who had the cooperative's own phone as a member moves to another number while there is no other officer, and
-- is two people from then on; and an officer who just got another phone or a new code is not counted until they have used it, so that the
-- other one works alone meanwhile, and moves that login to a phone of their own.
--
-- Invariants:
--   * a member whose login ever had the phone of the cooperative's own login is the person of that login;
--   * an officer who has once activated the portal is counted until their office ends;
--   * nominees say on which day they were named, those of before excepted.
-- Relied on by: server/features/access/approvals/queries.ts, server/features/access/change-requests/queries.ts,
-- server/features/society/leaving/start-leaving.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.nominee ADD COLUMN named_at timestamptz;
ALTER TABLE app.nominee ALTER COLUMN named_at SET DEFAULT now();
GRANT UPDATE (named_at) ON app.nominee TO coop_app;

ALTER TABLE platform.former_login ADD COLUMN activated boolean NOT NULL DEFAULT true;

-- As before, and of the cooperative's own login where it has the same phone; a new code is kept too, as it ends what was activated.
CREATE OR REPLACE FUNCTION platform.keep_former_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.login_id = OLD.login_id AND (OLD.confirmed_at IS NULL OR NEW.confirmed_at IS NOT NULL) THEN RETURN NULL; END IF;
  INSERT INTO platform.former_login AS f (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, OLD.member_id, l.login_id, OLD.confirmed_at IS NOT NULL FROM platform.login own
      JOIN platform.login l ON l.login_id = own.login_id
        OR l.kind = 'cooperative' AND l.cooperative_id = OLD.cooperative_id AND l.phone = own.phone
      WHERE own.login_id = OLD.login_id
    ON CONFLICT (cooperative_id, login_id, member_id) DO UPDATE SET activated = f.activated OR EXCLUDED.activated;
  RETURN NULL;
END $$;
DROP TRIGGER keeps_former_login ON platform.membership;
CREATE TRIGGER keeps_former_login AFTER DELETE OR UPDATE OF login_id, confirmed_at ON platform.membership
  FOR EACH ROW EXECUTE FUNCTION platform.keep_former_login();

-- Whether a member of the own cooperative ever activated the portal.
CREATE FUNCTION app.has_activated(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.membership b WHERE b.cooperative_id = app.coop_id() AND b.member_id = p_member AND b.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM platform.former_login f WHERE f.cooperative_id = app.coop_id() AND f.member_id = p_member AND f.activated) $$;
REVOKE ALL ON FUNCTION app.has_activated FROM PUBLIC;

-- As before, but that an officer is counted who activated the portal once, and the cooperative's own login beside none who is or was its person.
CREATE OR REPLACE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
      AND m.roles && app.roles_that_decide(p_kind) AND app.has_activated(m.member_id)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT NULL::uuid, l.login_id FROM app.cooperative c LEFT JOIN platform.login l ON l.coop_id = c.coop_id
    WHERE c.cooperative_id = app.coop_id()
      AND NOT EXISTS (SELECT FROM officer o WHERE o.member_id IN (SELECT app.people_of(l.login_id)))
  UNION ALL SELECT o.member_id, o.login_id FROM officer o $$;

-- The same for who holds an office, and for whose confirmation a result of a vote takes.
CREATE OR REPLACE FUNCTION app.holds_office(p_login uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.login l JOIN app.cooperative c ON c.coop_id = l.coop_id WHERE l.login_id = p_login AND c.cooperative_id = app.coop_id())
    OR EXISTS (SELECT FROM app.member m JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
      WHERE app.is_same_person(b.login_id, p_login) AND m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
        AND app.has_activated(m.member_id)
        AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date)) $$;
CREATE OR REPLACE FUNCTION app.returning_officers() RETURNS TABLE (login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles && '{admin,secretary}'::text[]
      AND app.has_activated(m.member_id)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id())
    AND NOT EXISTS (SELECT FROM officer o WHERE o.member_id IN (SELECT app.people_of(l.login_id)))
  UNION SELECT o.login_id FROM officer o $$;
