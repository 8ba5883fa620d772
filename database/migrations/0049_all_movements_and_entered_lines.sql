-- The list of all movements has what was paid out and repaid of loans beside the transactions, newest first; relied on by
-- server/features/money/transactions and, for one member, server/features/society/records. Without these it would sort all of them
-- for each page.
SET LOCAL ROLE coop_owner;

CREATE INDEX loan_movement_newest ON app.loan_movement (cooperative_id, occurred_on DESC, movement_id DESC);
CREATE INDEX loan_movement_by_member ON app.loan_movement (cooperative_id, member_id);

-- A line of the bank that an officer enters is matched with what they record in the same act; where that waits for approval the line
-- names it, so that no one enters it again, and is matched once it is approved. A transaction that is rejected leaves the line open.
-- Relied on by server/features/society/reconciliation.
ALTER TABLE app.bank_line
  ADD COLUMN entered_id uuid,                       -- what was recorded from it last
  ADD CONSTRAINT line_was_entered FOREIGN KEY (cooperative_id, entered_id) REFERENCES app.transaction;
GRANT UPDATE (entered_id) ON app.bank_line TO coop_app;
CREATE INDEX bank_line_entered ON app.bank_line (cooperative_id, entered_id) WHERE entered_id IS NOT NULL;
