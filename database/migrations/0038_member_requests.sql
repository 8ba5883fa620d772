-- What a member asks for from his phone, and the proof that he sends with money he says he paid in.
--
-- Invariants:
--   * a member has at most one request of a kind that waits (member_request_waiting), and withdraws his own only;
--   * a request that is not waiting any more never changes (decided_once), and one that was declined says why;
--   * a proof is added by its member while the payment waits, and no role may change or delete one (requests and deposits
--     are judged by it); only erasing the person empties it (erased_member_requests).

SET LOCAL ROLE coop_owner;

CREATE TABLE app.member_request (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  request_id uuid NOT NULL,
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('contribution', 'profile')),
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'approved', 'declined', 'withdrawn')),
  monthly_before bigint CHECK (monthly_before >= 0),  -- kobo, as it stood when it was asked
  monthly bigint CHECK (monthly >= 0),                -- kobo
  month date CHECK (extract(day FROM month) = 1),      -- from which the new amount is asked for
  fields jsonb,                                       -- of the own record: [{field, before, after}]
  note text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  decided_by uuid,
  decided_by_name text,
  reason text,
  PRIMARY KEY (cooperative_id, request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (num_nonnulls(monthly_before, monthly, month) = CASE kind WHEN 'contribution' THEN 3 ELSE 0 END),
  CHECK ((fields IS NOT NULL) = (kind = 'profile')),
  CHECK ((ended_at IS NOT NULL) = (status <> 'waiting')),
  CHECK (num_nonnulls(decided_by, decided_by_name) = CASE WHEN status IN ('approved', 'declined') THEN 2 ELSE 0 END),
  CHECK ((reason IS NOT NULL) = (status = 'declined'))
);
CALL app.protect_tenant('app.member_request');
CALL app.protect_member_rows('app.member_request');
CREATE POLICY asked_by_members ON app.member_request AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT app.is_member()) AND status = 'waiting');
CREATE POLICY decided_once ON app.member_request AS RESTRICTIVE FOR UPDATE TO coop_app
  USING (status = 'waiting') WITH CHECK (CASE WHEN (SELECT app.is_member()) THEN status = 'withdrawn' ELSE status IN ('approved', 'declined') END);
CREATE UNIQUE INDEX member_request_waiting ON app.member_request (cooperative_id, member_id, kind) WHERE status = 'waiting';
CREATE INDEX member_request_by_status ON app.member_request (cooperative_id, status, created_at);
CREATE INDEX member_request_by_member ON app.member_request (cooperative_id, member_id, created_at);
GRANT SELECT, INSERT, UPDATE (status, ended_at, decided_by, decided_by_name, reason) ON app.member_request TO coop_app;

CREATE TABLE app.transaction_proof (
  cooperative_id uuid NOT NULL,
  proof_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  member_id uuid NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes int NOT NULL CHECK (bytes > 0),
  content bytea,                                      -- gone when the person is erased
  sha256 bytea NOT NULL,
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, proof_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.transaction_proof');
CALL app.protect_member_rows('app.transaction_proof');
CREATE POLICY while_it_waits ON app.transaction_proof AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT app.is_member()) AND content IS NOT NULL AND EXISTS (
    SELECT FROM app.transaction t WHERE t.transaction_id = transaction_proof.transaction_id AND t.member_id = transaction_proof.member_id
      AND t.type = 'deposit' AND t.status = 'pending' AND NOT t.made_by_officer));
CREATE INDEX transaction_proof_by_transaction ON app.transaction_proof (cooperative_id, transaction_id, added_at);
GRANT SELECT, INSERT ON app.transaction_proof TO coop_app;

-- A member's session may tell the officers something; it reads none of what they were told.
ALTER POLICY officers_only ON app.officer_notification WITH CHECK (true);

-- app.erase_member empties the phone last; with it goes what the person asked for in words and in pictures.
CREATE FUNCTION app.empty_member_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.member_request r SET note = NULL, fields = CASE WHEN r.fields IS NOT NULL THEN '[]'::jsonb END, reason = CASE WHEN r.reason IS NOT NULL THEN '…' END,
      status = CASE r.status WHEN 'waiting' THEN 'withdrawn' ELSE r.status END, ended_at = coalesce(r.ended_at, clock_timestamp())
    WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  UPDATE app.transaction_proof p SET file_name = 'erased', content = NULL WHERE p.cooperative_id = NEW.cooperative_id AND p.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.empty_member_requests FROM PUBLIC;
CREATE TRIGGER erased_member_requests AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone <> '') EXECUTE FUNCTION app.empty_member_requests();

RESET ROLE;
