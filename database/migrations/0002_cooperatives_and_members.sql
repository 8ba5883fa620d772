-- Cooperatives, their members, settings, documents.
--
-- Invariant: cooperative_id leads every key, so that no key is an oracle about another cooperative and the tables can
-- be distributed by it. What must be unique across cooperatives (coop_id, phones) lives in platform.login.

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
  last_membership_number int NOT NULL DEFAULT 0,   -- membership numbers are never given twice
  member_count int NOT NULL DEFAULT 0 CHECK (member_count >= 0),   -- the super admin's figure, without reading members
  search_text text NOT NULL DEFAULT '',
  deleted_at timestamptz
);
CALL app.protect_tenant('app.cooperative');
CREATE POLICY overseen ON app.cooperative FOR SELECT TO coop_platform USING (true);
CREATE POLICY overseen_change ON app.cooperative FOR UPDATE TO coop_platform USING (true) WITH CHECK (true);
CREATE POLICY authenticated ON app.cooperative FOR SELECT TO coop_auth USING (true);
GRANT SELECT, INSERT ON app.cooperative TO coop_app;
GRANT UPDATE (name, email, address, registration_number, search_text, last_membership_number, member_count) ON app.cooperative TO coop_app;
GRANT SELECT ON app.cooperative TO coop_platform;
GRANT UPDATE (name, email, address, registration_number, search_text, status, status_reason, status_changed_at, deleted_at) ON app.cooperative TO coop_platform;
GRANT SELECT (cooperative_id, coop_id, name, phone, email, status, deleted_at) ON app.cooperative TO coop_auth;
CREATE INDEX cooperative_newest ON app.cooperative (created_at DESC, cooperative_id);

CREATE TABLE app.member (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  member_id uuid NOT NULL,
  membership_number int NOT NULL,
  membershipno text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,
  email text,
  address text,
  date_of_birth date,
  registration_date date NOT NULL,
  gender text NOT NULL,
  marital_status text NOT NULL,
  employment_status text NOT NULL,
  monthly_contribution bigint NOT NULL DEFAULT 0 CHECK (monthly_contribution >= 0),   -- kobo; the plan's latest line
  profile_picture text,
  next_of_kin_first_name text, next_of_kin_last_name text, next_of_kin_phone text,
  next_of_kin_email text, next_of_kin_address text, next_of_kin_relationship text,
  nominee_first_name text, nominee_last_name text, nominee_phone text,
  nominee_email text, nominee_address text, nominee_relationship text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  roles text[] NOT NULL DEFAULT '{member}',
  search_text text NOT NULL,                        -- folded name, phone and number: forgiving search without extensions
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,                           -- a removed member keeps his history
  PRIMARY KEY (cooperative_id, member_id),
  UNIQUE (cooperative_id, membership_number)
);
CALL app.protect_tenant('app.member');
CALL app.protect_member_rows('app.member');
CREATE POLICY authenticated ON app.member FOR SELECT TO coop_auth USING (true);
-- The restrictive rule above counts coop_auth as a member, which sees nothing; logging in needs the names behind a phone.
ALTER POLICY own_row ON app.member TO coop_app;
CREATE UNIQUE INDEX member_phone ON app.member (cooperative_id, phone) WHERE removed_at IS NULL;
CREATE INDEX member_by_name ON app.member (cooperative_id, last_name, first_name, member_id) WHERE removed_at IS NULL;
GRANT SELECT, INSERT ON app.member TO coop_app;
GRANT UPDATE (first_name, last_name, phone, email, address, date_of_birth, gender, marital_status, employment_status,
  monthly_contribution, profile_picture, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_email,
  next_of_kin_address, next_of_kin_relationship, nominee_first_name, nominee_last_name, nominee_phone, nominee_email,
  nominee_address, nominee_relationship, status, roles, search_text, removed_at) ON app.member TO coop_app;
GRANT SELECT (cooperative_id, member_id, membershipno, first_name, last_name, phone, email, status, roles, removed_at) ON app.member TO coop_auth;

-- What a member undertook to pay each month, from which month: a change never rewrites what was expected before it.
CREATE TABLE app.contribution_plan (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  effective_from date NOT NULL CHECK (extract(day FROM effective_from) = 1),
  monthly bigint NOT NULL CHECK (monthly >= 0),     -- kobo
  PRIMARY KEY (cooperative_id, member_id, effective_from),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.contribution_plan');
CALL app.protect_member_rows('app.contribution_plan');
GRANT SELECT, INSERT, UPDATE (monthly) ON app.contribution_plan TO coop_app;

CREATE TABLE app.configuration (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  fiscal_year_start text NOT NULL DEFAULT '01-01',
  share_par_value bigint NOT NULL CHECK (share_par_value > 0),          -- kobo
  shares_min int NOT NULL CHECK (shares_min >= 0),
  share_ceiling_basis_points int NOT NULL CHECK (share_ceiling_basis_points BETWEEN 0 AND 10000),
  contribution_min bigint NOT NULL CHECK (contribution_min >= 0),       -- kobo
  entrance_fee bigint NOT NULL CHECK (entrance_fee >= 0),               -- kobo
  savings_multiple_percent int NOT NULL CHECK (savings_multiple_percent >= 0),
  waiting_months int NOT NULL CHECK (waiting_months >= 0),
  guarantors_required int NOT NULL CHECK (guarantors_required >= 0),
  exit_notice_months int NOT NULL CHECK (exit_notice_months >= 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL app.protect_tenant('app.configuration');
GRANT SELECT, INSERT ON app.configuration TO coop_app;

CREATE TABLE app.loan_configuration (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  loan_configuration_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  interest_method text NOT NULL CHECK (interest_method IN ('flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha')),
  annual_rate_basis_points int NOT NULL CHECK (annual_rate_basis_points >= 0),
  instalments_max int NOT NULL CHECK (instalments_max > 0),
  savings_multiple_percent int NOT NULL CHECK (savings_multiple_percent >= 0),
  is_default boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  PRIMARY KEY (cooperative_id, loan_configuration_id),
  UNIQUE (cooperative_id, code)
);
CALL app.protect_tenant('app.loan_configuration');
GRANT SELECT, INSERT ON app.loan_configuration TO coop_app;

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
CALL app.protect_officer_rows('app.document');
ALTER POLICY officers_only ON app.document TO coop_app;
-- The super admin verifies a cooperative by its certificate, the one paper of it that he reads without a grant.
CREATE POLICY verified ON app.document FOR SELECT TO coop_platform USING (kind = 'cac');
GRANT SELECT, INSERT ON app.document TO coop_app;
GRANT SELECT ON app.document TO coop_platform;

CREATE TABLE audit.event (
  cooperative_id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,                             -- method and path of the contract
  subject_id text,
  request_id text NOT NULL,
  PRIMARY KEY (cooperative_id, event_id)
);
CALL app.protect_tenant('audit.event');
CREATE POLICY officers_read ON audit.event AS RESTRICTIVE FOR SELECT USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON audit.event TO coop_app;
CREATE INDEX event_newest ON audit.event (cooperative_id, at DESC);

RESET ROLE;
