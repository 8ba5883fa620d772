-- Cooperatives as the super administrator sees them: profile, plan and totals, the contact page, and support that a cooperative
-- lets in for a time.
--
-- Invariants:
--   * no role reads two cooperatives' books at once: each cooperative's totals are summed inside its own lock
--     (sum-cooperatives.ts), and the super admin reads the sums. A plan opens and closes nothing (decision 13).

SET LOCAL ROLE coop_owner;

CREATE TABLE app.cooperative (
  cooperative_id uuid PRIMARY KEY,
  coop_id text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  email text,
  address text,
  registration_number text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'active', 'suspended', 'rejected')),
  status_reason text,
  status_changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_membership_number int NOT NULL DEFAULT 0,    -- membership numbers are never given twice
  member_count int NOT NULL DEFAULT 0 CHECK (member_count >= 0),   -- the super admin's figure, without reading members
  search_text text NOT NULL DEFAULT '',
  deleted_at timestamptz,
  plan text NOT NULL DEFAULT 'trial' CHECK (plan IN ('trial', 'standard', 'free')),
  trial_ends_on date,                               -- its last day; NULL until the cooperative is first approved
  trial_reminded_of date,                           -- the last day that the super admin was last reminded of
  logo_version text,                                -- changes with the logo; null without one
  anchor_mailed_on date                               -- the day of the last anchor that its officers were mailed
);
CALL app.protect_tenant('app.cooperative');
CREATE POLICY overseen ON app.cooperative FOR SELECT TO coop_platform USING (true);
CREATE POLICY overseen_change ON app.cooperative FOR UPDATE TO coop_platform USING (true) WITH CHECK (true);
CREATE POLICY authenticated ON app.cooperative FOR SELECT TO coop_auth USING (true);
CREATE INDEX cooperative_newest ON app.cooperative (created_at DESC, cooperative_id);
CREATE INDEX cooperative_trials ON app.cooperative (trial_ends_on) WHERE plan = 'trial' AND deleted_at IS NULL;
CREATE POLICY anchored ON app.cooperative FOR SELECT TO coop_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (name, email, address, registration_number, last_membership_number, member_count, search_text, logo_version, anchor_mailed_on) ON
  app.cooperative TO coop_app;
GRANT SELECT (cooperative_id, coop_id, name, phone, email, status, deleted_at) ON app.cooperative TO coop_auth;
GRANT SELECT, UPDATE (name, email, address, registration_number, status, status_reason, status_changed_at, search_text, deleted_at, plan, trial_ends_on,
  trial_reminded_of) ON app.cooperative TO coop_platform;
GRANT SELECT (cooperative_id, coop_id, anchor_mailed_on, name) ON app.cooperative TO coop_jobs;

CREATE TABLE platform.contact_message (
  contact_message_id uuid PRIMARY KEY,
  number bigint GENERATED ALWAYS AS IDENTITY,       -- shown as C-000123; gaps mean nothing
  name text NOT NULL,
  email text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  search_text text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered')),
  note text,
  answered_at timestamptz,
  address_hash bytea,                               -- keyed hash, forgotten after a day: it only counts messages an hour
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((status = 'answered') = (answered_at IS NOT NULL))
);
CREATE UNIQUE INDEX contact_message_number ON platform.contact_message (number);
CREATE INDEX contact_message_by_status ON platform.contact_message (status, created_at DESC);
CREATE INDEX contact_message_recent ON platform.contact_message (address_hash, created_at) WHERE address_hash IS NOT NULL;
GRANT SELECT (number, address_hash, created_at), INSERT ON platform.contact_message TO coop_auth;
GRANT SELECT, UPDATE (status, note, answered_at) ON platform.contact_message TO coop_platform;
GRANT SELECT (address_hash, created_at), UPDATE (address_hash), DELETE ON platform.contact_message TO coop_jobs;

CREATE TABLE app.cooperative_total (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  savings bigint NOT NULL,                          -- kobo, as all amounts here
  shares bigint NOT NULL,
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  month_transactions int NOT NULL,                  -- dated in that month and posted
  month_amount bigint NOT NULL,
  last_entry_at timestamptz,
  summed_at timestamptz NOT NULL
);
CALL app.protect_tenant('app.cooperative_total');
CREATE POLICY officers_only ON app.cooperative_total AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY overseen ON app.cooperative_total FOR SELECT TO coop_platform USING (true);
GRANT SELECT, INSERT, UPDATE (savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at) ON app.cooperative_total TO coop_app;
GRANT SELECT ON app.cooperative_total TO coop_platform;

CREATE TABLE platform.notification (                -- to the super administrators as a body
  notification_id uuid PRIMARY KEY,
  type text NOT NULL CHECK (type IN ('info', 'success', 'warning', 'error')),
  message text NOT NULL,
  link text CHECK (link ~ '^/superadmin/'),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX platform_notification_newest ON platform.notification (created_at DESC, notification_id DESC);
GRANT INSERT ON platform.notification TO coop_app;
GRANT SELECT, INSERT ON platform.notification TO coop_platform;

CREATE TABLE platform.reading (
  login_id uuid NOT NULL,
  notification_id uuid NOT NULL REFERENCES platform.notification ON DELETE CASCADE,
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (login_id, notification_id)
);
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON platform.reading TO coop_platform;

-- Where people reach those who run this installation: one row once the super admin has entered it. Public pages, the app and
-- the messages of the contact page use it (contact-of.ts).
CREATE TABLE platform.support_contact (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  email text NOT NULL,
  phone text NOT NULL CHECK (phone ~ '^\+234\d{10}$'),
  whatsapp text NOT NULL CHECK (whatsapp ~ '^\+234\d{10}$'),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON platform.support_contact TO coop_auth;
GRANT SELECT, INSERT, UPDATE (email, phone, whatsapp, changed_at) ON platform.support_contact TO coop_platform;

-- Access that a super administrator asks a cooperative for, to look at its records for a while.
--
-- Invariants:
--   * the platform asks and ends, only the cooperative allows (the columns that each role may write);
--   * it is open for the minutes that were asked for at most, 60 of them, and what was decided or has ended stays so (trigger);
--   * one waits at a time in a cooperative.
-- Relied on by: session-lookup.ts, which asks at each request whether it is open.
CREATE TABLE app.support_access (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  access_id uuid NOT NULL,
  login_id uuid NOT NULL,                           -- of the super administrator who asked; no one else opens it
  asked_by_name text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  minutes int NOT NULL CHECK (minutes BETWEEN 5 AND 60),
  asked_at timestamptz NOT NULL DEFAULT now(),
  allowed boolean,                                  -- NULL while it waits
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,                             -- by either side, before it expired
  ended_by_name text,
  PRIMARY KEY (cooperative_id, access_id),
  CONSTRAINT decided_by_somebody CHECK ((allowed IS NULL) = (decided_at IS NULL) AND (decided_at IS NULL OR decided_by_name IS NOT NULL)),
  CONSTRAINT open_for_the_minutes_asked CHECK (CASE WHEN allowed THEN expires_at IS NOT NULL AND expires_at <= decided_at + make_interval(mins => minutes) ELSE expires_at IS NULL END),
  CONSTRAINT ended_by_somebody CHECK (ended_at IS NULL OR ended_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.support_access');
CREATE POLICY officers_only ON app.support_access AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY asked ON app.support_access TO coop_platform USING (true) WITH CHECK (true);
CREATE POLICY looked_up ON app.support_access FOR SELECT TO coop_auth USING (true);
CREATE UNIQUE INDEX support_access_waiting ON app.support_access (cooperative_id) WHERE allowed IS NULL AND ended_at IS NULL;
CREATE INDEX support_access_newest ON app.support_access (cooperative_id, asked_at DESC);
GRANT SELECT, UPDATE (allowed, decided_by, decided_by_name, decided_at, expires_at, ended_at, ended_by_name) ON app.support_access TO coop_app;
GRANT SELECT, INSERT (cooperative_id, access_id, login_id, asked_by_name, reason, minutes), UPDATE (ended_at, ended_by_name) ON app.support_access TO
  coop_platform;
GRANT SELECT (cooperative_id, access_id, login_id, allowed, expires_at, ended_at) ON app.support_access TO coop_auth;

CREATE FUNCTION app.protect_support_decision() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR (OLD.allowed IS NOT NULL AND (NEW.allowed, NEW.decided_by, NEW.decided_by_name, NEW.decided_at, NEW.expires_at)
      IS DISTINCT FROM (OLD.allowed, OLD.decided_by, OLD.decided_by_name, OLD.decided_at, OLD.expires_at)) THEN
    RAISE EXCEPTION 'a decision about support access is final' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER final BEFORE UPDATE ON app.support_access FOR EACH ROW EXECUTE FUNCTION app.protect_support_decision();
ALTER TABLE app.support_access ENABLE ALWAYS TRIGGER final;
REVOKE ALL ON FUNCTION app.protect_support_decision FROM PUBLIC;
