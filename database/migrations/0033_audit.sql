-- What the auditor and members ask of a society's officers, what the law asks of it by a day, and the anchor that an audit pack names.
--
-- Invariants:
--   * a member's session sees and writes no enquiry of others; one without a name is seen by officers alone, and nothing of it
--     says whose it is: no member, no login, no session, and its transaction is not the member's;
--   * what was written in an enquiry is never changed;
--   * a filing that was done stays as it was.
-- Relied on by: server/features/governance/{enquiries,compliance}, server/features/society/audit.

SET LOCAL ROLE coop_owner;

-- The last anchor of all books, for those who read one cooperative: it names none.
CREATE FUNCTION app.last_anchor() RETURNS TABLE (day date, hash bytea) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.day, a.hash FROM platform.anchor a ORDER BY a.day DESC LIMIT 1 $$;
REVOKE ALL ON FUNCTION app.last_anchor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.last_anchor TO coop_app;

CREATE TABLE app.enquiry (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  enquiry_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('complaint', 'suggestion', 'audit_query')),
  subject text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_progress', 'answered', 'closed')),
  member_id uuid,                                   -- whose portal shows it; NULL where it is without a name, or an auditor's who is no member
  asked_by uuid,                                    -- the login; NULL where it is without a name
  asked_by_name text,
  reference bytea CHECK (length(reference) = 32),   -- SHA-256 of the code by which it is read without a name
  asked_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  closed_by_name text,
  officers_told boolean NOT NULL,                   -- of one without a name officers are told on the next morning
  PRIMARY KEY (cooperative_id, enquiry_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nulls(asked_by, asked_by_name) IN (0, 2)),
  CHECK ((reference IS NOT NULL) = (asked_by IS NULL)),
  CHECK (reference IS NULL OR member_id IS NULL)
);
CALL app.protect_tenant('app.enquiry');
CALL app.protect_member_rows('app.enquiry');
CREATE UNIQUE INDEX enquiry_by_reference ON app.enquiry (cooperative_id, reference) WHERE reference IS NOT NULL;
CREATE INDEX enquiry_latest ON app.enquiry (cooperative_id, changed_at DESC, enquiry_id);
CREATE INDEX enquiry_by_member ON app.enquiry (cooperative_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX enquiry_untold ON app.enquiry (cooperative_id) WHERE NOT officers_told;
GRANT SELECT, INSERT, UPDATE (status, changed_at, closed_by_name, officers_told) ON app.enquiry TO coop_app;

CREATE TABLE app.enquiry_message (
  cooperative_id uuid NOT NULL,
  enquiry_id uuid NOT NULL,
  message_id uuid NOT NULL,
  member_id uuid,                                   -- as in the enquiry
  is_answer boolean NOT NULL,                       -- an officer's
  author_name text,                                 -- NULL where it is without a name
  text text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, enquiry_id, message_id),
  FOREIGN KEY (cooperative_id, enquiry_id) REFERENCES app.enquiry
);
CALL app.protect_tenant('app.enquiry_message');
CALL app.protect_member_rows('app.enquiry_message');
GRANT SELECT, INSERT ON app.enquiry_message TO coop_app;

CREATE TABLE app.filing (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  filing_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('annual_return', 'audit', 'annual_meeting', 'licence', 'tax', 'data_protection', 'other')),
  name text NOT NULL,
  authority text,                                   -- to whom it goes
  due_on date NOT NULL,
  every_months int CHECK (every_months BETWEEN 1 AND 60),   -- NULL where it comes once
  remind_days int NOT NULL CHECK (remind_days BETWEEN 0 AND 365),
  note text,
  is_preset boolean NOT NULL DEFAULT false,         -- one of the usual ones, whose day was not confirmed by an officer
  reminded_on date,
  done_on date,
  done_by_name text,
  reference text,                                   -- the number of the receipt or letter
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, filing_id),
  CHECK (done_on IS NULL OR done_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.filing');
CALL app.protect_officer_rows('app.filing');
CREATE INDEX filing_due ON app.filing (cooperative_id, due_on, filing_id) WHERE done_on IS NULL;
CREATE INDEX filing_done ON app.filing (cooperative_id, done_on DESC, filing_id) WHERE done_on IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (kind, name, authority, due_on, every_months, remind_days, note, is_preset, reminded_on, done_on, done_by_name, reference)
  ON app.filing TO coop_app;

CREATE FUNCTION app.keep_done_filing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'this filing is done' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER done_filing_stays BEFORE UPDATE OR DELETE ON app.filing
  FOR EACH ROW WHEN (OLD.done_on IS NOT NULL) EXECUTE FUNCTION app.keep_done_filing();
