-- How a cooperative's own programs ask Ajose, and are told by it (decision 67).
--
-- Invariants:
--   * of an API key only the SHA-256 is stored; it reads and writes inside its cooperative alone, because the transactions of its
--     requests name that cooperative as a session's do (server/http/authenticate-key.ts);
--   * a key that was revoked stays so (revoked_for_good), and a member who is no administrator any more has none (ends_api_keys);
--   * what a webhook is told is stored by the transaction that caused it, whatever code posted, and has its job from then on
--     (app.note_for_webhooks); a cooperative without a webhook pays one look at an index a statement for that;
--   * the secret of a webhook is sealed with the server's secret;
--   * a member's session sees neither.
-- Relied on by: server/db/key-lookup.ts, server/features/access/api-keys, server/features/access/webhooks.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.api_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  api_key_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0
    AND scopes <@ ARRAY['members.read', 'savings.read', 'loans.read', 'books.read', 'contributions.record']),
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
  made_by uuid NOT NULL,                            -- the login that answers for what the key does
  made_by_member uuid,                              -- NULL on the cooperative's shared login
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,                         -- to the minute
  last_address text,
  revoked_at timestamptz,
  PRIMARY KEY (cooperative_id, api_key_id),
  FOREIGN KEY (cooperative_id, made_by_member) REFERENCES app.member,
  CHECK (expires_at <= created_at + interval '366 days')
);
CALL app.protect_tenant('app.api_key');
CREATE POLICY officers_only ON app.api_key AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY revoked_for_good ON app.api_key AS RESTRICTIVE FOR UPDATE TO coop_app USING (revoked_at IS NULL) WITH CHECK (true);
CREATE POLICY looked_up ON app.api_key FOR SELECT TO coop_auth USING (true);
CREATE POLICY used ON app.api_key FOR UPDATE TO coop_auth USING (true);
-- A request knows the key alone, and no cooperative.
CREATE INDEX api_key_by_hash ON app.api_key (key_hash);
CREATE INDEX api_key_by_maker ON app.api_key (cooperative_id, made_by_member) WHERE revoked_at IS NULL;
GRANT SELECT, INSERT (cooperative_id, api_key_id, name, scopes, key_hash, made_by, made_by_member, expires_at), UPDATE (revoked_at) ON app.api_key TO coop_app;
GRANT SELECT, UPDATE (last_used_at, last_address) ON app.api_key TO coop_auth;

CREATE FUNCTION app.end_api_keys() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.api_key k SET revoked_at = now()
  WHERE k.cooperative_id = NEW.cooperative_id AND k.made_by_member = NEW.member_id AND k.revoked_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.end_api_keys FROM PUBLIC;
CREATE TRIGGER ends_api_keys AFTER UPDATE OF roles, removed_at ON app.member FOR EACH ROW
  WHEN ('admin' = ANY (OLD.roles) AND (NEW.removed_at IS NOT NULL OR NOT 'admin' = ANY (NEW.roles))) EXECUTE FUNCTION app.end_api_keys();

CREATE TABLE app.webhook (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  webhook_id uuid NOT NULL,
  url text NOT NULL CHECK (length(url) <= 500),
  kinds text[] NOT NULL CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY['contribution.posted', 'deposit.posted', 'withdrawal.posted', 'loan.disbursed',
    'repayment.posted', 'reversal.posted', 'member.added']),
  sealed_secret bytea NOT NULL,
  sealed_old_secret bytea,                          -- signs too, until then
  old_secret_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  switched_off_at timestamptz,                      -- its address took nothing for three days
  PRIMARY KEY (cooperative_id, webhook_id),
  CHECK ((sealed_old_secret IS NULL) = (old_secret_until IS NULL))
);
CALL app.protect_tenant('app.webhook');
CREATE POLICY officers_only ON app.webhook AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (sealed_secret, sealed_old_secret, old_secret_until, switched_off_at), DELETE ON app.webhook TO coop_app;

CREATE TABLE app.webhook_delivery (
  cooperative_id uuid NOT NULL,
  delivery_id uuid NOT NULL DEFAULT gen_random_uuid(),
  webhook_id uuid NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL DEFAULT now(),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),        -- NULL: it is not tried any more
  last_attempt_at timestamptz,
  delivered_at timestamptz,
  answered int,                                     -- the status of the last answer, if there was one
  milliseconds int,
  failure text,
  PRIMARY KEY (cooperative_id, delivery_id),
  FOREIGN KEY (cooperative_id, webhook_id) REFERENCES app.webhook ON DELETE CASCADE,
  CHECK (delivered_at IS NULL OR next_attempt_at IS NULL)
);
CALL app.protect_tenant('app.webhook_delivery');
CREATE POLICY officers_only ON app.webhook_delivery AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX webhook_delivery_due ON app.webhook_delivery (cooperative_id, webhook_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_newest ON app.webhook_delivery (cooperative_id, occurred_at DESC, delivery_id DESC);
CREATE POLICY swept ON app.webhook_delivery FOR ALL TO coop_jobs USING (true);
GRANT SELECT, INSERT, UPDATE (attempts, next_attempt_at, last_attempt_at, delivered_at, answered, milliseconds, failure) ON app.webhook_delivery TO coop_app;
GRANT SELECT (occurred_at), DELETE ON app.webhook_delivery TO coop_jobs;

-- One job of a webhook runs at a time, so that a slow receiver holds up no other.
CREATE FUNCTION app.add_webhook_job(p_webhook uuid, p_not_before timestamptz DEFAULT now()) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT platform.add_job('webhooks', w.webhook_id, jsonb_build_object('cooperative', w.cooperative_id, 'webhook', w.webhook_id), p_not_before)
  FROM app.webhook w WHERE w.cooperative_id = app.coop_id() AND w.webhook_id = p_webhook
$$;
REVOKE EXECUTE ON FUNCTION app.add_webhook_job(uuid, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_webhook_job(uuid, timestamptz) TO coop_app;

-- What a webhook is told of a row: identifiers, the amount in kobo as text, and the day; NULL where it is told nothing of it.
CREATE FUNCTION app.webhook_event(p_table text, p_row jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('kind', k.kind, 'data', jsonb_strip_nulls(jsonb_build_object('transactionId', p_row -> 'transaction_id', 'movementId', p_row -> 'movement_id',
    'loanId', p_row -> 'loan_id', 'memberId', p_row -> 'member_id', 'amountKobo', p_row ->> 'amount', 'occurredOn', p_row -> 'occurred_on',
    'receiptNumber', p_row -> 'receipt_number')))
  FROM (SELECT CASE
    WHEN p_table = 'member' THEN 'member.added'
    -- A loan's money is told of by its movement.
    WHEN p_table = 'transaction' AND p_row ->> 'type' IN ('disbursement', 'repayment') THEN NULL
    WHEN p_row ->> 'status' = 'reversed' THEN 'reversal.posted'
    WHEN p_table = 'transaction' AND p_row ->> 'status' = 'approved' AND p_row ->> 'type' IN ('contribution', 'deposit', 'withdrawal') THEN p_row ->> 'type' || '.posted'
    WHEN p_table = 'loan_movement' AND p_row ->> 'way' IS DISTINCT FROM 'opening'
      THEN CASE p_row ->> 'kind' WHEN 'disbursement' THEN 'loan.disbursed' WHEN 'repayment' THEN 'repayment.posted' END END AS kind) k
  WHERE k.kind IS NOT NULL
$$;
REVOKE EXECUTE ON FUNCTION app.webhook_event(text, jsonb) FROM PUBLIC;

-- The argument of its triggers is the column that names a row.
CREATE FUNCTION app.note_for_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_events jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM app.webhook w WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(app.webhook_event(TG_TABLE_NAME, to_jsonb(n))) INTO v_events FROM after_it n;
  ELSE
    SELECT jsonb_agg(app.webhook_event(TG_TABLE_NAME, n.r)) INTO v_events
    FROM (SELECT to_jsonb(x) AS r FROM after_it x) n JOIN (SELECT to_jsonb(x) AS r FROM before_it x) o ON n.r ->> TG_ARGV[0] = o.r ->> TG_ARGV[0]
    WHERE n.r ->> 'status' <> o.r ->> 'status';
  END IF;
  INSERT INTO app.webhook_delivery (cooperative_id, webhook_id, kind, data)
  SELECT w.cooperative_id, w.webhook_id, e ->> 'kind', e -> 'data'
  FROM app.webhook w CROSS JOIN jsonb_array_elements(v_events) e
  WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL AND e ->> 'kind' = ANY (w.kinds);
  PERFORM app.add_webhook_job(w.webhook_id) FROM app.webhook w
  WHERE w.cooperative_id = app.coop_id() AND w.switched_off_at IS NULL
    AND EXISTS (SELECT FROM jsonb_array_elements(v_events) e WHERE e ->> 'kind' = ANY (w.kinds));
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION app.note_for_webhooks() FROM PUBLIC;
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id');
CREATE TRIGGER changes_noted_for_webhooks AFTER UPDATE ON app.transaction REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('transaction_id');
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.loan_movement REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id');
CREATE TRIGGER changes_noted_for_webhooks AFTER UPDATE ON app.loan_movement REFERENCING OLD TABLE AS before_it NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('movement_id');
CREATE TRIGGER noted_for_webhooks AFTER INSERT ON app.member REFERENCING NEW TABLE AS after_it
  FOR EACH STATEMENT EXECUTE FUNCTION app.note_for_webhooks('member_id');
