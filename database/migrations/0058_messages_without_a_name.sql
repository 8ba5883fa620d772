-- Messages without a name: a member's share of them by tokens that are signed blind, and a box that is emptied once a day (decision 76).
--
-- Invariants:
--   * a member gets two batches of tokens a month, one for each device, which are signed without being seen; a token is spent once;
--   * no column of a message without a name says whose it is or when in its day it came, its identifiers are drawn, and no session
--     reads it before app.empty_enquiry_box writes those of a day that is over in the order of their identifiers, in one transaction;
--   * a spent token is kept as a hash, and written at the same time in the order of the hashes.
-- Relied on by: server/features/governance/enquiries.

SET LOCAL ROLE coop_owner;

-- The key pair of a month. Its private half is deleted when the next month's comes, the row a month later.
CREATE TABLE app.enquiry_key (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,
  public_key bytea NOT NULL,                        -- as SPKI
  sealed bytea,                                     -- the private key
  PRIMARY KEY (cooperative_id, month)
);
CALL app.protect_tenant('app.enquiry_key');
CALL app.protect_officer_rows('app.enquiry_key');
GRANT SELECT, INSERT, UPDATE (sealed), DELETE ON app.enquiry_key TO coop_app;

-- That a batch of a member's was signed. Of the blinded tokens only a hash is stored: the same ones are signed again after a lost reply.
CREATE TABLE app.enquiry_batch (
  cooperative_id uuid NOT NULL,
  month date NOT NULL,
  member_id uuid NOT NULL,
  number smallint NOT NULL CHECK (number BETWEEN 1 AND 2),
  blinded_hash bytea NOT NULL CHECK (octet_length(blinded_hash) = 32),
  PRIMARY KEY (cooperative_id, month, member_id, number),
  FOREIGN KEY (cooperative_id, month) REFERENCES app.enquiry_key ON DELETE CASCADE,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.enquiry_batch');
CREATE POLICY own_row ON app.enquiry_batch AS RESTRICTIVE TO coop_app USING (member_id = (SELECT app.member_id()));
CREATE INDEX enquiry_batch_by_member ON app.enquiry_batch (cooperative_id, member_id);
GRANT SELECT, INSERT ON app.enquiry_batch TO coop_app;

-- Messages of a day that is not over. Sessions put them in and cannot look.
CREATE TABLE app.enquiry_box (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,                              -- of the key that signed the token
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  reference bytea NOT NULL CHECK (octet_length(reference) = 32),   -- as in the enquiry
  kind text NOT NULL CHECK (kind IN ('complaint', 'suggestion')),
  subject text NOT NULL,
  text text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (cooperative_id, token_hash)
);
CALL app.protect_tenant('app.enquiry_box');
CREATE UNIQUE INDEX enquiry_box_by_reference ON app.enquiry_box (cooperative_id, reference);

CREATE TABLE app.enquiry_token_spent (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  month date NOT NULL,
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  PRIMARY KEY (cooperative_id, token_hash)
);
CALL app.protect_tenant('app.enquiry_token_spent');

-- Whether the message is in the box now; not where its token was spent.
CREATE FUNCTION app.put_into_enquiry_box(p_month date, p_token bytea, p_reference bytea, p_kind text, p_subject text, p_text text, p_day date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- Else a token that is just leaving the box is seen in neither place.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('enquiry box ' || app.coop_id(), 0));
  PERFORM FROM app.enquiry_token_spent s WHERE s.cooperative_id = app.coop_id() AND s.token_hash = p_token;
  IF FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO app.enquiry_box (cooperative_id, month, token_hash, reference, kind, subject, text, day)
    VALUES (app.coop_id(), p_month, p_token, p_reference, p_kind, p_subject, p_text, p_day) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION app.put_into_enquiry_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.put_into_enquiry_box TO coop_app;

-- What is in the box, for who has its code.
CREATE FUNCTION app.enquiry_in_box(p_reference bytea) RETURNS TABLE (kind text, subject text, text text, day date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT b.kind, b.subject, b.text, b.day FROM app.enquiry_box b WHERE b.cooperative_id = app.coop_id() AND b.reference = p_reference $$;
REVOKE ALL ON FUNCTION app.enquiry_in_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.enquiry_in_box TO coop_app;

-- Hands the officers what came before this day, and forgets the tokens that no key proves any more.
CREATE FUNCTION app.empty_enquiry_box(p_today date) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('enquiry box ' || app.coop_id(), 0));
  WITH emptied AS MATERIALIZED (
    DELETE FROM app.enquiry_box b WHERE b.cooperative_id = app.coop_id() AND b.day < p_today RETURNING b.*
  ), drawn AS MATERIALIZED (
    SELECT e.*, gen_random_uuid() AS enquiry_id, e.day::timestamp AT TIME ZONE 'Africa/Lagos' AS at FROM emptied e
  ), enquiries AS (
    INSERT INTO app.enquiry (cooperative_id, enquiry_id, kind, subject, reference, asked_at, changed_at, officers_told)
      SELECT d.cooperative_id, d.enquiry_id, d.kind, d.subject, d.reference, d.at, d.at, false FROM drawn d ORDER BY d.enquiry_id
  ), messages AS (
    INSERT INTO app.enquiry_message (cooperative_id, enquiry_id, message_id, is_answer, text, written_at)
      SELECT d.cooperative_id, d.enquiry_id, gen_random_uuid(), false, d.text, d.at FROM drawn d ORDER BY d.enquiry_id
  )
  INSERT INTO app.enquiry_token_spent (cooperative_id, month, token_hash)
    SELECT d.cooperative_id, d.month, d.token_hash FROM drawn d ORDER BY d.token_hash;
  DELETE FROM app.enquiry_token_spent s WHERE s.cooperative_id = app.coop_id() AND s.month < (date_trunc('month', p_today) - interval '1 month')::date;
END $$;
REVOKE ALL ON FUNCTION app.empty_enquiry_box FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.empty_enquiry_box TO coop_app;

-- What came before has a time in the identifiers of its messages, and lies in the order in which it came. All cooperatives’ at once.
ALTER TABLE app.enquiry NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.enquiry_message NO FORCE ROW LEVEL SECURITY;
WITH messages AS (
  DELETE FROM app.enquiry_message m USING app.enquiry n
  WHERE n.cooperative_id = m.cooperative_id AND n.enquiry_id = m.enquiry_id AND n.asked_by IS NULL RETURNING m.*
), enquiries AS (
  DELETE FROM app.enquiry WHERE asked_by IS NULL RETURNING *
), back AS (
  INSERT INTO app.enquiry SELECT * FROM enquiries ORDER BY cooperative_id, enquiry_id
)
INSERT INTO app.enquiry_message (cooperative_id, enquiry_id, message_id, member_id, is_answer, author_name, text, written_at)
  SELECT cooperative_id, enquiry_id, CASE WHEN is_answer THEN message_id ELSE gen_random_uuid() END, member_id, is_answer, author_name, text, written_at
  FROM messages ORDER BY cooperative_id, enquiry_id, written_at;
ALTER TABLE app.enquiry FORCE ROW LEVEL SECURITY;
ALTER TABLE app.enquiry_message FORCE ROW LEVEL SECURITY;
