-- Money that comes in and goes out through others: members' payments by a provider's checkout and by transfer, what the provider
-- gives back and settles (decision 23), payments to members that go to the bank together or are sent by a provider (decision
-- 24), and money that came without an owner.
--
-- Invariants:
--   * a payment is begun by the member it is for, with the lines that it pays; what becomes of it is written by the server's own
--     job and, where its money could not be posted to the lines, by an officer (begun_by_members, advanced_until_posted);
--   * received is what the provider confirmed by its API, in kobo of naira, and never changes once it is there;
--   * the books take it once: it is posted and marked so in one transaction, and a row that is posted or allocated is changed by
--     none (advanced_until_posted);
--   * an event of a provider is stored once, whatever number of times it is delivered; it says that something happened to a
--     reference, and nothing else of it is believed;
--   * a member asks for one account number at a provider; the server's job opens it at the provider and keeps it once
--     (asked_by_members);
--   * a transfer is an online payment that no one began: the server stores it, with what the provider confirmed, when it hears
--     of it (begun_by_members); its reference is the provider's, and is stored once in a cooperative;
--   * where no member has the account number that it was sent to, it has no member until an officer allocates it;
--   * an event of which nothing is stored yet is asked about until it is (payment_event.handled_at);
--   * the entries that a payment made are stored with it, in the transaction that posts them, and never change;
--   * a case is a refund or a dispute as the provider's API tells it, once for each of the provider's; once its money was taken,
--     it changes no more (changes_until_taken);
--   * what was taken is in the books once: a case has one handling that is not released (case_handled_once);
--   * a settlement is stored once for each of the provider's, and changes no more once it was paid (changes_until_paid); its
--     payments are stored then, each reference once;
--   * a settlement is posted once (settlement_posted_once); both are free again when their transaction is turned down or
--     reversed (app.release_settlement);
--   * an item is an entry that has left the society's bank account in the books, with the payee's account as it was when the
--     batch was prepared; neither changes afterwards;
--   * an entry is in at most one batch in which it waits or was paid (payment_batch_item_live);
--   * an item that failed was reversed in the same transaction and never changes again, and neither does a batch that was
--     cancelled (open_until_failed, open_until_cancelled);
--   * a file that left is never forgotten, and is declared void once (void_once);
--   * a batch of which a file left that is not void is not sent by the provider: both hold the batch's row;
--   * a society's secret key at the provider is sealed with the server's secret, is never read by a browser, and is deleted when
--     it ends (payout_key.sealed_key); one key is in use at a time (payout_key_in_use);
--   * a payment of a batch is sent under one reference, which is stored before the provider hears of it and never changes
--     (payout_of_item);
--   * a payout that failed never changes again (open_until_failed): its money is back in the books;
--   * a member's session sees no payout and no key;
--   * each belongs to one society, across societies and for good, because money may come to it late (provider_holding's key);
--   * a code, whatever its letter case, belongs to one society, across societies and for good (provider_holding_same);
--   * the sub-account of the settings is one that the society holds (owned_by_one);
--   * of a key only a hash keyed with the server's secret is stored;
--   * what is held is what was credited to 2410: an entry of the books, or one line of an employer's file within it; what is
--     left of it is computed from postings, so that it always adds up to the balance of the account and a reversal restores it;
--   * a use names what it takes from, and either the entry that took it or the transaction that does so once it is approved;
--   * a line of held money that was brought has its own date, sender and reference; together they are what the entry put on
--     2410;
--   * what is found at a provider is kept once (unclaimed_money's key).

SET LOCAL ROLE coop_owner;

-- Without a row members pay as before.
CREATE TABLE app.online_payment_settings (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  is_on boolean NOT NULL,
  subaccount text,                                  -- the society's own account at the provider, which all of the money goes to
  charge_borne_by text NOT NULL CHECK (charge_borne_by IN ('society', 'member')),
  -- What transfers are put on; null for the ordinary savings.
  transfers_to uuid,
  FOREIGN KEY (cooperative_id, transfers_to) REFERENCES app.account_type
);
CALL app.protect_tenant('app.online_payment_settings');
CREATE POLICY set_by_officers ON app.online_payment_settings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY changed_by_officers ON app.online_payment_settings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
-- A transfer to a number that is no member's says the sub-account alone.
CREATE POLICY looked_for ON app.online_payment_settings FOR SELECT TO coop_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (is_on, subaccount, charge_borne_by, transfers_to) ON app.online_payment_settings TO coop_app;
GRANT SELECT (cooperative_id, is_on, subaccount) ON app.online_payment_settings TO coop_jobs;

CREATE TABLE app.online_payment (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  payment_id uuid NOT NULL,
  member_id uuid,
  provider text NOT NULL,
  reference text NOT NULL,                          -- at the provider; ours and unguessable
  status text NOT NULL DEFAULT 'created'            -- stopped: the money is not naira, or went to another account
    CHECK (status IN ('created', 'initialized', 'failed', 'expired', 'paid', 'posted', 'unallocated', 'allocated', 'stopped')),
  amount bigint NOT NULL CHECK (amount > 0),        -- what the lines come to
  surcharge bigint NOT NULL CHECK (surcharge >= 0),   -- what the member pays besides, where members bear the provider's charge
  subaccount text,                                  -- as it was when it was begun: a later one is not this payment's
  checkout_url text,
  received bigint CHECK (received > 0),
  fees bigint CHECK (fees >= 0),                    -- what the provider keeps of it
  paid_at timestamptz,
  why_not_posted text,                              -- for officers
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  check_at timestamptz NOT NULL,                    -- the provider is asked by then at the latest
  ended_at timestamptz,
  allocated_by_name text,
  sent_to text,                                     -- of a transfer: the account number
  sender text,                                      -- of a transfer: the name on the account that it came from
  PRIMARY KEY (cooperative_id, payment_id),
  UNIQUE (cooperative_id, reference),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((received IS NOT NULL) = (status IN ('paid', 'posted', 'unallocated', 'allocated'))),
  CHECK (num_nonnulls(received, fees) <> 1),
  CHECK ((status IN ('unallocated', 'allocated', 'stopped')) = (why_not_posted IS NOT NULL)),
  CHECK (status <> 'allocated' OR allocated_by_name IS NOT NULL),
  CHECK (member_id IS NOT NULL OR sent_to IS NOT NULL),
  CHECK (sender IS NULL OR sent_to IS NOT NULL)
);
CALL app.protect_tenant('app.online_payment');
CREATE POLICY own_row ON app.online_payment AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY advanced_until_posted ON app.online_payment AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) AND status NOT IN ('posted', 'allocated')) WITH CHECK (true);
CREATE POLICY looked_for ON app.online_payment FOR ALL TO coop_jobs USING (true);
CREATE INDEX online_payment_by_member ON app.online_payment (cooperative_id, member_id, created_at);
CREATE INDEX online_payment_by_status ON app.online_payment (cooperative_id, status, created_at);
-- A webhook knows the reference alone, and the clock no cooperative.
CREATE INDEX online_payment_by_reference ON app.online_payment (reference);
CREATE INDEX online_payment_to_check ON app.online_payment (check_at) WHERE status IN ('created', 'initialized', 'failed', 'paid');
CREATE POLICY begun_by_members ON app.online_payment AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (
  CASE WHEN (SELECT app.is_member()) THEN status = 'created' AND received IS NULL AND sent_to IS NULL ELSE status IN ('paid', 'stopped') AND sent_to IS NOT NULL END);
-- An online payment that is given back in full is looked up by its entries.
CREATE INDEX online_payment_by_paid ON app.online_payment (cooperative_id, paid_at) WHERE received IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, reference, checkout_url, received, fees, paid_at, why_not_posted, ended_at, allocated_by_name) ON app.online_payment TO
  coop_app;
GRANT SELECT (cooperative_id, payment_id, reference, status, created_at, check_at), UPDATE (check_at) ON app.online_payment TO coop_jobs;

-- What a member pays with it. What an officer allocates its money to instead is in the transactions that this makes.
CREATE TABLE app.online_payment_line (
  cooperative_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  line int NOT NULL,
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('contribution', 'repayment', 'shares')),
  account_type_id uuid,
  loan_id uuid,
  period date,
  amount bigint NOT NULL CHECK (amount > 0),
  receipt_number text,
  PRIMARY KEY (cooperative_id, payment_id, line),
  FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CHECK ((kind = 'repayment') = (loan_id IS NOT NULL) AND (kind = 'contribution') = (period IS NOT NULL) AND (kind <> 'contribution' OR account_type_id IS NOT NULL))
);
CALL app.protect_tenant('app.online_payment_line');
CALL app.protect_member_rows('app.online_payment_line');
CREATE POLICY advanced_by_the_server ON app.online_payment_line AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY begun_by_members ON app.online_payment_line AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (receipt_number IS NULL AND
  ((SELECT app.is_member()) OR EXISTS (SELECT FROM app.online_payment p WHERE p.cooperative_id = online_payment_line.cooperative_id AND p.payment_id = online_payment_line.payment_id AND p.sent_to IS NOT NULL)));
GRANT SELECT, INSERT, UPDATE (receipt_number) ON app.online_payment_line TO coop_app;

-- For the cooperative of this transaction.
CREATE FUNCTION app.add_payment_job(p_payment uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL THEN RAISE EXCEPTION 'A payment has a cooperative'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('cooperative', app.coop_id(), 'payment', p_payment));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_payment_job(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_payment_job(uuid) TO coop_app;

CREATE TABLE platform.payment_event (
  provider text NOT NULL,
  event text NOT NULL,
  reference text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  event_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,   -- what a job holds: a reference is the provider's text
  PRIMARY KEY (provider, event, reference)
);
CREATE INDEX payment_event_to_handle ON platform.payment_event (received_at) WHERE handled_at IS NULL;
GRANT SELECT, INSERT, UPDATE (handled_at) ON platform.payment_event TO coop_jobs;

CREATE TABLE app.transfer_account (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  member_id uuid NOT NULL,
  provider text NOT NULL,
  subaccount text,                                  -- where its money went when it was opened
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  check_at timestamptz NOT NULL,                    -- the provider is asked by then at the latest
  opened_at timestamptz,
  customer text,                                    -- the member at the provider
  bank text,
  account_number text,
  account_name text,
  PRIMARY KEY (cooperative_id, member_id, provider),
  UNIQUE (cooperative_id, provider, account_number),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(opened_at, customer, bank, account_number, account_name) IN (0, 5))
);
CALL app.protect_tenant('app.transfer_account');
CREATE POLICY own_row ON app.transfer_account AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY asked_by_members ON app.transfer_account AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT app.is_member()) AND opened_at IS NULL);
CREATE POLICY opened_by_the_server ON app.transfer_account AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY looked_for ON app.transfer_account FOR ALL TO coop_jobs USING (true);
-- A transfer knows the number alone, and the clock no cooperative.
CREATE INDEX transfer_account_by_number ON app.transfer_account (account_number);
CREATE INDEX transfer_account_by_customer ON app.transfer_account (customer);
CREATE INDEX transfer_account_to_check ON app.transfer_account (check_at) WHERE opened_at IS NULL;
GRANT SELECT, INSERT, UPDATE (opened_at, customer, bank, account_number, account_name) ON app.transfer_account TO coop_app;
GRANT SELECT (cooperative_id, member_id, provider, asked_at, check_at, opened_at, customer, account_number), UPDATE (check_at) ON app.transfer_account TO
  coop_jobs;

-- For the member whose session this is.
CREATE FUNCTION app.add_account_job() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.member_id() IS NULL THEN RAISE EXCEPTION 'An account number is asked for by a member'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('cooperative', app.coop_id(), 'accountOf', app.member_id()));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_account_job() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_account_job() TO coop_app;

-- Until when the provider's own list was looked through for transfers of which no webhook came.
CREATE TABLE platform.payment_poll (
  provider text PRIMARY KEY,
  polled_through timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON platform.payment_poll TO coop_jobs;

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

-- Where a person who is erased was paid, and what the bank said of the account. That they were paid, and how much, stays.
CREATE FUNCTION app.empty_payment_items() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.account_enquiry q USING app.payment_batch_item i
    WHERE i.cooperative_id = NEW.cooperative_id AND i.member_id = NEW.member_id
      AND (q.cooperative_id, q.bank_name, q.account_number) = (i.cooperative_id, i.bank_name, i.account_number);
  UPDATE app.payment_batch_item i SET account_name = 'erased', account_number = '0000000000', bank_name = 'erased'
    WHERE i.cooperative_id = NEW.cooperative_id AND i.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.empty_payment_items FROM PUBLIC;

CREATE TABLE app.online_payment_entry (
  cooperative_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  is_charge boolean NOT NULL,                       -- the provider keeps its charge when money is given back
  PRIMARY KEY (cooperative_id, payment_id, entry_id),
  FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment
);
CALL app.protect_tenant('app.online_payment_entry');
CALL app.protect_officer_rows('app.online_payment_entry');
CREATE INDEX online_payment_entry_by_entry ON app.online_payment_entry (cooperative_id, entry_id);
GRANT SELECT, INSERT ON app.online_payment_entry TO coop_app;

CREATE TABLE app.payment_case (
  cooperative_id uuid NOT NULL,
  case_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'dispute')),
  provider_case text NOT NULL CHECK (length(provider_case) BETWEEN 1 AND 60),   -- the provider's number of it
  status text NOT NULL CHECK (status IN ('pending', 'taken', 'kept')),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  due_at timestamptz,                               -- of a dispute: until when it is answered
  reason text CHECK (length(reason) <= 200),        -- in the provider's words
  seen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, case_id),
  UNIQUE (cooperative_id, payment_id, kind, provider_case),
  FOREIGN KEY (cooperative_id, payment_id) REFERENCES app.online_payment
);
CALL app.protect_tenant('app.payment_case');
CREATE POLICY officers_only ON app.payment_case AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY changes_until_taken ON app.payment_case AS RESTRICTIVE FOR UPDATE TO coop_app USING (status <> 'taken') WITH CHECK (true);
CREATE POLICY looked_for ON app.payment_case FOR SELECT TO coop_jobs USING (true);
CREATE INDEX payment_case_newest ON app.payment_case (cooperative_id, seen_at DESC);
-- The clock knows no cooperative.
CREATE INDEX payment_case_to_check ON app.payment_case (changed_at) WHERE status = 'pending';
GRANT SELECT, INSERT, UPDATE (status, amount, due_at, reason, changed_at) ON app.payment_case TO coop_app;
GRANT SELECT (cooperative_id, payment_id, status) ON app.payment_case TO coop_jobs;

CREATE TABLE app.payment_case_handling (
  cooperative_id uuid NOT NULL,
  handling_id uuid NOT NULL,
  case_id uuid NOT NULL,
  transaction_id uuid,                              -- the journal that records it; null where the payment was reversed
  handled_by_name text NOT NULL,
  handled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, handling_id),
  FOREIGN KEY (cooperative_id, case_id) REFERENCES app.payment_case,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.payment_case_handling');
CALL app.protect_officer_rows('app.payment_case_handling');
CREATE UNIQUE INDEX case_handled_once ON app.payment_case_handling (cooperative_id, case_id) WHERE released_at IS NULL;
CREATE INDEX payment_case_handling_by_transaction ON app.payment_case_handling (cooperative_id, transaction_id);
GRANT SELECT, INSERT (cooperative_id, handling_id, case_id, transaction_id, handled_by_name) ON app.payment_case_handling TO coop_app;

CREATE TABLE app.provider_settlement (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  settlement_id uuid NOT NULL,
  provider text NOT NULL,
  provider_settlement text NOT NULL CHECK (length(provider_settlement) BETWEEN 1 AND 60),   -- the provider's number of it
  status text NOT NULL CHECK (status IN ('pending', 'paid', 'failed')),
  gross bigint NOT NULL CHECK (gross >= 0),         -- kobo; what members paid
  fees bigint NOT NULL CHECK (fees >= 0),           -- kobo
  deductions bigint NOT NULL CHECK (deductions >= 0),   -- kobo; refunds and chargebacks that were taken from it
  net bigint NOT NULL CHECK (net >= 0),             -- kobo; what the bank gets
  settled_on date NOT NULL,
  read_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, settlement_id),
  UNIQUE (cooperative_id, provider, provider_settlement)
);
CALL app.protect_tenant('app.provider_settlement');
CALL app.protect_officer_rows('app.provider_settlement');
CREATE POLICY changes_until_paid ON app.provider_settlement AS RESTRICTIVE FOR UPDATE TO coop_app USING (status <> 'paid') WITH CHECK (true);
CREATE INDEX provider_settlement_newest ON app.provider_settlement (cooperative_id, settled_on DESC);
GRANT SELECT, INSERT, UPDATE (status, gross, fees, deductions, net, settled_on, read_at) ON app.provider_settlement TO coop_app;

CREATE TABLE app.settled_payment (
  cooperative_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  reference text NOT NULL,                          -- a payment's, or one that the books do not have
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  fees bigint NOT NULL CHECK (fees >= 0),           -- kobo
  PRIMARY KEY (cooperative_id, settlement_id, reference),
  FOREIGN KEY (cooperative_id, settlement_id) REFERENCES app.provider_settlement
);
CALL app.protect_tenant('app.settled_payment');
CALL app.protect_officer_rows('app.settled_payment');
CREATE INDEX settled_payment_by_reference ON app.settled_payment (cooperative_id, reference);
GRANT SELECT, INSERT ON app.settled_payment TO coop_app;

CREATE TABLE app.settlement_posting (
  cooperative_id uuid NOT NULL,
  settlement_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- the journal from the gateway's clearing account to the bank
  posted_by_name text NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, settlement_id) REFERENCES app.provider_settlement,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.settlement_posting');
CALL app.protect_officer_rows('app.settlement_posting');
CREATE UNIQUE INDEX settlement_posted_once ON app.settlement_posting (cooperative_id, settlement_id) WHERE released_at IS NULL;
GRANT SELECT, INSERT (cooperative_id, settlement_id, transaction_id, posted_by_name) ON app.settlement_posting TO coop_app;

-- However it is turned down or reversed, the settlement can be posted again, and the case handled again.
CREATE FUNCTION app.release_settlement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.settlement_posting SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  UPDATE app.payment_case_handling SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.release_settlement FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.release_settlement TO coop_app;

-- For the cooperative of this transaction.
CREATE FUNCTION app.add_settlement_job() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN RAISE EXCEPTION 'Settlements are read for officers'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('settlementsOf', app.coop_id()));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_settlement_job() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_settlement_job() TO coop_app;

CREATE TABLE app.payout_settings (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  address text NOT NULL CHECK (address ~ '^[0-9a-f]{32}$'),  -- in the address of the society's webhook
  daily_limit bigint CHECK (daily_limit > 0),                -- kobo; null: none
  PRIMARY KEY (cooperative_id)
);
CALL app.protect_tenant('app.payout_settings');
CREATE POLICY officers_only ON app.payout_settings AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY looked_for ON app.payout_settings FOR SELECT TO coop_jobs USING (true);
-- A webhook knows its address alone, and no cooperative.
CREATE INDEX payout_settings_by_address ON app.payout_settings (address);
GRANT SELECT, INSERT, UPDATE (daily_limit) ON app.payout_settings TO coop_app;
GRANT SELECT (cooperative_id, address) ON app.payout_settings TO coop_jobs;

CREATE TABLE app.payout_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  key_id uuid NOT NULL,
  provider text NOT NULL,
  sealed_key bytea,                                 -- NULL once it has ended
  key_end text NOT NULL CHECK (length(key_end) >= 4),
  entered_by_name text NOT NULL,
  entered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used_since timestamptz,                           -- two officers agreed to it
  ended_at timestamptz,
  PRIMARY KEY (cooperative_id, key_id),
  CHECK ((sealed_key IS NULL) = (ended_at IS NOT NULL))
);
CALL app.protect_tenant('app.payout_key');
CREATE POLICY officers_only ON app.payout_key AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY ended_for_good ON app.payout_key AS RESTRICTIVE FOR UPDATE TO coop_app USING (ended_at IS NULL) WITH CHECK (true);
CREATE POLICY looked_for ON app.payout_key FOR SELECT TO coop_jobs USING (true);
CREATE UNIQUE INDEX payout_key_in_use ON app.payout_key (cooperative_id) WHERE used_since IS NOT NULL AND ended_at IS NULL;
GRANT SELECT, INSERT (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name), UPDATE (sealed_key, used_since, ended_at) ON app.payout_key TO
  coop_app;
GRANT SELECT (cooperative_id, key_id, provider, sealed_key, used_since, ended_at) ON app.payout_key TO coop_jobs;

CREATE TABLE app.payout (
  cooperative_id uuid NOT NULL,
  payout_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  line int NOT NULL,
  provider text NOT NULL,
  reference text NOT NULL CHECK (length(reference) BETWEEN 16 AND 100),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sending', 'sent', 'held', 'paid', 'failed', 'stopped')),
  recipient text,                                   -- the payee's account at the provider
  why text,                                         -- what keeps it, in our words
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sending_at timestamptz,                           -- from here on the provider may have it
  sent_at timestamptz,                              -- the provider said that it has it
  check_at timestamptz,                             -- the provider is asked by then at the latest
  -- What the provider charged for a transfer, once it is an expense: recorded with the first answer that says so.
  fee bigint CHECK (fee > 0),                       -- kobo
  PRIMARY KEY (cooperative_id, payout_id),
  CONSTRAINT payout_of_item UNIQUE (cooperative_id, batch_id, line),
  UNIQUE (cooperative_id, reference),
  FOREIGN KEY (cooperative_id, batch_id, line) REFERENCES app.payment_batch_item,
  CHECK (status NOT IN ('held', 'stopped') OR why IS NOT NULL),
  CHECK (status <> 'sending' OR sending_at IS NOT NULL),
  CHECK (status NOT IN ('sent', 'paid') OR sent_at IS NOT NULL)
);
CALL app.protect_tenant('app.payout');
CREATE POLICY officers_only ON app.payout AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY open_until_failed ON app.payout AS RESTRICTIVE FOR UPDATE TO coop_app USING (status <> 'failed') WITH CHECK (true);
CREATE POLICY looked_for ON app.payout FOR ALL TO coop_jobs USING (true);
CREATE INDEX payout_to_check ON app.payout (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX payout_by_day ON app.payout (cooperative_id, asked_at);
GRANT SELECT, INSERT, UPDATE (status, recipient, why, sending_at, sent_at, check_at, fee) ON app.payout TO coop_app;
GRANT SELECT (cooperative_id, payout_id, batch_id, reference, status, asked_at, sent_at, check_at), UPDATE (check_at) ON app.payout TO coop_jobs;

-- In whose name a bank has an account, or why it could not be asked.
CREATE TABLE app.account_enquiry (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  bank_name text NOT NULL,
  account_number text NOT NULL CHECK (account_number ~ '^[0-9]{10}$'),
  holder_name text,
  no_name_because text CHECK (no_name_because IN ('unknown', 'unavailable', 'bank_unlisted')),
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, bank_name, account_number),
  CHECK (num_nonnulls(holder_name, no_name_because) = 1)
);
CALL app.protect_tenant('app.account_enquiry');
CREATE POLICY officers_only ON app.account_enquiry AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (holder_name, no_name_because, asked_at) ON app.account_enquiry TO coop_app;

-- The steps of one batch go one after the other, and hold up no payment that comes in.
CREATE FUNCTION app.add_payout_job(p_payout uuid, p_not_before timestamptz DEFAULT now()) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT platform.add_job('payouts', p.batch_id, jsonb_build_object('cooperative', p.cooperative_id, 'payout', p.payout_id), p_not_before)
  FROM app.payout p WHERE p.cooperative_id = app.coop_id() AND p.payout_id = p_payout
$$;
REVOKE EXECUTE ON FUNCTION app.add_payout_job(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_payout_job(uuid, timestamptz) TO coop_app;

-- Says whether there is a key to ask with.
CREATE FUNCTION app.add_enquiry_job(p_batch uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.payout_key k WHERE k.cooperative_id = app.coop_id() AND k.used_since IS NOT NULL AND k.ended_at IS NULL) THEN RETURN false; END IF;
  PERFORM platform.add_job('payouts', b.batch_id, jsonb_build_object('cooperative', b.cooperative_id, 'names_of', b.batch_id))
  FROM app.payment_batch b WHERE b.cooperative_id = app.coop_id() AND b.batch_id = p_batch;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION app.add_enquiry_job(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_enquiry_job(uuid) TO coop_app;

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
GRANT SELECT, INSERT (cooperative_id, use_id, kind, item_entry_id, item_line, amount, entry_id, transaction_id, used_by_name) ON app.held_money_use TO
  coop_app;

RESET ROLE;

CREATE FUNCTION app.add_enquiry_job_of_member(p_member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT platform.add_job('payouts', d.member_id, jsonb_build_object('cooperative', d.cooperative_id, 'name_of', d.member_id))
  FROM app.member_bank_details d WHERE d.cooperative_id = app.coop_id() AND d.member_id = p_member
    AND EXISTS (SELECT FROM app.payout_key k WHERE k.cooperative_id = d.cooperative_id AND k.used_since IS NOT NULL AND k.ended_at IS NULL)
$$;
REVOKE EXECUTE ON FUNCTION app.add_enquiry_job_of_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_enquiry_job_of_member(uuid) TO coop_app;

SET LOCAL ROLE coop_owner;

CREATE TABLE app.held_money_brought (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  entry_id uuid NOT NULL,
  line int NOT NULL CHECK (line > 0),
  sender text NOT NULL,
  detail text,
  reference text,
  received_on date NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (cooperative_id, entry_id, line)
);
CALL app.protect_tenant('app.held_money_brought');
CREATE POLICY officers_only ON app.held_money_brought AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.held_money_brought TO coop_app;

CREATE TABLE platform.provider_holding (
  kind text NOT NULL CHECK (kind IN ('subaccount', 'account', 'key')),
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 200),
  cooperative_id uuid NOT NULL,
  held_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, code)
);

-- For the cooperative of this transaction. False where another society holds it.
CREATE FUNCTION app.claim_at_provider(p_kind text, p_code text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL THEN RAISE EXCEPTION 'What a provider has belongs to a cooperative'; END IF;
  INSERT INTO platform.provider_holding (kind, code, cooperative_id) VALUES (p_kind, p_code, app.coop_id()) ON CONFLICT DO NOTHING;
  RETURN EXISTS (SELECT FROM platform.provider_holding h
    WHERE h.kind = p_kind AND platform.code_key(h.code) = platform.code_key(p_code) AND h.cooperative_id = app.coop_id());
END $$;
REVOKE EXECUTE ON FUNCTION app.claim_at_provider(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.claim_at_provider(text, text) TO coop_app;

-- The rows themselves are held to it, whichever code writes them.
CREATE FUNCTION app.must_own_subaccount() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.subaccount IS NULL THEN RETURN NEW; END IF;
  INSERT INTO platform.provider_holding (kind, code, cooperative_id) VALUES ('subaccount', NEW.subaccount, NEW.cooperative_id) ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM platform.provider_holding h
      WHERE h.kind = 'subaccount' AND platform.code_key(h.code) = platform.code_key(NEW.subaccount) AND h.cooperative_id = NEW.cooperative_id) THEN
    RAISE EXCEPTION 'Another society has this sub-account' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER owned_by_one BEFORE INSERT OR UPDATE OF subaccount ON app.online_payment_settings
  FOR EACH ROW EXECUTE FUNCTION app.must_own_subaccount();

CREATE TABLE app.payment_batch_file (
  cooperative_id uuid NOT NULL,
  file_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  downloaded_by_name text NOT NULL,
  downloaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  void_by_name text,                                -- the officer who agreed to it
  void_at timestamptz,
  PRIMARY KEY (cooperative_id, file_id),
  FOREIGN KEY (cooperative_id, batch_id) REFERENCES app.payment_batch,
  CHECK (num_nonnulls(void_by_name, void_at) <> 1)
);
CREATE INDEX payment_batch_file_by_batch ON app.payment_batch_file (cooperative_id, batch_id);
CALL app.protect_tenant('app.payment_batch_file');
CALL app.protect_officer_rows('app.payment_batch_file');
CREATE POLICY void_once ON app.payment_batch_file AS RESTRICTIVE FOR UPDATE TO coop_app USING (void_at IS NULL) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (void_by_name, void_at) ON app.payment_batch_file TO coop_app;

-- Money at a payment provider that is in no society's books, because no society named where it went, or because a settlement has
-- payments of several. The super administrators look at each and say what was done.
CREATE TABLE platform.unclaimed_money (
  unclaimed_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('transfer', 'settlement')),
  provider text NOT NULL,
  reference text NOT NULL,                          -- at the provider
  amount bigint,                                    -- kobo; null where none can be read
  sent_to text,                                     -- of a transfer: the account number
  cooperative_id uuid,                              -- of a settlement: for whom the provider listed it
  came_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  handled_at timestamptz,
  handled_by_name text,
  reason text CHECK (length(reason) <= 500),        -- what was done
  UNIQUE (provider, kind, reference),
  CHECK (num_nonnulls(handled_at, handled_by_name, reason) IN (0, 3))
);
GRANT SELECT, INSERT, UPDATE (handled_at, handled_by_name, reason) ON platform.unclaimed_money TO coop_platform;

-- Whose a sub-account is, as its provider says, for the officer who approves that members' money goes to it.
CREATE TABLE app.subaccount_holder (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  subaccount text NOT NULL CHECK (length(subaccount) <= 60),
  holder text NOT NULL,
  bank text NOT NULL,
  account_end text NOT NULL,                        -- the last four digits
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, subaccount)
);
CALL app.protect_tenant('app.subaccount_holder');
CALL app.protect_officer_rows('app.subaccount_holder');
GRANT SELECT, INSERT, UPDATE (holder, bank, account_end, asked_at), DELETE ON app.subaccount_holder TO coop_app;

-- By which codes are compared; subaccount.ts compares alike.
CREATE FUNCTION platform.code_key(p_code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
  SELECT lower(btrim(p_code, E' \t\r\n')) $$;
CREATE UNIQUE INDEX provider_holding_same ON platform.provider_holding (kind, platform.code_key(code));
REVOKE ALL ON FUNCTION platform.code_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.code_key(text) TO coop_app, coop_jobs;

-- On tables of earlier files.
CREATE TRIGGER erased_payment_items AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.empty_payment_items();
CREATE TRIGGER settlement_is_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'journal' AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_settlement();
