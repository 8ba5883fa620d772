-- What a trial got past: in a society of two, one officer moved a member's savings to the other one's account and drew them from there,
-- because whose money it is could not approve it and so the one who recorded it did; who shares the cooperative's phone, without a
-- login phone of their own, was a person beside its login; and a list that pays every other officer could be approved by no one.
--
-- Invariants:
--   * no one approves a transaction or a loan that they recorded while any other officer could, also one whose money it is;
--   * the person behind the cooperative's own login does nothing for their own account with it that another admin can do;
--   * a member who has, or ever had, the phone of the cooperative's own login is the person of that login.
-- Relied on by: server/features/access/approvals/queries.ts, server/db/session-lookup.ts.

SET LOCAL ROLE coop_owner;

-- As before, and each member whose record has the phone of the cooperative's login: a member who shares a phone has none at their login.
CREATE OR REPLACE FUNCTION app.people_of(p_login uuid) RETURNS SETOF uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(m.merged_into, own.member_id) FROM (
    SELECT b.member_id FROM platform.membership b WHERE b.cooperative_id = app.coop_id() AND b.login_id = p_login
    UNION SELECT f.member_id FROM platform.former_login f WHERE f.cooperative_id = app.coop_id() AND f.login_id = p_login
    UNION SELECT b.member_id FROM platform.login c
      JOIN platform.login p ON p.kind = 'member' AND p.phone = c.phone
      JOIN platform.membership b ON b.login_id = p.login_id AND b.cooperative_id = c.cooperative_id
      WHERE c.login_id = p_login AND c.kind = 'cooperative' AND c.cooperative_id = app.coop_id()
    UNION SELECT s.member_id FROM platform.login c JOIN app.member s ON s.cooperative_id = c.cooperative_id AND s.phone = c.phone AND s.removed_at IS NULL
      WHERE c.login_id = p_login AND c.kind = 'cooperative' AND c.cooperative_id = app.coop_id()) own
  LEFT JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = own.member_id $$;

-- Who had the phone of the cooperative's login stays its person when either gets another phone. It says nothing of an activation.
CREATE FUNCTION app.keep_shared_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, OLD.member_id, l.login_id, false FROM platform.login l
      WHERE l.kind = 'cooperative' AND l.cooperative_id = OLD.cooperative_id AND l.phone = OLD.phone
    ON CONFLICT (cooperative_id, login_id, member_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keeps_shared_phone AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (OLD.phone IS DISTINCT FROM NEW.phone AND OLD.phone IS NOT NULL) EXECUTE FUNCTION app.keep_shared_phone();

CREATE FUNCTION app.keep_cooperative_phone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id, activated)
    SELECT OLD.cooperative_id, m.member_id, OLD.login_id, false FROM app.member m WHERE m.cooperative_id = OLD.cooperative_id AND m.phone = OLD.phone
    ON CONFLICT (cooperative_id, login_id, member_id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keeps_cooperative_phone AFTER UPDATE OF phone ON platform.login
  FOR EACH ROW WHEN (OLD.kind = 'cooperative' AND OLD.phone IS DISTINCT FROM NEW.phone AND OLD.phone IS NOT NULL) EXECUTE FUNCTION app.keep_cooperative_phone();

-- Whether a decider is somebody else than this person, and whose money it is not.
CREATE FUNCTION app.has_free_decider(p_kind text, p_login uuid, p_owners uuid[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.deciders(p_kind) d
    WHERE d.login_id IS NOT NULL AND NOT app.is_same_person(d.login_id, p_login)
      AND NOT EXISTS (SELECT FROM app.people_of(d.login_id) p WHERE p = ANY (p_owners))) $$;
REVOKE ALL ON FUNCTION app.has_free_decider FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.has_free_decider TO coop_app;

-- The records of the person behind the cooperative's own login, while another admin could do what is about their money. Asked before
-- the cooperative of a request is known, so it is named, for this question alone.
CREATE FUNCTION app.also_own(p_cooperative uuid, p_login uuid) RETURNS uuid[] LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_people uuid[];
BEGIN
  EXECUTE format('SET LOCAL app.coop_id = %L', p_cooperative);
  v_people := ARRAY(SELECT app.people_of(p_login));
  IF v_people <> '{}' AND NOT app.has_free_decider('office_change', p_login, v_people) THEN v_people := '{}'; END IF;
  SET LOCAL app.coop_id = '';
  RETURN v_people;
END $$;
REVOKE ALL ON FUNCTION app.also_own FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.also_own TO coop_auth;
-- Most cooperatives have no such person: whether there may be one is a look into two indexes.
GRANT SELECT (cooperative_id, login_id) ON platform.former_login TO coop_auth;

-- As before, but that whose money it is counts as another officer where a transaction or a loan is approved: no one then approves
-- their own record of it.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_is_change boolean := NEW.kind IN ('change', 'office_change');
  v_owners uuid[];
BEGIN
  NEW.maker_id := CASE
    WHEN NEW.kind = 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN NEW.kind = 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.kind = NEW.kind)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  v_owners := CASE
    WHEN NEW.kind IN ('transaction', 'loan') THEN '{}'
    WHEN NEW.kind = 'write_off' THEN ARRAY(SELECT w.member_id FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN ARRAY(SELECT v.member_id FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    -- Only whose withdrawal is reversed gains by it.
    ELSE ARRAY(SELECT t.member_id FROM app.reversal_request r JOIN app.transaction t ON t.cooperative_id = r.cooperative_id AND t.entry_id = r.entry_id
      WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id AND t.direction = 'out') END;
  NEW.alone := NOT app.has_free_decider(NEW.kind, NEW.maker_id, v_owners)
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.opens_to_asker AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;
