-- Votes on resolutions and elections: the roll, the ballots, the result and who signed it (decision 71).
--
-- Invariants:
--   * the roll of a vote is fixed when the vote opens, and so are its text, options and rules (roll_stays, vote_stays);
--   * one member has one ballot: one credential in a secret vote, one open ballot in an open one, and a serial counts once;
--   * ballots and credentials come only while the vote is open, by the database's own clock (app.vote_takes_ballots);
--   * no column of a secret ballot says whose it is, when or from where it came, and no session reads the box before the count.
--     app.count_ballots then writes all of them in the order of their serials, in one transaction;
--   * counted ballots and confirmations are never changed, by any role.
-- Relied on by: server/features/governance/votes.

SET LOCAL ROLE coop_owner;

-- Without a row: simple majority, a tie is lost, every active member votes.
CREATE TABLE app.voting_rules (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  majority text NOT NULL CHECK (majority IN ('simple', 'two_thirds')),   -- of an ordinary resolution
  majority_clause text NOT NULL CHECK (length(majority_clause) <= 120),   -- where the bye-laws say so
  tie_rule text NOT NULL CHECK (tie_rule IN ('casting_vote', 'lost')),
  tie_clause text NOT NULL CHECK (length(tie_clause) <= 120),
  member_for_days int NOT NULL CHECK (member_for_days BETWEEN 0 AND 3650),   -- who joined later than that does not vote
  member_for_clause text NOT NULL CHECK (length(member_for_clause) <= 120),
  arrears_excluded boolean NOT NULL,                -- who is in arrears with a loan does not vote
  arrears_clause text NOT NULL CHECK (length(arrears_clause) <= 120)
);
CALL app.protect_tenant('app.voting_rules');
CALL app.protect_officer_rows('app.voting_rules');
GRANT SELECT, INSERT, UPDATE (majority, majority_clause, tie_rule, tie_clause, member_for_days, member_for_clause, arrears_excluded, arrears_clause)
  ON app.voting_rules TO coop_app;

CREATE TABLE app.vote (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  vote_id uuid NOT NULL,
  meeting_id uuid,                                  -- NULL where it is held by itself
  kind text NOT NULL CHECK (kind IN ('resolution', 'choice')),
  wording text NOT NULL CHECK (length(wording) BETWEEN 1 AND 500),
  options text[] NOT NULL CHECK (cardinality(options) BETWEEN 2 AND 10),
  choose_max int NOT NULL CHECK (choose_max BETWEEN 1 AND 10),
  is_secret boolean NOT NULL,
  majority text NOT NULL CHECK (majority IN ('simple', 'two_thirds')),
  tie_rule text NOT NULL CHECK (tie_rule IN ('casting_vote', 'lost')),
  opens_at timestamptz NOT NULL,
  closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
  public_key bytea,                                 -- of the blind signatures of a secret vote, as SPKI
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed', 'confirmed', 'cancelled')),
  opened_by_name text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  roll_eligible int CHECK (roll_eligible > 0),      -- NULL while the roll is written, in the transaction that opens the vote
  roll_excluded int,
  closed_at timestamptz,
  closed_by_name text,                              -- NULL where the server closed it at its time
  ballots int,
  tally int[],                                      -- ballots for each option
  outcome text CHECK (outcome IN ('carried', 'lost', 'tied', 'counted')),
  result_hash bytea CHECK (octet_length(result_hash) = 32),
  casting_vote text CHECK (casting_vote IN ('for', 'against')),   -- of the chair, at a tie
  confirmed_at timestamptz,
  cancelled_reason text,
  PRIMARY KEY (cooperative_id, vote_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  CHECK ((public_key IS NOT NULL) = is_secret),
  CHECK (choose_max <= cardinality(options)),
  CHECK ((closed_at IS NULL) = (status = 'open')),
  CHECK ((confirmed_at IS NOT NULL) = (status = 'confirmed')),
  CHECK ((cancelled_reason IS NOT NULL) = (status = 'cancelled')),
  CHECK (num_nonnulls(ballots, tally, outcome, result_hash) IN (0, 4)),
  CHECK (status <> 'confirmed' OR outcome IN ('carried', 'lost', 'counted'))
);
CALL app.protect_tenant('app.vote');
CREATE POLICY opened_by_officers ON app.vote AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.vote AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
-- A secret ballot comes without a session: its cooperative is not known before its vote is looked up.
CREATE POLICY looked_up ON app.vote FOR SELECT TO coop_auth USING (true);
CREATE POLICY closed_by_clock ON app.vote FOR SELECT TO coop_jobs USING (true);
CREATE INDEX vote_by_opening ON app.vote (cooperative_id, opens_at, vote_id);
CREATE INDEX vote_by_meeting ON app.vote (cooperative_id, meeting_id) WHERE meeting_id IS NOT NULL;
CREATE INDEX vote_open ON app.vote (closes_at) WHERE status = 'open';
GRANT SELECT, INSERT, UPDATE (status, roll_eligible, roll_excluded, closed_at, closed_by_name, ballots, tally, outcome, result_hash, casting_vote, confirmed_at,
  cancelled_reason) ON app.vote TO coop_app;
GRANT SELECT (cooperative_id, vote_id, options, choose_max, is_secret, opens_at, closes_at, public_key, status) ON app.vote TO coop_auth;
GRANT SELECT (cooperative_id, closes_at, status) ON app.vote TO coop_jobs;

CREATE FUNCTION app.keep_vote() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.status IN ('confirmed', 'cancelled') OR TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'this vote is over' USING ERRCODE = 'restrict_violation';
  END IF;
  IF (OLD.meeting_id, OLD.kind, OLD.wording, OLD.options, OLD.choose_max, OLD.is_secret, OLD.majority, OLD.tie_rule, OLD.opens_at, OLD.closes_at, OLD.public_key)
     IS DISTINCT FROM
     (NEW.meeting_id, NEW.kind, NEW.wording, NEW.options, NEW.choose_max, NEW.is_secret, NEW.majority, NEW.tie_rule, NEW.opens_at, NEW.closes_at, NEW.public_key)
     OR (OLD.roll_eligible IS NOT NULL AND (OLD.roll_eligible, OLD.roll_excluded) IS DISTINCT FROM (NEW.roll_eligible, NEW.roll_excluded))
     OR (OLD.tally IS NOT NULL AND (OLD.ballots, OLD.tally, OLD.result_hash) IS DISTINCT FROM (NEW.ballots, NEW.tally, NEW.result_hash))
     OR (OLD.status = 'closed' AND NEW.status NOT IN ('closed', 'confirmed')) THEN
    RAISE EXCEPTION 'this vote was opened as it is' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER vote_stays BEFORE UPDATE OR DELETE ON app.vote FOR EACH ROW EXECUTE FUNCTION app.keep_vote();

CREATE FUNCTION app.keep_ballots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the papers of a vote are never changed' USING ERRCODE = 'restrict_violation';
END $$;

-- Who may vote, and of the others why not.
CREATE TABLE app.vote_roll (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  exclusion text CHECK (exclusion IN ('not_active', 'joined_late', 'in_arrears')),
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.vote_roll');
CREATE POLICY own_row ON app.vote_roll AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY written_by_officers ON app.vote_roll AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX vote_roll_by_member ON app.vote_roll (cooperative_id, member_id);
GRANT SELECT, INSERT ON app.vote_roll TO coop_app;

CREATE FUNCTION app.fix_roll() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = NEW.cooperative_id AND v.vote_id = NEW.vote_id AND v.roll_eligible IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the roll of this vote is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.fix_roll FROM PUBLIC;
CREATE TRIGGER roll_is_fixed BEFORE INSERT ON app.vote_roll FOR EACH ROW EXECUTE FUNCTION app.fix_roll();
CREATE TRIGGER roll_stays BEFORE UPDATE OR DELETE ON app.vote_roll FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();

-- The private key of a secret vote, sealed by the server; it is deleted when the vote closes.
CREATE TABLE app.vote_key (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (cooperative_id, vote_id),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote
);
CALL app.protect_tenant('app.vote_key');
GRANT SELECT, INSERT, DELETE ON app.vote_key TO coop_app;

-- That a member's ballot was signed, which happens once. Of the blinded ballot only a hash is stored: the same one is signed again after a lost reply.
CREATE TABLE app.vote_credential (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  blinded_hash bytea NOT NULL CHECK (octet_length(blinded_hash) = 32),
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll
);
CALL app.protect_tenant('app.vote_credential');
-- For coop_app alone: the turnout counts all of them in a member's session too.
CREATE POLICY own_row ON app.vote_credential AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
GRANT SELECT, INSERT ON app.vote_credential TO coop_app;

CREATE TABLE app.open_ballot (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  choices smallint[] NOT NULL,                      -- places among the options, from 1, ascending
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll
);
CALL app.protect_tenant('app.open_ballot');
CREATE POLICY own_row ON app.open_ballot AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
GRANT SELECT, INSERT ON app.open_ballot TO coop_app;

-- Secret ballots until the count. Sessions put them in and cannot look.
CREATE TABLE app.ballot_box (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  serial bytea NOT NULL CHECK (octet_length(serial) = 32),   -- the browser's random number
  choices smallint[] NOT NULL,
  signature bytea NOT NULL,                         -- over serial, vote and choices
  PRIMARY KEY (cooperative_id, vote_id, serial),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote
);
CALL app.protect_tenant('app.ballot_box');
GRANT INSERT ON app.ballot_box TO coop_app;

-- Secret ballots after the count.
CREATE TABLE app.ballot (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  serial bytea NOT NULL CHECK (octet_length(serial) = 32),
  choices smallint[] NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (cooperative_id, vote_id, serial),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote
);
CALL app.protect_tenant('app.ballot');
GRANT SELECT ON app.ballot TO coop_app;

CREATE TABLE app.vote_confirmation (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  login_id uuid NOT NULL,
  name text NOT NULL,
  confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  result_hash bytea NOT NULL CHECK (octet_length(result_hash) = 32),   -- what this officer confirmed
  casting_vote text CHECK (casting_vote IN ('for', 'against')),
  PRIMARY KEY (cooperative_id, vote_id, login_id),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote
);
CALL app.protect_tenant('app.vote_confirmation');
CREATE POLICY confirmed_by_officers ON app.vote_confirmation AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.vote_confirmation TO coop_app;

-- The lock is shared among ballots and waited for by the closing, which therefore comes after the last of them.
CREATE FUNCTION app.vote_takes_ballots() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = NEW.cooperative_id AND v.vote_id = NEW.vote_id AND v.status = 'open'
    AND v.opens_at <= clock_timestamp() AND v.closes_at > clock_timestamp() AND v.is_secret = (TG_TABLE_NAME <> 'open_ballot') FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this vote takes no ballots' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'vote_is_open';
  END IF;
  IF TG_TABLE_NAME <> 'ballot_box' THEN
    PERFORM FROM app.vote_roll r WHERE r.cooperative_id = NEW.cooperative_id AND r.vote_id = NEW.vote_id
      AND r.member_id = (to_jsonb(NEW) ->> 'member_id')::uuid AND r.exclusion IS NULL;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'this member may not vote' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'member_may_vote';
    END IF;
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION app.vote_takes_ballots FROM PUBLIC;
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.vote_credential FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.open_ballot FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.ballot_box FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_credential FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.open_ballot FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.ballot FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_confirmation FOR EACH ROW EXECUTE FUNCTION app.keep_ballots();

-- Empties the box of a vote that has closed: its ballots are written again by their serials, so that neither their place nor
-- their transaction says in which order they came.
CREATE FUNCTION app.count_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = app.coop_id() AND v.vote_id = p_vote AND v.status IN ('closed', 'cancelled');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this vote is not closed' USING ERRCODE = 'restrict_violation';
  END IF;
  INSERT INTO app.ballot (cooperative_id, vote_id, serial, choices, signature)
    SELECT b.cooperative_id, b.vote_id, b.serial, b.choices, b.signature FROM app.ballot_box b
    WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote ORDER BY b.serial;
  DELETE FROM app.ballot_box b WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote;
END $$;
REVOKE ALL ON FUNCTION app.count_ballots FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.count_ballots TO coop_app;

-- How many took part, for members too, who see no row of others.
CREATE FUNCTION app.vote_turnout(p_vote uuid) RETURNS TABLE (issued int, cast_ballots int) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT count(*)::int FROM app.vote_credential c WHERE c.cooperative_id = app.coop_id() AND c.vote_id = p_vote),
    (SELECT count(*)::int FROM app.open_ballot o WHERE o.cooperative_id = app.coop_id() AND o.vote_id = p_vote)
    + (SELECT count(*)::int FROM app.ballot_box b WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote)
    + (SELECT count(*)::int FROM app.ballot b WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote) $$;
REVOKE ALL ON FUNCTION app.vote_turnout FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.vote_turnout TO coop_app;

-- Whose confirmation a result takes: the cooperative's own login, admins and secretaries who have opened their portal.
CREATE FUNCTION app.returning_officers() RETURNS TABLE (login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id())
  UNION
  SELECT b.login_id FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles && '{admin,secretary}'::text[]
    AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date) $$;
REVOKE ALL ON FUNCTION app.returning_officers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.returning_officers TO coop_app;
