-- A push that waited, for the end of the quiet hours or for a push service, had its text in the library's table, with names and
-- amounts, although jobs have none (database/checks/gate_jobs_are_apart.sql): what proves the books complained of it.
--
-- Invariants:
--   * a push names its session and its notification; the text is read when it leaves, and one that is gone by then is not told;
--   * a session is told of its own cooperative alone, a member's of theirs (server/features/access/push/queries.ts).
-- Relied on by: server/features/access/push.

SET LOCAL ROLE coop_owner;

GRANT SELECT (cooperative_id, notification_id, member_id, message, link) ON app.notification TO coop_jobs;
GRANT SELECT (cooperative_id, notification_id, message, link) ON app.officer_notification TO coop_jobs;
CREATE POLICY pushed ON app.officer_notification FOR SELECT TO coop_jobs USING (true);
GRANT SELECT (name) ON app.cooperative TO coop_jobs;
GRANT SELECT (role) ON platform.session TO coop_jobs;

-- As before, but with nothing of what the notification says.
CREATE OR REPLACE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  PERFORM platform.add_job('pushes', n.cooperative_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'greets', false))
  FROM (SELECT a.cooperative_id, a.notification_id, (to_jsonb(a) ->> 'member_id')::uuid AS member_id FROM added a) n
  JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.ended_at IS NULL
    AND CASE WHEN TG_TABLE_NAME = 'notification' THEN s.role = 'member' AND s.member_id = n.member_id ELSE s.role = 'coop_admin' AND s.support_access_id IS NULL END
  JOIN platform.push_subscription p ON p.session_id = s.session_id
  WHERE s.role = 'member' OR NOT EXISTS (
      SELECT FROM app.member m WHERE m.cooperative_id = s.cooperative_id AND m.member_id = s.member_id
        AND (m.status <> 'active' OR m.office_ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date))
    AND NOT EXISTS (
      SELECT FROM app.external_auditor x WHERE x.cooperative_id = s.cooperative_id AND x.login_id = s.login_id
        AND (x.ended_at IS NOT NULL OR x.ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date));
  RETURN NULL;
END $$;

RESET ROLE;

-- Those that wait now. A greeting among them is not sent.
DO $$ BEGIN
  IF to_regclass('job.job') IS NOT NULL THEN
    UPDATE job.job SET data = jsonb_build_object('session', data -> 'session', 'id', data -> 'id', 'greets', false) WHERE name = 'pushes';
  END IF;
END $$;
