-- Messages that officers see, and send again where they failed (decision 63). Invariants, and who relies on them:
--   * an officer's session reads the messages of its own cooperative, a member's none, the super admin's those that belong to no
--     cooperative; none of them reads a text (server/features/access/messages);
--   * the text of a message that failed, or that a provider took and has not delivered yet, is stored sealed with the server's
--     secret, for seven days at most (server/jobs/send-messages.ts, sweep.ts); the text of a code is never stored after its try;
--   * a message that failed is sent again three times at most, and only while its text is there; one that waits, is on its way
--     or has arrived is not (platform.send_message_again);
--   * a message that is put off until the morning has one job then, however often its first job ran (platform.put_off_messages);
--   * a member's own choice of how a kind of message comes goes before the society's, whatever statement queues it
--     (server/db/messages.ts); codes and warnings about a login have no such choice;
--   * what is sent to many by SMS stays within the society's limit of the month, and two who send at once are counted one after
--     the other, by the row of app.sms_budget (server/features/access/messages/hold-sms-budget.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.message
  ADD kind text NOT NULL DEFAULT 'notice' CHECK (kind IN ('code', 'security', 'receipt', 'reminder', 'meeting', 'loan', 'notice')),
  ADD member_id uuid,                               -- to whom, where it is a member of the cooperative
  ADD sealed_text bytea,
  ADD has_text boolean GENERATED ALWAYS AS (sealed_text IS NOT NULL) STORED,
  ADD is_refused boolean NOT NULL DEFAULT false,    -- the provider takes nothing for this recipient; failure says why
  ADD waits_until timestamptz,                      -- the end of the quiet hours in which it was to leave
  ADD sent_again int NOT NULL DEFAULT 0 CHECK (sent_again BETWEEN 0 AND 3),
  ADD CHECK (kind <> 'code' OR sealed_text IS NULL);
CREATE INDEX message_newest ON platform.message (cooperative_id, created_at DESC, message_id DESC);
CREATE INDEX message_sealed ON platform.message (coalesce(sent_at, gave_up_at)) WHERE sealed_text IS NOT NULL;

ALTER TABLE platform.message ENABLE ROW LEVEL SECURITY;
CREATE POLICY queued ON platform.message FOR INSERT TO coop_app, coop_auth, coop_platform WITH CHECK (true);
CREATE POLICY sending ON platform.message TO coop_jobs USING (true) WITH CHECK (true);
CREATE POLICY own ON platform.message FOR SELECT TO coop_app
  USING (cooperative_id = (SELECT app.coop_id()) AND (SELECT NOT app.is_member()));
CREATE POLICY of_no_cooperative ON platform.message FOR SELECT TO coop_platform USING (cooperative_id IS NULL);
GRANT SELECT (message_id, cooperative_id, member_id, kind, channel, recipient, created_at, waits_until, sent_at, gave_up_at, failed_at, delivered_at,
  failure, is_refused, provider, parts, cost, sent_again, has_text) ON platform.message TO coop_app, coop_platform;
GRANT UPDATE (sealed_text, is_refused) ON platform.message TO coop_jobs;

-- Of one cooperative, or of none; those that wait until then already have their job.
CREATE FUNCTION platform.put_off_messages(p_messages uuid[], p_until timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH put_off AS (
    UPDATE platform.message g SET waits_until = p_until
    WHERE g.message_id = ANY (p_messages) AND g.sent_at IS NULL AND g.gave_up_at IS NULL AND g.waits_until IS DISTINCT FROM p_until
    RETURNING g.cooperative_id, g.message_id)
  SELECT platform.add_job('messages', p.cooperative_id, jsonb_build_object('messages', jsonb_agg(p.message_id ORDER BY p.message_id)), p_until)
  FROM put_off p GROUP BY p.cooperative_id
$$;
REVOKE EXECUTE ON FUNCTION platform.put_off_messages(uuid[], timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.put_off_messages(uuid[], timestamptz) TO coop_jobs;

-- False where it may not be sent again (any more). Of a cooperative's own officers, or of no cooperative outside of one.
CREATE FUNCTION platform.send_message_again(p_message uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := app.coop_id();
BEGIN
  IF v_coop IS NOT NULL AND app.is_member() THEN RETURN false; END IF;
  UPDATE platform.message g
    SET sent_at = NULL, gave_up_at = NULL, failed_at = NULL, failure = NULL, is_refused = false, provider = NULL, provider_id = NULL,
      attempts = 0, unsure_tries = 0, sent_again = g.sent_again + 1, next_attempt_at = now()
    WHERE g.message_id = p_message AND g.cooperative_id IS NOT DISTINCT FROM v_coop AND g.sealed_text IS NOT NULL AND g.sent_again < 3
      AND (g.gave_up_at IS NOT NULL OR g.failed_at IS NOT NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM platform.add_job('messages', v_coop, jsonb_build_object('messages', jsonb_build_array(p_message)));
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION platform.send_message_again(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.send_message_again(uuid) TO coop_app, coop_platform;

CREATE TABLE app.message_preference (               -- by which way a kind of message comes
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  preference_id uuid NOT NULL DEFAULT gen_random_uuid(),
  member_id uuid,                                   -- NULL: for every member without a choice of their own
  kind text NOT NULL CHECK (kind IN ('receipt', 'reminder', 'meeting', 'loan')),
  way text NOT NULL CHECK (way IN ('app', 'sms', 'email', 'both')),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, preference_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  UNIQUE NULLS NOT DISTINCT (cooperative_id, member_id, kind),
  -- How reminders come is in app.reminder_setting, and notices of meetings say it each for itself.
  CHECK (member_id IS NOT NULL OR kind IN ('receipt', 'loan'))
);
CALL app.protect_tenant('app.message_preference');
CREATE POLICY own_or_usual ON app.message_preference AS RESTRICTIVE FOR SELECT TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id IS NULL OR member_id = (SELECT app.member_id()));
CREATE POLICY own_inserted ON app.message_preference AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY own_changed ON app.message_preference AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY own_removed ON app.message_preference AS RESTRICTIVE FOR DELETE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
GRANT SELECT, INSERT, UPDATE (way, changed_at), DELETE ON app.message_preference TO coop_app;

-- What was sent to a person who is erased, and how they wanted it. The member's own row is the matter of app.erase_member.
CREATE FUNCTION app.erase_messages(p_member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM platform.message g WHERE g.cooperative_id = platform.own_cooperative() AND g.member_id = p_member;
  DELETE FROM app.message_preference p WHERE p.cooperative_id = platform.own_cooperative() AND p.member_id = p_member;
$$;
REVOKE EXECUTE ON FUNCTION app.erase_messages(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erase_messages(uuid) TO coop_app;

CREATE TABLE app.sms_budget (                       -- of a society that limits its SMS
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  month_max int CHECK (month_max >= 0),             -- NULL: without a limit
  warned_for date                                   -- the first day of the month whose officers were warned
);
CALL app.protect_tenant('app.sms_budget');
CALL app.protect_officer_rows('app.sms_budget');
GRANT SELECT, INSERT, UPDATE (month_max, warned_for) ON app.sms_budget TO coop_app;

-- What a member reads in the app, as an SMS of the society: its name is cut where the whole is then one SMS.
CREATE FUNCTION platform.sms_text(p_society text, p_message text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN length(p_society) + length(p_message) <= 158 OR length(p_society) <= 12 OR length(p_message) > 146 THEN p_society
    ELSE rtrim(left(p_society, 155 - length(p_message))) || '...' END || ': ' || p_message
$$;
-- As domain/access/messages/sms-text.ts counts them, of a text whose signs all have their place in an SMS.
CREATE FUNCTION platform.sms_parts(p_text text) RETURNS int LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN length(p_text) <= 160 THEN 1 ELSE ceil(length(p_text) / 153.0)::int END
$$;
-- How many SMS the caller's cooperative has sent or queued since, in parts as they are charged; without those that never left.
CREATE FUNCTION platform.sms_since(p_since timestamptz) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(coalesce(g.parts, platform.sms_parts(g.body))), 0)::int FROM platform.message g
  WHERE g.cooperative_id = platform.own_cooperative() AND g.channel = 'sms' AND g.created_at >= p_since AND g.gave_up_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION platform.sms_since(timestamptz), platform.sms_parts(text), platform.sms_text(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.sms_since(timestamptz), platform.sms_parts(text), platform.sms_text(text, text) TO coop_app;

CREATE TABLE platform.sms_balance (                 -- what a provider said was left, with the last SMS that it took
  provider text PRIMARY KEY,
  balance numeric NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON platform.sms_balance TO coop_jobs;
