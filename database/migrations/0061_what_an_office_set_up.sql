-- What an officer set up ends with their office, or is handed over by name.
--
-- Invariants:
--   * a person who is no longer an administrator (role, removal, exit or death) has no API key and no webhook
--     that is told of anything (ends_what_they_set_up); a webhook goes on once another administrator has taken it over;
--   * no device is told what officers are told after the last day of its officer's office (platform.add_push_jobs).
-- Relied on by: server/features/access/webhooks, server/features/access/api-keys, server/features/access/push.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.webhook
  ADD COLUMN made_by_member uuid,                   -- who answers for it; NULL on the cooperative's shared login
  ADD COLUMN office_ended_at timestamptz,           -- since when it waits for another administrator to take it over
  ADD FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member,
  ADD CHECK (office_ended_at IS NULL OR switched_off_at IS NOT NULL);
CREATE INDEX webhook_by_maker ON app.webhook (cooperative_id, made_by_member);
GRANT UPDATE (made_by_member, office_ended_at) ON app.webhook TO coop_app;

DROP TRIGGER ends_api_keys ON app.member;
DROP FUNCTION app.end_api_keys();
CREATE FUNCTION app.end_what_they_set_up() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.api_key k SET revoked_at = now()
  WHERE k.cooperative_id = NEW.cooperative_id AND k.made_by_member = NEW.member_id AND k.revoked_at IS NULL;
  UPDATE app.webhook w SET switched_off_at = coalesce(w.switched_off_at, now()), office_ended_at = now()
  WHERE w.cooperative_id = NEW.cooperative_id AND w.made_by_member = NEW.member_id AND w.office_ended_at IS NULL;
  UPDATE app.webhook_delivery d SET next_attempt_at = NULL FROM app.webhook w
  WHERE w.cooperative_id = NEW.cooperative_id AND w.made_by_member = NEW.member_id
    AND d.cooperative_id = w.cooperative_id AND d.webhook_id = w.webhook_id AND d.next_attempt_at IS NOT NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.end_what_they_set_up FROM PUBLIC;
CREATE TRIGGER ends_what_they_set_up AFTER UPDATE OF roles, removed_at, status ON app.member FOR EACH ROW
  WHEN ('admin' = ANY (OLD.roles) AND (NEW.removed_at IS NOT NULL OR NOT 'admin' = ANY (NEW.roles) OR NEW.status IN ('left', 'deceased')))
  EXECUTE FUNCTION app.end_what_they_set_up();
-- A death is known months before its settlement makes a former member.
CREATE TRIGGER ends_what_they_set_up AFTER INSERT ON app.leaving FOR EACH ROW
  WHEN (NEW.reason = 'death') EXECUTE FUNCTION app.end_what_they_set_up();

-- As before, but for officers whose last day is over.
CREATE OR REPLACE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  PERFORM platform.add_job('pushes', s.session_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
  FROM (SELECT a.cooperative_id, a.notification_id, a.message, a.link, (to_jsonb(a) ->> 'member_id')::uuid AS member_id FROM added a) n
  JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.ended_at IS NULL
    AND CASE WHEN TG_TABLE_NAME = 'notification' THEN s.role = 'member' AND s.member_id = n.member_id ELSE s.role = 'coop_admin' AND s.support_access_id IS NULL END
  JOIN platform.push_subscription p ON p.session_id = s.session_id
  LEFT JOIN app.cooperative c ON c.cooperative_id = n.cooperative_id
  WHERE s.role = 'member' OR NOT EXISTS (
      SELECT FROM app.member m WHERE m.cooperative_id = s.cooperative_id AND m.member_id = s.member_id
        AND m.office_ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date)
    AND NOT EXISTS (
      SELECT FROM app.external_auditor x WHERE x.cooperative_id = s.cooperative_id AND x.login_id = s.login_id
        AND (x.ended_at IS NOT NULL OR x.ends_on < (now() AT TIME ZONE 'Africa/Lagos')::date));
  RETURN NULL;
END $$;

-- For existing webhooks the trail says who added them. Where that person is no longer an administrator, the webhook waits from now on.
ALTER TABLE app.webhook NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook_delivery NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.member NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit.event NO FORCE ROW LEVEL SECURITY;
UPDATE app.webhook w SET made_by_member = s.member_id FROM audit.event e JOIN platform.membership s ON s.cooperative_id = e.cooperative_id AND s.login_id = e.login_id
  WHERE e.cooperative_id = w.cooperative_id AND e.action = 'POST /cooperatives/webhooks' AND e.at BETWEEN w.created_at AND w.created_at + interval '30 seconds';
UPDATE app.webhook w SET switched_off_at = coalesce(w.switched_off_at, now()), office_ended_at = now() FROM app.member m
  WHERE m.cooperative_id = w.cooperative_id AND m.member_id = w.made_by_member
    AND (m.removed_at IS NOT NULL OR NOT 'admin' = ANY (m.roles) OR m.status IN ('left', 'deceased'));
UPDATE app.webhook_delivery d SET next_attempt_at = NULL FROM app.webhook w
  WHERE w.cooperative_id = d.cooperative_id AND w.webhook_id = d.webhook_id AND w.office_ended_at IS NOT NULL AND d.next_attempt_at IS NOT NULL;
ALTER TABLE app.webhook FORCE ROW LEVEL SECURITY;
ALTER TABLE app.webhook_delivery FORCE ROW LEVEL SECURITY;
ALTER TABLE app.member FORCE ROW LEVEL SECURITY;
ALTER TABLE audit.event FORCE ROW LEVEL SECURITY;
