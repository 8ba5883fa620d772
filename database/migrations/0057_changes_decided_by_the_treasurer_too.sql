-- Who decides about a change: admins and treasurers, as about money; only admins where offices are given or taken, because a
-- treasurer must not be able to stop the admin who ends his office.
--
-- Invariants: the kind of an approval is the kind of its change request; the officers who count as those who could approve
-- are the deciders of that kind (0055).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.change_request ADD COLUMN kind text NOT NULL DEFAULT 'change' CHECK (kind IN ('change', 'office_change'));
UPDATE app.change_request SET kind = 'office_change' WHERE action IN (
  'POST /cooperatives/members', 'POST /members', 'DELETE /cooperatives/members/:id', 'PUT /cooperatives/members/:memberId/roles');
ALTER TABLE app.change_request ALTER COLUMN kind DROP DEFAULT;

DO $$
DECLARE v_known text;
BEGIN
  SELECT pg_get_expr(c.conbin, c.conrelid) INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.approval'::regclass AND c.conname = 'approval_kind_check';
  ALTER TABLE app.approval DROP CONSTRAINT approval_kind_check;
  EXECUTE format('ALTER TABLE app.approval ADD CONSTRAINT approval_kind_check CHECK (%s OR kind = ''office_change'')', v_known);
END $$;

-- As before, and changes of what is no office are the treasurer's to decide too.
CREATE OR REPLACE FUNCTION app.roles_that_decide(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_kind
    WHEN 'transaction' THEN '{admin,treasurer}'::text[]
    WHEN 'reversal' THEN '{admin,treasurer}'::text[]
    WHEN 'disbursement' THEN '{admin,treasurer}'::text[]
    WHEN 'change' THEN '{admin,treasurer}'::text[]
    WHEN 'loan' THEN '{admin,loan_committee}'::text[]
    ELSE '{admin}'::text[] END $$;

-- As in 0055, with both kinds of change.
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
      AND c.amount IS NULL AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;

RESET ROLE;
