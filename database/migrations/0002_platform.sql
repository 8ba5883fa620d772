-- Cooperatives as the super administrator sees them: profile, documents, plan and totals; the contact page and the server's jobs.
--
-- Invariants:
--   * cooperative_id leads every key of a cooperative's table, here and in all files that follow, so that no key is an oracle about
--     another cooperative and the tables can be distributed by it. What must be unique across cooperatives (coop_id, phones) is
--     in platform.login;
--   * no role reads two cooperatives' books at once: each cooperative's totals are summed inside its own lock
--     (server/jobs/sum-cooperatives.ts), and the super admin reads the sums. A plan opens and closes nothing (decision 7).

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
  logo_version text                                 -- changes with the logo; null without one
);
CALL app.protect_tenant('app.cooperative');
CREATE POLICY overseen ON app.cooperative FOR SELECT TO coop_platform USING (true);
CREATE POLICY overseen_change ON app.cooperative FOR UPDATE TO coop_platform USING (true) WITH CHECK (true);
CREATE POLICY authenticated ON app.cooperative FOR SELECT TO coop_auth USING (true);
CREATE INDEX cooperative_newest ON app.cooperative (created_at DESC, cooperative_id);
CREATE INDEX cooperative_trials ON app.cooperative (trial_ends_on) WHERE plan = 'trial' AND deleted_at IS NULL;
GRANT SELECT, INSERT, UPDATE (name, email, address, registration_number, last_membership_number, member_count, search_text,
  logo_version) ON app.cooperative TO coop_app;
GRANT SELECT (cooperative_id, coop_id, name, phone, email, status, deleted_at) ON app.cooperative TO coop_auth;
GRANT SELECT, UPDATE (name, email, address, registration_number, status, status_reason, status_changed_at, search_text, deleted_at, plan, trial_ends_on,
  trial_reminded_of) ON app.cooperative TO coop_platform;

CREATE TABLE app.document (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  document_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cac')),
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  content bytea NOT NULL,
  sha256 bytea NOT NULL,
  uploaded_by uuid NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, document_id)
);
CALL app.protect_tenant('app.document');
CREATE POLICY officers_only ON app.document AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
-- The super admin verifies a cooperative by its certificate, the one paper of it that is read without a grant.
CREATE POLICY verified ON app.document FOR SELECT TO coop_platform USING (kind = 'cac');
GRANT SELECT, INSERT ON app.document TO coop_app;
GRANT SELECT ON app.document TO coop_platform;

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

CREATE TABLE platform.job_run (                     -- the last run of each of the server's regular jobs
  job text PRIMARY KEY,
  began_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  failure text                                      -- NULL where it went well
);
GRANT SELECT, INSERT, UPDATE ON platform.job_run TO coop_jobs;

CREATE TABLE app.logo (                             -- a small square WebP, drawn by the server
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  content bytea NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL app.protect_tenant('app.logo');
-- Every member sees the cooperative's logo; only officers change it.
CREATE POLICY officers_insert ON app.logo AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_update ON app.logo AS RESTRICTIVE FOR UPDATE USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.logo AS RESTRICTIVE FOR DELETE USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (content, updated_at), DELETE ON app.logo TO coop_app;
