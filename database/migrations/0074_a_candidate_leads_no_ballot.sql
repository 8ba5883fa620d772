-- A candidate who has the phone of the cooperative's own login opened, confirmed and declared their own election with that login:
-- candidates were known by the member of the session, which that login has none of.
--
-- Invariants:
--   * a candidate for a post leads no ballot for it under any of their logins; under the cooperative's own login they do where no one
--     else could, because a society with that one login could elect no one who has its phone.
-- Relied on by: server/features/governance/votes, server/features/governance/elections.

SET LOCAL ROLE coop_owner;

-- Whether the person behind this login is one of these members, the candidates for a post, and leaves its ballot to another officer.
CREATE FUNCTION app.stands(p_login uuid, p_members uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH standing AS (
    SELECT coalesce(m.merged_into, m.member_id) AS member_id FROM app.member m
    WHERE m.cooperative_id = app.coop_id() AND m.member_id = ANY (p_members))
  SELECT EXISTS (SELECT app.people_of(p_login) INTERSECT SELECT s.member_id FROM standing s)
    AND (NOT EXISTS (SELECT FROM platform.login l WHERE l.login_id = p_login AND l.kind = 'cooperative')
      OR EXISTS (SELECT FROM app.returning_officers() o WHERE NOT app.is_same_person(o.login_id, p_login)
        AND NOT EXISTS (SELECT app.people_of(o.login_id) INTERSECT SELECT s.member_id FROM standing s))) $$;
REVOKE ALL ON FUNCTION app.stands FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.stands TO coop_app;

-- The members on the ballot of this vote; none where it is of no election.
CREATE FUNCTION app.standing_in(p_vote uuid) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(c.member_id), '{}') FROM app.election_ballot b
  JOIN app.candidate c ON c.cooperative_id = b.cooperative_id AND c.candidate_id = ANY (b.candidates)
  WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote $$;
REVOKE ALL ON FUNCTION app.standing_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.standing_in TO coop_app;

-- As before, but that a candidate is one under each of their logins.
CREATE OR REPLACE FUNCTION app.returning_officers_of(p_vote uuid) RETURNS TABLE (login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.login_id FROM app.returning_officers() o WHERE NOT app.stands(o.login_id, app.standing_in(p_vote)) $$;
