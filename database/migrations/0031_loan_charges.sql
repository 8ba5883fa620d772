-- What a loan product charges beside interest: fees, some of them taken off what is paid out, and a penalty for what is late.
--
-- Invariants (database/checks/loans_agree_with_books.sql, penalties_agree_with_terms.sql):
--   * fees that were taken off stand with the movement that took them, apart from the fees that were paid;
--   * penalties are known without a payment only for a loan whose terms ask one;
--   * a penalty that is let go is on record with who did it and why, and comes back by a further event alone.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan
  ADD COLUMN fees_deducted bigint NOT NULL DEFAULT 0 CHECK (fees_deducted >= 0),   -- kobo, taken off the first money
  ADD COLUMN penalties_known_until date;                                           -- moved on by a nightly job; nothing is posted with it
GRANT UPDATE (fees_deducted, penalties_known_until) ON app.loan TO coop_app;
-- The nightly job looks at these alone.
CREATE INDEX loan_with_penalty ON app.loan (cooperative_id, member_id) WHERE status = 'active' AND jsonb_typeof(terms -> 'penalty') = 'object';

ALTER TABLE app.loan_movement ADD COLUMN fees_deducted bigint NOT NULL DEFAULT 0;   -- kobo

CREATE TABLE app.penalty_waiver (
  cooperative_id uuid NOT NULL,
  waiver_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('posted', 'reversed')),
  occurred_on date NOT NULL,                        -- penalties that came up to this day
  due_on date[] NOT NULL CHECK (cardinality(due_on) > 0),   -- of the instalments that fell due on these days
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  reason text NOT NULL,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_reason text,
  reversed_by_name text,
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, waiver_id),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'reversed') = (reversal_reason IS NOT NULL AND reversed_by_name IS NOT NULL AND reversed_at IS NOT NULL))
);
CALL app.protect_tenant('app.penalty_waiver');
-- The schedule of his loan is worked out in a member's session too.
CALL app.protect_member_rows('app.penalty_waiver');
CREATE POLICY officers_waive ON app.penalty_waiver AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.penalty_waiver AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX penalty_waiver_by_loan ON app.penalty_waiver (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (status, reversal_reason, reversed_by_name, reversed_at) ON app.penalty_waiver TO coop_app;

-- No row: penalties were never looked for.
CREATE TABLE app.penalty_day (
  cooperative_id uuid NOT NULL PRIMARY KEY REFERENCES app.cooperative,
  looked_on date NOT NULL                           -- the day until which the nightly job has come, in Lagos
);
CALL app.protect_tenant('app.penalty_day');
CALL app.protect_officer_rows('app.penalty_day');
GRANT SELECT, INSERT, UPDATE ON app.penalty_day TO coop_app;

RESET ROLE;
