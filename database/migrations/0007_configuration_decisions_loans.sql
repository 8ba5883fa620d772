-- Settings that officers change with a history, movements that wait for a decision, and loans from application to approval.
--
-- Invariants:
--   * what was decided about a movement or a loan, by whom and why, is appended and never changed;
--   * a member's own session can only ask: its movements are pending, its loans submitted, and it changes neither;
--   * a movement is reversed exactly when its entry is (database/checks/reversals_agree.sql).

SET LOCAL ROLE ledger_owner;

-- A renamed account type renames its accounts in the chart; nothing else of an account changes.
GRANT UPDATE (name) ON ledger.account TO coop_app;
CREATE POLICY officers_change ON ledger.account AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));

RESET ROLE;
SET LOCAL ROLE coop_owner;

GRANT UPDATE (fiscal_year_start, share_par_value, shares_min, share_ceiling_basis_points, contribution_min, entrance_fee, savings_multiple_percent,
  waiting_months, guarantors_required, exit_notice_months, updated_at) ON app.configuration TO coop_app;
GRANT UPDATE (name, is_default, retired_at) ON app.account_type TO coop_app;
GRANT UPDATE (name, interest_method, annual_rate_basis_points, instalments_max, savings_multiple_percent, is_default, retired_at)
  ON app.loan_configuration TO coop_app;
CREATE POLICY officers_change ON app.configuration AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.account_type AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.loan_configuration AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
-- The default is what everybody gets who names none, so there is one and it is on offer.
CREATE UNIQUE INDEX account_type_default ON app.account_type (cooperative_id) WHERE is_default;
CREATE UNIQUE INDEX loan_configuration_default ON app.loan_configuration (cooperative_id) WHERE is_default;
ALTER TABLE app.account_type ADD CONSTRAINT default_is_offered CHECK (NOT is_default OR retired_at IS NULL);
ALTER TABLE app.loan_configuration ADD CONSTRAINT default_is_offered CHECK (NOT is_default OR retired_at IS NULL);

CREATE TABLE app.configuration_change (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  change_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('settings', 'account_type', 'loan_configuration')),
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

-- Approving a movement gives it its entry; money that is paid out is dated when it is.
GRANT UPDATE (occurred_on, entry_id, entry_no, line) ON app.transaction TO coop_app;
CREATE POLICY members_ask ON app.transaction AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()) OR status = 'pending');
CREATE POLICY officers_change ON app.transaction AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX transaction_by_entry ON app.transaction (cooperative_id, entry_id);
CREATE INDEX transaction_waiting ON app.transaction (cooperative_id, member_id) WHERE status = 'pending';

CREATE TABLE app.transaction_decision (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected', 'reversed')),
  member_id uuid NOT NULL,
  reason text,
  entry_id uuid,                                    -- the reversing entry of a reversal
  entry_no bigint,
  decided_by uuid NOT NULL,
  decided_by_name text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, transaction_id, decision),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK ((decision = 'approved') = (reason IS NULL)),
  CHECK ((decision = 'reversed') = (entry_id IS NOT NULL)),
  CHECK ((entry_id IS NULL) = (entry_no IS NULL))
);
CALL app.protect_tenant('app.transaction_decision');
CALL app.protect_member_rows('app.transaction_decision');
CREATE POLICY officers_decide ON app.transaction_decision AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.transaction_decision TO coop_app;

CREATE TABLE app.loan (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  loan_configuration_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'submitted', 'approved', 'rejected', 'active', 'completed', 'written_off', 'withdrawn', 'restructured')),
  principal bigint NOT NULL CHECK (principal BETWEEN 1 AND 100000000000000),   -- kobo
  instalments int NOT NULL CHECK (instalments > 0),
  -- The terms as they stood when the member applied; a later change of the loan configuration does not reach them.
  interest_method text NOT NULL CHECK (interest_method IN ('flat', 'equal_instalment', 'equal_principal', 'upfront', 'murabaha')),
  annual_rate_basis_points int NOT NULL CHECK (annual_rate_basis_points >= 0),
  purpose text,
  collateral text,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  submitted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, loan_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, loan_configuration_id) REFERENCES app.loan_configuration
);
CALL app.protect_tenant('app.loan');
CALL app.protect_member_rows('app.loan');
CREATE POLICY members_ask ON app.loan AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()) OR status = 'submitted');
CREATE POLICY officers_change ON app.loan AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX loan_newest ON app.loan (cooperative_id, submitted_at DESC, loan_id DESC);
CREATE INDEX loan_by_member ON app.loan (cooperative_id, member_id, submitted_at DESC);
CREATE INDEX loan_by_status ON app.loan (cooperative_id, status, submitted_at DESC);
GRANT SELECT, INSERT, UPDATE (status) ON app.loan TO coop_app;

CREATE TABLE app.loan_guarantor (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- As they were when named: the borrower sees who stands for him, though other members' rows are closed to him.
  member_name text NOT NULL,
  membershipno text NOT NULL,
  PRIMARY KEY (cooperative_id, loan_id, member_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.loan_guarantor');
CREATE POLICY own_loan ON app.loan_guarantor AS RESTRICTIVE USING ((SELECT NOT app.is_member()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE INDEX loan_guarantor_by_member ON app.loan_guarantor (cooperative_id, member_id);
GRANT SELECT, INSERT ON app.loan_guarantor TO coop_app;

CREATE TABLE app.loan_decision (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  member_id uuid NOT NULL,
  reason text,
  decided_by uuid NOT NULL,
  decided_by_name text NOT NULL,
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, decision),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CHECK ((decision = 'approved') = (reason IS NULL))
);
CALL app.protect_tenant('app.loan_decision');
CALL app.protect_member_rows('app.loan_decision');
CREATE POLICY officers_decide ON app.loan_decision AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.loan_decision TO coop_app;

-- A borrower names his guarantors, but another member's row is closed to him. Found are the name and number of whoever
-- is named exactly, in the caller's own cooperative: by id, or by membership number or phone.
CREATE FUNCTION app.fellow_members(p_ids uuid[], p_named text) RETURNS TABLE (member_id uuid, name text, membershipno text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.member_id, m.first_name || ' ' || m.last_name, m.membershipno, m.status FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL
    AND (m.member_id = ANY (p_ids) OR m.membershipno = p_named OR m.phone = p_named) $$;
REVOKE ALL ON FUNCTION app.fellow_members FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.fellow_members TO coop_app;

RESET ROLE;
