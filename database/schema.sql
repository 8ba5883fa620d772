-- The schema as the migrations leave it, to be read and compared, not to be run.
-- npm run schema writes it anew; a test fails where it differs from what the migrations make.

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
  ledger OWNER ledger_owner USAGE TO coop_app, coop_owner
  platform OWNER coop_owner USAGE TO coop_app, coop_auth, coop_jobs, coop_platform

TABLE app.account_type (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_type_id uuid NOT NULL
  code text NOT NULL
  name text NOT NULL
  kind text NOT NULL
  control_id uuid NOT NULL
  is_default boolean NOT NULL DEFAULT false
  retired_at timestamp with time zone
  release_on date
  early_release boolean NOT NULL DEFAULT false
  interest_rate_basis_points integer
  interest_day_count text
  interest_rounding text
  interest_method text
  interest_every text
  interest_least_balance bigint
  deposit_months integer
  deposit_least_amount bigint
  deposit_at_maturity text
  deposit_break_rule text
  deposit_break_rate_basis_points integer
  deposit_notice_days integer
  CONSTRAINT account_type_pkey PRIMARY KEY (cooperative_id, account_type_id)
  CONSTRAINT account_type_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT account_type_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT account_type_deposit_at_maturity_check CHECK ((deposit_at_maturity = ANY (ARRAY['pay_out'::text, 'renew_principal'::text, 'renew_all'::text])))
  CONSTRAINT account_type_deposit_break_rate_basis_points_check CHECK (((deposit_break_rate_basis_points >= 0) AND (deposit_break_rate_basis_points <= 10000)))
  CONSTRAINT account_type_deposit_break_rule_check CHECK ((deposit_break_rule = ANY (ARRAY['forfeit'::text, 'lower_rate'::text])))
  CONSTRAINT account_type_deposit_least_amount_check CHECK ((deposit_least_amount > 0))
  CONSTRAINT account_type_deposit_months_check CHECK (((deposit_months >= 1) AND (deposit_months <= 120)))
  CONSTRAINT account_type_deposit_notice_days_check CHECK (((deposit_notice_days >= 0) AND (deposit_notice_days <= 366)))
  CONSTRAINT account_type_interest_day_count_check CHECK ((interest_day_count = ANY (ARRAY['actual/365'::text, 'actual/360'::text])))
  CONSTRAINT account_type_interest_every_check CHECK ((interest_every = ANY (ARRAY['month'::text, 'quarter'::text, 'year'::text])))
  CONSTRAINT account_type_interest_least_balance_check CHECK ((interest_least_balance >= 0))
  CONSTRAINT account_type_interest_method_check CHECK ((interest_method = ANY (ARRAY['minimum'::text, 'average'::text, 'daily'::text])))
  CONSTRAINT account_type_interest_rate_basis_points_check CHECK (((interest_rate_basis_points >= 1) AND (interest_rate_basis_points <= 10000)))
  CONSTRAINT account_type_interest_rounding_check CHECK ((interest_rounding = ANY (ARRAY['half_up'::text, 'half_even'::text])))
  CONSTRAINT account_type_kind_check CHECK ((kind = ANY (ARRAY['savings'::text, 'shares'::text, 'fixed_deposit'::text])))
  CONSTRAINT default_is_offered CHECK (((NOT is_default) OR (retired_at IS NULL)))
  CONSTRAINT deposit_is_said_whole CHECK ((num_nonnulls(deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule, deposit_break_rate_basis_points, deposit_notice_days) =
CASE
    WHEN (kind = 'fixed_deposit'::text) THEN 6
    ELSE 0
END))
  CONSTRAINT deposits_are_no_default CHECK (((kind <> 'fixed_deposit'::text) OR (NOT is_default)))
  CONSTRAINT deposits_bear_interest CHECK (((kind <> 'fixed_deposit'::text) OR (interest_rate_basis_points IS NOT NULL)))
  CONSTRAINT interest_is_said_whole CHECK ((num_nonnulls(interest_rate_basis_points, interest_day_count, interest_rounding) = ANY (ARRAY[0, 3])))
  CONSTRAINT only_savings_wait CHECK (((release_on IS NULL) OR ((kind = 'savings'::text) AND (NOT is_default))))
  CONSTRAINT savings_interest_is_said_whole CHECK ((num_nonnulls(interest_method, interest_every, interest_least_balance) =
CASE
    WHEN ((kind = 'savings'::text) AND (interest_rate_basis_points IS NOT NULL)) THEN 3
    ELSE 0
END))
  CONSTRAINT shares_bear_no_interest CHECK (((kind <> 'shares'::text) OR (interest_rate_basis_points IS NULL)))
  INDEX CREATE UNIQUE INDEX account_type_default ON app.account_type USING btree (cooperative_id) WHERE is_default
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_type_id ON app.account_type FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.account_type FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name, is_default, retired_at, release_on, early_release, interest_rate_basis_points, interest_day_count, interest_rounding, interest_method, interest_every, interest_least_balance, deposit_months, deposit_least_amount, deposit_at_maturity, deposit_break_rule, deposit_break_rate_basis_points, deposit_notice_days) TO coop_app

TABLE app.announcement (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  announcement_id uuid NOT NULL
  type text NOT NULL
  message text NOT NULL
  recipients integer NOT NULL
  sms integer NOT NULL
  emails integer NOT NULL
  sent_by uuid NOT NULL
  sent_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT announcement_pkey PRIMARY KEY (cooperative_id, announcement_id)
  CONSTRAINT announcement_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT announcement_emails_check CHECK ((emails >= 0))
  CONSTRAINT announcement_recipients_check CHECK ((recipients > 0))
  CONSTRAINT announcement_sms_check CHECK ((sms >= 0))
  CONSTRAINT announcement_type_check CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  INDEX CREATE INDEX announcement_newest ON app.announcement USING btree (cooperative_id, created_at DESC, announcement_id DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.approval (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  subject_id uuid NOT NULL
  kind text NOT NULL
  maker_id uuid NOT NULL
  approved_by uuid NOT NULL
  approved_by_name text NOT NULL
  alone boolean NOT NULL
  approved_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT approval_pkey PRIMARY KEY (cooperative_id, subject_id, approved_by)
  CONSTRAINT approval_kind_check CHECK (((kind = ANY (ARRAY['transaction'::text, 'reversal'::text, 'loan'::text, 'write_off'::text])) OR (kind = 'leaving'::text) OR (kind = 'change'::text) OR (kind = 'office_change'::text)))
  CONSTRAINT maker_is_not_checker CHECK (((approved_by <> maker_id) OR alone))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER know_the_maker BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.know_the_maker() (on)
  GRANT INSERT, SELECT TO coop_app

TABLE app.attendance (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  meeting_id uuid NOT NULL
  member_id uuid NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT attendance_pkey PRIMARY KEY (cooperative_id, meeting_id, member_id)
  CONSTRAINT attendance_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT attendance_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  INDEX CREATE INDEX attendance_by_member ON app.attendance USING btree (cooperative_id, member_id)
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.bank_account (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_id uuid NOT NULL
  bank text NOT NULL
  account_number text NOT NULL
  account_name text NOT NULL
  shown_to_members boolean NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT bank_account_pkey PRIMARY KEY (cooperative_id, account_id)
  CONSTRAINT bank_account_account_name_check CHECK (((length(account_name) >= 1) AND (length(account_name) <= 120)))
  CONSTRAINT bank_account_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text))
  CONSTRAINT bank_account_bank_check CHECK (((length(bank) >= 1) AND (length(bank) <= 80)))
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY shown AS RESTRICTIVE FOR SELECT TO coop_app USING ((shown_to_members OR ( SELECT (NOT app.is_member()))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (bank, account_number, account_name, shown_to_members, changed_by_name, changed_at) TO coop_app

TABLE app.bank_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  line_id uuid NOT NULL
  account_id uuid NOT NULL
  statement_id uuid NOT NULL
  place integer NOT NULL
  on_day date NOT NULL
  narration text NOT NULL
  amount bigint NOT NULL
  balance bigint NOT NULL
  nth integer NOT NULL
  match_id uuid
  CONSTRAINT bank_line_pkey PRIMARY KEY (cooperative_id, line_id)
  CONSTRAINT bank_line_once UNIQUE (cooperative_id, account_id, on_day, amount, balance, nth)
  CONSTRAINT bank_line_cooperative_id_match_id_fkey FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match(cooperative_id, match_id)
  CONSTRAINT bank_line_cooperative_id_statement_id_fkey FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement(cooperative_id, statement_id)
  CONSTRAINT bank_line_amount_check CHECK ((amount <> 0))
  INDEX CREATE INDEX bank_line_of_match ON app.bank_line USING btree (cooperative_id, match_id) WHERE (match_id IS NOT NULL)
  INDEX CREATE INDEX bank_line_open ON app.bank_line USING btree (cooperative_id, account_id, on_day) WHERE (match_id IS NULL)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (match_id) TO coop_app

TABLE app.bank_match (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  match_id uuid NOT NULL
  account_id uuid NOT NULL
  confirmed_by_name text
  confirmed_at timestamp with time zone
  CONSTRAINT bank_match_pkey PRIMARY KEY (cooperative_id, match_id)
  CONSTRAINT bank_match_check CHECK (((confirmed_by_name IS NULL) = (confirmed_at IS NULL)))
  INDEX CREATE INDEX bank_match_of_account ON app.bank_match USING btree (cooperative_id, account_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (confirmed_by_name, confirmed_at) TO coop_app

TABLE app.bank_match_entry (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_id uuid NOT NULL
  entry_id uuid NOT NULL
  match_id uuid NOT NULL
  CONSTRAINT bank_entry_once PRIMARY KEY (cooperative_id, account_id, entry_id)
  CONSTRAINT bank_match_entry_cooperative_id_match_id_fkey FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match(cooperative_id, match_id)
  INDEX CREATE INDEX bank_match_entry_of_match ON app.bank_match_entry USING btree (cooperative_id, match_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.bank_statement (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  statement_id uuid NOT NULL
  account_id uuid NOT NULL
  file_name text NOT NULL
  from_on date NOT NULL
  to_on date NOT NULL
  opening_balance bigint NOT NULL
  closing_balance bigint NOT NULL
  lines integer NOT NULL
  uploaded_by_name text NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT bank_statement_pkey PRIMARY KEY (cooperative_id, statement_id)
  CONSTRAINT bank_statement_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT bank_statement_check CHECK ((to_on >= from_on))
  CONSTRAINT bank_statement_lines_check CHECK ((lines > 0))
  INDEX CREATE INDEX bank_statement_of_account ON app.bank_statement USING btree (cooperative_id, account_id, to_on DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.bank_statement_columns (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_id uuid NOT NULL
  headings jsonb NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT bank_statement_columns_pkey PRIMARY KEY (cooperative_id, account_id)
  CONSTRAINT bank_statement_columns_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT bank_statement_columns_headings_check CHECK ((jsonb_typeof(headings) = 'object'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (headings, changed_by_name, changed_at) TO coop_app

TABLE app.change_request (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  change_request_id uuid NOT NULL
  action text NOT NULL
  input jsonb NOT NULL
  description text NOT NULL
  member_id uuid
  own_member_id uuid
  status text NOT NULL DEFAULT 'pending'::text
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  amount bigint
  approvals_needed smallint NOT NULL DEFAULT 1
  kind text NOT NULL
  CONSTRAINT change_request_pkey PRIMARY KEY (cooperative_id, change_request_id)
  CONSTRAINT change_request_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT change_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT change_request_amount_check CHECK ((amount > 0))
  CONSTRAINT change_request_approvals_needed_check CHECK (((approvals_needed >= 1) AND (approvals_needed <= 2)))
  CONSTRAINT change_request_check CHECK (((status = 'pending'::text) = (decided_by IS NULL)))
  CONSTRAINT change_request_check1 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT change_request_kind_check CHECK ((kind = ANY (ARRAY['change'::text, 'office_change'::text])))
  CONSTRAINT change_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
  INDEX CREATE INDEX change_request_by_member ON app.change_request USING btree (cooperative_id, member_id)
  INDEX CREATE UNIQUE INDEX change_request_once ON app.change_request USING btree (cooperative_id, action, md5((input)::text)) WHERE (status = 'pending'::text)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) TO coop_app

TABLE app.configuration (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  fiscal_year_start text NOT NULL DEFAULT '01-01'::text
  share_par_value bigint NOT NULL
  shares_min integer NOT NULL
  share_ceiling_basis_points integer NOT NULL
  contribution_min bigint NOT NULL
  entrance_fee bigint NOT NULL
  savings_multiple_percent integer NOT NULL
  waiting_months integer NOT NULL
  guarantors_required integer NOT NULL
  exit_notice_months integer NOT NULL
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  withdrawal_approvals integer
  withdrawal_approvals_from bigint NOT NULL DEFAULT 0
  share_approvals integer
  share_approvals_from bigint NOT NULL DEFAULT 0
  journal_approvals integer
  journal_approvals_from bigint NOT NULL DEFAULT 0
  reversal_approvals integer
  reversal_approvals_from bigint NOT NULL DEFAULT 0
  society_kind text NOT NULL DEFAULT 'general'::text
  write_off_approvals integer
  write_off_approvals_from bigint NOT NULL DEFAULT 0
  loan_interest_basis text NOT NULL DEFAULT 'cash'::text
  suspend_interest_after_days integer NOT NULL DEFAULT 90
  leaving_fee bigint NOT NULL DEFAULT 0
  contributions_due_from date NOT NULL
  CONSTRAINT configuration_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT configuration_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT configuration_contribution_min_check CHECK ((contribution_min >= 0))
  CONSTRAINT configuration_contributions_due_from_check CHECK ((EXTRACT(day FROM contributions_due_from) = (1)::numeric))
  CONSTRAINT configuration_entrance_fee_check CHECK ((entrance_fee >= 0))
  CONSTRAINT configuration_exit_notice_months_check CHECK ((exit_notice_months >= 0))
  CONSTRAINT configuration_guarantors_required_check CHECK ((guarantors_required >= 0))
  CONSTRAINT configuration_journal_approvals_check CHECK (((journal_approvals >= 0) AND (journal_approvals <= 2)))
  CONSTRAINT configuration_journal_approvals_from_check CHECK ((journal_approvals_from >= 0))
  CONSTRAINT configuration_leaving_fee_check CHECK ((leaving_fee >= 0))
  CONSTRAINT configuration_loan_interest_basis_check CHECK ((loan_interest_basis = ANY (ARRAY['cash'::text, 'accrual'::text])))
  CONSTRAINT configuration_reversal_approvals_check CHECK (((reversal_approvals >= 0) AND (reversal_approvals <= 2)))
  CONSTRAINT configuration_reversal_approvals_from_check CHECK ((reversal_approvals_from >= 0))
  CONSTRAINT configuration_savings_multiple_percent_check CHECK ((savings_multiple_percent >= 0))
  CONSTRAINT configuration_share_approvals_check CHECK (((share_approvals >= 0) AND (share_approvals <= 2)))
  CONSTRAINT configuration_share_approvals_from_check CHECK ((share_approvals_from >= 0))
  CONSTRAINT configuration_share_ceiling_basis_points_check CHECK (((share_ceiling_basis_points >= 0) AND (share_ceiling_basis_points <= 10000)))
  CONSTRAINT configuration_share_par_value_check CHECK ((share_par_value > 0))
  CONSTRAINT configuration_shares_min_check CHECK ((shares_min >= 0))
  CONSTRAINT configuration_society_kind_check CHECK ((society_kind = ANY (ARRAY['general'::text, 'salary_earners'::text, 'market'::text, 'non_interest'::text])))
  CONSTRAINT configuration_suspend_interest_after_days_check CHECK (((suspend_interest_after_days >= 1) AND (suspend_interest_after_days <= 365)))
  CONSTRAINT configuration_waiting_months_check CHECK ((waiting_months >= 0))
  CONSTRAINT configuration_withdrawal_approvals_check CHECK (((withdrawal_approvals >= 0) AND (withdrawal_approvals <= 2)))
  CONSTRAINT configuration_withdrawal_approvals_from_check CHECK ((withdrawal_approvals_from >= 0))
  CONSTRAINT configuration_write_off_approvals_check CHECK (((write_off_approvals >= 0) AND (write_off_approvals <= 2)))
  CONSTRAINT configuration_write_off_approvals_from_check CHECK ((write_off_approvals_from >= 0))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee, savings_multiple_percent, waiting_months, guarantors_required, exit_notice_months, updated_at, withdrawal_approvals, withdrawal_approvals_from, share_approvals, share_approvals_from, journal_approvals, journal_approvals_from, reversal_approvals, reversal_approvals_from, society_kind, write_off_approvals, write_off_approvals_from, loan_interest_basis, suspend_interest_after_days, leaving_fee, contributions_due_from) TO coop_app

TABLE app.configuration_change (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  change_id uuid NOT NULL
  kind text NOT NULL
  subject_id uuid NOT NULL
  subject_name text NOT NULL
  fields jsonb NOT NULL
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT configuration_change_pkey PRIMARY KEY (cooperative_id, change_id)
  CONSTRAINT configuration_change_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT configuration_change_kind_check CHECK (((kind = ANY (ARRAY['settings'::text, 'account_type'::text, 'loan_configuration'::text])) OR (kind = 'account'::text) OR (kind = 'good'::text)))
  INDEX CREATE INDEX configuration_change_newest ON app.configuration_change USING btree (cooperative_id, changed_at DESC, change_id DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.consent (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  version text NOT NULL
  given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT consent_pkey PRIMARY KEY (cooperative_id, member_id, version)
  CONSTRAINT consent_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY given FOR INSERT TO coop_auth WITH CHECK (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT INSERT TO coop_auth

TABLE app.consent_link (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  link_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  token_hash bytea NOT NULL
  made_by uuid NOT NULL
  made_by_name text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  expires_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone
  outcome text
  codes_sent integer NOT NULL DEFAULT 0
  code_sent_at timestamp with time zone
  code_hash bytea
  tries_left integer NOT NULL DEFAULT 0
  CONSTRAINT consent_link_pkey PRIMARY KEY (cooperative_id, link_id)
  CONSTRAINT consent_link_cooperative_id_loan_id_member_id_fkey FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor(cooperative_id, loan_id, member_id)
  CONSTRAINT consent_link_check CHECK (((ended_at IS NULL) = (outcome IS NULL)))
  CONSTRAINT consent_link_check1 CHECK ((expires_at > made_at))
  CONSTRAINT consent_link_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'declined'::text, 'replaced'::text])))
  CONSTRAINT consent_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
  CONSTRAINT consent_link_tries_left_check CHECK ((tries_left >= 0))
  INDEX CREATE INDEX consent_link_by_token ON app.consent_link USING btree (token_hash)
  INDEX CREATE INDEX consent_link_of_guarantee ON app.consent_link USING btree (cooperative_id, loan_id, member_id, made_at)
  INDEX CREATE INDEX consent_link_oldest ON app.consent_link USING btree (expires_at)
  INDEX CREATE UNIQUE INDEX consent_link_open ON app.consent_link USING btree (cooperative_id, loan_id, member_id) WHERE (ended_at IS NULL)
  POLICY borrowers_send AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((outcome IS NULL) AND (code_hash IS NULL) AND (( SELECT (NOT app.is_member())) OR (loan_id IN ( SELECT l.loan_id
   FROM app.loan l)))))
  POLICY guarantors_use AS RESTRICTIVE FOR UPDATE TO coop_app USING ((ended_at IS NULL)) WITH CHECK (((NOT (outcome IS DISTINCT FROM 'replaced'::text)) OR (( SELECT app.is_member() AS is_member) AND (member_id = ( SELECT app.member_id() AS member_id)))))
  POLICY looked_up FOR SELECT TO coop_auth USING (true)
  POLICY own_link AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id
   FROM app.loan l))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (ended_at, outcome, codes_sent, code_sent_at, code_hash, tries_left) TO coop_app
  GRANT SELECT (cooperative_id, link_id, loan_id, member_id, token_hash, expires_at, outcome) TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at, outcome) TO coop_jobs

TABLE app.contribution_plan (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  effective_from date NOT NULL
  monthly bigint NOT NULL
  CONSTRAINT contribution_plan_pkey PRIMARY KEY (cooperative_id, member_id, effective_from)
  CONSTRAINT contribution_plan_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT contribution_plan_effective_from_check CHECK ((EXTRACT(day FROM effective_from) = (1)::numeric))
  CONSTRAINT contribution_plan_monthly_check CHECK ((monthly >= 0))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.contribution_plan REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.contribution_plan REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid() (on)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (monthly) TO coop_app

TABLE app.cooperative (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  coop_id text NOT NULL
  name text NOT NULL
  phone text NOT NULL
  email text
  address text
  registration_number text
  status text NOT NULL DEFAULT 'pending'::text
  status_reason text
  status_changed_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_membership_number integer NOT NULL DEFAULT 0
  member_count integer NOT NULL DEFAULT 0
  search_text text NOT NULL DEFAULT ''::text
  deleted_at timestamp with time zone
  plan text NOT NULL DEFAULT 'trial'::text
  trial_ends_on date
  trial_reminded_of date
  logo_version text
  CONSTRAINT cooperative_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT cooperative_member_count_check CHECK ((member_count >= 0))
  CONSTRAINT cooperative_plan_check CHECK ((plan = ANY (ARRAY['trial'::text, 'standard'::text, 'free'::text])))
  CONSTRAINT cooperative_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'rejected'::text])))
  INDEX CREATE INDEX cooperative_newest ON app.cooperative USING btree (created_at DESC, cooperative_id)
  INDEX CREATE INDEX cooperative_trials ON app.cooperative USING btree (trial_ends_on) WHERE ((plan = 'trial'::text) AND (deleted_at IS NULL))
  POLICY authenticated FOR SELECT TO coop_auth USING (true)
  POLICY overseen FOR SELECT TO coop_platform USING (true)
  POLICY overseen_change FOR UPDATE TO coop_platform USING (true) WITH CHECK (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name, email, address, registration_number, last_membership_number, member_count, search_text, logo_version) TO coop_app
  GRANT SELECT (cooperative_id, coop_id, name, phone, email, status, deleted_at) TO coop_auth
  GRANT SELECT TO coop_platform
  GRANT UPDATE (name, email, address, registration_number, status, status_reason, status_changed_at, search_text, deleted_at, plan, trial_ends_on, trial_reminded_of) TO coop_platform

TABLE app.cooperative_total (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  savings bigint NOT NULL
  shares bigint NOT NULL
  month date NOT NULL
  month_transactions integer NOT NULL
  month_amount bigint NOT NULL
  last_entry_at timestamp with time zone
  summed_at timestamp with time zone NOT NULL
  CONSTRAINT cooperative_total_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT cooperative_total_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT cooperative_total_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY overseen FOR SELECT TO coop_platform USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (savings, shares, month, month_transactions, month_amount, last_entry_at, summed_at) TO coop_app
  GRANT SELECT TO coop_platform

TABLE app.deduction (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  schedule_id uuid NOT NULL
  member_id uuid NOT NULL
  period date NOT NULL
  return_id uuid NOT NULL
  loans_amount bigint NOT NULL
  levy_amount bigint NOT NULL
  savings_amount bigint NOT NULL
  shares_amount bigint NOT NULL
  unallocated_amount bigint NOT NULL
  credited boolean NOT NULL
  CONSTRAINT deducted_once PRIMARY KEY (cooperative_id, schedule_id, member_id, period)
  CONSTRAINT deduction_levy_amount_check CHECK ((levy_amount >= 0))
  CONSTRAINT deduction_loans_amount_check CHECK ((loans_amount >= 0))
  CONSTRAINT deduction_savings_amount_check CHECK ((savings_amount >= 0))
  CONSTRAINT deduction_shares_amount_check CHECK ((shares_amount >= 0))
  CONSTRAINT deduction_unallocated_amount_check CHECK ((unallocated_amount >= 0))
  INDEX CREATE INDEX deduction_of_member ON app.deduction USING btree (cooperative_id, member_id, period) INCLUDE (savings_amount) WHERE (NOT credited)
  INDEX CREATE INDEX deduction_of_return ON app.deduction USING btree (cooperative_id, return_id)
  INDEX CREATE INDEX deduction_waiting ON app.deduction USING btree (cooperative_id, period, member_id) WHERE (NOT credited)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER first_unpaid_on_delete AFTER DELETE ON app.deduction REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.deduction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER refer_return AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return() (always)
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (loans_amount, levy_amount, savings_amount, shares_amount, credited) TO coop_app

TABLE app.deduction_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  schedule_id uuid NOT NULL
  number integer NOT NULL
  member_id uuid NOT NULL
  staff_number text NOT NULL
  membershipno text NOT NULL
  name text NOT NULL
  loans_amount bigint NOT NULL
  levy_amount bigint NOT NULL
  savings_amount bigint NOT NULL
  shares_amount bigint NOT NULL
  total_amount bigint NOT NULL
  missed_amount bigint NOT NULL DEFAULT 0
  CONSTRAINT deduction_line_pkey PRIMARY KEY (cooperative_id, schedule_id, number)
  CONSTRAINT deduction_line_cooperative_id_schedule_id_member_id_key UNIQUE (cooperative_id, schedule_id, member_id)
  CONSTRAINT deduction_line_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT deduction_line_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  CONSTRAINT deduction_line_check CHECK (((total_amount > 0) AND (total_amount = (((loans_amount + levy_amount) + savings_amount) + shares_amount))))
  CONSTRAINT deduction_line_check1 CHECK (((missed_amount >= 0) AND (missed_amount <= savings_amount)))
  CONSTRAINT deduction_line_levy_amount_check CHECK ((levy_amount >= 0))
  CONSTRAINT deduction_line_loans_amount_check CHECK ((loans_amount >= 0))
  CONSTRAINT deduction_line_savings_amount_check CHECK ((savings_amount >= 0))
  CONSTRAINT deduction_line_shares_amount_check CHECK ((shares_amount >= 0))
  POLICY draft_grows AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK ((schedule_id IN ( SELECT s.schedule_id
   FROM app.deduction_schedule s
  WHERE (s.sent_at IS NULL))))
  POLICY draft_shrinks AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((schedule_id IN ( SELECT s.schedule_id
   FROM app.deduction_schedule s
  WHERE (s.sent_at IS NULL))))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.deduction_return (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  return_id uuid NOT NULL
  schedule_id uuid NOT NULL
  employer_id uuid NOT NULL
  file_name text NOT NULL
  file_hash bytea NOT NULL
  status text NOT NULL
  occurred_on date NOT NULL
  employer_says_amount bigint
  accepted_amount bigint NOT NULL DEFAULT 0
  progress integer NOT NULL DEFAULT 0
  failure text
  entry_id uuid
  entry_no bigint
  accepted_at timestamp with time zone
  accepted_by_name text
  reversal_reason text
  created_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  members_told boolean NOT NULL DEFAULT true
  remittance_id uuid
  rows_left_out integer NOT NULL DEFAULT 0
  CONSTRAINT deduction_return_pkey PRIMARY KEY (cooperative_id, return_id)
  CONSTRAINT deduction_return_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT deduction_return_cooperative_id_remittance_id_fkey FOREIGN KEY (cooperative_id, remittance_id) REFERENCES app.remittance(cooperative_id, remittance_id)
  CONSTRAINT deduction_return_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  CONSTRAINT deduction_return_check CHECK (((status <> 'posted'::text) OR (entry_id IS NOT NULL)))
  CONSTRAINT deduction_return_employer_says_amount_check CHECK ((employer_says_amount >= 0))
  CONSTRAINT deduction_return_status_check CHECK ((status = ANY (ARRAY['checked'::text, 'posting'::text, 'deducted'::text, 'posted'::text, 'failed'::text, 'reversed'::text, 'discarded'::text])))
  INDEX CREATE INDEX deduction_return_of_entry ON app.deduction_return USING btree (cooperative_id, entry_id) WHERE (entry_id IS NOT NULL)
  INDEX CREATE INDEX deduction_return_of_schedule ON app.deduction_return USING btree (cooperative_id, schedule_id, created_at DESC)
  INDEX CREATE INDEX deduction_return_to_credit ON app.deduction_return USING btree (cooperative_id, return_id) WHERE ((status = 'deducted'::text) AND (remittance_id IS NOT NULL))
  INDEX CREATE INDEX deduction_return_untold ON app.deduction_return USING btree (cooperative_id, return_id) WHERE (NOT members_told)
  INDEX CREATE UNIQUE INDEX one_return_of_a_file ON app.deduction_return USING btree (cooperative_id, schedule_id, file_hash) WHERE (status = ANY (ARRAY['deducted'::text, 'posted'::text]))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY to_credit FOR SELECT TO coop_jobs USING (((status = 'deducted'::text) AND (remittance_id IS NOT NULL)))
  POLICY untold FOR SELECT TO coop_jobs USING ((NOT members_told))
  TRIGGER CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, return_id ON app.deduction_return FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.deduction_return FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, occurred_on, employer_says_amount, accepted_amount, progress, failure, entry_id, entry_no, accepted_at, accepted_by_name, reversal_reason, members_told, remittance_id) TO coop_app
  GRANT SELECT (cooperative_id, return_id, status, members_told, remittance_id) TO coop_jobs

TABLE app.deduction_return_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  return_id uuid NOT NULL
  number integer NOT NULL
  file_row integer
  line_number integer
  member_id uuid
  staff_number text NOT NULL
  membershipno text NOT NULL
  name text NOT NULL
  kind text NOT NULL
  note text
  scheduled_amount bigint NOT NULL
  deducted_amount bigint NOT NULL
  decision text
  loans_amount bigint NOT NULL DEFAULT 0
  levy_amount bigint NOT NULL DEFAULT 0
  savings_amount bigint NOT NULL DEFAULT 0
  shares_amount bigint NOT NULL DEFAULT 0
  unallocated_amount bigint NOT NULL DEFAULT 0
  CONSTRAINT deduction_return_line_pkey PRIMARY KEY (cooperative_id, return_id, number)
  CONSTRAINT deduction_return_line_check CHECK (((decision IS NULL) = (kind = 'missing'::text)))
  CONSTRAINT deduction_return_line_decision_check CHECK ((decision = ANY (ARRAY['post'::text, 'split'::text, 'hold'::text, 'refuse'::text])))
  CONSTRAINT deduction_return_line_deducted_amount_check CHECK ((deducted_amount >= 0))
  CONSTRAINT deduction_return_line_kind_check CHECK ((kind = ANY (ARRAY['exact'::text, 'short'::text, 'over'::text, 'missing'::text, 'unknown'::text, 'duplicate'::text])))
  CONSTRAINT deduction_return_line_levy_amount_check CHECK ((levy_amount >= 0))
  CONSTRAINT deduction_return_line_loans_amount_check CHECK ((loans_amount >= 0))
  CONSTRAINT deduction_return_line_savings_amount_check CHECK ((savings_amount >= 0))
  CONSTRAINT deduction_return_line_scheduled_amount_check CHECK ((scheduled_amount >= 0))
  CONSTRAINT deduction_return_line_shares_amount_check CHECK ((shares_amount >= 0))
  CONSTRAINT deduction_return_line_unallocated_amount_check CHECK ((unallocated_amount >= 0))
  CONSTRAINT every_kobo_decided CHECK ((((((loans_amount + levy_amount) + savings_amount) + shares_amount) + unallocated_amount) =
CASE
    WHEN (decision = 'refuse'::text) THEN (0)::bigint
    ELSE deducted_amount
END))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction_return_line FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER refer_return AFTER INSERT ON app.deduction_return_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_return() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (decision, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount) TO coop_app

TABLE app.deduction_schedule (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  schedule_id uuid NOT NULL
  employer_id uuid NOT NULL
  period date NOT NULL
  layout jsonb
  members integer NOT NULL DEFAULT 0
  loans_amount bigint NOT NULL DEFAULT 0
  levy_amount bigint NOT NULL DEFAULT 0
  savings_amount bigint NOT NULL DEFAULT 0
  shares_amount bigint NOT NULL DEFAULT 0
  total_amount bigint NOT NULL DEFAULT 0
  created_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  sent_at timestamp with time zone
  sent_by_name text
  CONSTRAINT deduction_schedule_pkey PRIMARY KEY (cooperative_id, schedule_id)
  CONSTRAINT one_schedule_a_month UNIQUE (cooperative_id, employer_id, period)
  CONSTRAINT deduction_schedule_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT deduction_schedule_check CHECK (((sent_at IS NULL) = (layout IS NULL)))
  CONSTRAINT deduction_schedule_check1 CHECK (((sent_at IS NULL) = (sent_by_name IS NULL)))
  CONSTRAINT deduction_schedule_period_check CHECK ((EXTRACT(day FROM period) = (1)::numeric))
  INDEX CREATE INDEX deduction_schedule_newest ON app.deduction_schedule USING btree (cooperative_id, period DESC, schedule_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY sent_once AS RESTRICTIVE FOR UPDATE TO PUBLIC USING ((sent_at IS NULL)) WITH CHECK (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (layout, members, loans_amount, levy_amount, savings_amount, shares_amount, total_amount, sent_at, sent_by_name) TO coop_app

TABLE app.deduction_settings (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  allocation_order text[] NOT NULL
  credit_on text NOT NULL
  levy_amount bigint NOT NULL
  levy_code text NOT NULL
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  arrears boolean NOT NULL DEFAULT false
  missed_savings text NOT NULL DEFAULT 'none'::text
  CONSTRAINT deduction_settings_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT deduction_settings_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT deduction_settings_credit_on_check CHECK ((credit_on = ANY (ARRAY['deduction'::text, 'remittance'::text])))
  CONSTRAINT deduction_settings_levy_amount_check CHECK (((levy_amount >= 0) AND (levy_amount <= '100000000000000'::bigint)))
  CONSTRAINT deduction_settings_missed_savings_check CHECK ((missed_savings = ANY (ARRAY['none'::text, 'one'::text, 'all'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (allocation_order, credit_on, levy_amount, levy_code, updated_at, arrears, missed_savings) TO coop_app

TABLE app.document (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  document_id uuid NOT NULL
  kind text NOT NULL
  file_name text NOT NULL
  media_type text NOT NULL
  content bytea NOT NULL
  sha256 bytea NOT NULL
  uploaded_by uuid NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT document_pkey PRIMARY KEY (cooperative_id, document_id)
  CONSTRAINT document_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT document_kind_check CHECK ((kind = 'cac'::text))
  CONSTRAINT document_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY verified FOR SELECT TO coop_platform USING ((kind = 'cac'::text))
  GRANT INSERT, SELECT TO coop_app
  GRANT SELECT TO coop_platform

TABLE app.due_from_change (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  change_id uuid NOT NULL
  member_id uuid NOT NULL
  due_from date NOT NULL
  arrears bigint NOT NULL
  reason text NOT NULL
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT due_from_change_pkey PRIMARY KEY (cooperative_id, change_id)
  CONSTRAINT due_from_change_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT due_from_change_arrears_check CHECK ((arrears >= 0))
  CONSTRAINT due_from_change_reason_check CHECK ((reason <> ''::text))
  INDEX CREATE INDEX due_from_change_of ON app.due_from_change USING btree (cooperative_id, member_id, changed_at DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.employer (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  employer_id uuid NOT NULL
  name text NOT NULL
  code text NOT NULL
  contact_name text
  contact_phone text
  contact_email text
  layout jsonb NOT NULL
  receivable_id uuid NOT NULL
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT employer_pkey PRIMARY KEY (cooperative_id, employer_id)
  CONSTRAINT employer_cooperative_id_name_key UNIQUE (cooperative_id, name)
  CONSTRAINT employer_cooperative_id_receivable_id_key UNIQUE (cooperative_id, receivable_id)
  CONSTRAINT employer_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name, code, contact_name, contact_phone, contact_email, layout, search_text) TO coop_app

TABLE app.employment (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  employer_id uuid NOT NULL
  staff_number text NOT NULL
  from_on date NOT NULL
  shares_amount bigint NOT NULL DEFAULT 0
  CONSTRAINT employment_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT staff_number_is_one_members UNIQUE (cooperative_id, employer_id, staff_number)
  CONSTRAINT employment_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT employment_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT employment_shares_amount_check CHECK (((shares_amount >= 0) AND (shares_amount <= '100000000000000'::bigint)))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (employer_id, staff_number, from_on, shares_amount) TO coop_app

TABLE app.erasure_request (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  request_id uuid NOT NULL
  member_id uuid NOT NULL
  reason text
  status text NOT NULL DEFAULT 'pending'::text
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  written_on date
  recorded_by uuid
  recorded_by_name text
  CONSTRAINT erasure_request_pkey PRIMARY KEY (cooperative_id, request_id)
  CONSTRAINT erasure_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT erasure_request_check CHECK ((num_nonnulls(decided_by, decided_at) =
CASE
    WHEN (status = 'pending'::text) THEN 0
    ELSE 2
END))
  CONSTRAINT erasure_request_check1 CHECK (((status <> 'refused'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT erasure_request_letter CHECK ((num_nonnulls(written_on, recorded_by) = ANY (ARRAY[0, 2])))
  CONSTRAINT erasure_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'refused'::text, 'carried_out'::text])))
  INDEX CREATE INDEX erasure_request_newest ON app.erasure_request USING btree (cooperative_id, asked_at DESC)
  INDEX CREATE UNIQUE INDEX erasure_request_once ON app.erasure_request USING btree (cooperative_id, member_id) WHERE (status = 'pending'::text)
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((status = 'pending'::text) AND
CASE
    WHEN ( SELECT app.is_member() AS is_member) THEN ((member_id = ( SELECT app.member_id() AS member_id)) AND (written_on IS NULL))
    ELSE ((written_on IS NOT NULL) AND (EXISTS ( SELECT
       FROM app.member m
      WHERE ((m.member_id = erasure_request.member_id) AND (m.status = ANY (ARRAY['left'::text, 'deceased'::text])) AND (m.removed_at IS NULL)))))
END))
  POLICY officers_decide AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (status = 'pending'::text))) WITH CHECK (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) TO coop_app

TABLE app.first_unpaid_month (owner coop_owner, row security forced, fillfactor=70)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  month date
  CONSTRAINT first_unpaid_month_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT first_unpaid_month_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT first_unpaid_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY reckoned_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (month) TO coop_app

TABLE app.fixed_deposit (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  deposit_id uuid NOT NULL
  certificate_no integer NOT NULL
  member_id uuid NOT NULL
  account_type_id uuid NOT NULL
  account_id uuid NOT NULL
  principal bigint NOT NULL
  months integer NOT NULL
  rate_basis_points integer NOT NULL
  day_count text NOT NULL
  rounding text NOT NULL
  at_maturity text NOT NULL
  break_rule text NOT NULL
  break_rate_basis_points integer NOT NULL
  notice_days integer NOT NULL
  opened_on date NOT NULL
  matures_on date NOT NULL
  interest_at_maturity bigint NOT NULL
  status text NOT NULL
  renews_id uuid
  opening_entry_id uuid NOT NULL
  opened_by_name text NOT NULL
  ended_on date
  ending_entry_id uuid
  ending_entry_no bigint
  interest_paid bigint
  ended_by_name text
  broken_reason text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT fixed_deposit_pkey PRIMARY KEY (cooperative_id, deposit_id)
  CONSTRAINT certificate_is_one_deposits UNIQUE (cooperative_id, certificate_no)
  CONSTRAINT fixed_deposit_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT fixed_deposit_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT fixed_deposit_cooperative_id_renews_id_fkey FOREIGN KEY (cooperative_id, renews_id) REFERENCES app.fixed_deposit(cooperative_id, deposit_id)
  CONSTRAINT fixed_deposit_certificate_no_check CHECK ((certificate_no > 0))
  CONSTRAINT fixed_deposit_check CHECK ((opened_on < matures_on))
  CONSTRAINT fixed_deposit_check1 CHECK (((status = ANY (ARRAY['paid_out'::text, 'renewed'::text, 'broken'::text])) = ((ending_entry_id IS NOT NULL) AND (interest_paid IS NOT NULL) AND (ended_by_name IS NOT NULL))))
  CONSTRAINT fixed_deposit_check2 CHECK (((status = 'open'::text) = (ended_on IS NULL)))
  CONSTRAINT fixed_deposit_check3 CHECK (((status = 'broken'::text) = (broken_reason IS NOT NULL)))
  CONSTRAINT fixed_deposit_interest_at_maturity_check CHECK ((interest_at_maturity > 0))
  CONSTRAINT fixed_deposit_interest_paid_check CHECK ((interest_paid >= 0))
  CONSTRAINT fixed_deposit_months_check CHECK ((months > 0))
  CONSTRAINT fixed_deposit_principal_check CHECK (((principal >= 1) AND (principal <= '100000000000000'::bigint)))
  CONSTRAINT fixed_deposit_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid_out'::text, 'renewed'::text, 'broken'::text, 'reversed'::text])))
  INDEX CREATE INDEX fixed_deposit_ended_by ON app.fixed_deposit USING btree (cooperative_id, ending_entry_id) WHERE (ending_entry_id IS NOT NULL)
  INDEX CREATE INDEX fixed_deposit_of_member ON app.fixed_deposit USING btree (cooperative_id, member_id)
  INDEX CREATE INDEX fixed_deposit_on_account ON app.fixed_deposit USING btree (cooperative_id, account_id) WHERE (status = 'open'::text)
  INDEX CREATE INDEX fixed_deposit_open ON app.fixed_deposit USING btree (cooperative_id, matures_on) INCLUDE (account_id, principal) WHERE (status = 'open'::text)
  INDEX CREATE INDEX fixed_deposit_opened_by ON app.fixed_deposit USING btree (cooperative_id, opening_entry_id)
  POLICY officers_end AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_open AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) TO coop_app
  GRANT SELECT TO ledger_owner
  GRANT UPDATE (status, ended_on, ending_entry_id, ending_entry_no, interest_paid, ended_by_name, broken_reason) TO ledger_owner

TABLE app.good (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  good_id uuid NOT NULL
  name text NOT NULL
  unit text NOT NULL
  price bigint NOT NULL
  retired_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT good_pkey PRIMARY KEY (cooperative_id, good_id)
  CONSTRAINT good_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT good_price_check CHECK ((price > 0))
  INDEX CREATE UNIQUE INDEX good_offered ON app.good USING btree (cooperative_id, lower(name)) WHERE (retired_at IS NULL)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name, unit, price, retired_at) TO coop_app

TABLE app.guarantee_paper (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  paper_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  document_id uuid NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  reason text
  CONSTRAINT guarantee_paper_pkey PRIMARY KEY (cooperative_id, paper_id)
  CONSTRAINT guarantee_paper_cooperative_id_document_id_fkey FOREIGN KEY (cooperative_id, document_id) REFERENCES app.loan_document(cooperative_id, document_id)
  CONSTRAINT guarantee_paper_cooperative_id_loan_id_member_id_fkey FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor(cooperative_id, loan_id, member_id)
  CONSTRAINT confirmed_by_another CHECK (((status <> 'confirmed'::text) OR (decided_by <> added_by)))
  CONSTRAINT guarantee_paper_check CHECK ((num_nonnulls(decided_by, decided_by_name, decided_at) =
CASE
    WHEN (status = ANY (ARRAY['confirmed'::text, 'declined'::text])) THEN 3
    ELSE 0
END))
  CONSTRAINT guarantee_paper_check1 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  CONSTRAINT guarantee_paper_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'declined'::text, 'replaced'::text])))
  INDEX CREATE INDEX guarantee_paper_by_document ON app.guarantee_paper USING btree (cooperative_id, document_id)
  INDEX CREATE INDEX guarantee_paper_by_guarantee ON app.guarantee_paper USING btree (cooperative_id, loan_id, member_id)
  INDEX CREATE UNIQUE INDEX guarantee_paper_waiting ON app.guarantee_paper USING btree (cooperative_id, loan_id, member_id) WHERE (status = 'waiting'::text)
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK ((status <> 'waiting'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, decided_by, decided_by_name, decided_at, reason) TO coop_app

TABLE app.idempotency (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  login_id uuid NOT NULL
  key_hash bytea NOT NULL
  request_hash bytea NOT NULL
  status integer NOT NULL
  sealed_body bytea NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT idempotency_pkey PRIMARY KEY (cooperative_id, login_id, key_hash)
  INDEX CREATE INDEX idempotency_oldest ON app.idempotency USING btree (created_at)
  POLICY swept FOR ALL TO coop_jobs USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT DELETE TO coop_jobs
  GRANT SELECT (created_at) TO coop_jobs

TABLE app.import (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  import_id uuid NOT NULL
  kind text NOT NULL
  file_name text NOT NULL
  status text NOT NULL
  columns text[] NOT NULL
  mapping text[] NOT NULL
  occurred_on date
  period date
  account_type_id uuid
  progress integer NOT NULL DEFAULT 0
  failure text
  entry_no bigint
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  through_account_id uuid
  joined_on date
  columns_remembered boolean NOT NULL DEFAULT false
  creates_employers boolean NOT NULL DEFAULT false
  codes_sent_at timestamp with time zone
  codes_sent integer NOT NULL DEFAULT 0
  CONSTRAINT import_pkey PRIMARY KEY (cooperative_id, import_id)
  CONSTRAINT import_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT import_kind_check CHECK ((kind = ANY (ARRAY['members'::text, 'contributions'::text])))
  CONSTRAINT import_status_check CHECK ((status = ANY (ARRAY['mapping'::text, 'checked'::text, 'posting'::text, 'posted'::text, 'failed'::text])))
  INDEX CREATE INDEX import_unfinished ON app.import USING btree (status, created_at) WHERE (status = ANY (ARRAY['posting'::text, 'failed'::text]))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY watched FOR SELECT TO coop_jobs USING (true)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, mapping, occurred_on, period, account_type_id, progress, failure, entry_no, through_account_id, joined_on, columns_remembered, creates_employers, codes_sent_at, codes_sent) TO coop_app
  GRANT SELECT (status, created_at) TO coop_jobs

TABLE app.import_row (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  import_id uuid NOT NULL
  number integer NOT NULL
  cells text[] NOT NULL
  skipped boolean NOT NULL DEFAULT false
  problems jsonb NOT NULL DEFAULT '[]'::jsonb
  doubles jsonb NOT NULL DEFAULT '[]'::jsonb
  is_another boolean NOT NULL DEFAULT false
  shares_phone boolean NOT NULL DEFAULT false
  left_out text
  member_id uuid
  CONSTRAINT import_row_pkey PRIMARY KEY (cooperative_id, import_id, number)
  CONSTRAINT import_row_cooperative_id_import_id_fkey FOREIGN KEY (cooperative_id, import_id) REFERENCES app.import(cooperative_id, import_id)
  CONSTRAINT import_row_left_out_check CHECK ((left_out = ANY (ARRAY['title'::text, 'heading'::text, 'total'::text, 'figures'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (cells, skipped, problems, doubles, is_another, shares_phone, member_id) TO coop_app

TABLE app.interest_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  run_id uuid NOT NULL
  of_run_id uuid NOT NULL
  account_id uuid NOT NULL
  member_id uuid NOT NULL
  basis bigint NOT NULL
  amount bigint NOT NULL
  CONSTRAINT interest_line_pkey PRIMARY KEY (cooperative_id, run_id, account_id, of_run_id)
  CONSTRAINT interest_line_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT interest_line_cooperative_id_of_run_id_fkey FOREIGN KEY (cooperative_id, of_run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  CONSTRAINT interest_line_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  CONSTRAINT interest_line_check CHECK (((amount >= 0) OR (of_run_id <> run_id)))
  INDEX CREATE INDEX interest_line_of_period ON app.interest_line USING btree (cooperative_id, of_run_id, account_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.interest_month (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_type_id uuid NOT NULL
  month date NOT NULL
  run_id uuid NOT NULL
  CONSTRAINT interest_of_a_month_once PRIMARY KEY (cooperative_id, account_type_id, month)
  CONSTRAINT interest_month_cooperative_id_run_id_fkey FOREIGN KEY (cooperative_id, run_id) REFERENCES app.interest_run(cooperative_id, run_id)
  CONSTRAINT interest_month_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  INDEX CREATE INDEX interest_month_of_run ON app.interest_month USING btree (cooperative_id, run_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.interest_run (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  run_id uuid NOT NULL
  transaction_id uuid NOT NULL
  account_type_id uuid NOT NULL
  first_day date NOT NULL
  last_day date NOT NULL
  rate_basis_points integer NOT NULL
  day_count text NOT NULL
  rounding text NOT NULL
  method text NOT NULL
  least_balance bigint NOT NULL
  members integer NOT NULL
  total bigint NOT NULL
  seen_to_no bigint NOT NULL
  CONSTRAINT interest_run_pkey PRIMARY KEY (cooperative_id, run_id)
  CONSTRAINT interest_run_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT interest_run_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT interest_run_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT interest_run_check CHECK ((first_day < last_day))
  CONSTRAINT interest_run_first_day_check CHECK ((EXTRACT(day FROM first_day) = (1)::numeric))
  CONSTRAINT interest_run_members_check CHECK ((members > 0))
  CONSTRAINT interest_run_total_check CHECK ((total > 0))
  INDEX CREATE INDEX interest_run_newest ON app.interest_run USING btree (cooperative_id, last_day DESC, run_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.join_page (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  is_open boolean NOT NULL
  welcome text
  last_application integer NOT NULL DEFAULT 0
  updated_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  updated_by_name text NOT NULL
  CONSTRAINT join_page_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT join_page_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (is_open, welcome, last_application, updated_at, updated_by_name) TO coop_app

TABLE app.journal_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  transaction_id uuid NOT NULL
  line integer NOT NULL
  account_id uuid NOT NULL
  debit bigint NOT NULL
  credit bigint NOT NULL
  CONSTRAINT journal_line_pkey PRIMARY KEY (cooperative_id, transaction_id, line)
  CONSTRAINT journal_line_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT journal_line_check CHECK (((debit = 0) <> (credit = 0)))
  CONSTRAINT journal_line_credit_check CHECK ((credit >= 0))
  CONSTRAINT journal_line_debit_check CHECK ((debit >= 0))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.leaving (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  leaving_id uuid NOT NULL
  member_id uuid NOT NULL
  reason text NOT NULL
  status text NOT NULL
  noticed_on date NOT NULL
  notice_ends_on date
  waived_reason text
  waived_by_name text
  waived_at timestamp with time zone
  note text
  status_before text NOT NULL
  started_by uuid NOT NULL
  started_by_name text NOT NULL
  started_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  settlement_id uuid
  settled_on date
  held bigint
  set_off bigint
  fee bigint
  net bigint
  statement jsonb
  approvals_needed integer
  asked_by uuid
  asked_by_name text
  asked_at timestamp with time zone
  entry_id uuid
  entry_no bigint
  receipt_number text
  settled_by_name text
  settled_at timestamp with time zone
  ended_by_name text
  ended_at timestamp with time zone
  ended_reason text
  CONSTRAINT leaving_pkey PRIMARY KEY (cooperative_id, leaving_id)
  CONSTRAINT leaving_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT leaving_approvals_needed_check CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  CONSTRAINT leaving_check CHECK ((num_nonnulls(waived_reason, waived_by_name, waived_at) = ANY (ARRAY[0, 3])))
  CONSTRAINT leaving_check1 CHECK ((num_nonnulls(settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at) = ANY (ARRAY[0, 11])))
  CONSTRAINT leaving_check2 CHECK (((status <> ALL (ARRAY['waiting'::text, 'settled'::text, 'reversed'::text])) OR (settlement_id IS NOT NULL)))
  CONSTRAINT leaving_check3 CHECK (((held = ((set_off + fee) + net)) AND (LEAST(held, set_off, fee, net) >= 0)))
  CONSTRAINT leaving_check4 CHECK ((((status = ANY (ARRAY['settled'::text, 'reversed'::text])) = (settled_at IS NOT NULL)) AND ((settled_at IS NULL) = (settled_by_name IS NULL))))
  CONSTRAINT leaving_check5 CHECK (((num_nonnulls(entry_id, entry_no, receipt_number) = ANY (ARRAY[0, 3])) AND ((entry_id IS NULL) OR (status = ANY (ARRAY['settled'::text, 'reversed'::text])))))
  CONSTRAINT leaving_check6 CHECK ((((status = ANY (ARRAY['cancelled'::text, 'reversed'::text])) = (ended_at IS NOT NULL)) AND (num_nonnulls(ended_by_name, ended_at, ended_reason) = ANY (ARRAY[0, 3]))))
  CONSTRAINT leaving_reason_check CHECK ((reason = ANY (ARRAY['resignation'::text, 'expulsion'::text, 'death'::text])))
  CONSTRAINT leaving_status_before_check CHECK ((status_before = ANY (ARRAY['active'::text, 'inactive'::text])))
  CONSTRAINT leaving_status_check CHECK ((status = ANY (ARRAY['open'::text, 'waiting'::text, 'settled'::text, 'cancelled'::text, 'reversed'::text])))
  INDEX CREATE INDEX leaving_by_member ON app.leaving USING btree (cooperative_id, member_id, started_at)
  INDEX CREATE UNIQUE INDEX leaving_entry ON app.leaving USING btree (cooperative_id, entry_id) WHERE (entry_id IS NOT NULL)
  INDEX CREATE UNIQUE INDEX leaving_settlement ON app.leaving USING btree (cooperative_id, settlement_id) WHERE (settlement_id IS NOT NULL)
  INDEX CREATE UNIQUE INDEX leaving_stands ON app.leaving USING btree (cooperative_id, member_id) WHERE (status = ANY (ARRAY['open'::text, 'waiting'::text, 'settled'::text]))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, waived_reason, waived_by_name, waived_at, settlement_id, settled_on, held, set_off, fee, net, statement, approvals_needed, asked_by, asked_by_name, asked_at, entry_id, entry_no, receipt_number, settled_by_name, settled_at, ended_by_name, ended_at, ended_reason) TO coop_app

TABLE app.leaving_payee (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  leaving_id uuid NOT NULL
  number integer NOT NULL
  member_id uuid NOT NULL
  name text NOT NULL
  relationship text
  phone text
  share_basis_points integer NOT NULL
  amount bigint NOT NULL
  account_id uuid
  account_name text
  CONSTRAINT leaving_payee_pkey PRIMARY KEY (cooperative_id, leaving_id, number)
  CONSTRAINT leaving_payee_cooperative_id_leaving_id_fkey FOREIGN KEY (cooperative_id, leaving_id) REFERENCES app.leaving(cooperative_id, leaving_id)
  CONSTRAINT leaving_payee_amount_check CHECK ((amount >= 0))
  CONSTRAINT leaving_payee_check CHECK ((num_nonnulls(account_id, account_name) = ANY (ARRAY[0, 2])))
  CONSTRAINT leaving_payee_number_check CHECK (((number >= 1) AND (number <= 20)))
  CONSTRAINT leaving_payee_share_basis_points_check CHECK (((share_basis_points >= 1) AND (share_basis_points <= 10000)))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.leaving_payout (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  payout_id uuid NOT NULL
  leaving_id uuid NOT NULL
  number integer NOT NULL
  status text NOT NULL
  amount bigint NOT NULL
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
  reversal_reason text
  reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT leaving_payout_pkey PRIMARY KEY (cooperative_id, payout_id)
  CONSTRAINT leaving_payout_cooperative_id_leaving_id_number_fkey FOREIGN KEY (cooperative_id, leaving_id, number) REFERENCES app.leaving_payee(cooperative_id, leaving_id, number)
  CONSTRAINT leaving_payout_amount_check CHECK ((amount > 0))
  CONSTRAINT leaving_payout_check CHECK ((num_nonnulls(reversal_no, reversal_reason, reversed_by_name, reversed_at) =
CASE
    WHEN (status = 'reversed'::text) THEN 4
    ELSE 0
END))
  CONSTRAINT leaving_payout_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  INDEX CREATE UNIQUE INDEX leaving_payout_once ON app.leaving_payout USING btree (cooperative_id, leaving_id, number) WHERE (status = 'posted'::text)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, reversal_no, reversal_reason, reversed_by_name, reversed_at) TO coop_app

TABLE app.loan (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  loan_configuration_id uuid NOT NULL
  status text NOT NULL
  principal bigint NOT NULL
  instalments integer NOT NULL
  interest_method text NOT NULL
  annual_rate_basis_points integer NOT NULL
  purpose text
  collateral text
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  submitted_at timestamp with time zone NOT NULL DEFAULT now()
  account_id uuid
  start_on date
  first_due_on date
  disbursed bigint NOT NULL DEFAULT 0
  interest_deducted bigint NOT NULL DEFAULT 0
  paid_principal bigint NOT NULL DEFAULT 0
  paid_interest bigint NOT NULL DEFAULT 0
  paid_fees bigint NOT NULL DEFAULT 0
  paid_penalties bigint NOT NULL DEFAULT 0
  regular_instalment bigint
  terms jsonb NOT NULL
  net_salary bigint
  approvals_needed integer NOT NULL DEFAULT 0
  made_by_officer boolean NOT NULL DEFAULT true
  own_pledge_id uuid
  written_off bigint NOT NULL DEFAULT 0
  recovered bigint NOT NULL DEFAULT 0
  rescheduled_on date
  fees_deducted bigint NOT NULL DEFAULT 0
  penalties_known_until date
  CONSTRAINT loan_pkey PRIMARY KEY (cooperative_id, loan_id)
  CONSTRAINT loan_cooperative_id_loan_configuration_id_fkey FOREIGN KEY (cooperative_id, loan_configuration_id) REFERENCES app.loan_configuration(cooperative_id, loan_configuration_id)
  CONSTRAINT loan_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_annual_rate_basis_points_check CHECK ((annual_rate_basis_points >= 0))
  CONSTRAINT loan_approvals_needed_check CHECK (((approvals_needed >= 0) AND (approvals_needed <= 3)))
  CONSTRAINT loan_check CHECK (((disbursed >= 0) AND (disbursed <= principal)))
  CONSTRAINT loan_check1 CHECK (((paid_principal >= 0) AND (paid_principal <= disbursed)))
  CONSTRAINT loan_fees_deducted_check CHECK ((fees_deducted >= 0))
  CONSTRAINT loan_instalments_check CHECK ((instalments > 0))
  CONSTRAINT loan_interest_deducted_check CHECK ((interest_deducted >= 0))
  CONSTRAINT loan_interest_method_check CHECK ((interest_method = ANY (ARRAY['flat'::text, 'equal_instalment'::text, 'equal_principal'::text, 'upfront'::text, 'murabaha'::text])))
  CONSTRAINT loan_net_salary_check CHECK ((net_salary > 0))
  CONSTRAINT loan_paid_fees_check CHECK ((paid_fees >= 0))
  CONSTRAINT loan_paid_interest_check CHECK ((paid_interest >= 0))
  CONSTRAINT loan_paid_penalties_check CHECK ((paid_penalties >= 0))
  CONSTRAINT loan_principal_check CHECK (((principal >= 1) AND (principal <= '100000000000000'::bigint)))
  CONSTRAINT loan_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text, 'active'::text, 'completed'::text, 'written_off'::text, 'withdrawn'::text, 'restructured'::text])))
  CONSTRAINT loan_terms_check CHECK ((jsonb_typeof(terms) = 'object'::text))
  CONSTRAINT money_has_an_account CHECK (((disbursed > 0) <= ((account_id IS NOT NULL) AND (start_on IS NOT NULL))))
  CONSTRAINT recovered_is_part_of_it CHECK (((recovered >= 0) AND (recovered <= written_off)))
  CONSTRAINT repaid_every_is_known CHECK ((COALESCE((terms ->> 'repaidEvery'::text), ''::text) = ANY (ARRAY['month'::text, 'week'::text, 'fortnight'::text, 'day15'::text])))
  CONSTRAINT running_is_paid_out CHECK (((status = ANY (ARRAY['active'::text, 'completed'::text, 'written_off'::text, 'restructured'::text])) = (disbursed > 0)))
  CONSTRAINT written_off_is_what_was_owed CHECK ((written_off =
CASE
    WHEN (status = 'written_off'::text) THEN (disbursed - paid_principal)
    ELSE (0)::bigint
END))
  INDEX CREATE INDEX loan_by_member ON app.loan USING btree (cooperative_id, member_id, submitted_at DESC)
  INDEX CREATE INDEX loan_by_status ON app.loan USING btree (cooperative_id, status, submitted_at DESC)
  INDEX CREATE INDEX loan_newest ON app.loan USING btree (cooperative_id, submitted_at DESC, loan_id DESC)
  INDEX CREATE INDEX loan_with_penalty ON app.loan USING btree (cooperative_id, member_id) WHERE ((status = 'active'::text) AND (jsonb_typeof((terms -> 'penalty'::text)) = 'object'::text))
  INDEX CREATE INDEX loan_written_off ON app.loan USING btree (cooperative_id, loan_id) WHERE (status = 'written_off'::text)
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'submitted'::text)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (status = 'submitted'::text) OR ((status = 'approved'::text) AND (disbursed = 0)))) WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'withdrawn'::text)))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, account_id, start_on, first_due_on, disbursed, interest_deducted, paid_principal, paid_interest, paid_fees, paid_penalties, regular_instalment, own_pledge_id, written_off, recovered, rescheduled_on, fees_deducted, penalties_known_until) TO coop_app
  GRANT SELECT TO ledger_owner

TABLE app.loan_accrual (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  accrual_id uuid NOT NULL
  transaction_id uuid NOT NULL
  accrued_on date NOT NULL
  receivable bigint NOT NULL
  in_advance bigint NOT NULL
  suspended bigint NOT NULL
  CONSTRAINT loan_accrual_pkey PRIMARY KEY (cooperative_id, accrual_id)
  CONSTRAINT loan_accrual_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT loan_accrual_in_advance_check CHECK ((in_advance >= 0))
  CONSTRAINT loan_accrual_receivable_check CHECK ((receivable >= 0))
  CONSTRAINT loan_accrual_suspended_check CHECK ((suspended >= 0))
  INDEX CREATE INDEX loan_accrual_day ON app.loan_accrual USING btree (cooperative_id, accrued_on)
  INDEX CREATE UNIQUE INDEX loan_accrual_journal ON app.loan_accrual USING btree (cooperative_id, transaction_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_accrual_line (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  accrual_id uuid NOT NULL
  loan_id uuid NOT NULL
  receivable bigint NOT NULL
  in_advance bigint NOT NULL
  suspended bigint NOT NULL
  days_late integer NOT NULL
  CONSTRAINT loan_accrual_line_pkey PRIMARY KEY (cooperative_id, accrual_id, loan_id)
  CONSTRAINT loan_accrual_line_cooperative_id_accrual_id_fkey FOREIGN KEY (cooperative_id, accrual_id) REFERENCES app.loan_accrual(cooperative_id, accrual_id)
  CONSTRAINT loan_accrual_line_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_accrual_line_days_late_check CHECK ((days_late >= 0))
  CONSTRAINT loan_accrual_line_in_advance_check CHECK ((in_advance >= 0))
  CONSTRAINT loan_accrual_line_receivable_check CHECK ((receivable >= 0))
  CONSTRAINT loan_accrual_line_suspended_check CHECK ((suspended >= 0))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_configuration (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_configuration_id uuid NOT NULL
  code text NOT NULL
  name text NOT NULL
  interest_method text NOT NULL
  annual_rate_basis_points integer NOT NULL
  instalments_max integer NOT NULL
  savings_multiple_percent integer NOT NULL
  is_default boolean NOT NULL DEFAULT false
  retired_at timestamp with time zone
  control_id uuid NOT NULL
  rules jsonb NOT NULL DEFAULT '{"limitOn": "savings", "forGoods": false, "loansMax": 0, "yearSteps": [], "repaidEvery": "month", "sameLoansMax": 0, "approvalSteps": [], "thirdOfSalary": false, "waitingMonths": null, "ownCoverPercent": 0, "topUpAfterPercent": null, "guarantorsRequired": null, "guarantorsUnindebted": false, "guarantorCoverPercent": 0}'::jsonb
  CONSTRAINT loan_configuration_pkey PRIMARY KEY (cooperative_id, loan_configuration_id)
  CONSTRAINT loan_configuration_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT loan_configuration_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT default_is_offered CHECK (((NOT is_default) OR (retired_at IS NULL)))
  CONSTRAINT loan_configuration_annual_rate_basis_points_check CHECK ((annual_rate_basis_points >= 0))
  CONSTRAINT loan_configuration_instalments_max_check CHECK ((instalments_max > 0))
  CONSTRAINT loan_configuration_interest_method_check CHECK ((interest_method = ANY (ARRAY['flat'::text, 'equal_instalment'::text, 'equal_principal'::text, 'upfront'::text, 'murabaha'::text])))
  CONSTRAINT loan_configuration_rules_check CHECK ((jsonb_typeof(rules) = 'object'::text))
  CONSTRAINT loan_configuration_savings_multiple_percent_check CHECK ((savings_multiple_percent >= 0))
  CONSTRAINT repaid_every_is_known CHECK ((COALESCE((rules ->> 'repaidEvery'::text), ''::text) = ANY (ARRAY['month'::text, 'week'::text, 'fortnight'::text, 'day15'::text])))
  INDEX CREATE UNIQUE INDEX loan_configuration_default ON app.loan_configuration USING btree (cooperative_id) WHERE is_default
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name, interest_method, annual_rate_basis_points, instalments_max, savings_multiple_percent, is_default, retired_at, control_id, rules) TO coop_app

TABLE app.loan_decision (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  decision text NOT NULL
  member_id uuid NOT NULL
  reason text
  decided_by uuid NOT NULL
  decided_by_name text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_decision_pkey PRIMARY KEY (cooperative_id, loan_id, decision)
  CONSTRAINT loan_decision_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT decision_says_why CHECK (
CASE decision
    WHEN 'approved'::text THEN (reason IS NULL)
    WHEN 'rejected'::text THEN (reason IS NOT NULL)
    ELSE true
END)
  CONSTRAINT loan_decision_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text])))
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (
CASE
    WHEN ( SELECT app.is_member() AS is_member) THEN ((decision = 'withdrawn'::text) AND (reason IS NULL))
    ELSE ((decision <> 'withdrawn'::text) OR (reason IS NOT NULL))
END)
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_delivery (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  delivery_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  delivered_on date NOT NULL
  received_by text
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  undone_reason text
  undone_by uuid
  undone_by_name text
  undone_at timestamp with time zone
  CONSTRAINT loan_delivery_pkey PRIMARY KEY (cooperative_id, delivery_id)
  CONSTRAINT loan_delivery_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_delivery_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_delivery_check CHECK ((num_nonnulls(undone_reason, undone_by, undone_by_name, undone_at) = ANY (ARRAY[0, 4])))
  INDEX CREATE INDEX loan_delivery_by_loan ON app.loan_delivery USING btree (cooperative_id, loan_id)
  INDEX CREATE UNIQUE INDEX loan_delivery_stands ON app.loan_delivery USING btree (cooperative_id, loan_id) WHERE (undone_at IS NULL)
  POLICY officers_deliver AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_undo AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) AND (undone_at IS NULL))) WITH CHECK ((undone_at IS NOT NULL))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (undone_reason, undone_by, undone_by_name, undone_at) TO coop_app

TABLE app.loan_document (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  document_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  file_name text NOT NULL
  media_type text NOT NULL
  bytes integer NOT NULL
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  removed_by uuid
  removed_by_name text
  removed_at timestamp with time zone
  CONSTRAINT loan_document_pkey PRIMARY KEY (cooperative_id, document_id)
  CONSTRAINT loan_document_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_document_bytes_check CHECK ((bytes > 0))
  CONSTRAINT loan_document_check CHECK ((((content IS NULL) = (removed_at IS NOT NULL)) AND ((removed_at IS NULL) = (removed_by IS NULL))))
  CONSTRAINT loan_document_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  INDEX CREATE INDEX loan_document_by_loan ON app.loan_document USING btree (cooperative_id, loan_id, added_at)
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY removed_until_decided AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR (EXISTS ( SELECT
   FROM app.loan l
  WHERE ((l.loan_id = loan_document.loan_id) AND (l.status = 'submitted'::text))))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY until_decided AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (EXISTS ( SELECT
   FROM app.loan l
  WHERE ((l.loan_id = loan_document.loan_id) AND (l.status = 'submitted'::text))))))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (content, removed_by, removed_by_name, removed_at) TO coop_app

TABLE app.loan_good (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  line integer NOT NULL
  member_id uuid NOT NULL
  good_id uuid NOT NULL
  name text NOT NULL
  unit text NOT NULL
  price bigint NOT NULL
  quantity integer NOT NULL
  CONSTRAINT loan_good_pkey PRIMARY KEY (cooperative_id, loan_id, line)
  CONSTRAINT loan_good_cooperative_id_loan_id_good_id_key UNIQUE (cooperative_id, loan_id, good_id)
  CONSTRAINT loan_good_cooperative_id_good_id_fkey FOREIGN KEY (cooperative_id, good_id) REFERENCES app.good(cooperative_id, good_id)
  CONSTRAINT loan_good_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_good_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_good_line_check CHECK (((line >= 1) AND (line <= 20)))
  CONSTRAINT loan_good_price_check CHECK ((price > 0))
  CONSTRAINT loan_good_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY with_application AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((loan_id IN ( SELECT l.loan_id
   FROM app.loan l
  WHERE (l.status = 'submitted'::text))))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_guarantor (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  member_name text NOT NULL
  membershipno text NOT NULL
  status text NOT NULL DEFAULT 'asked'::text
  amount bigint NOT NULL DEFAULT 0
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  answered_at timestamp with time zone
  pledge_id uuid
  replaces uuid
  answered_way text
  confirmed_by_name text
  CONSTRAINT loan_guarantor_pkey PRIMARY KEY (cooperative_id, loan_id, member_id)
  CONSTRAINT loan_guarantor_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_guarantor_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT accepted_with_his_pledge CHECK (((status <> 'accepted'::text) OR (amount = 0) OR (pledge_id IS NOT NULL)))
  CONSTRAINT answered_in_a_way CHECK (((answered_way IS NULL) OR (answered_at IS NOT NULL)))
  CONSTRAINT loan_guarantor_amount_check CHECK ((amount >= 0))
  CONSTRAINT loan_guarantor_answered_way_check CHECK ((answered_way = ANY (ARRAY['app'::text, 'link'::text, 'paper'::text])))
  CONSTRAINT loan_guarantor_status_check CHECK ((status = ANY (ARRAY['asked'::text, 'accepted'::text, 'declined'::text, 'replaced'::text])))
  CONSTRAINT papers_are_confirmed CHECK (((NOT (answered_way IS DISTINCT FROM 'paper'::text)) = (confirmed_by_name IS NOT NULL)))
  INDEX CREATE INDEX loan_guarantor_by_member ON app.loan_guarantor USING btree (cooperative_id, member_id)
  POLICY accepted_in_their_own_way AS RESTRICTIVE FOR UPDATE TO coop_app USING (true) WITH CHECK (((status <> 'accepted'::text) OR
CASE
    WHEN ( SELECT app.is_member() AS is_member) THEN (answered_way = ANY (ARRAY['app'::text, 'link'::text]))
    ELSE ((answered_way = 'paper'::text) AND (EXISTS ( SELECT
       FROM app.guarantee_paper p
      WHERE ((p.loan_id = loan_guarantor.loan_id) AND (p.member_id = loan_guarantor.member_id) AND (p.status = 'confirmed'::text) AND (p.added_at >= loan_guarantor.asked_at)))))
END))
  POLICY members_answer AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT (NOT app.is_member())) OR ((member_id = ( SELECT app.member_id() AS member_id)) AND (status = 'asked'::text)) OR (status <> 'accepted'::text))) WITH CHECK ((( SELECT (NOT app.is_member())) OR ((member_id = ( SELECT app.member_id() AS member_id)) AND (status = ANY (ARRAY['accepted'::text, 'declined'::text]))) OR (status = ANY (ARRAY['asked'::text, 'replaced'::text]))))
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((status = 'asked'::text) AND (pledge_id IS NULL) AND (loan_id IN ( SELECT l.loan_id
   FROM app.loan l)))))
  POLICY own_loan AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id
   FROM app.loan l))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, amount, asked_at, answered_at, pledge_id, replaces, answered_way, confirmed_by_name) TO coop_app

TABLE app.loan_instalment (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  number integer NOT NULL
  member_id uuid NOT NULL
  due_on date NOT NULL
  principal bigint NOT NULL
  interest bigint NOT NULL
  fees bigint NOT NULL
  penalties bigint NOT NULL
  owed_principal bigint NOT NULL
  owed_interest bigint NOT NULL
  owed_fees bigint NOT NULL
  owed_penalties bigint NOT NULL
  CONSTRAINT loan_instalment_pkey PRIMARY KEY (cooperative_id, loan_id, number)
  CONSTRAINT loan_instalment_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_instalment_check CHECK (((owed_principal >= 0) AND (owed_principal <= principal)))
  CONSTRAINT loan_instalment_check1 CHECK (((owed_interest >= 0) AND (owed_interest <= interest)))
  CONSTRAINT loan_instalment_check2 CHECK (((owed_fees >= 0) AND (owed_fees <= fees)))
  CONSTRAINT loan_instalment_check3 CHECK (((owed_penalties >= 0) AND (owed_penalties <= penalties)))
  CONSTRAINT loan_instalment_fees_check CHECK ((fees >= 0))
  CONSTRAINT loan_instalment_interest_check CHECK ((interest >= 0))
  CONSTRAINT loan_instalment_penalties_check CHECK ((penalties >= 0))
  CONSTRAINT loan_instalment_principal_check CHECK ((principal >= 0))
  INDEX CREATE INDEX loan_instalment_owed ON app.loan_instalment USING btree (cooperative_id, due_on) INCLUDE (loan_id, owed_principal, owed_interest, owed_fees, owed_penalties) WHERE ((((owed_principal + owed_interest) + owed_fees) + owed_penalties) > 0)
  POLICY officers_work_out AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_work_out_anew AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.loan_minute (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  decision text NOT NULL
  meeting_id uuid
  meeting_title text
  met_on date
  minute text
  given_by uuid NOT NULL
  given_by_name text NOT NULL
  given_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_minute_pkey PRIMARY KEY (cooperative_id, loan_id, given_by)
  CONSTRAINT loan_minute_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_minute_cooperative_id_meeting_id_fkey FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting(cooperative_id, meeting_id)
  CONSTRAINT loan_minute_check CHECK (((meeting_id IS NOT NULL) OR (minute IS NOT NULL)))
  CONSTRAINT loan_minute_check1 CHECK ((((meeting_id IS NULL) = (meeting_title IS NULL)) AND ((meeting_id IS NULL) = (met_on IS NULL))))
  CONSTRAINT loan_minute_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text])))
  INDEX CREATE INDEX loan_minute_by_meeting ON app.loan_minute USING btree (cooperative_id, meeting_id) WHERE (meeting_id IS NOT NULL)
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_movement (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  movement_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  kind text NOT NULL
  status text NOT NULL
  amount bigint NOT NULL
  occurred_on date NOT NULL
  way text
  principal bigint NOT NULL
  interest bigint NOT NULL
  fees bigint NOT NULL
  penalties bigint NOT NULL
  deducted bigint NOT NULL
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  receipt_number text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason text
  reversed_by_name text
  reversed_at timestamp with time zone
  reversal_entry_no bigint
  return_id uuid
  due_by date
  through_name text
  recovery_reason text
  fees_deducted bigint NOT NULL DEFAULT 0
  CONSTRAINT loan_movement_pkey PRIMARY KEY (cooperative_id, movement_id)
  CONSTRAINT loan_movement_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_movement_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_movement_cooperative_id_return_id_fkey FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return(cooperative_id, return_id)
  CONSTRAINT deduction_names_its_return CHECK ((((NOT (way IS DISTINCT FROM 'deduction'::text)) = (return_id IS NOT NULL)) AND ((return_id IS NULL) = (due_by IS NULL))))
  CONSTRAINT leaving_is_a_repayment CHECK (((way IS DISTINCT FROM 'leaving'::text) OR (kind = 'repayment'::text)))
  CONSTRAINT loan_movement_amount_check CHECK (((amount >= 0) AND (amount <= '100000000000000'::bigint)))
  CONSTRAINT loan_movement_check CHECK ((((kind = 'reallocation'::text) = (amount = 0)) AND ((kind = ANY (ARRAY['reallocation'::text, 'write_off'::text])) = (way IS NULL))))
  CONSTRAINT loan_movement_check1 CHECK (((((principal + interest) + fees) + penalties) =
CASE
    WHEN (kind = 'repayment'::text) THEN amount
    ELSE (0)::bigint
END))
  CONSTRAINT loan_movement_check2 CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL) AND (reversal_entry_no IS NOT NULL))))
  CONSTRAINT loan_movement_kind_check CHECK ((kind = ANY (ARRAY['disbursement'::text, 'repayment'::text, 'reallocation'::text, 'write_off'::text, 'recovered'::text])))
  CONSTRAINT loan_movement_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  CONSTRAINT loan_movement_way_check CHECK (((way = ANY (ARRAY['cash'::text, 'bank'::text, 'savings'::text, 'vendor'::text, 'deduction'::text, 'recovery'::text])) OR (way = 'opening'::text) OR (way = 'top_up'::text) OR (way = 'leaving'::text)))
  CONSTRAINT opening_is_no_repayment CHECK (((way IS DISTINCT FROM 'opening'::text) OR (kind = 'disbursement'::text)))
  CONSTRAINT recovery_gives_its_reason CHECK ((((NOT (way IS DISTINCT FROM 'recovery'::text)) = (recovery_reason IS NOT NULL)) AND ((recovery_reason IS NULL) OR (kind = 'repayment'::text))))
  CONSTRAINT top_up_is_a_repayment CHECK (((way IS DISTINCT FROM 'top_up'::text) OR (kind = 'repayment'::text)))
  INDEX CREATE INDEX loan_movement_by_entry ON app.loan_movement USING btree (cooperative_id, entry_id)
  INDEX CREATE INDEX loan_movement_by_loan ON app.loan_movement USING btree (cooperative_id, loan_id, occurred_on, movement_id)
  INDEX CREATE INDEX loan_movement_of_return ON app.loan_movement USING btree (cooperative_id, return_id) WHERE (return_id IS NOT NULL)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_move AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, reversal_reason, reversed_by_name, reversed_at, reversal_entry_no) TO coop_app

TABLE app.loan_reminder (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  number integer NOT NULL
  step integer NOT NULL
  reminded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT loan_reminder_pkey PRIMARY KEY (cooperative_id, loan_id, number, step)
  CONSTRAINT loan_reminder_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_reminder_step_check CHECK ((step = ANY (ARRAY[0, 1, 7, 30])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_settlement (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  settles uuid NOT NULL
  member_id uuid NOT NULL
  after_percent integer NOT NULL
  CONSTRAINT loan_settlement_pkey PRIMARY KEY (cooperative_id, loan_id, settles)
  CONSTRAINT loan_settlement_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_settlement_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_settlement_cooperative_id_settles_fkey FOREIGN KEY (cooperative_id, settles) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_settlement_after_percent_check CHECK (((after_percent >= 0) AND (after_percent <= 100)))
  CONSTRAINT loan_settlement_check CHECK ((loan_id <> settles))
  INDEX CREATE INDEX loan_settlement_of ON app.loan_settlement USING btree (cooperative_id, settles)
  POLICY own_loans AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((loan_id IN ( SELECT l.loan_id
   FROM app.loan l
  WHERE (l.status = 'submitted'::text))) AND (settles IN ( SELECT l.loan_id
   FROM app.loan l)))))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.loan_taken_over (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  opening_id uuid NOT NULL
  as_of date NOT NULL
  began_on date NOT NULL
  original_principal bigint NOT NULL
  original_instalments integer NOT NULL
  instalments_left integer NOT NULL
  overdue_since date
  overdue_principal bigint NOT NULL
  interest_owed bigint NOT NULL
  CONSTRAINT loan_taken_over_pkey PRIMARY KEY (cooperative_id, loan_id)
  CONSTRAINT loan_taken_over_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT loan_taken_over_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT loan_taken_over_cooperative_id_opening_id_fkey FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT loan_taken_over_check CHECK (((instalments_left >= 0) AND (instalments_left <= original_instalments)))
  CONSTRAINT loan_taken_over_check1 CHECK (((overdue_principal >= 0) AND (overdue_principal <= original_principal)))
  CONSTRAINT loan_taken_over_check2 CHECK (((began_on <= as_of) AND (overdue_since <= as_of)))
  CONSTRAINT loan_taken_over_check3 CHECK (((overdue_since IS NOT NULL) OR ((overdue_principal = 0) AND (instalments_left > 0))))
  CONSTRAINT loan_taken_over_interest_owed_check CHECK (((interest_owed >= 0) AND (interest_owed <= '100000000000000'::bigint)))
  CONSTRAINT loan_taken_over_original_instalments_check CHECK (((original_instalments >= 1) AND (original_instalments <= 600)))
  CONSTRAINT loan_taken_over_original_principal_check CHECK (((original_principal >= 1) AND (original_principal <= '100000000000000'::bigint)))
  INDEX CREATE INDEX loan_taken_over_with ON app.loan_taken_over USING btree (cooperative_id, opening_id)
  POLICY officers_take_over AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.logo (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  content bytea NOT NULL
  updated_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT logo_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT logo_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_update AS RESTRICTIVE FOR UPDATE TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (content, updated_at) TO coop_app

TABLE app.meeting (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  meeting_id uuid NOT NULL
  kind text NOT NULL
  title text NOT NULL
  meets_on date NOT NULL
  meets_at time without time zone NOT NULL
  place text NOT NULL
  agenda text[] NOT NULL
  status text NOT NULL DEFAULT 'planned'::text
  quorum integer
  present integer NOT NULL DEFAULT 0
  notice_id uuid
  notice_sent_at timestamp with time zone
  notice_recipients integer
  notice_outdated boolean NOT NULL DEFAULT false
  minutes text
  minutes_by_name text
  minutes_at timestamp with time zone
  resolutions jsonb NOT NULL DEFAULT '[]'::jsonb
  adopted_at timestamp with time zone
  adopted_by_name text
  cancelled_reason text
  cancelled_at timestamp with time zone
  created_by uuid NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT meeting_pkey PRIMARY KEY (cooperative_id, meeting_id)
  CONSTRAINT meeting_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT meeting_check CHECK (((adopted_at IS NULL) OR ((minutes IS NOT NULL) AND (status = 'held'::text))))
  CONSTRAINT meeting_check1 CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL)))
  CONSTRAINT meeting_kind_check CHECK ((kind = ANY (ARRAY['general'::text, 'annual_general'::text, 'special_general'::text, 'committee'::text])))
  CONSTRAINT meeting_present_check CHECK ((present >= 0))
  CONSTRAINT meeting_quorum_check CHECK ((quorum > 0))
  CONSTRAINT meeting_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'held'::text, 'cancelled'::text])))
  INDEX CREATE INDEX meeting_by_day ON app.meeting USING btree (cooperative_id, meets_on, meets_at, meeting_id)
  POLICY general_only AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (kind <> 'committee'::text)))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER adopted_minutes_stay BEFORE DELETE OR UPDATE ON app.meeting FOR EACH ROW WHEN ((old.adopted_at IS NOT NULL)) EXECUTE FUNCTION app.keep_adopted_minutes() (on)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (kind, title, meets_on, meets_at, place, agenda, status, quorum, present, notice_id, notice_sent_at, notice_recipients, notice_outdated, minutes, minutes_by_name, minutes_at, resolutions, adopted_at, adopted_by_name, cancelled_reason, cancelled_at) TO coop_app

TABLE app.member (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  membership_number integer NOT NULL
  membershipno text NOT NULL
  first_name text NOT NULL
  last_name text NOT NULL
  phone text
  email text
  address text
  date_of_birth date
  registration_date date NOT NULL
  gender text NOT NULL
  marital_status text NOT NULL
  employment_status text NOT NULL
  monthly_contribution bigint NOT NULL DEFAULT 0
  profile_picture text
  next_of_kin_first_name text
  next_of_kin_last_name text
  next_of_kin_phone text
  next_of_kin_email text
  next_of_kin_address text
  next_of_kin_relationship text
  nominee_first_name text
  nominee_last_name text
  nominee_phone text
  nominee_email text
  nominee_address text
  nominee_relationship text
  status text NOT NULL DEFAULT 'active'::text
  roles text[] NOT NULL DEFAULT '{member}'::text[]
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  removed_at timestamp with time zone
  left_on date
  office_ends_on date
  contributions_due_from date NOT NULL
  other_phone text
  shares_phone boolean NOT NULL DEFAULT false
  title text
  former_number text
  CONSTRAINT member_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT member_cooperative_id_membership_number_key UNIQUE (cooperative_id, membership_number)
  CONSTRAINT member_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT auditors_office_ends CHECK (((NOT ('auditor'::text = ANY (roles))) OR (office_ends_on IS NOT NULL)))
  CONSTRAINT former_since CHECK (((status = ANY (ARRAY['left'::text, 'deceased'::text])) = (left_on IS NOT NULL)))
  CONSTRAINT member_check CHECK (((EXTRACT(day FROM contributions_due_from) = (1)::numeric) AND (contributions_due_from >= date_trunc('month'::text, (registration_date)::timestamp without time zone))))
  CONSTRAINT member_former_number_check CHECK ((former_number <> ''::text))
  CONSTRAINT member_monthly_contribution_check CHECK ((monthly_contribution >= 0))
  CONSTRAINT member_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'left'::text, 'deceased'::text])))
  CONSTRAINT one_office_only CHECK ((cardinality(array_remove(roles, 'member'::text)) <= 1))
  CONSTRAINT roles_are_known CHECK ((roles <@ '{member,admin,treasurer,secretary,loan_committee,auditor}'::text[]))
  CONSTRAINT shared_phone_is_there CHECK (((NOT shares_phone) OR (phone IS NOT NULL)))
  INDEX CREATE INDEX member_by_birth ON app.member USING btree (cooperative_id, date_of_birth) WHERE ((removed_at IS NULL) AND (date_of_birth IS NOT NULL))
  INDEX CREATE INDEX member_by_first_name ON app.member USING btree (cooperative_id, first_name, last_name, member_id) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_gender ON app.member USING btree (cooperative_id, gender, membership_number) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_joining ON app.member USING btree (cooperative_id, registration_date, membership_number) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_name ON app.member USING btree (cooperative_id, last_name, first_name, member_id) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_number ON app.member USING btree (cooperative_id, membership_number) INCLUDE (member_id) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_phone ON app.member USING btree (cooperative_id, phone) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_by_status ON app.member USING btree (cooperative_id, status, membership_number) WHERE (removed_at IS NULL)
  INDEX CREATE INDEX member_former ON app.member USING btree (cooperative_id, left_on) WHERE (left_on IS NOT NULL)
  INDEX CREATE INDEX member_in_office ON app.member USING btree (cooperative_id, membership_number) WHERE ((removed_at IS NULL) AND (roles <> '{member}'::text[]))
  INDEX CREATE UNIQUE INDEX member_former_number ON app.member USING btree (cooperative_id, lower(former_number)) WHERE ((removed_at IS NULL) AND (former_number IS NOT NULL))
  INDEX CREATE UNIQUE INDEX member_phone ON app.member USING btree (cooperative_id, phone) WHERE ((removed_at IS NULL) AND (NOT shares_phone))
  POLICY authenticated FOR SELECT TO coop_auth USING (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER bank_details_go_too BEFORE UPDATE OF search_text ON app.member FOR EACH ROW WHEN (((new.search_text = ('former member '::text || lpad((new.membership_number)::text, 5, '0'::text))) AND (new.first_name = 'Former member'::text))) EXECUTE FUNCTION app.erase_bank_details() (on)
  TRIGGER CREATE TRIGGER erased_member_requests AFTER UPDATE OF phone ON app.member FOR EACH ROW WHEN (((new.phone = ''::text) AND (old.phone IS DISTINCT FROM ''::text))) EXECUTE FUNCTION app.empty_member_requests() (on)
  TRIGGER CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, member_id ON app.member FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.member FOR EACH STATEMENT EXECUTE FUNCTION app.keep_row() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (first_name, last_name, phone, email, address, date_of_birth, gender, marital_status, employment_status, monthly_contribution, profile_picture, next_of_kin_first_name, next_of_kin_last_name, next_of_kin_phone, next_of_kin_email, next_of_kin_address, next_of_kin_relationship, nominee_first_name, nominee_last_name, nominee_phone, nominee_email, nominee_address, nominee_relationship, status, roles, search_text, removed_at, left_on, office_ends_on, contributions_due_from, other_phone, shares_phone, title, former_number) TO coop_app
  GRANT SELECT (cooperative_id, member_id, membership_number, membershipno, first_name, last_name, phone, email, status, roles, removed_at, office_ends_on) TO coop_auth

TABLE app.member_bank_details (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  bank_name text NOT NULL
  account_number text NOT NULL
  account_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  changed_by_name text NOT NULL
  CONSTRAINT member_bank_details_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT member_bank_details_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_bank_details_account_name_check CHECK ((account_name <> ''::text))
  CONSTRAINT member_bank_details_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text))
  CONSTRAINT member_bank_details_bank_name_check CHECK ((bank_name <> ''::text))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (bank_name, account_number, account_name, changed_at, changed_by_name) TO coop_app

TABLE app.member_document (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  document_id uuid NOT NULL
  member_id uuid NOT NULL
  file_name text NOT NULL
  media_type text NOT NULL
  bytes integer NOT NULL
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  removed_by uuid
  removed_by_name text
  removed_at timestamp with time zone
  CONSTRAINT member_document_pkey PRIMARY KEY (cooperative_id, document_id)
  CONSTRAINT member_document_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_document_bytes_check CHECK ((bytes > 0))
  CONSTRAINT member_document_check CHECK ((((content IS NULL) = (removed_at IS NOT NULL)) AND ((removed_at IS NULL) = (removed_by IS NULL))))
  CONSTRAINT member_document_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  INDEX CREATE INDEX member_document_by_member ON app.member_document USING btree (cooperative_id, member_id, added_at)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_remove AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (content, removed_by, removed_by_name, removed_at) TO coop_app

TABLE app.member_photo (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  content bytea NOT NULL
  version text NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT member_photo_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT member_photo_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY officers_add AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_remove AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (content, version, added_by_name, added_at) TO coop_app

TABLE app.member_request (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  request_id uuid NOT NULL
  member_id uuid NOT NULL
  kind text NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text
  monthly_before bigint
  monthly bigint
  month date
  fields jsonb
  note text
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  ended_at timestamp with time zone
  decided_by uuid
  decided_by_name text
  reason text
  nominees_before jsonb
  nominees jsonb
  CONSTRAINT member_request_pkey PRIMARY KEY (cooperative_id, request_id)
  CONSTRAINT member_request_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT member_request_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_request_check CHECK ((num_nonnulls(monthly_before, monthly, month) =
CASE kind
    WHEN 'contribution'::text THEN 3
    ELSE 0
END))
  CONSTRAINT member_request_check1 CHECK (((fields IS NOT NULL) = (kind = 'profile'::text)))
  CONSTRAINT member_request_check2 CHECK (((ended_at IS NOT NULL) = (status <> 'waiting'::text)))
  CONSTRAINT member_request_check3 CHECK ((num_nonnulls(decided_by, decided_by_name) =
CASE
    WHEN (status = ANY (ARRAY['approved'::text, 'declined'::text])) THEN 2
    ELSE 0
END))
  CONSTRAINT member_request_check4 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  CONSTRAINT member_request_kind_check CHECK ((kind = ANY (ARRAY['contribution'::text, 'profile'::text, 'nominees'::text])))
  CONSTRAINT member_request_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  CONSTRAINT member_request_monthly_before_check CHECK ((monthly_before >= 0))
  CONSTRAINT member_request_monthly_check CHECK ((monthly >= 0))
  CONSTRAINT member_request_nominees_check CHECK ((num_nonnulls(nominees_before, nominees) =
CASE kind
    WHEN 'nominees'::text THEN 2
    ELSE 0
END))
  CONSTRAINT member_request_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text])))
  INDEX CREATE INDEX member_request_by_member ON app.member_request USING btree (cooperative_id, member_id, created_at)
  INDEX CREATE INDEX member_request_by_status ON app.member_request USING btree (cooperative_id, status, created_at)
  INDEX CREATE UNIQUE INDEX member_request_waiting ON app.member_request USING btree (cooperative_id, member_id, kind) WHERE (status = 'waiting'::text)
  POLICY asked_by_members AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT app.is_member() AS is_member) AND (status = 'waiting'::text)))
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK (
CASE
    WHEN ( SELECT app.is_member() AS is_member) THEN (status = 'withdrawn'::text)
    ELSE (status = ANY (ARRAY['approved'::text, 'declined'::text]))
END)
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, ended_at, decided_by, decided_by_name, reason) TO coop_app

TABLE app.member_savings (owner coop_owner, row security forced, fillfactor=70)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  savings bigint NOT NULL
  CONSTRAINT member_savings_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT member_savings_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY reckoned_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (savings) TO coop_app

TABLE app.member_status_change (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  change_id uuid NOT NULL
  member_id uuid NOT NULL
  from_status text NOT NULL
  to_status text NOT NULL
  reason text NOT NULL
  changed_by uuid NOT NULL
  changed_by_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT member_status_change_pkey PRIMARY KEY (cooperative_id, change_id)
  CONSTRAINT member_status_change_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT member_status_change_reason_check CHECK ((reason <> ''::text))
  INDEX CREATE INDEX member_status_change_of ON app.member_status_change USING btree (cooperative_id, member_id, changed_at DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.member_view (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  view_id uuid NOT NULL
  login_id uuid NOT NULL
  name text NOT NULL
  shows jsonb NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT member_view_pkey PRIMARY KEY (cooperative_id, view_id)
  CONSTRAINT member_view_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  INDEX CREATE UNIQUE INDEX member_view_named_once ON app.member_view USING btree (cooperative_id, login_id, lower(name))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (name, shows) TO coop_app

TABLE app.membership_application (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  application_id uuid NOT NULL
  number integer NOT NULL
  status text NOT NULL DEFAULT 'waiting'::text
  first_name text NOT NULL
  last_name text NOT NULL
  phone text NOT NULL
  email text
  address text
  date_of_birth date
  gender text
  marital_status text
  employment_status text
  employer text
  staff_number text
  monthly_contribution bigint NOT NULL
  next_of_kin_first_name text
  next_of_kin_last_name text
  next_of_kin_phone text
  next_of_kin_relationship text
  introduced_by text
  note text
  consent_version text NOT NULL
  address_hash bytea
  search_text text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_at timestamp with time zone
  decided_by uuid
  decided_by_name text
  reason text
  member_id uuid
  CONSTRAINT membership_application_pkey PRIMARY KEY (cooperative_id, application_id)
  CONSTRAINT membership_application_cooperative_id_member_id_key UNIQUE (cooperative_id, member_id)
  CONSTRAINT membership_application_cooperative_id_number_key UNIQUE (cooperative_id, number)
  CONSTRAINT membership_application_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT membership_application_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT membership_application_check CHECK ((num_nonnulls(decided_at, decided_by, decided_by_name) =
CASE status
    WHEN 'waiting'::text THEN 0
    ELSE 3
END))
  CONSTRAINT membership_application_check1 CHECK (((member_id IS NOT NULL) = (status = 'approved'::text)))
  CONSTRAINT membership_application_check2 CHECK (((reason IS NOT NULL) = (status = 'declined'::text)))
  CONSTRAINT membership_application_monthly_contribution_check CHECK ((monthly_contribution >= 0))
  CONSTRAINT membership_application_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text])))
  INDEX CREATE INDEX membership_application_by_network ON app.membership_application USING btree (cooperative_id, address_hash, created_at) WHERE (address_hash IS NOT NULL)
  INDEX CREATE INDEX membership_application_by_phone ON app.membership_application USING btree (cooperative_id, phone)
  INDEX CREATE INDEX membership_application_by_status ON app.membership_application USING btree (cooperative_id, status, number)
  POLICY decided_once AS RESTRICTIVE FOR UPDATE TO coop_app USING ((status = 'waiting'::text)) WITH CHECK ((status <> 'waiting'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, decided_at, decided_by, decided_by_name, reason, member_id) TO coop_app
  GRANT DELETE TO coop_jobs
  GRANT SELECT (status, address_hash, created_at, decided_at) TO coop_jobs
  GRANT UPDATE (address_hash) TO coop_jobs

TABLE app.nominee (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  number integer NOT NULL
  first_name text
  last_name text
  relationship text
  phone text
  email text
  address text
  share_basis_points integer NOT NULL
  CONSTRAINT nominee_pkey PRIMARY KEY (cooperative_id, member_id, number)
  CONSTRAINT nominee_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT nominee_number_check CHECK (((number >= 1) AND (number <= 20)))
  CONSTRAINT nominee_share_basis_points_check CHECK (((share_basis_points >= 1) AND (share_basis_points <= 10000)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_delete AS RESTRICTIVE FOR DELETE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_insert AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (first_name, last_name, relationship, phone, email, address, share_basis_points) TO coop_app

TABLE app.notification (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  notification_id uuid NOT NULL
  member_id uuid NOT NULL
  type text NOT NULL
  message text NOT NULL
  link text
  announcement_id uuid
  created_at timestamp with time zone NOT NULL DEFAULT now()
  read_at timestamp with time zone
  hidden_at timestamp with time zone
  CONSTRAINT notification_pkey PRIMARY KEY (cooperative_id, notification_id)
  CONSTRAINT notification_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT notification_link_check CHECK ((link ~ '^/member/'::text))
  CONSTRAINT notification_type_check CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  INDEX CREATE INDEX notification_newest ON app.notification USING btree (cooperative_id, member_id, created_at DESC, notification_id DESC) WHERE (hidden_at IS NULL)
  INDEX CREATE INDEX notification_of_announcement ON app.notification USING btree (cooperative_id, announcement_id) WHERE (announcement_id IS NOT NULL)
  INDEX CREATE INDEX notification_oldest ON app.notification USING btree (created_at)
  INDEX CREATE INDEX notification_unread ON app.notification USING btree (cooperative_id, member_id) WHERE ((read_at IS NULL) AND (hidden_at IS NULL))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)))) WITH CHECK ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR ((link = ANY (ARRAY['/member/guarantees'::text, '/member/loans'::text])) AND (announcement_id IS NULL) AND app.shares_a_loan(member_id))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (read_at, hidden_at) TO coop_app
  GRANT DELETE TO coop_jobs
  GRANT SELECT (created_at) TO coop_jobs

TABLE app.officer_notification (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  notification_id uuid NOT NULL
  type text NOT NULL
  message text NOT NULL
  link text
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT officer_notification_pkey PRIMARY KEY (cooperative_id, notification_id)
  CONSTRAINT officer_notification_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT officer_notification_link_check CHECK ((link ~ '^/coop/'::text))
  CONSTRAINT officer_notification_type_check CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  INDEX CREATE INDEX officer_notification_newest ON app.officer_notification USING btree (cooperative_id, created_at DESC, notification_id DESC)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member()))) WITH CHECK (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY told FOR INSERT TO coop_platform WITH CHECK (true)
  GRANT INSERT, SELECT TO coop_app
  GRANT INSERT TO coop_platform

TABLE app.officer_reading (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  login_id uuid NOT NULL
  notification_id uuid NOT NULL
  read_at timestamp with time zone
  hidden_at timestamp with time zone
  CONSTRAINT officer_reading_pkey PRIMARY KEY (cooperative_id, login_id, notification_id)
  CONSTRAINT officer_reading_cooperative_id_notification_id_fkey FOREIGN KEY (cooperative_id, notification_id) REFERENCES app.officer_notification(cooperative_id, notification_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (read_at, hidden_at) TO coop_app

TABLE app.opening_balances (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  opening_balances_id uuid NOT NULL
  as_of date NOT NULL
  file_name text NOT NULL
  member_columns text[] NOT NULL
  ledger_columns text[] NOT NULL
  transaction_id uuid
  uploaded_by uuid NOT NULL
  uploaded_by_name text NOT NULL
  uploaded_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  loan_columns text[] NOT NULL DEFAULT '{}'::text[]
  CONSTRAINT opening_balances_pkey PRIMARY KEY (cooperative_id, opening_balances_id)
  CONSTRAINT opening_balances_cooperative_id_transaction_id_key UNIQUE (cooperative_id, transaction_id)
  CONSTRAINT opening_balances_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT opening_balances_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  INDEX CREATE UNIQUE INDEX opening_balances_unsigned_once ON app.opening_balances USING btree (cooperative_id) WHERE (transaction_id IS NULL)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY signed_once AS RESTRICTIVE FOR UPDATE TO PUBLIC USING ((transaction_id IS NULL)) WITH CHECK (true)
  POLICY signed_stay AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((transaction_id IS NULL))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER uploader_signs_first BEFORE UPDATE OF transaction_id ON app.opening_balances FOR EACH ROW EXECUTE FUNCTION app.know_who_uploaded() (on)
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (transaction_id) TO coop_app

TABLE app.opening_balances_row (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  opening_balances_id uuid NOT NULL
  sheet text NOT NULL
  number integer NOT NULL
  cells text[] NOT NULL
  CONSTRAINT opening_balances_row_pkey PRIMARY KEY (cooperative_id, opening_balances_id, sheet, number)
  CONSTRAINT opening_balances_row_cooperative_id_opening_balances_id_fkey FOREIGN KEY (cooperative_id, opening_balances_id) REFERENCES app.opening_balances(cooperative_id, opening_balances_id)
  CONSTRAINT opening_balances_row_sheet_check CHECK ((sheet = ANY (ARRAY['members'::text, 'ledger'::text, 'loans'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY signed_grow_no_more AS RESTRICTIVE FOR INSERT TO PUBLIC WITH CHECK ((EXISTS ( SELECT
   FROM app.opening_balances o
  WHERE ((o.cooperative_id = opening_balances_row.cooperative_id) AND (o.opening_balances_id = opening_balances_row.opening_balances_id) AND (o.transaction_id IS NULL)))))
  POLICY signed_stay AS RESTRICTIVE FOR DELETE TO PUBLIC USING ((EXISTS ( SELECT
   FROM app.opening_balances o
  WHERE ((o.cooperative_id = opening_balances_row.cooperative_id) AND (o.opening_balances_id = opening_balances_row.opening_balances_id) AND (o.transaction_id IS NULL)))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app

TABLE app.penalty_day (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  looked_on date NOT NULL
  CONSTRAINT penalty_day_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT penalty_day_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT, UPDATE TO coop_app

TABLE app.penalty_waiver (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  waiver_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  status text NOT NULL
  occurred_on date NOT NULL
  due_on date[] NOT NULL
  amount bigint NOT NULL
  reason text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason text
  reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT penalty_waiver_pkey PRIMARY KEY (cooperative_id, waiver_id)
  CONSTRAINT penalty_waiver_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT penalty_waiver_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT penalty_waiver_amount_check CHECK ((amount > 0))
  CONSTRAINT penalty_waiver_check CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL))))
  CONSTRAINT penalty_waiver_due_on_check CHECK ((cardinality(due_on) > 0))
  CONSTRAINT penalty_waiver_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  INDEX CREATE INDEX penalty_waiver_by_loan ON app.penalty_waiver USING btree (cooperative_id, loan_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_waive AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, reversal_reason, reversed_by_name, reversed_at) TO coop_app

TABLE app.pledge (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  pledge_id uuid NOT NULL
  member_id uuid NOT NULL
  account_type_id uuid NOT NULL
  account_id uuid NOT NULL
  amount bigint NOT NULL
  kind text NOT NULL
  subject_id uuid
  reason text NOT NULL
  placed_by uuid NOT NULL
  placed_by_name text NOT NULL
  placed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  released_at timestamp with time zone
  released_by uuid
  released_by_name text
  released_reason text
  held bigint NOT NULL
  CONSTRAINT pledge_pkey PRIMARY KEY (cooperative_id, pledge_id)
  CONSTRAINT pledge_cooperative_id_account_type_id_fkey FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type(cooperative_id, account_type_id)
  CONSTRAINT pledge_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT held_of_the_pledge CHECK ((((held >= 0) AND (held <= amount)) AND ((kind <> 'hold'::text) OR (held = amount))))
  CONSTRAINT pledge_amount_check CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  CONSTRAINT pledge_check CHECK (((kind = 'hold'::text) = (subject_id IS NULL)))
  CONSTRAINT pledge_check1 CHECK ((((released_at IS NULL) = (released_by IS NULL)) AND ((released_at IS NULL) OR (released_reason IS NOT NULL))))
  CONSTRAINT pledge_kind_check CHECK ((kind = ANY (ARRAY['hold'::text, 'own_loan'::text, 'guarantee'::text])))
  INDEX CREATE INDEX pledge_by_member ON app.pledge USING btree (cooperative_id, member_id)
  INDEX CREATE INDEX pledge_by_subject ON app.pledge USING btree (cooperative_id, subject_id) WHERE (subject_id IS NOT NULL)
  INDEX CREATE INDEX pledge_newest ON app.pledge USING btree (cooperative_id, placed_at DESC, pledge_id DESC)
  INDEX CREATE INDEX pledge_open ON app.pledge USING btree (cooperative_id, account_id) WHERE (released_at IS NULL)
  POLICY officers_pledge AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR ((kind = 'guarantee'::text) AND (member_id = ( SELECT app.member_id() AS member_id)) AND (EXISTS ( SELECT
   FROM app.loan_guarantor g
  WHERE ((g.loan_id = pledge.subject_id) AND (g.member_id = ( SELECT app.member_id() AS member_id)) AND (g.status = 'asked'::text)))))))
  POLICY officers_release AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (released_at, released_by, released_by_name, released_reason, held) TO coop_app
  GRANT SELECT TO ledger_owner

TABLE app.recovery_part (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  movement_id uuid NOT NULL
  line integer NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  kind text NOT NULL
  pledge_id uuid
  amount bigint NOT NULL
  principal bigint NOT NULL
  reversed_at timestamp with time zone
  CONSTRAINT recovery_part_pkey PRIMARY KEY (cooperative_id, movement_id, line)
  CONSTRAINT recovery_part_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT recovery_part_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT recovery_part_cooperative_id_movement_id_fkey FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement(cooperative_id, movement_id) DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT recovery_part_cooperative_id_pledge_id_fkey FOREIGN KEY (cooperative_id, pledge_id) REFERENCES app.pledge(cooperative_id, pledge_id)
  CONSTRAINT recovery_part_amount_check CHECK ((amount > 0))
  CONSTRAINT recovery_part_check CHECK (((kind = 'savings'::text) = (pledge_id IS NULL)))
  CONSTRAINT recovery_part_kind_check CHECK ((kind = ANY (ARRAY['savings'::text, 'own_loan'::text, 'guarantee'::text])))
  CONSTRAINT recovery_part_principal_check CHECK ((principal >= 0))
  INDEX CREATE INDEX recovery_part_by_loan ON app.recovery_part USING btree (cooperative_id, loan_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_recover AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_loan AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id)) OR (loan_id IN ( SELECT l.loan_id
   FROM app.loan l))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (reversed_at) TO coop_app

TABLE app.remembered_columns (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  columns_id uuid NOT NULL
  kind text NOT NULL
  employer_id uuid
  headings_hash bytea NOT NULL
  mapping text[] NOT NULL
  used_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT remembered_columns_pkey PRIMARY KEY (cooperative_id, columns_id)
  CONSTRAINT columns_remembered_once UNIQUE NULLS NOT DISTINCT (cooperative_id, kind, employer_id, headings_hash)
  CONSTRAINT remembered_columns_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT remembered_columns_check CHECK (((kind = 'return'::text) = (employer_id IS NOT NULL)))
  CONSTRAINT remembered_columns_kind_check CHECK ((kind = ANY (ARRAY['members'::text, 'contributions'::text, 'return'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT DELETE, INSERT, SELECT TO coop_app
  GRANT UPDATE (mapping, used_at) TO coop_app

TABLE app.reminder_setting (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  remind_days_before integer NOT NULL DEFAULT 3
  remind_overdue boolean NOT NULL DEFAULT true
  remind_by_sms boolean NOT NULL DEFAULT false
  remind_by_email boolean NOT NULL DEFAULT false
  reminded_on date
  CONSTRAINT reminder_setting_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT reminder_setting_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT reminder_setting_remind_days_before_check CHECK (((remind_days_before >= 0) AND (remind_days_before <= 14)))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT, UPDATE TO coop_app

TABLE app.remittance (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  remittance_id uuid NOT NULL
  schedule_id uuid NOT NULL
  employer_id uuid NOT NULL
  amount bigint NOT NULL
  received_on date NOT NULL
  account_code text NOT NULL
  reference text
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  recorded_by_name text NOT NULL
  recorded_at timestamp with time zone NOT NULL DEFAULT now()
  reversed_at timestamp with time zone
  reversal_reason text
  CONSTRAINT remittance_pkey PRIMARY KEY (cooperative_id, remittance_id)
  CONSTRAINT remittance_cooperative_id_entry_id_key UNIQUE (cooperative_id, entry_id)
  CONSTRAINT remittance_cooperative_id_employer_id_fkey FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer(cooperative_id, employer_id)
  CONSTRAINT remittance_cooperative_id_schedule_id_fkey FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule(cooperative_id, schedule_id)
  CONSTRAINT remittance_amount_check CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  INDEX CREATE INDEX remittance_of_schedule ON app.remittance USING btree (cooperative_id, schedule_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (reversal_reason) TO coop_app

TABLE app.rescheduling (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  rescheduling_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  status text NOT NULL
  occurred_on date NOT NULL
  instalments integer NOT NULL
  first_due_on date NOT NULL
  annual_rate_basis_points integer NOT NULL
  outstanding bigint NOT NULL
  interest_owed bigint NOT NULL
  reason text NOT NULL
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  reversal_reason text
  reversed_by_name text
  reversed_at timestamp with time zone
  CONSTRAINT rescheduling_pkey PRIMARY KEY (cooperative_id, rescheduling_id)
  CONSTRAINT rescheduling_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT rescheduling_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT rescheduling_annual_rate_basis_points_check CHECK ((annual_rate_basis_points >= 0))
  CONSTRAINT rescheduling_check CHECK ((first_due_on > occurred_on))
  CONSTRAINT rescheduling_check1 CHECK (((status = 'reversed'::text) = ((reversal_reason IS NOT NULL) AND (reversed_by_name IS NOT NULL) AND (reversed_at IS NOT NULL))))
  CONSTRAINT rescheduling_instalments_check CHECK (((instalments >= 1) AND (instalments <= 600)))
  CONSTRAINT rescheduling_interest_owed_check CHECK ((interest_owed >= 0))
  CONSTRAINT rescheduling_outstanding_check CHECK ((outstanding > 0))
  CONSTRAINT rescheduling_status_check CHECK ((status = ANY (ARRAY['posted'::text, 'reversed'::text])))
  INDEX CREATE UNIQUE INDEX rescheduling_once_a_day ON app.rescheduling USING btree (cooperative_id, loan_id, occurred_on) WHERE (status = 'posted'::text)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY officers_reschedule AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, reversal_reason, reversed_by_name, reversed_at) TO coop_app

TABLE app.reversal_request (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  reversal_id uuid NOT NULL
  transaction_id uuid NOT NULL
  entry_id uuid NOT NULL
  amount bigint NOT NULL
  lines integer NOT NULL
  reason text NOT NULL
  status text NOT NULL DEFAULT 'pending'::text
  approvals_needed integer NOT NULL
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  decided_by uuid
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  CONSTRAINT reversal_request_pkey PRIMARY KEY (cooperative_id, reversal_id)
  CONSTRAINT reversal_request_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT reversal_request_amount_check CHECK ((amount > 0))
  CONSTRAINT reversal_request_approvals_needed_check CHECK (((approvals_needed >= 1) AND (approvals_needed <= 2)))
  CONSTRAINT reversal_request_check CHECK (((status = 'pending'::text) = (decided_by IS NULL)))
  CONSTRAINT reversal_request_check1 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT reversal_request_lines_check CHECK ((lines > 0))
  CONSTRAINT reversal_request_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text])))
  INDEX CREATE INDEX reversal_request_by_transaction ON app.reversal_request USING btree (cooperative_id, transaction_id)
  INDEX CREATE UNIQUE INDEX reversal_request_once ON app.reversal_request USING btree (cooperative_id, entry_id) WHERE (status = 'pending'::text)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) TO coop_app

VIEW app.savings_moved (owner coop_owner, security_invoker=true)
 SELECT e.cooperative_id,
    e.entry_no,
    w.member_id,
    s.amount
   FROM ledger.entry e
     JOIN ledger.posting p ON p.cooperative_id = e.cooperative_id AND p.entry_id = e.entry_id
     CROSS JOIN LATERAL ( VALUES (p.credit_id,p.amount), (p.debit_id,- p.amount)) s(account_id, amount)
     CROSS JOIN LATERAL ( SELECT a.member_id
           FROM ledger.account a
          WHERE a.cooperative_id = e.cooperative_id AND a.account_id = s.account_id AND a.member_id IS NOT NULL AND (( SELECT t.kind
                   FROM app.account_type t
                  WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id)) = 'savings'::text
         LIMIT 1) w;
  GRANT SELECT TO coop_app

TABLE app.savings_reckoned (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  entry_no bigint NOT NULL
  CONSTRAINT savings_reckoned_pkey PRIMARY KEY (cooperative_id)
  CONSTRAINT savings_reckoned_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  POLICY begun_by_the_job AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY moved_by_the_job AS RESTRICTIVE FOR UPDATE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (entry_no) TO coop_app

TABLE app.statement_link (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  link_id uuid NOT NULL
  member_id uuid NOT NULL
  transaction_id uuid
  from_on date
  to_on date
  token_hash bytea NOT NULL
  figures jsonb
  made_by uuid NOT NULL
  made_by_name text NOT NULL
  made_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  expires_at timestamp with time zone NOT NULL
  withdrawn_at timestamp with time zone
  CONSTRAINT statement_link_pkey PRIMARY KEY (cooperative_id, link_id)
  CONSTRAINT statement_link_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT statement_link_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT statement_link_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT statement_link_check CHECK ((num_nonnulls(from_on, to_on) =
CASE
    WHEN (transaction_id IS NULL) THEN 2
    ELSE 0
END))
  CONSTRAINT statement_link_check1 CHECK (((figures IS NOT NULL) OR (withdrawn_at IS NOT NULL)))
  CONSTRAINT statement_link_check2 CHECK ((expires_at > made_at))
  CONSTRAINT statement_link_token_hash_check CHECK ((octet_length(token_hash) = 32))
  INDEX CREATE INDEX statement_link_by_token ON app.statement_link USING btree (token_hash)
  INDEX CREATE INDEX statement_link_of_member ON app.statement_link USING btree (cooperative_id, member_id, made_at DESC)
  INDEX CREATE INDEX statement_link_oldest ON app.statement_link USING btree (expires_at)
  POLICY checked FOR SELECT TO coop_auth USING (true)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY swept FOR ALL TO coop_jobs USING (true)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (withdrawn_at) TO coop_app
  GRANT SELECT (cooperative_id, transaction_id, token_hash, figures, made_at, expires_at, withdrawn_at) TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at, withdrawn_at) TO coop_jobs

TABLE app.transaction (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  transaction_id uuid NOT NULL
  type text NOT NULL
  status text NOT NULL
  member_id uuid
  account_type_id uuid
  amount bigint NOT NULL
  direction text NOT NULL
  occurred_on date NOT NULL
  period date
  description text NOT NULL
  entry_id uuid
  entry_no bigint
  line integer
  recorded_by uuid NOT NULL
  recorded_by_name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  through_account_id uuid
  through_name text
  income_account_id uuid
  pair_id uuid
  receipt_number text
  approvals_needed integer NOT NULL DEFAULT 0
  made_by_officer boolean NOT NULL DEFAULT true
  party text
  expense_account_id uuid
  CONSTRAINT transaction_pkey PRIMARY KEY (cooperative_id, transaction_id)
  CONSTRAINT expenses_name_a_party CHECK ((((type <> ALL (ARRAY['expense'::text, 'income'::text])) OR (party IS NOT NULL)) AND ((length(party) >= 1) AND (length(party) <= 120))))
  CONSTRAINT expenses_name_an_account CHECK ((((type = 'expense'::text) = (expense_account_id IS NOT NULL)) AND ((type <> 'income'::text) OR (income_account_id IS NOT NULL)) AND ((type <> ALL (ARRAY['expense'::text, 'income'::text])) OR (through_account_id IS NOT NULL))))
  CONSTRAINT journals_are_nobodys CHECK (((member_id IS NULL) = ((type = ANY (ARRAY['journal'::text, 'expense'::text, 'income'::text])) OR ((type = ANY (ARRAY['interest'::text, 'opening'::text])) AND (account_type_id IS NULL)))))
  CONSTRAINT members_accounts_move CHECK (((account_type_id IS NOT NULL) OR (type = ANY (ARRAY['charge'::text, 'journal'::text, 'expense'::text, 'income'::text, 'interest'::text, 'opening'::text]))))
  CONSTRAINT transaction_amount_check CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  CONSTRAINT transaction_approvals_needed_check CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  CONSTRAINT transaction_check CHECK (((status = ANY (ARRAY['approved'::text, 'reversed'::text])) = (entry_id IS NOT NULL)))
  CONSTRAINT transaction_check1 CHECK (((type = 'contribution'::text) = (period IS NOT NULL)))
  CONSTRAINT transaction_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])))
  CONSTRAINT transaction_period_check CHECK ((EXTRACT(day FROM period) = (1)::numeric))
  CONSTRAINT transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reversed'::text])))
  CONSTRAINT transaction_type_check CHECK ((type = ANY (ARRAY['contribution'::text, 'deposit'::text, 'withdrawal'::text, 'transfer'::text, 'share_purchase'::text, 'share_transfer'::text, 'share_redemption'::text, 'charge'::text, 'journal'::text, 'expense'::text, 'income'::text, 'disbursement'::text, 'repayment'::text, 'interest'::text, 'fixed_deposit'::text, 'opening'::text])))
  INDEX CREATE INDEX transaction_by_entry ON app.transaction USING btree (cooperative_id, entry_id)
  INDEX CREATE INDEX transaction_by_member ON app.transaction USING btree (cooperative_id, member_id, period)
  INDEX CREATE INDEX transaction_by_pair ON app.transaction USING btree (cooperative_id, pair_id) WHERE (pair_id IS NOT NULL)
  INDEX CREATE INDEX transaction_by_period ON app.transaction USING btree (cooperative_id, period) INCLUDE (member_id, amount, status)
  INDEX CREATE INDEX transaction_newest ON app.transaction USING btree (cooperative_id, occurred_on DESC, transaction_id DESC)
  INDEX CREATE INDEX transaction_that_waits ON app.transaction USING btree (cooperative_id, created_at DESC) WHERE (status = 'pending'::text)
  INDEX CREATE INDEX transaction_waiting ON app.transaction USING btree (cooperative_id, member_id) WHERE (status = 'pending'::text)
  INDEX CREATE UNIQUE INDEX opening_balances_stand_once ON app.transaction USING btree (cooperative_id) WHERE ((type = 'opening'::text) AND (member_id IS NULL) AND (status = ANY (ARRAY['pending'::text, 'approved'::text])))
  POLICY members_ask AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((( SELECT (NOT app.is_member())) OR (status = 'pending'::text)))
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.transaction REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid() (on)
  TRIGGER CREATE TRIGGER interest_reopens AFTER UPDATE OF status ON app.transaction FOR EACH ROW WHEN (((new.type = 'interest'::text) AND (new.member_id IS NULL) AND (new.status = ANY (ARRAY['rejected'::text, 'reversed'::text])))) EXECUTE FUNCTION app.reopen_interest() (on)
  TRIGGER CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, member_id, account_type_id ON app.transaction FOR EACH ROW EXECUTE FUNCTION app.keep_row() (always)
  TRIGGER CREATE TRIGGER refer_transaction AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_transaction() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, occurred_on, entry_id, entry_no, line, through_account_id, through_name, receipt_number) TO coop_app

TABLE app.transaction_decision (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  transaction_id uuid NOT NULL
  decision text NOT NULL
  member_id uuid
  reason text
  entry_id uuid
  entry_no bigint
  decided_by uuid NOT NULL
  decided_by_name text NOT NULL
  decided_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT transaction_decision_pkey PRIMARY KEY (cooperative_id, transaction_id, decision)
  CONSTRAINT transaction_decision_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT transaction_decision_check CHECK (((decision = 'approved'::text) = (reason IS NULL)))
  CONSTRAINT transaction_decision_check1 CHECK (((decision = 'reversed'::text) = (entry_id IS NOT NULL)))
  CONSTRAINT transaction_decision_check2 CHECK (((entry_id IS NULL) = (entry_no IS NULL)))
  CONSTRAINT transaction_decision_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text, 'reversed'::text])))
  POLICY officers_decide AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (( SELECT (NOT app.is_member())))
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app

TABLE app.transaction_proof (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  proof_id uuid NOT NULL
  transaction_id uuid NOT NULL
  member_id uuid
  file_name text NOT NULL
  media_type text NOT NULL
  bytes integer NOT NULL
  content bytea
  sha256 bytea NOT NULL
  added_by uuid NOT NULL
  added_by_name text NOT NULL
  added_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT transaction_proof_pkey PRIMARY KEY (cooperative_id, proof_id)
  CONSTRAINT transaction_proof_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT transaction_proof_cooperative_id_transaction_id_fkey FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction(cooperative_id, transaction_id)
  CONSTRAINT transaction_proof_bytes_check CHECK ((bytes > 0))
  CONSTRAINT transaction_proof_media_type_check CHECK ((media_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text])))
  INDEX CREATE INDEX transaction_proof_by_transaction ON app.transaction_proof USING btree (cooperative_id, transaction_id, added_at)
  POLICY own_row AS RESTRICTIVE FOR ALL TO PUBLIC USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY while_it_waits AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (((content IS NOT NULL) AND (EXISTS ( SELECT
   FROM app.transaction t
  WHERE ((t.transaction_id = transaction_proof.transaction_id) AND (NOT (t.member_id IS DISTINCT FROM transaction_proof.member_id)) AND
        CASE
            WHEN ( SELECT app.is_member() AS is_member) THEN ((t.type = 'deposit'::text) AND (t.status = 'pending'::text) AND (NOT t.made_by_officer))
            ELSE ((t.type = ANY (ARRAY['expense'::text, 'income'::text])) AND (t.status = ANY (ARRAY['pending'::text, 'approved'::text])))
        END)))))
  GRANT INSERT, SELECT TO coop_app

TABLE app.unpaid_month_to_reckon (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  mark bigint NOT NULL
  member_id uuid NOT NULL
  month date NOT NULL
  CONSTRAINT unpaid_month_to_reckon_pkey PRIMARY KEY (cooperative_id, mark)
  POLICY own_row AS RESTRICTIVE FOR ALL TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY taken_by_the_job AS RESTRICTIVE FOR DELETE TO coop_app USING ((( SELECT current_setting('app.role'::text, true) AS current_setting) = 'job'::text))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY waiting FOR SELECT TO coop_jobs USING (true)
  POLICY written_with_what_changed AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((pg_trigger_depth() > 0))
  GRANT DELETE, SELECT TO coop_app
  GRANT INSERT (cooperative_id, member_id, month) TO coop_app
  GRANT SELECT (cooperative_id) TO coop_jobs

VIEW app.unpaid_month_written_down (owner coop_owner, security_invoker=true)
 SELECT w.cooperative_id,
    w.member_id,
        CASE
            WHEN w.since > u.month THEN u.month
            ELSE app.first_unpaid_since(w.cooperative_id, w.member_id, w.since)
        END AS month
   FROM ( SELECT r.cooperative_id,
            r.member_id,
            min(r.month) AS since
           FROM app.unpaid_month_to_reckon r
          GROUP BY r.cooperative_id, r.member_id) w
     LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = w.cooperative_id AND u.member_id = w.member_id;
  GRANT SELECT TO coop_app

TABLE app.write_off (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  write_off_id uuid NOT NULL
  loan_id uuid NOT NULL
  member_id uuid NOT NULL
  status text NOT NULL
  amount bigint NOT NULL
  occurred_on date
  reason text NOT NULL
  releases_pledges boolean NOT NULL
  approvals_needed integer NOT NULL
  asked_by uuid NOT NULL
  asked_by_name text NOT NULL
  asked_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  movement_id uuid
  from_provision bigint
  decided_by_name text
  decided_at timestamp with time zone
  decided_reason text
  CONSTRAINT write_off_pkey PRIMARY KEY (cooperative_id, write_off_id)
  CONSTRAINT write_off_cooperative_id_loan_id_fkey FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan(cooperative_id, loan_id)
  CONSTRAINT write_off_cooperative_id_member_id_fkey FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member(cooperative_id, member_id)
  CONSTRAINT write_off_cooperative_id_movement_id_fkey FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement(cooperative_id, movement_id) DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT write_off_amount_check CHECK ((amount > 0))
  CONSTRAINT write_off_approvals_needed_check CHECK (((approvals_needed >= 0) AND (approvals_needed <= 2)))
  CONSTRAINT write_off_check CHECK (((from_provision >= 0) AND (from_provision <= amount)))
  CONSTRAINT write_off_check1 CHECK ((((status = 'pending'::text) = (decided_at IS NULL)) AND ((status = 'pending'::text) = (decided_by_name IS NULL))))
  CONSTRAINT write_off_check2 CHECK ((((status = ANY (ARRAY['approved'::text, 'reversed'::text])) = (movement_id IS NOT NULL)) AND ((movement_id IS NULL) = (from_provision IS NULL))))
  CONSTRAINT write_off_check3 CHECK (((status <> 'rejected'::text) OR (decided_reason IS NOT NULL)))
  CONSTRAINT write_off_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'reversed'::text])))
  INDEX CREATE INDEX write_off_waiting ON app.write_off USING btree (cooperative_id, asked_at) WHERE (status = 'pending'::text)
  INDEX CREATE UNIQUE INDEX write_off_once ON app.write_off USING btree (cooperative_id, loan_id) WHERE (status = ANY (ARRAY['pending'::text, 'approved'::text]))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (status, movement_id, from_provision, decided_by_name, decided_at, decided_reason) TO coop_app

TABLE app.year_closing (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  closing_id uuid NOT NULL
  year_from date NOT NULL
  year_end date NOT NULL
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
  CONSTRAINT year_closing_pkey PRIMARY KEY (cooperative_id, closing_id)
  CONSTRAINT year_closing_cooperative_id_fkey FOREIGN KEY (cooperative_id) REFERENCES app.cooperative(cooperative_id)
  CONSTRAINT year_closing_check CHECK ((year_from < year_end))
  CONSTRAINT year_closing_check1 CHECK ((num_nulls(reversal_id, reversal_no, reversed_by_name, reversed_at, reason) = ANY (ARRAY[0, 5])))
  INDEX CREATE UNIQUE INDEX year_closing_stands ON app.year_closing USING btree (cooperative_id, year_end) WHERE (reversed_at IS NULL)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (reversal_id, reversal_no, reversed_by_name, reversed_at, reason) TO coop_app

VIEW audit.digested (owner coop_owner, security_invoker=true)
 SELECT e.cooperative_id,
    e.event_id,
    e.*::audit.event AS event,
    n.digest IS NOT NULL AS name_is_erased,
    d.digest IS NOT NULL AS detail_is_erased,
    COALESCE(n.digest, audit.digest(e.name_salt, e.actor_name)) AS name_digest,
    COALESCE(d.digest, audit.digest(e.detail_salt, e.detail::text)) AS detail_digest
   FROM audit.event e
     LEFT JOIN audit.erased n ON n.cooperative_id = e.cooperative_id AND n.event_id = e.event_id AND n.field = 'actor_name'::text
     LEFT JOIN audit.erased d ON d.cooperative_id = e.cooperative_id AND d.event_id = e.event_id AND d.field = 'detail'::text;
  GRANT SELECT TO coop_app

TABLE audit.erased (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  event_id uuid NOT NULL
  field text NOT NULL
  digest bytea NOT NULL
  erased_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT erased_pkey PRIMARY KEY (cooperative_id, event_id, field)
  CONSTRAINT erased_field_check CHECK ((field = ANY (ARRAY['actor_name'::text, 'detail'::text])))
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON audit.erased FOR EACH ROW EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.erased FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  GRANT SELECT TO coop_app

TABLE audit.event (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  event_id uuid NOT NULL
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  login_id uuid NOT NULL
  actor_name text NOT NULL
  role text NOT NULL
  action text NOT NULL
  subject_id text
  request_id text NOT NULL
  detail jsonb
  name_salt uuid DEFAULT gen_random_uuid()
  detail_salt uuid DEFAULT gen_random_uuid()
  CONSTRAINT event_pkey PRIMARY KEY (cooperative_id, event_id)
  INDEX CREATE INDEX event_newest ON audit.event USING btree (cooperative_id, at DESC)
  INDEX CREATE INDEX event_of_subject ON audit.event USING btree (cooperative_id, subject_id, at DESC) WHERE (subject_id IS NOT NULL)
  POLICY officers_read AS RESTRICTIVE FOR SELECT TO PUBLIC USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON audit.event FOR EACH ROW EXECUTE FUNCTION audit.allow_erasure_only() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.event FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER CREATE TRIGGER waits_for_seal AFTER INSERT ON audit.event REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION audit.wait_for_seal() (always)
  GRANT INSERT, SELECT TO coop_app

TABLE audit.seal (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  number bigint NOT NULL
  event_id uuid NOT NULL
  sealed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  prev_hash bytea NOT NULL
  hash bytea NOT NULL
  CONSTRAINT seal_pkey PRIMARY KEY (cooperative_id, number)
  CONSTRAINT seal_cooperative_id_event_id_key UNIQUE (cooperative_id, event_id)
  CONSTRAINT seal_cooperative_id_event_id_fkey FOREIGN KEY (cooperative_id, event_id) REFERENCES audit.event(cooperative_id, event_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON audit.seal FOR EACH ROW EXECUTE FUNCTION audit.refuse_change() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.seal FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change() (always)
  GRANT SELECT TO coop_app

TABLE audit.seal_head (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  last_number bigint NOT NULL DEFAULT 0
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
  CONSTRAINT seal_head_pkey PRIMARY KEY (cooperative_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT SELECT TO coop_app

TABLE audit.unsealed (owner coop_owner, row security forced)
  cooperative_id uuid NOT NULL
  at timestamp with time zone NOT NULL
  event_id uuid NOT NULL
  since timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  CONSTRAINT unsealed_pkey PRIMARY KEY (cooperative_id, at, event_id)
  POLICY officers_only AS RESTRICTIVE FOR ALL TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  POLICY waiting FOR SELECT TO coop_jobs USING (true)
  GRANT SELECT TO coop_app
  GRANT SELECT (cooperative_id) TO coop_jobs

TABLE ledger.account (owner ledger_owner, row security forced)
  cooperative_id uuid NOT NULL
  account_id uuid NOT NULL
  code text NOT NULL
  name text NOT NULL
  class text NOT NULL
  is_control boolean NOT NULL DEFAULT false
  control_id uuid
  member_id uuid
  account_type_id uuid
  min_balance bigint
  retired_at timestamp with time zone
  holds_cash boolean NOT NULL DEFAULT false
  CONSTRAINT account_pkey PRIMARY KEY (cooperative_id, account_id)
  CONSTRAINT account_cooperative_id_code_key UNIQUE (cooperative_id, code)
  CONSTRAINT account_cooperative_id_member_id_account_type_id_key UNIQUE (cooperative_id, member_id, account_type_id)
  CONSTRAINT account_cooperative_id_control_id_fkey FOREIGN KEY (cooperative_id, control_id) REFERENCES ledger.account(cooperative_id, account_id)
  CONSTRAINT account_check CHECK (((member_id IS NULL) = (account_type_id IS NULL)))
  CONSTRAINT account_check1 CHECK (((member_id IS NULL) OR (control_id IS NOT NULL)))
  CONSTRAINT account_class_check CHECK ((class = ANY (ARRAY['asset'::text, 'liability'::text, 'equity'::text, 'income'::text, 'expense'::text])))
  CONSTRAINT cash_is_an_asset CHECK (((NOT holds_cash) OR ((class = 'asset'::text) AND (NOT is_control))))
  INDEX CREATE INDEX account_of_member ON ledger.account USING btree (cooperative_id, member_id) INCLUDE (account_id, account_type_id) WHERE (member_id IS NOT NULL)
  INDEX CREATE INDEX account_under_control ON ledger.account USING btree (cooperative_id, control_id)
  POLICY officers_change AS RESTRICTIVE FOR UPDATE TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY own_account AS RESTRICTIVE FOR SELECT TO coop_app USING ((( SELECT (NOT app.is_member())) OR (member_id = ( SELECT app.member_id() AS member_id))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, account_id ON ledger.account FOR EACH ROW EXECUTE FUNCTION ledger.keep_row() (always)
  TRIGGER CREATE TRIGGER kept_whole BEFORE TRUNCATE ON ledger.account FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_row() (always)
  GRANT INSERT, SELECT TO coop_app
  GRANT UPDATE (name) TO coop_app

TABLE ledger.balance (owner ledger_owner, row security forced, fillfactor=70)
  cooperative_id uuid NOT NULL
  account_id uuid NOT NULL
  slot smallint NOT NULL DEFAULT 0
  debits bigint NOT NULL DEFAULT 0
  credits bigint NOT NULL DEFAULT 0
  CONSTRAINT balance_pkey PRIMARY KEY (cooperative_id, account_id, slot)
  CONSTRAINT balance_cooperative_id_account_id_fkey FOREIGN KEY (cooperative_id, account_id) REFERENCES ledger.account(cooperative_id, account_id)
  CONSTRAINT balance_credits_check CHECK ((credits >= 0))
  CONSTRAINT balance_debits_check CHECK ((debits >= 0))
  POLICY own_balance AS RESTRICTIVE FOR SELECT TO coop_app USING ((( SELECT (NOT app.is_member())) OR (account_id IN ( SELECT a.account_id
   FROM ledger.account a
  WHERE (a.member_id = ( SELECT app.member_id() AS member_id))))))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT SELECT TO coop_app

TABLE ledger.entry (owner ledger_owner, row security forced)
  cooperative_id uuid NOT NULL
  entry_id uuid NOT NULL
  entry_no bigint NOT NULL
  txid xid8 NOT NULL DEFAULT pg_current_xact_id()
  effective_on date NOT NULL
  kind text NOT NULL
  source_type text NOT NULL
  source_id text NOT NULL
  reverses_id uuid
  actor_id uuid NOT NULL
  request_id text NOT NULL
  created_at timestamp with time zone NOT NULL
  prev_hash bytea NOT NULL
  hash bytea NOT NULL
  CONSTRAINT entry_pkey PRIMARY KEY (cooperative_id, entry_id)
  CONSTRAINT entry_cooperative_id_entry_id_txid_key UNIQUE (cooperative_id, entry_id, txid)
  CONSTRAINT entry_cooperative_id_entry_no_key UNIQUE (cooperative_id, entry_no)
  CONSTRAINT entry_cooperative_id_reverses_id_key UNIQUE (cooperative_id, reverses_id)
  CONSTRAINT entry_cooperative_id_source_type_source_id_key UNIQUE (cooperative_id, source_type, source_id)
  CONSTRAINT entry_cooperative_id_reverses_id_fkey FOREIGN KEY (cooperative_id, reverses_id) REFERENCES ledger.entry(cooperative_id, entry_id)
  INDEX CREATE INDEX entry_by_date ON ledger.entry USING btree (cooperative_id, effective_on)
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER deductions_reopen AFTER INSERT ON ledger.entry FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION app.reopen_deductions() (on)
  TRIGGER CREATE TRIGGER deposits_follow AFTER INSERT ON ledger.entry FOR EACH ROW WHEN ((new.reverses_id IS NOT NULL)) EXECUTE FUNCTION ledger.deposits_follow() (on)
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON ledger.entry FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.entry FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  GRANT SELECT TO coop_app

TABLE ledger.head (owner ledger_owner, row security forced)
  cooperative_id uuid NOT NULL
  last_no bigint NOT NULL DEFAULT 0
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'::bytea
  books_begin_on date NOT NULL
  closed_through date
  CONSTRAINT head_pkey PRIMARY KEY (cooperative_id)
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  GRANT SELECT TO coop_app

VIEW ledger.line (owner ledger_owner, security_invoker=true)
 SELECT posting.cooperative_id,
    posting.entry_id,
    posting.line,
    posting.debit_id AS account_id,
    posting.amount AS debit,
    0::bigint AS credit
   FROM ledger.posting
UNION ALL
 SELECT posting.cooperative_id,
    posting.entry_id,
    posting.line,
    posting.credit_id AS account_id,
    0 AS debit,
    posting.amount AS credit
   FROM ledger.posting;
  GRANT SELECT TO coop_app

TABLE ledger.lock_change (owner ledger_owner, row security forced)
  cooperative_id uuid NOT NULL
  number integer NOT NULL
  kind text NOT NULL
  through date
  before date
  reason text
  actor_id uuid NOT NULL
  actor_name text NOT NULL
  changed_at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  entry_id uuid
  CONSTRAINT reopened_by_reversal TRIGGER DEFERRABLE INITIALLY DEFERRED
  CONSTRAINT lock_change_pkey PRIMARY KEY (cooperative_id, number)
  CONSTRAINT lock_change_cooperative_id_entry_id_fkey FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry(cooperative_id, entry_id)
  CONSTRAINT lock_change_check CHECK (((kind = 'reopen'::text) OR (through IS NOT NULL)))
  CONSTRAINT lock_change_check1 CHECK (((kind = 'reopen'::text) = (reason IS NOT NULL)))
  CONSTRAINT lock_change_check2 CHECK (((entry_id IS NULL) OR (kind = 'reopen'::text)))
  CONSTRAINT lock_change_kind_check CHECK ((kind = ANY (ARRAY['lock'::text, 'reopen'::text])))
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE CONSTRAINT TRIGGER reopened_by_reversal AFTER INSERT ON ledger.lock_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.entry_id IS NOT NULL)) EXECUTE FUNCTION ledger.reopened_by_reversal() (on)
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON ledger.lock_change FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.lock_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  GRANT SELECT TO coop_app

TABLE ledger.posting (owner ledger_owner, row security forced)
  cooperative_id uuid NOT NULL
  entry_id uuid NOT NULL
  line integer NOT NULL
  txid xid8 NOT NULL DEFAULT pg_current_xact_id()
  debit_id uuid NOT NULL
  credit_id uuid NOT NULL
  amount bigint NOT NULL
  CONSTRAINT posting_pkey PRIMARY KEY (cooperative_id, entry_id, line)
  CONSTRAINT posting_amount_check CHECK (((amount >= 1) AND (amount <= '100000000000000'::bigint)))
  CONSTRAINT posting_check CHECK ((debit_id <> credit_id))
  INDEX CREATE INDEX posting_credit ON ledger.posting USING btree (cooperative_id, credit_id)
  INDEX CREATE INDEX posting_debit ON ledger.posting USING btree (cooperative_id, debit_id)
  POLICY officers_only AS RESTRICTIVE FOR SELECT TO coop_app USING (( SELECT (NOT app.is_member())))
  POLICY tenant FOR ALL TO PUBLIC USING ((cooperative_id = ( SELECT app.coop_id() AS coop_id))) WITH CHECK ((cooperative_id = ( SELECT app.coop_id() AS coop_id)))
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON ledger.posting FOR EACH ROW EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.posting FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse() (always)
  TRIGGER CREATE TRIGGER refer_posting AFTER INSERT ON ledger.posting REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION ledger.refer_posting() (always)
  GRANT SELECT TO coop_app

TABLE platform.arrival (owner coop_owner)
  arrival_id uuid NOT NULL
  state_hash bytea NOT NULL
  code_hash bytea NOT NULL
  browser_hash bytea NOT NULL
  purpose text NOT NULL
  kind text NOT NULL
  stage text NOT NULL
  issuer text NOT NULL
  subject text NOT NULL
  provider text NOT NULL
  email text
  name text
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT arrival_pkey PRIMARY KEY (arrival_id)
  CONSTRAINT arrival_code_hash_key UNIQUE (code_hash)
  CONSTRAINT arrival_state_hash_key UNIQUE (state_hash)
  CONSTRAINT arrival_kind_check CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text])))
  CONSTRAINT arrival_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'signup'::text, 'link'::text])))
  CONSTRAINT arrival_stage_check CHECK ((stage = ANY (ARRAY['code'::text, 'ticket'::text, 'used'::text])))
  GRANT INSERT, SELECT TO coop_auth
  GRANT UPDATE (code_hash, stage, expires_at) TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at) TO coop_jobs

TABLE platform.audit_event (owner coop_owner)
  event_id uuid NOT NULL
  at timestamp with time zone NOT NULL DEFAULT clock_timestamp()
  login_id uuid NOT NULL
  actor_name text NOT NULL
  action text NOT NULL
  cooperative_id uuid
  detail jsonb NOT NULL DEFAULT '{}'::jsonb
  request_id text NOT NULL
  address text
  CONSTRAINT audit_event_pkey PRIMARY KEY (event_id)
  INDEX CREATE INDEX audit_event_newest ON platform.audit_event USING btree (at DESC, event_id DESC)
  INDEX CREATE INDEX audit_event_of_cooperative ON platform.audit_event USING btree (cooperative_id, at DESC) WHERE (cooperative_id IS NOT NULL)
  TRIGGER CREATE TRIGGER frozen BEFORE DELETE OR UPDATE ON platform.audit_event FOR EACH ROW EXECUTE FUNCTION platform.keep_audit() (always)
  TRIGGER CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.audit_event FOR EACH STATEMENT EXECUTE FUNCTION platform.keep_audit() (always)
  GRANT INSERT TO coop_auth
  GRANT INSERT, SELECT TO coop_platform

TABLE platform.authenticator (owner coop_owner)
  login_id uuid NOT NULL
  sealed_key bytea NOT NULL
  last_step integer NOT NULL DEFAULT 0
  created_at timestamp with time zone NOT NULL DEFAULT now()
  confirmed_at timestamp with time zone
  last_used_at timestamp with time zone
  CONSTRAINT authenticator_pkey PRIMARY KEY (login_id)
  CONSTRAINT authenticator_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth

TABLE platform.code (owner coop_owner)
  code_id uuid NOT NULL
  login_id uuid NOT NULL
  purpose text NOT NULL
  cooperative_id uuid
  member_id uuid
  code_hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  tries_left integer NOT NULL DEFAULT 5
  used_at timestamp with time zone
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT code_pkey PRIMARY KEY (code_id)
  CONSTRAINT code_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  CONSTRAINT code_purpose_check CHECK ((purpose = ANY (ARRAY['activation'::text, 'reset'::text])))
  INDEX CREATE INDEX code_of_login ON platform.code USING btree (login_id)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at) TO coop_jobs

TABLE platform.contact_message (owner coop_owner)
  contact_message_id uuid NOT NULL
  number bigint NOT NULL
  name text NOT NULL
  email text NOT NULL
  subject text NOT NULL
  body text NOT NULL
  search_text text NOT NULL
  status text NOT NULL DEFAULT 'open'::text
  note text
  answered_at timestamp with time zone
  address_hash bytea
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT contact_message_pkey PRIMARY KEY (contact_message_id)
  CONSTRAINT contact_message_check CHECK (((status = 'answered'::text) = (answered_at IS NOT NULL)))
  CONSTRAINT contact_message_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text])))
  INDEX CREATE INDEX contact_message_by_status ON platform.contact_message USING btree (status, created_at DESC)
  INDEX CREATE INDEX contact_message_recent ON platform.contact_message USING btree (address_hash, created_at) WHERE (address_hash IS NOT NULL)
  INDEX CREATE UNIQUE INDEX contact_message_number ON platform.contact_message USING btree (number)
  GRANT INSERT TO coop_auth
  GRANT SELECT (number, address_hash, created_at) TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (address_hash, created_at) TO coop_jobs
  GRANT UPDATE (address_hash) TO coop_jobs
  GRANT SELECT TO coop_platform
  GRANT UPDATE (status, note, answered_at) TO coop_platform

TABLE platform.idempotency (owner coop_owner)
  login_id uuid NOT NULL
  key_hash bytea NOT NULL
  request_hash bytea NOT NULL
  status integer NOT NULL
  sealed_body bytea NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT idempotency_pkey PRIMARY KEY (login_id, key_hash)
  INDEX CREATE INDEX idempotency_of_strangers ON platform.idempotency USING btree (created_at) WHERE (login_id = '00000000-0000-0000-0000-000000000000'::uuid)
  GRANT DELETE, INSERT, SELECT TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (created_at) TO coop_jobs
  GRANT INSERT, SELECT TO coop_platform

TABLE platform.identity (owner coop_owner)
  identity_id uuid NOT NULL
  login_id uuid NOT NULL
  kind text NOT NULL
  issuer text NOT NULL
  subject text NOT NULL
  provider text NOT NULL
  email text
  name text
  linked_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  CONSTRAINT identity_pkey PRIMARY KEY (identity_id)
  CONSTRAINT identity_issuer_subject_kind_key UNIQUE (issuer, subject, kind)
  CONSTRAINT identity_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  CONSTRAINT identity_kind_check CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text])))
  INDEX CREATE INDEX identity_of_login ON platform.identity USING btree (login_id)
  GRANT DELETE, INSERT, SELECT TO coop_auth
  GRANT UPDATE (last_used_at) TO coop_auth

TABLE platform.job_run (owner coop_owner)
  job text NOT NULL
  began_at timestamp with time zone NOT NULL
  ended_at timestamp with time zone NOT NULL
  failure text
  CONSTRAINT job_run_pkey PRIMARY KEY (job)
  GRANT INSERT, SELECT, UPDATE TO coop_jobs

TABLE platform.login (owner coop_owner)
  login_id uuid NOT NULL
  kind text NOT NULL
  cooperative_id uuid
  coop_id text
  phone text
  username text
  name text NOT NULL
  password_hash text
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_login_at timestamp with time zone
  first_password_ends_at timestamp with time zone
  CONSTRAINT login_pkey PRIMARY KEY (login_id)
  CONSTRAINT login_check CHECK (((kind = 'cooperative'::text) = ((cooperative_id IS NOT NULL) AND (coop_id IS NOT NULL))))
  CONSTRAINT login_check1 CHECK (((first_password_ends_at IS NULL) OR (kind = 'superadmin'::text)))
  CONSTRAINT login_kind_check CHECK ((kind = ANY (ARRAY['cooperative'::text, 'member'::text, 'superadmin'::text])))
  INDEX CREATE UNIQUE INDEX login_coop_id ON platform.login USING btree (coop_id)
  INDEX CREATE UNIQUE INDEX login_phone ON platform.login USING btree (kind, phone)
  INDEX CREATE UNIQUE INDEX login_username ON platform.login USING btree (username)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_platform
  GRANT SELECT (login_id, kind, cooperative_id, name) TO coop_platform
  GRANT UPDATE (name) TO coop_platform

TABLE platform.login_failure (owner coop_owner)
  subject text NOT NULL
  bucket text NOT NULL
  failures integer NOT NULL
  window_started_at timestamp with time zone NOT NULL
  locks integer NOT NULL DEFAULT 0
  locked_until timestamp with time zone
  CONSTRAINT login_failure_pkey PRIMARY KEY (subject, bucket)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (window_started_at, locked_until) TO coop_jobs

TABLE platform.login_ticket (owner coop_owner)
  ticket_hash bytea NOT NULL
  login_id uuid NOT NULL
  browser_hash bytea NOT NULL
  keep boolean NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT login_ticket_pkey PRIMARY KEY (ticket_hash)
  CONSTRAINT login_ticket_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  INDEX CREATE INDEX login_ticket_of_login ON platform.login_ticket USING btree (login_id)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at) TO coop_jobs

TABLE platform.membership (owner coop_owner)
  login_id uuid NOT NULL
  cooperative_id uuid NOT NULL
  member_id uuid NOT NULL
  confirmed_at timestamp with time zone
  last_used_at timestamp with time zone
  sessions_ended_at timestamp with time zone
  CONSTRAINT membership_pkey PRIMARY KEY (cooperative_id, member_id)
  CONSTRAINT membership_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id)
  INDEX CREATE UNIQUE INDEX membership_once ON platform.membership USING btree (login_id, cooperative_id)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth

TABLE platform.message (owner coop_owner)
  message_id uuid NOT NULL
  cooperative_id uuid
  channel text NOT NULL
  recipient text NOT NULL
  subject text
  body text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  attempts integer NOT NULL DEFAULT 0
  next_attempt_at timestamp with time zone NOT NULL DEFAULT now()
  sent_at timestamp with time zone
  failure text
  CONSTRAINT message_pkey PRIMARY KEY (message_id)
  CONSTRAINT message_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'email'::text])))
  INDEX CREATE INDEX message_waiting ON platform.message USING btree (next_attempt_at) WHERE (sent_at IS NULL)
  GRANT INSERT TO coop_app
  GRANT INSERT TO coop_auth
  GRANT DELETE, SELECT TO coop_jobs
  GRANT UPDATE (body, attempts, next_attempt_at, sent_at, failure) TO coop_jobs
  GRANT INSERT TO coop_platform

TABLE platform.notification (owner coop_owner)
  notification_id uuid NOT NULL
  type text NOT NULL
  message text NOT NULL
  link text
  created_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT notification_pkey PRIMARY KEY (notification_id)
  CONSTRAINT notification_link_check CHECK ((link ~ '^/superadmin/'::text))
  CONSTRAINT notification_type_check CHECK ((type = ANY (ARRAY['info'::text, 'success'::text, 'warning'::text, 'error'::text])))
  INDEX CREATE INDEX platform_notification_newest ON platform.notification USING btree (created_at DESC, notification_id DESC)
  GRANT INSERT TO coop_app
  GRANT INSERT, SELECT TO coop_platform

TABLE platform.passkey (owner coop_owner)
  passkey_id uuid NOT NULL
  login_id uuid NOT NULL
  credential_id text NOT NULL
  public_key bytea NOT NULL
  counter bigint NOT NULL
  transports text[] NOT NULL
  name text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone
  CONSTRAINT passkey_pkey PRIMARY KEY (passkey_id)
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id)
  CONSTRAINT passkey_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  CONSTRAINT passkey_counter_check CHECK ((counter >= 0))
  INDEX CREATE INDEX passkey_of_login ON platform.passkey USING btree (login_id)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth

TABLE platform.passkey_challenge (owner coop_owner)
  bound_hash bytea NOT NULL
  purpose text NOT NULL
  login_id uuid NOT NULL
  challenge text NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT passkey_challenge_pkey PRIMARY KEY (bound_hash, purpose)
  CONSTRAINT passkey_challenge_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  CONSTRAINT passkey_challenge_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'login'::text, 'step_up'::text])))
  INDEX CREATE INDEX passkey_challenge_of_login ON platform.passkey_challenge USING btree (login_id)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at) TO coop_jobs

TABLE platform.quota (owner coop_owner)
  name text NOT NULL
  subject bytea NOT NULL
  used integer NOT NULL
  resets_at timestamp with time zone NOT NULL
  CONSTRAINT quota_pkey PRIMARY KEY (name, subject)
  CONSTRAINT quota_used_check CHECK ((used > 0))
  INDEX CREATE INDEX quota_resets_at ON platform.quota USING btree (resets_at)
  GRANT INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (resets_at) TO coop_jobs

TABLE platform.reading (owner coop_owner)
  login_id uuid NOT NULL
  notification_id uuid NOT NULL
  read_at timestamp with time zone
  hidden_at timestamp with time zone
  CONSTRAINT reading_pkey PRIMARY KEY (login_id, notification_id)
  CONSTRAINT reading_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES platform.notification(notification_id) ON DELETE CASCADE
  GRANT INSERT, SELECT TO coop_platform
  GRANT UPDATE (read_at, hidden_at) TO coop_platform

TABLE platform.recovery_code (owner coop_owner)
  login_id uuid NOT NULL
  code_hash bytea NOT NULL
  used_at timestamp with time zone
  CONSTRAINT recovery_code_pkey PRIMARY KEY (login_id, code_hash)
  CONSTRAINT recovery_code_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth

TABLE platform.session (owner coop_owner)
  session_id uuid NOT NULL
  login_id uuid NOT NULL
  role text NOT NULL
  cooperative_id uuid
  member_id uuid
  keep boolean NOT NULL
  access_hash bytea NOT NULL
  access_expires_at timestamp with time zone NOT NULL
  refresh_hash bytea NOT NULL
  refresh_expires_at timestamp with time zone NOT NULL
  expires_at timestamp with time zone NOT NULL
  previous_refresh_hash bytea
  rotation_salt bytea
  rotated_at timestamp with time zone
  device text NOT NULL
  created_at timestamp with time zone NOT NULL DEFAULT now()
  last_used_at timestamp with time zone NOT NULL DEFAULT now()
  ended_at timestamp with time zone
  end_reason text
  signed_in_at timestamp with time zone NOT NULL DEFAULT now()
  proved_at timestamp with time zone NOT NULL DEFAULT now()
  CONSTRAINT session_pkey PRIMARY KEY (session_id)
  CONSTRAINT session_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  CONSTRAINT session_role_check CHECK ((role = ANY (ARRAY['coop_admin'::text, 'member'::text, 'superadmin'::text])))
  INDEX CREATE INDEX session_of_login ON platform.session USING btree (login_id)
  INDEX CREATE INDEX session_of_member ON platform.session USING btree (cooperative_id, member_id)
  INDEX CREATE UNIQUE INDEX session_access ON platform.session USING btree (access_hash)
  INDEX CREATE UNIQUE INDEX session_refresh ON platform.session USING btree (refresh_hash)
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (session_id, expires_at, ended_at) TO coop_jobs
  GRANT SELECT (session_id, cooperative_id, ended_at) TO coop_platform
  GRANT UPDATE (ended_at, end_reason) TO coop_platform

TABLE platform.spent_token (owner coop_owner)
  refresh_hash bytea NOT NULL
  session_id uuid NOT NULL
  CONSTRAINT spent_token_pkey PRIMARY KEY (refresh_hash)
  CONSTRAINT spent_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES platform.session(session_id) ON DELETE CASCADE
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth

TABLE platform.trusted_device (owner coop_owner)
  login_id uuid NOT NULL
  device_hash bytea NOT NULL
  expires_at timestamp with time zone NOT NULL
  CONSTRAINT trusted_device_pkey PRIMARY KEY (login_id, device_hash)
  CONSTRAINT trusted_device_login_id_fkey FOREIGN KEY (login_id) REFERENCES platform.login(login_id) ON DELETE CASCADE
  GRANT DELETE, INSERT, SELECT, UPDATE TO coop_auth
  GRANT DELETE TO coop_jobs
  GRANT SELECT (expires_at) TO coop_jobs

-- app.contribution_moves_first_unpaid(): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.contribution_moves_first_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month)
    SELECT c.cooperative_id, c.member_id, c.period FROM changed c WHERE c.period IS NOT NULL AND c.status IN ('approved', 'reversed');
  RETURN NULL;
END $function$

-- app.coop_id(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.coop_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT nullif(current_setting('app.coop_id', true), '')::uuid $function$

-- app.deciders(p_kind text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.deciders(p_kind text)
 RETURNS TABLE(member_id uuid, login_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT NULL::uuid, (SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id()))
  UNION ALL
  SELECT m.member_id, b.login_id FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
    AND m.roles && app.roles_that_decide(p_kind)
    AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date) $function$

-- app.deduction_moves_first_unpaid(): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.deduction_moves_first_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.period FROM changed c;
  RETURN NULL;
END $function$

-- app.empty_member_requests(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION app.empty_member_requests()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE app.member_request r SET note = NULL, fields = CASE WHEN r.fields IS NOT NULL THEN '[]'::jsonb END, reason = CASE WHEN r.reason IS NOT NULL THEN '…' END,
      nominees_before = CASE WHEN r.nominees_before IS NOT NULL THEN '[]'::jsonb END, nominees = CASE WHEN r.nominees IS NOT NULL THEN '[]'::jsonb END,
      status = CASE r.status WHEN 'waiting' THEN 'withdrawn' ELSE r.status END, ended_at = coalesce(r.ended_at, clock_timestamp())
    WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  UPDATE app.transaction_proof p SET file_name = 'erased', content = NULL WHERE p.cooperative_id = NEW.cooperative_id AND p.member_id = NEW.member_id;
  RETURN NULL;
END $function$

-- app.erase_bank_details(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION app.erase_bank_details()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_marks text[];
BEGIN
  v_marks := ARRAY(SELECT b.account_number FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id);
  DELETE FROM app.member_bank_details b WHERE b.cooperative_id = NEW.cooperative_id AND b.member_id = NEW.member_id;
  IF cardinality(v_marks) > 0 THEN PERFORM app.replace_everywhere(v_marks, '…', NULL); END IF;
  NEW.title := NULL;
  NEW.former_number := NULL;
  RETURN NEW;
END $function$

-- app.erase_member(p_member uuid, p_by uuid, p_by_name text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.erase_member(p_member uuid, p_by uuid, p_by_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
  -- A person who belongs to another society too keeps the login that he has there.
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND NOT EXISTS (SELECT FROM platform.membership s WHERE s.login_id = v_login);
  RETURN v_pseudonym;
END $function$

-- app.fellow_members(p_ids uuid[], p_named text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.fellow_members(p_ids uuid[], p_named text)
 RETURNS TABLE(member_id uuid, name text, membershipno text, status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.member_id, m.first_name || ' ' || m.last_name, m.membershipno,
    CASE WHEN EXISTS (SELECT FROM app.leaving v WHERE v.cooperative_id = m.cooperative_id AND v.member_id = m.member_id AND v.status IN ('open', 'waiting')) THEN 'leaving' ELSE m.status END
  FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL
    AND (m.member_id = ANY (p_ids) OR m.membershipno = p_named OR m.phone = p_named
      OR m.membership_number = CASE WHEN p_named ~ '^[0-9]{1,6}$' THEN p_named::int END) $function$

-- app.first_unpaid_since(p_coop uuid, p_member uuid, p_since date): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.first_unpaid_since(p_coop uuid, p_member uuid, p_since date)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$

-- app.guarantees_of(p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.guarantees_of(p_member uuid)
 RETURNS TABLE(loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint, instalments integer, repaid_every text, status text, amount bigint, held bigint, asked_at timestamp with time zone, answered_at timestamp with time zone, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint, last_due_on date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, l.terms ->> 'repaidEvery', g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean, d.recovered, d.principal,
    (SELECT max(i.due_on) FROM app.loan_instalment i WHERE i.cooperative_id = g.cooperative_id AND i.loan_id = g.loan_id)
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount) FILTER (WHERE d.member_id = g.member_id), 0)::bigint AS recovered, coalesce(sum(d.principal), 0)::bigint AS principal
    FROM app.recovery_part d WHERE d.cooperative_id = g.cooperative_id AND d.loan_id = g.loan_id AND d.kind = 'guarantee' AND d.reversed_at IS NULL) d
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) $function$

-- app.held_already(p_loan uuid, p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.held_already(p_loan uuid, p_member uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(sum(p.held), 0)::bigint FROM app.loan_settlement s
  JOIN app.loan n ON n.cooperative_id = s.cooperative_id AND n.loan_id = s.loan_id AND n.status IN ('submitted', 'approved')
  JOIN app.pledge p ON p.cooperative_id = s.cooperative_id AND p.subject_id = s.settles AND p.member_id = p_member AND p.released_at IS NULL
  JOIN app.account_type t ON t.cooperative_id = p.cooperative_id AND t.account_type_id = p.account_type_id AND t.is_default
  WHERE s.cooperative_id = app.coop_id() AND s.loan_id = p_loan AND (NOT app.is_member() OR p_member = app.member_id()) $function$

-- app.held_of(p_amount bigint, p_principal bigint, p_elsewhere bigint, p_drawn bigint): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.held_of(p_amount bigint, p_principal bigint, p_elsewhere bigint, p_drawn bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT greatest(div(p_amount::numeric * (p_principal - greatest(p_elsewhere, 0)) + p_principal - 1, p_principal)::bigint - p_drawn, 0) $function$

-- app.hold_guarantees(p_loan uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.hold_guarantees(p_loan uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM app.loan_guarantor g WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan ORDER BY g.member_id FOR UPDATE;
END $function$

-- app.is_member(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.is_member()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT coalesce(current_setting('app.role', true), 'member') NOT IN ('coop_admin', 'job') $function$

-- app.keep_adopted_minutes(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.keep_adopted_minutes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'the minutes of this meeting are adopted' USING ERRCODE = 'restrict_violation';
END $function$

-- app.keep_row(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.keep_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $function$

-- app.know_the_maker(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.know_the_maker()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_is_change boolean := NEW.kind IN ('change', 'office_change');
  v_owners uuid[];
BEGIN
  NEW.maker_id := CASE
    WHEN NEW.kind = 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN NEW.kind = 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.kind = NEW.kind)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  v_owners := CASE
    -- Both halves of a transfer; the first one's id is the subject.
    WHEN NEW.kind = 'transaction' THEN ARRAY(SELECT t.member_id FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND (t.transaction_id = NEW.subject_id OR t.pair_id = NEW.subject_id))
    WHEN NEW.kind = 'loan' THEN ARRAY(SELECT l.member_id FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN ARRAY(SELECT w.member_id FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN ARRAY(SELECT v.member_id FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    -- Only whose withdrawal is reversed gains by it.
    ELSE ARRAY(SELECT t.member_id FROM app.reversal_request r JOIN app.transaction t ON t.cooperative_id = r.cooperative_id AND t.entry_id = r.entry_id
      WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id AND t.direction = 'out') END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind) d WHERE d.member_id IS NULL OR d.member_id <> ALL (array_remove(v_owners, NULL)))
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.amount IS NULL AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $function$

-- app.know_who_uploaded(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.know_who_uploaded()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.transaction_id
      AND t.type = 'opening' AND t.recorded_by = NEW.uploaded_by) THEN
    RAISE EXCEPTION 'whoever read the workbook signs first' USING ERRCODE = 'check_violation', CONSTRAINT = 'uploader_signs_first';
  END IF;
  RETURN NEW;
END $function$

-- app.member_id(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.member_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ SELECT nullif(current_setting('app.member_id', true), '')::uuid $function$

-- app.mentions(p_text text, p_needles text[]): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION app.mentions(p_text text, p_needles text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_needle text; v_text text := lower(p_text);
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    IF position(lower(v_needle) IN v_text) > 0 THEN RETURN true; END IF;
  END LOOP;
  RETURN false;
END $function$

-- app.officer_count(): owner coop_owner, callers coop_app, ledger_owner
CREATE OR REPLACE FUNCTION app.officer_count()
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT 1 + count(*)::int FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND 'admin' = ANY (m.roles) $function$

-- app.plan_moves_first_unpaid(): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.plan_moves_first_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO app.unpaid_month_to_reckon (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.effective_from FROM changed c;
  RETURN NULL;
END $function$

-- app.protect_member_rows(IN tenant_table regclass): owner coop_owner, callers ledger_owner
CREATE OR REPLACE PROCEDURE app.protect_member_rows(IN tenant_table regclass)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
BEGIN
  EXECUTE format('CREATE POLICY own_row ON %s AS RESTRICTIVE USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()))', tenant_table);
END $procedure$

-- app.protect_officer_rows(IN tenant_table regclass): owner coop_owner, callers ledger_owner
CREATE OR REPLACE PROCEDURE app.protect_officer_rows(IN tenant_table regclass)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
BEGIN
  EXECUTE format('CREATE POLICY officers_only ON %s AS RESTRICTIVE USING ((SELECT NOT app.is_member()))', tenant_table);
END $procedure$

-- app.protect_tenant(IN tenant_table regclass): owner coop_owner, callers ledger_owner
CREATE OR REPLACE PROCEDURE app.protect_tenant(IN tenant_table regclass)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $procedure$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', tenant_table);
  EXECUTE format('CREATE POLICY tenant ON %s USING (cooperative_id = (SELECT app.coop_id())) WITH CHECK (cooperative_id = (SELECT app.coop_id()))', tenant_table);
END $procedure$

-- app.reckon_savings(p_coop uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.reckon_savings(p_coop uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_from bigint;
  v_to bigint;
BEGIN
  -- A second one beside it would add the same entries again; it leaves them to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.member_savings ' || p_coop, 0)) THEN RETURN; END IF;
  v_from := coalesce((SELECT r.entry_no FROM app.savings_reckoned r WHERE r.cooperative_id = p_coop), 0);
  v_to := (SELECT e.entry_no FROM ledger.entry e WHERE e.cooperative_id = p_coop ORDER BY e.entry_no DESC LIMIT 1);
  IF v_to IS NULL OR v_to = v_from THEN RETURN; END IF;
  INSERT INTO app.member_savings AS kept (cooperative_id, member_id, savings)
    SELECT p_coop, s.member_id, sum(s.amount) FROM app.savings_moved s WHERE s.cooperative_id = p_coop AND s.entry_no > v_from AND s.entry_no <= v_to GROUP BY s.member_id
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = kept.savings + EXCLUDED.savings WHERE EXCLUDED.savings <> 0;
  INSERT INTO app.savings_reckoned AS r (cooperative_id, entry_no) VALUES (p_coop, v_to) ON CONFLICT (cooperative_id) DO UPDATE SET entry_no = EXCLUDED.entry_no;
END $function$

-- app.reckon_unpaid_months(p_coop uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.reckon_unpaid_months(p_coop uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$

-- app.refer_return(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.refer_return()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM (SELECT DISTINCT w.cooperative_id, w.return_id FROM written w) w
      WHERE NOT EXISTS (SELECT FROM app.deduction_return r WHERE r.cooperative_id = w.cooperative_id AND r.return_id = w.return_id)) THEN
    RAISE EXCEPTION 'a line is of a return of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'line_of_return';
  END IF;
  RETURN NULL;
END $function$

-- app.refer_transaction(): owner coop_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION app.refer_transaction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM written t
    WHERE (t.member_id IS NOT NULL AND NOT EXISTS (SELECT FROM app.member m WHERE m.cooperative_id = t.cooperative_id AND m.member_id = t.member_id))
      OR (t.account_type_id IS NOT NULL
        AND NOT EXISTS (SELECT FROM app.account_type y WHERE y.cooperative_id = t.cooperative_id AND y.account_type_id = t.account_type_id))) THEN
    RAISE EXCEPTION 'a transaction is of a member and an account type of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'transaction_refers';
  END IF;
  RETURN NULL;
END $function$

-- app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_loans uuid[];
  v_accounts uuid[];
BEGIN
  -- The ledger's head first, as it is held by everybody who moves a loan: of two who renew, the second sees what the first did.
  PERFORM ledger.floors_from_pledges(app.coop_id(), '{}');
  SELECT p_loans || coalesce(array_agg(s.loan_id), '{}') INTO v_loans FROM app.loan_settlement s WHERE s.cooperative_id = app.coop_id() AND s.settles = ANY (p_loans);
  WITH standing AS (
    SELECT p.pledge_id, p.subject_id, p.account_id, CASE
        WHEN l.status NOT IN ('submitted', 'approved', 'active') OR l.paid_principal >= l.principal OR (p.kind = 'guarantee' AND g.loan_id IS NULL) THEN 0
        ELSE app.held_of(p.amount, l.principal, l.paid_principal - d.principal, d.drawn) END AS wanted,
      l.status, l.paid_principal, d.drawn
    FROM app.pledge p
    JOIN app.loan l ON l.cooperative_id = p.cooperative_id AND l.loan_id = p.subject_id
    LEFT JOIN app.loan_guarantor g ON g.cooperative_id = p.cooperative_id AND g.loan_id = p.subject_id AND g.pledge_id = p.pledge_id AND g.status = 'accepted'
    CROSS JOIN LATERAL (SELECT coalesce(sum(d.principal), 0)::bigint AS principal, coalesce(sum(d.amount) FILTER (WHERE d.pledge_id = p.pledge_id), 0)::bigint AS drawn
      FROM app.recovery_part d WHERE d.cooperative_id = p.cooperative_id AND d.loan_id = p.subject_id AND d.kind = p.kind AND d.reversed_at IS NULL) d
    WHERE p.cooperative_id = app.coop_id()
      AND (p.subject_id = ANY (v_loans) OR p.subject_id IN (SELECT s.settles FROM app.loan_settlement s WHERE s.cooperative_id = app.coop_id() AND s.loan_id = ANY (v_loans)))),
  holding AS (
    SELECT n.*, CASE WHEN n.status IN ('submitted', 'approved') THEN greatest(n.wanted - coalesce((SELECT sum(o.wanted + o.drawn) FROM standing o
          JOIN app.loan_settlement s ON s.cooperative_id = app.coop_id() AND s.loan_id = n.subject_id AND s.settles = o.subject_id
        WHERE o.account_id = n.account_id AND o.wanted > 0), 0), 0)::bigint ELSE n.wanted END AS held
    FROM standing n WHERE n.subject_id = ANY (v_loans)),
  renewed AS (
    UPDATE app.pledge p SET held = s.held,
      released_at = CASE WHEN s.wanted = 0 THEN coalesce(p.released_at, clock_timestamp()) END,
      released_by = CASE WHEN s.wanted = 0 THEN coalesce(p.released_by, p_by) END,
      released_by_name = CASE WHEN s.wanted = 0 THEN coalesce(p.released_by_name, p_by_name) END,
      released_reason = CASE WHEN s.wanted = 0 THEN coalesce(p.released_reason, CASE
        WHEN s.drawn > 0 AND s.status = 'active' THEN 'It was used for the loan'
        WHEN s.status = 'completed' OR s.paid_principal > 0 AND s.status = 'active' THEN 'The loan is repaid' WHEN s.status = 'rejected' THEN 'The loan was rejected'
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' WHEN s.status = 'written_off' THEN 'The loan was written off' ELSE 'Another guarantor stands for the loan' END) END
    FROM holding s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.wanted > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $function$

-- app.reopen_deductions(): owner coop_owner, callers ledger_owner
CREATE OR REPLACE FUNCTION app.reopen_deductions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.deduction d USING app.deduction_return r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id AND d.cooperative_id = NEW.cooperative_id AND d.return_id = r.return_id;
  UPDATE app.deduction_return r SET status = 'reversed' WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id;
  UPDATE app.remittance r SET reversed_at = now() WHERE r.cooperative_id = NEW.cooperative_id AND r.entry_id = NEW.reverses_id;
  RETURN NULL;
END $function$

-- app.reopen_interest(): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.reopen_interest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  DELETE FROM app.interest_month m USING app.interest_run r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.transaction_id = NEW.transaction_id AND m.cooperative_id = NEW.cooperative_id AND m.run_id = r.run_id;
  RETURN NULL;
END $function$

-- app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
      -- The society's own name and address are not the member's, and his own row is written by itself.
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
END $function$

-- app.replace_guarantor(p_loan uuid, p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.replace_guarantor(p_loan uuid, p_member uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE app.loan_guarantor g SET status = 'replaced' FROM app.loan_guarantor n
  WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan AND n.cooperative_id = g.cooperative_id AND n.loan_id = g.loan_id
    AND n.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) AND n.status = 'accepted' AND n.replaces = g.member_id $function$

-- app.roles_that_decide(p_kind text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.roles_that_decide(p_kind text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE p_kind
    WHEN 'transaction' THEN '{admin,treasurer}'::text[]
    WHEN 'reversal' THEN '{admin,treasurer}'::text[]
    WHEN 'disbursement' THEN '{admin,treasurer}'::text[]
    WHEN 'change' THEN '{admin,treasurer}'::text[]
    WHEN 'loan' THEN '{admin,loan_committee}'::text[]
    ELSE '{admin}'::text[] END $function$

-- app.shares_a_loan(p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.shares_a_loan(p_member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM app.loan_guarantor g JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
    WHERE g.cooperative_id = app.coop_id() AND (l.member_id, g.member_id) IN ((app.member_id(), p_member), (p_member, app.member_id()))) $function$

-- app.stored_about(p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION app.stored_about(p_member uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$

-- app.without_person(p_text text, p_needles text[], p_substitute text): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION app.without_person(p_text text, p_needles text[], p_substitute text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_needle text; v_text text := p_text;
BEGIN
  FOREACH v_needle IN ARRAY p_needles LOOP
    v_text := regexp_replace(v_text, regexp_replace(v_needle, '(\W)', '\\\1', 'g'), replace(p_substitute, '\', '\\'), 'gi');
  END LOOP;
  RETURN v_text;
END $function$

-- audit.allow_erasure_only(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION audit.allow_erasure_only()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'DELETE' OR current_user <> 'coop_owner' OR to_jsonb(NEW) - '{actor_name,detail}'::text[] <> to_jsonb(OLD) - '{actor_name,detail}'::text[] THEN
    RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.actor_name <> OLD.actor_name AND OLD.name_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'actor_name', audit.digest(OLD.name_salt, OLD.actor_name));
    NEW.name_salt := NULL;
  END IF;
  IF NEW.detail IS DISTINCT FROM OLD.detail AND OLD.detail_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'detail', audit.digest(OLD.detail_salt, OLD.detail::text));
    NEW.detail_salt := NULL;
  END IF;
  RETURN NEW;
END $function$

-- audit.digest(salt uuid, said text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION audit.digest(salt uuid, said text)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN sha256(convert_to(ledger.lp(salt::text, said), 'UTF8'));
END $function$

-- audit.event_hash(prev bytea, number bigint, e audit.event, name_digest bytea, detail_digest bytea): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION audit.event_hash(prev bytea, number bigint, e audit.event, name_digest bytea, detail_digest bytea)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN sha256(prev || convert_to(ledger.lp(number::text, e.cooperative_id::text, e.event_id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text,
    e.login_id::text, e.role, e.action, e.subject_id, e.request_id, encode(name_digest, 'hex'), encode(detail_digest, 'hex')), 'UTF8'));
END $function$

-- audit.refuse_change(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION audit.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $function$

-- audit.seal_events(p_coop uuid, p_most integer): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION audit.seal_events(p_coop uuid, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_head audit.seal_head;
  v_waiting record;
  v_number bigint;
  v_hash bytea;
  v_numbers bigint[] := '{}';
  v_ats timestamptz[] := '{}';
  v_ids uuid[] := '{}';
  v_prev bytea[] := '{}';
  v_hashes bytea[] := '{}';
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR current_setting('app.role', true) IS DISTINCT FROM 'job' THEN
    RAISE EXCEPTION 'this transaction may not seal for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit.seal_head (cooperative_id) VALUES (p_coop) ON CONFLICT DO NOTHING;
  SELECT * INTO v_head FROM audit.seal_head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  v_number := v_head.last_number;
  v_hash := v_head.hash;
  FOR v_waiting IN
    SELECT u.at, e.event, e.name_digest, e.detail_digest FROM audit.unsealed u JOIN audit.digested e ON e.cooperative_id = u.cooperative_id AND e.event_id = u.event_id
    WHERE u.cooperative_id = p_coop ORDER BY u.at, u.event_id LIMIT p_most
  LOOP
    v_number := v_number + 1;
    v_numbers := v_numbers || v_number;
    v_ats := v_ats || v_waiting.at;
    v_ids := v_ids || (v_waiting.event).event_id;
    v_prev := v_prev || v_hash;
    v_hash := audit.event_hash(v_hash, v_number, v_waiting.event, v_waiting.name_digest, v_waiting.detail_digest);
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit.seal (cooperative_id, number, event_id, prev_hash, hash)
    SELECT p_coop, s.* FROM unnest(v_numbers, v_ids, v_prev, v_hashes) s;
  DELETE FROM audit.unsealed u USING unnest(v_ats, v_ids) s(at, event_id) WHERE u.cooperative_id = p_coop AND u.at = s.at AND u.event_id = s.event_id;
  UPDATE audit.seal_head h SET last_number = v_number, hash = v_hash WHERE h.cooperative_id = p_coop;
  RETURN cardinality(v_ids);
END $function$

-- audit.verify(c uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION audit.verify(c uuid)
 RETURNS TABLE(number bigint, at timestamp with time zone, actor_name text, problem text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH former AS (
    SELECT m.first_name || ' ' || m.last_name AS pseudonym FROM app.member m
    WHERE m.cooperative_id = c AND m.removed_at IS NOT NULL AND m.first_name = 'Former member' AND m.phone = ''),
  sealed AS (
    SELECT s.number, s.prev_hash, s.hash, e.event, e.name_digest, e.detail_digest, e.name_is_erased, e.detail_is_erased,
      e.event_id IS NOT NULL AS is_there, (e.event).at AS at, (e.event).actor_name AS actor_name,
      coalesce(lag(s.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(s.number) OVER w, 0) AS before_number,
      max((e.event).at) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest_before
    FROM audit.seal s LEFT JOIN audit.digested e ON e.cooperative_id = s.cooperative_id AND e.event_id = s.event_id
    WHERE s.cooperative_id = c WINDOW w AS (ORDER BY s.number)),
  judged AS (
    SELECT s.number, s.at, s.actor_name, CASE
      WHEN s.number <> s.before_number + 1 THEN 'gap'
      WHEN s.prev_hash <> s.before_hash THEN 'link'
      WHEN NOT s.is_there THEN 'removed'
      WHEN s.hash IS DISTINCT FROM audit.event_hash(s.prev_hash, s.number, s.event, s.name_digest, s.detail_digest) THEN 'changed'
      WHEN s.name_is_erased AND NOT EXISTS (SELECT FROM former f WHERE strpos(s.actor_name, f.pseudonym) > 0) THEN 'changed'
      WHEN s.detail_is_erased AND strpos((s.event).detail::text, '…') = 0 AND NOT EXISTS (SELECT FROM former f WHERE strpos((s.event).detail::text, f.pseudonym) > 0) THEN 'changed'
      -- A transaction takes seconds, so an event is sealed in the order of its time but for a little.
      WHEN s.at < s.latest_before - interval '1 hour' THEN 'late' END AS problem
    FROM sealed s)
  (SELECT j.number, j.at, j.actor_name, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.number LIMIT 1)
  UNION ALL
  (SELECT max(s.number), NULL, NULL, 'head' FROM audit.seal s WHERE s.cooperative_id = c
     HAVING coalesce((SELECT (h.last_number, h.hash) FROM audit.seal_head h WHERE h.cooperative_id = c), (0::bigint, decode(repeat('00', 32), 'hex')))
       IS DISTINCT FROM coalesce((SELECT (x.number, x.hash) FROM audit.seal x WHERE x.cooperative_id = c ORDER BY x.number DESC LIMIT 1),
         (0::bigint, decode(repeat('00', 32), 'hex'))))
  UNION ALL
  (SELECT NULL, e.at, e.actor_name, 'added' FROM audit.event e WHERE e.cooperative_id = c
     AND NOT EXISTS (SELECT FROM audit.seal s WHERE s.cooperative_id = c AND s.event_id = e.event_id)
     AND NOT EXISTS (SELECT FROM audit.unsealed u WHERE u.cooperative_id = c AND u.event_id = e.event_id) ORDER BY e.at LIMIT 1)
  UNION ALL
  (SELECT NULL, u.at, e.actor_name, CASE WHEN e.event_id IS NULL THEN 'lost' ELSE 'waiting' END
   FROM audit.unsealed u LEFT JOIN audit.event e ON e.cooperative_id = c AND e.event_id = u.event_id
   WHERE u.cooperative_id = c AND (e.event_id IS NULL OR u.since < clock_timestamp() - interval '1 hour') ORDER BY u.at LIMIT 1) $function$

-- audit.wait_for_seal(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION audit.wait_for_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO audit.unsealed (cooperative_id, at, event_id) SELECT w.cooperative_id, w.at, w.event_id FROM written w;
  RETURN NULL;
END $function$

-- ledger.deposits_follow(): owner ledger_owner, callers nobody else
CREATE OR REPLACE FUNCTION ledger.deposits_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_accounts uuid[];
BEGIN
  SELECT array_agg(DISTINCT d.account_id) INTO v_accounts FROM app.fixed_deposit d
    WHERE d.cooperative_id = NEW.cooperative_id AND (d.opening_entry_id = NEW.reverses_id OR d.ending_entry_id = NEW.reverses_id);
  IF v_accounts IS NULL THEN RETURN NULL; END IF;
  UPDATE app.fixed_deposit d SET status = 'reversed', ended_on = NEW.effective_on
    WHERE d.cooperative_id = NEW.cooperative_id AND d.opening_entry_id = NEW.reverses_id AND d.status = 'open';
  UPDATE app.fixed_deposit d SET status = 'open', ended_on = NULL, ending_entry_id = NULL, ending_entry_no = NULL, interest_paid = NULL, ended_by_name = NULL,
      broken_reason = NULL
    WHERE d.cooperative_id = NEW.cooperative_id AND d.ending_entry_id = NEW.reverses_id;
  UPDATE ledger.account a SET min_balance = ledger.floor_of(NEW.cooperative_id, a.account_id)
    WHERE a.cooperative_id = NEW.cooperative_id AND a.account_id = ANY (v_accounts);
  RETURN NULL;
END $function$

-- ledger.entry_hash(prev bytea, coop uuid, no bigint, id uuid, on_day date, kind text, source_type text, source_id text, reverses uuid, actor uuid, at timestamp with time zone, lines text): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.entry_hash(prev bytea, coop uuid, no bigint, id uuid, on_day date, kind text, source_type text, source_id text, reverses uuid, actor uuid, at timestamp with time zone, lines text)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  RETURN sha256(prev || convert_to(ledger.lp(coop::text, no::text, id::text, to_char(on_day, 'YYYY-MM-DD'), kind, source_type, source_id,
    reverses::text, actor::text, (extract(epoch FROM at) * 1000000)::bigint::text, lines), 'UTF8'));
END $function$

-- ledger.floor_of(p_coop uuid, p_account uuid): owner ledger_owner, callers nobody else
CREATE OR REPLACE FUNCTION ledger.floor_of(p_coop uuid, p_account uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce((SELECT sum(p.held) FROM app.pledge p WHERE p.cooperative_id = p_coop AND p.account_id = p_account AND p.released_at IS NULL), 0)::bigint
    + coalesce((SELECT sum(d.principal) FROM app.fixed_deposit d WHERE d.cooperative_id = p_coop AND d.account_id = p_account AND d.status = 'open'), 0)::bigint $function$

-- ledger.floors_from_pledges(p_coop uuid, p_accounts uuid[]): owner ledger_owner, callers coop_owner
CREATE OR REPLACE FUNCTION ledger.floors_from_pledges(p_coop uuid, p_accounts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_short uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  WITH wanted AS (
    SELECT a.account_id, coalesce(a.min_balance, 0) AS before,
      ledger.floor_of(p_coop, a.account_id) AS floor,
      coalesce((SELECT sum(b.credits - b.debits) FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = a.account_id), 0) AS balance
    FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = ANY (p_accounts) AND a.member_id IS NOT NULL),
  renewed AS (
    UPDATE ledger.account a SET min_balance = w.floor FROM wanted w WHERE a.cooperative_id = p_coop AND a.account_id = w.account_id)
  SELECT w.account_id INTO v_short FROM wanted w WHERE w.floor > w.before AND w.floor > w.balance LIMIT 1;
  IF v_short IS NOT NULL THEN
    RAISE EXCEPTION 'more pledged than stands on the account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;
END $function$

-- ledger.hold(p_coop uuid): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.hold(p_coop uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not hold the books of %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
END $function$

-- ledger.keep_row(): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.keep_row()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN RAISE EXCEPTION 'what others refer to is never removed and keeps its key (% on %.%)', TG_OP, TG_TABLE_SCHEMA, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $function$

-- ledger.lock_through(p_coop uuid, p_through date, p_actor uuid, p_actor_name text): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.lock_through(p_coop uuid, p_through date, p_actor uuid, p_actor_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_before date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF p_through <= v_before THEN
    RAISE EXCEPTION 'already locked through that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_later';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, actor_id, actor_name)
    SELECT p_coop, coalesce(max(c.number), 0) + 1, 'lock', p_through, v_before, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $function$

-- ledger.lp(VARIADIC parts text[]): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.lp(VARIADIC parts text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE part text; joined text := '';
BEGIN
  FOREACH part IN ARRAY parts LOOP
    joined := joined || coalesce(octet_length(convert_to(part, 'UTF8'))::text, '-') || ':' || coalesce(part, '');
  END LOOP;
  RETURN joined;
END $function$

-- ledger.member_lines(p_member uuid, p_from date, p_to date): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.member_lines(p_member uuid, p_from date, p_to date)
 RETURNS TABLE(account_id uuid, entry_id uuid, source_entry_id uuid, entry_no bigint, effective_on date, line integer, kind text, is_reversal boolean, receipt_number text, debit bigint, credit bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
END $function$

-- ledger.open_books(p_coop uuid, p_begin date): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.open_books(p_coop uuid, p_begin date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not open books for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO ledger.head (cooperative_id, books_begin_on) VALUES (p_coop, p_begin);
END $function$

-- ledger.post(p_coop uuid, p_entries jsonb): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.post(p_coop uuid, p_entries jsonb)
 RETURNS TABLE(entry_id uuid, entry_no bigint, hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_head ledger.head;
  v_at timestamptz := clock_timestamp();
  v_entry jsonb;
  v_no bigint;
  v_hash bytea;
  v_lines text;
  v_closed boolean;
  v_below boolean;
  v_nos bigint[] := '{}';
  v_prev bytea[] := '{}';
  v_hashes bytea[] := '{}';
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not post for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_head FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no books for %', p_coop; END IF;
  v_no := v_head.last_no;
  v_hash := v_head.hash;

  FOR v_entry IN SELECT e.value FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o) ORDER BY o LOOP
    IF jsonb_array_length(v_entry->'lines') NOT BETWEEN 1 AND 200000 THEN
      RAISE EXCEPTION 'an entry has 1 to 200000 lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_lines';
    END IF;
    IF (v_entry->>'on')::date < v_head.books_begin_on THEN
      RAISE EXCEPTION 'dated before the books begin' USING ERRCODE = 'check_violation', CONSTRAINT = 'before_books';
    END IF;
    IF (v_entry->>'on')::date <= v_head.closed_through THEN
      RAISE EXCEPTION 'dated in a closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
    END IF;
    SELECT string_agg(ledger.lp(l.o::text, (l.line->>0)::uuid::text, (l.line->>1)::uuid::text, (l.line->>2)::bigint::text), '' ORDER BY l.o) INTO v_lines
      FROM jsonb_array_elements(v_entry->'lines') WITH ORDINALITY AS l(line, o);
    v_no := v_no + 1;
    v_prev := v_prev || v_hash;
    v_hash := ledger.entry_hash(v_hash, p_coop, v_no, (v_entry->>'id')::uuid, (v_entry->>'on')::date, v_entry->>'kind',
      v_entry->>'sourceType', v_entry->>'sourceId', (v_entry->>'reverses')::uuid, (v_entry->>'actor')::uuid, v_at, v_lines);
    v_nos := v_nos || v_no;
    v_hashes := v_hashes || v_hash;
  END LOOP;

  INSERT INTO ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, reverses_id,
      actor_id, request_id, created_at, prev_hash, hash)
    SELECT p_coop, (e.value->>'id')::uuid, v_nos[e.o], (e.value->>'on')::date, e.value->>'kind', e.value->>'sourceType',
      e.value->>'sourceId', (e.value->>'reverses')::uuid, (e.value->>'actor')::uuid, e.value->>'request', v_at, v_prev[e.o], v_hashes[e.o]
    FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o);

  INSERT INTO ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
    SELECT p_coop, (e.value->>'id')::uuid, l.o, (l.line->>0)::uuid, (l.line->>1)::uuid, (l.line->>2)::bigint
    FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') WITH ORDINALITY AS l(line, o);

  -- Both sides of every line, summed by account, in account order so that two cooperatives' writers never wait crosswise.
  INSERT INTO ledger.balance AS b (cooperative_id, account_id, slot, debits, credits)
    SELECT p_coop, s.account_id, 0, sum(s.debit), sum(s.credit)
    FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') AS l(line),
      LATERAL (VALUES ((l.line->>0)::uuid, (l.line->>2)::bigint, 0::bigint), ((l.line->>1)::uuid, 0::bigint, (l.line->>2)::bigint))
        AS s(account_id, debit, credit)
    GROUP BY s.account_id ORDER BY s.account_id
    ON CONFLICT (cooperative_id, account_id, slot) DO UPDATE SET debits = b.debits + excluded.debits, credits = b.credits + excluded.credits;

  -- One pass over the accounts touched: none may be a control account or retired, none may stand below its floor.
  -- Each account is looked up by its key alone: a join might be planned as a walk over all of the cooperative's.
  SELECT bool_or(a.closed), bool_or(a.below) INTO v_closed, v_below
    FROM (SELECT DISTINCT unnest(ARRAY[(l.line->>0)::uuid, (l.line->>1)::uuid]) AS account_id
          FROM jsonb_array_elements(p_entries) AS e(value), jsonb_array_elements(e.value->'lines') AS l(line)) touched
    CROSS JOIN LATERAL (
      SELECT a.is_control OR a.retired_at IS NOT NULL AS closed,
        CASE WHEN a.min_balance IS NULL THEN false ELSE a.min_balance > (
          SELECT sum(CASE WHEN a.class IN ('asset', 'expense') THEN b.debits - b.credits ELSE b.credits - b.debits END)
          FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = a.account_id) END AS below
      FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = touched.account_id LIMIT 1) a;
  IF v_closed THEN
    RAISE EXCEPTION 'a control or retired account takes no posting' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_closed';
  END IF;
  IF v_below THEN
    RAISE EXCEPTION 'below the floor of an account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;

  UPDATE ledger.head h SET last_no = v_no, hash = v_hash WHERE h.cooperative_id = p_coop;

  RETURN QUERY SELECT (e.value->>'id')::uuid, v_nos[e.o], v_hashes[e.o]
    FROM jsonb_array_elements(p_entries) WITH ORDINALITY AS e(value, o) ORDER BY e.o;
END $function$

-- ledger.post_lines(p_coop uuid, p_entry jsonb, p_debits uuid[], p_credits uuid[], p_amounts bigint[]): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.post_lines(p_coop uuid, p_entry jsonb, p_debits uuid[], p_credits uuid[], p_amounts bigint[])
 RETURNS TABLE(entry_id uuid, entry_no bigint, hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET enable_nestloop TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  v_head ledger.head;
  v_at timestamptz := clock_timestamp();
  v_id uuid := (p_entry->>'id')::uuid;
  v_on date := (p_entry->>'on')::date;
  v_hash bytea;
  v_lines text;
  v_closed boolean;
  v_below boolean;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not post for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_head FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  IF NOT FOUND THEN RAISE EXCEPTION 'no books for %', p_coop; END IF;
  IF coalesce(cardinality(p_amounts), 0) NOT BETWEEN 1 AND 200000 THEN
    RAISE EXCEPTION 'an entry has 1 to 200000 lines' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_lines';
  END IF;
  IF v_on < v_head.books_begin_on THEN
    RAISE EXCEPTION 'dated before the books begin' USING ERRCODE = 'check_violation', CONSTRAINT = 'before_books';
  END IF;
  IF v_on <= v_head.closed_through THEN
    RAISE EXCEPTION 'dated in a closed period' USING ERRCODE = 'check_violation', CONSTRAINT = 'period_closed';
  END IF;

  -- ledger.lp of each line, written out: identifiers have 36 characters, and digits are bytes.
  SELECT string_agg(concat(length(l.o::text), ':', l.o, '36:', l.debit, '36:', l.credit, length(l.amount::text), ':', l.amount), '' ORDER BY l.o) INTO v_lines
    FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l(debit, credit, amount, o);
  v_hash := ledger.entry_hash(v_head.hash, p_coop, v_head.last_no + 1, v_id, v_on, p_entry->>'kind', p_entry->>'sourceType', p_entry->>'sourceId',
    (p_entry->>'reverses')::uuid, (p_entry->>'actor')::uuid, v_at, v_lines);
  INSERT INTO ledger.entry (cooperative_id, entry_id, entry_no, effective_on, kind, source_type, source_id, reverses_id,
      actor_id, request_id, created_at, prev_hash, hash)
    VALUES (p_coop, v_id, v_head.last_no + 1, v_on, p_entry->>'kind', p_entry->>'sourceType', p_entry->>'sourceId', (p_entry->>'reverses')::uuid,
      (p_entry->>'actor')::uuid, p_entry->>'request', v_at, v_head.hash, v_hash);
  INSERT INTO ledger.posting (cooperative_id, entry_id, line, debit_id, credit_id, amount)
    SELECT p_coop, v_id, l.o, l.debit, l.credit, l.amount FROM unnest(p_debits, p_credits, p_amounts) WITH ORDINALITY AS l(debit, credit, amount, o);

  -- Both sides of every line, summed by account; what an account then stands at is held against its floor, and none may be
  -- a control account or retired. Who advances a balance holds the head's row, so nobody else opens one meanwhile.
  WITH moved AS MATERIALIZED (
    SELECT m.account_id, sum(m.debit)::bigint AS debit, sum(m.credit)::bigint AS credit FROM (
      SELECT l.account_id, l.amount AS debit, 0::bigint AS credit FROM unnest(p_debits, p_amounts) AS l(account_id, amount)
      UNION ALL SELECT l.account_id, 0, l.amount FROM unnest(p_credits, p_amounts) AS l(account_id, amount)) m GROUP BY m.account_id),
  advanced AS (
    UPDATE ledger.balance b SET debits = b.debits + m.debit, credits = b.credits + m.credit FROM moved m
    WHERE b.cooperative_id = p_coop AND b.account_id = m.account_id AND b.slot = 0 RETURNING b.account_id, b.debits, b.credits),
  opened AS (
    INSERT INTO ledger.balance AS b (cooperative_id, account_id, slot, debits, credits)
    SELECT p_coop, m.account_id, 0, m.debit, m.credit FROM moved m
    WHERE NOT EXISTS (SELECT FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = m.account_id AND b.slot = 0)
    ORDER BY m.account_id RETURNING b.account_id, b.debits, b.credits)
  SELECT bool_or(a.is_control OR a.retired_at IS NOT NULL),
      bool_or(a.min_balance > CASE WHEN a.class IN ('asset', 'expense') THEN n.debits - n.credits ELSE n.credits - n.debits END + coalesce(o.stands, 0))
    INTO v_closed, v_below
    FROM (SELECT * FROM advanced UNION ALL SELECT * FROM opened) n
    JOIN ledger.account a ON a.cooperative_id = p_coop AND a.account_id = n.account_id
    LEFT JOIN (
      SELECT b.account_id, sum(CASE WHEN k.class IN ('asset', 'expense') THEN b.debits - b.credits ELSE b.credits - b.debits END) AS stands
      FROM ledger.balance b JOIN ledger.account k ON k.cooperative_id = b.cooperative_id AND k.account_id = b.account_id
      WHERE b.cooperative_id = p_coop AND b.slot <> 0 GROUP BY b.account_id) o ON o.account_id = n.account_id;
  IF v_closed THEN
    RAISE EXCEPTION 'a control or retired account takes no posting' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_closed';
  END IF;
  IF v_below THEN
    RAISE EXCEPTION 'below the floor of an account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;

  UPDATE ledger.head h SET last_no = v_head.last_no + 1, hash = v_hash WHERE h.cooperative_id = p_coop;
  RETURN QUERY SELECT v_id, v_head.last_no + 1, v_hash;
END $function$

-- ledger.refer_posting(): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.refer_posting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM written p
    WHERE NOT EXISTS (SELECT FROM ledger.entry e WHERE e.cooperative_id = p.cooperative_id AND e.entry_id = p.entry_id AND e.txid = p.txid)
      OR NOT EXISTS (SELECT FROM ledger.account a WHERE a.cooperative_id = p.cooperative_id AND a.account_id = p.debit_id)
      OR NOT EXISTS (SELECT FROM ledger.account a WHERE a.cooperative_id = p.cooperative_id AND a.account_id = p.credit_id)) THEN
    RAISE EXCEPTION 'a posting joins an entry of its own transaction, and two accounts of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'posting_refers';
  END IF;
  RETURN NULL;
END $function$

-- ledger.refuse(): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.refuse()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN RAISE EXCEPTION 'ledger rows are append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $function$

-- ledger.renew_floor(p_coop uuid, p_account uuid): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_before bigint;
  v_floor bigint;
  v_member uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  SELECT coalesce(a.min_balance, 0), a.member_id INTO v_before, v_member FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no account of a member %', p_account; END IF;
  v_floor := ledger.floor_of(p_coop, p_account);
  IF app.is_member() AND (v_member IS DISTINCT FROM app.member_id() OR v_floor <= v_before) THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM ledger.floors_from_pledges(p_coop, ARRAY[p_account]);
  RETURN v_floor;
END $function$

-- ledger.reopen_after(p_coop uuid, p_through date, p_reason text, p_actor uuid, p_actor_name text): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.reopen_after(p_coop uuid, p_through date, p_reason text, p_actor uuid, p_actor_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_before date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF v_before IS NULL OR p_through >= v_before THEN
    RAISE EXCEPTION 'not locked after that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_earlier';
  END IF;
  IF app.officer_count() > 1 AND EXISTS (
      SELECT FROM ledger.lock_change l WHERE l.cooperative_id = p_coop AND l.kind = 'lock' AND l.actor_id = p_actor
        AND l.through > coalesce(p_through, '-infinity')
        AND NOT EXISTS (SELECT FROM ledger.lock_change o WHERE o.cooperative_id = p_coop AND o.kind = 'reopen' AND o.number > l.number
          AND coalesce(o.through, '-infinity') < l.through)) THEN
    RAISE EXCEPTION 'who locked does not reopen' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_locker';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name)
    SELECT p_coop, max(c.number) + 1, 'reopen', p_through, v_before, p_reason, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $function$

-- ledger.reopen_for_reversal(p_coop uuid, p_entry uuid, p_reason text, p_actor uuid, p_actor_name text): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.reopen_for_reversal(p_coop uuid, p_entry uuid, p_reason text, p_actor uuid, p_actor_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_on date; v_through date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT e.effective_on INTO STRICT v_on FROM ledger.entry e WHERE e.cooperative_id = p_coop AND e.entry_id = p_entry AND e.kind IN ('closing', 'opening');
  IF NOT EXISTS (SELECT FROM ledger.head h WHERE h.cooperative_id = p_coop AND h.closed_through = v_on) THEN RETURN; END IF;
  SELECT c.before INTO v_through FROM ledger.lock_change c
    WHERE c.cooperative_id = p_coop AND c.kind = 'lock' AND c.through = v_on ORDER BY c.number DESC LIMIT 1;
  UPDATE ledger.head h SET closed_through = v_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name, entry_id)
    SELECT p_coop, max(c.number) + 1, 'reopen', v_through, v_on, p_reason, p_actor, p_actor_name, p_entry
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $function$

-- ledger.reopened_by_reversal(): owner ledger_owner, callers nobody else
CREATE OR REPLACE FUNCTION ledger.reopened_by_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry e WHERE e.cooperative_id = NEW.cooperative_id AND e.reverses_id = NEW.entry_id AND e.txid = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'the entry was not reversed with it' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_reversal';
  END IF;
  RETURN NULL;
END $function$

-- ledger.retire_account(p_coop uuid, p_account uuid, p_retired boolean): owner ledger_owner, callers coop_app
CREATE OR REPLACE FUNCTION ledger.retire_account(p_coop uuid, p_account uuid, p_retired boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_account ledger.account;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT * INTO STRICT v_account FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NULL;
  IF p_retired AND v_account.is_control THEN
    RAISE EXCEPTION 'a control account stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_is_control';
  END IF;
  IF p_retired AND EXISTS (SELECT FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = p_account
      GROUP BY b.account_id HAVING sum(b.debits) <> sum(b.credits)) THEN
    RAISE EXCEPTION 'an account with a balance stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_has_balance';
  END IF;
  UPDATE ledger.account a SET retired_at = CASE WHEN p_retired THEN coalesce(a.retired_at, now()) END
    WHERE a.cooperative_id = p_coop AND a.account_id = p_account;
END $function$

-- ledger.verify(c uuid): owner ledger_owner, callers PUBLIC
CREATE OR REPLACE FUNCTION ledger.verify(c uuid)
 RETURNS TABLE(entry_no bigint, problem text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH l AS (
    SELECT p.entry_id, string_agg(ledger.lp(p.line::text, p.debit_id::text, p.credit_id::text, p.amount::text), '' ORDER BY p.line) AS lines
    FROM ledger.posting p WHERE p.cooperative_id = c GROUP BY 1),
  e AS (
    SELECT e.*, coalesce(lag(e.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(e.entry_no) OVER w, 0) AS before_no, l.lines
    FROM ledger.entry e LEFT JOIN l USING (entry_id) WHERE e.cooperative_id = c WINDOW w AS (ORDER BY e.entry_no)),
  judged AS (
    SELECT e.entry_no, CASE
      WHEN e.entry_no <> e.before_no + 1 THEN 'gap'
      WHEN e.prev_hash <> e.before_hash THEN 'link'
      WHEN e.hash IS DISTINCT FROM ledger.entry_hash(e.prev_hash, c, e.entry_no, e.entry_id, e.effective_on, e.kind, e.source_type, e.source_id,
        e.reverses_id, e.actor_id, e.created_at, e.lines) THEN 'content' END AS problem
    FROM e)
  (SELECT j.entry_no, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.entry_no LIMIT 1)
  UNION ALL
  (SELECT h.last_no, 'head' FROM ledger.head h WHERE h.cooperative_id = c
     AND (h.last_no, h.hash) IS DISTINCT FROM coalesce(
       (SELECT (x.entry_no, x.hash) FROM ledger.entry x WHERE x.cooperative_id = c ORDER BY x.entry_no DESC LIMIT 1),
       (0::bigint, decode(repeat('00', 32), 'hex')))) $function$

-- platform.close_membership(p_member uuid, p_reason text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.close_membership(p_member uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  PERFORM platform.end_member_sessions(p_member, p_reason);
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  DELETE FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO v_login;
  DELETE FROM platform.login l WHERE l.login_id = v_login AND l.kind = 'member' AND l.phone IS NULL
    AND NOT EXISTS (SELECT FROM platform.membership m WHERE m.login_id = v_login);
END $function$

-- platform.create_cooperative_login(p_login uuid, p_coop_id text, p_phone text, p_name text, p_password_hash text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.create_cooperative_login(p_login uuid, p_coop_id text, p_phone text, p_name text, p_password_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_constraint text;
BEGIN
  INSERT INTO platform.login (login_id, kind, cooperative_id, coop_id, phone, name, password_hash)
    VALUES (p_login, 'cooperative', platform.own_cooperative(), p_coop_id, p_phone, p_name, p_password_hash);
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  GET STACKED DIAGNOSTICS v_constraint = CONSTRAINT_NAME;
  RETURN v_constraint;
END $function$

-- platform.end_member_sessions(p_member uuid, p_reason text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.end_member_sessions(p_member uuid, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE platform.session s SET ended_at = now(), end_reason = p_reason
    WHERE s.cooperative_id = platform.own_cooperative() AND s.member_id = p_member AND s.ended_at IS NULL;
END $function$

-- platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.enrol_members(p_members uuid[], p_phones text[], p_names text[], p_logins uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  INSERT INTO platform.login (login_id, kind, phone, name)
    SELECT m.login, 'member', m.phone, m.name FROM unnest(p_logins, p_phones, p_names) AS m(login, phone, name)
    -- In one order everywhere, so that two cooperatives with the same people never wait for each other crosswise.
    ORDER BY m.phone
    ON CONFLICT (kind, phone) DO NOTHING;
  WITH enrolled AS (
    INSERT INTO platform.membership (login_id, cooperative_id, member_id)
      SELECT CASE WHEN m.phone IS NULL THEN m.login ELSE l.login_id END, v_coop, m.member
      FROM unnest(p_members, p_phones, p_logins) AS m(member, phone, login)
      LEFT JOIN platform.login l ON l.kind = 'member' AND l.phone = m.phone
    RETURNING login_id, member_id)
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    SELECT c.code, e.login_id, 'activation', v_coop, e.member_id, c.hash, p_expires
    FROM unnest(p_members, p_codes, p_code_hashes) AS c(member, code, hash) JOIN enrolled e ON e.member_id = c.member;
END $function$

-- platform.keep_audit(): owner coop_owner, callers nobody else
CREATE OR REPLACE FUNCTION platform.keep_audit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $function$

-- platform.link_registered_login(p_login uuid, p_identity uuid, p_ticket_hash bytea, p_browser_hash bytea): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.link_registered_login(p_login uuid, p_identity uuid, p_ticket_hash bytea, p_browser_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_arrival platform.arrival; v_coop uuid := platform.own_cooperative();
BEGIN
  UPDATE platform.arrival a SET stage = 'used'
    WHERE a.code_hash = p_ticket_hash AND a.browser_hash = p_browser_hash AND a.stage = 'ticket' AND a.expires_at > now()
    RETURNING * INTO v_arrival;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO platform.identity (identity_id, login_id, kind, issuer, subject, provider, email, name)
    SELECT p_identity, l.login_id, l.kind, v_arrival.issuer, v_arrival.subject, v_arrival.provider, v_arrival.email, v_arrival.name
    FROM platform.login l WHERE l.login_id = p_login AND l.kind = 'cooperative' AND l.cooperative_id = v_coop
    ON CONFLICT (issuer, subject, kind) DO NOTHING;
  RETURN FOUND;
END $function$

-- platform.log_member_out(p_member uuid): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.log_member_out(p_member uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE platform.membership m SET sessions_ended_at = now()
    WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member;
  PERFORM platform.end_member_sessions(p_member, 'ended_by_officer');
END $function$

-- platform.memberships_of(p_members uuid[]): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.memberships_of(p_members uuid[])
 RETURNS TABLE(member_id uuid, confirmed boolean, last_login_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT m.member_id, m.confirmed_at IS NOT NULL, m.last_used_at FROM platform.membership m
    WHERE m.cooperative_id = app.coop_id() AND m.member_id = ANY (p_members)
      AND (NOT app.is_member() OR m.member_id = app.member_id());
END $function$

-- platform.move_membership(p_member uuid, p_phone text, p_name text, p_login uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.move_membership(p_member uuid, p_phone text, p_name text, p_login uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM platform.close_membership(p_member, 'phone_changed');
  PERFORM platform.enrol_members(ARRAY[p_member], ARRAY[p_phone], ARRAY[p_name], ARRAY[p_login], ARRAY[p_code], ARRAY[p_code_hash], p_expires);
END $function$

-- platform.own_cooperative(): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.own_cooperative()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN
    RAISE EXCEPTION 'no officer of a cooperative' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN app.coop_id();
END $function$

-- platform.rename_cooperative_login(p_name text): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.rename_cooperative_login(p_name text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE platform.login l SET name = p_name WHERE l.kind = 'cooperative' AND l.cooperative_id = platform.own_cooperative();
END $function$

-- platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) ORDER BY m.member_id FOR UPDATE;
  DELETE FROM platform.code c USING platform.membership m
    WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) AND m.confirmed_at IS NULL
      AND c.login_id = m.login_id AND c.purpose = 'activation' AND c.cooperative_id = v_coop AND c.member_id = m.member_id;
  RETURN QUERY
    INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
      SELECT given.code, m.login_id, 'activation', v_coop, m.member_id, given.hash, p_expires
      FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
      JOIN platform.membership m ON m.cooperative_id = v_coop AND m.member_id = given.member
      WHERE m.confirmed_at IS NULL
    RETURNING code.member_id;
END $function$

-- platform.renew_membership(p_member uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone): owner coop_owner, callers coop_app
CREATE OR REPLACE FUNCTION platform.renew_membership(p_member uuid, p_code uuid, p_code_hash bytea, p_expires timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE v_coop uuid := platform.own_cooperative(); v_login uuid;
BEGIN
  UPDATE platform.membership m SET confirmed_at = NULL WHERE m.cooperative_id = v_coop AND m.member_id = p_member RETURNING m.login_id INTO STRICT v_login;
  PERFORM platform.end_member_sessions(p_member, 'phone_changed');
  DELETE FROM platform.code c WHERE c.cooperative_id = v_coop AND c.member_id = p_member;
  INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
    VALUES (p_code, v_login, 'activation', v_coop, p_member, p_code_hash, p_expires);
END $function$
