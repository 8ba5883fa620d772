-- A running loan begins anew on other terms: what was paid stays, and what is owed by that day runs by the new ones.
--
-- Invariant (database/checks/reschedulings_agree_with_loans.sql): a loan says since when it runs on its latest terms, and its
-- reschedulings follow one another by day. That its schedule comes to the same principal, loans_agree_with_books.sql says.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan ADD COLUMN rescheduled_on date;   -- by the latest rescheduling that stands
GRANT UPDATE (rescheduled_on) ON app.loan TO coop_app;

CREATE TABLE app.rescheduling (
  cooperative_id uuid NOT NULL,
  rescheduling_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  occurred_on date NOT NULL,
  instalments int NOT NULL CHECK (instalments BETWEEN 1 AND 600),
  first_due_on date NOT NULL CHECK (first_due_on > occurred_on),
  annual_rate_basis_points int NOT NULL CHECK (annual_rate_basis_points >= 0),
  outstanding bigint NOT NULL CHECK (outstanding > 0),   -- kobo: the principal that began anew
  interest_owed bigint NOT NULL CHECK (interest_owed >= 0),   -- kobo: owed by then, due with the first instalment
  reason text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_reason text,
  reversed_by_name text,
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, rescheduling_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL))
);
CALL app.protect_tenant('app.rescheduling');
-- The schedule of his loan is worked out in a member's session too.
CALL app.protect_member_rows('app.rescheduling');
CREATE POLICY officers_reschedule ON app.rescheduling AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.rescheduling AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX rescheduling_once_a_day ON app.rescheduling (cooperative_id, loan_id, occurred_on) WHERE status = 'posted';
GRANT SELECT, INSERT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at) ON app.rescheduling TO coop_app;

RESET ROLE;
