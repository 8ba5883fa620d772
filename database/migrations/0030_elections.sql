-- The register of officers, elections to its posts, and the hand-over from one holder to the next (decision 73).
--
-- Invariants:
--   * the register says who holds a post and gives no rights: those are in app.member.roles alone;
--   * a member has one open term of a post (term_open_once), and a term that has ended is never changed (term_stays);
--   * a member is nominated once for a post of an election, and seconds a candidate once (primary key of app.seconding), never
--     themselves and never as the proposer (seconder_is_another);
--   * nominations and seconds are taken while nominations are open, by the database's own clock (app.election_takes_nominations);
--   * a hand-over is done, cancelled or failed once: its row is locked before its status is read.
-- Relied on by: server/features/governance/officers, server/features/governance/elections.

SET LOCAL ROLE coop_owner;

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
  tie_clause text NOT NULL CHECK (length(tie_clause) <= 120)
);
CALL app.protect_tenant('app.election_rules');
CREATE POLICY changed_by_officers ON app.election_rules AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY led_by_officers ON app.election_rules AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (term_years, term_clause, terms_max, terms_clause, seconders, seconders_clause, member_for_days, member_for_clause, arrears_excluded,
  arrears_clause, unopposed, unopposed_clause, tie_rule, tie_clause) ON app.election_rules TO coop_app;

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
REVOKE ALL ON FUNCTION app.election_takes_nominations FROM PUBLIC;
CREATE TRIGGER nominations_are_open BEFORE INSERT ON app.candidate FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations();
CREATE TRIGGER nominations_are_open BEFORE INSERT ON app.seconding FOR EACH ROW EXECUTE FUNCTION app.election_takes_nominations();

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

CREATE FUNCTION app.keep_term() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'a term that has ended stays as it is' USING ERRCODE = 'restrict_violation';
END $$;
-- The names in a row are another matter: an erased person's pseudonym takes their place.
CREATE TRIGGER term_stays BEFORE UPDATE ON app.post_term FOR EACH ROW WHEN (OLD.ended_on IS NOT NULL AND
  (OLD.post_id, OLD.member_id, OLD.started_on, OLD.ended_on, OLD.end_reason, OLD.came_by) IS DISTINCT FROM
  (NEW.post_id, NEW.member_id, NEW.started_on, NEW.ended_on, NEW.end_reason, NEW.came_by)) EXECUTE FUNCTION app.keep_term();

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
-- As before, and a nominee hears of the nomination.
DROP POLICY own_row ON app.notification;
CREATE POLICY own_row ON app.notification AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()))
  WITH CHECK ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id())
  OR (link IN ('/member/guarantees', '/member/loans') AND announcement_id IS NULL AND app.shares_a_loan(member_id))
  OR (link LIKE '/member/meetings/elections/%' AND announcement_id IS NULL AND app.has_proposed(member_id)));

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
CREATE TRIGGER ends_terms AFTER UPDATE OF status, removed_at ON app.member FOR EACH ROW
  WHEN ((NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL) OR (NEW.status IN ('left', 'deceased') AND OLD.status NOT IN ('left', 'deceased')))
  EXECUTE FUNCTION app.end_terms_of_former();

-- As before, but for the papers of a vote: their triggers refuse every change, and names of candidates are among them. Like
-- adopted minutes they stay as they are.
CREATE OR REPLACE FUNCTION app.replace_everywhere(p_needles text[], p_substitute text, p_member uuid) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_coop uuid := platform.own_cooperative();
  v_column record;
  v_which text;
BEGIN
  FOR v_column IN
    SELECT format('%I.%I', n.nspname, t.relname) AS relation, t.relname, a.attname AS name, a.atttypid::regtype::text AS type,
      EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'member_id' AND NOT o.attisdropped) AS is_members
    FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid JOIN pg_namespace n ON n.oid = t.relnamespace
    WHERE n.nspname IN ('app', 'audit') AND t.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      AND a.atttypid::regtype::text IN ('text', 'jsonb', 'text[]')
      AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = t.oid AND o.attname = 'cooperative_id' AND NOT o.attisdropped)
      -- The society's own name and address are not the member's, the member's own row is written by itself, and the papers of a
      -- vote are what its signed result covers.
      AND t.relname NOT IN ('cooperative', 'member', 'vote', 'vote_confirmation')
  LOOP
    CONTINUE WHEN p_member IS NOT NULL AND NOT v_column.is_members;
    v_which := CASE WHEN p_member IS NULL THEN '' ELSE ' AND t.member_id = $4' END
      -- Adopted minutes are the society's record of a meeting and stay as they were adopted.
      || CASE WHEN v_column.relname = 'meeting' THEN ' AND t.adopted_at IS NULL' ELSE '' END;
    EXECUTE CASE v_column.type
      WHEN 'text' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I, $2, $3) WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I, $2)%3$s', v_column.relation, v_column.name, v_which)
      WHEN 'jsonb' THEN format('UPDATE %s t SET %2$I = app.without_person(t.%2$I::text, $2, $3)::jsonb WHERE t.cooperative_id = $1 AND app.mentions(t.%2$I::text, $2)%3$s', v_column.relation, v_column.name, v_which)
      ELSE format('UPDATE %s t SET %2$I = (SELECT array_agg(app.without_person(c, $2, $3) ORDER BY o) FROM unnest(t.%2$I) WITH ORDINALITY AS u(c, o))
        WHERE t.cooperative_id = $1 AND app.mentions(array_to_string(t.%2$I, chr(10)), $2)%3$s', v_column.relation, v_column.name, v_which)
      END USING v_coop, p_needles, p_substitute, p_member;
  END LOOP;
  UPDATE platform.message g SET body = app.without_person(g.body, p_needles, p_substitute), subject = app.without_person(g.subject, p_needles, p_substitute)
    WHERE p_member IS NULL AND g.cooperative_id = v_coop AND (app.mentions(g.body, p_needles) OR app.mentions(g.subject, p_needles));
END $$;

CREATE FUNCTION app.erase_candidacies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.candidate c SET statement = '' WHERE c.cooperative_id = NEW.cooperative_id AND c.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.erase_candidacies FROM PUBLIC;
CREATE TRIGGER erased_candidacies AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.erase_candidacies();
