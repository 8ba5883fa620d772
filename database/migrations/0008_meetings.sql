-- The meetings in which a society decides, with their agendas, answers, minutes and what they decided is to be done; what
-- members and the auditor ask of the officers, with a name or without; and what the law asks of a society by a day (decision
-- 27).
--
-- Invariants:
--   * adopted minutes never change again, by any role. A member's session sees no committee meeting;
--   * the attendance of a meeting does not change either once its minutes are adopted;
--   * an action is written with the minutes: once they are adopted none is added and none changes in its wording, its member or
--     its day; it can still be done or dropped, once;
--   * a member's session sees the actions that are the member's own and those of meetings whose minutes it may read, writes none
--     and ends its own alone;
--   * a member has one answer to a meeting, and a member's session sees and writes no other's;
--   * an answer says nothing of who was present: that is app.attendance;
--   * a group of meetings has at most one rule, whose quorum is a number of members or a part of them, never both;
--   * what the bye-laws asked for when members were given notice is stored with the meeting: a later change of them rewrites
--     neither its quorum nor its days of notice, and adopted minutes keep both as they keep everything else;
--   * a member's session sees no rule and no template, but reads with a meeting what was asked for of it;
--   * a member's session sees and writes no enquiry of others; one without a name is seen by officers alone, and nothing of it
--     says whose it is: no member, no login, no session, and its transaction is not the member's;
--   * what was written in an enquiry is never changed;
--   * a member gets two batches of tokens a month, one for each device, which are signed without being seen; a token is spent
--     once;
--   * no column of a message without a name says whose it is or when in its day it came, its identifiers are drawn, and no
--     session reads it before app.empty_enquiry_box writes those of a day that is over in the order of their identifiers, in one
--     transaction;
--   * a spent token is kept as a hash, and written at the same time in the order of the hashes;
--   * officers have one unread notification of enquiries, however many were received;
--   * a filing that was done stays as it was.

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
  -- When what a calendar holds of a meeting was changed last.
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  adopted_at_meeting_id uuid,                       -- the later meeting that adopted the minutes; NULL where none was named
  quorum_from_bye_laws boolean NOT NULL DEFAULT false,   -- counted by them again when members are given notice
  quorum_percent numeric(5, 2) CHECK (quorum_percent > 0 AND quorum_percent <= 100),   -- where it is a part of the members
  quorum_of int CHECK (quorum_of >= 0),             -- of how many active members it is that part
  quorum_clause text NOT NULL DEFAULT '',
  notice_given_on date,                             -- when members were given notice of this day, time and place
  notice_to_all boolean NOT NULL DEFAULT true,      -- that notice went to all active members
  notice_days int CHECK (notice_days BETWEEN 1 AND 60),   -- that the bye-laws asked for then; NULL where for none
  notice_clause text NOT NULL DEFAULT '',
  short_notice_reason text,                         -- why it was later than that; NULL where it was in time
  PRIMARY KEY (cooperative_id, meeting_id),
  CHECK (adopted_at IS NULL OR (minutes IS NOT NULL AND status = 'held')),
  CHECK ((status = 'cancelled') = (cancelled_at IS NOT NULL)),
  FOREIGN KEY (cooperative_id, adopted_at_meeting_id) REFERENCES app.meeting,
  CHECK (adopted_at_meeting_id IS NULL OR (adopted_at IS NOT NULL AND adopted_at_meeting_id <> meeting_id)),
  CHECK (num_nulls(quorum_percent, quorum_of) IN (0, 2))
);
CALL app.protect_tenant('app.meeting');
-- Committees speak of single members' affairs.
CREATE POLICY general_only ON app.meeting AS RESTRICTIVE USING ((SELECT NOT app.is_member()) OR kind <> 'committee');
CREATE INDEX meeting_by_day ON app.meeting (cooperative_id, meets_on, meets_at, meeting_id);
GRANT SELECT, INSERT, UPDATE (kind, title, meets_on, meets_at, place, agenda, status, quorum, present, notice_id, notice_sent_at, notice_recipients,
  notice_outdated, minutes, minutes_by_name, minutes_at, resolutions, adopted_at, adopted_by_name, cancelled_reason, cancelled_at, adopted_at_meeting_id,
  quorum_from_bye_laws, quorum_percent, quorum_of, quorum_clause, notice_given_on, notice_to_all, notice_days, notice_clause, short_notice_reason) ON
  app.meeting TO coop_app;

CREATE FUNCTION app.protect_adopted_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER adopted_minutes_stay BEFORE UPDATE OR DELETE ON app.meeting
  FOR EACH ROW WHEN (OLD.adopted_at IS NOT NULL) EXECUTE FUNCTION app.protect_adopted_minutes();

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

CREATE TABLE app.meeting_answer (
  cooperative_id uuid NOT NULL,
  meeting_id uuid NOT NULL,
  member_id uuid NOT NULL,
  is_coming boolean NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, meeting_id, member_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.meeting_answer');
CALL app.protect_member_rows('app.meeting_answer');
CREATE INDEX meeting_answer_by_member ON app.meeting_answer (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (is_coming, answered_at) ON app.meeting_answer TO coop_app;

CREATE FUNCTION app.note_meeting_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.changed_at := greatest(clock_timestamp(), OLD.changed_at + interval '1 second');
  RETURN NEW;
END $$;
CREATE TRIGGER meeting_change_noted BEFORE UPDATE ON app.meeting FOR EACH ROW
  WHEN ((NEW.title, NEW.meets_on, NEW.meets_at, NEW.place, NEW.agenda, NEW.status = 'cancelled')
    IS DISTINCT FROM (OLD.title, OLD.meets_on, OLD.meets_at, OLD.place, OLD.agenda, OLD.status = 'cancelled'))
  EXECUTE FUNCTION app.note_meeting_change();
REVOKE EXECUTE ON FUNCTION app.note_meeting_change() FROM PUBLIC;

CREATE TABLE app.enquiry (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  enquiry_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('complaint', 'suggestion', 'audit_query')),
  subject text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'answered', 'closed')),
  member_id uuid,                                   -- whose portal shows it; NULL where it is without a name, or an auditor's who is no member
  asked_by uuid,                                    -- the login; NULL where it is without a name
  asked_by_name text,
  reference bytea CHECK (length(reference) = 32),   -- SHA-256 of the code by which it is read without a name
  asked_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  closed_by_name text,
  officers_notified boolean NOT NULL,                   -- of one without a name officers are told on the next morning
  PRIMARY KEY (cooperative_id, enquiry_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nulls(asked_by, asked_by_name) IN (0, 2)),
  CHECK ((reference IS NOT NULL) = (asked_by IS NULL)),
  CHECK (reference IS NULL OR member_id IS NULL)
);
CALL app.protect_tenant('app.enquiry');
CALL app.protect_member_rows('app.enquiry');
CREATE UNIQUE INDEX enquiry_by_reference ON app.enquiry (cooperative_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX enquiry_latest ON app.enquiry (cooperative_id, changed_at DESC, enquiry_id);
CREATE INDEX enquiry_by_member ON app.enquiry (cooperative_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX enquiry_not_notified ON app.enquiry (cooperative_id) WHERE NOT officers_notified;
GRANT SELECT, INSERT, UPDATE (status, changed_at, closed_by_name, officers_notified) ON app.enquiry TO coop_app;

CREATE TABLE app.enquiry_message (
  cooperative_id uuid NOT NULL,
  enquiry_id uuid NOT NULL,
  message_id uuid NOT NULL,
  member_id uuid,                                   -- as in the enquiry
  is_answer boolean NOT NULL,                       -- an officer's
  author_name text,                                 -- NULL where it is without a name
  text text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, enquiry_id, message_id),
  FOREIGN KEY (cooperative_id, enquiry_id) REFERENCES app.enquiry
);
CALL app.protect_tenant('app.enquiry_message');
CALL app.protect_member_rows('app.enquiry_message');
GRANT SELECT, INSERT ON app.enquiry_message TO coop_app;

CREATE TABLE app.filing (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  filing_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('annual_return', 'audit', 'annual_meeting', 'licence', 'tax', 'data_protection', 'other')),
  name text NOT NULL,
  authority text,                                   -- to whom it goes
  due_on date NOT NULL,
  every_months int CHECK (every_months BETWEEN 1 AND 60),   -- NULL where it comes once
  remind_days int NOT NULL CHECK (remind_days BETWEEN 0 AND 365),
  note text,
  is_preset boolean NOT NULL DEFAULT false,         -- one of the usual ones, whose day was not confirmed by an officer
  reminded_on date,
  done_on date,
  done_by_name text,
  reference text,                                   -- the number of the receipt or letter
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, filing_id),
  CHECK (done_on IS NULL OR done_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.filing');
CALL app.protect_officer_rows('app.filing');
CREATE INDEX filing_due ON app.filing (cooperative_id, due_on, filing_id) WHERE done_on IS NULL;
CREATE INDEX filing_done ON app.filing (cooperative_id, done_on DESC, filing_id) WHERE done_on IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (kind, name, authority, due_on, every_months, remind_days, note, is_preset, reminded_on, done_on, done_by_name,
  reference) ON app.filing TO coop_app;

CREATE FUNCTION app.protect_done_filing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Only app.erase_member has the owner's rights.
  IF TG_OP = 'UPDATE' AND current_user = 'coop_owner' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'this filing is done' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER done_filing_stays BEFORE UPDATE OR DELETE ON app.filing
  FOR EACH ROW WHEN (OLD.done_on IS NOT NULL) EXECUTE FUNCTION app.protect_done_filing();

CREATE FUNCTION app.protect_adopted_attendance() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a app.attendance := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM app.meeting m WHERE m.cooperative_id = a.cooperative_id AND m.meeting_id = a.meeting_id AND m.adopted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN a;
END $$;
CREATE TRIGGER adopted_attendance_stays BEFORE INSERT OR UPDATE OR DELETE ON app.attendance
  FOR EACH ROW EXECUTE FUNCTION app.protect_adopted_attendance();

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
GRANT SELECT, INSERT, UPDATE (wording, member_id, member_name, due_on, agenda_line, status, ended_on, ended_at, ended_by_name, ended_by_member, is_in_minutes,
  note, reminded_on) ON app.meeting_action TO coop_app;

CREATE FUNCTION app.protect_actions() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER actions_stay BEFORE INSERT OR UPDATE OR DELETE ON app.meeting_action FOR EACH ROW EXECUTE FUNCTION app.protect_actions();

-- Without a row: no days of notice, no quorum.
CREATE TABLE app.meeting_rule (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  meeting_group text NOT NULL CHECK (meeting_group IN ('general', 'special', 'committee')),
  notice_days int NOT NULL CHECK (notice_days BETWEEN 0 AND 60),   -- calendar days before the day of the meeting; 0 is none
  notice_clause text NOT NULL CHECK (length(notice_clause) <= 120),   -- where the bye-laws say so
  quorum_members int CHECK (quorum_members BETWEEN 1 AND 100000),
  quorum_percent numeric(5, 2) CHECK (quorum_percent > 0 AND quorum_percent <= 100),   -- of the active members
  quorum_clause text NOT NULL CHECK (length(quorum_clause) <= 120),
  PRIMARY KEY (cooperative_id, meeting_group),
  CHECK (quorum_members IS NULL OR quorum_percent IS NULL),
  -- Who sits on a committee is not known here, so that no part of them is.
  CHECK (meeting_group <> 'committee' OR quorum_percent IS NULL)
);
CALL app.protect_tenant('app.meeting_rule');
CALL app.protect_officer_rows('app.meeting_rule');
GRANT SELECT, INSERT, UPDATE (notice_days, notice_clause, quorum_members, quorum_percent, quorum_clause) ON app.meeting_rule TO coop_app;

-- Without a row: the usual agenda of these meetings (agenda.ts).
CREATE TABLE app.agenda_template (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  template text NOT NULL CHECK (template IN ('annual_general', 'general', 'special_general', 'committee', 'loans')),
  agenda text[] NOT NULL CHECK (cardinality(agenda) BETWEEN 1 AND 40),
  PRIMARY KEY (cooperative_id, template)
);
CALL app.protect_tenant('app.agenda_template');
CALL app.protect_officer_rows('app.agenda_template');
GRANT SELECT, INSERT, UPDATE (agenda), DELETE ON app.agenda_template TO coop_app;

-- The key pair of a month. Its private half is deleted when the next month's comes, the row a month later.
CREATE TABLE app.enquiry_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,
  public_key bytea NOT NULL,                        -- as SPKI
  sealed bytea,                                     -- the private key
  PRIMARY KEY (cooperative_id, month)
);
CALL app.protect_tenant('app.enquiry_key');
CALL app.protect_officer_rows('app.enquiry_key');
GRANT SELECT, INSERT, UPDATE (sealed), DELETE ON app.enquiry_key TO coop_app;

-- That a batch of a member's was signed. Of the blinded tokens only a hash is stored: the same ones are signed again after a lost reply.
CREATE TABLE app.enquiry_batch (
  cooperative_id uuid NOT NULL,
  month date NOT NULL,
  member_id uuid NOT NULL,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 2),
  blinded_hash bytea NOT NULL CHECK (octet_length(blinded_hash) = 32),
  PRIMARY KEY (cooperative_id, month, member_id, number),
  FOREIGN KEY (cooperative_id, month) REFERENCES app.enquiry_key ON DELETE CASCADE,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.enquiry_batch');
CREATE POLICY own_row ON app.enquiry_batch AS RESTRICTIVE TO coop_app USING (member_id = (SELECT app.member_id()));
CREATE INDEX enquiry_batch_by_member ON app.enquiry_batch (cooperative_id, member_id);
GRANT SELECT, INSERT ON app.enquiry_batch TO coop_app;

-- Messages of a day that is not over. Sessions put them in and cannot look.
CREATE TABLE app.enquiry_box (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,                              -- of the key that signed the token
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  reference bytea NOT NULL CHECK (octet_length(reference) = 32),   -- as in the enquiry
  kind text NOT NULL CHECK (kind IN ('complaint', 'suggestion')),
  subject text NOT NULL,
  text text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (cooperative_id, token_hash)
);
CALL app.protect_tenant('app.enquiry_box');
CREATE UNIQUE INDEX enquiry_box_by_reference ON app.enquiry_box (cooperative_id, reference);

CREATE TABLE app.enquiry_token_spent (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  PRIMARY KEY (cooperative_id, token_hash)
);
CALL app.protect_tenant('app.enquiry_token_spent');

-- Whether the message is in the box now; not where its token was spent.
CREATE FUNCTION app.put_into_enquiry_box(p_month date, p_token bytea, p_reference bytea, p_kind text, p_subject text, p_text text, p_day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Else a token that is just leaving the box is seen in neither place.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('enquiry box ' || app.coop_id(), 0));
  PERFORM FROM app.enquiry_token_spent s WHERE s.cooperative_id = app.coop_id() AND s.token_hash = p_token;
  IF FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO app.enquiry_box (cooperative_id, month, token_hash, reference, kind, subject, text, day)
    VALUES (app.coop_id(), p_month, p_token, p_reference, p_kind, p_subject, p_text, p_day) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION app.put_into_enquiry_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.put_into_enquiry_box TO coop_app;

-- What is in the box, for who has its code.
CREATE FUNCTION app.enquiry_in_box(p_reference bytea) RETURNS TABLE (kind text, subject text, text text, day date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.kind, b.subject, b.text, b.day FROM app.enquiry_box b WHERE b.cooperative_id = app.coop_id() AND b.reference = p_reference $$;
REVOKE ALL ON FUNCTION app.enquiry_in_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enquiry_in_box TO coop_app;

-- Hands the officers what came before this day, and forgets the tokens that no key proves any more.
CREATE FUNCTION app.empty_enquiry_box(p_today date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('enquiry box ' || app.coop_id(), 0));
  WITH emptied AS MATERIALIZED (
    DELETE FROM app.enquiry_box b WHERE b.cooperative_id = app.coop_id() AND b.day < p_today RETURNING b.*
  ), drawn AS MATERIALIZED (
    SELECT e.*, gen_random_uuid() AS enquiry_id, e.day::timestamp AT TIME ZONE 'Africa/Lagos' AS at FROM emptied e
  ), enquiries AS (
    INSERT INTO app.enquiry (cooperative_id, enquiry_id, kind, subject, reference, asked_at, changed_at, officers_notified)
      SELECT d.cooperative_id, d.enquiry_id, d.kind, d.subject, d.reference, d.at, d.at, false FROM drawn d ORDER BY d.enquiry_id
  ), messages AS (
    INSERT INTO app.enquiry_message (cooperative_id, enquiry_id, message_id, is_answer, text, written_at)
      SELECT d.cooperative_id, d.enquiry_id, gen_random_uuid(), false, d.text, d.at FROM drawn d ORDER BY d.enquiry_id
  )
  INSERT INTO app.enquiry_token_spent (cooperative_id, month, token_hash)
    SELECT d.cooperative_id, d.month, d.token_hash FROM drawn d ORDER BY d.token_hash;
  DELETE FROM app.enquiry_token_spent s WHERE s.cooperative_id = app.coop_id() AND s.month < (date_trunc('month', p_today) - interval '1 month')::date;
END $$;
REVOKE ALL ON FUNCTION app.empty_enquiry_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.empty_enquiry_box TO coop_app;

-- p_several takes the place of a notification that no officer has read yet.
CREATE FUNCTION app.notify_of_enquiry(p_notification uuid, p_message text, p_link text, p_several text, p_list text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('enquiries of ' || app.coop_id(), 0));
  UPDATE app.officer_notification n SET message = p_several, link = p_list
  WHERE n.cooperative_id = app.coop_id() AND (n.link = p_list OR n.link ~ '^/coop/governance/enquiries/') AND n.created_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM app.officer_reading r
      WHERE r.cooperative_id = n.cooperative_id AND r.notification_id = n.notification_id AND (r.read_at IS NOT NULL OR r.hidden_at IS NOT NULL));
  IF NOT FOUND THEN
    INSERT INTO app.officer_notification (cooperative_id, notification_id, type, message, link)
    VALUES (app.coop_id(), p_notification, 'info', p_message, p_link);
  END IF;
END $$;
REVOKE ALL ON FUNCTION app.notify_of_enquiry FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.notify_of_enquiry TO coop_app;
