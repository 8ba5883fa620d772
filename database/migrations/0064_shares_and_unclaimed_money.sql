-- What one society or login sets off keeps no one else's notification back, and money that is no society's is kept for the platform.
--
-- Invariants:
--   * The pushes of a cooperative have its id as their group, of which a few run at a time (server/jobs/job-runner.ts).
--   * Officers have one unread notification of enquiries, however many were received.
--   * What is found at a provider is kept once (unclaimed_money's key).
-- Relied on by: server/features/access/push, server/features/governance/enquiries, server/features/platform/unclaimed-money,
--   server/features/society/online-payments.

SET LOCAL ROLE coop_owner;

GRANT SELECT (login_id, cooperative_id, member_id) ON platform.session TO coop_jobs;

-- As before, but in the cooperative's group.
CREATE OR REPLACE FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM platform.push_subscription) THEN RETURN NULL; END IF;
  PERFORM platform.add_job('pushes', n.cooperative_id, jsonb_build_object('session', s.session_id, 'id', n.notification_id, 'title', c.name, 'text', n.message, 'link', n.link))
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

-- Members' sessions still read none of it; the function below looks for them whether an officer has read.
DROP POLICY officers_only ON app.officer_reading;
CREATE POLICY officers_only ON app.officer_reading AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));

-- p_several takes the place of a notification that no officer has read yet.
CREATE FUNCTION app.tell_of_enquiry(p_notification uuid, p_message text, p_link text, p_several text, p_list text) RETURNS void
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
REVOKE ALL ON FUNCTION app.tell_of_enquiry FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.tell_of_enquiry TO coop_app;

-- Money at a payment provider that is in no society's books, because no society named where it went, or because a settlement has
-- payments of several. The super administrators look at each and say what was done.
CREATE TABLE platform.unclaimed_money (
  unclaimed_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('transfer', 'settlement')),
  provider text NOT NULL,
  reference text NOT NULL,                          -- at the provider
  amount bigint,                                    -- kobo; null where none can be read
  sent_to text,                                     -- of a transfer: the account number
  cooperative_id uuid,                              -- of a settlement: for whom the provider listed it
  came_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  handled_by_name text,
  reason text CHECK (length(reason) <= 500),        -- what was done
  UNIQUE (provider, kind, reference),
  CHECK (num_nonnulls(handled_at, handled_by_name, reason) IN (0, 3))
);
GRANT SELECT, INSERT, UPDATE (handled_at, handled_by_name, reason) ON platform.unclaimed_money TO coop_platform;

-- Whose a sub-account is, as its provider says, for the officer who approves that members' money goes to it.
CREATE TABLE app.subaccount_holder (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  subaccount text NOT NULL CHECK (length(subaccount) <= 60),
  holder text NOT NULL,
  bank text NOT NULL,
  account_end text NOT NULL,                        -- the last four digits
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, subaccount)
);
CALL app.protect_tenant('app.subaccount_holder');
CALL app.protect_officer_rows('app.subaccount_holder');
GRANT SELECT, INSERT, UPDATE (holder, bank, account_end, asked_at), DELETE ON app.subaccount_holder TO coop_app;
