-- What a payment provider gives back of members' payments, and what it pays to the society's bank (decision 69).
--
-- Invariants:
--   * the entries that a payment made are stored with it, in the transaction that posts them, and never change;
--   * a case is a refund or a dispute as the provider's API tells it, once for each of the provider's; once its money was taken, it
--     changes no more (changes_until_taken);
--   * what was taken is in the books once: a case has one handling that is not released (case_handled_once);
--   * a settlement is stored once for each of the provider's, and changes no more once it was paid (changes_until_paid); its payments
--     are stored then, each reference once;
--   * a settlement is posted once (settlement_posted_once); both are free again when their transaction is turned down or reversed
--     (app.release_settlement).
-- Relied on by: server/features/society/online-payments, payment-cases and settlements, server/db/payments.ts.

SET LOCAL ROLE coop_owner;

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
CREATE TRIGGER settlement_is_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'journal' AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_settlement();

-- For the cooperative of this transaction.
CREATE FUNCTION app.add_settlement_job() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN RAISE EXCEPTION 'Settlements are read for officers'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('settlementsOf', app.coop_id()));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_settlement_job() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_settlement_job() TO coop_app;

-- An online payment that is given back in full is looked up by its entries.
CREATE INDEX online_payment_by_paid ON app.online_payment (cooperative_id, paid_at) WHERE received IS NOT NULL;
