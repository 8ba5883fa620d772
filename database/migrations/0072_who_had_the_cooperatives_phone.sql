-- Who had the cooperative's own phone as a member stays one person with the cooperative's own login when they move to another
-- number: else the officer alone, whose phone changes at once, would be two people as soon as there is a second officer.
--
-- Invariants:
--   * a member whose login ever had the phone of the cooperative's own login is the person of that login;
--   * the cooperative's own login is counted beside no officer who is its person.
-- Relied on by: server/db/same-person.ts, server/features/access/approvals/queries.ts.

SET LOCAL ROLE coop_owner;

-- As before, and the cooperative's own login where it has the same phone.
CREATE OR REPLACE FUNCTION platform.keep_former_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.login_id = OLD.login_id THEN RETURN NULL; END IF;
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id)
    SELECT OLD.cooperative_id, OLD.member_id, OLD.login_id
    UNION SELECT OLD.cooperative_id, OLD.member_id, c.login_id FROM platform.login p
      JOIN platform.login c ON c.phone = p.phone AND c.kind = 'cooperative' AND c.cooperative_id = OLD.cooperative_id
      WHERE p.login_id = OLD.login_id AND p.kind = 'member'
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- As before, also with an officer who had its phone before.
CREATE OR REPLACE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
      AND m.roles && app.roles_that_decide(p_kind)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT NULL::uuid, l.login_id FROM app.cooperative c LEFT JOIN platform.login l ON l.coop_id = c.coop_id
    WHERE c.cooperative_id = app.coop_id()
      AND NOT EXISTS (SELECT FROM officer o WHERE o.member_id IN (SELECT app.people_of(l.login_id)))
  UNION ALL SELECT o.member_id, o.login_id FROM officer o $$;
