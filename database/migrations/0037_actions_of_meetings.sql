-- What a meeting decided is to be done, by whom and by when; and the meeting at which minutes were adopted (decision 79).
--
-- Invariants:
--   * an action is written with the minutes: once they are adopted none is added and none changes in its wording, its member or
--     its day; it can still be done or dropped, once;
--   * the attendance of a meeting does not change either once its minutes are adopted;
--   * a member's session sees the actions that are the member's own and those of meetings whose minutes it may read, writes none
--     and ends its own alone.
-- Relied on by: server/features/governance/{actions,governance}, server/features/society/audit.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.meeting
  ADD COLUMN adopted_at_meeting_id uuid,            -- the later meeting that adopted the minutes; NULL where none was named
  ADD FOREIGN KEY (cooperative_id, adopted_at_meeting_id) REFERENCES app.meeting,
  ADD CHECK (adopted_at_meeting_id IS NULL OR (adopted_at IS NOT NULL AND adopted_at_meeting_id <> meeting_id));
GRANT UPDATE (adopted_at_meeting_id) ON app.meeting TO coop_app;

CREATE FUNCTION app.keep_adopted_attendance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a app.attendance := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM app.meeting m WHERE m.cooperative_id = a.cooperative_id AND m.meeting_id = a.meeting_id AND m.adopted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN a;
END $$;
CREATE TRIGGER adopted_attendance_stays BEFORE INSERT OR UPDATE OR DELETE ON app.attendance
  FOR EACH ROW EXECUTE FUNCTION app.keep_adopted_attendance();

CREATE TABLE app.meeting_action (
  cooperative_id uuid NOT NULL,
  action_id uuid NOT NULL,
  meeting_id uuid NOT NULL,
  wording text NOT NULL CHECK (length(wording) BETWEEN 3 AND 300),
  member_id uuid NOT NULL,                          -- who does it
  member_name text NOT NULL,                        -- as the minutes name them
  due_on date NOT NULL,
  agenda_line int CHECK (agenda_line BETWEEN 1 AND 40),   -- the item of the agenda from which it came
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'dropped')),
  ended_on date,                                    -- the day on which it was done or dropped
  ended_at timestamptz,                             -- when that was recorded
  ended_by_name text,
  ended_by_member boolean,                          -- the member who does it said so, from the portal
  is_in_minutes boolean NOT NULL DEFAULT true,      -- false where it was dropped before the minutes were adopted
  note text,                                        -- what was done, or why it was dropped
  reminded_on date NOT NULL,                        -- when the member was told last, the recording included
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, action_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nulls(ended_on, ended_at, ended_by_member) = CASE status WHEN 'open' THEN 3 ELSE 0 END),
  CHECK (status = 'open' OR ended_by_name IS NOT NULL),
  CHECK (status <> 'dropped' OR note IS NOT NULL),
  CHECK (is_in_minutes OR status = 'dropped')
);
CALL app.protect_tenant('app.meeting_action');
-- Which meetings a member's session sees is decided by the policy of app.meeting.
CREATE POLICY own_or_in_minutes ON app.meeting_action AS RESTRICTIVE FOR SELECT USING (
  (SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id())
  OR EXISTS (SELECT FROM app.meeting m WHERE m.cooperative_id = meeting_action.cooperative_id AND m.meeting_id = meeting_action.meeting_id));
CREATE POLICY recorded_by_officers ON app.meeting_action AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY ended_by_its_member ON app.meeting_action AS RESTRICTIVE FOR UPDATE USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE INDEX meeting_action_by_meeting ON app.meeting_action (cooperative_id, meeting_id, due_on, action_id);
CREATE INDEX meeting_action_open ON app.meeting_action (cooperative_id, due_on, action_id) WHERE status = 'open';
CREATE INDEX meeting_action_by_day ON app.meeting_action (cooperative_id, due_on, action_id);
CREATE INDEX meeting_action_by_member ON app.meeting_action (cooperative_id, member_id, due_on, action_id);
GRANT SELECT, INSERT, UPDATE (wording, member_id, member_name, due_on, agenda_line, status, ended_on, ended_at, ended_by_name, ended_by_member, is_in_minutes, note, reminded_on)
  ON app.meeting_action TO coop_app;

CREATE FUNCTION app.keep_actions() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_is_rewritten boolean := TG_OP <> 'UPDATE';
BEGIN
  -- A person who is erased (app.erase_member) is a former member in actions too.
  IF TG_OP = 'UPDATE' AND current_user = 'coop_owner' THEN RETURN NEW; END IF;
  IF TG_OP = 'UPDATE' THEN
    v_is_rewritten := (OLD.meeting_id, OLD.wording, OLD.member_id, OLD.member_name, OLD.due_on, OLD.agenda_line, OLD.is_in_minutes)
      IS DISTINCT FROM (NEW.meeting_id, NEW.wording, NEW.member_id, NEW.member_name, NEW.due_on, NEW.agenda_line, NEW.is_in_minutes);
  END IF;
  IF TG_OP <> 'INSERT' AND OLD.status <> 'open' THEN
    RAISE EXCEPTION 'this action has ended' USING ERRCODE = 'restrict_violation';
  END IF;
  IF v_is_rewritten AND app.is_member() AND current_user = 'coop_app' THEN
    RAISE EXCEPTION 'a member changes no action' USING ERRCODE = 'restrict_violation';
  END IF;
  IF v_is_rewritten AND EXISTS (SELECT FROM app.meeting m WHERE m.cooperative_id = coalesce(NEW.cooperative_id, OLD.cooperative_id)
      AND m.meeting_id IN (NEW.meeting_id, OLD.meeting_id) AND m.adopted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER actions_stay BEFORE INSERT OR UPDATE OR DELETE ON app.meeting_action FOR EACH ROW EXECUTE FUNCTION app.keep_actions();
