-- What a payment provider has for one society: its sub-account, the account numbers of its members, its secret key.
--
-- Invariants:
--   * each belongs to one society, across societies and for good, because money may come to it late (provider_holding's key);
--   * the sub-account of the settings is one that the society holds (held_by_one);
--   * of a key only a hash keyed with the server's secret is stored.
-- Relied on by: server/db/payments.ts, server/features/society/online-payments, server/features/society/payouts.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.provider_holding (
  kind text NOT NULL CHECK (kind IN ('subaccount', 'account', 'key')),
  code text NOT NULL CHECK (length(code) BETWEEN 1 AND 200),
  cooperative_id uuid NOT NULL,
  held_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, code)
);

ALTER TABLE app.online_payment_settings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.online_payment NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.transfer_account NO FORCE ROW LEVEL SECURITY;
-- Where two named the same, it is the one's that has payments by it; the other names its own.
INSERT INTO platform.provider_holding (kind, code, cooperative_id)
  SELECT DISTINCT ON (s.subaccount) 'subaccount', s.subaccount, s.cooperative_id FROM app.online_payment_settings s
  WHERE s.subaccount IS NOT NULL
  ORDER BY s.subaccount, (SELECT count(*) FROM app.online_payment p WHERE p.cooperative_id = s.cooperative_id AND p.subaccount = s.subaccount) DESC, s.cooperative_id;
INSERT INTO platform.provider_holding (kind, code, cooperative_id)
  SELECT DISTINCT ON (a.provider, a.account_number) 'account', a.provider || ' ' || a.account_number, a.cooperative_id FROM app.transfer_account a
  WHERE a.account_number IS NOT NULL ORDER BY a.provider, a.account_number, a.opened_at;
ALTER TABLE app.online_payment_settings FORCE ROW LEVEL SECURITY;
ALTER TABLE app.online_payment FORCE ROW LEVEL SECURITY;
ALTER TABLE app.transfer_account FORCE ROW LEVEL SECURITY;

-- For the cooperative of this transaction. False where another society holds it.
CREATE FUNCTION app.hold_at_provider(p_kind text, p_code text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL THEN RAISE EXCEPTION 'What a provider has belongs to a cooperative'; END IF;
  INSERT INTO platform.provider_holding (kind, code, cooperative_id) VALUES (p_kind, p_code, app.coop_id()) ON CONFLICT DO NOTHING;
  RETURN EXISTS (SELECT FROM platform.provider_holding h WHERE h.kind = p_kind AND h.code = p_code AND h.cooperative_id = app.coop_id());
END $$;
REVOKE EXECUTE ON FUNCTION app.hold_at_provider(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_at_provider(text, text) TO coop_app;

-- The rows themselves are held to it, whichever code writes them.
CREATE FUNCTION app.must_hold_subaccount() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NEW.subaccount IS NULL THEN RETURN NEW; END IF;
  INSERT INTO platform.provider_holding (kind, code, cooperative_id) VALUES ('subaccount', NEW.subaccount, NEW.cooperative_id) ON CONFLICT DO NOTHING;
  IF NOT EXISTS (SELECT FROM platform.provider_holding h WHERE h.kind = 'subaccount' AND h.code = NEW.subaccount AND h.cooperative_id = NEW.cooperative_id) THEN
    RAISE EXCEPTION 'Another society has this sub-account' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER held_by_one BEFORE INSERT OR UPDATE OF subaccount ON app.online_payment_settings
  FOR EACH ROW EXECUTE FUNCTION app.must_hold_subaccount();
