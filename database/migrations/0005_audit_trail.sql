-- The audit trails: of a cooperative, of the platform, and the seals and anchors that show a change behind the triggers. Each
-- event of a cooperative's trail is sealed by a hash that covers the one before it (audit.verify; the proof of the books and npm
-- run verify-books).
--
-- Invariants:
--   * a line of a cooperative's trail is never changed or removed: no role may, and triggers refuse a superuser too, also one
--     whose session is set to replica (gate_records_are_append_only). The one exception is a person who is erased
--     (app.erase_member): the pseudonym takes the place of the name, in actor_name and detail alone;
--   * a hash covers those two fields by salted digests. Where a field was erased its salt is gone, so what it said can't be
--     guessed; the digest stays in audit.erased, and audit.verify wants a former member's pseudonym (or the mark for a phone or
--     an address) in that place, so that an erasure can't hide just any change;
--   * an event waits for its seal from the transaction that writes it (trigger) until the sealing job takes it. The job makes
--     the chain, not the insert, so that writers of one cooperative never wait for each other. It takes what is committed, in
--     whatever order, so nothing rests on transaction ids, which a restore into another server starts from the beginning;
--   * seal numbers of a cooperative have no gap; only audit.seal_events writes them, under the lock of the head's row;
--   * a line of the platform's audit trail is never changed or removed, by any role;
--   * a day's anchor is the signed heads of all books, whose file is outside the database (anchor-books.ts): one a day, never
--     changed; each names the hash of the one before it, so that a missing one shows;
--   * the jobs' role sees of all cooperatives the number and hash of the last entry and the last seal, and no record;
--   * a member's session reads of the trail what they did, what was done about them, and what officers did about their movements
--     and loans, and no other line (policy members_read_their_own).

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.audit_event (
  event_id uuid PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  action text NOT NULL,
  cooperative_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  request_id text NOT NULL,
  address text                                      -- where on the network the request came from
);
CREATE INDEX audit_event_newest ON platform.audit_event (at DESC, event_id DESC);
CREATE INDEX audit_event_of_cooperative ON platform.audit_event (cooperative_id, at DESC) WHERE cooperative_id IS NOT NULL;
GRANT INSERT ON platform.audit_event TO coop_auth;
GRANT SELECT, INSERT ON platform.audit_event TO coop_platform;

CREATE FUNCTION platform.protect_audit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON platform.audit_event FOR EACH ROW EXECUTE FUNCTION platform.protect_audit();
ALTER TABLE platform.audit_event ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.audit_event FOR EACH STATEMENT EXECUTE FUNCTION platform.protect_audit();
ALTER TABLE platform.audit_event ENABLE ALWAYS TRIGGER frozen_whole;
REVOKE ALL ON FUNCTION platform.protect_audit FROM PUBLIC;

CREATE TABLE audit.event (
  cooperative_id uuid NOT NULL,
  event_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  login_id uuid NOT NULL,
  actor_name text NOT NULL,
  role text NOT NULL,
  action text NOT NULL,                             -- method and path of the contract
  subject_id text,
  request_id text NOT NULL,
  -- What a line of the trail says beyond its action: which members left as a file, say.
  detail jsonb,
  name_salt uuid DEFAULT gen_random_uuid(),         -- NULL once what it salts was erased
  detail_salt uuid DEFAULT gen_random_uuid(),
  PRIMARY KEY (cooperative_id, event_id)
);
CALL app.protect_tenant('audit.event');
CREATE INDEX event_newest ON audit.event (cooperative_id, at DESC);
-- What officers did to one member, newest first.
CREATE INDEX event_of_subject ON audit.event (cooperative_id, subject_id, at DESC) WHERE subject_id IS NOT NULL;
-- What members do is a small part of a trail, and what officers post stays out of this index.
CREATE INDEX event_by_member ON audit.event (cooperative_id, login_id, at DESC) WHERE role = 'member';
GRANT SELECT, INSERT ON audit.event TO coop_app;

CREATE TABLE audit.erased (                         -- what a field that was erased goes on counting for in the hash
  cooperative_id uuid NOT NULL,
  event_id uuid NOT NULL,
  field text NOT NULL CHECK (field IN ('actor_name', 'detail')),
  digest bytea NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, event_id, field)
);
CALL app.protect_tenant('audit.erased');
CREATE POLICY officers_only ON audit.erased AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT ON audit.erased TO coop_app;

CREATE FUNCTION audit.refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.event FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER frozen_whole;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.erased FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.erased ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.erased FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.erased ENABLE ALWAYS TRIGGER frozen_whole;
REVOKE ALL ON FUNCTION audit.refuse_change FROM PUBLIC;

CREATE FUNCTION audit.digest(salt uuid, said text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(convert_to(ledger.lp(salt::text, said), 'UTF8'));
END $$;
REVOKE ALL ON FUNCTION audit.digest FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.digest TO coop_app;

-- No login has the owner's rights but through app.erase_member.
CREATE FUNCTION audit.allow_erasure_only() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR current_user <> 'coop_owner' OR to_jsonb(NEW) - '{actor_name,detail}'::text[] <> to_jsonb(OLD) - '{actor_name,detail}'::text[] THEN
    RAISE EXCEPTION 'the audit trail is append-only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  IF NEW.actor_name <> OLD.actor_name AND OLD.name_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'actor_name', audit.digest(OLD.name_salt, OLD.actor_name));
    NEW.name_salt := NULL;
  END IF;
  IF NEW.detail IS DISTINCT FROM OLD.detail AND OLD.detail_salt IS NOT NULL THEN
    INSERT INTO audit.erased VALUES (OLD.cooperative_id, OLD.event_id, 'detail', audit.digest(OLD.detail_salt, OLD.detail::text));
    NEW.detail_salt := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.event FOR EACH ROW EXECUTE FUNCTION audit.allow_erasure_only();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER frozen;
REVOKE ALL ON FUNCTION audit.allow_erasure_only FROM PUBLIC;

CREATE TABLE audit.unsealed (
  cooperative_id uuid NOT NULL,
  at timestamptz NOT NULL,                          -- the event's own
  event_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, at, event_id)
);
CALL app.protect_tenant('audit.unsealed');
CREATE POLICY officers_only ON audit.unsealed AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY waiting ON audit.unsealed FOR SELECT TO coop_jobs USING (true);
GRANT SELECT ON audit.unsealed TO coop_app;
GRANT SELECT (cooperative_id) ON audit.unsealed TO coop_jobs;

CREATE TABLE audit.seal (
  cooperative_id uuid NOT NULL,
  number bigint NOT NULL,
  event_id uuid NOT NULL,
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (cooperative_id, number),
  UNIQUE (cooperative_id, event_id),
  FOREIGN KEY (cooperative_id, event_id) REFERENCES audit.event
);
CALL app.protect_tenant('audit.seal');
CREATE POLICY officers_only ON audit.seal AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON audit.seal FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.seal ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON audit.seal FOR EACH STATEMENT EXECUTE FUNCTION audit.refuse_change();
ALTER TABLE audit.seal ENABLE ALWAYS TRIGGER frozen_whole;
GRANT SELECT ON audit.seal TO coop_app;

CREATE TABLE audit.seal_head (                      -- the last seal, so that the removal of the newest ones is found
  cooperative_id uuid PRIMARY KEY,
  last_number bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT '\x0000000000000000000000000000000000000000000000000000000000000000'
);
CALL app.protect_tenant('audit.seal_head');
CREATE POLICY officers_only ON audit.seal_head AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY anchored ON audit.seal_head FOR SELECT TO coop_jobs USING (true);
GRANT SELECT ON audit.seal_head TO coop_app;
GRANT SELECT ON audit.seal_head TO coop_jobs;

CREATE FUNCTION audit.wait_for_seal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO audit.unsealed (cooperative_id, at, event_id) SELECT w.cooperative_id, w.at, w.event_id FROM written w;
  RETURN NULL;
END $$;
CREATE TRIGGER waits_for_seal AFTER INSERT ON audit.event REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION audit.wait_for_seal();
ALTER TABLE audit.event ENABLE ALWAYS TRIGGER waits_for_seal;
REVOKE ALL ON FUNCTION audit.wait_for_seal FROM PUBLIC;

CREATE FUNCTION audit.event_hash(prev bytea, number bigint, e audit.event, name_digest bytea, detail_digest bytea)
  RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN sha256(prev || convert_to(ledger.lp(number::text, e.cooperative_id::text, e.event_id::text, (extract(epoch FROM e.at) * 1000000)::bigint::text,
    e.login_id::text, e.role, e.action, e.subject_id, e.request_id, encode(name_digest, 'hex'), encode(detail_digest, 'hex')), 'UTF8'));
END $$;
REVOKE ALL ON FUNCTION audit.event_hash FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.event_hash TO coop_app;

-- Each event with its digests: computed, or where the field was erased as they were then.
CREATE VIEW audit.digested WITH (security_invoker = true) AS
  SELECT e.cooperative_id, e.event_id, e AS event, n.digest IS NOT NULL AS name_is_erased, d.digest IS NOT NULL AS detail_is_erased,
    coalesce(n.digest, audit.digest(e.name_salt, e.actor_name)) AS name_digest, coalesce(d.digest, audit.digest(e.detail_salt, e.detail::text)) AS detail_digest
  FROM audit.event e
  LEFT JOIN audit.erased n ON n.cooperative_id = e.cooperative_id AND n.event_id = e.event_id AND n.field = 'actor_name'
  LEFT JOIN audit.erased d ON d.cooperative_id = e.cooperative_id AND d.event_id = e.event_id AND d.field = 'detail';
GRANT SELECT ON audit.digested TO coop_app;

-- Seals events of a cooperative that wait, at most so many, the oldest first; answers how many.
CREATE FUNCTION audit.seal_events(p_coop uuid, p_most int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_head audit.seal_head;
  v_waiting record;
  v_number bigint;
  v_hash bytea;
  v_numbers bigint[] := '{}';
  v_ats timestamptz[] := '{}';
  v_ids uuid[] := '{}';
  v_prev bytea[] := '{}';
  v_hashes bytea[] := '{}';
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR current_setting('app.role', true) IS DISTINCT FROM 'job' THEN
    RAISE EXCEPTION 'this transaction may not seal for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO audit.seal_head (cooperative_id) VALUES (p_coop) ON CONFLICT DO NOTHING;
  SELECT * INTO v_head FROM audit.seal_head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  v_number := v_head.last_number;
  v_hash := v_head.hash;
  FOR v_waiting IN
    SELECT u.at, e.event, e.name_digest, e.detail_digest FROM audit.unsealed u JOIN audit.digested e ON e.cooperative_id = u.cooperative_id AND e.event_id = u.event_id
    WHERE u.cooperative_id = p_coop ORDER BY u.at, u.event_id LIMIT p_most
  LOOP
    v_number := v_number + 1;
    v_numbers := v_numbers || v_number;
    v_ats := v_ats || v_waiting.at;
    v_ids := v_ids || (v_waiting.event).event_id;
    v_prev := v_prev || v_hash;
    v_hash := audit.event_hash(v_hash, v_number, v_waiting.event, v_waiting.name_digest, v_waiting.detail_digest);
    v_hashes := v_hashes || v_hash;
  END LOOP;
  INSERT INTO audit.seal (cooperative_id, number, event_id, prev_hash, hash)
    SELECT p_coop, s.* FROM unnest(v_numbers, v_ids, v_prev, v_hashes) s;
  DELETE FROM audit.unsealed u USING unnest(v_ats, v_ids) s(at, event_id) WHERE u.cooperative_id = p_coop AND u.at = s.at AND u.event_id = s.event_id;
  UPDATE audit.seal_head h SET last_number = v_number, hash = v_hash WHERE h.cooperative_id = p_coop;
  RETURN cardinality(v_ids);
END $$;
REVOKE ALL ON FUNCTION audit.seal_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.seal_events TO coop_app;

-- The first event that the seals contradict, events that no seal covers, and the newest ones where they are missing.
CREATE FUNCTION audit.verify(c uuid) RETURNS TABLE (number bigint, at timestamptz, actor_name text, problem text)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH former AS (
    SELECT m.first_name || ' ' || m.last_name AS pseudonym FROM app.member m
    WHERE m.cooperative_id = c AND m.removed_at IS NOT NULL AND m.first_name = 'Former member' AND m.phone = ''),
  sealed AS (
    SELECT s.number, s.prev_hash, s.hash, e.event, e.name_digest, e.detail_digest, e.name_is_erased, e.detail_is_erased,
      e.event_id IS NOT NULL AS is_there, (e.event).at AS at, (e.event).actor_name AS actor_name,
      coalesce(lag(s.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(s.number) OVER w, 0) AS before_number,
      max((e.event).at) OVER (w ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest_before
    FROM audit.seal s LEFT JOIN audit.digested e ON e.cooperative_id = s.cooperative_id AND e.event_id = s.event_id
    WHERE s.cooperative_id = c WINDOW w AS (ORDER BY s.number)),
  judged AS (
    SELECT s.number, s.at, s.actor_name, CASE
      WHEN s.number <> s.before_number + 1 THEN 'gap'
      WHEN s.prev_hash <> s.before_hash THEN 'link'
      WHEN NOT s.is_there THEN 'removed'
      WHEN s.hash IS DISTINCT FROM audit.event_hash(s.prev_hash, s.number, s.event, s.name_digest, s.detail_digest) THEN 'changed'
      WHEN s.name_is_erased AND NOT EXISTS (SELECT FROM former f WHERE strpos(s.actor_name, f.pseudonym) > 0) THEN 'changed'
      WHEN s.detail_is_erased AND strpos((s.event).detail::text, '…') = 0 AND NOT EXISTS (SELECT FROM former f WHERE strpos((s.event).detail::text, f.pseudonym) > 0) THEN 'changed'
      -- A transaction takes seconds, so an event is sealed in the order of its time but for a little.
      WHEN s.at < s.latest_before - interval '1 hour' THEN 'late' END AS problem
    FROM sealed s)
  (SELECT j.number, j.at, j.actor_name, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.number LIMIT 1)
  UNION ALL
  (SELECT max(s.number), NULL, NULL, 'head' FROM audit.seal s WHERE s.cooperative_id = c
     HAVING coalesce((SELECT (h.last_number, h.hash) FROM audit.seal_head h WHERE h.cooperative_id = c), (0::bigint, decode(repeat('00', 32), 'hex')))
       IS DISTINCT FROM coalesce((SELECT (x.number, x.hash) FROM audit.seal x WHERE x.cooperative_id = c ORDER BY x.number DESC LIMIT 1),
         (0::bigint, decode(repeat('00', 32), 'hex'))))
  UNION ALL
  (SELECT NULL, e.at, e.actor_name, 'added' FROM audit.event e WHERE e.cooperative_id = c
     AND NOT EXISTS (SELECT FROM audit.seal s WHERE s.cooperative_id = c AND s.event_id = e.event_id)
     AND NOT EXISTS (SELECT FROM audit.unsealed u WHERE u.cooperative_id = c AND u.event_id = e.event_id) ORDER BY e.at LIMIT 1)
  UNION ALL
  (SELECT NULL, u.at, e.actor_name, CASE WHEN e.event_id IS NULL THEN 'lost' ELSE 'waiting' END
   FROM audit.unsealed u LEFT JOIN audit.event e ON e.cooperative_id = c AND e.event_id = u.event_id
   WHERE u.cooperative_id = c AND (e.event_id IS NULL OR u.since < clock_timestamp() - interval '1 hour') ORDER BY u.at LIMIT 1) $$;
REVOKE ALL ON FUNCTION audit.verify FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit.verify TO coop_app;

CREATE TABLE platform.anchor (
  day date PRIMARY KEY,
  hash bytea NOT NULL CHECK (length(hash) = 32),    -- SHA-256 of what was signed
  file text NOT NULL,
  key text NOT NULL,                                -- fingerprint of the key that signed it
  made_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT ON platform.anchor TO coop_jobs;

CREATE FUNCTION platform.protect_anchor() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'anchors are append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON platform.anchor FOR EACH ROW EXECUTE FUNCTION platform.protect_anchor();
ALTER TABLE platform.anchor ENABLE ALWAYS TRIGGER frozen;
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON platform.anchor FOR EACH STATEMENT EXECUTE FUNCTION platform.protect_anchor();
ALTER TABLE platform.anchor ENABLE ALWAYS TRIGGER frozen_whole;
REVOKE ALL ON FUNCTION platform.protect_anchor FROM PUBLIC;

-- The last anchor of all books, for those who read one cooperative: it names none.
CREATE FUNCTION app.last_anchor() RETURNS TABLE (day date, hash bytea) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT a.day, a.hash FROM platform.anchor a ORDER BY a.day DESC LIMIT 1 $$;
REVOKE ALL ON FUNCTION app.last_anchor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.last_anchor TO coop_app;
