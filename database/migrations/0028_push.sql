-- Notifications that come to a device while the app is closed: Web Push (decision 72).
--
-- Invariants:
--   * a subscription belongs to a session and is gone with it: no device is told anything after its logout;
--   * a browser has one subscription, of the session that is open there;
--   * each notification has one job for each device that is told of it, from the transaction on that caused it
--     (platform.add_push_jobs); without any subscription that costs one look at an empty table a statement.
-- Relied on by: server/features/access/push.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.push_subscription (
  session_id uuid PRIMARY KEY REFERENCES platform.session ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),  -- an address of the browser's push service
  p256dh text NOT NULL CHECK (length(p256dh) = 87),                -- the browser's public key, base64url
  auth text NOT NULL CHECK (length(auth) = 22),                    -- its secret, base64url
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.push_subscription TO coop_auth;
GRANT SELECT, DELETE ON platform.push_subscription TO coop_jobs;
GRANT SELECT (refresh_expires_at) ON platform.session TO coop_jobs;
GRANT EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) TO coop_auth;

-- The jobs of one device run one after the other, in no one else's way.
CREATE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  IF TG_TABLE_NAME = 'notification' THEN
    PERFORM platform.add_job('pushes', s.session_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
    FROM added n
    JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.member_id = n.member_id AND s.role = 'member'
    JOIN platform.push_subscription p ON p.session_id = s.session_id
    LEFT JOIN app.cooperative c ON c.cooperative_id = n.cooperative_id
    WHERE s.ended_at IS NULL;
  ELSE
    PERFORM platform.add_job('pushes', s.session_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
    FROM added n
    JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.role = 'coop_admin' AND s.support_access_id IS NULL
    JOIN platform.push_subscription p ON p.session_id = s.session_id
    LEFT JOIN app.cooperative c ON c.cooperative_id = n.cooperative_id
    WHERE s.ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION platform.add_push_jobs() FROM PUBLIC;
CREATE TRIGGER pushed AFTER INSERT ON app.notification REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs();
CREATE TRIGGER pushed AFTER INSERT ON app.officer_notification REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs();
