-- The register: members, applications for membership, what members ask for, and what is kept of each.
--
-- Invariants:
--   * at most one member of a cooperative has a phone without sharing it (member_phone), so a number comes in twice only where
--     an officer said so (register-members.ts relies on it); a former membership number belongs to one member;
--   * a person holds one office, and an auditor's office always has an end. An office that has ended counts for nothing;
--   * a member's plan asks for nothing before contributions_due_from, but for the sum brought forward in the one month before
--     it, and no contribution falls due before the month of joining;
--   * an approved application names the member that it became, no two the same one; only an application that was decided about
--     says who decided, and one that was declined says why (database/checks/applications_agree_with_members.sql);
--   * a member has at most one request of a kind that waits (member_request_waiting), withdraws their own only, and a request
--     that is decided never changes (decided_once). A request for nominees carries both lists as they were then;
--   * a member's nominees share all of it, or there are none (database/checks/nominees_share_the_whole.sql);
--   * members are never removed and keep their keys (triggers kept), so that a check against them can't be outrun;
--   * bank details are complete or absent, and a member's session reads its own alone (policy own_row);
--   * a membership of before is a leaving that is readmitted: it keeps from when to when it ran, and when the next one began;
--   * merged_into names a record that is not merged itself (store.ts of merging);
--   * inactive_since is the moment at which an inactive member was made so; NULL for one who is not, and where it was long ago;
--   * a member who is made inactive shortly before a vote stays on its roll, and a candidate who is made inactive stays one:
--     otherwise one officer, who may change a status alone, would choose who votes and who is voted for (current-members.ts).
-- Searching by part of a name reads the society's own rows: under row security a pattern is never pushed into an index.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.member (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  member_id uuid NOT NULL,
  membership_number int NOT NULL,
  membershipno text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  phone text,
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
  -- Empty: nominees are in app.nominee.
  nominee_first_name text, nominee_last_name text, nominee_phone text,
  nominee_email text, nominee_address text, nominee_relationship text,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'left', 'deceased')),
  roles text[] NOT NULL DEFAULT '{member}',
  search_text text NOT NULL,                        -- folded name, phone and number: forgiving search without extensions
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,                           -- a removed member keeps their history
  left_on date,                                     -- the day of the settlement, or of the death
  office_ends_on date,
  contributions_due_from date NOT NULL
    CHECK (extract(day FROM contributions_due_from) = 1 AND contributions_due_from >= date_trunc('month', registration_date::timestamp)),
  other_phone text,
  shares_phone boolean NOT NULL DEFAULT false,      -- with a member whose login it is
  title text,                                       -- Mr, Mrs, Chief, Alhaji …
  former_number text CHECK (former_number <> ''),   -- the society's own number from before Ajose
  occupation text,
  -- Two records of one person are one: what the other held is on the record that stays, and the other says into which it went.
  merged_into uuid,
  inactive_since timestamptz,
  PRIMARY KEY (cooperative_id, member_id),
  UNIQUE (cooperative_id, membership_number),
  CONSTRAINT former_since CHECK ((status IN ('left', 'deceased')) = (left_on IS NOT NULL)),
  CONSTRAINT roles_are_known CHECK (roles <@ '{member,admin,treasurer,secretary,loan_committee,auditor}'::text[]),
  CONSTRAINT one_office_only CHECK (cardinality(array_remove(roles, 'member')) <= 1),
  CONSTRAINT auditors_office_ends CHECK (NOT 'auditor' = ANY (roles) OR office_ends_on IS NOT NULL),
  CONSTRAINT shared_phone_is_there CHECK (NOT shares_phone OR phone IS NOT NULL),
  CONSTRAINT merged_into_another FOREIGN KEY (cooperative_id, merged_into) REFERENCES app.member,
  CONSTRAINT merged_records_are_closed CHECK (merged_into IS NULL OR (status = 'left' AND merged_into <> member_id))
);
CALL app.protect_tenant('app.member');
-- For coop_app alone: coop_auth would count as a member, which sees nothing, and a login needs the names behind a phone.
CREATE POLICY own_row ON app.member AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY authenticated ON app.member FOR SELECT TO coop_auth USING (true);
CREATE INDEX member_by_name ON app.member (cooperative_id, last_name, first_name, member_id) WHERE removed_at IS NULL;
CREATE INDEX member_former ON app.member (cooperative_id, left_on) WHERE left_on IS NOT NULL;
-- Pages far back, and sums over everybody, are found without reading the members themselves.
CREATE INDEX member_by_number ON app.member (cooperative_id, membership_number) INCLUDE (member_id) WHERE removed_at IS NULL;
CREATE INDEX member_by_first_name ON app.member (cooperative_id, first_name, last_name, member_id) WHERE removed_at IS NULL;
CREATE INDEX member_by_joining ON app.member (cooperative_id, registration_date, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_status ON app.member (cooperative_id, status, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_gender ON app.member (cooperative_id, gender, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_birth ON app.member (cooperative_id, date_of_birth) WHERE removed_at IS NULL AND date_of_birth IS NOT NULL;
-- The few who work in the admin area, in any office.
CREATE INDEX member_in_office ON app.member (cooperative_id, membership_number) WHERE removed_at IS NULL AND roles <> '{member}';
CREATE UNIQUE INDEX member_phone ON app.member (cooperative_id, phone) WHERE removed_at IS NULL AND NOT shares_phone;
CREATE INDEX member_by_phone ON app.member (cooperative_id, phone) WHERE removed_at IS NULL;
CREATE UNIQUE INDEX member_former_number ON app.member (cooperative_id, lower(former_number)) WHERE removed_at IS NULL AND former_number IS NOT NULL;
CREATE INDEX member_merged ON app.member (cooperative_id, merged_into) WHERE merged_into IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (first_name, last_name, phone, email, address, date_of_birth, gender, marital_status, employment_status, monthly_contribution,
  profile_picture, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_email, next_of_kin_address, next_of_kin_relationship,
  nominee_first_name, nominee_last_name, nominee_phone, nominee_email, nominee_address, nominee_relationship, status, roles, search_text, removed_at, left_on,
  office_ends_on, contributions_due_from, other_phone, shares_phone, title, former_number, occupation, registration_date, merged_into) ON app.member TO
  coop_app;
GRANT SELECT (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, email, status, roles, removed_at, office_ends_on) ON
  app.member TO coop_auth;

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
  phone text NOT NULL,                              -- as the applicant typed it: it is not proved
  email text,
  address text,
  date_of_birth date,
  gender text,
  marital_status text,
  employment_status text,
  employer text,
  staff_number text,
  monthly_contribution bigint NOT NULL CHECK (monthly_contribution >= 0),   -- kobo
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
CREATE POLICY swept ON app.membership_application FOR ALL TO coop_jobs USING (true);
CREATE INDEX membership_application_by_status ON app.membership_application (cooperative_id, status, number);
CREATE INDEX membership_application_by_phone ON app.membership_application (cooperative_id, phone);
CREATE INDEX membership_application_by_network ON app.membership_application (cooperative_id, address_hash, created_at) WHERE address_hash IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, decided_at, decided_by, decided_by_name, reason, member_id) ON app.membership_application TO coop_app;
GRANT SELECT (status, address_hash, created_at, decided_at), UPDATE (address_hash), DELETE ON app.membership_application TO coop_jobs;

CREATE TABLE app.nominee (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 20),
  first_name text, last_name text, relationship text, phone text, email text, address text,
  share_basis_points int NOT NULL CHECK (share_basis_points BETWEEN 1 AND 10000),
  named_at timestamptz DEFAULT now(),
  PRIMARY KEY (cooperative_id, member_id, number),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.nominee');
CALL app.protect_member_rows('app.nominee');
CREATE POLICY officers_insert ON app.nominee AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.nominee AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.nominee AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (first_name, last_name, relationship, phone, email, address, share_basis_points, named_at), DELETE ON app.nominee TO coop_app;

-- What a person looks at often: search, filters, sort and columns under a name. Only that person sees it.
CREATE TABLE app.member_view (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  view_id uuid NOT NULL,
  login_id uuid NOT NULL,
  name text NOT NULL,
  shows jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, view_id)
);
CALL app.protect_tenant('app.member_view');
CALL app.protect_officer_rows('app.member_view');
CREATE UNIQUE INDEX member_view_named_once ON app.member_view (cooperative_id, login_id, lower(name));
GRANT SELECT, INSERT, UPDATE (name, shows), DELETE ON app.member_view TO coop_app;

-- Who made a member active or inactive, and why.
CREATE TABLE app.member_status_change (
  cooperative_id uuid NOT NULL,
  change_id uuid NOT NULL,
  member_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_status_change');
CALL app.protect_officer_rows('app.member_status_change');
CREATE INDEX member_status_change_of ON app.member_status_change (cooperative_id, member_id, changed_at DESC);
GRANT SELECT, INSERT ON app.member_status_change TO coop_app;

CREATE TABLE app.member_photo (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  content bytea NOT NULL,                           -- a small square WebP of our own drawing
  version text NOT NULL,                            -- of the content: the picture's address changes with it
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_photo');
CALL app.protect_member_rows('app.member_photo');
CREATE POLICY officers_add ON app.member_photo AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.member_photo AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_remove ON app.member_photo AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (content, version, added_by_name, added_at), DELETE ON app.member_photo TO coop_app;

CREATE TABLE app.member_document (
  cooperative_id uuid NOT NULL,
  document_id uuid NOT NULL,
  member_id uuid NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes int NOT NULL CHECK (bytes > 0),
  content bytea,                                    -- gone with the removal
  sha256 bytea NOT NULL,
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid,
  removed_by_name text,
  removed_at timestamptz,
  PRIMARY KEY (cooperative_id, document_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((content IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by IS NULL))
);
CALL app.protect_tenant('app.member_document');
CALL app.protect_member_rows('app.member_document');
CREATE POLICY officers_add ON app.member_document AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_remove ON app.member_document AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX member_document_by_member ON app.member_document (cooperative_id, member_id, added_at);
GRANT SELECT, INSERT, UPDATE (content, removed_by, removed_by_name, removed_at) ON app.member_document TO coop_app;

CREATE TABLE app.member_request (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  request_id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('contribution', 'profile', 'nominees')),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'declined', 'withdrawn')),
  monthly_before bigint CHECK (monthly_before >= 0),   -- kobo, as it was when it was asked
  monthly bigint CHECK (monthly >= 0),              -- kobo
  month date CHECK (extract(day FROM month) = 1),   -- from which the new amount is asked for
  fields jsonb,                                     -- of the own record: [{field, before, after}]
  note text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  reason text,
  nominees_before jsonb,                            -- [{firstName, lastName, relationship, phone, email, address, sharePercent}], in their order
  nominees jsonb,
  PRIMARY KEY (cooperative_id, request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(monthly_before, monthly, month) = CASE kind WHEN 'contribution' THEN 3 ELSE 0 END),
  CHECK ((fields IS NOT NULL) = (kind = 'profile')),
  CHECK ((ended_at IS NOT NULL) = (status <> 'waiting')),
  CHECK (num_nonnulls(decided_by, decided_by_name) = CASE WHEN status IN ('approved', 'declined') THEN 2 ELSE 0 END),
  CHECK ((reason IS NOT NULL) = (status = 'declined')),
  CONSTRAINT member_request_nominees_check CHECK (num_nonnulls(nominees_before, nominees) = CASE kind WHEN 'nominees' THEN 2 ELSE 0 END)
);
CALL app.protect_tenant('app.member_request');
CALL app.protect_member_rows('app.member_request');
CREATE POLICY asked_by_members ON app.member_request AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT app.is_member()) AND status = 'waiting');
CREATE POLICY decided_once ON app.member_request AS RESTRICTIVE FOR UPDATE TO coop_app
  USING (status = 'waiting') WITH CHECK (CASE WHEN (SELECT app.is_member()) THEN status = 'withdrawn' ELSE status IN ('approved', 'declined') END);
CREATE UNIQUE INDEX member_request_waiting ON app.member_request (cooperative_id, member_id, kind) WHERE status = 'waiting';
CREATE INDEX member_request_by_status ON app.member_request (cooperative_id, status, created_at);
CREATE INDEX member_request_by_member ON app.member_request (cooperative_id, member_id, created_at);
GRANT SELECT, INSERT, UPDATE (status, ended_at, decided_by, decided_by_name, reason) ON app.member_request TO coop_app;

CREATE FUNCTION app.protect_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, member_id ON app.member FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.member ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.member FOR EACH STATEMENT EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.member ENABLE ALWAYS TRIGGER kept_whole;

-- Who moved it for one member, and why.
CREATE TABLE app.due_from_change (
  cooperative_id uuid NOT NULL,
  change_id uuid NOT NULL,
  member_id uuid NOT NULL,
  due_from date NOT NULL,
  arrears bigint NOT NULL CHECK (arrears >= 0),     -- kobo
  reason text NOT NULL CHECK (reason <> ''),
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.due_from_change');
CALL app.protect_officer_rows('app.due_from_change');
CREATE INDEX due_from_change_of ON app.due_from_change (cooperative_id, member_id, changed_at DESC);
GRANT SELECT, INSERT ON app.due_from_change TO coop_app;

-- Where a member is paid.
CREATE TABLE app.member_bank_details (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  bank_name text NOT NULL CHECK (bank_name <> ''),
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  account_name text NOT NULL CHECK (account_name <> ''),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_by_name text NOT NULL,
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_bank_details');
CALL app.protect_member_rows('app.member_bank_details');
GRANT SELECT, INSERT, UPDATE (bank_name, account_number, account_name, changed_at, changed_by_name), DELETE ON app.member_bank_details TO coop_app;

CREATE FUNCTION app.set_inactive_since() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.inactive_since := CASE WHEN NEW.status = 'inactive' THEN clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER inactive_since BEFORE UPDATE OF status ON app.member FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION app.set_inactive_since();
