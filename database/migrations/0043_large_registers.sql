-- The register of a large society answers at once, and a file of members is held against it before it is registered.
--
-- Two figures of each member are kept by the rows they follow from, so that the register finds who owes and sorts by
-- savings without adding up everybody's: the first month that is not paid in full, and the savings (decision 37).
--
-- Invariants:
--   * every member with a contribution plan has a first unpaid month, and every member his savings. They change in the transaction
--     that changes a plan, a contribution, a deduction or a balance of his, whoever changes it (triggers), and by nothing else
--     (the policies named for it). The register relies on them; database/checks works both out anew.
--   * the first unpaid month depends on no clock: a plan asks for every month to come, so whoever paid all has the first that he has not.
--   * the register orders by the kept savings and shows those of the books.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.first_unpaid_month (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  month date CHECK (extract(day FROM month) = 1),   -- null where his plan asks for nothing more
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
) WITH (fillfactor = 70);                           -- a payroll moves the month of everybody, in place
CALL app.protect_tenant('app.first_unpaid_month');
CALL app.protect_member_rows('app.first_unpaid_month');
CREATE POLICY only_with_what_it_follows_from ON app.first_unpaid_month AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (pg_trigger_depth() > 0);
CREATE POLICY changes_with_what_it_follows_from ON app.first_unpaid_month AS RESTRICTIVE FOR UPDATE TO coop_app USING (pg_trigger_depth() > 0);
GRANT SELECT, INSERT, UPDATE (month) ON app.first_unpaid_month TO coop_app;

CREATE INDEX deduction_of_member ON app.deduction (cooperative_id, member_id, period) INCLUDE (savings_amount) WHERE NOT credited;

-- These functions keep their plans over a session, in which a table that was small when it was first asked may grow: without
-- enable_seqscan = off a plan that walks over the whole table could stay.

-- The first month, from one on before which all is paid, of which more is asked than was paid; null where there is none.
-- Only that month, one after a payment, and one in which a plan begins can be the first.
CREATE FUNCTION app.first_unpaid_since(p_coop uuid, p_member uuid, p_since date) RETURNS date LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  RETURN (
    SELECT c.month FROM (
      SELECT p_since AS month
      UNION SELECT (t.period + interval '1 month')::date FROM app.transaction t
        WHERE t.cooperative_id = p_coop AND t.member_id = p_member AND t.period >= p_since AND t.status = 'approved'
      UNION SELECT (d.period + interval '1 month')::date FROM app.deduction d
        WHERE d.cooperative_id = p_coop AND d.member_id = p_member AND d.period >= p_since AND NOT d.credited
      UNION SELECT p.effective_from FROM app.contribution_plan p
        WHERE p.cooperative_id = p_coop AND p.member_id = p_member AND p.effective_from > p_since
      ORDER BY 1 OFFSET 0) c
    WHERE (SELECT p.monthly FROM app.contribution_plan p
        WHERE p.cooperative_id = p_coop AND p.member_id = p_member AND p.effective_from <= c.month ORDER BY p.effective_from DESC LIMIT 1)
      > coalesce((SELECT sum(t.amount) FROM app.transaction t
        WHERE t.cooperative_id = p_coop AND t.member_id = p_member AND t.period = c.month AND t.status = 'approved'), 0)
      + coalesce((SELECT sum(d.savings_amount) FROM app.deduction d
        WHERE d.cooperative_id = p_coop AND d.member_id = p_member AND d.period = c.month AND NOT d.credited), 0)
    LIMIT 1);
END $$;

-- After something changed of these members, each from a month on.
CREATE FUNCTION app.keep_first_unpaid_months(p_coop uuid, p_members uuid[], p_since date[]) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  -- Whoever pays for the same member at the same moment waits, and then sees this payment too.
  PERFORM FROM app.first_unpaid_month u WHERE u.cooperative_id = p_coop AND u.member_id = ANY (p_members) ORDER BY u.member_id FOR UPDATE;
  INSERT INTO app.first_unpaid_month AS kept (cooperative_id, member_id, month)
    SELECT p_coop, w.member_id, app.first_unpaid_since(p_coop, w.member_id, w.since)
    FROM unnest(p_members, p_since) AS w(member_id, since)
    -- What changes after the first unpaid month leaves it where it is.
    WHERE w.since <= coalesce((SELECT u.month FROM app.first_unpaid_month u WHERE u.cooperative_id = p_coop AND u.member_id = w.member_id), 'infinity'::date)
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET month = EXCLUDED.month WHERE kept.month IS DISTINCT FROM EXCLUDED.month;
END $$;

CREATE FUNCTION app.plan_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.keep_first_unpaid_months(s.cooperative_id, array_agg(s.member_id ORDER BY s.member_id), array_agg(s.since ORDER BY s.member_id))
    FROM (SELECT c.cooperative_id, c.member_id, min(c.effective_from) AS since FROM changed c GROUP BY 1, 2) s GROUP BY s.cooperative_id;
  RETURN NULL;
END $$;
CREATE FUNCTION app.contribution_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.keep_first_unpaid_months(s.cooperative_id, array_agg(s.member_id ORDER BY s.member_id), array_agg(s.since ORDER BY s.member_id))
    FROM (SELECT c.cooperative_id, c.member_id, min(c.period) AS since FROM changed c
      WHERE c.period IS NOT NULL AND c.status IN ('approved', 'reversed') GROUP BY 1, 2) s GROUP BY s.cooperative_id;
  RETURN NULL;
END $$;
CREATE FUNCTION app.deduction_moves_first_unpaid() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM app.keep_first_unpaid_months(s.cooperative_id, array_agg(s.member_id ORDER BY s.member_id), array_agg(s.since ORDER BY s.member_id))
    FROM (SELECT c.cooperative_id, c.member_id, min(c.period) AS since FROM changed c GROUP BY 1, 2) s GROUP BY s.cooperative_id;
  RETURN NULL;
END $$;

REVOKE ALL ON FUNCTION app.first_unpaid_since, app.keep_first_unpaid_months, app.plan_moves_first_unpaid, app.contribution_moves_first_unpaid, app.deduction_moves_first_unpaid FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.first_unpaid_since, app.keep_first_unpaid_months, app.plan_moves_first_unpaid, app.contribution_moves_first_unpaid, app.deduction_moves_first_unpaid TO coop_app;

CREATE TRIGGER first_unpaid_month_on_insert AFTER INSERT ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_update AFTER UPDATE ON app.contribution_plan REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.plan_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_insert AFTER INSERT ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_update AFTER UPDATE ON app.transaction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.contribution_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_insert AFTER INSERT ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_update AFTER UPDATE ON app.deduction REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();
CREATE TRIGGER first_unpaid_month_on_delete AFTER DELETE ON app.deduction REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.deduction_moves_first_unpaid();

CREATE TABLE app.member_savings (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  membership_number int NOT NULL,                   -- settles the order of equal savings
  savings bigint NOT NULL DEFAULT 0,                -- kobo
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CREATE INDEX member_by_savings ON app.member_savings (cooperative_id, savings, membership_number) INCLUDE (member_id);
CALL app.protect_tenant('app.member_savings');
CREATE POLICY own_savings ON app.member_savings AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY nobody_comes_with_savings ON app.member_savings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (pg_trigger_depth() > 0 AND savings = 0);
GRANT SELECT, INSERT ON app.member_savings TO coop_app;
GRANT SELECT, INSERT, UPDATE (savings) ON app.member_savings TO ledger_owner;
GRANT SELECT ON app.account_type, app.member TO ledger_owner;

CREATE FUNCTION app.member_begins_with_nothing() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO app.member_savings (cooperative_id, member_id, membership_number) SELECT c.cooperative_id, c.member_id, c.membership_number FROM changed c;
  RETURN NULL;
END $$;

-- Runs as the ledger does, under the lock of the cooperative's head. Each key is looked up by itself, so that a plan made for
-- one posting serves a payroll too, and the other way round.
CREATE FUNCTION app.balances_move_savings() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO app.member_savings AS kept (cooperative_id, member_id, membership_number, savings)
      SELECT w.cooperative_id, w.member_id, w.membership_number, sum(c.credits - c.debits)
      FROM changed c CROSS JOIN LATERAL (
        SELECT a.cooperative_id, a.member_id, (SELECT m.membership_number FROM app.member m WHERE m.cooperative_id = a.cooperative_id AND m.member_id = a.member_id) AS membership_number
        FROM ledger.account a WHERE a.cooperative_id = c.cooperative_id AND a.account_id = c.account_id AND a.member_id IS NOT NULL
          AND (SELECT t.kind FROM app.account_type t WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id) = 'savings' LIMIT 1) w
      GROUP BY 1, 2, 3 ORDER BY 1, 2
      ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = kept.savings + excluded.savings;
  ELSE
    INSERT INTO app.member_savings AS kept (cooperative_id, member_id, membership_number, savings)
      SELECT w.cooperative_id, w.member_id, w.membership_number, sum(c.moved)
      FROM (SELECT s.cooperative_id, s.account_id, sum(s.moved) AS moved FROM (
          SELECT n.cooperative_id, n.account_id, n.credits - n.debits AS moved FROM changed n
          UNION ALL SELECT o.cooperative_id, o.account_id, o.debits - o.credits FROM before o) s GROUP BY 1, 2) c
      CROSS JOIN LATERAL (
        SELECT a.cooperative_id, a.member_id, (SELECT m.membership_number FROM app.member m WHERE m.cooperative_id = a.cooperative_id AND m.member_id = a.member_id) AS membership_number
        FROM ledger.account a WHERE a.cooperative_id = c.cooperative_id AND a.account_id = c.account_id AND a.member_id IS NOT NULL
          AND (SELECT t.kind FROM app.account_type t WHERE t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id) = 'savings' LIMIT 1) w
      GROUP BY 1, 2, 3 ORDER BY 1, 2
      ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = kept.savings + excluded.savings;
  END IF;
  RETURN NULL;
END $$;

-- Works all of it out anew, for an administrator whose rows were not changed through the triggers.
CREATE PROCEDURE app.reckon_members() LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO app.first_unpaid_month AS kept (cooperative_id, member_id, month)
    SELECT p.cooperative_id, p.member_id, app.first_unpaid_since(p.cooperative_id, p.member_id, min(p.effective_from)) FROM app.contribution_plan p GROUP BY 1, 2
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET month = EXCLUDED.month WHERE kept.month IS DISTINCT FROM EXCLUDED.month;
  INSERT INTO app.member_savings AS kept (cooperative_id, member_id, membership_number, savings)
    SELECT m.cooperative_id, m.member_id, m.membership_number, coalesce(sum(b.credits - b.debits) FILTER (WHERE t.kind = 'savings'), 0)
    FROM app.member m
    LEFT JOIN ledger.account a ON a.cooperative_id = m.cooperative_id AND a.member_id = m.member_id
    LEFT JOIN app.account_type t ON t.cooperative_id = a.cooperative_id AND t.account_type_id = a.account_type_id
    LEFT JOIN ledger.balance b ON b.cooperative_id = a.cooperative_id AND b.account_id = a.account_id
    GROUP BY 1, 2, 3
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET savings = EXCLUDED.savings WHERE kept.savings <> EXCLUDED.savings $$;

REVOKE ALL ON FUNCTION app.member_begins_with_nothing, app.balances_move_savings FROM PUBLIC;
REVOKE ALL ON PROCEDURE app.reckon_members FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.member_begins_with_nothing TO coop_app;
GRANT EXECUTE ON FUNCTION app.balances_move_savings TO ledger_owner;

CREATE TRIGGER begins_with_nothing AFTER INSERT ON app.member REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.member_begins_with_nothing();

RESET ROLE;
SET LOCAL ROLE ledger_owner;
CREATE TRIGGER savings_on_insert AFTER INSERT ON ledger.balance REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.balances_move_savings();
CREATE TRIGGER savings_on_update AFTER UPDATE ON ledger.balance REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION app.balances_move_savings();
RESET ROLE;

CALL app.reckon_members();

-- A row of a file of members says who may be the same person, and whether an officer found that it is somebody else.
SET LOCAL ROLE coop_owner;
ALTER TABLE app.import_row
  ADD COLUMN doubles jsonb NOT NULL DEFAULT '[]',   -- [{why, memberId} or {why, row}]
  ADD COLUMN is_another boolean NOT NULL DEFAULT false;
GRANT UPDATE (doubles, is_another) ON app.import_row TO coop_app;
RESET ROLE;
