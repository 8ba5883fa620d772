-- Where members pay to: the bank, number and name of the society's own accounts at banks, beside their accounts in the books.
--
-- Invariants:
--   * a member's session reads those only that officers show to members;
--   * the number has the ten digits of a Nigerian bank account.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_account (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the society's account in the ledger
  bank text NOT NULL CHECK (length(bank) BETWEEN 1 AND 80),
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  account_name text NOT NULL CHECK (length(account_name) BETWEEN 1 AND 120),
  shown_to_members boolean NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_account');
CREATE POLICY shown ON app.bank_account AS RESTRICTIVE FOR SELECT TO coop_app USING (shown_to_members OR (SELECT NOT app.is_member()));
CREATE POLICY officers_add ON app.bank_account AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.bank_account AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (bank, account_number, account_name, shown_to_members, changed_by_name, changed_at) ON app.bank_account TO coop_app;

RESET ROLE;
