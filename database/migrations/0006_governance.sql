-- The meetings in which a society decides, who attended, and their minutes.
--
-- Invariants:
--   * adopted minutes never change again, by any role. A member's session sees no committee meeting.

SET LOCAL ROLE coop_owner;

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
GRANT SELECT, INSERT, UPDATE (kind, title, meets_on, meets_at, place, agenda, status, quorum, present, notice_id, notice_sent_at, notice_recipients,
  notice_outdated, minutes, minutes_by_name, minutes_at, resolutions, adopted_at, adopted_by_name, cancelled_reason,
  cancelled_at) ON app.meeting TO coop_app;

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
