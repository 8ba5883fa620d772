-- The monthly check-off: employers, what they deduct, what they send back and what they pay over.
--
-- Invariants:
--   * a schedule that was sent is never changed: its lines can be written and removed while it is a draft only;
--   * what was deducted of a member for a schedule is in the books once (the key of app.deduction), and can be posted again only
--     after the voucher that carried it was reversed, in any way (trigger deductions_reopen on ledger.entry). It has one row for
--     the schedule's own month, with everything but the missed savings; a row for an earlier month has savings only;
--   * a member has one employer, and a staff number is one member's there;
--   * what an employer sent back is of its return (triggers refer_return, in force always), and returns keep their keys;
--   * members are told once of what a return credited them, after its voucher is in the books;
--   * a return that is taken as true and names a remittance is to be credited by the job: all of its schedule was paid over with
--     that remittance. A reversed remittance takes the marks of its schedule with it
--     (database/checks/returns_to_credit_are_paid.sql);
--   * a member reads the name of their own employer and nothing else of it.

SET LOCAL ROLE coop_owner;

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
CREATE POLICY officers_only ON app.employer AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
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
-- Of the application alone, so that the function below reads for a member what a member's own query can't.
CREATE POLICY officers_only ON app.employment AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
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
GRANT SELECT, INSERT, UPDATE (layout, members, loans_amount, levy_amount, savings_amount, shares_amount, total_amount, sent_at, sent_by_name) ON
  app.deduction_schedule TO coop_app;

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
  -- What an employer deducted of a former member is held whole, for them.
  owed_to uuid,                                     -- the former member; no money without an owner
  PRIMARY KEY (cooperative_id, return_id, number),
  CHECK ((decision IS NULL) = (kind = 'missing')),
  -- Every kobo of the file is posted, held or refused.
  CONSTRAINT every_kobo_decided CHECK (
    loans_amount + levy_amount + savings_amount + shares_amount + unallocated_amount = CASE WHEN decision = 'refuse' THEN 0 ELSE deducted_amount END)
);
CALL app.protect_tenant('app.deduction_return_line');
CALL app.protect_officer_rows('app.deduction_return_line');
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction_return_line FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.deduction_return_line ENABLE ALWAYS TRIGGER kept;
GRANT SELECT, INSERT, UPDATE (decision, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount, owed_to) ON app.deduction_return_line TO
  coop_app;

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
CREATE TRIGGER kept BEFORE UPDATE OF cooperative_id, return_id ON app.deduction FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.deduction ENABLE ALWAYS TRIGGER kept;
-- What a loan did not need any more is credited to the member otherwise.
GRANT SELECT, INSERT, UPDATE (loans_amount, levy_amount, savings_amount, shares_amount, credited, unallocated_amount), DELETE ON app.deduction TO coop_app;

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
  members_notified boolean NOT NULL DEFAULT true,       -- of what the return credited them
  remittance_id uuid,
  rows_left_out int NOT NULL DEFAULT 0,             -- titles and totals of an employer's file
  -- Titles, totals and notes of an employer's file: [{row, why, text}], as far as they are shown.
  left_out jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (cooperative_id, return_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK (status <> 'posted' OR entry_id IS NOT NULL),
  FOREIGN KEY (cooperative_id, remittance_id) REFERENCES app.remittance
);
CALL app.protect_tenant('app.deduction_return');
-- The job that tells them looks for returns of every cooperative, and opens each inside its own lock.
CREATE POLICY officers_only ON app.deduction_return AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY not_notified ON app.deduction_return FOR SELECT TO coop_jobs USING (NOT members_notified);
-- The job looks for returns of every cooperative, and credits each inside its own lock.
CREATE POLICY to_credit ON app.deduction_return FOR SELECT TO coop_jobs USING (status = 'deducted' AND remittance_id IS NOT NULL);
CREATE INDEX deduction_return_of_schedule ON app.deduction_return (cooperative_id, schedule_id, created_at DESC);
CREATE INDEX deduction_return_of_entry ON app.deduction_return (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
-- A file is taken as true once: the second of two who press at the same moment is refused by this.
CREATE UNIQUE INDEX one_return_of_a_file ON app.deduction_return (cooperative_id, schedule_id, file_hash) WHERE status IN ('deducted', 'posted');
CREATE INDEX deduction_return_not_notified ON app.deduction_return (cooperative_id, return_id) WHERE NOT members_notified;
CREATE INDEX deduction_return_to_credit ON app.deduction_return (cooperative_id, return_id) WHERE status = 'deducted' AND remittance_id IS NOT NULL;
CREATE TRIGGER kept BEFORE DELETE OR UPDATE OF cooperative_id, return_id ON app.deduction_return FOR EACH ROW EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.deduction_return ENABLE ALWAYS TRIGGER kept;
CREATE TRIGGER kept_whole BEFORE TRUNCATE ON app.deduction_return FOR EACH STATEMENT EXECUTE FUNCTION app.protect_row();
ALTER TABLE app.deduction_return ENABLE ALWAYS TRIGGER kept_whole;
GRANT SELECT, INSERT, UPDATE (status, occurred_on, employer_says_amount, accepted_amount, progress, failure, entry_id, entry_no, accepted_at,
  accepted_by_name, reversal_reason, members_notified, remittance_id) ON app.deduction_return TO coop_app;
GRANT SELECT (cooperative_id, return_id, status, members_notified, remittance_id) ON app.deduction_return TO coop_jobs;

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
CREATE VIEW app.stale_unpaid_since WITH (security_invoker = true) AS
  SELECT w.cooperative_id, w.member_id, CASE WHEN w.since > u.month THEN u.month ELSE app.first_unpaid_since(w.cooperative_id, w.member_id, w.since) END AS month
  FROM (SELECT r.cooperative_id, r.member_id, min(r.month) AS since FROM app.stale_unpaid_month r GROUP BY 1, 2) w
  LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = w.cooperative_id AND u.member_id = w.member_id;
GRANT SELECT ON app.stale_unpaid_since TO coop_app;

CREATE FUNCTION app.mark_stale_by_deduction() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.stale_unpaid_month (cooperative_id, member_id, month) SELECT c.cooperative_id, c.member_id, c.period FROM changed c;
  RETURN NULL;
END $$;
CREATE TRIGGER first_unpaid_on_insert AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_deduction();
CREATE TRIGGER first_unpaid_on_update AFTER UPDATE ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_deduction();
CREATE TRIGGER first_unpaid_on_delete AFTER DELETE ON app.deduction REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.mark_stale_by_deduction();
REVOKE ALL ON FUNCTION app.mark_stale_by_deduction FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.mark_stale_by_deduction TO coop_app;

CREATE FUNCTION app.own_employer(p_on date) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.name FROM app.employment w
  JOIN app.employer e ON e.cooperative_id = w.cooperative_id AND e.employer_id = w.employer_id
  WHERE w.cooperative_id = app.coop_id() AND w.member_id = app.member_id() AND w.from_on <= p_on $$;
REVOKE ALL ON FUNCTION app.own_employer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_employer TO coop_app;

SET LOCAL ROLE ledger_owner;

-- On tables of earlier files.
CREATE TRIGGER deductions_reopen AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION app.reopen_deductions();
