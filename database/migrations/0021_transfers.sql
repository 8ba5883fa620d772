-- Money that members send by bank transfer to an account number of their own (decision 65).
--
-- Invariants:
--   * a member asks for one account number at a provider; the server's job opens it at the provider and keeps it once (asked_by_members);
--   * a transfer is an online payment that no one began: the server stores it, with what the provider confirmed, when it hears of
--     it (begun_by_members); its reference is the provider's, and is stored once in a cooperative;
--   * where no member has the account number that it was sent to, it has no member until an officer allocates it;
--   * an event of which nothing is stored yet is asked about until it is (payment_event.handled_at).
-- Relied on by: server/features/society/online-payments, server/db/payments.ts.

SET LOCAL ROLE coop_owner;

-- What transfers are put on; null for the ordinary savings.
ALTER TABLE app.online_payment_settings ADD transfers_to uuid,
  ADD FOREIGN KEY (cooperative_id, transfers_to) REFERENCES app.account_type;
GRANT UPDATE (transfers_to) ON app.online_payment_settings TO coop_app;
-- A transfer to a number that is no member's says the sub-account alone.
CREATE POLICY looked_for ON app.online_payment_settings FOR SELECT TO coop_jobs USING (true);
GRANT SELECT (cooperative_id, is_on, subaccount) ON app.online_payment_settings TO coop_jobs;

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
GRANT SELECT (cooperative_id, member_id, provider, asked_at, check_at, opened_at, customer, account_number), UPDATE (check_at) ON app.transfer_account TO coop_jobs;

-- For the member whose session this is.
CREATE FUNCTION app.add_account_job() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.member_id() IS NULL THEN RAISE EXCEPTION 'An account number is asked for by a member'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('cooperative', app.coop_id(), 'accountOf', app.member_id()));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_account_job() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_account_job() TO coop_app;

ALTER TABLE app.online_payment ALTER member_id DROP NOT NULL,
  ADD sent_to text,                                 -- of a transfer: the account number
  ADD sender text,                                  -- of a transfer: the name on the account that it came from
  ADD CHECK (member_id IS NOT NULL OR sent_to IS NOT NULL),
  ADD CHECK (sender IS NULL OR sent_to IS NOT NULL);
DROP POLICY begun_by_members ON app.online_payment;
CREATE POLICY begun_by_members ON app.online_payment AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (
  CASE WHEN (SELECT app.is_member()) THEN status = 'created' AND received IS NULL AND sent_to IS NULL ELSE status IN ('paid', 'stopped') AND sent_to IS NOT NULL END);
DROP POLICY begun_by_members ON app.online_payment_line;
CREATE POLICY begun_by_members ON app.online_payment_line AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (receipt_number IS NULL AND
  ((SELECT app.is_member()) OR EXISTS (SELECT FROM app.online_payment p WHERE p.cooperative_id = online_payment_line.cooperative_id AND p.payment_id = online_payment_line.payment_id AND p.sent_to IS NOT NULL)));

-- Those of before are all of checkouts.
ALTER TABLE platform.payment_event ADD handled_at timestamptz DEFAULT now(),
  ADD event_id uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;  -- what a job holds: a reference is the provider's text
ALTER TABLE platform.payment_event ALTER handled_at DROP DEFAULT;
CREATE INDEX payment_event_to_handle ON platform.payment_event (received_at) WHERE handled_at IS NULL;
GRANT UPDATE (handled_at) ON platform.payment_event TO coop_jobs;

-- Until when the provider's own list was looked through for transfers of which no webhook came.
CREATE TABLE platform.payment_poll (
  provider text PRIMARY KEY,
  polled_through timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON platform.payment_poll TO coop_jobs;
