-- A member whose employer deducts is told so, and by whom, in place of how to pay.
--
-- Invariants: a member reads the name of their own employer and nothing else of it (app.employer and app.employment are the officers').
-- Relied on by: server/features/members/members/queries.ts (getMemberDashboard).

SET LOCAL ROLE coop_owner;

-- Of the application alone, so that the function below reads for a member what a member's own query can't.
ALTER POLICY officers_only ON app.employment TO coop_app;
ALTER POLICY officers_only ON app.employer TO coop_app;

CREATE FUNCTION app.own_employer(p_on date) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT e.name FROM app.employment w
  JOIN app.employer e ON e.cooperative_id = w.cooperative_id AND e.employer_id = w.employer_id
  WHERE w.cooperative_id = app.coop_id() AND w.member_id = app.member_id() AND w.from_on <= p_on $$;
REVOKE ALL ON FUNCTION app.own_employer FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_employer TO coop_app;
