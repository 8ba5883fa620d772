-- Payments to members that go to the bank together (decision 66).
--
-- Invariants:
--   * an item is an entry that has left the society's bank account in the books, with the payee's account as it was when the batch
--     was prepared; neither changes afterwards;
--   * an entry is in at most one batch in which it waits or was paid (payment_batch_item_live);
--   * an item that failed was reversed in the same transaction and never changes again, and neither does a batch that was
--     cancelled (open_until_failed, open_until_cancelled).
-- Relied on by: server/features/society/payment-batches.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.payment_batch (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  batch_id uuid NOT NULL,
  batch_number int NOT NULL CHECK (batch_number > 0),
  account_id uuid NOT NULL,                         -- the society's account at the bank that pays
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'approved', 'finished', 'cancelled')),
  prepared_by_name text NOT NULL,
  prepared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  approved_by_name text,
  approved_at timestamptz,
  PRIMARY KEY (cooperative_id, batch_id),
  UNIQUE (cooperative_id, batch_number),
  CHECK ((status IN ('approved', 'finished')) = (approved_at IS NOT NULL)),
  CHECK (num_nonnulls(approved_by_name, approved_at) <> 1)
);
CALL app.protect_tenant('app.payment_batch');
CALL app.protect_officer_rows('app.payment_batch');
CREATE POLICY open_until_cancelled ON app.payment_batch AS RESTRICTIVE FOR UPDATE TO coop_app USING (status <> 'cancelled') WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (status, approved_by_name, approved_at) ON app.payment_batch TO coop_app;

CREATE TABLE app.payment_batch_item (
  cooperative_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  line int NOT NULL CHECK (line > 0),
  kind text NOT NULL CHECK (kind IN ('withdrawal', 'share_redemption', 'disbursement')),
  entry_id uuid NOT NULL,
  source_id uuid NOT NULL,                          -- the transaction, or the movement of the loan
  loan_id uuid,
  member_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  bank_name text NOT NULL,
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  account_name text NOT NULL,
  is_first boolean NOT NULL,                        -- no payment to this account had been confirmed
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'paid', 'failed', 'cancelled')),
  reason text,
  decided_by_name text,
  decided_at timestamptz,
  PRIMARY KEY (cooperative_id, batch_id, line),
  FOREIGN KEY (cooperative_id, batch_id) REFERENCES app.payment_batch,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CHECK ((kind = 'disbursement') = (loan_id IS NOT NULL)),
  CHECK ((status = 'failed') = (reason IS NOT NULL)),
  CHECK ((status IN ('paid', 'failed')) = (decided_at IS NOT NULL)),
  CHECK (num_nonnulls(decided_by_name, decided_at) <> 1)
);
CALL app.protect_tenant('app.payment_batch_item');
CALL app.protect_officer_rows('app.payment_batch_item');
CREATE POLICY open_until_failed ON app.payment_batch_item AS RESTRICTIVE FOR UPDATE TO coop_app USING (status IN ('waiting', 'paid')) WITH CHECK (true);
CREATE UNIQUE INDEX payment_batch_item_live ON app.payment_batch_item (cooperative_id, entry_id) WHERE status IN ('waiting', 'paid');
CREATE INDEX payment_batch_item_by_member ON app.payment_batch_item (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, reason, decided_by_name, decided_at) ON app.payment_batch_item TO coop_app;

-- In which columns a bank takes many payments. Without a row, our general ones.
CREATE TABLE app.bank_file_layout (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_id uuid NOT NULL,
  layout jsonb NOT NULL CHECK (jsonb_typeof(layout) = 'array'),   -- [{field, heading}] in the order of the columns
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_file_layout');
CALL app.protect_officer_rows('app.bank_file_layout');
GRANT SELECT, INSERT, UPDATE (layout) ON app.bank_file_layout TO coop_app;

-- Where a person who is erased was paid. That they were paid, and how much, stays.
CREATE FUNCTION app.empty_payment_items() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.payment_batch_item i SET account_name = 'erased', account_number = '0000000000', bank_name = 'erased'
    WHERE i.cooperative_id = NEW.cooperative_id AND i.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.empty_payment_items FROM PUBLIC;
CREATE TRIGGER erased_payment_items AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.empty_payment_items();
