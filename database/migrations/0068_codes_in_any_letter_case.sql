-- A code of a payment provider is the same code in capital and small letters and with spaces around it: nothing tells us that a provider
-- distinguishes them, and if it does not, a society could hold another's code in other letters.
--
-- Invariants:
--   * a code, whatever its letter case, belongs to one society, across societies and for good (provider_holding_same).
-- Relied on by: server/db/payments.ts, server/features/society/online-payments, server/features/society/settlements, tools/import-society.ts.

SET LOCAL ROLE coop_owner;

-- By which codes are compared; domain/society/online-payments/subaccount.ts compares alike.
CREATE FUNCTION platform.code_key(p_code text) RETURNS text LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
  SELECT lower(btrim(p_code, E' \t\r\n')) $$;
REVOKE ALL ON FUNCTION platform.code_key(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.code_key(text) TO coop_app, coop_jobs;

ALTER TABLE app.online_payment_settings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.online_payment NO FORCE ROW LEVEL SECURITY;
-- Where two hold the same, it is the one's that has payments by it, or else who held it first.
DELETE FROM platform.provider_holding h USING (
    SELECT o.kind, o.code, row_number() OVER (PARTITION BY o.kind, platform.code_key(o.code) ORDER BY (
        SELECT count(*) FROM app.online_payment p WHERE o.kind = 'subaccount' AND p.cooperative_id = o.cooperative_id
          AND platform.code_key(p.subaccount) = platform.code_key(o.code)) DESC, o.held_since, o.cooperative_id, o.code) AS place
    FROM platform.provider_holding o) ranked
  WHERE ranked.place > 1 AND h.kind = ranked.kind AND h.code = ranked.code;
CREATE UNIQUE INDEX provider_holding_same ON platform.provider_holding (kind, platform.code_key(code));
-- The other takes no payments online until it names its own: they would go to the one.
UPDATE app.online_payment_settings s SET is_on = false
  WHERE s.is_on AND EXISTS (SELECT FROM platform.provider_holding h WHERE h.kind = 'subaccount' AND platform.code_key(h.code) = platform.code_key(s.subaccount)
    AND h.cooperative_id <> s.cooperative_id);
ALTER TABLE app.online_payment_settings FORCE ROW LEVEL SECURITY;
ALTER TABLE app.online_payment FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION app.hold_at_provider(p_kind text, p_code text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL THEN RAISE EXCEPTION 'What a provider has belongs to a cooperative'; END IF;
  INSERT INTO platform.provider_holding (kind, code, cooperative_id) VALUES (p_kind, p_code, app.coop_id()) ON CONFLICT DO NOTHING;
  RETURN EXISTS (SELECT FROM platform.provider_holding h
    WHERE h.kind = p_kind AND platform.code_key(h.code) = platform.code_key(p_code) AND h.cooperative_id = app.coop_id());
END $$;

CREATE OR REPLACE FUNCTION app.must_hold_subaccount() RETURNS trigger
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
