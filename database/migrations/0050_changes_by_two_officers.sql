-- Changes that wait for a second officer: of approval rules, offices, phones, new terms of loans, recoveries from savings,
-- closings of a year. What was asked for is kept as it was sent, and made when another officer approves it.
--
-- Invariants: if another officer can approve a change, the officer who asked for it can't. After seven days without a
-- decision they can: an absent officer must not block a cooperative, and all officers were told when it was requested.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.change_request (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  change_request_id uuid NOT NULL,
  action text NOT NULL,                             -- method and path, as in the contract
  input jsonb NOT NULL,                             -- params, query and body as they were sent
  description text NOT NULL,                        -- the change in words, with the value before and after
  member_id uuid,                                   -- whom it is about
  own_member_id uuid,                               -- whose money it is about, who therefore does not decide
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected')),
  asked_by uuid NOT NULL,
  asked_by_name text NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz,
  decided_reason text,
  PRIMARY KEY (cooperative_id, change_request_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((status = 'pending') = (decided_by IS NULL)),
  CHECK (status <> 'rejected' OR decided_reason IS NOT NULL)
);
CALL app.protect_tenant('app.change_request');
CALL app.protect_officer_rows('app.change_request');
CREATE UNIQUE INDEX change_request_once ON app.change_request (cooperative_id, action, md5(input::text)) WHERE status = 'pending';
CREATE INDEX change_request_by_member ON app.change_request (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (status, decided_by, decided_by_name, decided_at, decided_reason) ON app.change_request TO coop_app;

DO $$
DECLARE v_known text;
BEGIN
  SELECT pg_get_expr(c.conbin, c.conrelid) INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.approval'::regclass AND c.conname = 'approval_kind_check';
  ALTER TABLE app.approval DROP CONSTRAINT approval_kind_check;
  EXECUTE format('ALTER TABLE app.approval ADD CONSTRAINT approval_kind_check CHECK (%s OR kind = ''change'')', v_known);
END $$;

-- As in 0039. In addition, the officer who asked for a change can approve it after seven days without a decision.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    WHEN 'change' THEN (SELECT c.asked_by FROM app.change_request c WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind)) OR (NEW.kind = 'change' AND EXISTS (SELECT FROM app.change_request c
    WHERE c.cooperative_id = NEW.cooperative_id AND c.change_request_id = NEW.subject_id AND c.asked_at < clock_timestamp() - interval '7 days'));
  RETURN NEW;
END $$;

RESET ROLE;
