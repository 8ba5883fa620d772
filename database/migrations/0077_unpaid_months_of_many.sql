-- The job that works out first unpaid months asks for one member after the other, by plans that its connection keeps. Kept from the
-- time when the society had few rows, they read all its payments for each member: 3,000 members took 5 s where 0.4 s are enough,
-- and on a busy machine the job ran into its limit of 10 s.
--
-- Invariants:
--   * many members at once are worked out by plans made for the rows that are there now.
-- Relied on by: server/jobs/reckon-unpaid-months.ts.

SET LOCAL ROLE coop_owner;

CREATE OR REPLACE FUNCTION app.reckon_unpaid_months(p_coop uuid) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_members uuid[];
  v_since date[];
BEGIN
  -- A second one beside it would keep what it read before the first one wrote; it leaves all to the first.
  IF NOT pg_try_advisory_xact_lock(hashtextextended('app.first_unpaid_month ' || p_coop, 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM app.unpaid_month_to_reckon r WHERE r.cooperative_id = p_coop RETURNING r.member_id, r.month)
    SELECT array_agg(t.member_id), array_agg(t.since) INTO v_members, v_since FROM (SELECT member_id, min(month) AS since FROM taken GROUP BY 1 ORDER BY 1) t;
  -- Planning again costs about as much as ten members.
  IF cardinality(v_members) > 100 THEN DISCARD PLANS; END IF;
  -- A statement of its own, which sees all that was committed with what was just taken.
  INSERT INTO app.first_unpaid_month AS kept (cooperative_id, member_id, month)
    SELECT p_coop, w.member_id, app.first_unpaid_since(p_coop, w.member_id, w.since)
    FROM unnest(v_members, v_since) AS w(member_id, since) LEFT JOIN app.first_unpaid_month u ON u.cooperative_id = p_coop AND u.member_id = w.member_id
    WHERE (w.since > u.month) IS NOT TRUE
    ON CONFLICT (cooperative_id, member_id) DO UPDATE SET month = EXCLUDED.month WHERE kept.month IS DISTINCT FROM EXCLUDED.month;
END $$;
