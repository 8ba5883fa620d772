-- What comes in for somebody whose membership is over is owed to them: it is on an account of their own that is paid out, never
-- in savings. And an announcement says by which ways it reached how many, and whom it did not reach.
--
-- Invariants:
--   * a society has at most one account type for dividends to members' banks and one for what former members are owed
--     (account_type_of_payables); both take nothing by hand, because they are retired from the beginning;
--   * a line of interest that was earned on an account that its settlement emptied names the account that it was credited to.
-- Relied on by: server/features/money/transactions/open-credited-accounts.ts, database/checks/former_members_are_owed.sql.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.account_type ADD COLUMN is_for_former boolean NOT NULL DEFAULT false,   -- owed to those whose membership is over
  ADD CONSTRAINT owed_is_payable CHECK (is_payable OR NOT is_for_former);
DROP INDEX app.account_type_of_payables;
CREATE UNIQUE INDEX account_type_of_payables ON app.account_type (cooperative_id, is_for_former) WHERE is_payable;

ALTER TABLE app.interest_line ADD COLUMN credited_id uuid;   -- where it is not the account that earned it

-- What an employer deducted of a former member is held whole, for them.
ALTER TABLE app.deduction_return_line ADD COLUMN owed_to uuid;   -- the former member; no money without an owner
GRANT UPDATE (owed_to) ON app.deduction_return_line TO coop_app;
GRANT UPDATE (unallocated_amount) ON app.deduction TO coop_app;

-- Null of what was sent before this was counted.
ALTER TABLE app.announcement
  ADD COLUMN in_app int CHECK (in_app BETWEEN 0 AND recipients),         -- who had activated the app and can read it there
  ADD COLUMN unreached int CHECK (unreached BETWEEN 0 AND recipients);   -- who could not be reached by any way
ALTER TABLE app.notification ADD COLUMN is_unreached boolean NOT NULL DEFAULT false;   -- of an announcement: no way leads to the member
