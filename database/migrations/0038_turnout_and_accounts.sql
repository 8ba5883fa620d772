-- The least turnout of an election, and returning officers without the candidates on a ballot (decision 73). Beside them receipts of
-- messages that came before their message was known to have left, and the accounts of fixed assets and honoraria for societies whose books were opened before 1520, 1530, 2340, 4420 and 5820 were in the standard chart
-- (decision 74). A society that uses one of these codes or names for an account of its own keeps it: nothing is added beside it, and
-- where a code is then missing a disposal is refused with its number, as before.
-- Relied on by: server/features/governance/elections and votes; server/db/messages.ts; server/features/money/fixed-assets (classes of assets, and what a
-- disposal gains or loses).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.election_rules
  ADD COLUMN turnout_min int NOT NULL DEFAULT 0 CHECK (turnout_min BETWEEN 0 AND 100),   -- percent of the roll; 0 is none
  ADD COLUMN turnout_clause text NOT NULL DEFAULT '' CHECK (length(turnout_clause) <= 120);
GRANT UPDATE (turnout_min, turnout_clause) ON app.election_rules TO coop_app;
ALTER TABLE app.election ADD COLUMN turnout_min int NOT NULL DEFAULT 0;   -- as the others, from the bye-laws when it was opened

-- Whose confirmation the result of this vote takes: a candidate on its ballot confirms no count.
CREATE FUNCTION app.returning_officers_of(p_vote uuid) RETURNS TABLE (login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.login_id FROM app.returning_officers() o
  WHERE NOT EXISTS (
    SELECT FROM app.election_ballot b
    JOIN app.candidate c ON c.cooperative_id = b.cooperative_id AND c.candidate_id = ANY (b.candidates)
    JOIN platform.membership m ON m.cooperative_id = c.cooperative_id AND m.member_id = c.member_id
    WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote AND m.login_id = o.login_id) $$;
REVOKE ALL ON FUNCTION app.returning_officers_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.returning_officers_of TO coop_app;

-- What a provider said of a message that we do not know yet: its answer to our request, with the id, may come later than that. Kept for
-- an hour; who writes the id of a message or a receipt locks the id first (lockReceipts in server/db/messages.ts).
CREATE TABLE platform.early_receipt (
  provider text NOT NULL,
  provider_id text NOT NULL CHECK (length(provider_id) BETWEEN 1 AND 500),
  failed_because text CHECK (length(failed_because) BETWEEN 1 AND 500),   -- NULL: it arrived
  cost text CHECK (length(cost) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, provider_id)
);
CREATE INDEX early_receipt_oldest ON platform.early_receipt (created_at);
GRANT SELECT, INSERT, UPDATE (failed_because, cost), DELETE ON platform.early_receipt TO coop_jobs;

SET LOCAL ROLE ledger_owner;

-- Row-level security is forced on the owner too, and a migration speaks for no cooperative.
ALTER TABLE ledger.account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger.head NO FORCE ROW LEVEL SECURITY;
INSERT INTO ledger.account (cooperative_id, account_id, code, name, class)
SELECT h.cooperative_id, gen_random_uuid(), a.code, a.name, a.class
FROM ledger.head h
CROSS JOIN (VALUES
  ('1520', 'Motor vehicles', 'asset'),
  ('1530', 'Land and buildings', 'asset'),
  ('2340', 'Honoraria payable', 'liability'),
  ('4420', 'Gain on disposal of assets', 'income'),
  ('5820', 'Loss on disposal of assets', 'expense')) AS a (code, name, class)
WHERE NOT EXISTS (
  SELECT FROM ledger.account o WHERE o.cooperative_id = h.cooperative_id AND o.member_id IS NULL AND (o.code = a.code OR lower(o.name) = lower(a.name)));
ALTER TABLE ledger.account FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger.head FORCE ROW LEVEL SECURITY;
