-- What takes the whole society: settings, files that come in, the monthly check-off, opening balances, the reconciliation with banks,
-- members who leave, and what people may know, prove and have erased of what is stored about them.
--
-- Invariants:
--   * a row of a file names whom it may be, as far as was found when it was checked; posting waits until an officer left the row
--     out or said that it is another person (server/features/society/imports/post-import.ts relies on it);
--   * what an officer confirmed of a file's columns is the society's own, one set per kind of file and headings;
--   * one set of opening balances of a society is in force: another is signed only after the first is turned down or reversed. The
--     officer who read the workbook signs first, so maker_is_not_checker keeps that officer from signing second; what is signed
--     is never changed or removed (database/checks/opening_balances_agree.sql);
--   * what changes a plan, a contribution or a deduction writes down the member and the month in the same transaction (triggers).
--     The first unpaid month that is kept of a member holds while nothing is written down of them; the register works out the
--     others itself. It depends on no clock, and only app.reckon_unpaid_months takes away what was written down (decision 37);
--   * a schedule that was sent is never changed: its lines can be written and removed while it is a draft only;
--   * what was deducted of a member for a schedule is in the books once (the key of app.deduction), and can be posted again only
--     after the voucher that carried it was reversed, in any way (trigger deductions_reopen on ledger.entry). It has one row
--     for the schedule's own month, with everything but the missed savings; a row for an earlier month has savings only;
--   * a member has one employer, and a staff number is one member's there;
--   * what an employer sent back is of its return (triggers refer_return, in force always), and returns keep their keys;
--   * members are told once of what a return credited them, after its voucher is in the books;
--   * a return that is taken as true and names a remittance is to be credited by the job: all of its schedule was paid over with
--     that remittance. A reversed remittance takes the marks of its schedule with it (database/checks/returns_to_credit_are_paid.sql);
--   * a line of a bank is kept once, from whatever file it comes; a line and an entry belong to one match at most, and the lines
--     of a match come to what its entries moved (matches_balance.sql);
--   * of a link to a statement only the hash of its token is stored, and its figures are those of the moment when it was made;
--   * a member is a former one exactly while a settlement of theirs is in force. What they held is what was set off, the fee and
--     what is paid, to the kobo, and its voucher says the same; a reversed settlement is kept beside its reversal, and no part
--     of it stays paid out (database/checks/leavings_agree.sql);
--   * a person is erased only in rows that say who they are: app.erase_member names no table of the ledger, so trial balance and
--     hash chain stay as they were. What was asked, and the bank details, go with the person (triggers on app.member);
--   * an officer records a request to be erased for a former member alone, with the date of the letter (erasure_request_letter,
--     members_ask): who can log in asks in the app.
-- A setting of approvals that is NULL asks for one approval as soon as two officers can decide about that kind, else for none.

SET LOCAL ROLE coop_owner;

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
  contributions_due_from date NOT NULL CHECK (extract(day FROM contributions_due_from) = 1)
);
CALL app.protect_tenant('app.configuration');
CREATE POLICY officers_change ON app.configuration AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee,
  savings_multiple_percent, waiting_months, guarantors_required, exit_notice_months, updated_at, withdrawal_approvals, withdrawal_approvals_from,
  share_approvals, share_approvals_from, journal_approvals, journal_approvals_from, reversal_approvals, reversal_approvals_from, society_kind,
  write_off_approvals, write_off_approvals_from, loan_interest_basis, suspend_interest_after_days, leaving_fee,
  contributions_due_from) ON app.configuration TO coop_app;

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
  PRIMARY KEY (cooperative_id, import_id)
);
CALL app.protect_tenant('app.import');
CREATE POLICY officers_only ON app.import AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
-- How many files wait or failed, never what is in them: only these columns, for the health page.
CREATE POLICY watched ON app.import FOR SELECT TO coop_jobs USING (true);
CREATE INDEX import_unfinished ON app.import (status, created_at) WHERE status IN ('posting', 'failed');
GRANT SELECT, INSERT, UPDATE (status, mapping, occurred_on, period, account_type_id, progress, failure, entry_no, through_account_id, joined_on,
  columns_remembered, creates_employers, codes_sent_at, codes_sent) ON app.import TO coop_app;
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
  left_out text CHECK (left_out IN ('title', 'heading', 'total', 'figures')),   -- why it is no member's row
  member_id uuid,                                   -- whom it registered
  PRIMARY KEY (cooperative_id, import_id, number),
  FOREIGN KEY (cooperative_id, import_id) REFERENCES app.import
);
CALL app.protect_tenant('app.import_row');
CALL app.protect_officer_rows('app.import_row');
GRANT SELECT, INSERT, UPDATE (cells, skipped, problems, doubles, is_another, shares_phone, member_id), DELETE ON app.import_row TO coop_app;

CREATE TABLE app.employer (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  employer_id uuid NOT NULL,
  name text NOT NULL,
  code text NOT NULL,                               -- the society's code on that payroll
  contact_name text,
  contact_phone text,
  contact_email text,
  layout jsonb NOT NULL,                            -- [{field, heading}] in the order of the columns
  receivable_id uuid NOT NULL,                      -- what it has deducted and not yet paid over, in the ledger
  search_text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, employer_id),
  UNIQUE (cooperative_id, name),
  UNIQUE (cooperative_id, receivable_id)
);
CALL app.protect_tenant('app.employer');
CALL app.protect_officer_rows('app.employer');
GRANT SELECT, INSERT, UPDATE (name, code, contact_name, contact_phone, contact_email, layout, search_text) ON app.employer TO coop_app;

CREATE TABLE app.employment (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  employer_id uuid NOT NULL,
  staff_number text NOT NULL,
  from_on date NOT NULL,
  shares_amount bigint NOT NULL DEFAULT 0 CHECK (shares_amount BETWEEN 0 AND 100000000000000),   -- kobo a month
  PRIMARY KEY (cooperative_id, member_id),
  CONSTRAINT staff_number_is_one_members UNIQUE (cooperative_id, employer_id, staff_number),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer
);
CALL app.protect_tenant('app.employment');
CALL app.protect_officer_rows('app.employment');
GRANT SELECT, INSERT, UPDATE (employer_id, staff_number, from_on, shares_amount), DELETE ON app.employment TO coop_app;

CREATE TABLE app.deduction_settings (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  allocation_order text[] NOT NULL,                 -- who is paid first out of a part payment
  credit_on text NOT NULL CHECK (credit_on IN ('deduction', 'remittance')),
  levy_amount bigint NOT NULL CHECK (levy_amount BETWEEN 0 AND 100000000000000),   -- kobo a member and month
  levy_code text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  arrears boolean NOT NULL DEFAULT false,           -- all that is late is asked for at once
  missed_savings text NOT NULL DEFAULT 'none' CHECK (missed_savings IN ('none', 'one', 'all'))
);
CALL app.protect_tenant('app.deduction_settings');
CALL app.protect_officer_rows('app.deduction_settings');
GRANT SELECT, INSERT, UPDATE (allocation_order, credit_on, levy_amount, levy_code, updated_at, arrears, missed_savings) ON app.deduction_settings TO coop_app;

CREATE TABLE app.deduction_schedule (
  cooperative_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  employer_id uuid NOT NULL,
  period date NOT NULL CHECK (extract(day FROM period) = 1),
  layout jsonb,                                     -- as it was sent; what comes back is read by it
  members int NOT NULL DEFAULT 0,                   -- this and the sums of its lines, in kobo, are written with them
  loans_amount bigint NOT NULL DEFAULT 0,
  levy_amount bigint NOT NULL DEFAULT 0,
  savings_amount bigint NOT NULL DEFAULT 0,
  shares_amount bigint NOT NULL DEFAULT 0,
  total_amount bigint NOT NULL DEFAULT 0,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  sent_by_name text,
  PRIMARY KEY (cooperative_id, schedule_id),
  CONSTRAINT one_schedule_a_month UNIQUE (cooperative_id, employer_id, period),
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK ((sent_at IS NULL) = (layout IS NULL)),
  CHECK ((sent_at IS NULL) = (sent_by_name IS NULL))
);
CALL app.protect_tenant('app.deduction_schedule');
CALL app.protect_officer_rows('app.deduction_schedule');
CREATE POLICY sent_once ON app.deduction_schedule AS RESTRICTIVE FOR UPDATE USING (sent_at IS NULL) WITH CHECK (true);
CREATE INDEX deduction_schedule_newest ON app.deduction_schedule (cooperative_id, period DESC, schedule_id);
GRANT SELECT, INSERT, UPDATE (layout, members, loans_amount, levy_amount, savings_amount, shares_amount, total_amount, sent_at,
  sent_by_name) ON app.deduction_schedule TO coop_app;

CREATE TABLE app.deduction_line (
  cooperative_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  number int NOT NULL,
  member_id uuid NOT NULL,
  staff_number text NOT NULL,
  membershipno text NOT NULL,
  name text NOT NULL,
  loans_amount bigint NOT NULL CHECK (loans_amount >= 0),   -- kobo, as are the others
  levy_amount bigint NOT NULL CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL CHECK (shares_amount >= 0),
  total_amount bigint NOT NULL CHECK (total_amount > 0 AND total_amount = loans_amount + levy_amount + savings_amount + shares_amount),
  -- Of the savings, what is for earlier months.
  missed_amount bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (cooperative_id, schedule_id, number),
  UNIQUE (cooperative_id, schedule_id, member_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (missed_amount BETWEEN 0 AND savings_amount)
);
CALL app.protect_tenant('app.deduction_line');
CALL app.protect_officer_rows('app.deduction_line');
CREATE POLICY draft_grows ON app.deduction_line AS RESTRICTIVE FOR INSERT
  WITH CHECK (schedule_id IN (SELECT s.schedule_id FROM app.deduction_schedule s WHERE s.sent_at IS NULL));
CREATE POLICY draft_shrinks ON app.deduction_line AS RESTRICTIVE FOR DELETE
  USING (schedule_id IN (SELECT s.schedule_id FROM app.deduction_schedule s WHERE s.sent_at IS NULL));
GRANT SELECT, INSERT, DELETE ON app.deduction_line TO coop_app;

CREATE TABLE app.deduction_return_line (
  cooperative_id uuid NOT NULL,
  return_id uuid NOT NULL,
  number int NOT NULL,
  file_row int,                                     -- as the spreadsheet numbers it; null where the file leaves a member out
  line_number int,                                  -- of the schedule; null where nothing was scheduled
  member_id uuid,                                   -- whose schedule line it is
  staff_number text NOT NULL,
  membershipno text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('exact', 'short', 'over', 'missing', 'unknown', 'duplicate')),
  note text,
  scheduled_amount bigint NOT NULL CHECK (scheduled_amount >= 0),   -- kobo, as are the others
  deducted_amount bigint NOT NULL CHECK (deducted_amount >= 0),
  decision text CHECK (decision IN ('post', 'split', 'hold', 'refuse')),
  loans_amount bigint NOT NULL DEFAULT 0 CHECK (loans_amount >= 0),
  levy_amount bigint NOT NULL DEFAULT 0 CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL DEFAULT 0 CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL DEFAULT 0 CHECK (shares_amount >= 0),
  unallocated_amount bigint NOT NULL DEFAULT 0 CHECK (unallocated_amount >= 0),
  PRIMARY KEY (cooperative_id, return_id, number),
  CHECK ((decision IS NULL) = (kind = 'missing')),
  -- Every kobo of the file is posted, held or refused.
  CONSTRAINT every_kobo_decided CHECK (
    loans_amount + levy_amount + savings_amount + shares_amount + unallocated_amount = CASE WHEN decision = 'refuse' THEN 0 ELSE deducted_amount END)
);
CALL app.protect_tenant('app.deduction_return_line');
CALL app.protect_officer_rows('app.deduction_return_line');
GRANT SELECT, INSERT, UPDATE (decision, loans_amount, levy_amount, savings_amount, shares_amount,
  unallocated_amount) ON app.deduction_return_line TO coop_app;
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction_return_line FOR EACH ROW EXECUTE FUNCTION app.keep_row();
ALTER TABLE app.deduction_return_line ENABLE ALWAYS TRIGGER kept;

-- What was deducted of a member by a schedule, until it is reversed.
CREATE TABLE app.deduction (
  cooperative_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- of a line of the schedule, whose key to the member serves here too
  period date NOT NULL,
  return_id uuid NOT NULL,
  loans_amount bigint NOT NULL CHECK (loans_amount >= 0),   -- kobo, as are the others
  levy_amount bigint NOT NULL CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL CHECK (shares_amount >= 0),
  unallocated_amount bigint NOT NULL CHECK (unallocated_amount >= 0),
  credited boolean NOT NULL,
  CONSTRAINT deducted_once PRIMARY KEY (cooperative_id, schedule_id, member_id, period)
);
CALL app.protect_tenant('app.deduction');
-- A member's own page counts what the employer holds as paid.
CALL app.protect_member_rows('app.deduction');
CREATE POLICY officers_insert ON app.deduction AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.deduction AS RESTRICTIVE FOR UPDATE USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.deduction AS RESTRICTIVE FOR DELETE USING ((SELECT NOT app.is_member()));
CREATE INDEX deduction_waiting ON app.deduction (cooperative_id, period, member_id) WHERE NOT credited;
CREATE INDEX deduction_of_return ON app.deduction (cooperative_id, return_id);
CREATE INDEX deduction_of_member ON app.deduction (cooperative_id, member_id, period) INCLUDE (savings_amount) WHERE NOT credited;
-- What a loan did not need any more is credited to the member otherwise.
GRANT SELECT, INSERT, UPDATE (loans_amount, levy_amount, savings_amount, shares_amount, credited), DELETE ON app.deduction TO coop_app;
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction FOR EACH ROW EXECUTE FUNCTION app.keep_row();
ALTER TABLE app.deduction ENABLE ALWAYS TRIGGER kept;

CREATE TABLE app.remittance (
  cooperative_id uuid NOT NULL,
  remittance_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  employer_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  received_on date NOT NULL,
  account_code text NOT NULL,                       -- the society's account that took it in
  reference text,
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  recorded_by_name text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  reversed_at timestamptz,
  reversal_reason text,
  PRIMARY KEY (cooperative_id, remittance_id),
  UNIQUE (cooperative_id, entry_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer
);
CALL app.protect_tenant('app.remittance');
CALL app.protect_officer_rows('app.remittance');
CREATE INDEX remittance_of_schedule ON app.remittance (cooperative_id, schedule_id);
GRANT SELECT, INSERT, UPDATE (reversal_reason) ON app.remittance TO coop_app;

CREATE TABLE app.deduction_return (
  cooperative_id uuid NOT NULL,
  return_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  employer_id uuid NOT NULL,
  file_name text NOT NULL,
  file_hash bytea NOT NULL,
  -- deducted: taken as true, its members credited when the employer has paid; posted: in the books.
  status text NOT NULL CHECK (status IN ('checked', 'posting', 'deducted', 'posted', 'failed', 'reversed', 'discarded')),
  occurred_on date NOT NULL,
  employer_says_amount bigint CHECK (employer_says_amount >= 0),   -- what the employer says that it paid
  accepted_amount bigint NOT NULL DEFAULT 0,        -- what it owes by this file: all but what was refused
  progress int NOT NULL DEFAULT 0,
  failure text,
  entry_id uuid,
  entry_no bigint,
  accepted_at timestamptz,
  accepted_by_name text,
  reversal_reason text,
  created_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  members_told boolean NOT NULL DEFAULT true,       -- of what the return credited them
  remittance_id uuid,
  rows_left_out int NOT NULL DEFAULT 0,             -- titles and totals of an employer's file
  PRIMARY KEY (cooperative_id, return_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK (status <> 'posted' OR entry_id IS NOT NULL),
  FOREIGN KEY (cooperative_id, remittance_id) REFERENCES app.remittance
);
CALL app.protect_tenant('app.deduction_return');
-- The job that tells them looks for returns of every cooperative, and opens each inside its own lock.
CREATE POLICY officers_only ON app.deduction_return AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY untold ON app.deduction_return FOR SELECT TO coop_jobs USING (NOT members_told);
-- The job looks for returns of every cooperative, and credits each inside its own lock.
CREATE POLICY to_credit ON app.deduction_return FOR SELECT TO coop_jobs USING (status = 'deducted' AND remittance_id IS NOT NULL);
CREATE INDEX deduction_return_of_schedule ON app.deduction_return (cooperative_id, schedule_id, created_at DESC);
CREATE INDEX deduction_return_of_entry ON app.deduction_return (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
-- A file is taken as true once: the second of two who press at the same moment is refused by this.
CREATE UNIQUE INDEX one_return_of_a_file ON app.deduction_return (cooperative_id, schedule_id, file_hash) WHERE status IN ('deducted', 'posted');
CREATE INDEX deduction_return_untold ON app.deduction_return (cooperative_id, return_id) WHERE NOT members_told;
CREATE INDEX deduction_return_to_credit ON app.deduction_return (cooperative_id, return_id) WHERE status = 'deducted' AND remittance_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, occurred_on, employer_says_amount, accepted_amount, progress, failure, entry_id, entry_no, accepted_at,
  accepted_by_name, reversal_reason, members_told, remittance_id) ON app.deduction_return TO coop_app;
GRANT SELECT (cooperative_id, return_id, status, members_told, remittance_id) ON app.deduction_return TO coop_jobs;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, return_id ON app.deduction_return FOR EACH ROW EXECUTE FUNCTION app.keep_row();
ALTER TABLE app.deduction_return ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.deduction_return FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row();
ALTER TABLE app.deduction_return ENABLE ALWAYS TRIGGER kept_whole;

-- A reversed voucher frees what it carried, however it was reversed.
CREATE FUNCTION app.reopen_deductions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.deduction d USING app.deduction_return r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id AND d.cooperative_id = NEW.cooperative_id AND d.return_id = r.return_id;
  UPDATE app.deduction_return r SET status = 'reversed' WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id;
  UPDATE app.remittance r SET reversed_at = now() WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.reopen_deductions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reopen_deductions TO ledger_owner;

SET LOCAL ROLE ledger_owner;

CREATE TRIGGER deductions_reopen AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION app.reopen_deductions();

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_statement (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  statement_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  file_name text NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL CHECK (to_on >= from_on),
  opening_balance bigint NOT NULL,                  -- kobo, as the bank says; below zero where it lends
  closing_balance bigint NOT NULL,
  lines int NOT NULL CHECK (lines > 0),             -- that were new with this file
  uploaded_by_name text NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, statement_id)
);
CALL app.protect_tenant('app.bank_statement');
CALL app.protect_officer_rows('app.bank_statement');
CREATE INDEX bank_statement_of_account ON app.bank_statement (cooperative_id, account_id, to_on DESC);
GRANT SELECT, INSERT ON app.bank_statement TO coop_app;

CREATE TABLE app.bank_match (
  cooperative_id uuid NOT NULL,
  match_id uuid NOT NULL,
  account_id uuid NOT NULL,
  confirmed_by_name text,                           -- NULL: proposed, not confirmed
  confirmed_at timestamptz,
  PRIMARY KEY (cooperative_id, match_id),
  CHECK ((confirmed_by_name IS NULL) = (confirmed_at IS NULL))
);
CALL app.protect_tenant('app.bank_match');
CALL app.protect_officer_rows('app.bank_match');
CREATE INDEX bank_match_of_account ON app.bank_match (cooperative_id, account_id);
GRANT SELECT, INSERT, UPDATE (confirmed_by_name, confirmed_at), DELETE ON app.bank_match TO coop_app;

CREATE TABLE app.bank_line (
  cooperative_id uuid NOT NULL,
  line_id uuid NOT NULL,
  account_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  place int NOT NULL,                               -- in its statement
  on_day date NOT NULL,
  narration text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),       -- kobo; above zero where money came in
  balance bigint NOT NULL,
  nth int NOT NULL,                                 -- of lines that are alike in day, amount and balance
  match_id uuid,
  PRIMARY KEY (cooperative_id, line_id),
  CONSTRAINT bank_line_once UNIQUE (cooperative_id, account_id, on_day, amount, balance, nth),
  FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement,
  FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match
);
CALL app.protect_tenant('app.bank_line');
CALL app.protect_officer_rows('app.bank_line');
CREATE INDEX bank_line_open ON app.bank_line (cooperative_id, account_id, on_day) WHERE match_id IS NULL;
CREATE INDEX bank_line_of_match ON app.bank_line (cooperative_id, match_id) WHERE match_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (match_id) ON app.bank_line TO coop_app;

CREATE TABLE app.bank_match_entry (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  match_id uuid NOT NULL,
  CONSTRAINT bank_entry_once PRIMARY KEY (cooperative_id, account_id, entry_id),
  FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match
);
CALL app.protect_tenant('app.bank_match_entry');
CALL app.protect_officer_rows('app.bank_match_entry');
CREATE INDEX bank_match_entry_of_match ON app.bank_match_entry (cooperative_id, match_id);
GRANT SELECT, INSERT, DELETE ON app.bank_match_entry TO coop_app;

CREATE TABLE app.opening_balances (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  opening_balances_id uuid NOT NULL,
  as_of date NOT NULL,                              -- the day of the last audited balance sheet
  file_name text NOT NULL,
  member_columns text[] NOT NULL,                   -- the headings of the two sheets
  ledger_columns text[] NOT NULL,
  transaction_id uuid,                              -- what is signed; NULL: not signed yet
  uploaded_by uuid NOT NULL,
  uploaded_by_name text NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  loan_columns text[] NOT NULL DEFAULT '{}',        -- without columns there was no such sheet
  PRIMARY KEY (cooperative_id, opening_balances_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.opening_balances');
CALL app.protect_officer_rows('app.opening_balances');
CREATE POLICY signed_stay ON app.opening_balances AS RESTRICTIVE FOR DELETE USING (transaction_id IS NULL);
CREATE POLICY signed_once ON app.opening_balances AS RESTRICTIVE FOR UPDATE USING (transaction_id IS NULL) WITH CHECK (true);
CREATE UNIQUE INDEX opening_balances_unsigned_once ON app.opening_balances (cooperative_id) WHERE transaction_id IS NULL;
GRANT SELECT, INSERT, UPDATE (transaction_id), DELETE ON app.opening_balances TO coop_app;

CREATE TABLE app.opening_balances_row (
  cooperative_id uuid NOT NULL,
  opening_balances_id uuid NOT NULL,
  sheet text NOT NULL CHECK (sheet IN ('members', 'ledger', 'loans')),
  number int NOT NULL,                              -- as the spreadsheet numbers it
  cells text[] NOT NULL,
  PRIMARY KEY (cooperative_id, opening_balances_id, sheet, number),
  FOREIGN KEY (cooperative_id, opening_balances_id) REFERENCES app.opening_balances
);
CALL app.protect_tenant('app.opening_balances_row');
CALL app.protect_officer_rows('app.opening_balances_row');
CREATE POLICY signed_stay ON app.opening_balances_row AS RESTRICTIVE FOR DELETE USING (EXISTS (SELECT FROM app.opening_balances o
  WHERE o.cooperative_id = opening_balances_row.cooperative_id AND o.opening_balances_id = opening_balances_row.opening_balances_id AND o.transaction_id IS NULL));
CREATE POLICY signed_grow_no_more ON app.opening_balances_row AS RESTRICTIVE FOR INSERT WITH CHECK (EXISTS (SELECT FROM app.opening_balances o
  WHERE o.cooperative_id = opening_balances_row.cooperative_id AND o.opening_balances_id = opening_balances_row.opening_balances_id AND o.transaction_id IS NULL));
GRANT SELECT, INSERT, DELETE ON app.opening_balances_row TO coop_app;

CREATE FUNCTION app.know_who_uploaded() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.transaction_id
      AND t.type = 'opening' AND t.recorded_by = NEW.uploaded_by) THEN
    RAISE EXCEPTION 'the officer who read the workbook signs first' USING ERRCODE = 'check_violation', CONSTRAINT = 'uploader_signs_first';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER uploader_signs_first BEFORE UPDATE OF transaction_id ON app.opening_balances FOR EACH ROW EXECUTE FUNCTION app.know_who_uploaded();

CREATE TABLE app.bank_statement_columns (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  headings jsonb NOT NULL CHECK (jsonb_typeof(headings) = 'object'),   -- field to the bank's heading
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_statement_columns');
CALL app.protect_officer_rows('app.bank_statement_columns');
GRANT SELECT, INSERT, UPDATE (headings, changed_by_name, changed_at) ON app.bank_statement_columns TO coop_app;

CREATE TABLE app.statement_link (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  link_id uuid NOT NULL,
  member_id uuid NOT NULL,
  transaction_id uuid,                              -- a receipt's movement; NULL for a statement
  from_on date,
  to_on date,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  figures jsonb,                                    -- what the page shows; taken away when the member is erased
  made_by uuid NOT NULL,
  made_by_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (cooperative_id, link_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK (num_nonnulls(from_on, to_on) = CASE WHEN transaction_id IS NULL THEN 2 ELSE 0 END),
  CHECK (figures IS NOT NULL OR withdrawn_at IS NOT NULL),
  CHECK (expires_at > made_at)
);
CALL app.protect_tenant('app.statement_link');
CREATE POLICY own_row ON app.statement_link AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
-- Who comes with a token knows no cooperative yet.
CREATE POLICY checked ON app.statement_link FOR SELECT TO coop_auth USING (true);
-- What a link showed goes a month after it has ended.
CREATE POLICY swept ON app.statement_link TO coop_jobs USING (true);
CREATE INDEX statement_link_of_member ON app.statement_link (cooperative_id, member_id, made_at DESC);
CREATE INDEX statement_link_by_token ON app.statement_link (token_hash);
CREATE INDEX statement_link_oldest ON app.statement_link (expires_at);
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON app.statement_link TO coop_app;
GRANT SELECT (cooperative_id, transaction_id, token_hash, figures, made_at, expires_at, withdrawn_at) ON app.statement_link TO coop_auth;
GRANT SELECT (expires_at, withdrawn_at), DELETE ON app.statement_link TO coop_jobs;

CREATE TABLE app.consent (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  version text NOT NULL,                            -- of the notice that was shown
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id, version),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.consent');
CREATE POLICY own_row ON app.consent AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
-- A member who sets the first password is not signed in yet.
CREATE POLICY given ON app.consent FOR INSERT TO coop_auth WITH CHECK (true);
GRANT SELECT, INSERT ON app.consent TO coop_app;
GRANT INSERT ON app.consent TO coop_auth;

CREATE TABLE app.erasure_request (
  cooperative_id uuid NOT NULL,
  request_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text,                                      -- as the member wrote it; erased with the person
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'refused', 'carried_out')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  written_on date,                                  -- of the letter; its words, as far as an officer noted them, are the reason
  recorded_by uuid,
  recorded_by_name text,
  PRIMARY KEY (cooperative_id, request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(decided_by, decided_at) = CASE WHEN status = 'pending' THEN 0 ELSE 2 END),
  CHECK (status <> 'refused' OR decided_reason IS NOT NULL),
  CONSTRAINT erasure_request_letter CHECK (num_nonnulls(written_on, recorded_by) IN (0, 2))
);
CALL app.protect_tenant('app.erasure_request');
CREATE POLICY own_row ON app.erasure_request AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY members_ask ON app.erasure_request AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (status = 'pending' AND CASE WHEN (SELECT app.is_member())
  THEN member_id = (SELECT app.member_id()) AND written_on IS NULL
  ELSE written_on IS NOT NULL AND EXISTS (SELECT FROM app.member m WHERE m.member_id = erasure_request.member_id AND m.status IN ('left', 'deceased') AND m.removed_at IS NULL) END);
CREATE POLICY officers_decide ON app.erasure_request AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()) AND status = 'pending') WITH CHECK (true);
CREATE UNIQUE INDEX erasure_request_once ON app.erasure_request (cooperative_id, member_id) WHERE status = 'pending';
CREATE INDEX erasure_request_newest ON app.erasure_request (cooperative_id, asked_at DESC);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.erasure_request TO coop_app;

-- A text without what names a person: each needle, in any case, gives way to its substitute.
CREATE FUNCTION app.without_person(p_text text, p_needles text[], p_substitute text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := p_text;
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    v_text := regexp_replace(v_text, regexp_replace(v_needle, '(\W)', '\\\1', 'g'), replace(p_substitute, '\', '\\'), 'gi');
  END LOOP;
  RETURN v_text;
END $$;
REVOKE ALL ON FUNCTION app.without_person FROM PUBLIC;

CREATE FUNCTION app.mentions(p_text text, p_needles text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_needle text; v_text text := lower(p_text);
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    IF position(lower(v_needle) IN v_text) > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $$;
REVOKE ALL ON FUNCTION app.mentions FROM PUBLIC;

-- Replaces needles in every text of this cooperative. The tables are read from the catalogue, so that one which is
-- added later is not forgotten. `p_member` limits it to that member's rows, where another person bears the same name.
CREATE FUNCTION app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  v_column record;
  v_which text;
BEGIN
  FOR v_column IN
    SELECT format('%I.%I', n.nspname, t.relname) AS relation, t.relname, a.attname AS name, a.atttypid::regtype::text AS type,
      EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'member_id' AND NOT o.attisdropped) AS is_members
    FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname IN ('app', 'audit') AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.atttypid::regtype::text IN ('text', 'jsonb', 'text[]')
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'cooperative_id' AND NOT o.attisdropped)
      -- The society's own name and address are not the member's, and the member's own row is written by itself.
      AND t.relname NOT IN ('cooperative', 'member')
  LOOP
    CONTINUE WHEN p_member IS NOT NULL AND NOT v_column.is_members;
    v_which := CASE WHEN p_member IS NULL THEN '' ELSE ' AND t.member_id = $4' END
      -- Adopted minutes are the society's record of a meeting and stay as they were adopted.
      || CASE WHEN v_column.relname = 'meeting' THEN ' AND t.adopted_at IS NULL' ELSE '' END;
    EXECUTE CASE v_column.type
      WHEN 'text' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I, $2, $3) WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I, $2)%3$s', v_column.relation, v_column.name, v_which)
      WHEN 'jsonb' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I::text, $2, $3)::jsonb WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I::text, $2)%3$s', v_column.relation, v_column.name, v_which)
      ELSE format('UPDATE %s t SET %2$I = (SELECT array_agg(app.without_person(c, $2, $3) ORDER BY o) FROM unnest(t.%2$I) WITH ORDINALITY AS u(c, o))
        WHERE t.cooperative_id = $1 AND app.mentions(array_to_string(t.%2$I, chr(10)), $2)%3$s', v_column.relation, v_column.name, v_which)
      END USING v_coop, p_needles, p_substitute, p_member;
  END LOOP;
  UPDATE platform.message g SET body = app.without_person(g.body, p_needles, p_substitute), subject = app.without_person(g.subject, p_needles, p_substitute)
    WHERE p_member IS NULL AND g.cooperative_id = v_coop AND (app.mentions(g.body, p_needles) OR app.mentions(g.subject, p_needles));
END $$;
REVOKE ALL ON FUNCTION app.replace_everywhere FROM PUBLIC;

-- Takes a person out of everything that says who a member was. The caller has checked that nothing prevents it.
CREATE FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  m app.member;
  v_login uuid;
  v_pseudonym text;
  v_digits text;
  v_other_digits text;
  v_names text[];
  v_marks text[];
  v_is_shared boolean;
  v_keeps_phone boolean;
BEGIN
  SELECT * INTO m FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id = p_member FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no member %', p_member; END IF;
  v_pseudonym := 'Former member ' || lpad(m.membership_number::text, 5, '0');
  -- A number that another member has too stays in what is written of them.
  v_keeps_phone := EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member AND o.removed_at IS NULL AND m.phone IN (o.phone, o.other_phone));
  v_digits := CASE WHEN NOT v_keeps_phone THEN right(regexp_replace(m.phone, '\D', '', 'g'), 10) END;
  v_other_digits := CASE WHEN NOT EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member AND o.removed_at IS NULL AND m.other_phone IN (o.phone, o.other_phone))
    THEN right(regexp_replace(m.other_phone, '\D', '', 'g'), 10) END;
  v_is_shared := EXISTS (SELECT FROM app.member o WHERE o.cooperative_id = v_coop AND o.member_id <> p_member
    AND lower(o.first_name) = lower(m.first_name) AND lower(o.last_name) = lower(m.last_name));
  v_names := ARRAY[m.first_name || ' ' || m.last_name, m.last_name || ' ' || m.first_name, m.last_name || ', ' || m.first_name];
  v_marks := ARRAY(SELECT DISTINCT trim(mark) FROM unnest(ARRAY[
      '+234' || v_digits, '234' || v_digits, '0' || v_digits, v_digits,
      '+234' || v_other_digits, '234' || v_other_digits, '0' || v_other_digits, v_other_digits, m.email, m.address, m.profile_picture,
      m.next_of_kin_first_name || ' ' || m.next_of_kin_last_name, m.next_of_kin_phone, m.next_of_kin_email, m.next_of_kin_address,
      m.nominee_first_name || ' ' || m.nominee_last_name, m.nominee_phone, m.nominee_email, m.nominee_address]
      || ARRAY(SELECT unnest(ARRAY[n.first_name || ' ' || n.last_name, n.phone, n.email, n.address]) FROM app.nominee n WHERE n.cooperative_id = v_coop AND n.member_id = p_member)) AS mark
    -- Shorter ones would be found inside other words.
    WHERE length(trim(mark)) >= 6 AND trim(mark) NOT IN (SELECT c.address FROM app.cooperative c WHERE c.cooperative_id = v_coop AND c.address IS NOT NULL));

  -- Files as they were read: the row of this person, with all that its columns said.
  UPDATE app.import_row r SET cells = array_fill(''::text, ARRAY[cardinality(r.cells)]), problems = '[]'
    WHERE r.cooperative_id = v_coop AND cardinality(r.cells) > 0 AND (
      (length(v_digits) = 10 AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE regexp_replace(cell, '\D', '', 'g') LIKE '%' || v_digits))
      OR m.membershipno = ANY (r.cells)
      OR (length(v_other_digits) = 10 AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE regexp_replace(cell, '\D', '', 'g') LIKE '%' || v_other_digits))
      OR (NOT v_is_shared AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) IN (SELECT lower(name) FROM unnest(v_names) AS name)))
      OR (NOT v_is_shared AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) = lower(m.first_name))
        AND EXISTS (SELECT FROM unnest(r.cells) AS cell WHERE lower(trim(cell)) = lower(m.last_name))));
  UPDATE app.opening_balances_row r SET cells = (
      SELECT array_agg(CASE WHEN lower(trim(c)) IN (lower(m.first_name), lower(m.last_name), lower(v_names[1]), lower(v_names[2])) THEN v_pseudonym ELSE c END ORDER BY o)
      FROM unnest(r.cells) WITH ORDINALITY AS u(c, o))
    WHERE r.cooperative_id = v_coop AND m.membershipno = ANY (r.cells);

  UPDATE app.deduction_line d SET name = v_pseudonym, staff_number = '' WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.deduction_return_line d SET name = v_pseudonym, staff_number = '' WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  DELETE FROM app.employment e WHERE e.cooperative_id = v_coop AND e.member_id = p_member;
  UPDATE app.loan l SET purpose = NULL, collateral = NULL, net_salary = NULL WHERE l.cooperative_id = v_coop AND l.member_id = p_member;
  UPDATE app.loan_guarantor g SET member_name = v_pseudonym WHERE g.cooperative_id = v_coop AND g.member_id = p_member;
  UPDATE app.loan_delivery d SET received_by = NULL WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.loan_document d SET file_name = 'erased', content = NULL, removed_at = coalesce(d.removed_at, clock_timestamp()), removed_by = coalesce(d.removed_by, p_by),
    removed_by_name = coalesce(d.removed_by_name, p_by_name) WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  UPDATE app.member_document d SET file_name = 'erased', content = NULL, removed_at = coalesce(d.removed_at, clock_timestamp()), removed_by = coalesce(d.removed_by, p_by),
    removed_by_name = coalesce(d.removed_by_name, p_by_name) WHERE d.cooperative_id = v_coop AND d.member_id = p_member;
  DELETE FROM app.member_photo f WHERE f.cooperative_id = v_coop AND f.member_id = p_member;
  DELETE FROM app.nominee n WHERE n.cooperative_id = v_coop AND n.member_id = p_member;
  UPDATE app.leaving_payee y SET name = CASE WHEN y.relationship IS NULL THEN v_pseudonym ELSE 'Nominee ' || y.number END, relationship = NULL, phone = NULL
    WHERE y.cooperative_id = v_coop AND y.member_id = p_member;
  UPDATE app.leaving v SET note = NULL WHERE v.cooperative_id = v_coop AND v.member_id = p_member;
  UPDATE app.statement_link k SET figures = NULL, withdrawn_at = coalesce(k.withdrawn_at, clock_timestamp()) WHERE k.cooperative_id = v_coop AND k.member_id = p_member;
  UPDATE app.membership_application p SET first_name = 'Former member', last_name = lpad(m.membership_number::text, 5, '0'), phone = '', email = NULL, address = NULL, date_of_birth = NULL, gender = NULL,
      marital_status = NULL, employment_status = NULL, employer = NULL, staff_number = NULL, next_of_kin_first_name = NULL, next_of_kin_last_name = NULL, next_of_kin_phone = NULL,
      next_of_kin_relationship = NULL, introduced_by = NULL, note = NULL, search_text = ''
    WHERE p.cooperative_id = v_coop AND (p.member_id = p_member OR (p.status <> 'waiting' AND right(regexp_replace(p.phone, '\D', '', 'g'), 10) = v_digits)
      OR (v_keeps_phone AND p.status <> 'waiting' AND p.phone = m.phone AND lower(p.first_name) = lower(m.first_name) AND lower(p.last_name) = lower(m.last_name)));
  UPDATE app.erasure_request r SET reason = NULL WHERE r.cooperative_id = v_coop AND r.member_id = p_member;
  DELETE FROM app.notification n WHERE n.cooperative_id = v_coop AND n.member_id = p_member;
  DELETE FROM platform.message g WHERE g.cooperative_id = v_coop AND (g.recipient = m.email OR (g.recipient = m.phone
    AND (NOT v_keeps_phone OR position(m.membershipno IN g.body) > 0 OR position(v_names[1] IN g.body) > 0)));

  PERFORM app.replace_everywhere(v_names, v_pseudonym, CASE WHEN v_is_shared THEN p_member END);
  PERFORM app.replace_everywhere(v_marks, '…', NULL);

  UPDATE app.cooperative c SET member_count = c.member_count - 1 WHERE c.cooperative_id = v_coop AND m.removed_at IS NULL;
  UPDATE app.member o SET first_name = 'Former member', last_name = lpad(m.membership_number::text, 5, '0'), phone = '', other_phone = NULL, shares_phone = false, email = NULL, address = NULL, date_of_birth = NULL,
      gender = 'other', marital_status = '', employment_status = '', profile_picture = NULL,
      next_of_kin_first_name = NULL, next_of_kin_last_name = NULL, next_of_kin_phone = NULL, next_of_kin_email = NULL, next_of_kin_address = NULL, next_of_kin_relationship = NULL,
      nominee_first_name = NULL, nominee_last_name = NULL, nominee_phone = NULL, nominee_email = NULL, nominee_address = NULL, nominee_relationship = NULL,
      roles = '{member}', search_text = lower(v_pseudonym), removed_at = coalesce(m.removed_at, now())
    WHERE o.cooperative_id = v_coop AND o.member_id = p_member;

  SELECT s.login_id INTO v_login FROM platform.membership s WHERE s.cooperative_id = v_coop AND s.member_id = p_member;
  PERFORM platform.close_membership(p_member, 'member_erased');
  DELETE FROM platform.session s WHERE s.cooperative_id = v_coop AND s.member_id = p_member;
  -- A person who belongs to another society too keeps the login that they have there.
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND NOT EXISTS (SELECT FROM platform.membership s WHERE s.login_id = v_login);
  RETURN v_pseudonym;
END $$;
REVOKE ALL ON FUNCTION app.erase_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.erase_member TO coop_app;

-- Every row that carries a member, table by table, without the bytes of files and the hashes of tokens. Read from the
-- catalogue, so that a table which is added later is in what a person is told about their data.
CREATE FUNCTION app.stored_about(p_member uuid) RETURNS jsonb
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := app.coop_id();
  v_table record;
  v_rows jsonb;
  v_all jsonb := '{}';
BEGIN
  IF v_coop IS NULL OR (app.is_member() AND p_member IS DISTINCT FROM app.member_id()) THEN
    RAISE EXCEPTION 'not the own records' USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOR v_table IN
    SELECT t.relname AS name, format('%I.%I', n.nspname, t.relname) AS relation,
      ARRAY(SELECT b.attname::text FROM pg_attribute b WHERE b.attrelid = t.oid AND b.attnum > 0 AND NOT b.attisdropped
        AND (b.atttypid = 'bytea'::regtype OR b.attname IN ('cooperative_id', 'search_text'))) AS hidden
    FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'member_id' AND NOT a.attisdropped
    WHERE n.nspname = 'app' AND t.relkind IN ('r', 'p') ORDER BY t.relname
  LOOP
    EXECUTE format('SELECT jsonb_agg(to_jsonb(t) - $3) FROM %s t WHERE t.cooperative_id = $1 AND t.member_id = $2', v_table.relation) INTO v_rows USING v_coop, p_member, v_table.hidden;
    IF v_rows IS NOT NULL THEN v_all := v_all || jsonb_build_object(v_table.name, v_rows); END IF;
  END LOOP;
  RETURN v_all;
END $$;
REVOKE ALL ON FUNCTION app.stored_about FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.stored_about TO coop_app;

SET LOCAL ROLE ledger_owner;

-- What moved on the accounts and loans of a member in a period, and the balance of each before it (the row without an entry).
-- A member's own session reads no entry; this door shows those that move the member's accounts, and of them the member's lines.
CREATE FUNCTION ledger.member_lines(p_member uuid, p_from date, p_to date)
RETURNS TABLE (account_id uuid, entry_id uuid, source_entry_id uuid, entry_no bigint, effective_on date, line int, kind text, is_reversal boolean, receipt_number text, debit bigint, credit bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_coop uuid := app.coop_id();
BEGIN
  IF v_coop IS NULL OR (app.is_member() AND p_member IS DISTINCT FROM app.member_id()) THEN
    RAISE EXCEPTION 'not the own accounts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    WITH own AS (
      SELECT a.account_id FROM ledger.account a WHERE a.cooperative_id = v_coop AND a.member_id = p_member
      UNION SELECT l.account_id FROM app.loan l WHERE l.cooperative_id = v_coop AND l.member_id = p_member AND l.account_id IS NOT NULL),
    moved AS (
      SELECT o.account_id, p.entry_id, p.line::int AS line, p.amount AS debit, 0::bigint AS credit
        FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.debit_id = o.account_id
      UNION ALL
      SELECT o.account_id, p.entry_id, p.line::int, 0::bigint, p.amount FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.credit_id = o.account_id),
    dated AS (
      SELECT v.*, e.entry_no, e.effective_on, e.kind, e.reverses_id, e.hash FROM moved v
      JOIN ledger.entry e ON e.cooperative_id = v_coop AND e.entry_id = v.entry_id WHERE e.effective_on <= p_to)
    SELECT o.account_id, NULL::uuid, NULL::uuid, NULL::bigint, NULL::date, NULL::int, NULL::text, false, NULL::text,
      coalesce(sum(d.debit), 0)::bigint, coalesce(sum(d.credit), 0)::bigint
      FROM own o LEFT JOIN dated d ON d.account_id = o.account_id AND d.effective_on < p_from GROUP BY o.account_id
    UNION ALL
    SELECT d.account_id, d.entry_id, coalesce(d.reverses_id, d.entry_id), d.entry_no, d.effective_on, d.line, d.kind, d.reverses_id IS NOT NULL,
      d.entry_no || '-' || substr(encode(d.hash, 'hex'), 1, 10), d.debit, d.credit
      FROM dated d WHERE d.effective_on >= p_from;
END $$;
REVOKE ALL ON FUNCTION ledger.member_lines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.member_lines TO coop_app;

SET LOCAL ROLE coop_owner;

CREATE TABLE app.leaving (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('resignation', 'expulsion', 'death')),
  status text NOT NULL CHECK (status IN ('open', 'waiting', 'settled', 'cancelled', 'reversed')),   -- waiting: for approval
  noticed_on date NOT NULL,                         -- the day of the notice, of the decision, or of the death
  notice_ends_on date,                              -- NULL: no notice runs
  waived_reason text, waived_by_name text, waived_at timestamptz,
  note text,
  status_before text NOT NULL CHECK (status_before IN ('active', 'inactive')),
  started_by uuid NOT NULL,
  started_by_name text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The settlement as it is asked for and posted. Each asking has an id of its own, so that approvals never pass to another.
  settlement_id uuid,
  settled_on date,
  held bigint, set_off bigint, fee bigint, net bigint,   -- kobo
  statement jsonb,                                  -- its accounts and loans, amounts in kobo as text
  approvals_needed int CHECK (approvals_needed BETWEEN 0 AND 2),
  asked_by uuid, asked_by_name text, asked_at timestamptz,
  entry_id uuid, entry_no bigint, receipt_number text,   -- NULL where there was nothing to move
  settled_by_name text, settled_at timestamptz,
  ended_by_name text, ended_at timestamptz, ended_reason text,   -- cancelled or reversed
  PRIMARY KEY (cooperative_id, leaving_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(waived_reason, waived_by_name, waived_at) IN (0, 3)),
  CHECK (num_nonnulls(settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at) IN (0, 11)),
  CHECK (status NOT IN ('waiting', 'settled', 'reversed') OR settlement_id IS NOT NULL),
  CHECK (held = set_off + fee + net AND least(held, set_off, fee, net) >= 0),
  CHECK ((status IN ('settled', 'reversed')) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (settled_by_name IS NULL)),
  CHECK (num_nonnulls(entry_id, entry_no, receipt_number) IN (0, 3) AND (entry_id IS NULL OR status IN ('settled', 'reversed'))),
  CHECK ((status IN ('cancelled', 'reversed')) = (ended_at IS NOT NULL) AND num_nonnulls(ended_by_name, ended_at, ended_reason) IN (0, 3))
);
CALL app.protect_tenant('app.leaving');
-- For coop_app alone: a function with its owner's rights sees all rows of the cooperative in a member's session too.
CREATE POLICY own_row ON app.leaving AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY officers_insert ON app.leaving AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.leaving AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX leaving_stands ON app.leaving (cooperative_id, member_id) WHERE status IN ('open', 'waiting', 'settled');
CREATE UNIQUE INDEX leaving_settlement ON app.leaving (cooperative_id, settlement_id) WHERE settlement_id IS NOT NULL;
CREATE UNIQUE INDEX leaving_entry ON app.leaving (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX leaving_by_member ON app.leaving (cooperative_id, member_id, started_at);
GRANT SELECT, INSERT, UPDATE (status, waived_reason, waived_by_name, waived_at, settlement_id, settled_on, held, set_off, fee, net, statement,
  approvals_needed, asked_by, asked_by_name, asked_at, entry_id, entry_no, receipt_number, settled_by_name, settled_at, ended_by_name, ended_at,
  ended_reason) ON app.leaving TO coop_app;

-- Who is paid of a settlement, how much, and through which account; without one it is owed to them.
CREATE TABLE app.leaving_payee (
  cooperative_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  number int NOT NULL CHECK (number BETWEEN 1 AND 20),
  member_id uuid NOT NULL,
  name text NOT NULL,
  relationship text,
  phone text,
  share_basis_points int NOT NULL CHECK (share_basis_points BETWEEN 1 AND 10000),
  amount bigint NOT NULL CHECK (amount >= 0),       -- kobo
  account_id uuid,
  account_name text,
  PRIMARY KEY (cooperative_id, leaving_id, number),
  FOREIGN KEY (cooperative_id, leaving_id) REFERENCES app.leaving,
  CHECK (num_nonnulls(account_id, account_name) IN (0, 2))
);
CALL app.protect_tenant('app.leaving_payee');
CALL app.protect_officer_rows('app.leaving_payee');
GRANT SELECT, INSERT, DELETE ON app.leaving_payee TO coop_app;

-- What was owed and is paid later, each by a voucher of its own.
CREATE TABLE app.leaving_payout (
  cooperative_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  leaving_id uuid NOT NULL,
  number int NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  occurred_on date NOT NULL,
  account_id uuid NOT NULL,
  account_name text NOT NULL,
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  receipt_number text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_no bigint, reversal_reason text, reversed_by_name text, reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, payout_id),
  FOREIGN KEY (cooperative_id, leaving_id, number) REFERENCES app.leaving_payee,
  CHECK (num_nonnulls(reversal_no, reversal_reason, reversed_by_name, reversed_at) = CASE WHEN status = 'reversed' THEN 4 ELSE 0 END)
);
CALL app.protect_tenant('app.leaving_payout');
CALL app.protect_officer_rows('app.leaving_payout');
CREATE UNIQUE INDEX leaving_payout_once ON app.leaving_payout (cooperative_id, leaving_id, number) WHERE status = 'posted';
GRANT SELECT, INSERT, UPDATE (status, reversal_no, reversal_reason, reversed_by_name, reversed_at) ON app.leaving_payout TO coop_app;

-- app.erase_member empties the phone last; with it goes what the person asked for in words and in pictures.
CREATE FUNCTION app.empty_member_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.member_request r SET note = NULL, fields = CASE WHEN r.fields IS NOT NULL THEN '[]'::jsonb END, reason = CASE WHEN r.reason IS NOT NULL THEN '…' END,
      nominees_before = CASE WHEN r.nominees_before IS NOT NULL THEN '[]'::jsonb END, nominees = CASE WHEN r.nominees IS NOT NULL THEN '[]'::jsonb END,
      status = CASE r.status WHEN 'waiting' THEN 'withdrawn' ELSE r.status END, ended_at = coalesce(r.ended_at, clock_timestamp())
    WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  UPDATE app.transaction_proof p SET file_name = 'erased', content = NULL WHERE p.cooperative_id = NEW.cooperative_id AND p.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.empty_member_requests FROM PUBLIC;
-- An erased member has the empty phone, also one who had none.
CREATE TRIGGER erased_member_requests AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.empty_member_requests();

CREATE FUNCTION app.refer_return() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT w.cooperative_id, w.return_id FROM written w) w
      WHERE NOT EXISTS (SELECT FROM app.deduction_return r WHERE r.cooperative_id = w.cooperative_id AND r.return_id = w.return_id)) THEN
    RAISE EXCEPTION 'a line is of a return of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'line_of_return';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refer_return AFTER INSERT ON app.deduction_return_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return();
ALTER TABLE app.deduction_return_line ENABLE ALWAYS TRIGGER refer_return;
CREATE TRIGGER refer_return AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return();
ALTER TABLE app.deduction ENABLE ALWAYS TRIGGER refer_return;

CREATE TABLE app.first_unpaid_month (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  month date CHECK (extract(day FROM month) = 1),   -- null where the plan asks for nothing more
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
) WITH (fillfactor = 70);   -- a payroll moves the month of everybody, in place
CALL app.protect_tenant('app.first_unpaid_month');
CALL app.protect_officer_rows('app.first_unpaid_month');
CREATE POLICY reckoned_by_the_job ON app.first_unpaid_month AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.first_unpaid_month AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
GRANT SELECT, INSERT, UPDATE (month) ON app.first_unpaid_month TO coop_app;

-- No key of its own members: members are never removed, and a posting waits for no other's.
CREATE TABLE app.unpaid_month_to_reckon (
  cooperative_id uuid NOT NULL,
  mark bigint GENERATED BY DEFAULT AS IDENTITY,
  member_id uuid NOT NULL,
  month date NOT NULL,                              -- nothing changed before it
  PRIMARY KEY (cooperative_id, mark)
);
CALL app.protect_tenant('app.unpaid_month_to_reckon');
CREATE POLICY own_row ON app.unpaid_month_to_reckon AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY written_with_what_changed ON app.unpaid_month_to_reckon AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (pg_trigger_depth() > 0);
CREATE POLICY taken_by_the_job ON app.unpaid_month_to_reckon AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY waiting ON app.unpaid_month_to_reckon FOR SELECT TO coop_jobs USING (true);
GRANT SELECT, INSERT (cooperative_id, member_id, month), DELETE ON app.unpaid_month_to_reckon TO coop_app;
GRANT SELECT (cooperative_id) ON app.unpaid_month_to_reckon TO coop_jobs;

-- The first month, from one on before which all is paid, of which more is asked than was paid; null where there is none.
-- Only that month, one after a payment, and one in which a plan begins can be the first. The sums keep a plan that PostgreSQL
-- made while the tables were small from walking over everybody's payments of a month.
CREATE FUNCTION app.first_unpaid_since(p_coop uuid, p_member uuid, p_since date) RETURNS date LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    WITH paid AS MATERIALIZED (
      SELECT line.month, sum(line.amount) AS amount FROM (
        SELECT t.period AS month, t.amount FROM app.transaction t
          WHERE t.cooperative_id = p_coop AND t.member_id = p_member AND t.period + 0 >= p_since AND t.status = 'approved'
        UNION ALL SELECT d.period, d.savings_amount FROM app.deduction d
          WHERE d.cooperative_id = p_coop AND d.member_id = p_member AND d.period + 0 >= p_since AND NOT d.credited) line
      GROUP BY 1)
    SELECT c.month FROM (
      SELECT p_since AS month
      UNION SELECT (paid.month + interval '1 month')::date FROM paid
      UNION SELECT p.effective_from FROM app.contribution_plan p
        WHERE p.cooperative_id = p_coop AND p.member_id = p_member AND p.effective_from > p_since
      ORDER BY 1 OFFSET 0) c
    WHERE (SELECT p.monthly FROM app.contribution_plan p
        WHERE p.cooperative_id = p_coop AND p.member_id = p_member AND p.effective_from <= c.month ORDER BY p.effective_from DESC LIMIT 1)
      > coalesce((SELECT paid.amount FROM paid WHERE paid.month = c.month), 0)
    LIMIT 1);
END $$;
REVOKE ALL ON FUNCTION app.first_unpaid_since FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.first_unpaid_since TO coop_app;

-- What was written down, worked out: the first unpaid month of each such member now. A change after the kept month leaves it.
CREATE VIEW app.unpaid_month_written_down WITH (security_invoker = true) AS
  SELECT w.cooperative_id, w.member_id, CASE WHEN w.since > u.month THEN u.month ELSE app.first_unpaid_since(w.cooperative_id, w.member_id, w.since) END AS month
  FROM (SELECT r.cooperative_id, r.member_id, min(r.month) AS since FROM app.unpaid_month_to_reckon r GROUP BY 1, 2) w
  LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = w.cooperative_id AND u.member_id = w.member_id;
GRANT SELECT ON app.unpaid_month_written_down TO coop_app;

CREATE FUNCTION app.reckon_unpaid_months(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_members uuid[];
  v_since date[];
BEGIN
  -- A second one beside it would keep what it read before the first one wrote; it leaves all to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.first_unpaid_month ' || p_coop, 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM app.unpaid_month_to_reckon r WHERE r.cooperative_id = p_coop RETURNING r.member_id, r.month)
    SELECT array_agg(t.member_id), array_agg(t.since) INTO v_members, v_since FROM (SELECT member_id, min(month) AS since FROM taken GROUP BY 1 ORDER BY 1) t;
  -- A statement of its own, which sees all that was committed with what was just taken.
  INSERT INTO app.first_unpaid_month AS kept (cooperative_id, member_id, month)
    SELECT p_coop, w.member_id, app.first_unpaid_since(p_coop, w.member_id, w.since)
    FROM unnest(v_members, v_since) AS w(member_id, since) LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = p_coop AND u.member_id = w.member_id
    WHERE (w.since > u.month) IS NOT TRUE
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET month = EXCLUDED.month WHERE kept.month IS DISTINCT FROM EXCLUDED.month;
END $$;
REVOKE ALL ON FUNCTION app.reckon_unpaid_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reckon_unpaid_months TO coop_app;

CREATE FUNCTION app.plan_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.effective_from FROM changed c;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.plan_moves_first_unpaid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.plan_moves_first_unpaid TO coop_app;
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid();

CREATE FUNCTION app.contribution_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month)
    SELECT c.cooperative_id, c.member_id, c.period FROM changed c WHERE c.period IS NOT NULL AND c.status IN ('approved', 'reversed');
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.contribution_moves_first_unpaid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.contribution_moves_first_unpaid TO coop_app;
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid();

CREATE FUNCTION app.deduction_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.period FROM changed c;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.deduction_moves_first_unpaid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.deduction_moves_first_unpaid TO coop_app;
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();
CREATE TRIGGER first_unpaid_on_delete AFTER DELETE ON app.deduction REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();

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

-- app.erase_member writes the pseudonym into the search text; what it does not know of goes with that.
CREATE FUNCTION app.erase_bank_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_marks text[];
BEGIN
  v_marks := ARRAY(SELECT b.account_number FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id);
  DELETE FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id;
  IF cardinality(v_marks) > 0 THEN PERFORM app.replace_everywhere(v_marks, '…', NULL); END IF;
  NEW.title := NULL;
  NEW.former_number := NULL;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.erase_bank_details FROM PUBLIC;
CREATE TRIGGER bank_details_go_too BEFORE UPDATE OF search_text ON app.member FOR EACH ROW
  WHEN (NEW.search_text = 'former member ' || lpad(NEW.membership_number::text, 5, '0') AND NEW.first_name = 'Former member') EXECUTE FUNCTION app.erase_bank_details();
