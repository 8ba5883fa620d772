-- People ask to become members on the society's own page; its officers take them into the register or decline with a reason.
--
-- Invariants (database/checks/applications_agree_with_members.sql):
--   * an approved application names the member that it became, no two the same one;
--   * only an application that was decided about says who decided, and one that was declined says why.

SET LOCAL ROLE coop_owner;

-- Without a row the page is closed: a society opens it on purpose.
CREATE TABLE app.join_page (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  is_open boolean NOT NULL,
  welcome text,                                     -- the society's own words above the form
  last_application int NOT NULL DEFAULT 0,          -- the number last given to an applicant
  updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_by_name text NOT NULL
);
CALL app.protect_tenant('app.join_page');
CALL app.protect_officer_rows('app.join_page');
GRANT SELECT, INSERT, UPDATE (is_open, welcome, last_application, updated_at, updated_by_name) ON app.join_page TO coop_app;

CREATE TABLE app.membership_application (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  application_id uuid NOT NULL,
  number int NOT NULL,                              -- what the applicant quotes
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'declined')),
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text NOT NULL,                              -- as typed by whoever applied: nobody has proved it
  email text,
  address text,
  date_of_birth date,
  gender text,
  marital_status text,
  employment_status text,
  employer text,
  staff_number text,
  monthly_contribution bigint NOT NULL CHECK (monthly_contribution >= 0), -- kobo
  next_of_kin_first_name text,
  next_of_kin_last_name text,
  next_of_kin_phone text,
  next_of_kin_relationship text,
  introduced_by text,
  note text,
  consent_version text NOT NULL,                    -- which purpose text the applicant agreed to
  address_hash bytea,                               -- of the network, for a day
  search_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  reason text,
  member_id uuid,
  PRIMARY KEY (cooperative_id, application_id),
  UNIQUE (cooperative_id, number),
  UNIQUE (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(decided_at, decided_by, decided_by_name) = CASE status WHEN 'waiting' THEN 0 ELSE 3 END),
  CHECK ((member_id IS NOT NULL) = (status = 'approved')),
  CHECK ((reason IS NOT NULL) = (status = 'declined'))
);
CALL app.protect_tenant('app.membership_application');
-- Not by protect_officer_rows: the sweeping job, which is no officer, deletes what has served its time.
CREATE POLICY officers_only ON app.membership_application AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY decided_once ON app.membership_application AS RESTRICTIVE FOR UPDATE TO coop_app USING (status = 'waiting') WITH CHECK (status <> 'waiting');
CREATE INDEX membership_application_by_status ON app.membership_application (cooperative_id, status, number);
CREATE INDEX membership_application_by_phone ON app.membership_application (cooperative_id, phone);
CREATE INDEX membership_application_by_network ON app.membership_application (cooperative_id, address_hash, created_at) WHERE address_hash IS NOT NULL;
CREATE POLICY swept ON app.membership_application FOR ALL TO coop_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (status, decided_at, decided_by, decided_by_name, reason, member_id) ON app.membership_application TO coop_app;
GRANT SELECT (created_at, decided_at, status, address_hash), UPDATE (address_hash), DELETE ON app.membership_application TO coop_jobs;
