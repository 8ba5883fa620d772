-- A loan that will not come back leaves the books, with the word of a second officer where the society asks for it; what
-- is repaid afterwards is income.
--
-- Invariants (database/checks/loans_agree_with_books.sql, write_offs_agree_with_loans.sql, approvals_are_by_others.sql):
--   * principal that was repaid, that was written off and that is still owed come to what was paid out;
--   * a loan is written off exactly when one write-off of it stands, and no more is recovered than was written off;
--   * the schedule and what was repaid stay as they are, so that a reversed write-off leaves the loan that was.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration
  ADD COLUMN write_off_approvals int NOT NULL DEFAULT 1 CHECK (write_off_approvals BETWEEN 0 AND 2),
  ADD COLUMN write_off_approvals_from bigint NOT NULL DEFAULT 0 CHECK (write_off_approvals_from >= 0);   -- kobo
GRANT UPDATE (write_off_approvals, write_off_approvals_from) ON app.configuration TO coop_app;

ALTER TABLE app.loan
  ADD COLUMN written_off bigint NOT NULL DEFAULT 0,   -- kobo of principal
  ADD COLUMN recovered bigint NOT NULL DEFAULT 0,     -- kobo of it that came in afterwards
  ADD CONSTRAINT written_off_is_what_was_owed CHECK (written_off = CASE WHEN status = 'written_off' THEN disbursed - paid_principal ELSE 0 END),
  ADD CONSTRAINT recovered_is_part_of_it CHECK (recovered BETWEEN 0 AND written_off);
CREATE INDEX loan_written_off ON app.loan (cooperative_id, loan_id) WHERE status = 'written_off';
GRANT UPDATE (written_off, recovered) ON app.loan TO coop_app;

ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_kind_check;
ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_kind_check CHECK (kind IN ('disbursement', 'repayment', 'reallocation', 'write_off', 'recovered'));
ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_check;
ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_check CHECK ((kind = 'reallocation') = (amount = 0) AND (kind IN ('reallocation', 'write_off')) = (way IS NULL));

CREATE TABLE app.write_off (
  cooperative_id uuid NOT NULL,
  write_off_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
  amount bigint NOT NULL CHECK (amount > 0),          -- kobo: the principal that was owed when it was asked for
  occurred_on date,                                   -- NULL: the day on which it is approved
  reason text NOT NULL,
  releases_pledges boolean NOT NULL,                  -- savings that stand for the loan are let go
  approvals_needed int NOT NULL CHECK (approvals_needed BETWEEN 0 AND 2),
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  movement_id uuid,
  from_provision bigint CHECK (from_provision BETWEEN 0 AND amount),   -- kobo; the rest is bad debts
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  PRIMARY KEY (cooperative_id, write_off_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  -- The movement carries the number of its entry, so it is kept after the entry is posted.
  FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement DEFERRABLE INITIALLY DEFERRED,
  CHECK ((status = 'pending') = (decided_at IS NULL) AND (status = 'pending') = (decided_by_name IS NULL)),
  CHECK ((status IN ('approved', 'reversed')) = (movement_id IS NOT NULL) AND (movement_id IS NULL) = (from_provision IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL)
);
CALL app.protect_tenant('app.write_off');
CALL app.protect_officer_rows('app.write_off');
CREATE UNIQUE INDEX write_off_once ON app.write_off (cooperative_id, loan_id) WHERE status IN ('pending', 'approved');
CREATE INDEX write_off_waiting ON app.write_off (cooperative_id, asked_at) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE (status, movement_id, from_provision, decided_by_name, decided_at, decided_reason) ON app.write_off TO coop_app;

ALTER TABLE app.approval DROP CONSTRAINT approval_kind_check;
ALTER TABLE app.approval ADD CONSTRAINT approval_kind_check CHECK (kind IN ('transaction', 'reversal', 'loan', 'write_off'));

CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := NOT EXISTS (SELECT FROM app.member m
    WHERE m.cooperative_id = NEW.cooperative_id AND 'admin' = ANY (m.roles) AND m.status = 'active' AND m.removed_at IS NULL);
  RETURN NEW;
END $$;

-- As before (0021), and a loan that was written off says so to whom it releases.
CREATE OR REPLACE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_accounts uuid[];
BEGIN
  WITH standing AS (
    SELECT p.pledge_id, CASE
        WHEN l.status NOT IN ('submitted', 'approved', 'active') OR l.paid_principal >= l.principal OR (p.kind = 'guarantee' AND g.loan_id IS NULL) THEN 0
        ELSE app.held_of(p.amount, l.principal, l.paid_principal - d.principal, d.drawn) END AS held,
      l.status, l.paid_principal, d.drawn
    FROM app.pledge p
    JOIN app.loan l ON l.cooperative_id = p.cooperative_id AND l.loan_id = p.subject_id
    LEFT JOIN app.loan_guarantor g ON g.cooperative_id = p.cooperative_id AND g.loan_id = p.subject_id AND g.pledge_id = p.pledge_id AND g.status = 'accepted'
    CROSS JOIN LATERAL (SELECT coalesce(sum(d.principal), 0)::bigint AS principal, coalesce(sum(d.amount) FILTER (WHERE d.pledge_id = p.pledge_id), 0)::bigint AS drawn
      FROM app.recovery_part d WHERE d.cooperative_id = p.cooperative_id AND d.loan_id = p.subject_id AND d.kind = p.kind AND d.reversed_at IS NULL) d
    WHERE p.cooperative_id = app.coop_id() AND p.subject_id = ANY (p_loans)),
  renewed AS (
    UPDATE app.pledge p SET held = s.held,
      released_at = CASE WHEN s.held = 0 THEN coalesce(p.released_at, clock_timestamp()) END,
      released_by = CASE WHEN s.held = 0 THEN coalesce(p.released_by, p_by) END,
      released_by_name = CASE WHEN s.held = 0 THEN coalesce(p.released_by_name, p_by_name) END,
      released_reason = CASE WHEN s.held = 0 THEN coalesce(p.released_reason, CASE
        WHEN s.drawn > 0 AND s.status = 'active' THEN 'It was used for the loan'
        WHEN s.status = 'completed' OR s.paid_principal > 0 AND s.status = 'active' THEN 'The loan is repaid' WHEN s.status = 'rejected' THEN 'The loan was rejected'
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' WHEN s.status = 'written_off' THEN 'The loan was written off' ELSE 'Another guarantor stands for the loan' END) END
    FROM standing s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.held > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $$;

RESET ROLE;

-- Societies that were here before have no account for what is recovered. One that has given the number to an account of
-- its own keeps that one: where it is income, recoveries are income there.
INSERT INTO ledger.account (cooperative_id, account_id, code, name, class)
SELECT h.cooperative_id, gen_random_uuid(), '4240', 'Loans recovered after write-off', 'income' FROM ledger.head h
ON CONFLICT (cooperative_id, code) DO NOTHING;
