-- What people are told in the app, and the meetings in which a society decides.
--
-- Invariants: a member's notification is his own row; what the officers and the super admin are told is one row with a
-- reading of its own for each login. Adopted minutes never change again, whoever asks. A member's session sees no
-- committee meeting. Relied on by: the bell, the notifications pages, governance.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.announcement (                     -- a message that officers sent to members, with how many it reached
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  announcement_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  recipients int NOT NULL CHECK (recipients > 0),
  sms int NOT NULL CHECK (sms >= 0),
  emails int NOT NULL CHECK (emails >= 0),
  sent_by uuid NOT NULL,
  sent_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, announcement_id)
);
CALL app.protect_tenant('app.announcement');
CALL app.protect_officer_rows('app.announcement');
CREATE INDEX announcement_newest ON app.announcement (cooperative_id, created_at DESC, announcement_id DESC);
GRANT SELECT, INSERT ON app.announcement TO coop_app;

CREATE TABLE app.notification (                     -- to one member
  cooperative_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  member_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/member/'),             -- a page of the portal that it speaks of
  announcement_id uuid,                             -- where officers sent it
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (cooperative_id, notification_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.notification');
CALL app.protect_member_rows('app.notification');
-- The jobs that clear old ones are nobody's session, which the rule above would count as a member's.
ALTER POLICY own_row ON app.notification TO coop_app;
CREATE POLICY swept ON app.notification FOR ALL TO coop_jobs USING (true);
CREATE INDEX notification_newest ON app.notification (cooperative_id, member_id, created_at DESC, notification_id DESC) WHERE hidden_at IS NULL;
CREATE INDEX notification_unread ON app.notification (cooperative_id, member_id) WHERE read_at IS NULL AND hidden_at IS NULL;
CREATE INDEX notification_of_announcement ON app.notification (cooperative_id, announcement_id) WHERE announcement_id IS NOT NULL;
CREATE INDEX notification_oldest ON app.notification (created_at);
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.notification TO coop_app;
GRANT SELECT (created_at), DELETE ON app.notification TO coop_jobs;

CREATE TABLE app.officer_notification (             -- to the officers as a body
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  notification_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/coop/'),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, notification_id)
);
CALL app.protect_tenant('app.officer_notification');
CALL app.protect_officer_rows('app.officer_notification');
ALTER POLICY officers_only ON app.officer_notification TO coop_app;
CREATE POLICY told ON app.officer_notification FOR INSERT TO coop_platform WITH CHECK (true);
CREATE INDEX officer_notification_newest ON app.officer_notification (cooperative_id, created_at DESC, notification_id DESC);
GRANT SELECT, INSERT ON app.officer_notification TO coop_app;
GRANT INSERT ON app.officer_notification TO coop_platform;

CREATE TABLE app.officer_reading (                  -- what one login among the officers has read or hidden
  cooperative_id uuid NOT NULL,
  login_id uuid NOT NULL,
  notification_id uuid NOT NULL,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (cooperative_id, login_id, notification_id),
  FOREIGN KEY (cooperative_id, notification_id) REFERENCES app.officer_notification
);
CALL app.protect_tenant('app.officer_reading');
CALL app.protect_officer_rows('app.officer_reading');
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.officer_reading TO coop_app;

CREATE TABLE platform.notification (                -- to the super administrators as a body
  notification_id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/superadmin/'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX platform_notification_newest ON platform.notification (created_at DESC, notification_id DESC);
CREATE TABLE platform.reading (
  login_id uuid NOT NULL,
  notification_id uuid NOT NULL REFERENCES platform.notification ON DELETE CASCADE,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (login_id, notification_id)
);
GRANT INSERT ON platform.notification TO coop_app;
GRANT SELECT, INSERT ON platform.notification TO coop_platform;
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON platform.reading TO coop_platform;

CREATE TABLE app.meeting (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  meeting_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('general', 'annual_general', 'special_general', 'committee')),
  title text NOT NULL,
  meets_on date NOT NULL,
  meets_at time NOT NULL,                           -- in Lagos
  place text NOT NULL,
  agenda text[] NOT NULL,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'held', 'cancelled')),
  quorum int CHECK (quorum > 0),                    -- members who must be present by the bye-laws; NULL where none is set
  present int NOT NULL DEFAULT 0 CHECK (present >= 0),   -- rows in app.attendance, which a member may not count
  notice_id uuid,                                   -- the latest notice, an announcement
  notice_sent_at timestamptz,
  notice_recipients int,
  notice_outdated boolean NOT NULL DEFAULT false,   -- day, time or place changed since it went out
  minutes text,
  minutes_by_name text,
  minutes_at timestamptz,
  resolutions jsonb NOT NULL DEFAULT '[]',
  adopted_at timestamptz,
  adopted_by_name text,
  cancelled_reason text,
  cancelled_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, meeting_id),
  CHECK (adopted_at IS NULL OR (minutes IS NOT NULL AND status = 'held')),
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL))
);
CALL app.protect_tenant('app.meeting');
-- Committees speak of single members' affairs.
CREATE POLICY general_only ON app.meeting AS RESTRICTIVE USING ((SELECT NOT app.is_member()) OR kind <> 'committee');
CREATE INDEX meeting_by_day ON app.meeting (cooperative_id, meets_on, meets_at, meeting_id);
GRANT SELECT, INSERT ON app.meeting TO coop_app;
GRANT UPDATE (kind, title, meets_on, meets_at, place, agenda, status, quorum, present, notice_id, notice_sent_at, notice_recipients, notice_outdated,
  minutes, minutes_by_name, minutes_at, resolutions, adopted_at, adopted_by_name, cancelled_reason, cancelled_at) ON app.meeting TO coop_app;

CREATE FUNCTION app.keep_adopted_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER adopted_minutes_stay BEFORE UPDATE OR DELETE ON app.meeting
  FOR EACH ROW WHEN (OLD.adopted_at IS NOT NULL) EXECUTE FUNCTION app.keep_adopted_minutes();

CREATE TABLE app.attendance (
  cooperative_id uuid NOT NULL,
  meeting_id uuid NOT NULL,
  member_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, meeting_id, member_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.attendance');
CALL app.protect_member_rows('app.attendance');
CREATE INDEX attendance_by_member ON app.attendance (cooperative_id, member_id);
GRANT SELECT, INSERT, DELETE ON app.attendance TO coop_app;

RESET ROLE;
