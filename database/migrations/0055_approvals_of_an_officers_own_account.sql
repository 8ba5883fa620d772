-- Approvals about an officer's own account, and changes that move money.
--
-- Invariants (database/checks/approvals_are_by_others.sql): whose account it is doesn't count among the officers who can
-- approve, so where only the officer who recorded it is left, they approve it and the record says `alone`. A change that
-- moves money takes as many approvals as the settings ask for, and never passes by the seven days without a decision.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.change_request
  ADD COLUMN amount bigint CHECK (amount > 0),       -- what it moves; null where it moves no money
  ADD COLUMN approvals_needed smallint NOT NULL DEFAULT 1 CHECK (approvals_needed BETWEEN 1 AND 2);

-- As in 0050, but those whose account it is don't count, and a change that moves money doesn't pass by time.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_owners uuid[];
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN 'change' THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  v_owners := CASE NEW.kind
    -- Both halves of a transfer; the first one's id is the subject.
    WHEN 'transaction' THEN ARRAY(SELECT t.member_id FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND (t.transaction_id = NEW.subject_id OR t.pair_id = NEW.subject_id))
    WHEN 'loan' THEN ARRAY(SELECT l.member_id FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN ARRAY(SELECT w.member_id FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN 'leaving' THEN ARRAY(SELECT v.member_id FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN 'change' THEN ARRAY(SELECT c.own_member_id FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    -- Only whose withdrawal is reversed gains by it.
    ELSE ARRAY(SELECT t.member_id FROM app.reversal_request r JOIN app.transaction t ON t.cooperative_id = r.cooperative_id AND t.entry_id = r.entry_id
      WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id AND t.direction = 'out') END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind) d WHERE d.member_id IS NULL OR d.member_id <> ALL (array_remove(v_owners, NULL)))
    OR (NEW.kind = 'change' AND EXISTS (SELECT FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id
      AND c.amount IS NULL AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;

RESET ROLE;
