-- What a trial got past: in a society of two, an officer registered an accomplice with the phone of the cooperative's login, so that
-- they counted as its person; and settled their exit, or that of the chairman behind that login, alone. Whose money it was could not
-- approve it, and so the one who put it together did.
--
-- Invariants:
--   * no one approves anything but a change that they made while any other officer could, also one whose money it is.
-- Relied on by: server/features/access/approvals/queries.ts.

SET LOCAL ROLE coop_owner;

-- As before, but that whose money it is counts as another officer wherever something is approved that is no change of settings or offices.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_is_change boolean := NEW.kind IN ('change', 'office_change');
  v_owners uuid[] := '{}';
BEGIN
  NEW.maker_id := CASE
    WHEN NEW.kind = 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN NEW.kind = 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN NEW.kind = 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN NEW.kind = 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN v_is_change THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.kind = NEW.kind)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  IF v_is_change THEN
    v_owners := ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id);
  END IF;
  NEW.alone := NOT app.has_free_decider(NEW.kind, NEW.maker_id, v_owners)
    OR (v_is_change AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.opens_to_asker AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;
