-- The list of all movements has what was paid out and repaid of loans beside the transactions, newest first; relied on by
-- server/features/money/transactions and, for one member, server/features/society/records. Without these it would sort all of them
-- for each page.
CREATE INDEX loan_movement_newest ON app.loan_movement (cooperative_id, occurred_on DESC, movement_id DESC);
CREATE INDEX loan_movement_by_member ON app.loan_movement (cooperative_id, member_id);
