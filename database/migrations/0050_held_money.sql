-- Money that came without an owner is held on account 2410 until an officer allocates it, refunds it or returns it to the employer.
--
-- Invariants:
--   * what is held is what was credited to 2410: an entry of the books, or one line of an employer's file within it; what is left
--     of it is computed from postings, so that it always adds up to the balance of the account and a reversal restores it;
--   * a use names what it takes from, and either the entry that took it or the transaction that does so once it is approved.
-- Relied on by: server/features/society/held-money.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.held_money_use (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  use_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('allocate', 'refund', 'return')),
  item_entry_id uuid NOT NULL,                      -- the entry that credited 2410
  item_line int,                                    -- of the employer's file
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  entry_id uuid,                                    -- of an allocation
  transaction_id uuid,                              -- of a payment, which may wait for approval
  used_by_name text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, use_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK ((kind = 'allocate') = (entry_id IS NOT NULL) AND num_nonnulls(entry_id, transaction_id) = 1)
);
CALL app.protect_tenant('app.held_money_use');
CALL app.protect_officer_rows('app.held_money_use');
CREATE INDEX held_money_use_of_item ON app.held_money_use (cooperative_id, item_entry_id);
CREATE UNIQUE INDEX held_money_use_of_entry ON app.held_money_use (cooperative_id, entry_id);
CREATE UNIQUE INDEX held_money_use_of_transaction ON app.held_money_use (cooperative_id, transaction_id);
GRANT SELECT, INSERT (cooperative_id, use_id, kind, item_entry_id, item_line, amount, entry_id, transaction_id, used_by_name) ON app.held_money_use TO coop_app;

CREATE INDEX online_payment_entry_by_entry ON app.online_payment_entry (cooperative_id, entry_id);
