-- An officer who never answers must not lock a society up, so after seven days the officer who asked ends the silent one's office or
-- gives somebody an office. Nothing else is approved by the officer who asked for it: with a phone they became the other officer.
--
-- Invariants:
--   * who asked for a change approves it after seven days where it says so alone (opens_to_asker), and that moves no money.
-- Relied on by: server/features/access/change-requests, server/features/members/members/confirm-in-person.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.change_request ADD COLUMN opens_to_asker boolean NOT NULL DEFAULT false;
ALTER TABLE app.change_request ADD CONSTRAINT money_never_opens_to_asker CHECK (NOT opens_to_asker OR amount IS NULL);

-- What waits already; the status of an officer and a death can't be told from other changes by the action, and are asked for again.
ALTER TABLE app.change_request NO FORCE ROW LEVEL SECURITY;
UPDATE app.change_request SET opens_to_asker = true WHERE status = 'pending'
  AND action IN ('PUT /cooperatives/members/:memberId/roles', 'DELETE /cooperatives/members/:id');
ALTER TABLE app.change_request FORCE ROW LEVEL SECURITY;

-- As in 0004, but for the last condition.
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
    -- Both halves of a transfer; the first one's id is the subject.
    WHEN NEW.kind = 'transaction' THEN ARRAY(SELECT t.member_id FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND (t.transaction_id = NEW.subject_id OR t.pair_id = NEW.subject_id))
    WHEN NEW.kind = 'loan' THEN ARRAY(SELECT l.member_id FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN ARRAY(SELECT w.member_id FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN ARRAY(SELECT v.member_id FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    -- Only whose withdrawal is reversed gains by it.
    ELSE ARRAY(SELECT t.member_id FROM app.reversal_request r JOIN app.transaction t ON t.cooperative_id = r.cooperative_id AND t.entry_id = r.entry_id
      WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id AND t.direction = 'out') END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind) d WHERE d.member_id IS NULL OR d.member_id <> ALL (array_remove(v_owners, NULL)))
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.opens_to_asker AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;

-- When the login that this member has was activated: who is seen in person is seen with this one.
CREATE FUNCTION platform.activated_at(p_member uuid) RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.confirmed_at FROM platform.membership m WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member $$;
REVOKE ALL ON FUNCTION platform.activated_at FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.activated_at TO coop_app;
