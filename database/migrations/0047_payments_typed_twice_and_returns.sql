-- A teller number or a bank's reference is kept with the payment that it is of; and who has left comes back under the record
-- and number of before.
--
-- Invariants:
--   * of the payments through one cash or bank account that wait or stand, no two have one reference (reference_used_once);
--     one that was rejected or reversed frees it;
--   * a membership of before is a leaving that is readmitted: it keeps from when to when it ran, and when the next one began.
-- Relied on by: server/features/money/transactions/refuse-recorded-before.ts, server/features/members/members/readmit-member.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.transaction
  ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 60),
  ADD COLUMN reference_key text,                    -- without what is written one way or another: case, spaces, dashes
  ADD CONSTRAINT key_of_a_reference CHECK (reference_key IS NULL OR reference IS NOT NULL);
CREATE UNIQUE INDEX reference_used_once ON app.transaction (cooperative_id, through_account_id, reference_key)
  WHERE reference_key IS NOT NULL AND status IN ('pending', 'approved');
-- A loan's payout or repayment has one too. The reference is unique over both tables; a lock on it while recording ensures that.
ALTER TABLE app.loan_movement
  ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 60),
  ADD COLUMN reference_key text,
  ADD COLUMN through_account_id uuid,
  ADD CONSTRAINT key_of_a_reference CHECK (reference_key IS NULL OR reference IS NOT NULL);
CREATE UNIQUE INDEX reference_of_loan_used_once ON app.loan_movement (cooperative_id, through_account_id, reference_key)
  WHERE reference_key IS NOT NULL AND status = 'posted';

ALTER TABLE app.leaving
  ADD COLUMN joined_on date,                        -- of the membership that it ended
  ADD COLUMN left_on date,
  ADD COLUMN readmitted_on date,
  DROP CONSTRAINT leaving_status_check,
  ADD CONSTRAINT leaving_status_check CHECK (status IN ('open', 'waiting', 'settled', 'cancelled', 'reversed', 'readmitted')),
  DROP CONSTRAINT leaving_check2,
  ADD CONSTRAINT leaving_check2 CHECK (status NOT IN ('waiting', 'settled', 'reversed', 'readmitted') OR settlement_id IS NOT NULL),
  DROP CONSTRAINT leaving_check4,
  ADD CONSTRAINT leaving_check4 CHECK ((status IN ('settled', 'reversed', 'readmitted')) = (settled_at IS NOT NULL) AND (settled_at IS NULL) = (settled_by_name IS NULL)),
  DROP CONSTRAINT leaving_check5,
  ADD CONSTRAINT leaving_check5 CHECK (num_nonnulls(entry_id, entry_no, receipt_number) IN (0, 3) AND (entry_id IS NULL OR status IN ('settled', 'reversed', 'readmitted'))),
  DROP CONSTRAINT leaving_check6,
  ADD CONSTRAINT leaving_check6 CHECK ((status IN ('cancelled', 'reversed', 'readmitted')) = (ended_at IS NOT NULL) AND num_nonnulls(ended_by_name, ended_at, ended_reason) IN (0, 3)),
  ADD CONSTRAINT periods_of_membership CHECK (CASE WHEN status = 'readmitted' THEN joined_on <= left_on AND left_on <= readmitted_on
    ELSE num_nonnulls(joined_on, left_on, readmitted_on) = 0 END);
GRANT UPDATE (joined_on, left_on, readmitted_on) ON app.leaving TO coop_app;
GRANT UPDATE (registration_date) ON app.member TO coop_app;

-- Two records of one person are one: what the other held is on the record that stays, and the other says into which it went.
ALTER TABLE app.member
  ADD COLUMN merged_into uuid,
  ADD CONSTRAINT merged_into_another FOREIGN KEY (cooperative_id, merged_into) REFERENCES app.member,
  ADD CONSTRAINT merged_records_are_closed CHECK (merged_into IS NULL OR (status = 'left' AND merged_into <> member_id));
GRANT UPDATE (merged_into) ON app.member TO coop_app;
ALTER TABLE app.leaving
  DROP CONSTRAINT leaving_reason_check,
  ADD CONSTRAINT leaving_reason_check CHECK (reason IN ('resignation', 'expulsion', 'death', 'merged'));
