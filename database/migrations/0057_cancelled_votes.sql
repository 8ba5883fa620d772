-- The ballots of a vote that is cancelled are destroyed with it: whoever cancels, or takes an export afterwards, learns no choice
-- (decision 71).
--
-- Invariants:
--   * a vote that is cancelled has no ballot, secret or open, counted or in the box;
--   * the ballots of every other vote are never changed or removed, by any role (keep_ballots);
--   * only a vote that is closed is counted.
-- Relied on by: server/features/governance/votes.

SET LOCAL ROLE coop_owner;

CREATE OR REPLACE FUNCTION app.keep_ballots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('ballot', 'open_ballot') THEN
    PERFORM FROM app.vote v WHERE v.cooperative_id = OLD.cooperative_id AND v.vote_id = OLD.vote_id AND v.status = 'cancelled';
    IF FOUND THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the papers of a vote are never changed' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION app.destroy_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = app.coop_id() AND v.vote_id = p_vote AND v.status = 'cancelled';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this vote is not cancelled' USING ERRCODE = 'restrict_violation';
  END IF;
  DELETE FROM app.ballot_box b WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote;
  DELETE FROM app.open_ballot o WHERE o.cooperative_id = app.coop_id() AND o.vote_id = p_vote;
END $$;
REVOKE ALL ON FUNCTION app.destroy_ballots FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.destroy_ballots TO coop_app;

CREATE OR REPLACE FUNCTION app.count_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = app.coop_id() AND v.vote_id = p_vote AND v.status = 'closed';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this vote is not closed' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO app.ballot (cooperative_id, vote_id, serial, choices, signature)
    SELECT b.cooperative_id, b.vote_id, b.serial, b.choices, b.signature FROM app.ballot_box b
    WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote ORDER BY b.serial;
  DELETE FROM app.ballot_box b WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote;
END $$;

-- Those of votes that were cancelled before, of all cooperatives.
ALTER TABLE app.vote NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.ballot_box NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.ballot NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.open_ballot NO FORCE ROW LEVEL SECURITY;
DELETE FROM app.ballot_box b USING app.vote v WHERE v.cooperative_id = b.cooperative_id AND v.vote_id = b.vote_id AND v.status = 'cancelled';
DELETE FROM app.ballot b USING app.vote v WHERE v.cooperative_id = b.cooperative_id AND v.vote_id = b.vote_id AND v.status = 'cancelled';
DELETE FROM app.open_ballot o USING app.vote v WHERE v.cooperative_id = o.cooperative_id AND v.vote_id = o.vote_id AND v.status = 'cancelled';
ALTER TABLE app.vote FORCE ROW LEVEL SECURITY;
ALTER TABLE app.ballot_box FORCE ROW LEVEL SECURITY;
ALTER TABLE app.ballot FORCE ROW LEVEL SECURITY;
ALTER TABLE app.open_ballot FORCE ROW LEVEL SECURITY;
