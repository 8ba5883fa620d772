-- The schema as the migrations leave it, to be read and compared, not to be run.
-- npm run schema writes it; a test fails where it differs from what the migrations make.
--
-- Of a table it names what differs from a cooperative's standard table: one that belongs to the owner of its schema, whose first
-- column is cooperative_id uuid NOT NULL, with row security forced and the policy tenant. A policy without a text is as
-- app.protect_member_rows or app.protect_officer_rows makes it. A view or function belongs to the owner of its schema too; the
-- body of a function is in its migration, here is its checksum.

-- Roles
coop_app LOGIN idle_in_transaction_session_timeout=15s, lock_timeout=3s, statement_timeout=10s, synchronous_commit=on
coop_auth LOGIN idle_in_transaction_session_timeout=15s, lock_timeout=3s, statement_timeout=10s, synchronous_commit=on
coop_jobs LOGIN idle_in_transaction_session_timeout=15s, lock_timeout=3s, statement_timeout=10s, synchronous_commit=on
coop_owner NOLOGIN
coop_platform LOGIN idle_in_transaction_session_timeout=15s, lock_timeout=3s, statement_timeout=10s, synchronous_commit=on
ledger_owner NOLOGIN

-- Schemas
app OWNER coop_owner USAGE TO coop_app, coop_auth, coop_jobs, coop_platform, ledger_owner
audit OWNER coop_owner USAGE TO coop_app, coop_jobs
ledger OWNER ledger_owner USAGE TO coop_app, coop_jobs, coop_owner
platform OWNER coop_owner USAGE TO coop_app, coop_auth, coop_jobs, coop_platform

-- Tables
TABLE app.account_enquiry, key (cooperative_id, bank_name, account_number)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  bank_name text NOT NULL
  account_number text NOT NULL CHECK ((account_number ~ '^[0-9]{10}$'::text))
  holder_name text
  no_name_because text CHECK ((no_name_because = ANY (ARRAY['unknown'::text, 'unavailable'::text, 'bank_unlisted'::text])))
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT account_enquiry_check CHECK ((num_nonnulls(holder_name, no_name_because) = 1))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (holder_name, no_name_because, asked_at)
TABLE app.account_type, key (cooperative_id, account_type_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  account_type_id uuid NOT NULL
  code, name text NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['savings'::text, 'shares'::text, 'fixed_deposit'::text])))
  control_id uuid NOT NULL
  is_default boolean NOT NULL DEFAULT false
  retired_at timestamp with time zone
  release_on date
  early_release boolean NOT NULL DEFAULT false
  interest_rate_basis_points integer CHECK (((interest_rate_basis_points >= 1) AND (interest_rate_basis_points <= 10000)))
  interest_day_count text CHECK ((interest_day_count = ANY (ARRAY['actual/365'::text, 'actual/360'::text])))
  interest_rounding text CHECK ((interest_rounding = ANY (ARRAY['half_up'::text, 'half_even'::text])))
  interest_method text CHECK ((interest_method = ANY (ARRAY['minimum'::text, 'average'::text, 'daily'::text])))
  interest_every text CHECK ((interest_every = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text])))
  interest_least_balance bigint CHECK ((interest_least_balance >= 0))
  deposit_months integer CHECK (((deposit_months >= 1) AND (deposit_months <= 120)))
  deposit_least_amount bigint CHECK ((deposit_least_amount > 0))
  deposit_at_maturity text CHECK ((deposit_at_maturity = ANY (ARRAY['pay_out'::text, 'renew_principal'::text, 'renew_all'::text])))
  deposit_break_rule text CHECK ((deposit_break_rule = ANY (ARRAY['forfeit'::text, 'lower_rate'::text])))
  deposit_break_rate_basis_points integer CHECK (((deposit_break_rate_basis_points >= 0) AND (deposit_break_rate_basis_points <= 10000)))
  deposit_notice_days integer CHECK (((deposit_notice_days >= 0) AND (deposit_notice_days <= 366)))
  deposit_rates jsonb NOT NULL DEFAULT '[]'::jsonb
  is_payable, is_for_former boolean NOT NULL DEFAULT false
  CONSTRAINT account_type_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT default_is_offered CHECK (((NOT is_default) OR (retired_at IS NULL)))
  CONSTRAINT deposit_is_said_whole CHECK ((num_nonnulls(deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule, deposit_break_rate_basis_points, deposit_notice_days) = CASE WHEN (kind = 'fixed_deposit'::text) THEN 6 ELSE 0 END))
  CONSTRAINT deposits_are_no_default CHECK (((kind <> 'fixed_deposit'::text) OR (NOT is_default)))
  CONSTRAINT deposits_bear_interest CHECK (((kind <> 'fixed_deposit'::text) OR (interest_rate_basis_points IS NOT NULL)))
  CONSTRAINT interest_is_said_whole CHECK ((num_nonnulls(interest_rate_basis_points, interest_day_count, interest_rounding) = ANY (ARRAY[0, 3])))
  CONSTRAINT only_savings_wait CHECK (((release_on IS NULL) OR ((kind = 'savings'::text) AND (NOT is_default))))
  CONSTRAINT owed_is_payable CHECK ((is_payable OR (NOT is_for_former)))
  CONSTRAINT payables_are_plain CHECK (((NOT is_payable) OR ((kind = 'savings'::text) AND (NOT is_default) AND (retired_at IS NOT NULL) AND (release_on IS NULL) AND (interest_rate_basis_points IS NULL))))
  CONSTRAINT rates_are_of_deposits CHECK (((jsonb_typeof(deposit_rates) = 'array'::text) AND ((kind = 'fixed_deposit'::text) OR (deposit_rates = '[]'::jsonb))))
  CONSTRAINT savings_interest_is_said_whole CHECK ((num_nonnulls(interest_method, interest_every, interest_least_balance) = CASE WHEN ((kind = 'savings'::text) AND (interest_rate_basis_points IS NOT NULL)) THEN 3 ELSE 0 END))
  CONSTRAINT shares_bear_no_interest CHECK (((kind <> 'shares'::text) OR (interest_rate_basis_points IS NULL)))
  UNIQUE INDEX account_type_default (cooperative_id) WHERE is_default
  UNIQUE INDEX account_type_of_payables (cooperative_id, is_for_former) WHERE is_payable
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_type_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER kept_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, is_default, retired_at, release_on, early_release, interest_rate_basis_points, interest_day_count, interest_rounding, interest_method, interest_every, interest_least_balance, deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule, deposit_break_rate_basis_points, deposit_notice_days, deposit_rates)
TABLE app.agenda_template, key (cooperative_id, template)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  template text NOT NULL CHECK ((template = ANY (ARRAY['annual_general'::text, 'general'::text, 'special_general'::text, 'committee'::text, 'loans'::text])))
  agenda text[] NOT NULL CHECK (((cardinality(agenda) >= 1) AND (cardinality(agenda) <= 40)))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (agenda)
TABLE app.announcement, key (cooperative_id, announcement_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  announcement_id uuid NOT NULL
  type text NOT NULL CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  message text NOT NULL
  recipients integer NOT NULL CHECK ((recipients > 0))
  sms integer NOT NULL CHECK ((sms >= 0))
  emails integer NOT NULL CHECK ((emails >= 0))
  sent_by uuid NOT NULL
  sent_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  in_app, unreached integer
  CONSTRAINT announcement_check CHECK (((in_app >= 0) AND (in_app <= recipients)))
  CONSTRAINT announcement_check1 CHECK (((unreached >= 0) AND (unreached <= recipients)))
  INDEX announcement_newest (cooperative_id, created_at DESC, announcement_id DESC)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.api_key, key (cooperative_id, api_key_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  api_key_id uuid NOT NULL
  name text NOT NULL CHECK (((length(name) >= 1) AND (length(name) <= 60)))
  scopes text[] NOT NULL CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['members.read'::text, 'savings.read'::text, 'loans.read'::text, 'books.read'::text, 'contributions.record'::text])))
  key_hash bytea NOT NULL CHECK ((length(key_hash) = 32))
  made_by uuid NOT NULL
  made_by_member uuid
  created_at timestamp with time zone NOT NULL DEFAULT now()
  expires_at timestamp with time zone NOT NULL
  last_used_at timestamp with time zone
  last_address text
  revoked_at timestamp with time zone
  CONSTRAINT api_key_cooperative_id_made_by_member_fkey FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT api_key_check CHECK ((expires_at <= (created_at + '366 days'::interval)))
  INDEX api_key_by_hash (key_hash)
  INDEX api_key_by_maker (cooperative_id, made_by_member) WHERE (revoked_at IS NULL)
  POLICY looked_up FOR SELECT TO coop_auth USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY revoked_for_good AS RESTRICTIVE FOR UPDATE TO coop_app USING ((revoked_at IS NULL)) WITH CHECK (true)
  POLICY used FOR UPDATE TO coop_auth USING (true)
  GRANT TO coop_app: INSERT (cooperative_id, api_key_id, name, scopes, key_hash, made_by, made_by_member, expires_at), SELECT, UPDATE (revoked_at)
  GRANT TO coop_auth: SELECT, UPDATE (last_used_at, last_address)
TABLE app.appropriation, key (cooperative_id, appropriation_id)
  appropriation_id, closing_id, transaction_id uuid NOT NULL
  surplus bigint NOT NULL CHECK ((surplus > 0))
  meeting_id uuid NOT NULL
  resolution text NOT NULL CHECK (((length(resolution) >= 1) AND (length(resolution) <= 500)))
  director_reference text CHECK (((length(director_reference) >= 1) AND (length(director_reference) <= 120)))
  released_at timestamp with time zone
  CONSTRAINT appropriation_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT appropriation_cooperative_id_closing_id_fkey FOREIGN KEY (cooperative_id, closing_id) REFERENCES app.year_closing(cooperative_id, closing_id)
  CONSTRAINT appropriation_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT appropriation_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX appropriation_by_meeting (cooperative_id, meeting_id)
  UNIQUE INDEX appropriation_of_a_year_once (cooperative_id, closing_id) WHERE (released_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.approval, key (cooperative_id, subject_id, approved_by)
  subject_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['transaction'::text, 'reversal'::text, 'loan'::text, 'write_off'::text, 'leaving'::text, 'change'::text, 'office_change'::text])))
  maker_id, approved_by uuid NOT NULL
  approved_by_name text NOT NULL
  alone boolean NOT NULL
  approved_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT maker_is_not_checker CHECK (((approved_by <> maker_id) OR alone))
  POLICY officers_only
  TRIGGER know_the_maker BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.know_the_maker()
  TRIGGER one_person_once BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.one_person_once()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.asset_disposal, key (cooperative_id, disposal_id)
  disposal_id, asset_id, transaction_id uuid NOT NULL
  disposed_on date NOT NULL
  proceeds bigint NOT NULL CHECK ((proceeds >= 0))
  accumulated bigint NOT NULL CHECK ((accumulated >= 0))
  reason text NOT NULL CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  released_at timestamp with time zone
  CONSTRAINT asset_disposal_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT asset_disposal_cooperative_id_asset_id_fkey FOREIGN KEY (cooperative_id, asset_id) REFERENCES app.fixed_asset(cooperative_id, asset_id)
  CONSTRAINT asset_disposal_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  UNIQUE INDEX asset_disposed_once (cooperative_id, asset_id) WHERE (released_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.attendance, key (cooperative_id, meeting_id, member_id)
  meeting_id, member_id uuid NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT attendance_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT attendance_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX attendance_by_member (cooperative_id, member_id)
  POLICY own_row
  TRIGGER adopted_attendance_stays BEFORE INSERT OR DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_adopted_attendance()
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.ballot, key (cooperative_id, vote_id, serial)
  vote_id uuid NOT NULL
  serial bytea NOT NULL CHECK ((octet_length(serial) = 32))
  choices smallint[] NOT NULL
  signature bytea NOT NULL
  CONSTRAINT ballot_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  TRIGGER papers_stay BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  GRANT TO coop_app: SELECT
TABLE app.ballot_box, key (cooperative_id, vote_id, serial)
  vote_id uuid NOT NULL
  serial bytea NOT NULL CHECK ((octet_length(serial) = 32))
  choices smallint[] NOT NULL
  signature bytea NOT NULL
  CONSTRAINT ballot_box_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  TRIGGER vote_is_open BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots()
  GRANT TO coop_app: INSERT
TABLE app.bank_account, key (cooperative_id, account_id)
  account_id uuid NOT NULL
  bank text NOT NULL CHECK (((length(bank) >= 1) AND (length(bank) <= 80)))
  account_number text NOT NULL CHECK ((account_number ~ '^[0-9]{10}$'::text))
  account_name text NOT NULL CHECK (((length(account_name) >= 1) AND (length(account_name) <= 120)))
  shown_to_members boolean NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY shown AS RESTRICTIVE FOR SELECT TO coop_app USING ((shown_to_members OR ( SELECT (NOT app.is_member()))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (bank, account_number, account_name, shown_to_members, changed_by_name, changed_at)
TABLE app.bank_file_layout, key (cooperative_id, account_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  account_id uuid NOT NULL
  layout jsonb NOT NULL CHECK ((jsonb_typeof(layout) = 'array'::text))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (layout)
TABLE app.bank_line, key (cooperative_id, line_id)
  line_id, account_id, statement_id uuid NOT NULL
  place integer NOT NULL
  on_day date NOT NULL
  narration text NOT NULL
  amount bigint NOT NULL CHECK ((amount <> 0))
  balance bigint NOT NULL
  nth integer NOT NULL
  match_id, entered_id uuid
  CONSTRAINT bank_line_once UNIQUE (cooperative_id, account_id, on_day, amount, balance, nth)
  CONSTRAINT bank_line_cooperative_id_match_id_fkey FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match(cooperative_id, match_id)
  CONSTRAINT bank_line_cooperative_id_statement_id_fkey FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement(cooperative_id, statement_id)
  CONSTRAINT line_was_entered FOREIGN KEY (cooperative_id, entered_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX bank_line_entered (cooperative_id, entered_id) WHERE (entered_id IS NOT NULL)
  INDEX bank_line_of_match (cooperative_id, match_id) WHERE (match_id IS NOT NULL)
  INDEX bank_line_open (cooperative_id, account_id, on_day) WHERE (match_id IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (match_id, entered_id)
TABLE app.bank_match, key (cooperative_id, match_id)
  match_id, account_id uuid NOT NULL
  confirmed_by_name text
  confirmed_at timestamp with time zone
  CONSTRAINT bank_match_check CHECK (((confirmed_by_name IS NULL) = (confirmed_at IS NULL)))
  INDEX bank_match_of_account (cooperative_id, account_id)
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (confirmed_by_name, confirmed_at)
TABLE app.bank_match_entry, key bank_entry_once (cooperative_id, account_id, entry_id)
  account_id, entry_id, match_id uuid NOT NULL
  CONSTRAINT bank_match_entry_cooperative_id_match_id_fkey FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match(cooperative_id, match_id)
  INDEX bank_match_entry_of_match (cooperative_id, match_id)
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.bank_statement, key (cooperative_id, statement_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  statement_id, account_id uuid NOT NULL
  file_name text NOT NULL
  from_on, to_on date NOT NULL
  opening_balance, closing_balance bigint NOT NULL
  lines integer NOT NULL CHECK ((lines > 0))
  uploaded_by_name text NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT bank_statement_check CHECK ((to_on >= from_on))
  INDEX bank_statement_of_account (cooperative_id, account_id, to_on DESC)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.bank_statement_columns, key (cooperative_id, account_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  account_id uuid NOT NULL
  headings jsonb NOT NULL CHECK ((jsonb_typeof(headings) = 'object'::text))
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (headings, changed_by_name, changed_at)
TABLE app.candidate, key (cooperative_id, candidate_id)
  candidate_id, election_id, post_id, member_id, proposed_by uuid NOT NULL
  statement text NOT NULL CHECK ((length(statement) <= 1000))
  status text NOT NULL CHECK ((status = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text, 'excluded'::text, 'elected'::text, 'not_elected'::text])))
  excluded_because text CHECK ((excluded_because = ANY (ARRAY['not_active'::text, 'joined_late'::text, 'in_arrears'::text, 'terms_used'::text, 'seconders_missing'::text, 'not_accepted'::text])))
  nominated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT candidate_cooperative_id_election_id_post_id_member_id_key UNIQUE (cooperative_id, election_id, post_id, member_id)
  CONSTRAINT candidate_cooperative_id_election_id_post_id_fkey FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post(cooperative_id, election_id, post_id)
  CONSTRAINT candidate_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT candidate_cooperative_id_proposed_by_fkey FOREIGN KEY (cooperative_id, proposed_by) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT candidate_check CHECK (((excluded_because IS NOT NULL) = (status = 'excluded'::text)))
  INDEX candidate_by_member (cooperative_id, member_id)
  INDEX candidate_by_proposer (cooperative_id, proposed_by)
  POLICY own_candidacy AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY proposed_by_self AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (proposed_by = ( SELECT app.member_id() AS member_id))))
  TRIGGER nominations_are_open BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (statement, status, excluded_because)
TABLE app.change_request, key (cooperative_id, change_request_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  change_request_id uuid NOT NULL
  action text NOT NULL
  input jsonb NOT NULL
  description text NOT NULL
  member_id, own_member_id uuid
  status text NOT NULL DEFAULT 'pending'::text CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  amount bigint CHECK ((amount > 0))
  approvals_needed smallint NOT NULL DEFAULT 1 CHECK (((approvals_needed >= 1) AND (approvals_needed <= 2)))
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['change'::text, 'office_change'::text])))
  opens_to_asker boolean NOT NULL DEFAULT false
  CONSTRAINT change_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT change_request_check CHECK (((status = 'pending'::text) = (decided_by IS NULL)))
  CONSTRAINT change_request_check1 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT money_never_opens_to_asker CHECK (((NOT opens_to_asker) OR (amount IS NULL)))
  INDEX change_request_by_member (cooperative_id, member_id)
  UNIQUE INDEX change_request_once (cooperative_id, action, md5((input)::text)) WHERE (status = 'pending'::text)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason)
TABLE app.closing_acceptance, key (cooperative_id, closing_id, item)
  closing_id uuid NOT NULL
  item text NOT NULL CHECK ((length(item) <= 40))
  found text NOT NULL CHECK ((length(found) <= 300))
  reason text NOT NULL CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  CONSTRAINT closing_acceptance_cooperative_id_closing_id_fkey FOREIGN KEY (cooperative_id, closing_id) REFERENCES app.year_closing(cooperative_id, closing_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.configuration, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  fiscal_year_start text NOT NULL DEFAULT '01-01'::text
  share_par_value bigint NOT NULL CHECK ((share_par_value > 0))
  shares_min integer NOT NULL CHECK ((shares_min >= 0))
  share_ceiling_basis_points integer NOT NULL CHECK (((share_ceiling_basis_points >= 0) AND (share_ceiling_basis_points <= 10000)))
  contribution_min bigint NOT NULL CHECK ((contribution_min >= 0))
  entrance_fee bigint NOT NULL CHECK ((entrance_fee >= 0))
  savings_multiple_percent integer NOT NULL CHECK ((savings_multiple_percent >= 0))
  waiting_months integer NOT NULL CHECK ((waiting_months >= 0))
  guarantors_required integer NOT NULL CHECK ((guarantors_required >= 0))
  exit_notice_months integer NOT NULL CHECK ((exit_notice_months >= 0))
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  withdrawal_approvals integer CHECK (((withdrawal_approvals >= 0) AND (withdrawal_approvals <= 2)))
  withdrawal_approvals_from bigint NOT NULL DEFAULT 0 CHECK ((withdrawal_approvals_from >= 0))
  share_approvals integer CHECK (((share_approvals >= 0) AND (share_approvals <= 2)))
  share_approvals_from bigint NOT NULL DEFAULT 0 CHECK ((share_approvals_from >= 0))
  journal_approvals integer CHECK (((journal_approvals >= 0) AND (journal_approvals <= 2)))
  journal_approvals_from bigint NOT NULL DEFAULT 0 CHECK ((journal_approvals_from >= 0))
  reversal_approvals integer CHECK (((reversal_approvals >= 0) AND (reversal_approvals <= 2)))
  reversal_approvals_from bigint NOT NULL DEFAULT 0 CHECK ((reversal_approvals_from >= 0))
  society_kind text NOT NULL DEFAULT 'general'::text CHECK ((society_kind = ANY (ARRAY['general'::text, 'salary_earners'::text, 'market'::text, 'non_interest'::text])))
  write_off_approvals integer CHECK (((write_off_approvals >= 0) AND (write_off_approvals <= 2)))
  write_off_approvals_from bigint NOT NULL DEFAULT 0 CHECK ((write_off_approvals_from >= 0))
  loan_interest_basis text NOT NULL DEFAULT 'cash'::text CHECK ((loan_interest_basis = ANY (ARRAY['cash'::text, 'accrual'::text])))
  suspend_interest_after_days integer NOT NULL DEFAULT 90 CHECK (((suspend_interest_after_days >= 1) AND (suspend_interest_after_days <= 365)))
  leaving_fee bigint NOT NULL DEFAULT 0 CHECK ((leaving_fee >= 0))
  contributions_due_from date NOT NULL CHECK ((EXTRACT(day FROM contributions_due_from) = (1)::numeric))
  arrears_tolerance bigint NOT NULL DEFAULT 0 CHECK ((arrears_tolerance >= 0))
  arrears_tolerance_days integer NOT NULL DEFAULT 0 CHECK (((arrears_tolerance_days >= 0) AND (arrears_tolerance_days <= 30)))
  arrears_cured_after integer NOT NULL DEFAULT 3 CHECK (((arrears_cured_after >= 1) AND (arrears_cured_after <= 24)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee, savings_multiple_percent, waiting_months, guarantors_required, exit_notice_months, updated_at, withdrawal_approvals, withdrawal_approvals_from, share_approvals, share_approvals_from, journal_approvals, journal_approvals_from, reversal_approvals, reversal_approvals_from, society_kind, write_off_approvals, write_off_approvals_from, loan_interest_basis, suspend_interest_after_days, leaving_fee, contributions_due_from, arrears_tolerance, arrears_tolerance_days, arrears_cured_after)
TABLE app.configuration_change, key (cooperative_id, change_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  change_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['settings'::text, 'account_type'::text, 'loan_configuration'::text, 'account'::text, 'good'::text])))
  subject_id uuid NOT NULL
  subject_name text NOT NULL
  fields jsonb NOT NULL
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  INDEX configuration_change_newest (cooperative_id, changed_at DESC, change_id DESC)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.consent, key (cooperative_id, member_id, version)
  member_id uuid NOT NULL
  version text NOT NULL
  given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT consent_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY given FOR INSERT TO coop_auth WITH CHECK (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT
  GRANT TO coop_auth: INSERT
TABLE app.consent_link, key (cooperative_id, link_id)
  link_id, loan_id, member_id uuid NOT NULL
  token_hash bytea NOT NULL CHECK ((octet_length(token_hash) = 32))
  made_by uuid NOT NULL
  made_by_name text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  expires_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  outcome text CHECK ((outcome = ANY (ARRAY['accepted'::text, 'declined'::text, 'replaced'::text])))
  codes_sent integer NOT NULL DEFAULT 0
  code_sent_at timestamp with time zone
  code_hash bytea
  tries_left integer NOT NULL DEFAULT 0 CHECK ((tries_left >= 0))
  CONSTRAINT consent_link_cooperative_id_loan_id_member_id_fkey FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor(cooperative_id, loan_id, member_id)
  CONSTRAINT consent_link_check CHECK (((ended_at IS NULL) = (outcome IS NULL)))
  CONSTRAINT consent_link_check1 CHECK ((expires_at > made_at))
  INDEX consent_link_by_token (token_hash)
  INDEX consent_link_of_guarantee (cooperative_id, loan_id, member_id, made_at)
  INDEX consent_link_oldest (expires_at)
  UNIQUE INDEX consent_link_open (cooperative_id, loan_id, member_id) WHERE (ended_at IS NULL)
  POLICY borrowers_send AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((outcome IS NULL) AND (code_hash IS NULL) AND (( SELECT (NOT app.is_member())) OR (loan_id IN ( SELECT l.loan_id FROM app.loan l)))))
  POLICY guarantors_use AS RESTRICTIVE FOR UPDATE TO coop_app USING ((ended_at IS NULL)) WITH CHECK (((NOT (outcome IS DISTINCT FROM 'replaced'::text)) OR (( SELECT app.is_member() AS is_member) AND (member_id = ( SELECT app.member_id() AS member_id)))))
  POLICY looked_up FOR SELECT TO coop_auth USING (true)
  POLICY own_link AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id FROM app.loan l))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (ended_at, outcome, codes_sent, code_sent_at, code_hash, tries_left)
  GRANT TO coop_auth: SELECT (cooperative_id, link_id, loan_id, member_id, token_hash, expires_at, outcome)
  GRANT TO coop_jobs: DELETE, SELECT (expires_at, outcome)
TABLE app.contribution_plan, key (cooperative_id, member_id, effective_from)
  member_id uuid NOT NULL
  effective_from date NOT NULL CHECK ((EXTRACT(day FROM effective_from) = (1)::numeric))
  monthly bigint NOT NULL CHECK ((monthly >= 0))
  CONSTRAINT contribution_plan_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY own_row
  TRIGGER first_unpaid_on_insert AFTER INSERT REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid()
  TRIGGER first_unpaid_on_update AFTER UPDATE REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (monthly)
TABLE app.cooperative, key (cooperative_id)
  coop_id, name, phone text NOT NULL
  email, address, registration_number text
  status text NOT NULL DEFAULT 'pending'::text CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'rejected'::text])))
  status_reason text
  status_changed_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_membership_number integer NOT NULL DEFAULT 0
  member_count integer NOT NULL DEFAULT 0 CHECK ((member_count >= 0))
  search_text text NOT NULL DEFAULT ''::text
  deleted_at timestamp with time zone
  plan text NOT NULL DEFAULT 'trial'::text CHECK ((plan = ANY (ARRAY['trial'::text, 'standard'::text, 'free'::text])))
  trial_ends_on, trial_reminded_of date
  logo_version text
  anchor_told_on date
  INDEX cooperative_newest (created_at DESC, cooperative_id)
  INDEX cooperative_trials (trial_ends_on) WHERE ((plan = 'trial'::text) AND (deleted_at IS NULL))
  POLICY anchored FOR SELECT TO coop_jobs USING (true)
  POLICY authenticated FOR SELECT TO coop_auth USING (true)
  POLICY overseen FOR SELECT TO coop_platform USING (true)
  POLICY overseen_change FOR UPDATE TO coop_platform USING (true) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, email, address, registration_number, last_membership_number, member_count, search_text, logo_version, anchor_told_on)
  GRANT TO coop_auth: SELECT (cooperative_id, coop_id, name, phone, email, status, deleted_at)
  GRANT TO coop_jobs: SELECT (cooperative_id, coop_id, name, anchor_told_on)
  GRANT TO coop_platform: SELECT, UPDATE (name, email, address, registration_number, status, status_reason, status_changed_at, search_text, deleted_at, plan, trial_ends_on, trial_reminded_of)
TABLE app.cooperative_total, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  savings, shares bigint NOT NULL
  month date NOT NULL CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  month_transactions integer NOT NULL
  month_amount bigint NOT NULL
  last_entry_at timestamp with time zone
  summed_at timestamp with time zone NOT NULL
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY overseen FOR SELECT TO coop_platform USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at)
  GRANT TO coop_platform: SELECT
TABLE app.deduction, key deducted_once (cooperative_id, schedule_id, member_id, period)
  schedule_id, member_id uuid NOT NULL
  period date NOT NULL
  return_id uuid NOT NULL
  loans_amount bigint NOT NULL CHECK ((loans_amount >= 0))
  levy_amount bigint NOT NULL CHECK ((levy_amount >= 0))
  savings_amount bigint NOT NULL CHECK ((savings_amount >= 0))
  shares_amount bigint NOT NULL CHECK ((shares_amount >= 0))
  unallocated_amount bigint NOT NULL CHECK ((unallocated_amount >= 0))
  credited boolean NOT NULL
  INDEX deduction_of_member (cooperative_id, member_id, period) INCLUDE (savings_amount) WHERE (NOT credited)
  INDEX deduction_of_return (cooperative_id, return_id)
  INDEX deduction_waiting (cooperative_id, period, member_id) WHERE (NOT credited)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  TRIGGER first_unpaid_on_delete AFTER DELETE REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid()
  TRIGGER first_unpaid_on_insert AFTER INSERT REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid()
  TRIGGER first_unpaid_on_update AFTER UPDATE REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid()
  TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER refer_return AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return() (always)
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount, credited)
TABLE app.deduction_line, key (cooperative_id, schedule_id, number)
  schedule_id uuid NOT NULL
  number integer NOT NULL
  member_id uuid NOT NULL
  staff_number, membershipno, name text NOT NULL
  loans_amount bigint NOT NULL CHECK ((loans_amount >= 0))
  levy_amount bigint NOT NULL CHECK ((levy_amount >= 0))
  savings_amount bigint NOT NULL CHECK ((savings_amount >= 0))
  shares_amount bigint NOT NULL CHECK ((shares_amount >= 0))
  total_amount bigint NOT NULL
  missed_amount bigint NOT NULL DEFAULT 0
  CONSTRAINT deduction_line_cooperative_id_schedule_id_member_id_key UNIQUE (cooperative_id, schedule_id, member_id)
  CONSTRAINT deduction_line_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT deduction_line_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  CONSTRAINT deduction_line_check CHECK (((total_amount > 0) AND (total_amount = (((loans_amount + levy_amount) + savings_amount) + shares_amount))))
  CONSTRAINT deduction_line_check1 CHECK (((missed_amount >= 0) AND (missed_amount <= savings_amount)))
  POLICY draft_grows AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK ((schedule_id IN ( SELECT s.schedule_id FROM app.deduction_schedule s WHERE (s.sent_at IS NULL))))
  POLICY draft_shrinks AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((schedule_id IN ( SELECT s.schedule_id FROM app.deduction_schedule s WHERE (s.sent_at IS NULL))))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.deduction_return, key (cooperative_id, return_id)
  return_id, schedule_id, employer_id uuid NOT NULL
  file_name text NOT NULL
  file_hash bytea NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['checked'::text, 'posting'::text, 'deducted'::text, 'posted'::text, 'failed'::text, 'reversed'::text, 'discarded'::text])))
  occurred_on date NOT NULL
  employer_says_amount bigint CHECK ((employer_says_amount >= 0))
  accepted_amount bigint NOT NULL DEFAULT 0
  progress integer NOT NULL DEFAULT 0
  failure text
  entry_id uuid
  entry_no bigint
  accepted_at timestamp with time zone
  accepted_by_name, reversal_reason text
  created_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  members_told boolean NOT NULL DEFAULT true
  remittance_id uuid
  rows_left_out integer NOT NULL DEFAULT 0
  left_out jsonb NOT NULL DEFAULT '[]'::jsonb
  CONSTRAINT deduction_return_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT deduction_return_cooperative_id_remittance_id_fkey FOREIGN KEY (cooperative_id, remittance_id) REFERENCES app.remittance(cooperative_id, remittance_id)
  CONSTRAINT deduction_return_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  CONSTRAINT deduction_return_check CHECK (((status <> 'posted'::text) OR (entry_id IS NOT NULL)))
  INDEX deduction_return_of_entry (cooperative_id, entry_id) WHERE (entry_id IS NOT NULL)
  INDEX deduction_return_of_schedule (cooperative_id, schedule_id, created_at DESC)
  INDEX deduction_return_to_credit (cooperative_id, return_id) WHERE ((status = 'deducted'::text) AND (remittance_id IS NOT NULL))
  INDEX deduction_return_untold (cooperative_id, return_id) WHERE (NOT members_told)
  UNIQUE INDEX one_return_of_a_file (cooperative_id, schedule_id, file_hash) WHERE (status = ANY (ARRAY['deducted'::text, 'posted'::text]))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY to_credit FOR SELECT TO coop_jobs USING (((status = 'deducted'::text) AND (remittance_id IS NOT NULL)))
  POLICY untold FOR SELECT TO coop_jobs USING ((NOT members_told))
  TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, return_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER kept_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, occurred_on, employer_says_amount, accepted_amount, progress, failure, entry_id, entry_no, accepted_at, accepted_by_name, reversal_reason, members_told, remittance_id)
  GRANT TO coop_jobs: SELECT (cooperative_id, return_id, status, members_told, remittance_id)
TABLE app.deduction_return_line, key (cooperative_id, return_id, number)
  return_id uuid NOT NULL
  number integer NOT NULL
  file_row, line_number integer
  member_id uuid
  staff_number, membershipno, name text NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['exact'::text, 'short'::text, 'over'::text, 'missing'::text, 'unknown'::text, 'duplicate'::text])))
  note text
  scheduled_amount bigint NOT NULL CHECK ((scheduled_amount >= 0))
  deducted_amount bigint NOT NULL CHECK ((deducted_amount >= 0))
  decision text CHECK ((decision = ANY (ARRAY['post'::text, 'split'::text, 'hold'::text, 'refuse'::text])))
  loans_amount bigint NOT NULL DEFAULT 0 CHECK ((loans_amount >= 0))
  levy_amount bigint NOT NULL DEFAULT 0 CHECK ((levy_amount >= 0))
  savings_amount bigint NOT NULL DEFAULT 0 CHECK ((savings_amount >= 0))
  shares_amount bigint NOT NULL DEFAULT 0 CHECK ((shares_amount >= 0))
  unallocated_amount bigint NOT NULL DEFAULT 0 CHECK ((unallocated_amount >= 0))
  owed_to uuid
  CONSTRAINT deduction_return_line_check CHECK (((decision IS NULL) = (kind = 'missing'::text)))
  CONSTRAINT every_kobo_decided CHECK ((((((loans_amount + levy_amount) + savings_amount) + shares_amount) + unallocated_amount) = CASE WHEN (decision = 'refuse'::text) THEN (0)::bigint ELSE deducted_amount END))
  POLICY officers_only
  TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER refer_return AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return() (always)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (decision, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount, owed_to)
TABLE app.deduction_schedule, key (cooperative_id, schedule_id)
  schedule_id, employer_id uuid NOT NULL
  period date NOT NULL CHECK ((EXTRACT(day FROM period) = (1)::numeric))
  layout jsonb
  members integer NOT NULL DEFAULT 0
  loans_amount, levy_amount, savings_amount, shares_amount, total_amount bigint NOT NULL DEFAULT 0
  created_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  sent_at timestamp with time zone
  sent_by_name text
  CONSTRAINT one_schedule_a_month UNIQUE (cooperative_id, employer_id, period)
  CONSTRAINT deduction_schedule_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT deduction_schedule_check CHECK (((sent_at IS NULL) = (layout IS NULL)))
  CONSTRAINT deduction_schedule_check1 CHECK (((sent_at IS NULL) = (sent_by_name IS NULL)))
  INDEX deduction_schedule_newest (cooperative_id, period DESC, schedule_id)
  POLICY officers_only
  POLICY sent_once AS RESTRICTIVE FOR UPDATE TO PUBLIC USING ((sent_at IS NULL)) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (layout, members, loans_amount, levy_amount, savings_amount, shares_amount, total_amount, sent_at, sent_by_name)
TABLE app.deduction_settings, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  allocation_order text[] NOT NULL
  credit_on text NOT NULL CHECK ((credit_on = ANY (ARRAY['deduction'::text, 'remittance'::text])))
  levy_amount bigint NOT NULL CHECK (((levy_amount >= 0) AND (levy_amount <= '100000000000000'::bigint)))
  levy_code text NOT NULL
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  arrears boolean NOT NULL DEFAULT false
  missed_savings text NOT NULL DEFAULT 'none'::text CHECK ((missed_savings = ANY (ARRAY['none'::text, 'one'::text, 'all'::text])))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (allocation_order, credit_on, levy_amount, levy_code, updated_at, arrears, missed_savings)
TABLE app.deposit_accrual_line, key (cooperative_id, accrual_id, deposit_id)
  accrual_id, deposit_id uuid NOT NULL
  payable bigint NOT NULL CHECK ((payable > 0))
  CONSTRAINT deposit_accrual_line_cooperative_id_accrual_id_fkey FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual(cooperative_id, accrual_id)
  CONSTRAINT deposit_accrual_line_cooperative_id_deposit_id_fkey FOREIGN KEY (cooperative_id, deposit_id) REFERENCES app.fixed_deposit(cooperative_id, deposit_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.depreciation_line, key (cooperative_id, run_id, asset_id, period)
  run_id, asset_id uuid NOT NULL
  period date NOT NULL CHECK ((EXTRACT(day FROM period) = (1)::numeric))
  amount bigint NOT NULL CHECK ((amount > 0))
  released_at timestamp with time zone
  CONSTRAINT depreciation_line_cooperative_id_asset_id_fkey FOREIGN KEY (cooperative_id, asset_id) REFERENCES app.fixed_asset(cooperative_id, asset_id)
  CONSTRAINT depreciation_line_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.depreciation_run(cooperative_id, run_id)
  UNIQUE INDEX asset_month_once (cooperative_id, asset_id, period) INCLUDE (amount) WHERE (released_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.depreciation_run, key (cooperative_id, run_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  run_id, transaction_id uuid NOT NULL
  through date NOT NULL
  amount bigint NOT NULL CHECK ((amount > 0))
  assets integer NOT NULL CHECK ((assets > 0))
  released_at timestamp with time zone
  CONSTRAINT depreciation_run_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT depreciation_run_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.dividend_choice, key (cooperative_id, member_id)
  member_id uuid NOT NULL
  paid_to text NOT NULL CHECK ((paid_to = ANY (ARRAY['savings'::text, 'shares'::text, 'loan'::text, 'bank'::text])))
  chosen_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT dividend_choice_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (paid_to, chosen_at)
TABLE app.dividend_exclusion, key (cooperative_id, run_id, member_id)
  run_id, member_id uuid NOT NULL
  reason text NOT NULL CHECK ((reason = ANY (ARRAY['in_arrears'::text, 'not_active'::text, 'by_name'::text])))
  basis bigint NOT NULL
  note text CHECK (((length(note) >= 3) AND (length(note) <= 200)))
  CONSTRAINT dividend_exclusion_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT dividend_exclusion_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.dividend_run(cooperative_id, run_id)
  CONSTRAINT dividend_exclusion_basis_check CHECK (((basis > 0) OR ((basis = 0) AND (reason = 'by_name'::text))))
  CONSTRAINT named_with_a_reason CHECK (((reason = 'by_name'::text) = (note IS NOT NULL)))
  INDEX dividend_exclusion_by_member (cooperative_id, member_id, run_id)
  POLICY own_row
  POLICY run_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.dividend_line, key (cooperative_id, run_id, member_id)
  run_id, member_id, account_id uuid NOT NULL
  basis bigint NOT NULL CHECK ((basis > 0))
  balances bigint[] NOT NULL
  gross bigint NOT NULL CHECK ((gross >= 0))
  tax bigint NOT NULL
  paid_to text NOT NULL DEFAULT 'savings'::text CHECK ((paid_to = ANY (ARRAY['savings'::text, 'shares'::text, 'loan'::text, 'bank'::text])))
  spent_at timestamp with time zone
  spent bigint NOT NULL DEFAULT 0
  spent_entries bigint[] NOT NULL DEFAULT '{}'::bigint[]
  kept_because text CHECK ((length(kept_because) <= 300))
  post text CHECK (((length(post) >= 1) AND (length(post) <= 80)))
  CONSTRAINT dividend_line_check CHECK (((tax >= 0) AND (tax <= gross)))
  CONSTRAINT spent_by_entries CHECK ((((spent > 0) = (cardinality(spent_entries) > 0)) AND ((spent = 0) OR (spent_at IS NOT NULL))))
  CONSTRAINT spent_for_shares_or_loans CHECK (((spent_at IS NULL) OR (paid_to = ANY (ARRAY['shares'::text, 'loan'::text]))))
  CONSTRAINT spent_of_its_net CHECK (((spent >= 0) AND (spent <= (gross - tax))))
  INDEX dividend_line_by_member (cooperative_id, member_id, run_id)
  INDEX dividend_line_unspent (cooperative_id, run_id) WHERE ((paid_to = ANY (ARRAY['shares'::text, 'loan'::text])) AND (spent_at IS NULL))
  POLICY own_row
  POLICY run_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY spent_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (spent_at IS NULL))) WITH CHECK (true)
  TRIGGER refer_dividend_line AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_dividend_line() (always)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (spent_at, spent, spent_entries, kept_because)
TABLE app.dividend_rules, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  basis text CHECK ((basis = ANY (ARRAY['balance'::text, 'interest_paid'::text, 'purchases'::text])))
  account_type_id uuid
  basis_clause text NOT NULL CHECK ((length(basis_clause) <= 120))
  method text CHECK ((method = ANY (ARRAY['month_counted'::text, 'month_excluded'::text, 'daily'::text, 'closing'::text])))
  method_clause text NOT NULL CHECK ((length(method_clause) <= 120))
  held_months integer CHECK (((held_months >= 0) AND (held_months <= 12)))
  held_clause text NOT NULL CHECK ((length(held_clause) <= 120))
  cap_basis_points integer CHECK (((cap_basis_points >= 1) AND (cap_basis_points <= 10000)))
  cap_clause text NOT NULL CHECK ((length(cap_clause) <= 120))
  patronage_basis text CHECK ((patronage_basis = ANY (ARRAY['interest_paid'::text, 'purchases'::text])))
  patronage_clause text NOT NULL DEFAULT ''::text CHECK ((length(patronage_clause) <= 120))
  CONSTRAINT dividend_rules_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT balances_are_of_a_type CHECK (((NOT (basis IS DISTINCT FROM 'balance'::text)) = (account_type_id IS NOT NULL)))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (basis, account_type_id, basis_clause, method, method_clause, held_months, held_clause, cap_basis_points, cap_clause, patronage_basis, patronage_clause)
TABLE app.dividend_run, key (cooperative_id, run_id)
  run_id, transaction_id, appropriation_id, account_id uuid NOT NULL
  name text NOT NULL
  year_from, year_end date NOT NULL
  basis text NOT NULL CHECK ((basis = ANY (ARRAY['balance'::text, 'interest_paid'::text, 'purchases'::text, 'named'::text])))
  account_type_id uuid
  account_type_name text
  method text CHECK ((method = ANY (ARRAY['month_counted'::text, 'month_excluded'::text, 'daily'::text, 'closing'::text])))
  held_months integer NOT NULL CHECK (((held_months >= 0) AND (held_months <= 12)))
  tax_basis_points integer NOT NULL CHECK (((tax_basis_points >= 0) AND (tax_basis_points <= 5000)))
  paid_to uuid NOT NULL
  basis_total bigint NOT NULL CHECK ((basis_total > 0))
  pool bigint NOT NULL CHECK ((pool > 0))
  tax bigint NOT NULL CHECK ((tax >= 0))
  members integer NOT NULL CHECK ((members > 0))
  posted_on date
  released_at timestamp with time zone
  excluding text NOT NULL DEFAULT 'none'::text CHECK ((excluding = ANY (ARRAY['none'::text, 'in_arrears'::text, 'not_active'::text, 'in_arrears_or_not_active'::text])))
  departure text CHECK (((length(departure) >= 3) AND (length(departure) <= 200)))
  CONSTRAINT dividend_run_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT dividend_run_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT dividend_run_cooperative_id_appropriation_id_fkey FOREIGN KEY (cooperative_id, appropriation_id) REFERENCES app.appropriation(cooperative_id, appropriation_id)
  CONSTRAINT dividend_run_cooperative_id_paid_to_fkey FOREIGN KEY (cooperative_id, paid_to) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT dividend_run_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT dividend_run_check CHECK ((year_from < year_end))
  CONSTRAINT dividend_run_check1 CHECK ((num_nonnulls(account_type_id, account_type_name, method) = CASE basis WHEN 'balance'::text THEN 3 ELSE 0 END))
  UNIQUE INDEX dividend_of_a_line_once (cooperative_id, appropriation_id, account_id) WHERE (released_at IS NULL)
  POLICY posted_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY run_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (posted_on)
TABLE app.dividend_settings, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  paid_to text NOT NULL CHECK ((paid_to = ANY (ARRAY['savings'::text, 'shares'::text, 'loan'::text, 'bank'::text])))
  members_choose boolean NOT NULL
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (paid_to, members_choose)
TABLE app.document, key (cooperative_id, document_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  document_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = 'cac'::text))
  file_name text NOT NULL
  media_type text NOT NULL CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  content, sha256 bytea NOT NULL
  uploaded_by uuid NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT now()
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY verified FOR SELECT TO coop_platform USING ((kind = 'cac'::text))
  GRANT TO coop_app: INSERT, SELECT
  GRANT TO coop_platform: SELECT
TABLE app.due_from_change, key (cooperative_id, change_id)
  change_id, member_id uuid NOT NULL
  due_from date NOT NULL
  arrears bigint NOT NULL CHECK ((arrears >= 0))
  reason text NOT NULL CHECK ((reason <> ''::text))
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT due_from_change_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX due_from_change_of (cooperative_id, member_id, changed_at DESC)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.election, key (cooperative_id, election_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  election_id uuid NOT NULL
  title text NOT NULL CHECK (((length(title) >= 1) AND (length(title) <= 120)))
  meeting_id uuid
  nominations_open_at, nominations_close_at timestamp with time zone NOT NULL
  takes_office_on date NOT NULL
  term_years, terms_max, seconders, member_for_days integer NOT NULL
  arrears_excluded boolean NOT NULL
  unopposed, tie_rule text NOT NULL
  status text NOT NULL DEFAULT 'open'::text CHECK ((status = ANY (ARRAY['open'::text, 'completed'::text, 'cancelled'::text])))
  opened_by_name text NOT NULL
  opened_at timestamp with time zone NOT NULL DEFAULT now()
  cancelled_reason text
  turnout_min integer NOT NULL DEFAULT 0
  CONSTRAINT election_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT election_check CHECK ((nominations_close_at > nominations_open_at))
  CONSTRAINT election_check1 CHECK (((cancelled_reason IS NOT NULL) = (status = 'cancelled'::text)))
  INDEX election_by_meeting (cooperative_id, meeting_id) WHERE (meeting_id IS NOT NULL)
  INDEX election_by_opening (cooperative_id, nominations_open_at, election_id)
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY opened_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, cancelled_reason)
TABLE app.election_ballot, key (cooperative_id, election_id, post_id, round)
  election_id, post_id uuid NOT NULL
  round integer NOT NULL CHECK (((round >= 1) AND (round <= 9)))
  vote_id uuid NOT NULL
  seats integer NOT NULL CHECK (((seats >= 1) AND (seats <= 20)))
  candidates uuid[] NOT NULL CHECK (((cardinality(candidates) >= 1) AND (cardinality(candidates) <= 10)))
  CONSTRAINT election_ballot_cooperative_id_vote_id_key UNIQUE (cooperative_id, vote_id)
  CONSTRAINT election_ballot_cooperative_id_election_id_post_id_fkey FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post(cooperative_id, election_id, post_id)
  CONSTRAINT election_ballot_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  POLICY opened_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.election_post, key (cooperative_id, election_id, post_id)
  election_id, post_id uuid NOT NULL
  seats integer NOT NULL CHECK (((seats >= 1) AND (seats <= 20)))
  outcome text CHECK ((outcome = ANY (ARRAY['elected'::text, 'unopposed'::text, 'not_elected'::text, 'vacant'::text])))
  note text CHECK ((length(note) <= 300))
  CONSTRAINT election_post_cooperative_id_election_id_fkey FOREIGN KEY (cooperative_id, election_id) REFERENCES app.election(cooperative_id, election_id)
  CONSTRAINT election_post_cooperative_id_post_id_fkey FOREIGN KEY (cooperative_id, post_id) REFERENCES app.post(cooperative_id, post_id)
  INDEX election_post_by_post (cooperative_id, post_id)
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY opened_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (outcome, note)
TABLE app.election_rules, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  term_years integer NOT NULL CHECK (((term_years >= 1) AND (term_years <= 10)))
  term_clause text NOT NULL CHECK ((length(term_clause) <= 120))
  terms_max integer NOT NULL CHECK (((terms_max >= 0) AND (terms_max <= 10)))
  terms_clause text NOT NULL CHECK ((length(terms_clause) <= 120))
  seconders integer NOT NULL CHECK (((seconders >= 0) AND (seconders <= 20)))
  seconders_clause text NOT NULL CHECK ((length(seconders_clause) <= 120))
  member_for_days integer NOT NULL CHECK (((member_for_days >= 0) AND (member_for_days <= 3650)))
  member_for_clause text NOT NULL CHECK ((length(member_for_clause) <= 120))
  arrears_excluded boolean NOT NULL
  arrears_clause text NOT NULL CHECK ((length(arrears_clause) <= 120))
  unopposed text NOT NULL CHECK ((unopposed = ANY (ARRAY['declared'::text, 'vote'::text])))
  unopposed_clause text NOT NULL CHECK ((length(unopposed_clause) <= 120))
  tie_rule text NOT NULL CHECK ((tie_rule = ANY (ARRAY['run_off'::text, 'lots'::text])))
  tie_clause text NOT NULL CHECK ((length(tie_clause) <= 120))
  turnout_min integer NOT NULL DEFAULT 0 CHECK (((turnout_min >= 0) AND (turnout_min <= 100)))
  turnout_clause text NOT NULL DEFAULT ''::text CHECK ((length(turnout_clause) <= 120))
  POLICY changed_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (term_years, term_clause, terms_max, terms_clause, seconders, seconders_clause, member_for_days, member_for_clause, arrears_excluded, arrears_clause, unopposed, unopposed_clause, tie_rule, tie_clause, turnout_min, turnout_clause)
TABLE app.employer, key (cooperative_id, employer_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  employer_id uuid NOT NULL
  name, code text NOT NULL
  contact_name, contact_phone, contact_email text
  layout jsonb NOT NULL
  receivable_id uuid NOT NULL
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT employer_cooperative_id_name_key UNIQUE (cooperative_id, name)
  CONSTRAINT employer_cooperative_id_receivable_id_key UNIQUE (cooperative_id, receivable_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, code, contact_name, contact_phone, contact_email, layout, search_text)
TABLE app.employment, key (cooperative_id, member_id)
  member_id, employer_id uuid NOT NULL
  staff_number text NOT NULL
  from_on date NOT NULL
  shares_amount bigint NOT NULL DEFAULT 0 CHECK (((shares_amount >= 0) AND (shares_amount <= '100000000000000'::bigint)))
  CONSTRAINT staff_number_is_one_members UNIQUE (cooperative_id, employer_id, staff_number)
  CONSTRAINT employment_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT employment_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (employer_id, staff_number, from_on, shares_amount)
TABLE app.enquiry, key (cooperative_id, enquiry_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  enquiry_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['complaint'::text, 'suggestion'::text, 'audit_query'::text])))
  subject text NOT NULL
  status text NOT NULL DEFAULT 'open'::text CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'answered'::text, 'closed'::text])))
  member_id, asked_by uuid
  asked_by_name text
  reference bytea CHECK ((length(reference) = 32))
  asked_at, changed_at timestamp with time zone NOT NULL DEFAULT now()
  closed_by_name text
  officers_told boolean NOT NULL
  CONSTRAINT enquiry_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT enquiry_check CHECK ((num_nulls(asked_by, asked_by_name) = ANY (ARRAY[0, 2])))
  CONSTRAINT enquiry_check1 CHECK (((reference IS NOT NULL) = (asked_by IS NULL)))
  CONSTRAINT enquiry_check2 CHECK (((reference IS NULL) OR (member_id IS NULL)))
  INDEX enquiry_by_member (cooperative_id, member_id) WHERE (member_id IS NOT NULL)
  INDEX enquiry_latest (cooperative_id, changed_at DESC, enquiry_id)
  INDEX enquiry_untold (cooperative_id) WHERE (NOT officers_told)
  UNIQUE INDEX enquiry_by_reference (cooperative_id, reference) WHERE (reference IS NOT NULL)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, changed_at, closed_by_name, officers_told)
TABLE app.enquiry_batch, key (cooperative_id, month, member_id, number)
  month date NOT NULL
  member_id uuid NOT NULL
  number smallint NOT NULL CHECK (((number >= 1) AND (number <= 2)))
  blinded_hash bytea NOT NULL CHECK ((octet_length(blinded_hash) = 32))
  CONSTRAINT enquiry_batch_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT enquiry_batch_cooperative_id_month_fkey FOREIGN KEY (cooperative_id, month) REFERENCES app.enquiry_key(cooperative_id, month) ON DELETE CASCADE
  INDEX enquiry_batch_by_member (cooperative_id, member_id)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((member_id = ( SELECT app.member_id() AS member_id)))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.enquiry_box, key (cooperative_id, token_hash)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  month date NOT NULL
  token_hash bytea NOT NULL CHECK ((octet_length(token_hash) = 32))
  reference bytea NOT NULL CHECK ((octet_length(reference) = 32))
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['complaint'::text, 'suggestion'::text])))
  subject, text text NOT NULL
  day date NOT NULL
  UNIQUE INDEX enquiry_box_by_reference (cooperative_id, reference)
TABLE app.enquiry_key, key (cooperative_id, month)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  month date NOT NULL
  public_key bytea NOT NULL
  sealed bytea
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (sealed)
TABLE app.enquiry_message, key (cooperative_id, enquiry_id, message_id)
  enquiry_id, message_id uuid NOT NULL
  member_id uuid
  is_answer boolean NOT NULL
  author_name text
  text text NOT NULL
  written_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT enquiry_message_cooperative_id_enquiry_id_fkey FOREIGN KEY (cooperative_id, enquiry_id) REFERENCES app.enquiry(cooperative_id, enquiry_id)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT
TABLE app.enquiry_token_spent, key (cooperative_id, token_hash)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  month date NOT NULL
  token_hash bytea NOT NULL CHECK ((octet_length(token_hash) = 32))
TABLE app.erasure_request, key (cooperative_id, request_id)
  request_id, member_id uuid NOT NULL
  reason text
  status text NOT NULL DEFAULT 'pending'::text CHECK ((status = ANY (ARRAY['pending'::text, 'refused'::text, 'carried_out'::text])))
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  written_on date
  recorded_by uuid
  recorded_by_name text
  CONSTRAINT erasure_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT erasure_request_check CHECK ((num_nonnulls(decided_by, decided_at) = CASE WHEN (status = 'pending'::text) THEN 0 ELSE 2 END))
  CONSTRAINT erasure_request_check1 CHECK (((status <> 'refused'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT erasure_request_letter CHECK ((num_nonnulls(written_on, recorded_by) = ANY (ARRAY[0, 2])))
  INDEX erasure_request_newest (cooperative_id, asked_at DESC)
  UNIQUE INDEX erasure_request_once (cooperative_id, member_id) WHERE (status = 'pending'::text)
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((status = 'pending'::text) AND CASE WHEN ( SELECT app.is_member() AS is_member) THEN ((member_id = ( SELECT app.member_id() AS member_id)) AND (written_on IS NULL)) ELSE ((written_on IS NOT NULL) AND (EXISTS ( SELECT FROM app.member m WHERE ((m.member_id = erasure_request.member_id) AND (m.status = ANY (ARRAY['left'::text, 'deceased'::text])) AND (m.removed_at IS NULL))))) END))
  POLICY officers_decide AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (status = 'pending'::text))) WITH CHECK (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason)
TABLE app.export, key (cooperative_id, export_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  export_id uuid NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['running'::text, 'ready'::text, 'failed'::text])))
  progress, steps integer NOT NULL DEFAULT 0
  bytes bigint CHECK ((bytes > 0))
  failure text
  requested_by uuid NOT NULL
  requested_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  ready_at timestamp with time zone
  CONSTRAINT export_check CHECK ((((status = 'ready'::text) = (bytes IS NOT NULL)) AND ((status = 'ready'::text) = (ready_at IS NOT NULL))))
  CONSTRAINT export_check1 CHECK (((status = 'failed'::text) = (failure IS NOT NULL)))
  INDEX export_oldest (created_at)
  UNIQUE INDEX one_export (cooperative_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (status, progress, steps, bytes, failure, ready_at)
  GRANT TO coop_jobs: DELETE, SELECT (created_at)
TABLE app.export_part, key (cooperative_id, export_id, number)
  export_id uuid NOT NULL
  number integer NOT NULL
  content bytea NOT NULL
  CONSTRAINT export_part_cooperative_id_export_id_fkey FOREIGN KEY (cooperative_id, export_id) REFERENCES app.export(cooperative_id, export_id) ON DELETE CASCADE
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.external_auditor, key (cooperative_id, auditor_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  auditor_id uuid NOT NULL
  number integer NOT NULL CHECK ((number > 0))
  login_id uuid NOT NULL
  name text NOT NULL
  phone, email text
  ends_on date NOT NULL
  invited_by uuid NOT NULL
  invited_by_name text NOT NULL
  invited_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  ended_by_name text
  CONSTRAINT external_auditor_cooperative_id_login_id_key UNIQUE (cooperative_id, login_id)
  CONSTRAINT external_auditor_cooperative_id_number_key UNIQUE (cooperative_id, number)
  CONSTRAINT external_auditor_check CHECK ((num_nonnulls(phone, email) > 0))
  CONSTRAINT external_auditor_check1 CHECK (((ended_at IS NULL) OR (ended_by_name IS NOT NULL)))
  POLICY authenticated FOR SELECT TO coop_auth USING (true)
  POLICY ended_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((ended_at IS NULL)) WITH CHECK ((ended_at IS NOT NULL))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT (cooperative_id, auditor_id, number, login_id, name, phone, email, ends_on, invited_by, invited_by_name), SELECT, UPDATE (ended_at, ended_by_name)
  GRANT TO coop_auth: SELECT (cooperative_id, login_id, phone, email, ends_on, ended_at)
TABLE app.filing, key (cooperative_id, filing_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  filing_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['annual_return'::text, 'audit'::text, 'annual_meeting'::text, 'licence'::text, 'tax'::text, 'data_protection'::text, 'other'::text])))
  name text NOT NULL
  authority text
  due_on date NOT NULL
  every_months integer CHECK (((every_months >= 1) AND (every_months <= 60)))
  remind_days integer NOT NULL CHECK (((remind_days >= 0) AND (remind_days <= 365)))
  note text
  is_preset boolean NOT NULL DEFAULT false
  reminded_on, done_on date
  done_by_name, reference text
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT filing_check CHECK (((done_on IS NULL) OR (done_by_name IS NOT NULL)))
  INDEX filing_done (cooperative_id, done_on DESC, filing_id) WHERE (done_on IS NOT NULL)
  INDEX filing_due (cooperative_id, due_on, filing_id) WHERE (done_on IS NULL)
  POLICY officers_only
  TRIGGER done_filing_stays BEFORE DELETE OR UPDATE FOR EACH ROW WHEN ((old.done_on IS NOT NULL)) EXECUTE FUNCTION app.keep_done_filing()
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (kind, name, authority, due_on, every_months, remind_days, note, is_preset, reminded_on, done_on, done_by_name, reference)
TABLE app.first_unpaid_month, key (cooperative_id, member_id), fillfactor=70
  member_id uuid NOT NULL
  month date CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  CONSTRAINT first_unpaid_month_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only
  POLICY reckoned_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (month)
TABLE app.fixed_asset, key (cooperative_id, asset_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  asset_id uuid NOT NULL
  number integer NOT NULL CHECK ((number > 0))
  name text NOT NULL CHECK (((length(name) >= 1) AND (length(name) <= 120)))
  account_id uuid NOT NULL
  bought_on date NOT NULL
  cost bigint NOT NULL CHECK ((cost > 0))
  salvage bigint NOT NULL
  life_months integer CHECK (((life_months >= 1) AND (life_months <= 1200)))
  opening_depreciation bigint NOT NULL
  opening_through date CHECK ((EXTRACT(day FROM opening_through) = (1)::numeric))
  transaction_id uuid
  recorded_by_name text NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  released_at timestamp with time zone
  removed_reason text CHECK (((length(removed_reason) >= 1) AND (length(removed_reason) <= 500)))
  opening_id uuid
  CONSTRAINT fixed_asset_cooperative_id_number_key UNIQUE (cooperative_id, number)
  CONSTRAINT fixed_asset_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT fixed_asset_cooperative_id_opening_id_fkey FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT fixed_asset_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT fixed_asset_check CHECK (((salvage >= 0) AND (salvage <= cost)))
  CONSTRAINT fixed_asset_check1 CHECK (((opening_depreciation >= 0) AND (opening_depreciation <= (cost - salvage))))
  CONSTRAINT fixed_asset_check2 CHECK (((opening_depreciation = 0) OR (opening_through IS NOT NULL)))
  CONSTRAINT fixed_asset_check3 CHECK (((life_months IS NOT NULL) OR (opening_through IS NULL)))
  CONSTRAINT fixed_asset_check4 CHECK ((num_nonnulls(opening_id, transaction_id) < 2))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (released_at, removed_reason)
TABLE app.fixed_deposit, key (cooperative_id, deposit_id)
  deposit_id uuid NOT NULL
  certificate_no integer NOT NULL CHECK ((certificate_no > 0))
  member_id, account_type_id, account_id uuid NOT NULL
  principal bigint NOT NULL CHECK (((principal >= 1) AND (principal <= '100000000000000'::bigint)))
  months integer NOT NULL CHECK ((months > 0))
  rate_basis_points integer NOT NULL
  day_count, rounding, at_maturity, break_rule text NOT NULL
  break_rate_basis_points, notice_days integer NOT NULL
  opened_on, matures_on date NOT NULL
  interest_at_maturity bigint NOT NULL CHECK ((interest_at_maturity > 0))
  status text NOT NULL CHECK ((status = ANY (ARRAY['open'::text, 'paid_out'::text, 'renewed'::text, 'broken'::text, 'reversed'::text])))
  renews_id uuid
  opening_entry_id uuid NOT NULL
  opened_by_name text NOT NULL
  ended_on date
  ending_entry_id uuid
  ending_entry_no bigint
  interest_paid bigint CHECK ((interest_paid >= 0))
  ended_by_name, broken_reason text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  opening_accrued bigint
  CONSTRAINT certificate_is_one_deposits UNIQUE (cooperative_id, certificate_no)
  CONSTRAINT fixed_deposit_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT fixed_deposit_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT fixed_deposit_cooperative_id_renews_id_fkey FOREIGN KEY (cooperative_id, renews_id) REFERENCES app.fixed_deposit(cooperative_id, deposit_id)
  CONSTRAINT fixed_deposit_check CHECK ((opened_on < matures_on))
  CONSTRAINT fixed_deposit_check1 CHECK (((status = ANY (ARRAY['paid_out'::text, 'renewed'::text, 'broken'::text])) = ((ending_entry_id IS NOT NULL) AND (interest_paid IS NOT NULL) AND (ended_by_name IS NOT NULL))))
  CONSTRAINT fixed_deposit_check2 CHECK (((status = 'open'::text) = (ended_on IS NULL)))
  CONSTRAINT fixed_deposit_check3 CHECK (((status = 'broken'::text) = (broken_reason IS NOT NULL)))
  CONSTRAINT fixed_deposit_check4 CHECK (((opening_accrued >= 0) AND (opening_accrued <= interest_at_maturity)))
  INDEX fixed_deposit_ended_by (cooperative_id, ending_entry_id) WHERE (ending_entry_id IS NOT NULL)
  INDEX fixed_deposit_of_member (cooperative_id, member_id)
  INDEX fixed_deposit_on_account (cooperative_id, account_id) WHERE (status = 'open'::text)
  INDEX fixed_deposit_open (cooperative_id, matures_on) INCLUDE (account_id, principal) WHERE (status = 'open'::text)
  INDEX fixed_deposit_opened_by (cooperative_id, opening_entry_id)
  POLICY officers_end AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_open AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason)
  GRANT TO ledger_owner: SELECT, UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason)
TABLE app.good, key (cooperative_id, good_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  good_id uuid NOT NULL
  name, unit text NOT NULL
  price bigint NOT NULL CHECK ((price > 0))
  retired_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  UNIQUE INDEX good_offered (cooperative_id, lower(name)) WHERE (retired_at IS NULL)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, unit, price, retired_at)
TABLE app.guarantee_paper, key (cooperative_id, paper_id)
  paper_id, loan_id, member_id, document_id uuid NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text CHECK ((status = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text, 'replaced'::text])))
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  reason text
  CONSTRAINT guarantee_paper_cooperative_id_document_id_fkey FOREIGN KEY (cooperative_id, document_id) REFERENCES app.loan_document(cooperative_id, document_id)
  CONSTRAINT guarantee_paper_cooperative_id_loan_id_member_id_fkey FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor(cooperative_id, loan_id, member_id)
  CONSTRAINT confirmed_by_another CHECK (((status <> 'confirmed'::text) OR (decided_by <> added_by)))
  CONSTRAINT guarantee_paper_check CHECK ((num_nonnulls(decided_by, decided_by_name, decided_at) = CASE WHEN (status = ANY (ARRAY['confirmed'::text, 'declined'::text])) THEN 3 ELSE 0 END))
  CONSTRAINT guarantee_paper_check1 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  INDEX guarantee_paper_by_document (cooperative_id, document_id)
  INDEX guarantee_paper_by_guarantee (cooperative_id, loan_id, member_id)
  UNIQUE INDEX guarantee_paper_waiting (cooperative_id, loan_id, member_id) WHERE (status = 'waiting'::text)
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK ((status <> 'waiting'::text))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, decided_by, decided_by_name, decided_at, reason)
TABLE app.hand_over, key (cooperative_id, hand_over_id)
  hand_over_id, election_id, post_id, member_id uuid NOT NULL
  came_by text NOT NULL CHECK ((came_by = ANY (ARRAY['elected'::text, 'unopposed'::text])))
  takes_office_on, term_ends_on date NOT NULL
  status text NOT NULL DEFAULT 'planned'::text CHECK ((status = ANY (ARRAY['planned'::text, 'done'::text, 'cancelled'::text, 'failed'::text])))
  reason text CHECK ((length(reason) <= 200))
  decided_by_name text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  CONSTRAINT hand_over_cooperative_id_election_id_post_id_member_id_key UNIQUE (cooperative_id, election_id, post_id, member_id)
  CONSTRAINT hand_over_cooperative_id_election_id_post_id_fkey FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post(cooperative_id, election_id, post_id)
  CONSTRAINT hand_over_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT hand_over_check CHECK (((status <> 'cancelled'::text) OR (reason IS NOT NULL)))
  INDEX hand_over_by_member (cooperative_id, member_id)
  INDEX hand_over_planned (takes_office_on) WHERE (status = 'planned'::text)
  POLICY done_by_clock FOR SELECT TO coop_jobs USING (true)
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY planned_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reason, ended_at)
  GRANT TO coop_jobs: SELECT (cooperative_id, takes_office_on, status)
TABLE app.held_money_brought, key (cooperative_id, entry_id, line)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  entry_id uuid NOT NULL
  line integer NOT NULL CHECK ((line > 0))
  sender text NOT NULL
  detail, reference text
  received_on date NOT NULL
  amount bigint NOT NULL CHECK ((amount > 0))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.held_money_use, key (cooperative_id, use_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  use_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['allocate'::text, 'refund'::text, 'return'::text])))
  item_entry_id uuid NOT NULL
  item_line integer
  amount bigint NOT NULL CHECK ((amount > 0))
  entry_id, transaction_id uuid
  used_by_name text NOT NULL
  used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT held_money_use_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT held_money_use_check CHECK ((((kind = 'allocate'::text) = (entry_id IS NOT NULL)) AND (num_nonnulls(entry_id, transaction_id) = 1)))
  INDEX held_money_use_of_item (cooperative_id, item_entry_id)
  UNIQUE INDEX held_money_use_of_entry (cooperative_id, entry_id)
  UNIQUE INDEX held_money_use_of_transaction (cooperative_id, transaction_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT (cooperative_id, use_id, kind, item_entry_id, item_line, amount, entry_id, transaction_id, used_by_name), SELECT
TABLE app.idempotency, key (cooperative_id, login_id, key_hash)
  login_id uuid NOT NULL
  key_hash, request_hash bytea NOT NULL
  status integer NOT NULL
  sealed_body bytea NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  INDEX idempotency_oldest (created_at)
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT
  GRANT TO coop_jobs: DELETE, SELECT (created_at)
TABLE app.import, key (cooperative_id, import_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  import_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['members'::text, 'contributions'::text])))
  file_name text NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['mapping'::text, 'checked'::text, 'posting'::text, 'posted'::text, 'failed'::text])))
  columns, mapping text[] NOT NULL
  occurred_on, period date
  account_type_id uuid
  progress integer NOT NULL DEFAULT 0
  failure text
  entry_no bigint
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  through_account_id uuid
  joined_on date
  columns_remembered, creates_employers boolean NOT NULL DEFAULT false
  codes_sent_at timestamp with time zone
  codes_sent integer NOT NULL DEFAULT 0
  part_days text CHECK ((part_days = ANY (ARRAY['first'::text, 'last'::text])))
  INDEX import_unfinished (status, created_at) WHERE (status = ANY (ARRAY['posting'::text, 'failed'::text]))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY watched FOR SELECT TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, mapping, occurred_on, period, account_type_id, progress, failure, entry_no, through_account_id, joined_on, columns_remembered, creates_employers, codes_sent_at, codes_sent, part_days)
  GRANT TO coop_jobs: SELECT (status, created_at)
TABLE app.import_row, key (cooperative_id, import_id, number)
  import_id uuid NOT NULL
  number integer NOT NULL
  cells text[] NOT NULL
  skipped boolean NOT NULL DEFAULT false
  problems, doubles jsonb NOT NULL DEFAULT '[]'::jsonb
  is_another, shares_phone boolean NOT NULL DEFAULT false
  left_out text CHECK ((left_out = ANY (ARRAY['title'::text, 'heading'::text, 'total'::text, 'figures'::text, 'note'::text])))
  member_id uuid
  CONSTRAINT import_row_cooperative_id_import_id_fkey FOREIGN KEY (cooperative_id, import_id) REFERENCES app.import(cooperative_id, import_id)
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (cells, skipped, problems, doubles, is_another, shares_phone, member_id)
TABLE app.interest_line, key (cooperative_id, run_id, account_id, of_run_id)
  run_id, of_run_id, account_id, member_id uuid NOT NULL
  basis, amount bigint NOT NULL
  credited_id uuid
  CONSTRAINT interest_line_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT interest_line_cooperative_id_of_run_id_fkey FOREIGN KEY (cooperative_id, of_run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  CONSTRAINT interest_line_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  CONSTRAINT interest_line_check CHECK (((amount >= 0) OR (of_run_id <> run_id)))
  INDEX interest_line_of_period (cooperative_id, of_run_id, account_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.interest_month, key interest_of_a_month_once (cooperative_id, account_type_id, month)
  account_type_id uuid NOT NULL
  month date NOT NULL CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  run_id uuid NOT NULL
  CONSTRAINT interest_month_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  INDEX interest_month_of_run (cooperative_id, run_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.interest_run, key (cooperative_id, run_id)
  run_id, transaction_id, account_type_id uuid NOT NULL
  first_day date NOT NULL CHECK ((EXTRACT(day FROM first_day) = (1)::numeric))
  last_day date NOT NULL
  rate_basis_points integer NOT NULL
  day_count, rounding, method text NOT NULL
  least_balance bigint NOT NULL
  members integer NOT NULL CHECK ((members > 0))
  total bigint NOT NULL CHECK ((total > 0))
  seen_to_no bigint NOT NULL
  CONSTRAINT interest_run_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT interest_run_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT interest_run_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT interest_run_check CHECK ((first_day < last_day))
  INDEX interest_run_newest (cooperative_id, last_day DESC, run_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.join_page, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  is_open boolean NOT NULL
  welcome text
  last_application integer NOT NULL DEFAULT 0
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  updated_by_name text NOT NULL
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (is_open, welcome, last_application, updated_at, updated_by_name)
TABLE app.journal_line, key (cooperative_id, transaction_id, line)
  transaction_id uuid NOT NULL
  line integer NOT NULL
  account_id uuid NOT NULL
  debit bigint NOT NULL CHECK ((debit >= 0))
  credit bigint NOT NULL CHECK ((credit >= 0))
  CONSTRAINT journal_line_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT journal_line_check CHECK (((debit = 0) <> (credit = 0)))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.leaving, key (cooperative_id, leaving_id)
  leaving_id, member_id uuid NOT NULL
  reason text NOT NULL CHECK ((reason = ANY (ARRAY['resignation'::text, 'expulsion'::text, 'death'::text, 'merged'::text])))
  status text NOT NULL CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'settled'::text, 'cancelled'::text, 'reversed'::text, 'readmitted'::text])))
  noticed_on date NOT NULL
  notice_ends_on date
  waived_reason, waived_by_name text
  waived_at timestamp with time zone
  note text
  status_before text NOT NULL CHECK ((status_before = ANY (ARRAY['active'::text, 'inactive'::text])))
  started_by uuid NOT NULL
  started_by_name text NOT NULL
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  settlement_id uuid
  settled_on date
  held, set_off, fee, net bigint
  statement jsonb
  approvals_needed integer CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  asked_by uuid
  asked_by_name text
  asked_at timestamp with time zone
  entry_id uuid
  entry_no bigint
  receipt_number, settled_by_name text
  settled_at timestamp with time zone
  ended_by_name text
  ended_at timestamp with time zone
  ended_reason text
  joined_on, left_on, readmitted_on date
  CONSTRAINT leaving_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT leaving_check CHECK ((num_nonnulls(waived_reason, waived_by_name, waived_at) = ANY (ARRAY[0, 3])))
  CONSTRAINT leaving_check1 CHECK ((num_nonnulls(settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at) = ANY (ARRAY[0, 11])))
  CONSTRAINT leaving_check2 CHECK (((status <> ALL (ARRAY['waiting'::text, 'settled'::text, 'reversed'::text, 'readmitted'::text])) OR (settlement_id IS NOT NULL)))
  CONSTRAINT leaving_check3 CHECK (((held = ((set_off + fee) + net)) AND (LEAST(held, set_off, fee, net) >= 0)))
  CONSTRAINT leaving_check4 CHECK ((((status = ANY (ARRAY['settled'::text, 'reversed'::text, 'readmitted'::text])) = (settled_at IS NOT NULL)) AND ((settled_at IS NULL) = (settled_by_name IS NULL))))
  CONSTRAINT leaving_check5 CHECK (((num_nonnulls(entry_id, entry_no, receipt_number) = ANY (ARRAY[0, 3])) AND ((entry_id IS NULL) OR (status = ANY (ARRAY['settled'::text, 'reversed'::text, 'readmitted'::text])))))
  CONSTRAINT leaving_check6 CHECK ((((status = ANY (ARRAY['cancelled'::text, 'reversed'::text, 'readmitted'::text])) = (ended_at IS NOT NULL)) AND (num_nonnulls(ended_by_name, ended_at, ended_reason) = ANY (ARRAY[0, 3]))))
  CONSTRAINT periods_of_membership CHECK ( CASE WHEN (status = 'readmitted'::text) THEN ((joined_on <= left_on) AND (left_on <= readmitted_on)) ELSE (num_nonnulls(joined_on, left_on, readmitted_on) = 0) END)
  INDEX leaving_by_member (cooperative_id, member_id, started_at)
  UNIQUE INDEX leaving_entry (cooperative_id, entry_id) WHERE (entry_id IS NOT NULL)
  UNIQUE INDEX leaving_settlement (cooperative_id, settlement_id) WHERE (settlement_id IS NOT NULL)
  UNIQUE INDEX leaving_stands (cooperative_id, member_id) WHERE (status = ANY (ARRAY['open'::text, 'waiting'::text, 'settled'::text]))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, waived_reason, waived_by_name, waived_at, settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at, entry_id, entry_no, receipt_number, settled_by_name, settled_at, ended_by_name, ended_at, ended_reason, joined_on, left_on, readmitted_on)
TABLE app.leaving_payee, key (cooperative_id, leaving_id, number)
  leaving_id uuid NOT NULL
  number integer NOT NULL CHECK (((number >= 1) AND (number <= 20)))
  member_id uuid NOT NULL
  name text NOT NULL
  relationship, phone text
  share_basis_points integer NOT NULL CHECK (((share_basis_points >= 1) AND (share_basis_points <= 10000)))
  amount bigint NOT NULL CHECK ((amount >= 0))
  account_id uuid
  account_name text
  CONSTRAINT leaving_payee_cooperative_id_leaving_id_fkey FOREIGN KEY (cooperative_id, leaving_id) REFERENCES app.leaving(cooperative_id, leaving_id)
  CONSTRAINT leaving_payee_check CHECK ((num_nonnulls(account_id, account_name) = ANY (ARRAY[0, 2])))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.leaving_payout, key (cooperative_id, payout_id)
  payout_id, leaving_id uuid NOT NULL
  number integer NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  amount bigint NOT NULL CHECK ((amount > 0))
  occurred_on date NOT NULL
  account_id uuid NOT NULL
  account_name text NOT NULL
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  receipt_number text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_no bigint
  reversal_reason, reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT leaving_payout_cooperative_id_leaving_id_number_fkey FOREIGN KEY (cooperative_id, leaving_id, number) REFERENCES app.leaving_payee(cooperative_id, leaving_id, number)
  CONSTRAINT leaving_payout_check CHECK ((num_nonnulls(reversal_no, reversal_reason, reversed_by_name, reversed_at) = CASE WHEN (status = 'reversed'::text) THEN 4 ELSE 0 END))
  UNIQUE INDEX leaving_payout_once (cooperative_id, leaving_id, number) WHERE (status = 'posted'::text)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reversal_no, reversal_reason, reversed_by_name, reversed_at)
TABLE app.loan, key (cooperative_id, loan_id)
  loan_id, member_id, loan_configuration_id uuid NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text, 'active'::text, 'completed'::text, 'written_off'::text, 'withdrawn'::text, 'restructured'::text])))
  principal bigint NOT NULL CHECK (((principal >= 1) AND (principal <= '100000000000000'::bigint)))
  instalments integer NOT NULL CHECK ((instalments > 0))
  interest_method text NOT NULL CHECK ((interest_method = ANY (ARRAY['flat'::text, 'equal_instalment'::text, 'equal_principal'::text, 'upfront'::text, 'murabaha'::text])))
  annual_rate_ppm integer NOT NULL CHECK ((annual_rate_ppm >= 0))
  purpose, collateral text
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  submitted_at timestamp with time zone NOT NULL DEFAULT now()
  account_id uuid
  start_on, first_due_on date
  disbursed bigint NOT NULL DEFAULT 0
  interest_deducted bigint NOT NULL DEFAULT 0 CHECK ((interest_deducted >= 0))
  paid_principal bigint NOT NULL DEFAULT 0
  paid_interest bigint NOT NULL DEFAULT 0 CHECK ((paid_interest >= 0))
  paid_fees bigint NOT NULL DEFAULT 0 CHECK ((paid_fees >= 0))
  paid_penalties bigint NOT NULL DEFAULT 0 CHECK ((paid_penalties >= 0))
  regular_instalment bigint
  terms jsonb NOT NULL CHECK ((jsonb_typeof(terms) = 'object'::text)) CONSTRAINT repaid_every_is_known CHECK ((COALESCE((terms ->> 'repaidEvery'::text), ''::text) = ANY (ARRAY['month'::text, 'week'::text, 'fortnight'::text, 'day15'::text, 'four_weeks'::text, 'quarter'::text, 'half_year'::text, 'year'::text])))
  net_salary bigint CHECK ((net_salary > 0))
  approvals_needed integer NOT NULL DEFAULT 0 CHECK (((approvals_needed >= 0) AND (approvals_needed <= 3)))
  made_by_officer boolean NOT NULL DEFAULT true
  own_pledge_id uuid
  written_off, recovered bigint NOT NULL DEFAULT 0
  rescheduled_on date
  fees_deducted bigint NOT NULL DEFAULT 0 CHECK ((fees_deducted >= 0))
  penalties_known_until date
  kept_days_late integer NOT NULL DEFAULT 0 CHECK ((kept_days_late >= 0))
  paid_on_time integer NOT NULL DEFAULT 0 CHECK ((paid_on_time >= 0))
  wanted_on date
  CONSTRAINT loan_cooperative_id_loan_configuration_id_fkey FOREIGN KEY (cooperative_id, loan_configuration_id) REFERENCES app.loan_configuration(cooperative_id, loan_configuration_id)
  CONSTRAINT loan_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_check CHECK (((disbursed >= 0) AND (disbursed <= principal)))
  CONSTRAINT loan_check1 CHECK (((paid_principal >= 0) AND (paid_principal <= disbursed)))
  CONSTRAINT money_has_an_account CHECK (((disbursed > 0) <= ((account_id IS NOT NULL) AND (start_on IS NOT NULL))))
  CONSTRAINT paid_on_time_of_a_delay CHECK (((kept_days_late > 0) OR (paid_on_time = 0)))
  CONSTRAINT recovered_is_part_of_it CHECK (((recovered >= 0) AND (recovered <= written_off)))
  CONSTRAINT running_is_paid_out CHECK (((status = ANY (ARRAY['active'::text, 'completed'::text, 'written_off'::text, 'restructured'::text])) = (disbursed > 0)))
  CONSTRAINT written_off_is_what_was_owed CHECK ((written_off = CASE WHEN (status = 'written_off'::text) THEN (disbursed - paid_principal) ELSE (0)::bigint END))
  INDEX loan_by_member (cooperative_id, member_id, submitted_at DESC)
  INDEX loan_by_status (cooperative_id, status, submitted_at DESC)
  INDEX loan_newest (cooperative_id, submitted_at DESC, loan_id DESC)
  INDEX loan_with_penalty (cooperative_id, member_id) WHERE ((status = 'active'::text) AND ((jsonb_typeof((terms -> 'penalty'::text)) = 'object'::text) OR (jsonb_typeof(((terms -> 'schedule'::text) -> 'afterMaturity'::text)) = 'object'::text)))
  INDEX loan_written_off (cooperative_id, loan_id) WHERE (status = 'written_off'::text)
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'submitted'::text)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (status = 'submitted'::text) OR ((status = 'approved'::text) AND (disbursed = 0)))) WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'withdrawn'::text)))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, account_id, start_on, first_due_on, disbursed, interest_deducted, paid_principal, paid_interest, paid_fees, paid_penalties, regular_instalment, own_pledge_id, written_off, recovered, rescheduled_on, fees_deducted, penalties_known_until, kept_days_late, paid_on_time)
  GRANT TO ledger_owner: SELECT
TABLE app.loan_accrual, key (cooperative_id, accrual_id)
  accrual_id, transaction_id uuid NOT NULL
  accrued_on date NOT NULL
  receivable bigint NOT NULL CHECK ((receivable >= 0))
  in_advance bigint NOT NULL CHECK ((in_advance >= 0))
  suspended bigint NOT NULL CHECK ((suspended >= 0))
  seen_to_no, collected bigint NOT NULL DEFAULT 0
  payable bigint NOT NULL DEFAULT 0 CHECK ((payable >= 0))
  released bigint NOT NULL DEFAULT 0
  CONSTRAINT loan_accrual_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX loan_accrual_day (cooperative_id, accrued_on)
  UNIQUE INDEX loan_accrual_journal (cooperative_id, transaction_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_accrual_line, key (cooperative_id, accrual_id, loan_id)
  accrual_id, loan_id uuid NOT NULL
  receivable bigint NOT NULL CHECK ((receivable >= 0))
  in_advance bigint NOT NULL CHECK ((in_advance >= 0))
  suspended bigint NOT NULL CHECK ((suspended >= 0))
  days_late integer NOT NULL CHECK ((days_late >= 0))
  CONSTRAINT loan_accrual_line_cooperative_id_accrual_id_fkey FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual(cooperative_id, accrual_id)
  CONSTRAINT loan_accrual_line_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_configuration, key (cooperative_id, loan_configuration_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  loan_configuration_id uuid NOT NULL
  code, name text NOT NULL
  interest_method text NOT NULL CHECK ((interest_method = ANY (ARRAY['flat'::text, 'equal_instalment'::text, 'equal_principal'::text, 'upfront'::text, 'murabaha'::text])))
  annual_rate_ppm integer NOT NULL CHECK ((annual_rate_ppm >= 0))
  instalments_max integer NOT NULL CHECK ((instalments_max > 0))
  savings_multiple_percent integer NOT NULL CHECK ((savings_multiple_percent >= 0))
  is_default boolean NOT NULL DEFAULT false
  retired_at timestamp with time zone
  control_id uuid NOT NULL
  rules jsonb NOT NULL DEFAULT '{"limitOn": "savings", "forGoods": false, "loansMax": 0, "yearSteps": [], "repaidEvery": "month", "sameLoansMax": 0, "approvalSteps": [], "thirdOfSalary": false, "waitingMonths": null, "ownCoverPercent": 0, "topUpAfterPercent": null, "guarantorsRequired": null, "guarantorsUnindebted": false, "guarantorCoverPercent": 0}'::jsonb CHECK ((jsonb_typeof(rules) = 'object'::text)) CONSTRAINT repaid_every_is_known CHECK ((COALESCE((rules ->> 'repaidEvery'::text), ''::text) = ANY (ARRAY['month'::text, 'week'::text, 'fortnight'::text, 'day15'::text, 'four_weeks'::text, 'quarter'::text, 'half_year'::text, 'year'::text])))
  CONSTRAINT loan_configuration_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT default_is_offered CHECK (((NOT is_default) OR (retired_at IS NULL)))
  UNIQUE INDEX loan_configuration_default (cooperative_id) WHERE is_default
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, interest_method, annual_rate_ppm, instalments_max, savings_multiple_percent, is_default, retired_at, control_id, rules)
TABLE app.loan_decision, key (cooperative_id, loan_id, decision)
  loan_id uuid NOT NULL
  decision text NOT NULL CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text])))
  member_id uuid NOT NULL
  reason text
  decided_by uuid NOT NULL
  decided_by_name text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_decision_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT decision_says_why CHECK ( CASE decision WHEN 'approved'::text THEN (reason IS NULL) WHEN 'rejected'::text THEN (reason IS NOT NULL) ELSE true END)
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ( CASE WHEN ( SELECT app.is_member() AS is_member) THEN ((decision = 'withdrawn'::text) AND (reason IS NULL)) ELSE ((decision <> 'withdrawn'::text) OR (reason IS NOT NULL)) END)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_delivery, key (cooperative_id, delivery_id)
  delivery_id, loan_id, member_id uuid NOT NULL
  delivered_on date NOT NULL
  received_by text
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  undone_reason text
  undone_by uuid
  undone_by_name text
  undone_at timestamp with time zone
  CONSTRAINT loan_delivery_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_delivery_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_delivery_check CHECK ((num_nonnulls(undone_reason, undone_by, undone_by_name, undone_at) = ANY (ARRAY[0, 4])))
  INDEX loan_delivery_by_loan (cooperative_id, loan_id)
  UNIQUE INDEX loan_delivery_stands (cooperative_id, loan_id) WHERE (undone_at IS NULL)
  POLICY officers_deliver AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_undo AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (undone_at IS NULL))) WITH CHECK ((undone_at IS NOT NULL))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (undone_reason, undone_by, undone_by_name, undone_at)
TABLE app.loan_document, key (cooperative_id, document_id)
  document_id, loan_id, member_id uuid NOT NULL
  file_name text NOT NULL
  media_type text NOT NULL CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  bytes integer NOT NULL CHECK ((bytes > 0))
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  removed_by uuid
  removed_by_name text
  removed_at timestamp with time zone
  CONSTRAINT loan_document_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_document_check CHECK ((((content IS NULL) = (removed_at IS NOT NULL)) AND ((removed_at IS NULL) = (removed_by IS NULL))))
  INDEX loan_document_by_loan (cooperative_id, loan_id, added_at)
  POLICY own_row
  POLICY removed_until_decided AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (EXISTS ( SELECT FROM app.loan l WHERE ((l.loan_id = loan_document.loan_id) AND (l.status = 'submitted'::text))))))
  POLICY until_decided AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (EXISTS ( SELECT FROM app.loan l WHERE ((l.loan_id = loan_document.loan_id) AND (l.status = 'submitted'::text))))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (content, removed_by, removed_by_name, removed_at)
TABLE app.loan_good, key (cooperative_id, loan_id, line)
  loan_id uuid NOT NULL
  line integer NOT NULL CHECK (((line >= 1) AND (line <= 20)))
  member_id, good_id uuid NOT NULL
  name, unit text NOT NULL
  price bigint NOT NULL CHECK ((price > 0))
  quantity integer NOT NULL CHECK (((quantity >= 1) AND (quantity <= 1000)))
  CONSTRAINT loan_good_cooperative_id_loan_id_good_id_key UNIQUE (cooperative_id, loan_id, good_id)
  CONSTRAINT loan_good_cooperative_id_good_id_fkey FOREIGN KEY (cooperative_id, good_id) REFERENCES app.good(cooperative_id, good_id)
  CONSTRAINT loan_good_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_good_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY own_row
  POLICY with_application AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((loan_id IN ( SELECT l.loan_id FROM app.loan l WHERE (l.status = 'submitted'::text))))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_guarantor, key (cooperative_id, loan_id, member_id)
  loan_id, member_id uuid NOT NULL
  member_name, membershipno text NOT NULL
  status text NOT NULL DEFAULT 'asked'::text CHECK ((status = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'replaced'::text])))
  amount bigint NOT NULL DEFAULT 0 CHECK ((amount >= 0))
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  answered_at timestamp with time zone
  pledge_id, replaces uuid
  answered_way text CHECK ((answered_way = ANY (ARRAY['app'::text, 'link'::text, 'paper'::text, 'old_books'::text])))
  confirmed_by_name, seen_by_names text
  CONSTRAINT loan_guarantor_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_guarantor_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT accepted_with_his_pledge CHECK (((status <> 'accepted'::text) OR (amount = 0) OR (pledge_id IS NOT NULL)))
  CONSTRAINT answered_in_a_way CHECK (((answered_way IS NULL) OR (answered_at IS NOT NULL)))
  CONSTRAINT papers_are_confirmed CHECK (((NOT (answered_way IS DISTINCT FROM 'paper'::text)) = (confirmed_by_name IS NOT NULL)))
  INDEX loan_guarantor_by_member (cooperative_id, member_id)
  POLICY accepted_in_their_own_way AS RESTRICTIVE FOR UPDATE TO coop_app USING (true) WITH CHECK (((status <> 'accepted'::text) OR CASE WHEN ( SELECT app.is_member() AS is_member) THEN (answered_way = ANY (ARRAY['app'::text, 'link'::text])) ELSE ((answered_way = 'paper'::text) AND (EXISTS ( SELECT FROM app.guarantee_paper p WHERE ((p.loan_id = loan_guarantor.loan_id) AND (p.member_id = loan_guarantor.member_id) AND (p.status = 'confirmed'::text) AND (p.added_at >= loan_guarantor.asked_at))))) END))
  POLICY members_answer AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR ((member_id = ( SELECT app.member_id() AS member_id)) AND (status = 'asked'::text)) OR (status <> 'accepted'::text))) WITH CHECK ((( SELECT (NOT app.is_member())) OR ((member_id = ( SELECT app.member_id() AS member_id)) AND (status = ANY (ARRAY['accepted'::text, 'declined'::text]))) OR (status = ANY (ARRAY['asked'::text, 'replaced'::text]))))
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((status = 'asked'::text) AND (pledge_id IS NULL) AND (loan_id IN ( SELECT l.loan_id FROM app.loan l)))))
  POLICY own_loan AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id FROM app.loan l))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, amount, asked_at, answered_at, pledge_id, replaces, answered_way, confirmed_by_name, seen_by_names)
TABLE app.loan_instalment, key (cooperative_id, loan_id, number)
  loan_id uuid NOT NULL
  number integer NOT NULL
  member_id uuid NOT NULL
  due_on date NOT NULL
  principal bigint NOT NULL CHECK ((principal >= 0))
  interest bigint NOT NULL CHECK ((interest >= 0))
  fees bigint NOT NULL CHECK ((fees >= 0))
  penalties bigint NOT NULL CHECK ((penalties >= 0))
  owed_principal, owed_interest, owed_fees, owed_penalties bigint NOT NULL
  CONSTRAINT loan_instalment_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_instalment_check CHECK (((owed_principal >= 0) AND (owed_principal <= principal)))
  CONSTRAINT loan_instalment_check1 CHECK (((owed_interest >= 0) AND (owed_interest <= interest)))
  CONSTRAINT loan_instalment_check2 CHECK (((owed_fees >= 0) AND (owed_fees <= fees)))
  CONSTRAINT loan_instalment_check3 CHECK (((owed_penalties >= 0) AND (owed_penalties <= penalties)))
  INDEX loan_instalment_owed (cooperative_id, due_on) INCLUDE (loan_id, owed_principal, owed_interest, owed_fees, owed_penalties) WHERE ((((owed_principal + owed_interest) + owed_fees) + owed_penalties) > 0)
  POLICY officers_work_out AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_work_out_anew AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.loan_minute, key (cooperative_id, loan_id, given_by)
  loan_id, member_id uuid NOT NULL
  decision text NOT NULL CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
  meeting_id uuid
  meeting_title text
  met_on date
  minute text
  given_by uuid NOT NULL
  given_by_name text NOT NULL
  given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_minute_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_minute_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT loan_minute_check CHECK (((meeting_id IS NOT NULL) OR (minute IS NOT NULL)))
  CONSTRAINT loan_minute_check1 CHECK ((((meeting_id IS NULL) = (meeting_title IS NULL)) AND ((meeting_id IS NULL) = (met_on IS NULL))))
  INDEX loan_minute_by_meeting (cooperative_id, meeting_id) WHERE (meeting_id IS NOT NULL)
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_movement, key (cooperative_id, movement_id)
  movement_id, loan_id, member_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['disbursement'::text, 'repayment'::text, 'reallocation'::text, 'write_off'::text, 'recovered'::text])))
  status text NOT NULL CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  amount bigint NOT NULL CHECK (((amount >= 0) AND (amount <= '100000000000000'::bigint)))
  occurred_on date NOT NULL
  way text CHECK ((way = ANY (ARRAY['cash'::text, 'bank'::text, 'savings'::text, 'vendor'::text, 'deduction'::text, 'recovery'::text, 'opening'::text, 'top_up'::text, 'leaving'::text, 'rebate'::text])))
  principal, interest, fees, penalties, deducted bigint NOT NULL
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  receipt_number text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason, reversed_by_name text
  reversed_at timestamp with time zone
  reversal_entry_no bigint
  return_id uuid
  due_by date
  through_name, recovery_reason text
  fees_deducted, receivable bigint NOT NULL DEFAULT 0
  is_held boolean NOT NULL DEFAULT false
  reference text CHECK (((length(reference) >= 1) AND (length(reference) <= 60)))
  reference_key text
  through_account_id uuid
  CONSTRAINT loan_movement_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_movement_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_movement_cooperative_id_return_id_fkey FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return(cooperative_id, return_id)
  CONSTRAINT deduction_names_its_return CHECK ((((NOT (way IS DISTINCT FROM 'deduction'::text)) = (return_id IS NOT NULL)) AND ((return_id IS NULL) = (due_by IS NULL))))
  CONSTRAINT key_of_a_reference CHECK (((reference_key IS NULL) OR (reference IS NOT NULL)))
  CONSTRAINT leaving_is_a_repayment CHECK (((way IS DISTINCT FROM 'leaving'::text) OR (kind = 'repayment'::text)))
  CONSTRAINT loan_movement_check CHECK ((((kind = 'reallocation'::text) = (amount = 0)) AND ((kind = ANY (ARRAY['reallocation'::text, 'write_off'::text])) = (way IS NULL))))
  CONSTRAINT loan_movement_check1 CHECK (((((principal + interest) + fees) + penalties) = CASE WHEN (kind = 'repayment'::text) THEN amount ELSE (0)::bigint END))
  CONSTRAINT loan_movement_check2 CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL) AND (reversal_entry_no IS NOT NULL))))
  CONSTRAINT only_repayments_are_held CHECK (((NOT is_held) OR ((kind = 'repayment'::text) AND (due_by IS NULL))))
  CONSTRAINT opening_is_no_repayment CHECK (((way IS DISTINCT FROM 'opening'::text) OR (kind = 'disbursement'::text)))
  CONSTRAINT rebate_repays_principal CHECK (((way IS DISTINCT FROM 'rebate'::text) OR ((kind = 'repayment'::text) AND (principal = amount) AND (interest = 0) AND (fees = 0) AND (penalties = 0))))
  CONSTRAINT receivable_is_of_interest CHECK (((receivable >= 0) AND ((receivable = 0) OR ((kind = 'repayment'::text) AND (receivable <= interest)))))
  CONSTRAINT recovery_gives_its_reason CHECK ((((NOT (way IS DISTINCT FROM 'recovery'::text)) = (recovery_reason IS NOT NULL)) AND ((recovery_reason IS NULL) OR (kind = 'repayment'::text))))
  CONSTRAINT top_up_is_a_repayment CHECK (((way IS DISTINCT FROM 'top_up'::text) OR (kind = 'repayment'::text)))
  INDEX loan_movement_by_entry (cooperative_id, entry_id)
  INDEX loan_movement_by_loan (cooperative_id, loan_id, occurred_on, movement_id)
  INDEX loan_movement_by_member (cooperative_id, member_id)
  INDEX loan_movement_newest (cooperative_id, occurred_on DESC, movement_id DESC)
  INDEX loan_movement_of_receivable (cooperative_id, loan_id) WHERE (receivable > 0)
  INDEX loan_movement_of_return (cooperative_id, return_id) WHERE (return_id IS NOT NULL)
  UNIQUE INDEX reference_of_loan_used_once (cooperative_id, through_account_id, reference_key) WHERE ((reference_key IS NOT NULL) AND (status = 'posted'::text))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_move AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  TRIGGER changes_noted_for_webhooks AFTER UPDATE REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id')
  TRIGGER noted_for_webhooks AFTER INSERT REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id')
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at, reversal_entry_no)
TABLE app.loan_reminder, key (cooperative_id, loan_id, number, step)
  loan_id uuid NOT NULL
  number integer NOT NULL
  step integer NOT NULL CHECK ((step = ANY (ARRAY[0, 1, 7, 30])))
  reminded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_reminder_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_settlement, key (cooperative_id, loan_id, settles)
  loan_id, settles, member_id uuid NOT NULL
  after_percent integer NOT NULL CHECK (((after_percent >= 0) AND (after_percent <= 100)))
  CONSTRAINT loan_settlement_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_settlement_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_settlement_cooperative_id_settles_fkey FOREIGN KEY (cooperative_id, settles) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_settlement_check CHECK ((loan_id <> settles))
  INDEX loan_settlement_of (cooperative_id, settles)
  POLICY own_loans AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((loan_id IN ( SELECT l.loan_id FROM app.loan l WHERE (l.status = 'submitted'::text))) AND (settles IN ( SELECT l.loan_id FROM app.loan l)))))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.loan_taken_over, key (cooperative_id, loan_id)
  loan_id, member_id, opening_id uuid NOT NULL
  as_of, began_on date NOT NULL
  original_principal bigint NOT NULL CHECK (((original_principal >= 1) AND (original_principal <= '100000000000000'::bigint)))
  original_instalments integer NOT NULL CHECK (((original_instalments >= 1) AND (original_instalments <= 600)))
  instalments_left integer NOT NULL
  overdue_since date
  overdue_principal bigint NOT NULL
  interest_owed bigint NOT NULL CHECK (((interest_owed >= 0) AND (interest_owed <= '100000000000000'::bigint)))
  receivable bigint NOT NULL DEFAULT 0
  agreed_instalment bigint CHECK ((agreed_instalment > 0))
  CONSTRAINT loan_taken_over_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_taken_over_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_taken_over_cooperative_id_opening_id_fkey FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT loan_taken_over_check CHECK (((instalments_left >= 0) AND (instalments_left <= original_instalments)))
  CONSTRAINT loan_taken_over_check1 CHECK (((overdue_principal >= 0) AND (overdue_principal <= original_principal)))
  CONSTRAINT loan_taken_over_check2 CHECK (((began_on <= as_of) AND (overdue_since <= as_of)))
  CONSTRAINT loan_taken_over_check3 CHECK (((overdue_since IS NOT NULL) OR ((overdue_principal = 0) AND (instalments_left > 0))))
  CONSTRAINT loan_taken_over_check4 CHECK (((receivable >= 0) AND (receivable <= interest_owed)))
  INDEX loan_taken_over_with (cooperative_id, opening_id)
  POLICY officers_take_over AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT
TABLE app.logo, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  content bytea NOT NULL
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_update AS RESTRICTIVE FOR UPDATE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (content, updated_at)
TABLE app.meeting, key (cooperative_id, meeting_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  meeting_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['general'::text, 'annual_general'::text, 'special_general'::text, 'committee'::text])))
  title text NOT NULL
  meets_on date NOT NULL
  meets_at time without time zone NOT NULL
  place text NOT NULL
  agenda text[] NOT NULL
  status text NOT NULL DEFAULT 'planned'::text CHECK ((status = ANY (ARRAY['planned'::text, 'held'::text, 'cancelled'::text])))
  quorum integer CHECK ((quorum > 0))
  present integer NOT NULL DEFAULT 0 CHECK ((present >= 0))
  notice_id uuid
  notice_sent_at timestamp with time zone
  notice_recipients integer
  notice_outdated boolean NOT NULL DEFAULT false
  minutes, minutes_by_name text
  minutes_at timestamp with time zone
  resolutions jsonb NOT NULL DEFAULT '[]'::jsonb
  adopted_at timestamp with time zone
  adopted_by_name, cancelled_reason text
  cancelled_at timestamp with time zone
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  adopted_at_meeting_id uuid
  quorum_from_bye_laws boolean NOT NULL DEFAULT false
  quorum_percent numeric(5,2) CHECK (((quorum_percent > (0)::numeric) AND (quorum_percent <= (100)::numeric)))
  quorum_of integer CHECK ((quorum_of >= 0))
  quorum_clause text NOT NULL DEFAULT ''::text
  notice_given_on date
  notice_to_all boolean NOT NULL DEFAULT true
  notice_days integer CHECK (((notice_days >= 1) AND (notice_days <= 60)))
  notice_clause text NOT NULL DEFAULT ''::text
  short_notice_reason text
  CONSTRAINT meeting_cooperative_id_adopted_at_meeting_id_fkey FOREIGN KEY (cooperative_id, adopted_at_meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT meeting_check CHECK (((adopted_at IS NULL) OR ((minutes IS NOT NULL) AND (status = 'held'::text))))
  CONSTRAINT meeting_check1 CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)))
  CONSTRAINT meeting_check2 CHECK (((adopted_at_meeting_id IS NULL) OR ((adopted_at IS NOT NULL) AND (adopted_at_meeting_id <> meeting_id))))
  CONSTRAINT meeting_check3 CHECK ((num_nulls(quorum_percent, quorum_of) = ANY (ARRAY[0, 2])))
  INDEX meeting_by_day (cooperative_id, meets_on, meets_at, meeting_id)
  POLICY general_only AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (kind <> 'committee'::text)))
  TRIGGER adopted_minutes_stay BEFORE DELETE OR UPDATE FOR EACH ROW WHEN ((old.adopted_at IS NOT NULL)) EXECUTE FUNCTION app.keep_adopted_minutes()
  TRIGGER meeting_change_noted BEFORE UPDATE FOR EACH ROW WHEN (((((((new.title IS DISTINCT FROM old.title) OR (new.meets_on IS DISTINCT FROM old.meets_on)) OR (new.meets_at IS DISTINCT FROM old.meets_at)) OR (new.place IS DISTINCT FROM old.place)) OR (new.agenda IS DISTINCT FROM old.agenda)) OR ((new.status = 'cancelled'::text) IS DISTINCT FROM (old.status = 'cancelled'::text)))) EXECUTE FUNCTION app.note_meeting_change()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (kind, title, meets_on, meets_at, place, agenda, status, quorum, present, notice_id, notice_sent_at, notice_recipients, notice_outdated, minutes, minutes_by_name, minutes_at, resolutions, adopted_at, adopted_by_name, cancelled_reason, cancelled_at, adopted_at_meeting_id, quorum_from_bye_laws, quorum_percent, quorum_of, quorum_clause, notice_given_on, notice_to_all, notice_days, notice_clause, short_notice_reason)
TABLE app.meeting_action, key (cooperative_id, action_id)
  action_id, meeting_id uuid NOT NULL
  wording text NOT NULL CHECK (((length(wording) >= 3) AND (length(wording) <= 300)))
  member_id uuid NOT NULL
  member_name text NOT NULL
  due_on date NOT NULL
  agenda_line integer CHECK (((agenda_line >= 1) AND (agenda_line <= 40)))
  status text NOT NULL DEFAULT 'open'::text CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'dropped'::text])))
  ended_on date
  ended_at timestamp with time zone
  ended_by_name text
  ended_by_member boolean
  is_in_minutes boolean NOT NULL DEFAULT true
  note text
  reminded_on date NOT NULL
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT meeting_action_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT meeting_action_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT meeting_action_check CHECK ((num_nulls(ended_on, ended_at, ended_by_member) = CASE status WHEN 'open'::text THEN 3 ELSE 0 END))
  CONSTRAINT meeting_action_check1 CHECK (((status = 'open'::text) OR (ended_by_name IS NOT NULL)))
  CONSTRAINT meeting_action_check2 CHECK (((status <> 'dropped'::text) OR (note IS NOT NULL)))
  CONSTRAINT meeting_action_check3 CHECK ((is_in_minutes OR (status = 'dropped'::text)))
  INDEX meeting_action_by_day (cooperative_id, due_on, action_id)
  INDEX meeting_action_by_meeting (cooperative_id, meeting_id, due_on, action_id)
  INDEX meeting_action_by_member (cooperative_id, member_id, due_on, action_id)
  INDEX meeting_action_open (cooperative_id, due_on, action_id) WHERE (status = 'open'::text)
  POLICY ended_by_its_member AS RESTRICTIVE FOR UPDATE TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY own_or_in_minutes AS RESTRICTIVE FOR SELECT TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (EXISTS ( SELECT FROM app.meeting m WHERE ((m.cooperative_id = meeting_action.cooperative_id) AND (m.meeting_id = meeting_action.meeting_id))))))
  POLICY recorded_by_officers AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER actions_stay BEFORE INSERT OR DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_actions()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (wording, member_id, member_name, due_on, agenda_line, status, ended_on, ended_at, ended_by_name, ended_by_member, is_in_minutes, note, reminded_on)
TABLE app.meeting_answer, key (cooperative_id, meeting_id, member_id)
  meeting_id, member_id uuid NOT NULL
  is_coming boolean NOT NULL
  answered_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT meeting_answer_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT meeting_answer_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX meeting_answer_by_member (cooperative_id, member_id)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (is_coming, answered_at)
TABLE app.meeting_rule, key (cooperative_id, meeting_group)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  meeting_group text NOT NULL CHECK ((meeting_group = ANY (ARRAY['general'::text, 'special'::text, 'committee'::text])))
  notice_days integer NOT NULL CHECK (((notice_days >= 0) AND (notice_days <= 60)))
  notice_clause text NOT NULL CHECK ((length(notice_clause) <= 120))
  quorum_members integer CHECK (((quorum_members >= 1) AND (quorum_members <= 100000)))
  quorum_percent numeric(5,2) CHECK (((quorum_percent > (0)::numeric) AND (quorum_percent <= (100)::numeric)))
  quorum_clause text NOT NULL CHECK ((length(quorum_clause) <= 120))
  CONSTRAINT meeting_rule_check CHECK (((quorum_members IS NULL) OR (quorum_percent IS NULL)))
  CONSTRAINT meeting_rule_check1 CHECK (((meeting_group <> 'committee'::text) OR (quorum_percent IS NULL)))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (notice_days, notice_clause, quorum_members, quorum_percent, quorum_clause)
TABLE app.member, key (cooperative_id, member_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  member_id uuid NOT NULL
  membership_number integer NOT NULL
  membershipno, first_name, last_name text NOT NULL
  phone, email, address text
  date_of_birth date
  registration_date date NOT NULL
  gender, marital_status, employment_status text NOT NULL
  monthly_contribution bigint NOT NULL DEFAULT 0 CHECK ((monthly_contribution >= 0))
  profile_picture, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_email, next_of_kin_address, next_of_kin_relationship, nominee_first_name, nominee_last_name, nominee_phone, nominee_email, nominee_address, nominee_relationship text
  status text NOT NULL DEFAULT 'active'::text CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'left'::text, 'deceased'::text])))
  roles text[] NOT NULL DEFAULT '{member}'::text[] CONSTRAINT one_office_only CHECK ((cardinality(array_remove(roles, 'member'::text)) <= 1)) CONSTRAINT roles_are_known CHECK ((roles <@ '{member,admin,treasurer,secretary,loan_committee,auditor}'::text[]))
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  removed_at timestamp with time zone
  left_on, office_ends_on date
  contributions_due_from date NOT NULL
  other_phone text
  shares_phone boolean NOT NULL DEFAULT false
  title text
  former_number text CHECK ((former_number <> ''::text))
  occupation text
  merged_into uuid
  inactive_since timestamp with time zone
  CONSTRAINT member_cooperative_id_membership_number_key UNIQUE (cooperative_id, membership_number)
  CONSTRAINT merged_into_another FOREIGN KEY (cooperative_id, merged_into) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT auditors_office_ends CHECK (((NOT ('auditor'::text = ANY (roles))) OR (office_ends_on IS NOT NULL)))
  CONSTRAINT former_since CHECK (((status = ANY (ARRAY['left'::text, 'deceased'::text])) = (left_on IS NOT NULL)))
  CONSTRAINT member_check CHECK (((EXTRACT(day FROM contributions_due_from) = (1)::numeric) AND (contributions_due_from >= date_trunc('month'::text, (registration_date)::timestamp without time zone))))
  CONSTRAINT merged_records_are_closed CHECK (((merged_into IS NULL) OR ((status = 'left'::text) AND (merged_into <> member_id))))
  CONSTRAINT shared_phone_is_there CHECK (((NOT shares_phone) OR (phone IS NOT NULL)))
  INDEX member_by_birth (cooperative_id, date_of_birth) WHERE ((removed_at IS NULL) AND (date_of_birth IS NOT NULL))
  INDEX member_by_first_name (cooperative_id, first_name, last_name, member_id) WHERE (removed_at IS NULL)
  INDEX member_by_gender (cooperative_id, gender, membership_number) WHERE (removed_at IS NULL)
  INDEX member_by_joining (cooperative_id, registration_date, membership_number) WHERE (removed_at IS NULL)
  INDEX member_by_name (cooperative_id, last_name, first_name, member_id) WHERE (removed_at IS NULL)
  INDEX member_by_number (cooperative_id, membership_number) INCLUDE (member_id) WHERE (removed_at IS NULL)
  INDEX member_by_phone (cooperative_id, phone) WHERE (removed_at IS NULL)
  INDEX member_by_status (cooperative_id, status, membership_number) WHERE (removed_at IS NULL)
  INDEX member_former (cooperative_id, left_on) WHERE (left_on IS NOT NULL)
  INDEX member_in_office (cooperative_id, membership_number) WHERE ((removed_at IS NULL) AND (roles <> '{member}'::text[]))
  INDEX member_merged (cooperative_id, merged_into) WHERE (merged_into IS NOT NULL)
  UNIQUE INDEX member_former_number (cooperative_id, lower(former_number)) WHERE ((removed_at IS NULL) AND (former_number IS NOT NULL))
  UNIQUE INDEX member_phone (cooperative_id, phone) WHERE ((removed_at IS NULL) AND (NOT shares_phone))
  POLICY authenticated FOR SELECT TO coop_auth USING (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER bank_details_go_too BEFORE UPDATE OF search_text FOR EACH ROW WHEN (((new.search_text = ('former member '::text || lpad((new.membership_number)::text, 5, '0'::text))) AND (new.first_name = 'Former member'::text))) EXECUTE FUNCTION app.erase_bank_details()
  TRIGGER ends_terms AFTER UPDATE OF status, removed_at FOR EACH ROW WHEN ((((new.removed_at IS NOT NULL) AND (old.removed_at IS NULL)) OR ((new.status = ANY (ARRAY['left'::text, 'deceased'::text])) AND (old.status <> ALL (ARRAY['left'::text, 'deceased'::text]))))) EXECUTE FUNCTION app.end_terms_of_former()
  TRIGGER ends_what_they_set_up AFTER UPDATE OF roles, removed_at, status FOR EACH ROW WHEN ((('admin'::text = ANY (old.roles)) AND ((new.removed_at IS NOT NULL) OR (NOT ('admin'::text = ANY (new.roles))) OR (new.status <> 'active'::text)))) EXECUTE FUNCTION app.end_what_they_set_up()
  TRIGGER erased_candidacies AFTER UPDATE OF phone FOR EACH ROW WHEN (((new.phone = ''::text) AND (old.phone IS DISTINCT FROM ''::text))) EXECUTE FUNCTION app.erase_candidacies()
  TRIGGER erased_member_requests AFTER UPDATE OF phone FOR EACH ROW WHEN (((new.phone = ''::text) AND (old.phone IS DISTINCT FROM ''::text))) EXECUTE FUNCTION app.empty_member_requests()
  TRIGGER erased_payment_items AFTER UPDATE OF phone FOR EACH ROW WHEN (((new.phone = ''::text) AND (old.phone IS DISTINCT FROM ''::text))) EXECUTE FUNCTION app.empty_payment_items()
  TRIGGER inactive_since BEFORE UPDATE OF status FOR EACH ROW WHEN ((old.status IS DISTINCT FROM new.status)) EXECUTE FUNCTION app.keep_inactive_since()
  TRIGGER keeps_shared_phone AFTER UPDATE OF phone FOR EACH ROW WHEN (((old.phone IS DISTINCT FROM new.phone) AND (old.phone IS NOT NULL))) EXECUTE FUNCTION app.keep_shared_phone()
  TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, member_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER kept_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER noted_for_webhooks AFTER INSERT REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('member_id')
  GRANT TO coop_app: INSERT, SELECT, UPDATE (first_name, last_name, phone, email, address, date_of_birth, registration_date, gender, marital_status, employment_status, monthly_contribution, profile_picture, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_email, next_of_kin_address, next_of_kin_relationship, nominee_first_name, nominee_last_name, nominee_phone, nominee_email, nominee_address, nominee_relationship, status, roles, search_text, removed_at, left_on, office_ends_on, contributions_due_from, other_phone, shares_phone, title, former_number, occupation, merged_into)
  GRANT TO coop_auth: SELECT (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, email, status, roles, removed_at, office_ends_on)
TABLE app.member_bank_details, key (cooperative_id, member_id)
  member_id uuid NOT NULL
  bank_name text NOT NULL CHECK ((bank_name <> ''::text))
  account_number text NOT NULL CHECK ((account_number ~ '^[0-9]{10}$'::text))
  account_name text NOT NULL CHECK ((account_name <> ''::text))
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  changed_by_name text NOT NULL
  CONSTRAINT member_bank_details_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY own_row
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (bank_name, account_number, account_name, changed_at, changed_by_name)
TABLE app.member_document, key (cooperative_id, document_id)
  document_id, member_id uuid NOT NULL
  file_name text NOT NULL
  media_type text NOT NULL CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  bytes integer NOT NULL CHECK ((bytes > 0))
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  removed_by uuid
  removed_by_name text
  removed_at timestamp with time zone
  CONSTRAINT member_document_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_document_check CHECK ((((content IS NULL) = (removed_at IS NOT NULL)) AND ((removed_at IS NULL) = (removed_by IS NULL))))
  INDEX member_document_by_member (cooperative_id, member_id, added_at)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_remove AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (content, removed_by, removed_by_name, removed_at)
TABLE app.member_photo, key (cooperative_id, member_id)
  member_id uuid NOT NULL
  content bytea NOT NULL
  version, added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT member_photo_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_remove AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (content, version, added_by_name, added_at)
TABLE app.member_request, key (cooperative_id, request_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  request_id, member_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['contribution'::text, 'profile'::text, 'nominees'::text])))
  status text NOT NULL DEFAULT 'waiting'::text CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])))
  monthly_before bigint CHECK ((monthly_before >= 0))
  monthly bigint CHECK ((monthly >= 0))
  month date CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  fields jsonb
  note text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  decided_by uuid
  decided_by_name, reason text
  nominees_before, nominees jsonb
  CONSTRAINT member_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_request_check CHECK ((num_nonnulls(monthly_before, monthly, month) = CASE kind WHEN 'contribution'::text THEN 3 ELSE 0 END))
  CONSTRAINT member_request_check1 CHECK (((fields IS NOT NULL) = (kind = 'profile'::text)))
  CONSTRAINT member_request_check2 CHECK (((ended_at IS NOT NULL) = (status <> 'waiting'::text)))
  CONSTRAINT member_request_check3 CHECK ((num_nonnulls(decided_by, decided_by_name) = CASE WHEN (status = ANY (ARRAY['approved'::text, 'declined'::text])) THEN 2 ELSE 0 END))
  CONSTRAINT member_request_check4 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  CONSTRAINT member_request_nominees_check CHECK ((num_nonnulls(nominees_before, nominees) = CASE kind WHEN 'nominees'::text THEN 2 ELSE 0 END))
  INDEX member_request_by_member (cooperative_id, member_id, created_at)
  INDEX member_request_by_status (cooperative_id, status, created_at)
  UNIQUE INDEX member_request_waiting (cooperative_id, member_id, kind) WHERE (status = 'waiting'::text)
  POLICY asked_by_members AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT app.is_member() AS is_member) AND (status = 'waiting'::text)))
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK ( CASE WHEN ( SELECT app.is_member() AS is_member) THEN (status = 'withdrawn'::text) ELSE (status = ANY (ARRAY['approved'::text, 'declined'::text])) END)
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, ended_at, decided_by, decided_by_name, reason)
TABLE app.member_savings, key (cooperative_id, member_id), fillfactor=70
  member_id uuid NOT NULL
  savings bigint NOT NULL
  CONSTRAINT member_savings_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only
  POLICY reckoned_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (savings)
TABLE app.member_status_change, key (cooperative_id, change_id)
  change_id, member_id uuid NOT NULL
  from_status, to_status text NOT NULL
  reason text NOT NULL CHECK ((reason <> ''::text))
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT member_status_change_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX member_status_change_of (cooperative_id, member_id, changed_at DESC)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.member_view, key (cooperative_id, view_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  view_id, login_id uuid NOT NULL
  name text NOT NULL
  shows jsonb NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  UNIQUE INDEX member_view_named_once (cooperative_id, login_id, lower(name))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (name, shows)
TABLE app.membership_application, key (cooperative_id, application_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  application_id uuid NOT NULL
  number integer NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text])))
  first_name, last_name, phone text NOT NULL
  email, address text
  date_of_birth date
  gender, marital_status, employment_status, employer, staff_number text
  monthly_contribution bigint NOT NULL CHECK ((monthly_contribution >= 0))
  next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_relationship, introduced_by, note text
  consent_version text NOT NULL
  address_hash bytea
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_at timestamp with time zone
  decided_by uuid
  decided_by_name, reason text
  member_id uuid
  CONSTRAINT membership_application_cooperative_id_member_id_key UNIQUE (cooperative_id, member_id)
  CONSTRAINT membership_application_cooperative_id_number_key UNIQUE (cooperative_id, number)
  CONSTRAINT membership_application_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT membership_application_check CHECK ((num_nonnulls(decided_at, decided_by, decided_by_name) = CASE status WHEN 'waiting'::text THEN 0 ELSE 3 END))
  CONSTRAINT membership_application_check1 CHECK (((member_id IS NOT NULL) = (status = 'approved'::text)))
  CONSTRAINT membership_application_check2 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  INDEX membership_application_by_network (cooperative_id, address_hash, created_at) WHERE (address_hash IS NOT NULL)
  INDEX membership_application_by_phone (cooperative_id, phone)
  INDEX membership_application_by_status (cooperative_id, status, number)
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK ((status <> 'waiting'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, decided_at, decided_by, decided_by_name, reason, member_id)
  GRANT TO coop_jobs: DELETE, SELECT (status, address_hash, created_at, decided_at), UPDATE (address_hash)
TABLE app.message_preference, key (cooperative_id, preference_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  preference_id uuid NOT NULL DEFAULT gen_random_uuid()
  member_id uuid
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['receipt'::text, 'reminder'::text, 'meeting'::text, 'loan'::text])))
  way text NOT NULL CHECK ((way = ANY (ARRAY['app'::text, 'sms'::text, 'email'::text, 'both'::text, 'whatsapp'::text])))
  changed_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT message_preference_cooperative_id_member_id_kind_key UNIQUE NULLS NOT DISTINCT (cooperative_id, member_id, kind)
  CONSTRAINT message_preference_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT message_preference_check CHECK (((member_id IS NOT NULL) OR (kind = ANY (ARRAY['receipt'::text, 'loan'::text]))))
  CONSTRAINT whatsapp_by_consent CHECK (((way <> 'whatsapp'::text) OR (member_id IS NOT NULL)))
  POLICY own_changed AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY own_inserted AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY own_or_usual AS RESTRICTIVE FOR SELECT TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id IS NULL) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY own_removed AS RESTRICTIVE FOR DELETE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (way, changed_at)
TABLE app.nominee, key (cooperative_id, member_id, number)
  member_id uuid NOT NULL
  number integer NOT NULL CHECK (((number >= 1) AND (number <= 20)))
  first_name, last_name, relationship, phone, email, address text
  share_basis_points integer NOT NULL CHECK (((share_basis_points >= 1) AND (share_basis_points <= 10000)))
  named_at timestamp with time zone DEFAULT now()
  CONSTRAINT nominee_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (first_name, last_name, relationship, phone, email, address, share_basis_points, named_at)
TABLE app.notification, key (cooperative_id, notification_id)
  notification_id, member_id uuid NOT NULL
  type text NOT NULL CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  message text NOT NULL
  link text CHECK ((link ~ '^/member/'::text))
  announcement_id uuid
  created_at timestamp with time zone NOT NULL DEFAULT now()
  read_at, hidden_at timestamp with time zone
  is_unreached boolean NOT NULL DEFAULT false
  CONSTRAINT notification_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX notification_newest (cooperative_id, member_id, created_at DESC, notification_id DESC) WHERE (hidden_at IS NULL)
  INDEX notification_of_announcement (cooperative_id, announcement_id) WHERE (announcement_id IS NOT NULL)
  INDEX notification_oldest (created_at)
  INDEX notification_unread (cooperative_id, member_id) WHERE ((read_at IS NULL) AND (hidden_at IS NULL))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)))) WITH CHECK ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR ((link = ANY (ARRAY['/member/guarantees'::text, '/member/loans'::text])) AND (announcement_id IS NULL) AND app.shares_a_loan(member_id)) OR ((link ~~ '/member/meetings/elections/%'::text) AND (announcement_id IS NULL) AND app.has_proposed(member_id))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  TRIGGER pushed AFTER INSERT REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (read_at, hidden_at)
  GRANT TO coop_jobs: DELETE, SELECT (cooperative_id, notification_id, member_id, message, link, created_at)
TABLE app.officer_notification, key (cooperative_id, notification_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  notification_id uuid NOT NULL
  type text NOT NULL CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  message text NOT NULL
  link text CHECK ((link ~ '^/coop/'::text))
  created_at timestamp with time zone NOT NULL DEFAULT now()
  INDEX officer_notification_newest (cooperative_id, created_at DESC, notification_id DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member()))) WITH CHECK (true)
  POLICY pushed FOR SELECT TO coop_jobs USING (true)
  POLICY told FOR INSERT TO coop_platform WITH CHECK (true)
  TRIGGER pushed AFTER INSERT REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_push_jobs()
  GRANT TO coop_app: INSERT, SELECT
  GRANT TO coop_jobs: SELECT (cooperative_id, notification_id, message, link)
  GRANT TO coop_platform: INSERT
TABLE app.officer_reading, key (cooperative_id, login_id, notification_id)
  login_id, notification_id uuid NOT NULL
  read_at, hidden_at timestamp with time zone
  CONSTRAINT officer_reading_cooperative_id_notification_id_fkey FOREIGN KEY (cooperative_id, notification_id) REFERENCES app.officer_notification(cooperative_id, notification_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (read_at, hidden_at)
TABLE app.online_payment, key (cooperative_id, payment_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  payment_id uuid NOT NULL
  member_id uuid
  provider, reference text NOT NULL
  status text NOT NULL DEFAULT 'created'::text CHECK ((status = ANY (ARRAY['created'::text, 'initialized'::text, 'failed'::text, 'expired'::text, 'paid'::text, 'posted'::text, 'unallocated'::text, 'allocated'::text, 'stopped'::text])))
  amount bigint NOT NULL CHECK ((amount > 0))
  surcharge bigint NOT NULL CHECK ((surcharge >= 0))
  subaccount, checkout_url text
  received bigint CHECK ((received > 0))
  fees bigint CHECK ((fees >= 0))
  paid_at timestamp with time zone
  why_not_posted text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  expires_at, check_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  allocated_by_name, sent_to, sender text
  CONSTRAINT online_payment_cooperative_id_reference_key UNIQUE (cooperative_id, reference)
  CONSTRAINT online_payment_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT online_payment_check CHECK (((received IS NOT NULL) = (status = ANY (ARRAY['paid'::text, 'posted'::text, 'unallocated'::text, 'allocated'::text]))))
  CONSTRAINT online_payment_check1 CHECK ((num_nonnulls(received, fees) <> 1))
  CONSTRAINT online_payment_check2 CHECK (((status = ANY (ARRAY['unallocated'::text, 'allocated'::text, 'stopped'::text])) = (why_not_posted IS NOT NULL)))
  CONSTRAINT online_payment_check3 CHECK (((status <> 'allocated'::text) OR (allocated_by_name IS NOT NULL)))
  CONSTRAINT online_payment_check4 CHECK (((member_id IS NOT NULL) OR (sent_to IS NOT NULL)))
  CONSTRAINT online_payment_check5 CHECK (((sender IS NULL) OR (sent_to IS NOT NULL)))
  INDEX online_payment_by_member (cooperative_id, member_id, created_at)
  INDEX online_payment_by_paid (cooperative_id, paid_at) WHERE (received IS NOT NULL)
  INDEX online_payment_by_reference (reference)
  INDEX online_payment_by_status (cooperative_id, status, created_at)
  INDEX online_payment_to_check (check_at) WHERE (status = ANY (ARRAY['created'::text, 'initialized'::text, 'failed'::text, 'paid'::text]))
  POLICY advanced_until_posted AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (status <> ALL (ARRAY['posted'::text, 'allocated'::text])))) WITH CHECK (true)
  POLICY begun_by_members AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ( CASE WHEN ( SELECT app.is_member() AS is_member) THEN ((status = 'created'::text) AND (received IS NULL) AND (sent_to IS NULL)) ELSE ((status = ANY (ARRAY['paid'::text, 'stopped'::text])) AND (sent_to IS NOT NULL)) END)
  POLICY looked_for FOR ALL TO coop_jobs USING (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (reference, status, checkout_url, received, fees, paid_at, why_not_posted, ended_at, allocated_by_name)
  GRANT TO coop_jobs: SELECT (cooperative_id, payment_id, reference, status, created_at, check_at), UPDATE (check_at)
TABLE app.online_payment_entry, key (cooperative_id, payment_id, entry_id)
  payment_id, entry_id uuid NOT NULL
  is_charge boolean NOT NULL
  CONSTRAINT online_payment_entry_cooperative_id_payment_id_fkey FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment(cooperative_id, payment_id)
  INDEX online_payment_entry_by_entry (cooperative_id, entry_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.online_payment_line, key (cooperative_id, payment_id, line)
  payment_id uuid NOT NULL
  line integer NOT NULL
  member_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['contribution'::text, 'repayment'::text, 'shares'::text])))
  account_type_id, loan_id uuid
  period date
  amount bigint NOT NULL CHECK ((amount > 0))
  receipt_number text
  CONSTRAINT online_payment_line_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT online_payment_line_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT online_payment_line_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT online_payment_line_cooperative_id_payment_id_fkey FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment(cooperative_id, payment_id)
  CONSTRAINT online_payment_line_check CHECK ((((kind = 'repayment'::text) = (loan_id IS NOT NULL)) AND ((kind = 'contribution'::text) = (period IS NOT NULL)) AND ((kind <> 'contribution'::text) OR (account_type_id IS NOT NULL))))
  POLICY advanced_by_the_server AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY begun_by_members AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((receipt_number IS NULL) AND (( SELECT app.is_member() AS is_member) OR (EXISTS ( SELECT FROM app.online_payment p WHERE ((p.cooperative_id = online_payment_line.cooperative_id) AND (p.payment_id = online_payment_line.payment_id) AND (p.sent_to IS NOT NULL)))))))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (receipt_number)
TABLE app.online_payment_settings, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  is_on boolean NOT NULL
  subaccount text
  charge_borne_by text NOT NULL CHECK ((charge_borne_by = ANY (ARRAY['society'::text, 'member'::text])))
  transfers_to uuid
  CONSTRAINT online_payment_settings_cooperative_id_transfers_to_fkey FOREIGN KEY (cooperative_id, transfers_to) REFERENCES app.account_type(cooperative_id, account_type_id)
  POLICY changed_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY looked_for FOR SELECT TO coop_jobs USING (true)
  POLICY set_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER held_by_one BEFORE INSERT OR UPDATE OF subaccount FOR EACH ROW EXECUTE FUNCTION app.must_hold_subaccount()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (is_on, subaccount, charge_borne_by, transfers_to)
  GRANT TO coop_jobs: SELECT (cooperative_id, is_on, subaccount)
TABLE app.open_ballot, key (cooperative_id, vote_id, member_id)
  vote_id, member_id uuid NOT NULL
  choices smallint[] NOT NULL
  CONSTRAINT open_ballot_cooperative_id_vote_id_member_id_fkey FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll(cooperative_id, vote_id, member_id)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER papers_stay BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  TRIGGER vote_is_open BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.opening_balances, key (cooperative_id, opening_balances_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  opening_balances_id uuid NOT NULL
  as_of date NOT NULL
  file_name text NOT NULL
  transaction_id uuid
  uploaded_by uuid NOT NULL
  uploaded_by_name text NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  sheet_columns jsonb NOT NULL
  CONSTRAINT opening_balances_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT opening_balances_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  UNIQUE INDEX opening_balances_unsigned_once (cooperative_id) WHERE (transaction_id IS NULL)
  POLICY officers_only
  POLICY signed_once AS RESTRICTIVE FOR UPDATE TO PUBLIC USING ((transaction_id IS NULL)) WITH CHECK (true)
  POLICY signed_stay AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((transaction_id IS NULL))
  TRIGGER uploader_signs_first BEFORE UPDATE OF transaction_id FOR EACH ROW EXECUTE FUNCTION app.know_who_uploaded()
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (transaction_id)
TABLE app.opening_balances_row, key (cooperative_id, opening_balances_id, sheet, number)
  opening_balances_id uuid NOT NULL
  sheet text NOT NULL CHECK ((sheet = ANY (ARRAY['members'::text, 'ledger'::text, 'loans'::text, 'deposits'::text, 'assets'::text, 'held'::text])))
  number integer NOT NULL
  cells text[] NOT NULL
  CONSTRAINT opening_balances_row_cooperative_id_opening_balances_id_fkey FOREIGN KEY (cooperative_id, opening_balances_id) REFERENCES app.opening_balances(cooperative_id, opening_balances_id)
  POLICY officers_only
  POLICY signed_grow_no_more AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK ((EXISTS ( SELECT FROM app.opening_balances o WHERE ((o.cooperative_id = opening_balances_row.cooperative_id) AND (o.opening_balances_id = opening_balances_row.opening_balances_id) AND (o.transaction_id IS NULL)))))
  POLICY signed_stay AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((EXISTS ( SELECT FROM app.opening_balances o WHERE ((o.cooperative_id = opening_balances_row.cooperative_id) AND (o.opening_balances_id = opening_balances_row.opening_balances_id) AND (o.transaction_id IS NULL)))))
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.payment_batch, key (cooperative_id, batch_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  batch_id uuid NOT NULL
  batch_number integer NOT NULL CHECK ((batch_number > 0))
  account_id uuid NOT NULL
  status text NOT NULL DEFAULT 'draft'::text CHECK ((status = ANY (ARRAY['draft'::text, 'approved'::text, 'finished'::text, 'cancelled'::text])))
  prepared_by_name text NOT NULL
  prepared_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  approved_by_name text
  approved_at timestamp with time zone
  CONSTRAINT payment_batch_cooperative_id_batch_number_key UNIQUE (cooperative_id, batch_number)
  CONSTRAINT payment_batch_check CHECK (((status = ANY (ARRAY['approved'::text, 'finished'::text])) = (approved_at IS NOT NULL)))
  CONSTRAINT payment_batch_check1 CHECK ((num_nonnulls(approved_by_name, approved_at) <> 1))
  POLICY officers_only
  POLICY open_until_cancelled AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status <> 'cancelled'::text)) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, approved_by_name, approved_at)
TABLE app.payment_batch_file, key (cooperative_id, file_id)
  file_id, batch_id uuid NOT NULL
  downloaded_by_name text NOT NULL
  downloaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  void_by_name text
  void_at timestamp with time zone
  CONSTRAINT payment_batch_file_cooperative_id_batch_id_fkey FOREIGN KEY (cooperative_id, batch_id) REFERENCES app.payment_batch(cooperative_id, batch_id)
  CONSTRAINT payment_batch_file_check CHECK ((num_nonnulls(void_by_name, void_at) <> 1))
  INDEX payment_batch_file_by_batch (cooperative_id, batch_id)
  POLICY officers_only
  POLICY void_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((void_at IS NULL)) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (void_by_name, void_at)
TABLE app.payment_batch_item, key (cooperative_id, batch_id, line)
  batch_id uuid NOT NULL
  line integer NOT NULL CHECK ((line > 0))
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['withdrawal'::text, 'share_redemption'::text, 'disbursement'::text])))
  entry_id, source_id uuid NOT NULL
  loan_id uuid
  member_id uuid NOT NULL
  amount bigint NOT NULL CHECK ((amount > 0))
  bank_name text NOT NULL
  account_number text NOT NULL CHECK ((account_number ~ '^[0-9]{10}$'::text))
  account_name text NOT NULL
  is_first boolean NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text CHECK ((status = ANY (ARRAY['waiting'::text, 'paid'::text, 'failed'::text, 'cancelled'::text])))
  reason, decided_by_name text
  decided_at timestamp with time zone
  CONSTRAINT payment_batch_item_cooperative_id_batch_id_fkey FOREIGN KEY (cooperative_id, batch_id) REFERENCES app.payment_batch(cooperative_id, batch_id)
  CONSTRAINT payment_batch_item_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT payment_batch_item_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT payment_batch_item_check CHECK (((kind = 'disbursement'::text) = (loan_id IS NOT NULL)))
  CONSTRAINT payment_batch_item_check1 CHECK (((status = 'failed'::text) = (reason IS NOT NULL)))
  CONSTRAINT payment_batch_item_check2 CHECK (((status = ANY (ARRAY['paid'::text, 'failed'::text])) = (decided_at IS NOT NULL)))
  CONSTRAINT payment_batch_item_check3 CHECK ((num_nonnulls(decided_by_name, decided_at) <> 1))
  INDEX payment_batch_item_by_member (cooperative_id, member_id)
  UNIQUE INDEX payment_batch_item_live (cooperative_id, entry_id) WHERE (status = ANY (ARRAY['waiting'::text, 'paid'::text]))
  POLICY officers_only
  POLICY open_until_failed AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = ANY (ARRAY['waiting'::text, 'paid'::text]))) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reason, decided_by_name, decided_at)
TABLE app.payment_case, key (cooperative_id, case_id)
  case_id, payment_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['refund'::text, 'dispute'::text])))
  provider_case text NOT NULL CHECK (((length(provider_case) >= 1) AND (length(provider_case) <= 60)))
  status text NOT NULL CHECK ((status = ANY (ARRAY['pending'::text, 'taken'::text, 'kept'::text])))
  amount bigint NOT NULL CHECK ((amount > 0))
  due_at timestamp with time zone
  reason text CHECK ((length(reason) <= 200))
  seen_at, changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT payment_case_cooperative_id_payment_id_kind_provider_case_key UNIQUE (cooperative_id, payment_id, kind, provider_case)
  CONSTRAINT payment_case_cooperative_id_payment_id_fkey FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment(cooperative_id, payment_id)
  INDEX payment_case_newest (cooperative_id, seen_at DESC)
  INDEX payment_case_to_check (changed_at) WHERE (status = 'pending'::text)
  POLICY changes_until_taken AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status <> 'taken'::text)) WITH CHECK (true)
  POLICY looked_for FOR SELECT TO coop_jobs USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, amount, due_at, reason, changed_at)
  GRANT TO coop_jobs: SELECT (cooperative_id, payment_id, status)
TABLE app.payment_case_handling, key (cooperative_id, handling_id)
  handling_id, case_id uuid NOT NULL
  transaction_id uuid
  handled_by_name text NOT NULL
  handled_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  released_at timestamp with time zone
  CONSTRAINT payment_case_handling_cooperative_id_case_id_fkey FOREIGN KEY (cooperative_id, case_id) REFERENCES app.payment_case(cooperative_id, case_id)
  CONSTRAINT payment_case_handling_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX payment_case_handling_by_transaction (cooperative_id, transaction_id)
  UNIQUE INDEX case_handled_once (cooperative_id, case_id) WHERE (released_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT (cooperative_id, handling_id, case_id, transaction_id, handled_by_name), SELECT
TABLE app.payout, key (cooperative_id, payout_id)
  payout_id, batch_id uuid NOT NULL
  line integer NOT NULL
  provider text NOT NULL
  reference text NOT NULL CHECK (((length(reference) >= 16) AND (length(reference) <= 100)))
  status text NOT NULL DEFAULT 'queued'::text CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'held'::text, 'paid'::text, 'failed'::text, 'stopped'::text])))
  recipient, why text
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  sending_at, sent_at, check_at timestamp with time zone
  fee bigint CHECK ((fee > 0))
  CONSTRAINT payout_cooperative_id_reference_key UNIQUE (cooperative_id, reference)
  CONSTRAINT payout_of_item UNIQUE (cooperative_id, batch_id, line)
  CONSTRAINT payout_cooperative_id_batch_id_line_fkey FOREIGN KEY (cooperative_id, batch_id, line) REFERENCES app.payment_batch_item(cooperative_id, batch_id, line)
  CONSTRAINT payout_check CHECK (((status <> ALL (ARRAY['held'::text, 'stopped'::text])) OR (why IS NOT NULL)))
  CONSTRAINT payout_check1 CHECK (((status <> 'sending'::text) OR (sending_at IS NOT NULL)))
  CONSTRAINT payout_check2 CHECK (((status <> ALL (ARRAY['sent'::text, 'paid'::text])) OR (sent_at IS NOT NULL)))
  INDEX payout_by_day (cooperative_id, asked_at)
  INDEX payout_to_check (check_at) WHERE (check_at IS NOT NULL)
  POLICY looked_for FOR ALL TO coop_jobs USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY open_until_failed AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status <> 'failed'::text)) WITH CHECK (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, recipient, why, sending_at, sent_at, check_at, fee)
  GRANT TO coop_jobs: SELECT (cooperative_id, payout_id, batch_id, reference, status, asked_at, sent_at, check_at), UPDATE (check_at)
TABLE app.payout_key, key (cooperative_id, key_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  key_id uuid NOT NULL
  provider text NOT NULL
  sealed_key bytea
  key_end text NOT NULL CHECK ((length(key_end) >= 4))
  entered_by_name text NOT NULL
  entered_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  used_since, ended_at timestamp with time zone
  CONSTRAINT payout_key_check CHECK (((sealed_key IS NULL) = (ended_at IS NOT NULL)))
  UNIQUE INDEX payout_key_in_use (cooperative_id) WHERE ((used_since IS NOT NULL) AND (ended_at IS NULL))
  POLICY ended_for_good AS RESTRICTIVE FOR UPDATE TO coop_app USING ((ended_at IS NULL)) WITH CHECK (true)
  POLICY looked_for FOR SELECT TO coop_jobs USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name), SELECT, UPDATE (sealed_key, used_since, ended_at)
  GRANT TO coop_jobs: SELECT (cooperative_id, key_id, provider, sealed_key, used_since, ended_at)
TABLE app.payout_settings, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  address text NOT NULL CHECK ((address ~ '^[0-9a-f]{32}$'::text))
  daily_limit bigint CHECK ((daily_limit > 0))
  INDEX payout_settings_by_address (address)
  POLICY looked_for FOR SELECT TO coop_jobs USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (daily_limit)
  GRANT TO coop_jobs: SELECT (cooperative_id, address)
TABLE app.penalty_day, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  looked_on date NOT NULL
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE
TABLE app.penalty_waiver, key (cooperative_id, waiver_id)
  waiver_id, loan_id, member_id uuid NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  occurred_on date NOT NULL
  due_on date[] NOT NULL CHECK ((cardinality(due_on) > 0))
  amount bigint NOT NULL CHECK ((amount > 0))
  reason text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason, reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT penalty_waiver_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT penalty_waiver_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT penalty_waiver_check CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL))))
  INDEX penalty_waiver_by_loan (cooperative_id, loan_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_waive AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at)
TABLE app.pledge, key (cooperative_id, pledge_id)
  pledge_id, member_id, account_type_id, account_id uuid NOT NULL
  amount bigint NOT NULL CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['hold'::text, 'own_loan'::text, 'guarantee'::text])))
  subject_id uuid
  reason text NOT NULL
  placed_by uuid NOT NULL
  placed_by_name text NOT NULL
  placed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  released_at timestamp with time zone
  released_by uuid
  released_by_name, released_reason text
  held bigint NOT NULL
  CONSTRAINT pledge_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT pledge_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT held_of_the_pledge CHECK ((((held >= 0) AND (held <= amount)) AND ((kind <> 'hold'::text) OR (held = amount))))
  CONSTRAINT pledge_check CHECK (((kind = 'hold'::text) = (subject_id IS NULL)))
  CONSTRAINT pledge_check1 CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) OR (released_reason IS NOT NULL))))
  INDEX pledge_by_member (cooperative_id, member_id)
  INDEX pledge_by_subject (cooperative_id, subject_id) WHERE (subject_id IS NOT NULL)
  INDEX pledge_newest (cooperative_id, placed_at DESC, pledge_id DESC)
  INDEX pledge_open (cooperative_id, account_id) WHERE (released_at IS NULL)
  POLICY officers_pledge AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((kind = 'guarantee'::text) AND (member_id = ( SELECT app.member_id() AS member_id)) AND (EXISTS ( SELECT FROM app.loan_guarantor g WHERE ((g.loan_id = pledge.subject_id) AND (g.member_id = ( SELECT app.member_id() AS member_id)) AND (g.status = 'asked'::text)))))))
  POLICY officers_release AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (released_at, released_by, released_by_name, released_reason, held)
  GRANT TO ledger_owner: SELECT
TABLE app.post, key (cooperative_id, post_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  post_id uuid NOT NULL
  name text NOT NULL CHECK (((length(name) >= 1) AND (length(name) <= 80)))
  committee text CHECK (((length(committee) >= 1) AND (length(committee) <= 80)))
  office text CHECK ((office = ANY (ARRAY['admin'::text, 'treasurer'::text, 'secretary'::text, 'loan_committee'::text, 'auditor'::text])))
  seats integer NOT NULL CHECK (((seats >= 1) AND (seats <= 20)))
  retired_at timestamp with time zone
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  UNIQUE INDEX post_name (cooperative_id, lower(name), lower(COALESCE(committee, ''::text))) WHERE (retired_at IS NULL)
  POLICY added_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, committee, office, seats, retired_at)
TABLE app.post_term, key (cooperative_id, term_id)
  term_id, post_id, member_id uuid NOT NULL
  started_on date NOT NULL
  ends_on, ended_on date
  came_by text NOT NULL CHECK ((came_by = ANY (ARRAY['elected'::text, 'unopposed'::text, 'by_election'::text, 'appointed'::text, 'earlier'::text])))
  meeting_id, election_id uuid
  end_reason text CHECK ((end_reason = ANY (ARRAY['succeeded'::text, 'term_over'::text, 'resigned'::text, 'removed'::text, 'left_society'::text, 'died'::text, 'other'::text])))
  end_note text CHECK ((length(end_note) <= 200))
  recorded_by_name text NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT post_term_cooperative_id_election_id_fkey FOREIGN KEY (cooperative_id, election_id) REFERENCES app.election(cooperative_id, election_id)
  CONSTRAINT post_term_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT post_term_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT post_term_cooperative_id_post_id_fkey FOREIGN KEY (cooperative_id, post_id) REFERENCES app.post(cooperative_id, post_id)
  CONSTRAINT post_term_check CHECK ((ends_on >= started_on))
  CONSTRAINT post_term_check1 CHECK ((ended_on >= started_on))
  CONSTRAINT post_term_check2 CHECK (((ended_on IS NOT NULL) = (end_reason IS NOT NULL)))
  INDEX term_by_member (cooperative_id, member_id, post_id, started_on)
  INDEX term_by_start (cooperative_id, started_on, term_id)
  UNIQUE INDEX term_open_once (cooperative_id, post_id, member_id) WHERE (ended_on IS NULL)
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY recorded_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER term_stays BEFORE UPDATE FOR EACH ROW WHEN (((old.ended_on IS NOT NULL) AND ((((((old.post_id IS DISTINCT FROM new.post_id) OR (old.member_id IS DISTINCT FROM new.member_id)) OR (old.started_on IS DISTINCT FROM new.started_on)) OR (old.ended_on IS DISTINCT FROM new.ended_on)) OR (old.end_reason IS DISTINCT FROM new.end_reason)) OR (old.came_by IS DISTINCT FROM new.came_by)))) EXECUTE FUNCTION app.keep_term()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (ended_on, end_reason, end_note)
TABLE app.provider_settlement, key (cooperative_id, settlement_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  settlement_id uuid NOT NULL
  provider text NOT NULL
  provider_settlement text NOT NULL CHECK (((length(provider_settlement) >= 1) AND (length(provider_settlement) <= 60)))
  status text NOT NULL CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'failed'::text])))
  gross bigint NOT NULL CHECK ((gross >= 0))
  fees bigint NOT NULL CHECK ((fees >= 0))
  deductions bigint NOT NULL CHECK ((deductions >= 0))
  net bigint NOT NULL CHECK ((net >= 0))
  settled_on date NOT NULL
  read_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT provider_settlement_cooperative_id_provider_provider_settle_key UNIQUE (cooperative_id, provider, provider_settlement)
  INDEX provider_settlement_newest (cooperative_id, settled_on DESC)
  POLICY changes_until_paid AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status <> 'paid'::text)) WITH CHECK (true)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, gross, fees, deductions, net, settled_on, read_at)
TABLE app.provision_class, key (cooperative_id, place)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  place integer NOT NULL CHECK (((place >= 1) AND (place <= 5)))
  from_days integer NOT NULL CHECK (((from_days >= 0) AND (from_days <= 3650)))
  basis_points integer NOT NULL CHECK (((basis_points >= 0) AND (basis_points <= 10000)))
  CONSTRAINT provision_class_check CHECK (((place = 1) = (from_days = 0)))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.recovery_part, key (cooperative_id, movement_id, line)
  movement_id uuid NOT NULL
  line integer NOT NULL
  loan_id, member_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['savings'::text, 'own_loan'::text, 'guarantee'::text])))
  pledge_id uuid
  amount bigint NOT NULL CHECK ((amount > 0))
  principal bigint NOT NULL CHECK ((principal >= 0))
  reversed_at timestamp with time zone
  CONSTRAINT recovery_part_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT recovery_part_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT recovery_part_cooperative_id_movement_id_fkey FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement(cooperative_id, movement_id) DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT recovery_part_cooperative_id_pledge_id_fkey FOREIGN KEY (cooperative_id, pledge_id) REFERENCES app.pledge(cooperative_id, pledge_id)
  CONSTRAINT recovery_part_check CHECK (((kind = 'savings'::text) = (pledge_id IS NULL)))
  INDEX recovery_part_by_loan (cooperative_id, loan_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_recover AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_loan AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id FROM app.loan l))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (reversed_at)
TABLE app.remembered_columns, key (cooperative_id, columns_id)
  columns_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['members'::text, 'contributions'::text, 'return'::text])))
  employer_id uuid
  headings_hash bytea NOT NULL
  mapping text[] NOT NULL
  used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT columns_remembered_once UNIQUE NULLS NOT DISTINCT (cooperative_id, kind, employer_id, headings_hash)
  CONSTRAINT remembered_columns_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT remembered_columns_check CHECK (((kind = 'return'::text) = (employer_id IS NOT NULL)))
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (mapping, used_at)
TABLE app.reminder_setting, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  remind_days_before integer NOT NULL DEFAULT 3 CHECK (((remind_days_before >= 0) AND (remind_days_before <= 14)))
  remind_overdue boolean NOT NULL DEFAULT true
  remind_by_sms, remind_by_email boolean NOT NULL DEFAULT false
  reminded_on date
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE
TABLE app.remittance, key (cooperative_id, remittance_id)
  remittance_id, schedule_id, employer_id uuid NOT NULL
  amount bigint NOT NULL CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  received_on date NOT NULL
  account_code text NOT NULL
  reference text
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  recorded_by_name text NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT now()
  reversed_at timestamp with time zone
  reversal_reason text
  CONSTRAINT remittance_cooperative_id_entry_id_key UNIQUE (cooperative_id, entry_id)
  CONSTRAINT remittance_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT remittance_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  INDEX remittance_of_schedule (cooperative_id, schedule_id)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (reversal_reason)
TABLE app.rescheduling, key (cooperative_id, rescheduling_id)
  rescheduling_id, loan_id, member_id uuid NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  occurred_on date NOT NULL
  instalments integer NOT NULL CHECK (((instalments >= 1) AND (instalments <= 600)))
  first_due_on date NOT NULL
  annual_rate_ppm integer NOT NULL CHECK ((annual_rate_ppm >= 0))
  outstanding bigint NOT NULL CHECK ((outstanding > 0))
  interest_owed bigint NOT NULL CHECK ((interest_owed >= 0))
  reason text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason, reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT rescheduling_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT rescheduling_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT rescheduling_check CHECK ((first_due_on > occurred_on))
  CONSTRAINT rescheduling_check1 CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL))))
  UNIQUE INDEX rescheduling_once_a_day (cooperative_id, loan_id, occurred_on) WHERE (status = 'posted'::text)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_reschedule AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at)
TABLE app.reversal_request, key (cooperative_id, reversal_id)
  reversal_id, transaction_id, entry_id uuid NOT NULL
  amount bigint NOT NULL CHECK ((amount > 0))
  lines integer NOT NULL CHECK ((lines > 0))
  reason text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
  approvals_needed integer NOT NULL CHECK (((approvals_needed >= 1) AND (approvals_needed <= 2)))
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  CONSTRAINT reversal_request_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT reversal_request_check CHECK (((status = 'pending'::text) = (decided_by IS NULL)))
  CONSTRAINT reversal_request_check1 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  INDEX reversal_request_by_transaction (cooperative_id, transaction_id)
  UNIQUE INDEX reversal_request_once (cooperative_id, entry_id) WHERE (status = 'pending'::text)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason)
VIEW app.savings_moved, security_invoker=true
  SELECT e.cooperative_id, e.entry_no, w.member_id, s.amount FROM ledger.entry e JOIN ledger.posting p ON p.cooperative_id = e.cooperative_id AND p.entry_id = e.entry_id CROSS JOIN LATERAL ( VALUES (p.credit_id,p.amount), (p.debit_id,- p.amount)) s(account_id, amount) CROSS JOIN LATERAL ( SELECT a.member_id FROM ledger.account a WHERE a.cooperative_id = e.cooperative_id AND a.account_id = s.account_id AND a.member_id IS NOT NULL AND (( SELECT t.kind FROM app.account_type t WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id)) = 'savings'::text LIMIT 1) w;
  GRANT TO coop_app: SELECT
TABLE app.savings_reckoned, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  entry_no bigint NOT NULL
  POLICY begun_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (entry_no)
TABLE app.seconding, key (cooperative_id, candidate_id, member_id)
  candidate_id, member_id uuid NOT NULL
  seconded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT seconding_cooperative_id_candidate_id_fkey FOREIGN KEY (cooperative_id, candidate_id) REFERENCES app.candidate(cooperative_id, candidate_id)
  CONSTRAINT seconding_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX seconding_by_member (cooperative_id, member_id)
  POLICY seconded_by_self AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((app.is_member() AND (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER nominations_are_open BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.settled_payment, key (cooperative_id, settlement_id, reference)
  settlement_id uuid NOT NULL
  reference text NOT NULL
  amount bigint NOT NULL CHECK ((amount > 0))
  fees bigint NOT NULL CHECK ((fees >= 0))
  CONSTRAINT settled_payment_cooperative_id_settlement_id_fkey FOREIGN KEY (cooperative_id, settlement_id) REFERENCES app.provider_settlement(cooperative_id, settlement_id)
  INDEX settled_payment_by_reference (cooperative_id, reference)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT
TABLE app.settlement_posting, key (cooperative_id, transaction_id)
  settlement_id, transaction_id uuid NOT NULL
  posted_by_name text NOT NULL
  posted_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  released_at timestamp with time zone
  CONSTRAINT settlement_posting_cooperative_id_settlement_id_fkey FOREIGN KEY (cooperative_id, settlement_id) REFERENCES app.provider_settlement(cooperative_id, settlement_id)
  CONSTRAINT settlement_posting_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  UNIQUE INDEX settlement_posted_once (cooperative_id, settlement_id) WHERE (released_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT (cooperative_id, settlement_id, transaction_id, posted_by_name), SELECT
TABLE app.sms_budget, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  month_max integer CHECK ((month_max >= 0))
  warned_for date
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (month_max, warned_for)
TABLE app.statement_link, key (cooperative_id, link_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  link_id, member_id uuid NOT NULL
  transaction_id uuid
  from_on, to_on date
  token_hash bytea NOT NULL CHECK ((octet_length(token_hash) = 32))
  figures jsonb
  made_by uuid NOT NULL
  made_by_name text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  expires_at timestamp with time zone NOT NULL
  withdrawn_at timestamp with time zone
  CONSTRAINT statement_link_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT statement_link_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT statement_link_check CHECK ((num_nonnulls(from_on, to_on) = CASE WHEN (transaction_id IS NULL) THEN 2 ELSE 0 END))
  CONSTRAINT statement_link_check1 CHECK (((figures IS NOT NULL) OR (withdrawn_at IS NOT NULL)))
  CONSTRAINT statement_link_check2 CHECK ((expires_at > made_at))
  INDEX statement_link_by_token (token_hash)
  INDEX statement_link_of_member (cooperative_id, member_id, made_at DESC)
  INDEX statement_link_oldest (expires_at)
  POLICY checked FOR SELECT TO coop_auth USING (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (withdrawn_at)
  GRANT TO coop_auth: SELECT (cooperative_id, transaction_id, token_hash, figures, made_at, expires_at, withdrawn_at)
  GRANT TO coop_jobs: DELETE, SELECT (expires_at, withdrawn_at)
TABLE app.subaccount_holder, key (cooperative_id, subaccount)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  subaccount text NOT NULL CHECK ((length(subaccount) <= 60))
  holder, bank, account_end text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (holder, bank, account_end, asked_at)
TABLE app.support_access, key (cooperative_id, access_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  access_id, login_id uuid NOT NULL
  asked_by_name text NOT NULL
  reason text NOT NULL CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
  minutes integer NOT NULL CHECK (((minutes >= 5) AND (minutes <= 60)))
  asked_at timestamp with time zone NOT NULL DEFAULT now()
  allowed boolean
  decided_by uuid
  decided_by_name text
  decided_at, expires_at, ended_at timestamp with time zone
  ended_by_name text
  CONSTRAINT decided_by_somebody CHECK ((((allowed IS NULL) = (decided_at IS NULL)) AND ((decided_at IS NULL) OR (decided_by_name IS NOT NULL))))
  CONSTRAINT ended_by_somebody CHECK (((ended_at IS NULL) OR (ended_by_name IS NOT NULL)))
  CONSTRAINT open_for_the_minutes_asked CHECK ( CASE WHEN allowed THEN ((expires_at IS NOT NULL) AND (expires_at <= (decided_at + make_interval(mins => minutes)))) ELSE (expires_at IS NULL) END)
  INDEX support_access_newest (cooperative_id, asked_at DESC)
  UNIQUE INDEX support_access_waiting (cooperative_id) WHERE ((allowed IS NULL) AND (ended_at IS NULL))
  POLICY asked FOR ALL TO coop_platform USING (true) WITH CHECK (true)
  POLICY looked_up FOR SELECT TO coop_auth USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER final BEFORE UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_support_decision() (always)
  GRANT TO coop_app: SELECT, UPDATE (allowed, decided_by, decided_by_name, decided_at, expires_at, ended_at, ended_by_name)
  GRANT TO coop_auth: SELECT (cooperative_id, access_id, login_id, allowed, expires_at, ended_at)
  GRANT TO coop_platform: INSERT (cooperative_id, access_id, login_id, asked_by_name, reason, minutes), SELECT, UPDATE (ended_at, ended_by_name)
TABLE app.surplus_head, key (cooperative_id, place)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  place integer NOT NULL CHECK (((place >= 1) AND (place <= 30)))
  account_id uuid NOT NULL
  basis_points integer NOT NULL CHECK (((basis_points >= 1) AND (basis_points <= 10000)))
  is_least boolean NOT NULL
  clause text NOT NULL CHECK ((length(clause) <= 120))
  CONSTRAINT surplus_head_cooperative_id_account_id_key UNIQUE (cooperative_id, account_id)
  POLICY officers_only
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.surplus_rules, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  director_approves boolean NOT NULL
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (director_approves)
TABLE app.transaction, key (cooperative_id, transaction_id)
  transaction_id uuid NOT NULL
  type text NOT NULL CHECK ((type = ANY (ARRAY['contribution'::text, 'deposit'::text, 'withdrawal'::text, 'transfer'::text, 'share_purchase'::text, 'share_transfer'::text, 'share_redemption'::text, 'charge'::text, 'journal'::text, 'expense'::text, 'income'::text, 'disbursement'::text, 'repayment'::text, 'interest'::text, 'dividend'::text, 'fixed_deposit'::text, 'opening'::text])))
  status text NOT NULL CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reversed'::text])))
  member_id, account_type_id uuid
  amount bigint NOT NULL CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  direction text NOT NULL CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
  occurred_on date NOT NULL
  period date CHECK ((EXTRACT(day FROM period) = (1)::numeric))
  description text NOT NULL
  entry_id uuid
  entry_no bigint
  line integer
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  through_account_id uuid
  through_name text
  income_account_id, pair_id uuid
  receipt_number text
  approvals_needed integer NOT NULL DEFAULT 0 CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  made_by_officer boolean NOT NULL DEFAULT true
  party text
  expense_account_id uuid
  paid_members uuid[]
  reference text CHECK (((length(reference) >= 1) AND (length(reference) <= 60)))
  reference_key text
  CONSTRAINT expenses_name_a_party CHECK ((((type <> ALL (ARRAY['expense'::text, 'income'::text])) OR (party IS NOT NULL)) AND ((length(party) >= 1) AND (length(party) <= 120))))
  CONSTRAINT expenses_name_an_account CHECK ((((type = 'expense'::text) = (expense_account_id IS NOT NULL)) AND ((type <> 'income'::text) OR (income_account_id IS NOT NULL)) AND ((type <> ALL (ARRAY['expense'::text, 'income'::text])) OR (through_account_id IS NOT NULL))))
  CONSTRAINT journals_are_nobodys CHECK (((member_id IS NULL) = ((type = ANY (ARRAY['journal'::text, 'expense'::text, 'income'::text])) OR ((type = ANY (ARRAY['interest'::text, 'dividend'::text, 'opening'::text])) AND (account_type_id IS NULL)))))
  CONSTRAINT key_of_a_reference CHECK (((reference_key IS NULL) OR (reference IS NOT NULL)))
  CONSTRAINT members_accounts_move CHECK (((account_type_id IS NOT NULL) OR (type = ANY (ARRAY['charge'::text, 'journal'::text, 'expense'::text, 'income'::text, 'interest'::text, 'dividend'::text, 'opening'::text]))))
  CONSTRAINT named_payments_are_dividends CHECK (((paid_members IS NULL) OR ((type = 'dividend'::text) AND (member_id IS NULL) AND ((cardinality(paid_members) >= 1) AND (cardinality(paid_members) <= 200)))))
  CONSTRAINT transaction_check CHECK (((status = ANY (ARRAY['approved'::text, 'reversed'::text])) = (entry_id IS NOT NULL)))
  CONSTRAINT transaction_check1 CHECK (((type = 'contribution'::text) = (period IS NOT NULL)))
  INDEX transaction_by_entry (cooperative_id, entry_id)
  INDEX transaction_by_member (cooperative_id, member_id, period)
  INDEX transaction_by_pair (cooperative_id, pair_id) WHERE (pair_id IS NOT NULL)
  INDEX transaction_by_period (cooperative_id, period) INCLUDE (member_id, amount, status)
  INDEX transaction_newest (cooperative_id, occurred_on DESC, transaction_id DESC)
  INDEX transaction_that_waits (cooperative_id, created_at DESC) WHERE (status = 'pending'::text)
  INDEX transaction_waiting (cooperative_id, member_id) WHERE (status = 'pending'::text)
  UNIQUE INDEX opening_balances_stand_once (cooperative_id) WHERE ((type = 'opening'::text) AND (member_id IS NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])))
  UNIQUE INDEX reference_used_once (cooperative_id, through_account_id, reference_key) WHERE ((reference_key IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])))
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'pending'::text)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row
  TRIGGER changes_noted_for_webhooks AFTER UPDATE REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id')
  TRIGGER first_unpaid_on_insert AFTER INSERT REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid()
  TRIGGER first_unpaid_on_update AFTER UPDATE REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid()
  TRIGGER fixed_assets_are_released AFTER UPDATE OF status FOR EACH ROW WHEN (((new.type = 'journal'::text) AND (new.status = ANY (ARRAY['rejected'::text, 'reversed'::text])))) EXECUTE FUNCTION app.release_fixed_assets()
  TRIGGER interest_reopens AFTER UPDATE OF status FOR EACH ROW WHEN (((new.type = 'interest'::text) AND (new.member_id IS NULL) AND (new.status = ANY (ARRAY['rejected'::text, 'reversed'::text])))) EXECUTE FUNCTION app.reopen_interest()
  TRIGGER kept BEFORE UPDATE OF cooperative_id, member_id, account_type_id FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER noted_for_webhooks AFTER INSERT REFERENCING NEW TABLE AS after_it FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id')
  TRIGGER refer_transaction AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_transaction() (always)
  TRIGGER settlement_is_released AFTER UPDATE OF status FOR EACH ROW WHEN (((new.type = 'journal'::text) AND (new.status = ANY (ARRAY['rejected'::text, 'reversed'::text])))) EXECUTE FUNCTION app.release_settlement()
  TRIGGER surplus_is_released AFTER UPDATE OF status FOR EACH ROW WHEN (((new.type = ANY (ARRAY['journal'::text, 'dividend'::text])) AND (new.member_id IS NULL) AND (new.status = ANY (ARRAY['rejected'::text, 'reversed'::text])))) EXECUTE FUNCTION app.release_surplus()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, occurred_on, entry_id, entry_no, line, through_account_id, through_name, receipt_number)
TABLE app.transaction_decision, key (cooperative_id, transaction_id, decision)
  transaction_id uuid NOT NULL
  decision text NOT NULL CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'reversed'::text])))
  member_id uuid
  reason text
  entry_id uuid
  entry_no bigint
  decided_by uuid NOT NULL
  decided_by_name text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT transaction_decision_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT transaction_decision_check CHECK (((decision = 'approved'::text) = (reason IS NULL)))
  CONSTRAINT transaction_decision_check1 CHECK (((decision = 'reversed'::text) = (entry_id IS NOT NULL)))
  CONSTRAINT transaction_decision_check2 CHECK (((entry_id IS NULL) = (entry_no IS NULL)))
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row
  GRANT TO coop_app: INSERT, SELECT
TABLE app.transaction_proof, key (cooperative_id, proof_id)
  proof_id, transaction_id uuid NOT NULL
  member_id uuid
  file_name text NOT NULL
  media_type text NOT NULL CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  bytes integer NOT NULL CHECK ((bytes > 0))
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT transaction_proof_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT transaction_proof_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX transaction_proof_by_transaction (cooperative_id, transaction_id, added_at)
  POLICY own_row
  POLICY while_it_waits AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((content IS NOT NULL) AND (EXISTS ( SELECT FROM app.transaction t WHERE ((t.transaction_id = transaction_proof.transaction_id) AND (NOT (t.member_id IS DISTINCT FROM transaction_proof.member_id)) AND CASE WHEN ( SELECT app.is_member() AS is_member) THEN ((t.type = 'deposit'::text) AND (t.status = 'pending'::text) AND (NOT t.made_by_officer)) ELSE ((t.type = ANY (ARRAY['expense'::text, 'income'::text])) AND (t.status = ANY (ARRAY['pending'::text, 'approved'::text]))) END)))))
  GRANT TO coop_app: INSERT, SELECT
TABLE app.transfer_account, key (cooperative_id, member_id, provider)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  member_id uuid NOT NULL
  provider text NOT NULL
  subaccount text
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  check_at timestamp with time zone NOT NULL
  opened_at timestamp with time zone
  customer, bank, account_number, account_name text
  CONSTRAINT transfer_account_cooperative_id_provider_account_number_key UNIQUE (cooperative_id, provider, account_number)
  CONSTRAINT transfer_account_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT transfer_account_check CHECK ((num_nonnulls(opened_at, customer, bank, account_number, account_name) = ANY (ARRAY[0, 5])))
  INDEX transfer_account_by_customer (customer)
  INDEX transfer_account_by_number (account_number)
  INDEX transfer_account_to_check (check_at) WHERE (opened_at IS NULL)
  POLICY asked_by_members AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT app.is_member() AS is_member) AND (opened_at IS NULL)))
  POLICY looked_for FOR ALL TO coop_jobs USING (true)
  POLICY opened_by_the_server AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  GRANT TO coop_app: INSERT, SELECT, UPDATE (opened_at, customer, bank, account_number, account_name)
  GRANT TO coop_jobs: SELECT (cooperative_id, member_id, provider, asked_at, check_at, opened_at, customer, account_number), UPDATE (check_at)
TABLE app.unpaid_month_to_reckon, key (cooperative_id, mark)
  mark bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY
  member_id uuid NOT NULL
  month date NOT NULL
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY taken_by_the_job AS RESTRICTIVE FOR DELETE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY waiting FOR SELECT TO coop_jobs USING (true)
  POLICY written_with_what_changed AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((pg_trigger_depth() > 0))
  GRANT TO coop_app: DELETE, INSERT (cooperative_id, member_id, month), SELECT
  GRANT TO coop_jobs: SELECT (cooperative_id)
VIEW app.unpaid_month_written_down, security_invoker=true
  SELECT w.cooperative_id, w.member_id, CASE WHEN w.since > u.month THEN u.month ELSE app.first_unpaid_since(w.cooperative_id, w.member_id, w.since) END AS month FROM ( SELECT r.cooperative_id, r.member_id, min(r.month) AS since FROM app.unpaid_month_to_reckon r GROUP BY r.cooperative_id, r.member_id) w LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = w.cooperative_id AND u.member_id = w.member_id;
  GRANT TO coop_app: SELECT
TABLE app.vote, key (cooperative_id, vote_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  vote_id uuid NOT NULL
  meeting_id uuid
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['resolution'::text, 'choice'::text])))
  wording text NOT NULL CHECK (((length(wording) >= 1) AND (length(wording) <= 500)))
  options text[] NOT NULL CHECK (((cardinality(options) >= 2) AND (cardinality(options) <= 10)))
  choose_max integer NOT NULL CHECK (((choose_max >= 1) AND (choose_max <= 10)))
  is_secret boolean NOT NULL
  majority text NOT NULL CHECK ((majority = ANY (ARRAY['simple'::text, 'two_thirds'::text])))
  tie_rule text NOT NULL CHECK ((tie_rule = ANY (ARRAY['casting_vote'::text, 'lost'::text])))
  opens_at, closes_at timestamp with time zone NOT NULL
  public_key bytea
  status text NOT NULL DEFAULT 'open'::text CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text, 'confirmed'::text, 'cancelled'::text])))
  opened_by_name text NOT NULL
  opened_at timestamp with time zone NOT NULL DEFAULT now()
  roll_eligible integer CHECK ((roll_eligible > 0))
  roll_excluded integer
  closed_at timestamp with time zone
  closed_by_name text
  ballots integer
  tally integer[]
  outcome text CHECK ((outcome = ANY (ARRAY['carried'::text, 'lost'::text, 'tied'::text, 'counted'::text])))
  result_hash bytea CHECK ((octet_length(result_hash) = 32))
  casting_vote text CHECK ((casting_vote = ANY (ARRAY['for'::text, 'against'::text])))
  confirmed_at timestamp with time zone
  cancelled_reason text
  announced_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT vote_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT vote_check CHECK ((closes_at > opens_at))
  CONSTRAINT vote_check1 CHECK (((public_key IS NOT NULL) = is_secret))
  CONSTRAINT vote_check2 CHECK ((choose_max <= cardinality(options)))
  CONSTRAINT vote_check3 CHECK (((closed_at IS NULL) = (status = 'open'::text)))
  CONSTRAINT vote_check4 CHECK (((confirmed_at IS NOT NULL) = (status = 'confirmed'::text)))
  CONSTRAINT vote_check5 CHECK (((cancelled_reason IS NOT NULL) = (status = 'cancelled'::text)))
  CONSTRAINT vote_check6 CHECK ((num_nonnulls(ballots, tally, outcome, result_hash) = ANY (ARRAY[0, 4])))
  CONSTRAINT vote_check7 CHECK (((status <> 'confirmed'::text) OR (outcome = ANY (ARRAY['carried'::text, 'lost'::text, 'counted'::text]))))
  INDEX vote_by_meeting (cooperative_id, meeting_id) WHERE (meeting_id IS NOT NULL)
  INDEX vote_by_opening (cooperative_id, opens_at, vote_id)
  INDEX vote_open (closes_at) WHERE (status = 'open'::text)
  POLICY closed_by_clock FOR SELECT TO coop_jobs USING (true)
  POLICY led_by_officers AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY looked_up FOR SELECT TO coop_auth USING (true)
  POLICY opened_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER vote_stays BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_vote()
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, roll_eligible, roll_excluded, closed_at, closed_by_name, ballots, tally, outcome, result_hash, casting_vote, confirmed_at, cancelled_reason)
  GRANT TO coop_auth: SELECT (cooperative_id, vote_id, options, choose_max, is_secret, opens_at, closes_at, public_key, status)
  GRANT TO coop_jobs: SELECT (cooperative_id, closes_at, status)
TABLE app.vote_confirmation, key (cooperative_id, vote_id, login_id)
  vote_id, login_id uuid NOT NULL
  name text NOT NULL
  confirmed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  result_hash bytea NOT NULL CHECK ((octet_length(result_hash) = 32))
  casting_vote text CHECK ((casting_vote = ANY (ARRAY['for'::text, 'against'::text])))
  CONSTRAINT vote_confirmation_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  POLICY confirmed_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER papers_stay BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.vote_credential, key (cooperative_id, vote_id, member_id)
  vote_id, member_id uuid NOT NULL
  blinded_hash bytea NOT NULL CHECK ((octet_length(blinded_hash) = 32))
  CONSTRAINT vote_credential_cooperative_id_vote_id_member_id_fkey FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll(cooperative_id, vote_id, member_id)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER papers_stay BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  TRIGGER vote_is_open BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.vote_key, key (cooperative_id, vote_id)
  vote_id uuid NOT NULL
  sealed bytea NOT NULL
  CONSTRAINT vote_key_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  GRANT TO coop_app: DELETE, INSERT, SELECT
TABLE app.vote_proof, key (cooperative_id, vote_id, member_id)
  vote_id, member_id uuid NOT NULL
  proved_late boolean NOT NULL
  in_person_by text
  CONSTRAINT vote_proof_cooperative_id_vote_id_member_id_fkey FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll(cooperative_id, vote_id, member_id)
  CONSTRAINT vote_proof_check CHECK ((proved_late OR (in_person_by IS NOT NULL)))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER papers_stay BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.vote_roll, key (cooperative_id, vote_id, member_id)
  vote_id, member_id uuid NOT NULL
  exclusion text CHECK ((exclusion = ANY (ARRAY['not_active'::text, 'joined_late'::text, 'in_arrears'::text])))
  recorded_late boolean NOT NULL DEFAULT false
  CONSTRAINT vote_roll_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT vote_roll_cooperative_id_vote_id_fkey FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote(cooperative_id, vote_id)
  INDEX vote_roll_by_member (cooperative_id, member_id)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY written_by_officers AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  TRIGGER roll_is_fixed BEFORE INSERT FOR EACH ROW EXECUTE FUNCTION app.fix_roll()
  TRIGGER roll_stays BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION app.keep_ballots()
  GRANT TO coop_app: INSERT, SELECT
TABLE app.voting_rules, key (cooperative_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  majority text NOT NULL CHECK ((majority = ANY (ARRAY['simple'::text, 'two_thirds'::text])))
  majority_clause text NOT NULL CHECK ((length(majority_clause) <= 120))
  tie_rule text NOT NULL CHECK ((tie_rule = ANY (ARRAY['casting_vote'::text, 'lost'::text])))
  tie_clause text NOT NULL CHECK ((length(tie_clause) <= 120))
  member_for_days integer NOT NULL CHECK (((member_for_days >= 0) AND (member_for_days <= 3650)))
  member_for_clause text NOT NULL CHECK ((length(member_for_clause) <= 120))
  arrears_excluded boolean NOT NULL
  arrears_clause text NOT NULL CHECK ((length(arrears_clause) <= 120))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (majority, majority_clause, tie_rule, tie_clause, member_for_days, member_for_clause, arrears_excluded, arrears_clause)
TABLE app.webhook, key (cooperative_id, webhook_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  webhook_id uuid NOT NULL
  url text NOT NULL CHECK ((length(url) <= 500))
  kinds text[] NOT NULL CHECK (((cardinality(kinds) > 0) AND (kinds <@ ARRAY['contribution.posted'::text, 'deposit.posted'::text, 'withdrawal.posted'::text, 'loan.disbursed'::text, 'repayment.posted'::text, 'reversal.posted'::text, 'member.added'::text])))
  sealed_secret bytea NOT NULL
  sealed_old_secret bytea
  old_secret_until timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  switched_off_at timestamp with time zone
  made_by_member uuid
  office_ended_at timestamp with time zone
  CONSTRAINT webhook_cooperative_id_made_by_member_fkey FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT webhook_check CHECK (((sealed_old_secret IS NULL) = (old_secret_until IS NULL)))
  CONSTRAINT webhook_check1 CHECK (((office_ended_at IS NULL) OR (switched_off_at IS NOT NULL)))
  INDEX webhook_by_maker (cooperative_id, made_by_member)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: DELETE, INSERT, SELECT, UPDATE (sealed_secret, sealed_old_secret, old_secret_until, switched_off_at, made_by_member, office_ended_at)
TABLE app.webhook_delivery, key (cooperative_id, delivery_id)
  delivery_id uuid NOT NULL DEFAULT gen_random_uuid()
  webhook_id uuid NOT NULL
  kind text NOT NULL
  data jsonb NOT NULL
  occurred_at timestamp with time zone NOT NULL DEFAULT now()
  attempts integer NOT NULL DEFAULT 0
  next_attempt_at timestamp with time zone DEFAULT now()
  last_attempt_at, delivered_at timestamp with time zone
  answered, milliseconds integer
  failure text
  CONSTRAINT webhook_delivery_cooperative_id_webhook_id_fkey FOREIGN KEY (cooperative_id, webhook_id) REFERENCES app.webhook(cooperative_id, webhook_id) ON DELETE CASCADE
  CONSTRAINT webhook_delivery_check CHECK (((delivered_at IS NULL) OR (next_attempt_at IS NULL)))
  INDEX webhook_delivery_due (cooperative_id, webhook_id, next_attempt_at) WHERE (next_attempt_at IS NOT NULL)
  INDEX webhook_delivery_newest (cooperative_id, occurred_at DESC, delivery_id DESC)
  INDEX webhook_delivery_waiting (next_attempt_at) WHERE (next_attempt_at IS NOT NULL)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (attempts, next_attempt_at, last_attempt_at, delivered_at, answered, milliseconds, failure)
  GRANT TO coop_jobs: DELETE, SELECT (cooperative_id, webhook_id, occurred_at, next_attempt_at)
TABLE app.write_off, key (cooperative_id, write_off_id)
  write_off_id, loan_id, member_id uuid NOT NULL
  status text NOT NULL CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reversed'::text])))
  amount bigint NOT NULL CHECK ((amount > 0))
  occurred_on date
  reason text NOT NULL
  releases_pledges boolean NOT NULL
  approvals_needed integer NOT NULL CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  movement_id uuid
  from_provision bigint
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  CONSTRAINT write_off_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT write_off_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT write_off_cooperative_id_movement_id_fkey FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement(cooperative_id, movement_id) DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT write_off_check CHECK (((from_provision >= 0) AND (from_provision <= amount)))
  CONSTRAINT write_off_check1 CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status = 'pending'::text) = (decided_by_name IS NULL))))
  CONSTRAINT write_off_check2 CHECK ((((status = ANY (ARRAY['approved'::text, 'reversed'::text])) = (movement_id IS NOT NULL)) AND ((movement_id IS NULL) = (from_provision IS NULL))))
  CONSTRAINT write_off_check3 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  INDEX write_off_waiting (cooperative_id, asked_at) WHERE (status = 'pending'::text)
  UNIQUE INDEX write_off_once (cooperative_id, loan_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]))
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (status, movement_id, from_provision, decided_by_name, decided_at, decided_reason)
TABLE app.year_closing, key (cooperative_id, closing_id)
  cooperative_id uuid NOT NULL REFERENCES app.cooperative(cooperative_id)
  closing_id uuid NOT NULL
  year_from, year_end date NOT NULL
  surplus bigint NOT NULL
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  closed_by uuid NOT NULL
  closed_by_name text NOT NULL
  closed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_id uuid
  reversal_no bigint
  reversed_by_name text
  reversed_at timestamp with time zone
  reason text
  CONSTRAINT year_closing_check CHECK ((year_from < year_end))
  CONSTRAINT year_closing_check1 CHECK ((num_nulls(reversal_id, reversal_no, reversed_by_name, reversed_at, reason) = ANY (ARRAY[0, 5])))
  UNIQUE INDEX year_closing_stands (cooperative_id, year_end) WHERE (reversed_at IS NULL)
  POLICY officers_only
  GRANT TO coop_app: INSERT, SELECT, UPDATE (reversal_id, reversal_no, reversed_by_name, reversed_at, reason)
VIEW audit.digested, security_invoker=true
  SELECT e.cooperative_id, e.event_id, e.*::audit.event AS event, n.digest IS NOT NULL AS name_is_erased, d.digest IS NOT NULL AS detail_is_erased, COALESCE(n.digest, audit.digest(e.name_salt, e.actor_name)) AS name_digest, COALESCE(d.digest, audit.digest(e.detail_salt, e.detail::text)) AS detail_digest FROM audit.event e LEFT JOIN audit.erased n ON n.cooperative_id = e.cooperative_id AND n.event_id = e.event_id AND n.field = 'actor_name'::text LEFT JOIN audit.erased d ON d.cooperative_id = e.cooperative_id AND d.event_id = e.event_id AND d.field = 'detail'::text;
  GRANT TO coop_app: SELECT
TABLE audit.erased, key (cooperative_id, event_id, field)
  event_id uuid NOT NULL
  field text NOT NULL CHECK ((field = ANY (ARRAY['actor_name'::text, 'detail'::text])))
  digest bytea NOT NULL
  erased_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  GRANT TO coop_app: SELECT
TABLE audit.event, key (cooperative_id, event_id)
  event_id uuid NOT NULL
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  login_id uuid NOT NULL
  actor_name, role, action text NOT NULL
  subject_id text
  request_id text NOT NULL
  detail jsonb
  name_salt, detail_salt uuid DEFAULT gen_random_uuid()
  INDEX event_by_member (cooperative_id, login_id, at DESC) WHERE (role = 'member'::text)
  INDEX event_newest (cooperative_id, at DESC)
  INDEX event_of_subject (cooperative_id, subject_id, at DESC) WHERE (subject_id IS NOT NULL)
  POLICY members_read_their_own AS RESTRICTIVE FOR SELECT TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (subject_id = ( SELECT (app.member_id())::text AS member_id)) OR ((role = 'member'::text) AND (login_id = ( SELECT platform.own_login() AS own_login))) OR (subject_id IN ( SELECT (t.transaction_id)::text AS transaction_id FROM app.transaction t WHERE (t.member_id = ( SELECT app.member_id() AS member_id)))) OR (subject_id IN ( SELECT (l.loan_id)::text AS loan_id FROM app.loan l WHERE (l.member_id = ( SELECT app.member_id() AS member_id))))))
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION audit.allow_erasure_only() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER waits_for_seal AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION audit.wait_for_seal() (always)
  GRANT TO coop_app: INSERT, SELECT
TABLE audit.seal, key (cooperative_id, number)
  number bigint NOT NULL
  event_id uuid NOT NULL
  sealed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  prev_hash, hash bytea NOT NULL
  CONSTRAINT seal_cooperative_id_event_id_key UNIQUE (cooperative_id, event_id)
  CONSTRAINT seal_cooperative_id_event_id_fkey FOREIGN KEY (cooperative_id, event_id) REFERENCES audit.event(cooperative_id, event_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  GRANT TO coop_app: SELECT
TABLE audit.seal_head, key (cooperative_id)
  last_number bigint NOT NULL DEFAULT 0
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
  POLICY anchored FOR SELECT TO coop_jobs USING (true)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  GRANT TO coop_app: SELECT
  GRANT TO coop_jobs: SELECT
TABLE audit.unsealed, key (cooperative_id, at, event_id)
  at timestamp with time zone NOT NULL
  event_id uuid NOT NULL
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY waiting FOR SELECT TO coop_jobs USING (true)
  GRANT TO coop_app: SELECT
  GRANT TO coop_jobs: SELECT (cooperative_id)
TABLE ledger.account, key (cooperative_id, account_id)
  account_id uuid NOT NULL
  code, name text NOT NULL
  class text NOT NULL CHECK ((class = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'income'::text, 'expense'::text])))
  is_control boolean NOT NULL DEFAULT false
  control_id, member_id, account_type_id uuid
  min_balance bigint
  retired_at timestamp with time zone
  holds_cash, in_hand boolean NOT NULL DEFAULT false
  overdraft_limit bigint CHECK (((overdraft_limit >= 0) AND (overdraft_limit <= '100000000000000'::bigint)))
  CONSTRAINT account_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT account_cooperative_id_member_id_account_type_id_key UNIQUE (cooperative_id, member_id, account_type_id)
  CONSTRAINT account_cooperative_id_control_id_fkey FOREIGN KEY (cooperative_id, control_id) REFERENCES ledger.account(cooperative_id, account_id)
  CONSTRAINT account_check CHECK (((member_id IS NULL) = (account_type_id IS NULL)))
  CONSTRAINT account_check1 CHECK (((member_id IS NULL) OR (control_id IS NOT NULL)))
  CONSTRAINT cash_is_an_asset CHECK (((NOT holds_cash) OR ((class = 'asset'::text) AND (NOT is_control))))
  CONSTRAINT in_hand_holds_cash CHECK (((NOT in_hand) OR holds_cash))
  CONSTRAINT overdrawn_at_a_bank CHECK (((overdraft_limit IS NULL) OR (holds_cash AND (NOT in_hand))))
  INDEX account_of_member (cooperative_id, member_id) INCLUDE (account_id, account_type_id) WHERE (member_id IS NOT NULL)
  INDEX account_that_holds_cash (cooperative_id) INCLUDE (account_id) WHERE holds_cash
  INDEX account_under_control (cooperative_id, control_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_account AS RESTRICTIVE FOR SELECT TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_id FOR EACH ROW EXECUTE FUNCTION ledger.keep_row() (always)
  TRIGGER kept_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_row() (always)
  GRANT TO coop_app: INSERT, SELECT, UPDATE (name, overdraft_limit)
TABLE ledger.balance, key (cooperative_id, account_id, slot), fillfactor=70
  account_id uuid NOT NULL
  slot smallint NOT NULL DEFAULT 0
  debits bigint NOT NULL DEFAULT 0 CHECK ((debits >= 0))
  credits bigint NOT NULL DEFAULT 0 CHECK ((credits >= 0))
  CONSTRAINT balance_cooperative_id_account_id_fkey FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account(cooperative_id, account_id)
  POLICY own_balance AS RESTRICTIVE FOR SELECT TO coop_app USING ((( SELECT (NOT app.is_member())) OR (account_id IN ( SELECT a.account_id FROM ledger.account a WHERE (a.member_id = ( SELECT app.member_id() AS member_id))))))
  GRANT TO coop_app: SELECT
TABLE ledger.entry, key (cooperative_id, entry_id)
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  txid xid8 NOT NULL DEFAULT pg_current_xact_id()
  effective_on date NOT NULL
  kind, source_type, source_id text NOT NULL
  reverses_id uuid
  actor_id uuid NOT NULL
  request_id text NOT NULL
  created_at timestamp with time zone NOT NULL
  prev_hash, hash bytea NOT NULL
  CONSTRAINT entry_cooperative_id_entry_id_txid_key UNIQUE (cooperative_id, entry_id, txid)
  CONSTRAINT entry_cooperative_id_entry_no_key UNIQUE (cooperative_id, entry_no)
  CONSTRAINT entry_cooperative_id_reverses_id_key UNIQUE (cooperative_id, reverses_id)
  CONSTRAINT entry_cooperative_id_source_type_source_id_key UNIQUE (cooperative_id, source_type, source_id)
  CONSTRAINT entry_cooperative_id_reverses_id_fkey FOREIGN KEY (cooperative_id, reverses_id) REFERENCES ledger.entry(cooperative_id, entry_id)
  INDEX entry_by_date (cooperative_id, effective_on)
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER deductions_reopen AFTER INSERT FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION app.reopen_deductions()
  TRIGGER deposits_follow AFTER INSERT FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION ledger.deposits_follow()
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  GRANT TO coop_app: SELECT
TABLE ledger.head, key (cooperative_id)
  last_no bigint NOT NULL DEFAULT 0
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
  books_begin_on date NOT NULL
  closed_through date
  POLICY anchored FOR SELECT TO coop_jobs USING (true)
  GRANT TO coop_app: SELECT
  GRANT TO coop_jobs: SELECT (cooperative_id, last_no, hash)
VIEW ledger.line, security_invoker=true
  SELECT posting.cooperative_id, posting.entry_id, posting.line, posting.debit_id AS account_id, posting.amount AS debit, 0::bigint AS credit FROM ledger.posting UNION ALL SELECT posting.cooperative_id, posting.entry_id, posting.line, posting.credit_id AS account_id, 0 AS debit, posting.amount AS credit FROM ledger.posting;
  GRANT TO coop_app: SELECT
TABLE ledger.lock_change, key (cooperative_id, number)
  number integer NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['lock'::text, 'reopen'::text])))
  through, before date
  reason text
  actor_id uuid NOT NULL
  actor_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  entry_id uuid
  CONSTRAINT reopened_by_reversal TRIGGER DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT lock_change_cooperative_id_entry_id_fkey FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry(cooperative_id, entry_id)
  CONSTRAINT lock_change_check CHECK (((kind = 'reopen'::text) OR (through IS NOT NULL)))
  CONSTRAINT lock_change_check1 CHECK (((kind = 'reopen'::text) = (reason IS NOT NULL)))
  CONSTRAINT lock_change_check2 CHECK (((entry_id IS NULL) OR (kind = 'reopen'::text)))
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  CONSTRAINT TRIGGER reopened_by_reversal AFTER INSERT DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.entry_id IS NOT NULL)) EXECUTE FUNCTION ledger.reopened_by_reversal()
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  GRANT TO coop_app: SELECT
TABLE ledger.overdrawing, key (cooperative_id, entry_id, account_id)
  entry_id, account_id uuid NOT NULL
  on_day date NOT NULL
  balance bigint NOT NULL CHECK ((balance < 0))
  reason text NOT NULL CHECK (((length(reason) >= 3) AND (length(reason) <= 500)))
  CONSTRAINT overdrawing_cooperative_id_account_id_fkey FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account(cooperative_id, account_id)
  CONSTRAINT overdrawing_cooperative_id_entry_id_fkey FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry(cooperative_id, entry_id)
  INDEX overdrawing_of_account (cooperative_id, account_id)
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  GRANT TO coop_app: SELECT
TABLE ledger.posting, key (cooperative_id, entry_id, line)
  entry_id uuid NOT NULL
  line integer NOT NULL
  txid xid8 NOT NULL DEFAULT pg_current_xact_id()
  debit_id, credit_id uuid NOT NULL
  amount bigint NOT NULL CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  CONSTRAINT posting_check CHECK ((debit_id <> credit_id))
  INDEX posting_credit (cooperative_id, credit_id)
  INDEX posting_debit (cooperative_id, debit_id)
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER keep_days AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_days()
  TRIGGER refer_posting AFTER INSERT REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.refer_posting() (always)
  GRANT TO coop_app: SELECT
TABLE platform.anchor, key (day), no row security
  day date NOT NULL
  hash bytea NOT NULL CHECK ((length(hash) = 32))
  file, key text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT now()
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION platform.keep_anchor() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_anchor() (always)
  GRANT TO coop_jobs: INSERT, SELECT
TABLE platform.arrival, key (arrival_id), no row security
  arrival_id uuid NOT NULL
  state_hash bytea NOT NULL UNIQUE (state_hash)
  code_hash bytea NOT NULL UNIQUE (code_hash)
  browser_hash bytea NOT NULL
  purpose text NOT NULL CHECK ((purpose = ANY (ARRAY['login'::text, 'signup'::text, 'link'::text])))
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text])))
  stage text NOT NULL CHECK ((stage = ANY (ARRAY['code'::text, 'ticket'::text, 'used'::text])))
  issuer, subject, provider text NOT NULL
  email, name text
  expires_at timestamp with time zone NOT NULL
  GRANT TO coop_auth: INSERT, SELECT, UPDATE (code_hash, stage, expires_at)
  GRANT TO coop_jobs: DELETE, SELECT (expires_at)
TABLE platform.audit_event, key (event_id), no row security
  event_id uuid NOT NULL
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  login_id uuid NOT NULL
  actor_name, action text NOT NULL
  cooperative_id uuid
  detail jsonb NOT NULL DEFAULT '{}'::jsonb
  request_id text NOT NULL
  address text
  INDEX audit_event_newest (at DESC, event_id DESC)
  INDEX audit_event_of_cooperative (cooperative_id, at DESC) WHERE (cooperative_id IS NOT NULL)
  TRIGGER frozen BEFORE DELETE OR UPDATE FOR EACH ROW EXECUTE FUNCTION platform.keep_audit() (always)
  TRIGGER frozen_whole BEFORE TRUNCATE FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_audit() (always)
  GRANT TO coop_auth: INSERT
  GRANT TO coop_platform: INSERT, SELECT
TABLE platform.authenticator, key (login_id), no row security
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  sealed_key bytea NOT NULL
  last_step integer NOT NULL DEFAULT 0
  created_at timestamp with time zone NOT NULL DEFAULT now()
  confirmed_at, last_used_at timestamp with time zone
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
TABLE platform.code, key (code_id), no row security
  code_id uuid NOT NULL
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  purpose text NOT NULL CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text])))
  cooperative_id, member_id uuid
  code_hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  tries_left integer NOT NULL DEFAULT 5
  used_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  sent_only boolean NOT NULL DEFAULT false
  INDEX code_of_login (login_id)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (expires_at)
TABLE platform.contact_message, key (contact_message_id), no row security
  contact_message_id uuid NOT NULL
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY
  name, email, subject, body, search_text text NOT NULL
  status text NOT NULL DEFAULT 'open'::text CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text])))
  note text
  answered_at timestamp with time zone
  address_hash bytea
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT contact_message_check CHECK (((status = 'answered'::text) = (answered_at IS NOT NULL)))
  INDEX contact_message_by_status (status, created_at DESC)
  INDEX contact_message_recent (address_hash, created_at) WHERE (address_hash IS NOT NULL)
  UNIQUE INDEX contact_message_number (number)
  GRANT TO coop_auth: INSERT, SELECT (number, address_hash, created_at)
  GRANT TO coop_jobs: DELETE, SELECT (address_hash, created_at), UPDATE (address_hash)
  GRANT TO coop_platform: SELECT, UPDATE (status, note, answered_at)
TABLE platform.early_receipt, key (provider, provider_id), no row security
  provider text NOT NULL
  provider_id text NOT NULL CHECK (((length(provider_id) >= 1) AND (length(provider_id) <= 500)))
  failed_because text CHECK (((length(failed_because) >= 1) AND (length(failed_because) <= 500)))
  cost text CHECK ((length(cost) <= 100))
  created_at timestamp with time zone NOT NULL DEFAULT now()
  INDEX early_receipt_oldest (created_at)
  GRANT TO coop_jobs: DELETE, INSERT, SELECT, UPDATE (failed_because, cost)
TABLE platform.former_login, key (cooperative_id, login_id, member_id), no row security
  cooperative_id, member_id, login_id uuid NOT NULL
  activated boolean NOT NULL DEFAULT true
  INDEX former_login_by_member (cooperative_id, member_id)
  GRANT TO coop_auth: SELECT (cooperative_id, login_id)
TABLE platform.idempotency, key (login_id, key_hash), no row security
  login_id uuid NOT NULL
  key_hash, request_hash bytea NOT NULL
  status integer NOT NULL
  sealed_body bytea NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  INDEX idempotency_of_strangers (created_at) WHERE (login_id = '00000000-0000-0000-0000-000000000000'::uuid)
  GRANT TO coop_auth: DELETE, INSERT, SELECT
  GRANT TO coop_jobs: DELETE, SELECT (created_at)
  GRANT TO coop_platform: INSERT, SELECT
TABLE platform.identity, key (identity_id), no row security
  identity_id uuid NOT NULL
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text])))
  issuer, subject, provider text NOT NULL
  email, name text
  linked_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  CONSTRAINT identity_issuer_subject_kind_key UNIQUE (issuer, subject, kind)
  INDEX identity_of_login (login_id)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE (last_used_at)
TABLE platform.job_run, key (job), no row security
  job text NOT NULL
  began_at, ended_at timestamp with time zone NOT NULL
  failure text
  GRANT TO coop_jobs: INSERT, SELECT, UPDATE
TABLE platform.login, key (login_id), no row security
  login_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text, 'superadmin'::text, 'auditor'::text])))
  cooperative_id uuid
  coop_id, phone, username text
  name text NOT NULL
  password_hash text
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_login_at, first_password_ends_at timestamp with time zone
  person, post text
  acts_as text DEFAULT COALESCE(((person || ', '::text) || post), name)
  proved_at timestamp with time zone
  proved_how text CHECK ((proved_how = ANY (ARRAY['phone'::text, 'in_person'::text])))
  proved_by text
  CONSTRAINT login_check CHECK (((kind = 'cooperative'::text) = ((cooperative_id IS NOT NULL) AND (coop_id IS NOT NULL))))
  CONSTRAINT login_check1 CHECK (((first_password_ends_at IS NULL) OR (kind = 'superadmin'::text)))
  CONSTRAINT login_check2 CHECK (((person IS NULL) = (post IS NULL)))
  CONSTRAINT login_check3 CHECK (((kind <> 'auditor'::text) OR ((cooperative_id IS NOT NULL) AND (username IS NOT NULL) AND (phone IS NULL) AND (person IS NOT NULL))))
  CONSTRAINT login_check4 CHECK (((proved_at IS NULL) = (proved_how IS NULL)))
  CONSTRAINT login_check5 CHECK (((proved_by IS NOT NULL) = (NOT (proved_how IS DISTINCT FROM 'in_person'::text))))
  UNIQUE INDEX login_coop_id (coop_id)
  UNIQUE INDEX login_phone (kind, phone)
  UNIQUE INDEX login_username (username)
  TRIGGER keeps_cooperative_phone AFTER UPDATE OF phone FOR EACH ROW WHEN (((old.kind = 'cooperative'::text) AND (old.phone IS DISTINCT FROM new.phone) AND (old.phone IS NOT NULL))) EXECUTE FUNCTION app.keep_cooperative_phone()
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_platform: DELETE, SELECT (login_id, kind, cooperative_id, name), UPDATE (name)
TABLE platform.login_failure, key (subject, bucket), no row security
  subject, bucket text NOT NULL
  failures integer NOT NULL
  window_started_at timestamp with time zone NOT NULL
  locks integer NOT NULL DEFAULT 0
  locked_until timestamp with time zone
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (window_started_at, locked_until)
TABLE platform.login_ticket, key (ticket_hash), no row security
  ticket_hash bytea NOT NULL
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  browser_hash bytea NOT NULL
  keep boolean NOT NULL
  expires_at timestamp with time zone NOT NULL
  INDEX login_ticket_of_login (login_id)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (expires_at)
TABLE platform.membership, key (cooperative_id, member_id), no row security
  login_id uuid NOT NULL REFERENCES platform.login(login_id)
  cooperative_id, member_id uuid NOT NULL
  confirmed_at, last_used_at, sessions_ended_at timestamp with time zone
  UNIQUE INDEX membership_once (login_id, cooperative_id)
  TRIGGER keeps_former_login AFTER DELETE OR UPDATE OF login_id, confirmed_at FOR EACH ROW EXECUTE FUNCTION platform.keep_former_login()
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
TABLE platform.message, key (message_id), row security not forced, no policy tenant
  message_id uuid NOT NULL
  cooperative_id uuid
  channel text NOT NULL CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text, 'whatsapp'::text])))
  recipient text NOT NULL
  subject text
  body text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  attempts integer NOT NULL DEFAULT 0
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now()
  sent_at timestamp with time zone
  failure text
  gave_up_at timestamp with time zone
  provider, provider_id text
  parts integer
  cost text
  unsure_tries integer NOT NULL DEFAULT 0
  delivered_at, failed_at timestamp with time zone
  kind text NOT NULL DEFAULT 'notice'::text CHECK ((kind = ANY (ARRAY['code'::text, 'security'::text, 'receipt'::text, 'reminder'::text, 'meeting'::text, 'loan'::text, 'notice'::text])))
  member_id uuid
  sealed_text bytea
  has_text boolean DEFAULT (sealed_text IS NOT NULL)
  is_refused boolean NOT NULL DEFAULT false
  waits_until timestamp with time zone
  sent_again integer NOT NULL DEFAULT 0 CHECK (((sent_again >= 0) AND (sent_again <= 3)))
  not_by_whatsapp text
  CONSTRAINT message_check CHECK (((delivered_at IS NULL) OR (failed_at IS NULL)))
  CONSTRAINT message_check1 CHECK (((kind <> 'code'::text) OR (sealed_text IS NULL)))
  INDEX message_newest (cooperative_id, created_at DESC, message_id DESC)
  INDEX message_of_provider (provider, provider_id) WHERE (provider_id IS NOT NULL)
  INDEX message_sealed (COALESCE(sent_at, gave_up_at)) WHERE (sealed_text IS NOT NULL)
  INDEX message_waiting (next_attempt_at) WHERE (sent_at IS NULL)
  POLICY of_no_cooperative FOR SELECT TO coop_platform USING ((cooperative_id IS NULL))
  POLICY own FOR SELECT TO coop_app USING (((cooperative_id = ( SELECT app.coop_id() AS coop_id)) AND ( SELECT (NOT app.is_member()))))
  POLICY queued FOR INSERT TO coop_app, coop_auth, coop_platform WITH CHECK (true)
  POLICY sending FOR ALL TO coop_jobs USING (true) WITH CHECK (true)
  TRIGGER has_its_job AFTER INSERT REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION platform.add_message_jobs()
  GRANT TO coop_app: INSERT, SELECT (message_id, cooperative_id, channel, recipient, created_at, sent_at, failure, gave_up_at, provider, parts, cost, delivered_at, failed_at, kind, member_id, has_text, is_refused, waits_until, sent_again)
  GRANT TO coop_auth: INSERT
  GRANT TO coop_jobs: DELETE, SELECT, UPDATE (channel, body, attempts, next_attempt_at, sent_at, failure, gave_up_at, provider, provider_id, parts, cost, unsure_tries, delivered_at, failed_at, sealed_text, is_refused, not_by_whatsapp)
  GRANT TO coop_platform: INSERT, SELECT (message_id, cooperative_id, channel, recipient, created_at, sent_at, failure, gave_up_at, provider, parts, cost, delivered_at, failed_at, kind, member_id, has_text, is_refused, waits_until, sent_again)
TABLE platform.notification, key (notification_id), no row security
  notification_id uuid NOT NULL
  type text NOT NULL CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  message text NOT NULL
  link text CHECK ((link ~ '^/superadmin/'::text))
  created_at timestamp with time zone NOT NULL DEFAULT now()
  INDEX platform_notification_newest (created_at DESC, notification_id DESC)
  GRANT TO coop_app: INSERT
  GRANT TO coop_platform: INSERT, SELECT
TABLE platform.passkey, key (passkey_id), no row security
  passkey_id uuid NOT NULL
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  credential_id text NOT NULL UNIQUE (credential_id)
  public_key bytea NOT NULL
  counter bigint NOT NULL CHECK ((counter >= 0))
  transports text[] NOT NULL
  name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  INDEX passkey_of_login (login_id)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
TABLE platform.passkey_challenge, key (bound_hash, purpose), no row security
  bound_hash bytea NOT NULL
  purpose text NOT NULL CHECK ((purpose = ANY (ARRAY['add'::text, 'login'::text, 'step_up'::text])))
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  challenge text NOT NULL
  expires_at timestamp with time zone NOT NULL
  INDEX passkey_challenge_of_login (login_id)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (expires_at)
TABLE platform.payment_event, key (provider, event, reference), no row security
  provider, event, reference text NOT NULL
  received_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  handled_at timestamp with time zone
  event_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE (event_id)
  INDEX payment_event_to_handle (received_at) WHERE (handled_at IS NULL)
  GRANT TO coop_jobs: INSERT, SELECT, UPDATE (handled_at)
TABLE platform.payment_poll, key (provider), no row security
  provider text NOT NULL
  polled_through timestamp with time zone NOT NULL
  GRANT TO coop_jobs: INSERT, SELECT, UPDATE
TABLE platform.provider_holding, key (kind, code), no row security
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['subaccount'::text, 'account'::text, 'key'::text])))
  code text NOT NULL CHECK (((length(code) >= 1) AND (length(code) <= 200)))
  cooperative_id uuid NOT NULL
  held_since timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  UNIQUE INDEX provider_holding_same (kind, platform.code_key(code))
TABLE platform.push_subscription, key (session_id), no row security
  session_id uuid NOT NULL REFERENCES platform.session(session_id) ON DELETE CASCADE
  endpoint text NOT NULL CHECK ((length(endpoint) <= 1000)) UNIQUE (endpoint)
  p256dh text NOT NULL CHECK ((length(p256dh) = 87))
  auth text NOT NULL CHECK ((length(auth) = 22))
  created_at timestamp with time zone NOT NULL DEFAULT now()
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT
TABLE platform.quota, key (name, subject), no row security
  name text NOT NULL
  subject bytea NOT NULL
  used integer NOT NULL CHECK ((used > 0))
  resets_at timestamp with time zone NOT NULL
  INDEX quota_resets_at (resets_at)
  GRANT TO coop_auth: INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (resets_at)
TABLE platform.reading, key (login_id, notification_id), no row security
  login_id uuid NOT NULL
  notification_id uuid NOT NULL REFERENCES platform.notification(notification_id) ON DELETE CASCADE
  read_at, hidden_at timestamp with time zone
  GRANT TO coop_platform: INSERT, SELECT, UPDATE (read_at, hidden_at)
TABLE platform.recovery_code, key (login_id, code_hash), no row security
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  code_hash bytea NOT NULL
  used_at timestamp with time zone
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
TABLE platform.session, key (session_id), no row security
  session_id uuid NOT NULL
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  role text NOT NULL CHECK ((role = ANY (ARRAY['coop_admin'::text, 'member'::text, 'superadmin'::text])))
  cooperative_id, member_id uuid
  keep boolean NOT NULL
  access_hash bytea NOT NULL
  access_expires_at timestamp with time zone NOT NULL
  refresh_hash bytea NOT NULL
  refresh_expires_at, expires_at timestamp with time zone NOT NULL
  previous_refresh_hash, rotation_salt bytea
  rotated_at timestamp with time zone
  device text NOT NULL
  created_at, last_used_at timestamp with time zone NOT NULL DEFAULT now()
  ended_at timestamp with time zone
  end_reason text
  signed_in_at, proved_at timestamp with time zone NOT NULL DEFAULT now()
  support_access_id uuid
  CONSTRAINT support_is_of_a_cooperative CHECK (((support_access_id IS NULL) OR ((role = 'coop_admin'::text) AND (cooperative_id IS NOT NULL) AND (member_id IS NULL))))
  INDEX session_of_login (login_id)
  INDEX session_of_member (cooperative_id, member_id)
  UNIQUE INDEX session_access (access_hash)
  UNIQUE INDEX session_refresh (refresh_hash)
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (session_id, login_id, role, cooperative_id, member_id, refresh_expires_at, expires_at, ended_at)
  GRANT TO coop_platform: SELECT (session_id, cooperative_id, ended_at), UPDATE (ended_at, end_reason)
TABLE platform.sms_balance, key (provider), no row security
  provider text NOT NULL
  balance numeric NOT NULL
  noted_at timestamp with time zone NOT NULL DEFAULT now()
  GRANT TO coop_jobs: INSERT, SELECT, UPDATE
TABLE platform.spent_token, key (refresh_hash), no row security
  refresh_hash bytea NOT NULL
  session_id uuid NOT NULL REFERENCES platform.session(session_id) ON DELETE CASCADE
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
TABLE platform.support_contact, key (is_only), no row security
  is_only boolean NOT NULL DEFAULT true CHECK (is_only)
  email text NOT NULL
  phone text NOT NULL CHECK ((phone ~ '^\+234\d{10}$'::text))
  whatsapp text NOT NULL CHECK ((whatsapp ~ '^\+234\d{10}$'::text))
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  GRANT TO coop_auth: SELECT
  GRANT TO coop_platform: INSERT, SELECT, UPDATE (email, phone, whatsapp, changed_at)
TABLE platform.trusted_device, key (login_id, device_hash), no row security
  login_id uuid NOT NULL REFERENCES platform.login(login_id) ON DELETE CASCADE
  device_hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  GRANT TO coop_auth: DELETE, INSERT, SELECT, UPDATE
  GRANT TO coop_jobs: DELETE, SELECT (expires_at)
TABLE platform.unclaimed_money, key (unclaimed_id), no row security
  unclaimed_id uuid NOT NULL
  kind text NOT NULL CHECK ((kind = ANY (ARRAY['transfer'::text, 'settlement'::text])))
  provider, reference text NOT NULL
  amount bigint
  sent_to text
  cooperative_id uuid
  came_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  handled_at timestamp with time zone
  handled_by_name text
  reason text CHECK ((length(reason) <= 500))
  CONSTRAINT unclaimed_money_provider_kind_reference_key UNIQUE (provider, kind, reference)
  CONSTRAINT unclaimed_money_check CHECK ((num_nonnulls(handled_at, handled_by_name, reason) = ANY (ARRAY[0, 3])))
  GRANT TO coop_platform: INSERT, SELECT, UPDATE (handled_at, handled_by_name, reason)

-- Functions
FUNCTION app.add_account_job() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 567bb564cd5c
FUNCTION app.add_dividend_job(p_run uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text a62e5c1f1936
FUNCTION app.add_enquiry_job(p_batch uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text d64b1dda9937
FUNCTION app.add_enquiry_job_of_member(p_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', owner postgres, called by coop_app, text 001a0432d2d2
FUNCTION app.add_file_job(p_kind text, p_subject uuid, p_author jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2faa1d409b20
FUNCTION app.add_payment_job(p_payment uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 0308f885b09f
FUNCTION app.add_payout_job(p_payout uuid, p_not_before timestamp with time zone DEFAULT now()) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 8a2b0f5e8504
FUNCTION app.add_settlement_job() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 9ae9f782c18e
FUNCTION app.add_webhook_job(p_webhook uuid, p_not_before timestamp with time zone DEFAULT now()) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 6913017447e7
FUNCTION app.also_own(p_cooperative uuid, p_login uuid) RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_auth, text e04e305f2d87
FUNCTION app.contribution_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 8dc73bc8a6ed
FUNCTION app.coop_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE, called by PUBLIC, text 46db4894da69
FUNCTION app.count_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 014254c49de3
FUNCTION app.deciders(p_kind text) RETURNS TABLE(member_id uuid, login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 7f59067de377
FUNCTION app.deduction_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 57ad0562b836
FUNCTION app.destroy_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 54210b8b29af
FUNCTION app.election_takes_nominations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 68731c00d49b
FUNCTION app.empty_enquiry_box(p_today date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 6ea060d3cb78
FUNCTION app.empty_member_requests() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 1163ba4aee76
FUNCTION app.empty_payment_items() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 16e06e98d522
FUNCTION app.end_terms_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 89c95bfa13d5
FUNCTION app.end_what_they_set_up() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 1ba6b4a4ec34
FUNCTION app.enquiry_in_box(p_reference bytea) RETURNS TABLE(kind text, subject text, text text, day date) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 47750d27edd7
FUNCTION app.erase_bank_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text c38913da833b
FUNCTION app.erase_candidacies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 897c832c50ad
FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 339bed439e6a
FUNCTION app.erase_messages(p_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 8cf4fff6df44
FUNCTION app.fellow_members(p_ids uuid[], p_named text) RETURNS TABLE(member_id uuid, name text, membershipno text, status text) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 4ed657a272f7
FUNCTION app.first_unpaid_since(p_coop uuid, p_member uuid, p_since date) RETURNS date LANGUAGE plpgsql STABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text a76b3aa8f55f
FUNCTION app.fix_roll() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text bd7a80c3e16d
FUNCTION app.guarantees_of(p_member uuid) RETURNS TABLE(loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint, instalments integer, repaid_every text, status text, amount bigint, held bigint, asked_at timestamp with time zone, answered_at timestamp with time zone, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint, last_due_on date) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 4ce027f61b37
FUNCTION app.has_activated(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text abe39232e16a
FUNCTION app.has_free_decider(p_kind text, p_login uuid, p_owners uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 333579d15e16
FUNCTION app.has_proposed(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 3e5039c00447
FUNCTION app.held_already(p_loan uuid, p_member uuid) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 4fda8e90bc58
FUNCTION app.held_of(p_amount bigint, p_principal bigint, p_elsewhere bigint, p_drawn bigint) RETURNS bigint LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 421d138e928c
FUNCTION app.hold_at_provider(p_kind text, p_code text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text df3469c4335b
FUNCTION app.hold_guarantees(p_loan uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text b9633455b701
FUNCTION app.holds_office(p_login uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2e366f20cbac
FUNCTION app.is_member() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE, called by PUBLIC, text e500c03f53fa
FUNCTION app.is_same_person(p_one uuid, p_other uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 451e2bccdf57
FUNCTION app.keep_actions() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 62962ede5140
FUNCTION app.keep_adopted_attendance() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text fd6e497c6180
FUNCTION app.keep_adopted_minutes() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text dc4d52716d8c
FUNCTION app.keep_ballots() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 577d69196468
FUNCTION app.keep_cooperative_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 4c22d81ad9db
FUNCTION app.keep_done_filing() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text ca909460bdb1
FUNCTION app.keep_inactive_since() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text e67db895d538
FUNCTION app.keep_row() RETURNS trigger LANGUAGE plpgsql, called by PUBLIC, text 649a43ffd2ee
FUNCTION app.keep_shared_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text f68f19e36dd3
FUNCTION app.keep_support_decision() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 19a529aa094d
FUNCTION app.keep_term() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 9f6e6e8bf9a0
FUNCTION app.keep_vote() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 23daf66f110b
FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text c9f426c780cf
FUNCTION app.know_who_uploaded() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text a4721481581c
FUNCTION app.last_anchor() RETURNS TABLE(day date, hash bytea) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text fa9b2b1c6115
FUNCTION app.member_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE, called by PUBLIC, text fd556c17700d
FUNCTION app.mentions(p_text text, p_needles text[]) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', text 592b210f8aff
FUNCTION app.must_hold_subaccount() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 24a78c10e33d
FUNCTION app.name_in_public(p_member uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 7304c168a900
FUNCTION app.nominee_by_number(p_number text) RETURNS TABLE(member_id uuid, status text, registration_date date) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 1314b20aa5e0
FUNCTION app.note_for_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 389f5daa6500
FUNCTION app.note_meeting_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text a5dbc72f5b41
FUNCTION app.officer_count() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, ledger_owner, text e0407902bdd4
FUNCTION app.one_person_once() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 9d8c2b5be797
FUNCTION app.own_employer(p_on date) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 0aa7a2f467a0
FUNCTION app.people_of(p_login uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 468e9e758d0a
FUNCTION app.plan_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2afedf704087
PROCEDURE app.protect_member_rows(IN tenant_table regclass) LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by ledger_owner, text 01dcbf768d8a
PROCEDURE app.protect_officer_rows(IN tenant_table regclass) LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by ledger_owner, text 3b9b79539afc
PROCEDURE app.protect_tenant(IN tenant_table regclass) LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by ledger_owner, text 6a76c8fa7a8f
FUNCTION app.put_into_enquiry_box(p_month date, p_token bytea, p_reference bytea, p_kind text, p_subject text, p_text text, p_day date) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ec4c85a191fe
FUNCTION app.reckon_savings(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text f19b4067d84d
FUNCTION app.reckon_unpaid_months(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2e6c236ca189
FUNCTION app.refer_dividend_line() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off', called by PUBLIC, text 52dc0bccbb22
FUNCTION app.refer_return() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off', called by PUBLIC, text 75fcba21d618
FUNCTION app.refer_transaction() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off', called by PUBLIC, text 005ed27aba6b
FUNCTION app.release_fixed_assets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 1708a1233685
FUNCTION app.release_settlement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 46cd6337f501
FUNCTION app.release_surplus() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ca991e95e5cc
FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 615d893e7125
FUNCTION app.reopen_deductions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by ledger_owner, text a25a808893ec
FUNCTION app.reopen_interest() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text e1207edeca3f
FUNCTION app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid) RETURNS void LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 7c20fe697999
FUNCTION app.replace_guarantor(p_loan uuid, p_member uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text d83add78013c
FUNCTION app.returning_officers() RETURNS TABLE(login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 877d7d85517c
FUNCTION app.returning_officers_of(p_vote uuid) RETURNS TABLE(login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text e453d371e012
FUNCTION app.roles_that_decide(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 8d953e08b0ab
FUNCTION app.shares_a_loan(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ef25263dac9b
FUNCTION app.standing_in(p_vote uuid) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 6686f94bd3d9
FUNCTION app.stands(p_login uuid, p_members uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 7f39c08d4f74
FUNCTION app.stored_about(p_member uuid) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ddcf95784ac6
FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 23af33c9d713
FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text, p_most integer) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text a42da85d4257
FUNCTION app.tell_of_enquiry(p_notification uuid, p_message text, p_link text, p_several text, p_list text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text cd6aa5e4fc0d
FUNCTION app.vote_marks(p_vote uuid) RETURNS TABLE(recorded_late integer, proved_late integer, in_person integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 8b7db5b93ccc
FUNCTION app.vote_takes_ballots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text d540aff67d77
FUNCTION app.vote_turnout(p_vote uuid) RETURNS TABLE(issued integer, cast_ballots integer) LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 846e726949c0
FUNCTION app.webhook_event(p_table text, p_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', text 81e3f41bd37e
FUNCTION app.without_person(p_text text, p_needles text[], p_substitute text) RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', text 2e9b7dcd292b
FUNCTION audit.allow_erasure_only() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text d622ec700404
FUNCTION audit.digest(salt uuid, said text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 932400b9bd53
FUNCTION audit.event_hash(prev bytea, number bigint, e audit.event, name_digest bytea, detail_digest bytea) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 5f7b9ca73753
FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text fcba488a6c19
FUNCTION audit.seal_events(p_coop uuid, p_most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 60203284e5d9
FUNCTION audit.verify(c uuid) RETURNS TABLE(number bigint, at timestamp with time zone, actor_name text, problem text) LANGUAGE sql STABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text c1b64dae2d69
FUNCTION audit.wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 26da2c3ff1b6
FUNCTION ledger.deposits_follow() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 1dc2a4e03615
FUNCTION ledger.entry_hash(prev bytea, coop uuid, no bigint, id uuid, on_day date, kind text, source_type text, source_id text, reverses uuid, actor uuid, at timestamp with time zone, lines text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE, called by PUBLIC, text c306a1391dba
FUNCTION ledger.floor_of(p_coop uuid, p_account uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path TO 'pg_catalog', 'pg_temp', text 242a3f9f9ebe
FUNCTION ledger.floors_from_pledges(p_coop uuid, p_accounts uuid[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_owner, text b43839e9a8b7
FUNCTION ledger.hold(p_coop uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ac0e1079a39d
FUNCTION ledger.keep_days() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 88c4e1830b69
FUNCTION ledger.keep_row() RETURNS trigger LANGUAGE plpgsql, called by PUBLIC, text 27db69504dae
FUNCTION ledger.lock_through(p_coop uuid, p_through date, p_actor uuid, p_actor_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 845f87ee9361
FUNCTION ledger.lp(VARIADIC parts text[]) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE, called by PUBLIC, text 78a797dbb2d5
FUNCTION ledger.member_lines(p_member uuid, p_from date, p_to date) RETURNS TABLE(account_id uuid, entry_id uuid, source_entry_id uuid, entry_no bigint, effective_on date, line integer, kind text, is_reversal boolean, receipt_number text, debit bigint, credit bigint) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 35f233c7fe7f
FUNCTION ledger.open_books(p_coop uuid, p_begin date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 77f3a42989bf
FUNCTION ledger.post(p_coop uuid, p_entries jsonb) RETURNS TABLE(entry_id uuid, entry_no bigint, hash bytea) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 00a1cb038f80
FUNCTION ledger.post_lines(p_coop uuid, p_entry jsonb, p_debits uuid[], p_credits uuid[], p_amounts bigint[]) RETURNS TABLE(entry_id uuid, entry_no bigint, hash bytea) LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp' SET enable_nestloop TO 'off', called by coop_app, text 4dbd2998348c
FUNCTION ledger.refer_posting() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off', called by PUBLIC, text 0e4e4d5e43b1
FUNCTION ledger.refuse() RETURNS trigger LANGUAGE plpgsql, called by PUBLIC, text d39970bc1a9b
FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 933ba4a3427f
FUNCTION ledger.reopen_after(p_coop uuid, p_through date, p_reason text, p_actor uuid, p_actor_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text a2ac8cdeef8c
FUNCTION ledger.reopen_for_reversal(p_coop uuid, p_entry uuid, p_reason text, p_actor uuid, p_actor_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 723820abf0d9
FUNCTION ledger.reopened_by_reversal() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text 59507f91b45d
FUNCTION ledger.retire_account(p_coop uuid, p_account uuid, p_retired boolean) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 44bbd77ba6fe
FUNCTION ledger.verify(c uuid) RETURNS TABLE(entry_no bigint, problem text) LANGUAGE sql STABLE SET search_path TO 'pg_catalog', 'pg_temp', called by PUBLIC, text 62fe0da3d6e1
FUNCTION platform.activated_at(p_member uuid) RETURNS timestamp with time zone LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2de27ad38b1a
FUNCTION platform.add_job(p_queue text, p_cooperative uuid, p_data jsonb, p_not_before timestamp with time zone DEFAULT now()) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_jobs, coop_auth, text 6c9bb1eb265e
FUNCTION platform.add_message_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 1ae9517031fb
FUNCTION platform.add_push_jobs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 19e7a69c8bc3
FUNCTION platform.close_auditor_login(p_login uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text aa7786a530f6
FUNCTION platform.close_membership(p_member uuid, p_reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text bc3a6049eaed
FUNCTION platform.code_key(p_code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, coop_jobs, text c6f0cce156f5
FUNCTION platform.create_auditor_login(p_login uuid, p_username text, p_name text, p_post text, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 1e47d41cf24c
FUNCTION platform.create_cooperative_login(p_login uuid, p_coop_id text, p_phone text, p_name text, p_password_hash text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 251de557d5e7
FUNCTION platform.end_member_sessions(p_member uuid, p_reason text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 0821501a910e
FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 9036497c4750
FUNCTION platform.fall_back_to_sms(p_provider_id text, p_reason text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_jobs, text bde7ffa081cd
FUNCTION platform.keep_anchor() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text e7e8598801d8
FUNCTION platform.keep_audit() RETURNS trigger LANGUAGE plpgsql SET search_path TO 'pg_catalog', 'pg_temp', text b0235fc6784c
FUNCTION platform.keep_former_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', text 01aa08a285cd
FUNCTION platform.keep_sent_codes(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 989404382467
FUNCTION platform.link_registered_login(p_login uuid, p_identity uuid, p_ticket_hash bytea, p_browser_hash bytea) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 9c1e2e00c0bb
FUNCTION platform.log_member_out(p_member uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 4acbd675b90c
FUNCTION platform.logins_to_export() RETURNS TABLE(login_id uuid, member_id uuid, phone text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 587e91082286
FUNCTION platform.memberships_of(p_members uuid[]) RETURNS TABLE(member_id uuid, confirmed boolean, last_login_at timestamp with time zone, proved_at timestamp with time zone, proved_how text, proved_by text) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 844ecf451f6f
FUNCTION platform.move_membership(p_member uuid, p_phone text, p_name text, p_login uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 180977b5d281
FUNCTION platform.name_cooperative_login(p_person text, p_post text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 25f4a2238ac1
FUNCTION platform.own_cooperative() RETURNS uuid LANGUAGE plpgsql STABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 9bd8901568ac
FUNCTION platform.own_login() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text b7fe2cdd2186
FUNCTION platform.prove_in_person(p_member uuid, p_by text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text a4f3a43d97b7
FUNCTION platform.put_off_messages(p_messages uuid[], p_until timestamp with time zone) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_jobs, text 4b6b356e4e4c
FUNCTION platform.rename_cooperative_login(p_name text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 28febb6e0fd5
FUNCTION platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone, p_sent_only boolean) RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 2adcf9b6dd8d
FUNCTION platform.renew_membership(p_member uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 0e52b2ca45d0
FUNCTION platform.send_message_again(p_message uuid) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, coop_platform, text b035c7f19514
FUNCTION platform.sms_parts(p_text text) RETURNS integer LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text ce32d482ecdb
FUNCTION platform.sms_since(p_since timestamp with time zone) RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text 3060c54b30a1
FUNCTION platform.sms_text(p_society text, p_message text) RETURNS text LANGUAGE sql IMMUTABLE SET search_path TO 'pg_catalog', 'pg_temp', called by coop_app, text af54dd4cc7ae
