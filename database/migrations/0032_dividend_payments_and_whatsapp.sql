-- Dividends that are paid to savings, shares, loans or members' banks, and messages that leave by WhatsApp (decision 75).
--
-- Invariants:
--   * each line of a run names what it was for; what of it went on to shares or a loan is stored with the line, once
--     (spent_once), with the numbers of the entries that did so;
--   * what is for members' banks is on an account of each member until it is paid: one account type of the society is for that
--     (account_type_of_payables), and takes nothing else because it is retired from the beginning;
--   * a member chooses for that member alone, and only where the society lets members choose.
-- Relied on by: server/features/society/surplus, server/messages, server/features/access/messages. Beside them: the charge of a payout,
-- the look for webhooks whose job was given up, when a meeting was changed last, and one branch for all notifications on devices.

SET LOCAL ROLE coop_owner;

-- Without a row dividends go to savings and members do not choose. A member's session reads it.
CREATE TABLE app.dividend_settings (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  paid_to text NOT NULL CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),   -- where no member has chosen
  members_choose boolean NOT NULL
);
CALL app.protect_tenant('app.dividend_settings');
CREATE POLICY officers_insert ON app.dividend_settings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.dividend_settings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (paid_to, members_choose) ON app.dividend_settings TO coop_app;

CREATE TABLE app.dividend_choice (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  paid_to text NOT NULL CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.dividend_choice');
CALL app.protect_member_rows('app.dividend_choice');
GRANT SELECT, INSERT, UPDATE (paid_to, chosen_at) ON app.dividend_choice TO coop_app;

ALTER TABLE app.account_type ADD COLUMN is_payable boolean NOT NULL DEFAULT false,   -- dividends that are to be paid to members' banks
  ADD CONSTRAINT payables_are_plain CHECK (NOT is_payable OR (kind = 'savings' AND NOT is_default AND retired_at IS NOT NULL
    AND release_on IS NULL AND interest_rate_basis_points IS NULL));
CREATE UNIQUE INDEX account_type_of_payables ON app.account_type (cooperative_id) WHERE is_payable;

ALTER TABLE app.dividend_line
  ADD COLUMN paid_to text NOT NULL DEFAULT 'savings' CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),
  ADD COLUMN spent_at timestamptz,                  -- when shares were bought or a loan was repaid of it, or that was tried in vain
  ADD COLUMN spent bigint NOT NULL DEFAULT 0,       -- kobo; the rest stayed on the savings
  ADD COLUMN spent_entries bigint[] NOT NULL DEFAULT '{}',   -- numbers of the entries that spent it
  ADD COLUMN kept_because text CHECK (length(kept_because) <= 300),   -- why some or all of it stayed on the savings
  ADD CONSTRAINT spent_of_its_net CHECK (spent BETWEEN 0 AND gross - tax),
  ADD CONSTRAINT spent_for_shares_or_loans CHECK (spent_at IS NULL OR paid_to IN ('shares', 'loan')),
  ADD CONSTRAINT spent_by_entries CHECK ((spent > 0) = (cardinality(spent_entries) > 0) AND (spent = 0 OR spent_at IS NOT NULL));
CREATE POLICY spent_once ON app.dividend_line AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) AND spent_at IS NULL) WITH CHECK (true);
CREATE INDEX dividend_line_unspent ON app.dividend_line (cooperative_id, run_id) WHERE paid_to IN ('shares', 'loan') AND spent_at IS NULL;
GRANT UPDATE (spent_at, spent, spent_entries, kept_because) ON app.dividend_line TO coop_app;

-- What a posted run gives for shares and loans is spent after its commit.
CREATE FUNCTION app.add_dividend_job(p_run uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN RAISE EXCEPTION 'An officer posts a dividend of a cooperative'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('cooperative', app.coop_id(), 'dividend', p_run));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_dividend_job(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_dividend_job(uuid) TO coop_app;

-- A member who chooses WhatsApp for a kind consents to it; a society can't for them.
ALTER TABLE app.message_preference DROP CONSTRAINT message_preference_way_check,
  ADD CONSTRAINT message_preference_way_check CHECK (way IN ('app', 'sms', 'email', 'both', 'whatsapp')),
  ADD CONSTRAINT whatsapp_by_consent CHECK (way <> 'whatsapp' OR member_id IS NOT NULL);

ALTER TABLE platform.message DROP CONSTRAINT message_channel_check,
  ADD CONSTRAINT message_channel_check CHECK (channel IN ('sms', 'email', 'whatsapp')),
  ADD not_by_whatsapp text;                         -- why it left by SMS, though it was to leave by WhatsApp
GRANT UPDATE (channel, not_by_whatsapp) ON platform.message TO coop_jobs;

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

-- A message by WhatsApp counts as one of the society's SMS of the month.
CREATE OR REPLACE FUNCTION platform.sms_since(p_since timestamptz) RETURNS int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(sum(coalesce(g.parts, CASE g.channel WHEN 'whatsapp' THEN 1 ELSE platform.sms_parts(g.body) END)), 0)::int FROM platform.message g
  WHERE g.cooperative_id = platform.own_cooperative() AND g.channel IN ('sms', 'whatsapp') AND g.created_at >= p_since AND g.gave_up_at IS NULL
$$;

-- What the provider charged for a transfer, once it is an expense: recorded with the first answer that says so.
ALTER TABLE app.payout ADD fee bigint CHECK (fee > 0);   -- kobo
GRANT UPDATE (fee) ON app.payout TO coop_app;

-- The clock looks for deliveries whose job was given up.
GRANT SELECT (cooperative_id, webhook_id, next_attempt_at) ON app.webhook_delivery TO coop_jobs;
CREATE INDEX webhook_delivery_waiting ON app.webhook_delivery (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- When what a calendar holds of a meeting was changed last.
ALTER TABLE app.meeting ADD changed_at timestamptz NOT NULL DEFAULT clock_timestamp();
CREATE FUNCTION app.note_meeting_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.changed_at := greatest(clock_timestamp(), OLD.changed_at + interval '1 second');
  RETURN NEW;
END $$;
REVOKE EXECUTE ON FUNCTION app.note_meeting_change() FROM PUBLIC;
CREATE TRIGGER meeting_change_noted BEFORE UPDATE ON app.meeting FOR EACH ROW
  WHEN ((NEW.title, NEW.meets_on, NEW.meets_at, NEW.place, NEW.agenda, NEW.status = 'cancelled')
    IS DISTINCT FROM (OLD.title, OLD.meets_on, OLD.meets_at, OLD.place, OLD.agenda, OLD.status = 'cancelled'))
  EXECUTE FUNCTION app.note_meeting_change();

-- A member's sessions as that member, or for a notification of officers the sessions of officers.
CREATE OR REPLACE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  PERFORM platform.add_job('pushes', s.session_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
  FROM (SELECT a.cooperative_id, a.notification_id, a.message, a.link, (to_jsonb(a) ->> 'member_id')::uuid AS member_id FROM added a) n
  JOIN platform.session s ON s.cooperative_id = n.cooperative_id AND s.ended_at IS NULL
    AND CASE WHEN TG_TABLE_NAME = 'notification' THEN s.role = 'member' AND s.member_id = n.member_id ELSE s.role = 'coop_admin' AND s.support_access_id IS NULL END
  JOIN platform.push_subscription p ON p.session_id = s.session_id
  LEFT JOIN app.cooperative c ON c.cooperative_id = n.cooperative_id;
  RETURN NULL;
END $$;
