-- An officer who is no longer active has no office: approvals already leave them out.
--
-- Invariants:
--   * an administrator who is made inactive, or whose office ends in any other way, has no API key and no webhook that is told of
--     anything (ends_what_they_set_up); whose death is reported has no office any more, so that their row says it too;
--   * no device of an officer who is not active is told what officers are told (platform.add_push_jobs).
-- Relied on by: server/db/current-members.ts, server/features/society/leaving, server/features/access/push.

SET LOCAL ROLE coop_owner;

DROP TRIGGER ends_what_they_set_up ON app.leaving;
DROP TRIGGER ends_what_they_set_up ON app.member;
CREATE TRIGGER ends_what_they_set_up AFTER UPDATE OF roles, removed_at, status ON app.member FOR EACH ROW
  WHEN ('admin' = ANY (OLD.roles) AND (NEW.removed_at IS NOT NULL OR NOT 'admin' = ANY (NEW.roles) OR NEW.status <> 'active'))
  EXECUTE FUNCTION app.end_what_they_set_up();

-- Whether this login is the cooperative's own or of a member who holds any office today: an approver reads of whom else asked.
CREATE FUNCTION app.holds_office(p_login uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.login l JOIN app.cooperative c ON c.coop_id = l.coop_id WHERE l.login_id = p_login AND c.cooperative_id = app.coop_id())
    OR EXISTS (SELECT FROM app.member m JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
      WHERE b.login_id = p_login AND m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
        AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date)) $$;
REVOKE ALL ON FUNCTION app.holds_office FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.holds_office TO coop_app;

-- As before, but for officers who are not active.
CREATE OR REPLACE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  PERFORM platform.add_job('pushes', n.cooperative_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
  FROM (SELECT a.cooperative_id, a.notification_id, a.message, a.link, (to_jsonb(a) ->> 'member_id')::uuid AS member_id FROM added a) n
  JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.ended_at IS NULL
    AND CASE WHEN TG_TABLE_NAME = 'notification' THEN s.role = 'member' AND s.member_id = n.member_id ELSE s.role = 'coop_admin' AND s.support_access_id IS NULL END
  JOIN platform.push_subscription p ON p.session_id = s.session_id
  LEFT JOIN app.cooperative c ON c.cooperative_id = n.cooperative_id
  WHERE s.role = 'member' OR NOT EXISTS (
      SELECT FROM app.member m WHERE m.cooperative_id = s.cooperative_id AND m.member_id = s.member_id
        AND (m.status <> 'active' OR m.office_ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date))
    AND NOT EXISTS (
      SELECT FROM app.external_auditor x WHERE x.cooperative_id = s.cooperative_id AND x.login_id = s.login_id
        AND (x.ended_at IS NOT NULL OR x.ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date));
  RETURN NULL;
END $$;

-- Who was reported dead while they held an office, or left and kept its name.
ALTER TABLE app.member NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.leaving NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.api_key NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook_delivery NO FORCE ROW LEVEL SECURITY;
UPDATE app.member m SET roles = '{member}', office_ends_on = NULL WHERE m.roles <> '{member}' AND (m.status IN ('left', 'deceased') OR EXISTS (
  SELECT FROM app.leaving v WHERE v.cooperative_id = m.cooperative_id AND v.member_id = m.member_id AND v.reason = 'death' AND v.status IN ('open', 'waiting')));
ALTER TABLE app.member FORCE ROW LEVEL SECURITY;
ALTER TABLE app.leaving FORCE ROW LEVEL SECURITY;
ALTER TABLE app.api_key FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook_delivery FORCE ROW LEVEL SECURITY;
