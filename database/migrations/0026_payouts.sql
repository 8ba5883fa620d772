-- Payments of a batch that a provider sends, out of the society's own account there, and the names that banks have for accounts
-- (decision 70).
--
-- Invariants:
--   * a society's secret key at the provider is sealed with the server's secret, is never read by a browser, and is deleted when it
--     ends (payout_key.sealed_key); one key is in use at a time (payout_key_in_use);
--   * a payment of a batch is sent under one reference, which is stored before the provider hears of it and never changes
--     (payout_of_item);
--   * a payout that failed never changes again (open_until_failed): its money is back in the books;
--   * a member's session sees none of this.
-- Relied on by: server/features/society/payouts, server/features/society/payment-batches, server/db/payouts.ts.

SET LOCAL ROLE coop_owner;

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
GRANT SELECT, INSERT (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name), UPDATE (sealed_key, used_since, ended_at) ON app.payout_key TO coop_app;
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
GRANT SELECT, INSERT, UPDATE (status, recipient, why, sending_at, sent_at, check_at) ON app.payout TO coop_app;
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

-- What the bank said of a person's account goes with the account.
CREATE OR REPLACE FUNCTION app.empty_payment_items() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.account_enquiry q USING app.payment_batch_item i
    WHERE i.cooperative_id = NEW.cooperative_id AND i.member_id = NEW.member_id
      AND (q.cooperative_id, q.bank_name, q.account_number) = (i.cooperative_id, i.bank_name, i.account_number);
  UPDATE app.payment_batch_item i SET account_name = 'erased', account_number = '0000000000', bank_name = 'erased'
    WHERE i.cooperative_id = NEW.cooperative_id AND i.member_id = NEW.member_id;
  RETURN NULL;
END $$;
