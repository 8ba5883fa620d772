-- Votes on resolutions and elections: the roll, the ballots, the result and who signed it; the register of officers, elections
-- to its posts, and the hand-over from one holder to the next (decision 28).
--
-- Invariants:
--   * the roll of a vote is fixed when the vote opens, and so are its text, options and rules (roll_stays, vote_stays);
--   * one member has one ballot: one credential in a secret vote, one open ballot in an open one, and a serial counts once;
--   * ballots and credentials come only while the vote is open, by the database's own clock (app.vote_takes_ballots);
--   * no column of a secret ballot says whose it is, when or from where it came, and no session reads the box before the count.
--     app.count_ballots then writes all of them in the order of their serials, in one transaction;
--   * the ballots of a vote that is cancelled are destroyed with it, so that whoever cancels, or takes an export afterwards,
--     learns no choice; those of every other vote, and confirmations, are never changed or removed, by any role (protect_ballots);
--   * only a vote that is closed is counted;
--   * what a proof was when a member voted stays with the vote, whatever becomes of the login;
--   * who may vote counts from the day on which the society recorded a member, and who was recorded after a vote was announced
--     is marked;
--   * the register says who holds a post and gives no rights: those are in app.member.roles alone;
--   * a member has one open term of a post (term_open_once), and a term that has ended is never changed (term_stays);
--   * a member is nominated once for a post of an election, and seconds a candidate once (primary key of app.seconding), never
--     themselves and never as the proposer (seconder_is_another);
--   * nominations and seconds are taken while nominations are open, by the database's own clock
--     (app.election_takes_nominations);
--   * a hand-over is done, cancelled or failed once: its row is locked before its status is read;
--   * a candidate for a post leads no ballot for it under any of their logins; under the cooperative's own login they do where
--     no one else could, because a society with that one login could elect no one who has its phone.

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
GRANT SELECT, INSERT, UPDATE (majority, majority_clause, tie_rule, tie_clause, member_for_days, member_for_clause, arrears_excluded, arrears_clause) ON
  app.voting_rules TO coop_app;

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
  -- What members knew of a vote before its roll was fixed: the notice of its meeting, or the election that its ballot belongs to.
  announced_at timestamptz NOT NULL DEFAULT now(),
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
GRANT SELECT, INSERT, UPDATE (status, roll_eligible, roll_excluded, closed_at, closed_by_name, ballots, tally, outcome, result_hash, casting_vote,
  confirmed_at, cancelled_reason) ON app.vote TO coop_app;
GRANT SELECT (cooperative_id, vote_id, options, choose_max, is_secret, opens_at, closes_at, public_key, status) ON app.vote TO coop_auth;
GRANT SELECT (cooperative_id, closes_at, status) ON app.vote TO coop_jobs;

CREATE FUNCTION app.protect_vote() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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
CREATE TRIGGER vote_stays BEFORE UPDATE OR DELETE ON app.vote FOR EACH ROW EXECUTE FUNCTION app.protect_vote();

CREATE FUNCTION app.protect_ballots() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME IN ('ballot', 'open_ballot') THEN
    PERFORM FROM app.vote v WHERE v.cooperative_id = OLD.cooperative_id AND v.vote_id = OLD.vote_id AND v.status = 'cancelled';
    IF FOUND THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the papers of a vote are never changed' USING ERRCODE = 'restrict_violation';
END $$;

-- Who may vote, and of the others why not.
CREATE TABLE app.vote_roll (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  exclusion text CHECK (exclusion IN ('not_active', 'joined_late', 'in_arrears')),
  -- Recorded after the announcement, or less than the bye-law's days before the roll.
  recorded_late boolean NOT NULL DEFAULT false,
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.vote_roll');
CREATE POLICY own_row ON app.vote_roll AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE POLICY written_by_officers ON app.vote_roll AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX vote_roll_by_member ON app.vote_roll (cooperative_id, member_id);
CREATE TRIGGER roll_stays BEFORE UPDATE OR DELETE ON app.vote_roll FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
GRANT SELECT, INSERT ON app.vote_roll TO coop_app;

CREATE FUNCTION app.fix_roll() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.vote v WHERE v.cooperative_id = NEW.cooperative_id AND v.vote_id = NEW.vote_id AND v.roll_eligible IS NULL;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the roll of this vote is fixed' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER roll_is_fixed BEFORE INSERT ON app.vote_roll FOR EACH ROW EXECUTE FUNCTION app.fix_roll();
REVOKE ALL ON FUNCTION app.fix_roll FROM PUBLIC;

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
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_credential FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
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
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.open_ballot FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
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
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.ballot FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
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
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_confirmation FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
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
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.vote_credential FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.open_ballot FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
CREATE TRIGGER vote_is_open BEFORE INSERT ON app.ballot_box FOR EACH ROW EXECUTE FUNCTION app.vote_takes_ballots();
REVOKE ALL ON FUNCTION app.vote_takes_ballots FROM PUBLIC;

-- Empties the box of a vote that has closed: its ballots are written again by their serials, so that neither their place nor
-- their transaction says in which order they came.
CREATE FUNCTION app.count_ballots(p_vote uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
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
  WITH officer AS (
    SELECT m.member_id, b.login_id FROM app.member m
    JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
    WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles && '{admin,secretary}'::text[]
      AND app.has_activated(m.member_id)
      AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date))
  SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id())
    AND NOT EXISTS (SELECT FROM officer o WHERE o.member_id IN (SELECT app.people_of(l.login_id)))
  UNION SELECT o.login_id FROM officer o $$;
REVOKE ALL ON FUNCTION app.returning_officers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.returning_officers TO coop_app;

-- Without a row: terms of two years, two in a row, one seconder, every active member may be a candidate.
CREATE TABLE app.election_rules (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  term_years int NOT NULL CHECK (term_years BETWEEN 1 AND 10),
  term_clause text NOT NULL CHECK (length(term_clause) <= 120),   -- where the bye-laws say so
  terms_max int NOT NULL CHECK (terms_max BETWEEN 0 AND 10),   -- in a row, on one post; 0 is no limit
  terms_clause text NOT NULL CHECK (length(terms_clause) <= 120),
  seconders int NOT NULL CHECK (seconders BETWEEN 0 AND 20),
  seconders_clause text NOT NULL CHECK (length(seconders_clause) <= 120),
  member_for_days int NOT NULL CHECK (member_for_days BETWEEN 0 AND 3650),
  member_for_clause text NOT NULL CHECK (length(member_for_clause) <= 120),
  arrears_excluded boolean NOT NULL,
  arrears_clause text NOT NULL CHECK (length(arrears_clause) <= 120),
  unopposed text NOT NULL CHECK (unopposed IN ('declared', 'vote')),
  unopposed_clause text NOT NULL CHECK (length(unopposed_clause) <= 120),
  tie_rule text NOT NULL CHECK (tie_rule IN ('run_off', 'lots')),
  tie_clause text NOT NULL CHECK (length(tie_clause) <= 120),
  turnout_min int NOT NULL DEFAULT 0 CHECK (turnout_min BETWEEN 0 AND 100),   -- percent of the roll; 0 is none
  turnout_clause text NOT NULL DEFAULT '' CHECK (length(turnout_clause) <= 120)
);
CALL app.protect_tenant('app.election_rules');
CREATE POLICY changed_by_officers ON app.election_rules AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.election_rules AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (term_years, term_clause, terms_max, terms_clause, seconders, seconders_clause, member_for_days, member_for_clause,
  arrears_excluded, arrears_clause, unopposed, unopposed_clause, tie_rule, tie_clause, turnout_min, turnout_clause) ON app.election_rules TO coop_app;

CREATE TABLE app.post (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  post_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  committee text CHECK (length(committee) BETWEEN 1 AND 80),   -- NULL for an officer of the society
  office text CHECK (office IN ('admin', 'treasurer', 'secretary', 'loan_committee', 'auditor')),   -- whose rights come with it
  seats int NOT NULL CHECK (seats BETWEEN 1 AND 20),
  retired_at timestamptz,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, post_id)
);
CALL app.protect_tenant('app.post');
CREATE POLICY added_by_officers ON app.post AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.post AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX post_name ON app.post (cooperative_id, lower(name), lower(coalesce(committee, ''))) WHERE retired_at IS NULL;
GRANT SELECT, INSERT, UPDATE (name, committee, office, seats, retired_at) ON app.post TO coop_app;

CREATE TABLE app.election (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  election_id uuid NOT NULL,
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  meeting_id uuid,                                  -- NULL where it is held by itself
  nominations_open_at timestamptz NOT NULL,
  nominations_close_at timestamptz NOT NULL CHECK (nominations_close_at > nominations_open_at),
  takes_office_on date NOT NULL,                    -- in Lagos
  -- The bye-laws with which it was opened.
  term_years int NOT NULL,
  terms_max int NOT NULL,
  seconders int NOT NULL,
  member_for_days int NOT NULL,
  arrears_excluded boolean NOT NULL,
  unopposed text NOT NULL,
  tie_rule text NOT NULL,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'completed', 'cancelled')),
  opened_by_name text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  cancelled_reason text,
  turnout_min int NOT NULL DEFAULT 0,               -- as the others, from the bye-laws when it was opened
  PRIMARY KEY (cooperative_id, election_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  CHECK ((cancelled_reason IS NOT NULL) = (status = 'cancelled'))
);
CALL app.protect_tenant('app.election');
CREATE POLICY opened_by_officers ON app.election AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.election AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX election_by_opening ON app.election (cooperative_id, nominations_open_at, election_id);
CREATE INDEX election_by_meeting ON app.election (cooperative_id, meeting_id) WHERE meeting_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (status, cancelled_reason) ON app.election TO coop_app;

CREATE TABLE app.election_post (
  cooperative_id uuid NOT NULL,
  election_id uuid NOT NULL,
  post_id uuid NOT NULL,
  seats int NOT NULL CHECK (seats BETWEEN 1 AND 20),
  outcome text CHECK (outcome IN ('elected', 'unopposed', 'not_elected', 'vacant')),   -- NULL until it is declared
  note text CHECK (length(note) <= 300),            -- of the drawing of lots
  PRIMARY KEY (cooperative_id, election_id, post_id),
  FOREIGN KEY (cooperative_id, election_id) REFERENCES app.election,
  FOREIGN KEY (cooperative_id, post_id) REFERENCES app.post
);
CALL app.protect_tenant('app.election_post');
CREATE POLICY opened_by_officers ON app.election_post AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.election_post AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX election_post_by_post ON app.election_post (cooperative_id, post_id);
GRANT SELECT, INSERT, UPDATE (outcome, note) ON app.election_post TO coop_app;

CREATE TABLE app.candidate (
  cooperative_id uuid NOT NULL,
  candidate_id uuid NOT NULL,
  election_id uuid NOT NULL,
  post_id uuid NOT NULL,
  member_id uuid NOT NULL,
  proposed_by uuid NOT NULL,                        -- the member, or another one
  statement text NOT NULL CHECK (length(statement) <= 1000),
  status text NOT NULL CHECK (status IN ('asked', 'accepted', 'declined', 'withdrawn', 'excluded', 'elected', 'not_elected')),
  excluded_because text CHECK (excluded_because IN ('not_active', 'joined_late', 'in_arrears', 'terms_used', 'seconders_missing', 'not_accepted')),
  nominated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, candidate_id),
  UNIQUE (cooperative_id, election_id, post_id, member_id),
  FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, proposed_by) REFERENCES app.member,
  CHECK ((excluded_because IS NOT NULL) = (status = 'excluded'))
);
CALL app.protect_tenant('app.candidate');
CREATE POLICY proposed_by_self ON app.candidate AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()) OR proposed_by = (SELECT app.member_id()));
CREATE POLICY own_candidacy ON app.candidate AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE INDEX candidate_by_member ON app.candidate (cooperative_id, member_id);
CREATE INDEX candidate_by_proposer ON app.candidate (cooperative_id, proposed_by);
GRANT SELECT, INSERT, UPDATE (statement, status, excluded_because) ON app.candidate TO coop_app;

CREATE TABLE app.seconding (
  cooperative_id uuid NOT NULL,
  candidate_id uuid NOT NULL,
  member_id uuid NOT NULL,
  seconded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, candidate_id, member_id),
  FOREIGN KEY (cooperative_id, candidate_id) REFERENCES app.candidate,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.seconding');
CREATE POLICY seconded_by_self ON app.seconding AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK (app.is_member() AND member_id = (SELECT app.member_id()));
CREATE INDEX seconding_by_member ON app.seconding (cooperative_id, member_id);
GRANT SELECT, INSERT ON app.seconding TO coop_app;

CREATE FUNCTION app.election_takes_nominations() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_election uuid;
BEGIN
  IF TG_TABLE_NAME = 'candidate' THEN
    v_election := NEW.election_id;
  ELSE
    SELECT c.election_id INTO v_election FROM app.candidate c
      WHERE c.cooperative_id = NEW.cooperative_id AND c.candidate_id = (to_jsonb(NEW) ->> 'candidate_id')::uuid
        AND c.member_id <> (to_jsonb(NEW) ->> 'member_id')::uuid AND c.proposed_by <> (to_jsonb(NEW) ->> 'member_id')::uuid;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a candidate is seconded by others' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'seconder_is_another';
    END IF;
  END IF;
  PERFORM FROM app.election e WHERE e.cooperative_id = NEW.cooperative_id AND e.election_id = v_election AND e.status = 'open'
    AND e.nominations_open_at <= clock_timestamp() AND e.nominations_close_at > clock_timestamp() FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this election takes no nominations' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'nominations_are_open';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER nominations_are_open BEFORE INSERT ON app.candidate FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations();
CREATE TRIGGER nominations_are_open BEFORE INSERT ON app.seconding FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations();
REVOKE ALL ON FUNCTION app.election_takes_nominations FROM PUBLIC;

-- The votes on a post: the first, and a run-off after a tie. The places of `candidates` are those of the vote's options.
CREATE TABLE app.election_ballot (
  cooperative_id uuid NOT NULL,
  election_id uuid NOT NULL,
  post_id uuid NOT NULL,
  round int NOT NULL CHECK (round BETWEEN 1 AND 9),
  vote_id uuid NOT NULL,
  seats int NOT NULL CHECK (seats BETWEEN 1 AND 20),   -- to fill by this ballot
  candidates uuid[] NOT NULL CHECK (cardinality(candidates) BETWEEN 1 AND 10),
  PRIMARY KEY (cooperative_id, election_id, post_id, round),
  UNIQUE (cooperative_id, vote_id),
  FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post,
  FOREIGN KEY (cooperative_id, vote_id) REFERENCES app.vote
);
CALL app.protect_tenant('app.election_ballot');
CREATE POLICY opened_by_officers ON app.election_ballot AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT ON app.election_ballot TO coop_app;

CREATE TABLE app.post_term (
  cooperative_id uuid NOT NULL,
  term_id uuid NOT NULL,
  post_id uuid NOT NULL,
  member_id uuid NOT NULL,
  started_on date NOT NULL,
  ends_on date CHECK (ends_on >= started_on),       -- the last day by the bye-laws; NULL where none is set
  ended_on date CHECK (ended_on >= started_on),
  came_by text NOT NULL CHECK (came_by IN ('elected', 'unopposed', 'by_election', 'appointed', 'earlier')),
  meeting_id uuid,
  election_id uuid,
  end_reason text CHECK (end_reason IN ('succeeded', 'term_over', 'resigned', 'removed', 'left_society', 'died', 'other')),
  end_note text CHECK (length(end_note) <= 200),
  recorded_by_name text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, term_id),
  FOREIGN KEY (cooperative_id, post_id) REFERENCES app.post,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  FOREIGN KEY (cooperative_id, election_id) REFERENCES app.election,
  CHECK ((ended_on IS NOT NULL) = (end_reason IS NOT NULL))
);
CALL app.protect_tenant('app.post_term');
CREATE POLICY recorded_by_officers ON app.post_term AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.post_term AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX term_open_once ON app.post_term (cooperative_id, post_id, member_id) WHERE ended_on IS NULL;
CREATE INDEX term_by_member ON app.post_term (cooperative_id, member_id, post_id, started_on);
CREATE INDEX term_by_start ON app.post_term (cooperative_id, started_on, term_id);
GRANT SELECT, INSERT, UPDATE (ended_on, end_reason, end_note) ON app.post_term TO coop_app;

CREATE FUNCTION app.protect_term() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a term that has ended stays as it is' USING ERRCODE = 'restrict_violation';
END $$;
-- The names in a row are another matter: an erased person's pseudonym takes their place.
CREATE TRIGGER term_stays BEFORE UPDATE ON app.post_term FOR EACH ROW WHEN (OLD.ended_on IS NOT NULL AND
  (OLD.post_id, OLD.member_id, OLD.started_on, OLD.ended_on, OLD.end_reason, OLD.came_by) IS DISTINCT FROM
  (NEW.post_id, NEW.member_id, NEW.started_on, NEW.ended_on, NEW.end_reason, NEW.came_by)) EXECUTE FUNCTION app.protect_term();

CREATE TABLE app.hand_over (
  cooperative_id uuid NOT NULL,
  hand_over_id uuid NOT NULL,
  election_id uuid NOT NULL,
  post_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- who takes the post
  came_by text NOT NULL CHECK (came_by IN ('elected', 'unopposed')),
  takes_office_on date NOT NULL,
  term_ends_on date NOT NULL,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'done', 'cancelled', 'failed')),
  reason text CHECK (length(reason) <= 200),        -- why it was cancelled or could not be done
  decided_by_name text NOT NULL,                    -- who declared the result
  decided_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  PRIMARY KEY (cooperative_id, hand_over_id),
  UNIQUE (cooperative_id, election_id, post_id, member_id),
  FOREIGN KEY (cooperative_id, election_id, post_id) REFERENCES app.election_post,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK (status <> 'cancelled' OR reason IS NOT NULL)
);
CALL app.protect_tenant('app.hand_over');
CREATE POLICY planned_by_officers ON app.hand_over AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.hand_over AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY done_by_clock ON app.hand_over FOR SELECT TO coop_jobs USING (true);
CREATE INDEX hand_over_planned ON app.hand_over (takes_office_on) WHERE status = 'planned';
CREATE INDEX hand_over_by_member ON app.hand_over (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, reason, ended_at) ON app.hand_over TO coop_app;
GRANT SELECT (cooperative_id, takes_office_on, status) ON app.hand_over TO coop_jobs;

-- The name of one who holds or held a post, or is a candidate: members read these names and no others.
CREATE FUNCTION app.name_in_public(p_member uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.first_name || ' ' || m.last_name FROM app.member m WHERE m.cooperative_id = app.coop_id() AND m.member_id = p_member
    AND (EXISTS (SELECT FROM app.post_term t WHERE t.cooperative_id = m.cooperative_id AND t.member_id = m.member_id)
      OR EXISTS (SELECT FROM app.candidate c WHERE c.cooperative_id = m.cooperative_id AND c.member_id = m.member_id)) $$;
REVOKE ALL ON FUNCTION app.name_in_public FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.name_in_public TO coop_app;

-- Whom a member proposes, by the membership number that they know.
CREATE FUNCTION app.nominee_by_number(p_number text) RETURNS TABLE (member_id uuid, status text, registration_date date)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.member_id, m.status, m.registration_date FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.membershipno = p_number $$;
REVOKE ALL ON FUNCTION app.nominee_by_number FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.nominee_by_number TO coop_app;

-- Whether the member of this session has proposed that one as a candidate.
CREATE FUNCTION app.has_proposed(p_member uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.candidate c WHERE c.cooperative_id = app.coop_id() AND c.proposed_by = app.member_id() AND c.member_id = p_member) $$;
REVOKE ALL ON FUNCTION app.has_proposed FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_proposed TO coop_app;

-- One who leaves the society or is removed leaves their posts with it, on the same day.
CREATE FUNCTION app.end_terms_of_former() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.post_term t SET
      ended_on = greatest(t.started_on, coalesce(NEW.left_on, (now() AT TIME ZONE 'Africa/Lagos')::date)),
      end_reason = CASE NEW.status WHEN 'deceased' THEN 'died' ELSE 'left_society' END
    WHERE t.cooperative_id = NEW.cooperative_id AND t.member_id = NEW.member_id AND t.ended_on IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.end_terms_of_former FROM PUBLIC;

CREATE FUNCTION app.erase_candidacies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.candidate c SET statement = '' WHERE c.cooperative_id = NEW.cooperative_id AND c.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.erase_candidacies FROM PUBLIC;

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

-- Of a voter whose login was proved after the vote was announced, or in person; as it was when they voted.
CREATE TABLE app.vote_proof (
  cooperative_id uuid NOT NULL,
  vote_id uuid NOT NULL,
  member_id uuid NOT NULL,
  proved_late boolean NOT NULL,
  in_person_by text,
  PRIMARY KEY (cooperative_id, vote_id, member_id),
  FOREIGN KEY (cooperative_id, vote_id, member_id) REFERENCES app.vote_roll,
  CHECK (proved_late OR in_person_by IS NOT NULL)
);
CALL app.protect_tenant('app.vote_proof');
CREATE POLICY own_row ON app.vote_proof AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()));
CREATE TRIGGER papers_stay BEFORE UPDATE OR DELETE ON app.vote_proof FOR EACH ROW EXECUTE FUNCTION app.protect_ballots();
GRANT SELECT, INSERT ON app.vote_proof TO coop_app;

-- How many of those who have voted are marked; in a member's session too.
CREATE FUNCTION app.vote_marks(p_vote uuid) RETURNS TABLE (recorded_late int, proved_late int, in_person int) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FILTER (WHERE r.recorded_late)::int, count(*) FILTER (WHERE p.proved_late)::int, count(p.in_person_by)::int
  FROM app.vote_roll r LEFT JOIN app.vote_proof p ON p.cooperative_id = r.cooperative_id AND p.vote_id = r.vote_id AND p.member_id = r.member_id
  WHERE r.cooperative_id = app.coop_id() AND r.vote_id = p_vote
    AND (EXISTS (SELECT FROM app.vote_credential c WHERE c.cooperative_id = r.cooperative_id AND c.vote_id = r.vote_id AND c.member_id = r.member_id)
      OR EXISTS (SELECT FROM app.open_ballot o WHERE o.cooperative_id = r.cooperative_id AND o.vote_id = r.vote_id AND o.member_id = r.member_id)) $$;
REVOKE ALL ON FUNCTION app.vote_marks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.vote_marks TO coop_app;

-- Whether the person behind this login is one of these members, the candidates for a post, and leaves its ballot to another officer.
CREATE FUNCTION app.is_candidate(p_login uuid, p_members uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH standing AS (
    SELECT coalesce(m.merged_into, m.member_id) AS member_id FROM app.member m
    WHERE m.cooperative_id = app.coop_id() AND m.member_id = ANY (p_members))
  SELECT EXISTS (SELECT app.people_of(p_login) INTERSECT SELECT s.member_id FROM standing s)
    AND (NOT EXISTS (SELECT FROM platform.login l WHERE l.login_id = p_login AND l.kind = 'cooperative')
      OR EXISTS (SELECT FROM app.returning_officers() o WHERE NOT app.is_same_person(o.login_id, p_login)
        AND NOT EXISTS (SELECT app.people_of(o.login_id) INTERSECT SELECT s.member_id FROM standing s))) $$;
REVOKE ALL ON FUNCTION app.is_candidate FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_candidate TO coop_app;

-- The members on the ballot of this vote; none where it is of no election.
CREATE FUNCTION app.candidates_in(p_vote uuid) RETURNS uuid[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(c.member_id), '{}') FROM app.election_ballot b
  JOIN app.candidate c ON c.cooperative_id = b.cooperative_id AND c.candidate_id = ANY (b.candidates)
  WHERE b.cooperative_id = app.coop_id() AND b.vote_id = p_vote $$;

-- Whose confirmation the result of this vote takes: a candidate on its ballot, under whichever of their logins, confirms no count.
CREATE FUNCTION app.returning_officers_of(p_vote uuid) RETURNS TABLE (login_id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT o.login_id FROM app.returning_officers() o WHERE NOT app.is_candidate(o.login_id, app.candidates_in(p_vote)) $$;
REVOKE ALL ON FUNCTION app.returning_officers_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.returning_officers_of TO coop_app;
REVOKE ALL ON FUNCTION app.candidates_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.candidates_in TO coop_app;

-- On tables of earlier files.
CREATE TRIGGER ends_terms AFTER UPDATE OF status, removed_at ON app.member FOR EACH ROW
  WHEN ((NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL) OR (NEW.status IN ('left', 'deceased') AND OLD.status NOT IN ('left', 'deceased')))
  EXECUTE FUNCTION app.end_terms_of_former();
CREATE TRIGGER erased_candidacies AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.erase_candidacies();
