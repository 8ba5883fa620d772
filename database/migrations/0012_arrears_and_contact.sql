-- What a society counts as arrears. An overdue sum up to the tolerated amount, or late up to the tolerated days, is still owed, but
-- puts no loan in the lists, at risk or in a worse class (lateOn in server/features/books/arrears/queries.ts and
-- domain/lending/loans/arrears.ts are the rule).
--
-- Invariants (database/checks names the query that proves each):
--   * a loan counts as late for a delay of former terms only where it has new ones or settled another (kept_delays_have_a_cause).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration
  ADD COLUMN arrears_tolerance bigint NOT NULL DEFAULT 0 CHECK (arrears_tolerance >= 0),   -- kobo
  ADD COLUMN arrears_tolerance_days int NOT NULL DEFAULT 0 CHECK (arrears_tolerance_days BETWEEN 0 AND 30);
GRANT UPDATE (arrears_tolerance, arrears_tolerance_days) ON app.configuration TO coop_app;

-- New terms cure nothing: a loan that was late when it was rescheduled, or when it was settled by a new loan, counts as late by
-- as many days until so many instalments in a row were paid on time. It is worked out from the events each time the loan moves
-- (domain/lending/loans/kept-delay.ts) and stored for the portfolio.
ALTER TABLE app.configuration
  ADD COLUMN arrears_cured_after int NOT NULL DEFAULT 3 CHECK (arrears_cured_after BETWEEN 1 AND 24);   -- instalments
GRANT UPDATE (arrears_cured_after) ON app.configuration TO coop_app;
ALTER TABLE app.loan
  ADD COLUMN kept_days_late int NOT NULL DEFAULT 0 CHECK (kept_days_late >= 0),
  ADD COLUMN paid_on_time int NOT NULL DEFAULT 0 CHECK (paid_on_time >= 0),   -- instalments in a row since then
  ADD CONSTRAINT paid_on_time_of_a_delay CHECK (kept_days_late > 0 OR paid_on_time = 0);
GRANT UPDATE (kept_days_late, paid_on_time) ON app.loan TO coop_app;
-- Loans that were rescheduled before stay at risk, as they were; their next movement works out by how many days.
ALTER TABLE app.loan NO FORCE ROW LEVEL SECURITY;
UPDATE app.loan SET kept_days_late = 1 WHERE status = 'active' AND rescheduled_on IS NOT NULL;
ALTER TABLE app.loan FORCE ROW LEVEL SECURITY;

-- Interest that an accrual booked as earned is income once: the payment takes it out of interest receivable, not into income again.
--   * what payments took out of it is what their vouchers credit, and what an accrual found is what the accruals put there less
--     what payments had taken out by then (accruals_agree_with_books).
ALTER TABLE app.loan_movement
  ADD COLUMN receivable bigint NOT NULL DEFAULT 0,   -- kobo: of its interest, what was earned in an accrual before
  ADD CONSTRAINT receivable_is_of_interest CHECK (receivable >= 0 AND (receivable = 0 OR kind = 'repayment' AND receivable <= interest));
CREATE INDEX loan_movement_of_receivable ON app.loan_movement (cooperative_id, loan_id) WHERE receivable > 0;
ALTER TABLE app.loan_accrual
  ADD COLUMN seen_to_no bigint NOT NULL DEFAULT 0,   -- the last entry that it knew of
  ADD COLUMN collected bigint NOT NULL DEFAULT 0 CHECK (collected >= 0);   -- kobo: what payments had taken out by then

-- Where people reach those who run this installation: one row once the super admin has entered it. Public pages, the app and
-- the messages of the contact page use it (server/features/platform/contact/contact-of.ts).
CREATE TABLE platform.support_contact (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  email text NOT NULL,
  phone text NOT NULL CHECK (phone ~ '^\+234\d{10}$'),
  whatsapp text NOT NULL CHECK (whatsapp ~ '^\+234\d{10}$'),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON platform.support_contact TO coop_auth;
GRANT SELECT, INSERT, UPDATE (email, phone, whatsapp, changed_at) ON platform.support_contact TO coop_platform;
