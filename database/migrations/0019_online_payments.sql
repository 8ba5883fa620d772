-- Money that members pay by a provider's checkout (decision 62).
--
-- Invariants:
--   * a payment is begun by the member it is for, with the lines that it pays; what becomes of it is written by the server's own
--     job and, where its money could not be posted to the lines, by an officer (begun_by_members, advanced_until_posted);
--   * received is what the provider confirmed by its API, in kobo of naira, and never changes once it is there;
--   * the books take it once: it is posted and marked so in one transaction, and a row that is posted or allocated is changed by
--     none (advanced_until_posted);
--   * an event of a provider is stored once, whatever number of times it is delivered; it says that something happened to a
--     reference, and nothing else of it is believed.
-- Relied on by: server/features/society/online-payments, server/db/payments.ts.

SET LOCAL ROLE coop_owner;

-- Without a row members pay as before.
CREATE TABLE app.online_payment_settings (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  is_on boolean NOT NULL,
  subaccount text,                                  -- the society's own account at the provider, which all of the money goes to
  charge_borne_by text NOT NULL CHECK (charge_borne_by IN ('society', 'member'))
);
CALL app.protect_tenant('app.online_payment_settings');
CREATE POLICY set_by_officers ON app.online_payment_settings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY changed_by_officers ON app.online_payment_settings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (is_on, subaccount, charge_borne_by) ON app.online_payment_settings TO coop_app;

CREATE TABLE app.online_payment (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  payment_id uuid NOT NULL,
  member_id uuid NOT NULL,
  provider text NOT NULL,
  reference text NOT NULL,                          -- at the provider; ours and unguessable
  status text NOT NULL DEFAULT 'created'            -- stopped: the money is not naira, or went to another account
    CHECK (status IN ('created', 'initialized', 'failed', 'expired', 'paid', 'posted', 'unallocated', 'allocated', 'stopped')),
  amount bigint NOT NULL CHECK (amount > 0),        -- what the lines come to
  surcharge bigint NOT NULL CHECK (surcharge >= 0), -- what the member pays besides, where members bear the provider's charge
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
  PRIMARY KEY (cooperative_id, payment_id),
  UNIQUE (cooperative_id, reference),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((received IS NOT NULL) = (status IN ('paid', 'posted', 'unallocated', 'allocated'))),
  CHECK (num_nonnulls(received, fees) <> 1),
  CHECK ((status IN ('unallocated', 'allocated', 'stopped')) = (why_not_posted IS NOT NULL)),
  CHECK (status <> 'allocated' OR allocated_by_name IS NOT NULL)
);
CALL app.protect_tenant('app.online_payment');
CREATE POLICY own_row ON app.online_payment AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY begun_by_members ON app.online_payment AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT app.is_member()) AND status = 'created' AND received IS NULL);
CREATE POLICY advanced_until_posted ON app.online_payment AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) AND status NOT IN ('posted', 'allocated')) WITH CHECK (true);
CREATE POLICY looked_for ON app.online_payment FOR ALL TO coop_jobs USING (true);
CREATE INDEX online_payment_by_member ON app.online_payment (cooperative_id, member_id, created_at);
CREATE INDEX online_payment_by_status ON app.online_payment (cooperative_id, status, created_at);
-- A webhook knows the reference alone, and the clock no cooperative.
CREATE INDEX online_payment_by_reference ON app.online_payment (reference);
CREATE INDEX online_payment_to_check ON app.online_payment (check_at) WHERE status IN ('created', 'initialized', 'failed', 'paid');
GRANT SELECT, INSERT,
  UPDATE (status, reference, checkout_url, received, fees, paid_at, why_not_posted, ended_at, allocated_by_name) ON app.online_payment TO coop_app;
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
CREATE POLICY begun_by_members ON app.online_payment_line AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT app.is_member()) AND receipt_number IS NULL);
CREATE POLICY advanced_by_the_server ON app.online_payment_line AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
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
  PRIMARY KEY (provider, event, reference)
);
GRANT SELECT, INSERT ON platform.payment_event TO coop_jobs;

-- The webhook, and the clock: both know a payment by what coop_jobs may read of it.
GRANT EXECUTE ON FUNCTION platform.add_job(text, uuid, jsonb, timestamptz) TO coop_jobs;
