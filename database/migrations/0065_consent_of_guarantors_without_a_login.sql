-- A guarantor who does not use the app consents by a link and a code to their phone, or on a signed paper that a second
-- officer confirms.
--
-- Invariants (database/checks/consents_agree_with_guarantees.sql):
--   * an officer's session accepts a guarantee only on a confirmed paper (policy accepted_in_their_own_way), and nobody
--     confirms a paper that they added themselves;
--   * an answer by link is given in the guarantor's own scope, and the link is used for it; one link of a guarantee is open.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_guarantor
  ADD COLUMN answered_way text CHECK (answered_way IN ('app', 'link', 'paper')),   -- NULL: not answered, or agreed before Ajose asked
  ADD COLUMN confirmed_by_name text,                -- the officer who confirmed the signed paper
  ADD CONSTRAINT answered_in_a_way CHECK (answered_way IS NULL OR answered_at IS NOT NULL),
  ADD CONSTRAINT papers_are_confirmed CHECK ((answered_way IS NOT DISTINCT FROM 'paper') = (confirmed_by_name IS NOT NULL));
GRANT UPDATE (answered_way, confirmed_by_name) ON app.loan_guarantor TO coop_app;

RESET ROLE;
UPDATE app.loan_guarantor g SET answered_way = 'app' WHERE g.answered_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM app.loan_taken_over o WHERE o.cooperative_id = g.cooperative_id AND o.loan_id = g.loan_id);
SET LOCAL ROLE coop_owner;

CREATE TABLE app.consent_link (
  cooperative_id uuid NOT NULL,
  link_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the guarantor
  token_hash bytea NOT NULL CHECK (octet_length(token_hash) = 32),
  made_by uuid NOT NULL,
  made_by_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted', 'declined', 'replaced')),   -- replaced: a newer link was made
  codes_sent int NOT NULL DEFAULT 0,
  code_sent_at timestamptz,
  code_hash bytea,                                  -- of the newest code, keyed with the server's secret
  tries_left int NOT NULL DEFAULT 0 CHECK (tries_left >= 0),
  PRIMARY KEY (cooperative_id, link_id),
  FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (expires_at > made_at)
);
CALL app.protect_tenant('app.consent_link');
-- A guarantor sees their own links, a borrower those for the own loan.
CREATE POLICY own_link ON app.consent_link AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY borrowers_send ON app.consent_link AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK (outcome IS NULL AND code_hash IS NULL AND ((SELECT NOT app.is_member()) OR loan_id IN (SELECT l.loan_id FROM app.loan l)));
-- Only the guarantor's own scope sets a code or uses the link; everybody else can only end it.
CREATE POLICY guarantors_use ON app.consent_link AS RESTRICTIVE FOR UPDATE TO coop_app
  USING (ended_at IS NULL) WITH CHECK (outcome IS NOT DISTINCT FROM 'replaced' OR ((SELECT app.is_member()) AND member_id = (SELECT app.member_id())));
-- The cooperative is not known before the token is looked up.
CREATE POLICY looked_up ON app.consent_link FOR SELECT TO coop_auth USING (true);
CREATE UNIQUE INDEX consent_link_open ON app.consent_link (cooperative_id, loan_id, member_id) WHERE ended_at IS NULL;
CREATE INDEX consent_link_of_guarantee ON app.consent_link (cooperative_id, loan_id, member_id, made_at);
CREATE INDEX consent_link_by_token ON app.consent_link (token_hash);
-- A link that was not used goes a month after its end; one that was used is the proof of an answer and stays.
CREATE POLICY swept ON app.consent_link TO coop_jobs USING (true);
CREATE INDEX consent_link_oldest ON app.consent_link (expires_at);
GRANT SELECT, INSERT, UPDATE (ended_at, outcome, codes_sent, code_sent_at, code_hash, tries_left) ON app.consent_link TO coop_app;
GRANT SELECT (cooperative_id, link_id, loan_id, member_id, token_hash, expires_at, outcome) ON app.consent_link TO coop_auth;
GRANT SELECT (expires_at, outcome), DELETE ON app.consent_link TO coop_jobs;

CREATE TABLE app.guarantee_paper (
  cooperative_id uuid NOT NULL,
  paper_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the guarantor who signed
  document_id uuid NOT NULL,                        -- the photo or PDF among the papers of the loan
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'confirmed', 'declined', 'replaced')),
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  reason text,
  PRIMARY KEY (cooperative_id, paper_id),
  FOREIGN KEY (cooperative_id, loan_id, member_id) REFERENCES app.loan_guarantor,
  FOREIGN KEY (cooperative_id, document_id) REFERENCES app.loan_document,
  CHECK (num_nonnulls(decided_by, decided_by_name, decided_at) = CASE WHEN status IN ('confirmed', 'declined') THEN 3 ELSE 0 END),
  CHECK ((reason IS NOT NULL) = (status = 'declined')),
  CONSTRAINT confirmed_by_another CHECK (status <> 'confirmed' OR decided_by <> added_by)
);
CALL app.protect_tenant('app.guarantee_paper');
CALL app.protect_officer_rows('app.guarantee_paper');
CREATE POLICY decided_once ON app.guarantee_paper AS RESTRICTIVE FOR UPDATE TO coop_app USING (status = 'waiting') WITH CHECK (status <> 'waiting');
CREATE UNIQUE INDEX guarantee_paper_waiting ON app.guarantee_paper (cooperative_id, loan_id, member_id) WHERE status = 'waiting';
CREATE INDEX guarantee_paper_by_guarantee ON app.guarantee_paper (cooperative_id, loan_id, member_id);
CREATE INDEX guarantee_paper_by_document ON app.guarantee_paper (cooperative_id, document_id);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, reason) ON app.guarantee_paper TO coop_app;

CREATE POLICY accepted_in_their_own_way ON app.loan_guarantor AS RESTRICTIVE FOR UPDATE TO coop_app USING (true)
  WITH CHECK (status <> 'accepted' OR CASE WHEN (SELECT app.is_member()) THEN answered_way IN ('app', 'link')
    ELSE answered_way = 'paper' AND EXISTS (SELECT FROM app.guarantee_paper p
      WHERE p.loan_id = loan_guarantor.loan_id AND p.member_id = loan_guarantor.member_id AND p.status = 'confirmed' AND p.added_at >= loan_guarantor.asked_at) END);

-- The functions below see the cooperative's rows in a member's session too; the tenant policy is for them as for all.
ALTER POLICY own_row ON app.loan_instalment TO coop_app;

-- What a member is asked to guarantee or guarantees, with what they may know of the loan. A member's session reads its own alone.
CREATE FUNCTION app.guarantees_of(p_member uuid)
RETURNS TABLE (loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint, instalments int, repaid_every text, status text,
  amount bigint, held bigint, asked_at timestamptz, answered_at timestamptz, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint, last_due_on date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, l.terms ->> 'repaidEvery', g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean, d.recovered, d.principal,
    (SELECT max(i.due_on) FROM app.loan_instalment i WHERE i.cooperative_id = g.cooperative_id AND i.loan_id = g.loan_id)
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount) FILTER (WHERE d.member_id = g.member_id), 0)::bigint AS recovered, coalesce(sum(d.principal), 0)::bigint AS principal
    FROM app.recovery_part d WHERE d.cooperative_id = g.cooperative_id AND d.loan_id = g.loan_id AND d.kind = 'guarantee' AND d.reversed_at IS NULL) d
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) $$;
REVOKE ALL ON FUNCTION app.guarantees_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.guarantees_of TO coop_app;
DROP FUNCTION app.own_guarantees;

-- A new guarantor who has accepted takes the place of the one they replace, whose row is closed to them.
CREATE FUNCTION app.replace_guarantor(p_loan uuid, p_member uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.loan_guarantor g SET status = 'replaced' FROM app.loan_guarantor n
  WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan AND n.cooperative_id = g.cooperative_id AND n.loan_id = g.loan_id
    AND n.member_id = p_member AND (NOT app.is_member() OR p_member = app.member_id()) AND n.status = 'accepted' AND n.replaces = g.member_id $$;
REVOKE ALL ON FUNCTION app.replace_guarantor FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.replace_guarantor TO coop_app;
DROP FUNCTION app.step_in;

RESET ROLE;
