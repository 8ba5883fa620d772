-- The monthly check-off: employers, what they are asked to deduct, what they deducted, and when they paid it over.
--
-- Invariants:
--   * a schedule that was sent is never changed: its lines can be written and removed while it is a draft only;
--   * what was deducted of a member for a schedule is in the books once (the key of app.deduction), and can be posted anew
--     only after the voucher that carried it was reversed, by whatever way (trigger deductions_reopen on ledger.entry);
--   * a member has one employer, and a staff number is one member's there.

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
  updated_at timestamptz NOT NULL DEFAULT now()
);
CALL app.protect_tenant('app.deduction_settings');
CALL app.protect_officer_rows('app.deduction_settings');
GRANT SELECT, INSERT, UPDATE (allocation_order, credit_on, levy_amount, levy_code, updated_at) ON app.deduction_settings TO coop_app;

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
GRANT SELECT, INSERT, UPDATE (layout, members, loans_amount, levy_amount, savings_amount, shares_amount, total_amount, sent_at, sent_by_name)
  ON app.deduction_schedule TO coop_app;
CREATE INDEX deduction_schedule_newest ON app.deduction_schedule (cooperative_id, period DESC, schedule_id);

CREATE TABLE app.deduction_line (
  cooperative_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  number int NOT NULL,
  member_id uuid NOT NULL,
  staff_number text NOT NULL,
  membershipno text NOT NULL,
  name text NOT NULL,
  loans_amount bigint NOT NULL CHECK (loans_amount >= 0),      -- kobo, as are the others
  levy_amount bigint NOT NULL CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL CHECK (shares_amount >= 0),
  total_amount bigint NOT NULL CHECK (total_amount > 0 AND total_amount = loans_amount + levy_amount + savings_amount + shares_amount),
  PRIMARY KEY (cooperative_id, schedule_id, number),
  UNIQUE (cooperative_id, schedule_id, member_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.deduction_line');
CALL app.protect_officer_rows('app.deduction_line');
CREATE POLICY draft_grows ON app.deduction_line AS RESTRICTIVE FOR INSERT
  WITH CHECK (schedule_id IN (SELECT s.schedule_id FROM app.deduction_schedule s WHERE s.sent_at IS NULL));
CREATE POLICY draft_shrinks ON app.deduction_line AS RESTRICTIVE FOR DELETE
  USING (schedule_id IN (SELECT s.schedule_id FROM app.deduction_schedule s WHERE s.sent_at IS NULL));
GRANT SELECT, INSERT, DELETE ON app.deduction_line TO coop_app;

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
  employer_says_amount bigint CHECK (employer_says_amount >= 0),       -- what the employer says that it paid
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
  PRIMARY KEY (cooperative_id, return_id),
  FOREIGN KEY (cooperative_id, schedule_id) REFERENCES app.deduction_schedule,
  FOREIGN KEY (cooperative_id, employer_id) REFERENCES app.employer,
  CHECK (status <> 'posted' OR entry_id IS NOT NULL)
);
CALL app.protect_tenant('app.deduction_return');
CALL app.protect_officer_rows('app.deduction_return');
CREATE INDEX deduction_return_of_schedule ON app.deduction_return (cooperative_id, schedule_id, created_at DESC);
CREATE INDEX deduction_return_of_entry ON app.deduction_return (cooperative_id, entry_id) WHERE entry_id IS NOT NULL;
-- A file is taken as true once: the second of two who press at the same moment is refused by this.
CREATE UNIQUE INDEX one_return_of_a_file ON app.deduction_return (cooperative_id, schedule_id, file_hash) WHERE status IN ('deducted', 'posted');
GRANT SELECT, INSERT, UPDATE (status, occurred_on, employer_says_amount, accepted_amount, progress, failure, entry_id, entry_no, accepted_at, accepted_by_name,
    reversal_reason)
  ON app.deduction_return TO coop_app;

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
  scheduled_amount bigint NOT NULL CHECK (scheduled_amount >= 0),      -- kobo, as are the others
  deducted_amount bigint NOT NULL CHECK (deducted_amount >= 0),
  decision text CHECK (decision IN ('post', 'split', 'hold', 'refuse')),
  loans_amount bigint NOT NULL DEFAULT 0 CHECK (loans_amount >= 0),
  levy_amount bigint NOT NULL DEFAULT 0 CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL DEFAULT 0 CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL DEFAULT 0 CHECK (shares_amount >= 0),
  unallocated_amount bigint NOT NULL DEFAULT 0 CHECK (unallocated_amount >= 0),
  PRIMARY KEY (cooperative_id, return_id, number),
  FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return,
  CHECK ((decision IS NULL) = (kind = 'missing')),
  -- Every kobo of the file is posted, held or refused.
  CONSTRAINT every_kobo_decided CHECK (
    loans_amount + levy_amount + savings_amount + shares_amount + unallocated_amount = CASE WHEN decision = 'refuse' THEN 0 ELSE deducted_amount END)
);
CALL app.protect_tenant('app.deduction_return_line');
CALL app.protect_officer_rows('app.deduction_return_line');
GRANT SELECT, INSERT, UPDATE (decision, loans_amount, levy_amount, savings_amount, shares_amount, unallocated_amount) ON app.deduction_return_line TO coop_app;

-- What was deducted of a member by a schedule, as long as it stands.
CREATE TABLE app.deduction (
  cooperative_id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- of a line of the schedule, whose key to the member serves here too
  period date NOT NULL,
  return_id uuid NOT NULL,
  loans_amount bigint NOT NULL CHECK (loans_amount >= 0),      -- kobo, as are the others
  levy_amount bigint NOT NULL CHECK (levy_amount >= 0),
  savings_amount bigint NOT NULL CHECK (savings_amount >= 0),
  shares_amount bigint NOT NULL CHECK (shares_amount >= 0),
  unallocated_amount bigint NOT NULL CHECK (unallocated_amount >= 0),
  credited boolean NOT NULL,
  CONSTRAINT deducted_once PRIMARY KEY (cooperative_id, schedule_id, member_id),
  FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return
);
CALL app.protect_tenant('app.deduction');
-- A member's own page counts what his employer holds as paid.
CALL app.protect_member_rows('app.deduction');
CREATE POLICY officers_insert ON app.deduction AS RESTRICTIVE FOR INSERT WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.deduction AS RESTRICTIVE FOR UPDATE USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_delete ON app.deduction AS RESTRICTIVE FOR DELETE USING ((SELECT NOT app.is_member()));
CREATE INDEX deduction_waiting ON app.deduction (cooperative_id, period, member_id) WHERE NOT credited;
CREATE INDEX deduction_of_return ON app.deduction (cooperative_id, return_id);
GRANT SELECT, INSERT, UPDATE (credited), DELETE ON app.deduction TO coop_app;

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

-- A reversed voucher frees what it carried, whoever reversed it and from which page.
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

RESET ROLE;
SET LOCAL ROLE ledger_owner;

CREATE TRIGGER deductions_reopen AFTER INSERT ON ledger.entry FOR EACH ROW WHEN (NEW.reverses_id IS NOT NULL) EXECUTE FUNCTION app.reopen_deductions();

RESET ROLE;
