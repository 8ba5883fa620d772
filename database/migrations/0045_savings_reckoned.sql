-- What each member has saved up to some entry of the books, so that the register sorts by savings without adding up all
-- balances: it adds the postings since then (decision 37). Postings are frozen and entries are numbered without a gap in the
-- order in which they are committed, so that a number says what is in the sums and what is not.
--
-- Invariants:
--   * app.member_savings is the sum of all postings up to app.savings_reckoned.entry_no to the savings accounts of the member;
--     who is missing there has none up to it. database/checks holds both together against the balances.
--   * only app.reckon_savings writes either, one at a time in each cooperative.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.savings_reckoned (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  entry_no bigint NOT NULL
);
CREATE TABLE app.member_savings (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  savings bigint NOT NULL,                          -- kobo
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
) WITH (fillfactor = 70);                           -- a payroll moves everybody's, in place
CALL app.protect_tenant('app.savings_reckoned');
CALL app.protect_tenant('app.member_savings');
CALL app.protect_officer_rows('app.savings_reckoned');
CALL app.protect_officer_rows('app.member_savings');
CREATE POLICY begun_by_the_job ON app.savings_reckoned AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.savings_reckoned AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY reckoned_by_the_job ON app.member_savings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT current_setting('app.role', true)) = 'job');
CREATE POLICY moved_by_the_job ON app.member_savings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT current_setting('app.role', true)) = 'job');
GRANT SELECT, INSERT, UPDATE (entry_no) ON app.savings_reckoned TO coop_app;
GRANT SELECT, INSERT, UPDATE (savings) ON app.member_savings TO coop_app;

-- How the entries moved the savings of members. Each look-up is limited, which keeps it on its key.
CREATE VIEW app.savings_moved WITH (security_invoker = true) AS
  SELECT e.cooperative_id, e.entry_no, w.member_id, s.amount
  FROM ledger.entry e JOIN ledger.posting p ON p.cooperative_id = e.cooperative_id AND p.entry_id = e.entry_id
  CROSS JOIN LATERAL (VALUES (p.credit_id, p.amount), (p.debit_id, -p.amount)) AS s(account_id, amount)
  CROSS JOIN LATERAL (
    SELECT a.member_id FROM ledger.account a
    WHERE a.cooperative_id = e.cooperative_id AND a.account_id = s.account_id AND a.member_id IS NOT NULL
      AND (SELECT t.kind FROM app.account_type t WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id) = 'savings'
    LIMIT 1) w;
GRANT SELECT ON app.savings_moved TO coop_app;

CREATE FUNCTION app.reckon_savings(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_from bigint;
  v_to bigint;
BEGIN
  -- A second one beside it would add the same entries again; it leaves them to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.member_savings ' || p_coop, 0)) THEN RETURN; END IF;
  v_from := coalesce((SELECT r.entry_no FROM app.savings_reckoned r WHERE r.cooperative_id = p_coop), 0);
  v_to := (SELECT e.entry_no FROM ledger.entry e WHERE e.cooperative_id = p_coop ORDER BY e.entry_no DESC LIMIT 1);
  IF v_to IS NULL OR v_to = v_from THEN RETURN; END IF;
  INSERT INTO app.member_savings AS kept (cooperative_id, member_id, savings)
    SELECT p_coop, s.member_id, sum(s.amount) FROM app.savings_moved s WHERE s.cooperative_id = p_coop AND s.entry_no > v_from AND s.entry_no <= v_to GROUP BY s.member_id
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = kept.savings + EXCLUDED.savings WHERE EXCLUDED.savings <> 0;
  INSERT INTO app.savings_reckoned AS r (cooperative_id, entry_no) VALUES (p_coop, v_to) ON CONFLICT (cooperative_id) DO UPDATE SET entry_no = EXCLUDED.entry_no;
END $$;
REVOKE ALL ON FUNCTION app.reckon_savings FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.reckon_savings TO coop_app;
RESET ROLE;

DO $$
DECLARE v_coop uuid;
BEGIN
  FOR v_coop IN SELECT cooperative_id FROM app.cooperative LOOP PERFORM app.reckon_savings(v_coop); END LOOP;
END $$;
