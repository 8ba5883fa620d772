-- Two people by default: what the settings leave open needs one approval as soon as two officers can give it.
--
-- Invariants (database/checks/approvals_are_by_others.sql): only officers who can log in count as able to decide, so nothing
-- waits for somebody who can't approve it, and `alone` is only written where nobody else could have.

SET LOCAL ROLE coop_owner;

-- NULL: one approval as soon as two officers can decide about that kind, else none.
ALTER TABLE app.configuration
  ALTER COLUMN withdrawal_approvals DROP NOT NULL, ALTER COLUMN withdrawal_approvals DROP DEFAULT,
  ALTER COLUMN share_approvals DROP NOT NULL, ALTER COLUMN share_approvals DROP DEFAULT,
  ALTER COLUMN journal_approvals DROP NOT NULL, ALTER COLUMN journal_approvals DROP DEFAULT,
  ALTER COLUMN reversal_approvals DROP NOT NULL, ALTER COLUMN reversal_approvals DROP DEFAULT,
  ALTER COLUMN write_off_approvals DROP NOT NULL, ALTER COLUMN write_off_approvals DROP DEFAULT;

-- As before (0039), and who may pay a loan out.
CREATE OR REPLACE FUNCTION app.roles_that_decide(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_kind
    WHEN 'transaction' THEN '{admin,treasurer}'::text[]
    WHEN 'reversal' THEN '{admin,treasurer}'::text[]
    WHEN 'disbursement' THEN '{admin,treasurer}'::text[]
    WHEN 'loan' THEN '{admin,loan_committee}'::text[]
    ELSE '{admin}'::text[] END $$;

-- As before (0039), but a member in an office counts from the day on which they have opened their portal.
CREATE OR REPLACE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT NULL::uuid, (SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id()))
  UNION ALL
  SELECT m.member_id, b.login_id FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
    AND m.roles && app.roles_that_decide(p_kind)
    AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date) $$;

RESET ROLE;

-- 0 was the default, so a society that chose it can't be told from one that never looked: both get the new default.
UPDATE app.configuration SET withdrawal_approvals = nullif(withdrawal_approvals, 0), share_approvals = nullif(share_approvals, 0),
  journal_approvals = nullif(journal_approvals, 0), reversal_approvals = nullif(reversal_approvals, 0), write_off_approvals = nullif(write_off_approvals, 0);
