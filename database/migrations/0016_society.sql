-- What takes the whole society: settings, its documents and logo, files that come in, and the export of all that it has
-- (decision 13). A setting of approvals that is NULL asks for one approval as soon as two officers can decide about that kind,
-- else for none.
--
-- Invariants:
--   * a row of a file names whom it may be, as far as was found when it was checked; posting waits until an officer left the row
--     out or said that it is another person (post-import.ts relies on it);
--   * what an officer confirmed of a file's columns is the society's own, one set per kind of file and headings;
--   * no date of a year or month alone is registered before an officer chose its day; the choice stays with the import;
--   * one export of each cooperative at most: all of its rows and files as one ZIP, in parts of a megabyte, so that neither the
--     server that makes it nor the one that sends it holds all of it, and any of several servers can send it. The page of the
--     settings shows how far it is; the sweep removes it after a week, and a new one takes the place of the old;
--   * an export has the cooperative's own logins and its members', without anything that opens one: no password, no factor, no
--     session. Nor the name of a login, which another cooperative may have given.

SET LOCAL ROLE coop_owner;

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

CREATE TABLE app.configuration_change (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  change_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settings', 'account_type', 'loan_configuration', 'account', 'good')),
  subject_id uuid NOT NULL,
  subject_name text NOT NULL,
  fields jsonb NOT NULL,                            -- [{field, before, after}]; money in kobo, as text
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id)
);
CALL app.protect_tenant('app.configuration_change');
CALL app.protect_officer_rows('app.configuration_change');
CREATE INDEX configuration_change_newest ON app.configuration_change (cooperative_id, changed_at DESC, change_id DESC);
GRANT SELECT, INSERT ON app.configuration_change TO coop_app;

CREATE TABLE app.configuration (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  fiscal_year_start text NOT NULL DEFAULT '01-01',
  share_par_value bigint NOT NULL CHECK (share_par_value > 0),   -- kobo
  shares_min int NOT NULL CHECK (shares_min >= 0),
  share_ceiling_basis_points int NOT NULL CHECK (share_ceiling_basis_points BETWEEN 0 AND 10000),
  contribution_min bigint NOT NULL CHECK (contribution_min >= 0),   -- kobo
  entrance_fee bigint NOT NULL CHECK (entrance_fee >= 0),   -- kobo
  savings_multiple_percent int NOT NULL CHECK (savings_multiple_percent >= 0),
  waiting_months int NOT NULL CHECK (waiting_months >= 0),
  guarantors_required int NOT NULL CHECK (guarantors_required >= 0),
  exit_notice_months int NOT NULL CHECK (exit_notice_months >= 0),
  updated_at timestamptz NOT NULL DEFAULT now(),
  withdrawal_approvals int CHECK (withdrawal_approvals BETWEEN 0 AND 2),
  withdrawal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (withdrawal_approvals_from >= 0),   -- kobo
  share_approvals int CHECK (share_approvals BETWEEN 0 AND 2),
  share_approvals_from bigint NOT NULL DEFAULT 0 CHECK (share_approvals_from >= 0),   -- kobo
  journal_approvals int CHECK (journal_approvals BETWEEN 0 AND 2),
  journal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (journal_approvals_from >= 0),   -- kobo
  reversal_approvals int CHECK (reversal_approvals BETWEEN 0 AND 2),
  reversal_approvals_from bigint NOT NULL DEFAULT 0 CHECK (reversal_approvals_from >= 0),   -- kobo
  society_kind text NOT NULL DEFAULT 'general' CHECK (society_kind IN ('general', 'salary_earners', 'market', 'non_interest')),
  write_off_approvals int CHECK (write_off_approvals BETWEEN 0 AND 2),
  write_off_approvals_from bigint NOT NULL DEFAULT 0 CHECK (write_off_approvals_from >= 0),   -- kobo
  loan_interest_basis text NOT NULL DEFAULT 'cash' CHECK (loan_interest_basis IN ('cash', 'accrual')),
  suspend_interest_after_days int NOT NULL DEFAULT 90 CHECK (suspend_interest_after_days BETWEEN 1 AND 365),
  leaving_fee bigint NOT NULL DEFAULT 0 CHECK (leaving_fee >= 0),   -- kobo
  contributions_due_from date NOT NULL CHECK (extract(day FROM contributions_due_from) = 1),
  arrears_tolerance bigint NOT NULL DEFAULT 0 CHECK (arrears_tolerance >= 0),   -- kobo
  arrears_tolerance_days int NOT NULL DEFAULT 0 CHECK (arrears_tolerance_days BETWEEN 0 AND 30),
  -- New terms cure nothing: a loan that was late when it was rescheduled, or when it was settled by a new loan, counts as late by
  -- as many days until so many instalments in a row were paid on time. It is worked out from the events each time the loan moves
  -- (kept-delay.ts) and stored for the portfolio.
  arrears_cured_after int NOT NULL DEFAULT 3 CHECK (arrears_cured_after BETWEEN 1 AND 24)   -- instalments
);
CALL app.protect_tenant('app.configuration');
CREATE POLICY officers_change ON app.configuration AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee,
  savings_multiple_percent, waiting_months, guarantors_required, exit_notice_months, updated_at, withdrawal_approvals, withdrawal_approvals_from,
  share_approvals, share_approvals_from, journal_approvals, journal_approvals_from, reversal_approvals, reversal_approvals_from, society_kind,
  write_off_approvals, write_off_approvals_from, loan_interest_basis, suspend_interest_after_days, leaving_fee, contributions_due_from, arrears_tolerance,
  arrears_tolerance_days, arrears_cured_after) ON app.configuration TO coop_app;

CREATE TABLE app.import (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  import_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('members', 'contributions')),
  file_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('mapping', 'checked', 'posting', 'posted', 'failed')),
  columns text[] NOT NULL,
  mapping text[] NOT NULL,                          -- '' leaves a column out
  occurred_on date,
  period date,
  account_type_id uuid,
  progress int NOT NULL DEFAULT 0,
  failure text,
  entry_no bigint,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- A file of contributions says through which cash or bank account the money came.
  through_account_id uuid,
  joined_on date,
  columns_remembered boolean NOT NULL DEFAULT false,   -- the mapping is that of the last file with these headings
  creates_employers boolean NOT NULL DEFAULT false,   -- employers that are not known yet are added with the members
  codes_sent_at timestamptz,
  codes_sent int NOT NULL DEFAULT 0,
  part_days text CHECK (part_days IN ('first', 'last')),
  PRIMARY KEY (cooperative_id, import_id)
);
CALL app.protect_tenant('app.import');
CREATE POLICY officers_only ON app.import AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
-- How many files wait or failed, never what is in them: only these columns, for the health page.
CREATE POLICY watched ON app.import FOR SELECT TO coop_jobs USING (true);
CREATE INDEX import_unfinished ON app.import (status, created_at) WHERE status IN ('posting', 'failed');
GRANT SELECT, INSERT, UPDATE (status, mapping, occurred_on, period, account_type_id, progress, failure, entry_no, through_account_id, joined_on,
  columns_remembered, creates_employers, codes_sent_at, codes_sent, part_days) ON app.import TO coop_app;
GRANT SELECT (status, created_at) ON app.import TO coop_jobs;

CREATE TABLE app.import_row (
  cooperative_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number int NOT NULL,                              -- as the spreadsheet numbers it
  cells text[] NOT NULL,
  skipped boolean NOT NULL DEFAULT false,
  problems jsonb NOT NULL DEFAULT '[]',
  doubles jsonb NOT NULL DEFAULT '[]',              -- [{why, memberId} or {why, row}]
  is_another boolean NOT NULL DEFAULT false,
  shares_phone boolean NOT NULL DEFAULT false,
  left_out text CHECK (left_out IN ('title', 'heading', 'total', 'hidden', 'figures', 'note')),   -- why it is no member's row
  member_id uuid,                                   -- whom it registered
  PRIMARY KEY (cooperative_id, import_id, number),
  FOREIGN KEY (cooperative_id, import_id) REFERENCES app.import
);
CALL app.protect_tenant('app.import_row');
CALL app.protect_officer_rows('app.import_row');
GRANT SELECT, INSERT, UPDATE (cells, skipped, problems, doubles, is_another, shares_phone, member_id), DELETE ON app.import_row TO coop_app;

-- Which field each heading was, so that the next file with the same headings needs no matching.
-- No key to app.cooperative: its row is locked while members are registered, and an import that begins does not wait for that.
CREATE TABLE app.remembered_columns (
  cooperative_id uuid NOT NULL,
  columns_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('members', 'contributions', 'return')),
  employer_id uuid,                                 -- whose returns; null for the society's own lists
  headings_hash bytea NOT NULL,                     -- SHA-256 of the folded headings
  mapping text[] NOT NULL,                          -- '' leaves a column out
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, columns_id),
  CONSTRAINT columns_remembered_once UNIQUE NULLS NOT DISTINCT (cooperative_id, kind, employer_id, headings_hash),
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK ((kind = 'return') = (employer_id IS NOT NULL))
);
CALL app.protect_tenant('app.remembered_columns');
CALL app.protect_officer_rows('app.remembered_columns');
GRANT SELECT, INSERT, UPDATE (mapping, used_at), DELETE ON app.remembered_columns TO coop_app;

CREATE TABLE app.export (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  export_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'ready', 'failed')),
  progress int NOT NULL DEFAULT 0,                  -- tables written so far
  steps int NOT NULL DEFAULT 0,                     -- of so many
  bytes bigint CHECK (bytes > 0),                   -- of the whole ZIP
  failure text,
  requested_by uuid NOT NULL,
  requested_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  PRIMARY KEY (cooperative_id, export_id),
  CHECK ((status = 'ready') = (bytes IS NOT NULL) AND (status = 'ready') = (ready_at IS NOT NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL))
);
CALL app.protect_tenant('app.export');
CREATE POLICY officers_only ON app.export AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY swept ON app.export FOR ALL TO coop_jobs USING (true);
CREATE UNIQUE INDEX one_export ON app.export (cooperative_id);
CREATE INDEX export_oldest ON app.export (created_at);
GRANT SELECT, INSERT, UPDATE (status, progress, steps, bytes, failure, ready_at), DELETE ON app.export TO coop_app;
GRANT SELECT (created_at), DELETE ON app.export TO coop_jobs;

CREATE TABLE app.export_part (
  cooperative_id uuid NOT NULL,
  export_id uuid NOT NULL,
  number int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (cooperative_id, export_id, number),
  FOREIGN KEY (cooperative_id, export_id) REFERENCES app.export ON DELETE CASCADE
);
-- It is compressed already.
ALTER TABLE app.export_part ALTER COLUMN content SET STORAGE EXTERNAL;
CALL app.protect_tenant('app.export_part');
CREATE POLICY officers_only ON app.export_part AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, DELETE ON app.export_part TO coop_app;

-- Of the cooperative of this transaction; member_id is null on the login that its officers share.
CREATE FUNCTION platform.logins_to_export() RETURNS TABLE (login_id uuid, member_id uuid, phone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  RETURN QUERY
    SELECT l.login_id, NULL::uuid, l.phone FROM platform.login l
      WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = v_coop) AND l.kind = 'cooperative'
    UNION ALL
    SELECT l.login_id, m.member_id, l.phone FROM platform.membership m JOIN platform.login l ON l.login_id = m.login_id
      WHERE m.cooperative_id = v_coop;
END $$;
REVOKE ALL ON FUNCTION platform.logins_to_export FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.logins_to_export TO coop_app;
