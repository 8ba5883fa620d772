-- What people are told, and how: notifications, messages by SMS, email and WhatsApp, pushes to devices (decision 11), and what a
-- cooperative's own programs ask and are told (decision 12).
--
-- Invariants:
--   * a member's notification is the member's own row; what the officers and the super admin are told is one row with a reading
--     of its own for each login. Relied on by: the bell, the notifications pages;
--   * every message that waits has its job from the moment it is inserted;
--   * of a message that left are kept the provider and its id: a receipt names the two, and changes that message only;
--   * once it is known that a message arrived, that stays so, whatever a late or repeated receipt says (receipts.ts);
--   * a message of which two tries have an unknown outcome, because the server was killed or the provider did not answer, is not
--     tried again, so that one thing is sent twice at most (send-messages.ts);
--   * an officer's session reads the messages of its own cooperative, a member's none, the super admin's those that belong to no
--     cooperative; none of them reads a text (features/access/messages);
--   * the text of a message that failed, or that a provider took and has not delivered yet, is stored sealed with the server's
--     secret, for seven days at most (send-messages.ts, sweep.ts); the text of a code is never stored after its try;
--   * a message that failed is sent again three times at most, and only while its text is there; one that waits, is on its way
--     or has arrived is not (platform.send_message_again);
--   * a message that is put off until the morning has one job then, however often its first job ran (platform.put_off_messages);
--   * a member's own choice of how a kind of message comes goes before the society's, whatever statement queues it
--     (messages.ts); codes and warnings about a login have no such choice;
--   * what is sent to many by SMS stays within the society's limit of the month, and two who send at once are counted one after
--     the other, by the row of app.sms_budget (hold-sms-budget.ts);
--   * a subscription belongs to a session and is gone with it: no device is told anything after its logout;
--   * a browser has one subscription, of the session that is open there;
--   * each notification has one job for each device that is told of it, from the transaction on that caused it
--     (platform.add_push_jobs); without any subscription that costs one look at an empty table a statement;
--   * a push names its session and its notification; the text is read when it leaves, and one that is gone by then is not told;
--   * a session is told of its own cooperative alone, a member's of theirs (queries.ts);
--   * the pushes of a cooperative have its id as their group, of which a few run at a time (job-runner.ts);
--   * no device is told what officers are told after the last day of its officer's office (platform.add_push_jobs);
--   * no device of an officer who is not active is told what officers are told (platform.add_push_jobs);
--   * of an API key only the SHA-256 is stored; it reads and writes inside its cooperative alone, because the transactions of
--     its requests name that cooperative as a session's do (authenticate-key.ts);
--   * a key that was revoked stays so (revoked_for_good);
--   * what a webhook is told is stored by the transaction that caused it, whatever code posted, and has its job from then on
--     (app.note_for_webhooks); a cooperative without a webhook pays one look at an index a statement for that;
--   * the secret of a webhook is sealed with the server's secret;
--   * a member's session sees neither keys nor webhooks.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.message (                     -- rows of the transaction that causes them, sent after its commit
  message_id uuid PRIMARY KEY,
  cooperative_id uuid,
  channel text NOT NULL CHECK (channel IN ('sms', 'email', 'whatsapp')),
  recipient text NOT NULL,
  subject text,
  body text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  failure text,
  gave_up_at timestamptz,                           -- it was refused for good, or failed at every try
  provider text,
  provider_id text,
  parts int,                                        -- of an SMS: each is charged
  cost text,                                        -- as the provider wrote it
  unsure_tries int NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  failed_at timestamptz,                            -- by a receipt; failure says why
  kind text NOT NULL DEFAULT 'notice' CHECK (kind IN ('code', 'security', 'receipt', 'reminder', 'meeting', 'loan', 'notice')),
  member_id uuid,                                   -- to whom, where it is a member of the cooperative
  sealed_text bytea,
  has_text boolean GENERATED ALWAYS AS (sealed_text IS NOT NULL) STORED,
  is_refused boolean NOT NULL DEFAULT false,        -- the provider takes nothing for this recipient; failure says why
  waits_until timestamptz,                          -- the end of the quiet hours in which it was to leave
  sent_again int NOT NULL DEFAULT 0 CHECK (sent_again BETWEEN 0 AND 3),
  not_by_whatsapp text,                             -- why it left by SMS, though it was to leave by WhatsApp
  CHECK (delivered_at IS NULL OR failed_at IS NULL),
  CHECK (kind <> 'code' OR sealed_text IS NULL)
);
CREATE INDEX message_waiting ON platform.message (next_attempt_at) WHERE sent_at IS NULL;
COMMENT ON COLUMN platform.message.next_attempt_at IS 'Not sent before this; what comes after is the matter of its job.';
CREATE INDEX message_of_provider ON platform.message (provider, provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX message_newest ON platform.message (cooperative_id, created_at DESC, message_id DESC);
CREATE INDEX message_sealed ON platform.message (coalesce(sent_at, gave_up_at)) WHERE sealed_text IS NOT NULL;
ALTER TABLE platform.message ENABLE ROW LEVEL SECURITY;
CREATE POLICY queued ON platform.message FOR INSERT TO coop_app, coop_auth, coop_platform WITH CHECK (true);
CREATE POLICY sending ON platform.message TO coop_jobs USING (true) WITH CHECK (true);
CREATE POLICY own ON platform.message FOR SELECT TO coop_app
  USING (cooperative_id = (SELECT app.coop_id()) AND (SELECT NOT app.is_member()));
CREATE POLICY of_no_cooperative ON platform.message FOR SELECT TO coop_platform USING (cooperative_id IS NULL);
GRANT INSERT ON platform.message TO coop_app, coop_auth, coop_platform;
GRANT SELECT, UPDATE (body, attempts, next_attempt_at, sent_at, failure, gave_up_at, provider, provider_id, parts, cost, unsure_tries, delivered_at,
  failed_at, sealed_text, is_refused, channel, not_by_whatsapp), DELETE ON platform.message TO coop_jobs;
GRANT SELECT (message_id, cooperative_id, member_id, kind, channel, recipient, created_at, waits_until, sent_at, gave_up_at, failed_at, delivered_at, failure,
  is_refused, provider, parts, cost, sent_again, has_text) ON platform.message TO coop_app, coop_platform;

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
  in_app int CHECK (in_app BETWEEN 0 AND recipients),   -- who had activated the app and can read it there
  unreached int CHECK (unreached BETWEEN 0 AND recipients),   -- who could not be reached by any way
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
  is_unreached boolean NOT NULL DEFAULT false,      -- of an announcement: no way leads to the member
  PRIMARY KEY (cooperative_id, notification_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.notification');
CREATE POLICY swept ON app.notification FOR ALL TO coop_jobs USING (true);
CREATE INDEX notification_newest ON app.notification (cooperative_id, member_id, created_at DESC, notification_id DESC) WHERE hidden_at IS NULL;
CREATE INDEX notification_unread ON app.notification (cooperative_id, member_id) WHERE read_at IS NULL AND hidden_at IS NULL;
CREATE INDEX notification_of_announcement ON app.notification (cooperative_id, announcement_id) WHERE announcement_id IS NOT NULL;
CREATE INDEX notification_oldest ON app.notification (created_at);
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.notification TO coop_app;
GRANT SELECT (created_at, cooperative_id, notification_id, member_id, message, link), DELETE ON app.notification TO coop_jobs;

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
-- A member's session may tell the officers something; it reads none of what they were told.
CREATE POLICY officers_only ON app.officer_notification AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()))
  WITH CHECK (true);
CREATE POLICY told ON app.officer_notification FOR INSERT TO coop_platform WITH CHECK (true);
CREATE INDEX officer_notification_newest ON app.officer_notification (cooperative_id, created_at DESC, notification_id DESC);
CREATE POLICY pushed ON app.officer_notification FOR SELECT TO coop_jobs USING (true);
GRANT SELECT, INSERT ON app.officer_notification TO coop_app;
GRANT INSERT ON app.officer_notification TO coop_platform;
GRANT SELECT (cooperative_id, notification_id, message, link) ON app.officer_notification TO coop_jobs;

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
CREATE POLICY officers_only ON app.officer_reading AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON app.officer_reading TO coop_app;

-- Few enough that one cooperative's many messages let others' go between them.
CREATE FUNCTION platform.add_message_jobs() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM platform.add_job('messages', m.cooperative_id, jsonb_build_object('messages', jsonb_agg(m.message_id ORDER BY m.message_id)), m.next_attempt_at)
  FROM (SELECT cooperative_id, next_attempt_at, message_id, (row_number() OVER (PARTITION BY cooperative_id, next_attempt_at ORDER BY message_id) - 1) / 50 AS part
    FROM added WHERE sent_at IS NULL) m
  GROUP BY m.cooperative_id, m.next_attempt_at, m.part
  ORDER BY m.part;
  RETURN NULL;
END $$;
CREATE TRIGGER has_its_job AFTER INSERT ON platform.message REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION platform.add_message_jobs();
REVOKE EXECUTE ON FUNCTION platform.add_message_jobs() FROM PUBLIC;

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
  way text NOT NULL CHECK (way IN ('app', 'sms', 'email', 'both', 'whatsapp')),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, preference_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  UNIQUE NULLS NOT DISTINCT (cooperative_id, member_id, kind),
  -- How reminders come is in app.reminder_setting, and notices of meetings say it each for itself.
  CHECK (member_id IS NOT NULL OR kind IN ('receipt', 'loan')),
  CONSTRAINT whatsapp_by_consent CHECK (way <> 'whatsapp' OR member_id IS NOT NULL)
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

-- As sms-text.ts counts them, of a text whose signs all have their place in an SMS.
CREATE FUNCTION platform.sms_parts(p_text text) RETURNS int LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN length(p_text) <= 160 THEN 1 ELSE ceil(length(p_text) / 153.0)::int END
$$;

-- How many SMS the caller's cooperative has sent or queued since, in parts as they are charged; without those that never left. A message
-- by WhatsApp counts as one.
CREATE FUNCTION platform.sms_since(p_since timestamptz) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(coalesce(g.parts, CASE g.channel WHEN 'whatsapp' THEN 1 ELSE platform.sms_parts(g.body) END)), 0)::int FROM platform.message g
  WHERE g.cooperative_id = platform.own_cooperative() AND g.channel IN ('sms', 'whatsapp') AND g.created_at >= p_since AND g.gave_up_at IS NULL
$$;
REVOKE EXECUTE ON FUNCTION platform.sms_since(timestamptz), platform.sms_parts(text), platform.sms_text(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.sms_since(timestamptz), platform.sms_parts(text), platform.sms_text(text, text) TO coop_app;

CREATE TABLE platform.sms_balance (                 -- what a provider said was left, with the last SMS that it took
  provider text PRIMARY KEY,
  balance numeric NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON platform.sms_balance TO coop_jobs;

CREATE TABLE app.api_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  api_key_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0
    AND scopes <@ ARRAY['members.read', 'savings.read', 'loans.read', 'books.read', 'contributions.record']),
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
  made_by uuid NOT NULL,                            -- the login that answers for what the key does
  made_by_member uuid,                              -- NULL on the cooperative's shared login
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,                         -- to the minute
  last_address text,
  revoked_at timestamptz,
  PRIMARY KEY (cooperative_id, api_key_id),
  FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member,
  CHECK (expires_at <= created_at + interval '366 days')
);
CALL app.protect_tenant('app.api_key');
CREATE POLICY officers_only ON app.api_key AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY revoked_for_good ON app.api_key AS RESTRICTIVE FOR UPDATE TO coop_app USING (revoked_at IS NULL) WITH CHECK (true);
CREATE POLICY looked_up ON app.api_key FOR SELECT TO coop_auth USING (true);
CREATE POLICY used ON app.api_key FOR UPDATE TO coop_auth USING (true);
-- A request knows the key alone, and no cooperative.
CREATE INDEX api_key_by_hash ON app.api_key (key_hash);
CREATE INDEX api_key_by_maker ON app.api_key (cooperative_id, made_by_member) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT (cooperative_id, api_key_id, name, scopes, key_hash, made_by, made_by_member, expires_at), UPDATE (revoked_at) ON app.api_key TO
  coop_app;
GRANT SELECT, UPDATE (last_used_at, last_address) ON app.api_key TO coop_auth;

CREATE TABLE app.webhook (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  webhook_id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) <= 500),
  kinds text[] NOT NULL CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY['contribution.posted', 'deposit.posted', 'withdrawal.posted', 'loan.disbursed',
    'repayment.posted', 'reversal.posted', 'member.added']),
  sealed_secret bytea NOT NULL,
  sealed_old_secret bytea,                          -- signs too, until then
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  switched_off_at timestamptz,                      -- its address took nothing for three days
  made_by_member uuid,                              -- who answers for it; NULL on the cooperative's shared login
  office_ended_at timestamptz,                      -- since when it waits for another administrator to take it over
  PRIMARY KEY (cooperative_id, webhook_id),
  CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL)),
  FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member,
  CHECK (office_ended_at IS NULL OR switched_off_at IS NOT NULL)
);
CALL app.protect_tenant('app.webhook');
CREATE POLICY officers_only ON app.webhook AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX webhook_by_maker ON app.webhook (cooperative_id, made_by_member);
GRANT SELECT, INSERT, UPDATE (sealed_secret, sealed_old_secret, old_secret_until, switched_off_at, made_by_member, office_ended_at), DELETE ON app.webhook TO
  coop_app;

CREATE TABLE app.webhook_delivery (
  cooperative_id uuid NOT NULL,
  delivery_id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),        -- NULL: it is not tried any more
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  answered int,                                     -- the status of the last answer, if there was one
  milliseconds int,
  failure text,
  PRIMARY KEY (cooperative_id, delivery_id),
  FOREIGN KEY (cooperative_id, webhook_id) REFERENCES app.webhook ON DELETE CASCADE,
  CHECK (delivered_at IS NULL OR next_attempt_at IS NULL)
);
CALL app.protect_tenant('app.webhook_delivery');
CREATE POLICY officers_only ON app.webhook_delivery AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX webhook_delivery_due ON app.webhook_delivery (cooperative_id, webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_newest ON app.webhook_delivery (cooperative_id, occurred_at DESC, delivery_id DESC);
CREATE POLICY swept ON app.webhook_delivery FOR ALL TO coop_jobs USING (true);
CREATE INDEX webhook_delivery_waiting ON app.webhook_delivery (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (attempts, next_attempt_at, last_attempt_at, delivered_at, answered, milliseconds, failure) ON app.webhook_delivery TO coop_app;
-- The clock looks for deliveries whose job was given up.
GRANT SELECT (occurred_at, cooperative_id, webhook_id, next_attempt_at), DELETE ON app.webhook_delivery TO coop_jobs;

-- One job of a webhook runs at a time, so that a slow receiver holds up no other.
CREATE FUNCTION app.add_webhook_job(p_webhook uuid, p_not_before timestamptz DEFAULT now()) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT platform.add_job('webhooks', w.webhook_id, jsonb_build_object('cooperative', w.cooperative_id, 'webhook', w.webhook_id), p_not_before)
  FROM app.webhook w WHERE w.cooperative_id = app.coop_id() AND w.webhook_id = p_webhook
$$;
REVOKE EXECUTE ON FUNCTION app.add_webhook_job(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_webhook_job(uuid, timestamptz) TO coop_app;

-- What a webhook is told of a row: identifiers, the amount in kobo as text, and the day; NULL where it is told nothing of it.
CREATE FUNCTION app.webhook_event(p_table text, p_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('kind', k.kind, 'data', jsonb_strip_nulls(jsonb_build_object('transactionId', p_row -> 'transaction_id', 'movementId', p_row -> 'movement_id',
    'loanId', p_row -> 'loan_id', 'memberId', p_row -> 'member_id', 'amountKobo', p_row ->> 'amount', 'occurredOn', p_row -> 'occurred_on',
    'receiptNumber', p_row -> 'receipt_number')))
  FROM (SELECT CASE
    WHEN p_table = 'member' THEN 'member.added'
    -- A loan's money is told of by its movement.
    WHEN p_table = 'transaction' AND p_row ->> 'type' IN ('disbursement', 'repayment') THEN NULL
    WHEN p_row ->> 'status' = 'reversed' THEN 'reversal.posted'
    WHEN p_table = 'transaction' AND p_row ->> 'status' = 'approved' AND p_row ->> 'type' IN ('contribution', 'deposit', 'withdrawal') THEN p_row ->> 'type' || '.posted'
    WHEN p_table = 'loan_movement' AND p_row ->> 'way' IS DISTINCT FROM 'opening'
      THEN CASE p_row ->> 'kind' WHEN 'disbursement' THEN 'loan.disbursed' WHEN 'repayment' THEN 'repayment.posted' END END AS kind) k
  WHERE k.kind IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION app.webhook_event(text, jsonb) FROM PUBLIC;

-- The argument of its triggers is the column that names a row.
CREATE FUNCTION app.note_for_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_events jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM app.webhook w WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(app.webhook_event(TG_TABLE_NAME, to_jsonb(n))) INTO v_events FROM after_it n;
  ELSE
    SELECT jsonb_agg(app.webhook_event(TG_TABLE_NAME, n.r)) INTO v_events
    FROM (SELECT to_jsonb(x) AS r FROM after_it x) n JOIN (SELECT to_jsonb(x) AS r FROM before_it x) o ON n.r ->> TG_ARGV[0] = o.r ->> TG_ARGV[0]
    WHERE n.r ->> 'status' <> o.r ->> 'status';
  END IF;
  INSERT INTO app.webhook_delivery (cooperative_id, webhook_id, kind, data)
  SELECT w.cooperative_id, w.webhook_id, e ->> 'kind', e -> 'data'
  FROM app.webhook w CROSS JOIN jsonb_array_elements(v_events) e
  WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL AND e ->> 'kind' = ANY (w.kinds);
  PERFORM app.add_webhook_job(w.webhook_id) FROM app.webhook w
  WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL
    AND EXISTS (SELECT FROM jsonb_array_elements(v_events) e WHERE e ->> 'kind' = ANY (w.kinds));
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.note_for_webhooks() FROM PUBLIC;

CREATE TABLE platform.push_subscription (
  session_id uuid PRIMARY KEY REFERENCES platform.session ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE CHECK (length(endpoint) <= 1000),  -- an address of the browser's push service
  p256dh text NOT NULL CHECK (length(p256dh) = 87),                -- the browser's public key, base64url
  auth text NOT NULL CHECK (length(auth) = 22),                    -- its secret, base64url
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON platform.push_subscription TO coop_auth;
GRANT SELECT, DELETE ON platform.push_subscription TO coop_jobs;

-- A member's sessions as that member, or for a notification of officers the sessions of officers who are active and whose last day is
-- not over. The jobs of one device run one after the other, in the cooperative's group, and hold nothing of what the notification says.
CREATE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER pushed AFTER INSERT ON app.notification REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs();
CREATE TRIGGER pushed AFTER INSERT ON app.officer_notification REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs();
REVOKE EXECUTE ON FUNCTION platform.add_push_jobs() FROM PUBLIC;

-- What WhatsApp took and says later that it could not deliver. Its text is there, sealed, because WhatsApp gives receipts; once,
-- because the message is one of SMS from then on.
CREATE FUNCTION platform.fall_back_to_sms(p_provider_id text, p_reason text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_message uuid;
  v_coop uuid;
BEGIN
  UPDATE platform.message g
    SET channel = 'sms', not_by_whatsapp = p_reason, sent_at = NULL, failure = NULL, provider = NULL, provider_id = NULL, parts = NULL, cost = NULL,
      attempts = 0, unsure_tries = 0, next_attempt_at = now()
    WHERE g.provider = 'whatsapp' AND g.provider_id = p_provider_id AND g.channel = 'whatsapp' AND g.sent_at IS NOT NULL AND g.delivered_at IS NULL
      AND g.failed_at IS NULL AND g.sealed_text IS NOT NULL
    RETURNING g.message_id, g.cooperative_id INTO v_message, v_coop;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM platform.add_job('messages', v_coop, jsonb_build_object('messages', jsonb_build_array(v_message)));
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION platform.fall_back_to_sms(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.fall_back_to_sms(text, text) TO coop_jobs;

-- What a provider said of a message that we do not know yet: its answer to our request, with the id, may come later than that. Kept for
-- an hour; who writes the id of a message or a receipt locks the id first (lockReceipts in platform/db/messages.ts).
CREATE TABLE platform.early_receipt (
  provider text NOT NULL,
  provider_id text NOT NULL CHECK (length(provider_id) BETWEEN 1 AND 500),
  failed_because text CHECK (length(failed_because) BETWEEN 1 AND 500),   -- NULL: it arrived
  cost text CHECK (length(cost) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, provider_id)
);
CREATE INDEX early_receipt_oldest ON platform.early_receipt (created_at);
GRANT SELECT, INSERT, UPDATE (failed_because, cost), DELETE ON platform.early_receipt TO coop_jobs;

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

-- On tables of earlier files.
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.member REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('member_id');
CREATE TRIGGER ends_what_they_set_up AFTER UPDATE OF roles, removed_at, status ON app.member FOR EACH ROW
  WHEN ('admin' = ANY (OLD.roles) AND (NEW.removed_at IS NOT NULL OR NOT 'admin' = ANY (NEW.roles) OR NEW.status <> 'active'))
  EXECUTE FUNCTION app.end_what_they_set_up();
