-- Locking the books through a date, closing a year, retiring an account, and knowing which accounts hold cash.
--
-- Invariants:
--   * books are locked and reopened through two functions only, and each time leaves a line that never changes;
--   * where a society has two or more officers, who locked a date does not reopen it;
--   * a year has one standing closing; a reversed one makes room for another;
--   * a retired account stands at zero and is no control account (held under the head's lock, so no posting slips between).

SET LOCAL ROLE ledger_owner;

ALTER TABLE ledger.account ADD COLUMN holds_cash boolean NOT NULL DEFAULT false;
ALTER TABLE ledger.account ADD CONSTRAINT cash_is_an_asset CHECK (NOT holds_cash OR class = 'asset' AND NOT is_control);

CREATE TABLE ledger.lock_change (
  cooperative_id uuid NOT NULL,
  number int NOT NULL,                              -- in the order in which they happened
  kind text NOT NULL CHECK (kind IN ('lock', 'reopen')),
  through date,                                     -- closed through this day from then on; NULL = all open
  before date,
  reason text,
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, number),
  CHECK (kind = 'reopen' OR through IS NOT NULL),
  CHECK ((kind = 'reopen') = (reason IS NOT NULL))
);
CALL app.protect_tenant('ledger.lock_change');
CREATE POLICY officers_only ON ledger.lock_change AS RESTRICTIVE FOR SELECT TO coop_app USING ((SELECT NOT app.is_member()));
CREATE TRIGGER frozen BEFORE UPDATE OR DELETE ON ledger.lock_change FOR EACH ROW EXECUTE FUNCTION ledger.refuse();
CREATE TRIGGER frozen_whole BEFORE TRUNCATE ON ledger.lock_change FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse();
ALTER TABLE ledger.lock_change ENABLE ALWAYS TRIGGER frozen;
ALTER TABLE ledger.lock_change ENABLE ALWAYS TRIGGER frozen_whole;
GRANT SELECT ON ledger.lock_change TO coop_app;

RESET ROLE;
SET LOCAL ROLE coop_owner;

-- The cooperative's own login, and each member who holds the role and has proved his login.
CREATE FUNCTION app.officer_count() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT 1 + count(*)::int FROM app.member m
  JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND 'admin' = ANY (m.roles) $$;
REVOKE ALL ON FUNCTION app.officer_count FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.officer_count TO coop_app, ledger_owner;

CREATE TABLE app.year_closing (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  closing_id uuid NOT NULL,
  year_from date NOT NULL,
  year_end date NOT NULL,
  surplus bigint NOT NULL,                          -- kobo that went to undistributed surplus; below zero for a deficit
  entry_id uuid NOT NULL,
  entry_no bigint NOT NULL,
  closed_by uuid NOT NULL,
  closed_by_name text NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reversal_id uuid,
  reversal_no bigint,
  reversed_by_name text,
  reversed_at timestamptz,
  reason text,
  PRIMARY KEY (cooperative_id, closing_id),
  CHECK (year_from < year_end),
  CHECK (num_nulls(reversal_id, reversal_no, reversed_by_name, reversed_at, reason) IN (0, 5))
);
CALL app.protect_tenant('app.year_closing');
CALL app.protect_officer_rows('app.year_closing');
CREATE UNIQUE INDEX year_closing_stands ON app.year_closing (cooperative_id, year_end) WHERE reversed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (reversal_id, reversal_no, reversed_by_name, reversed_at, reason) ON app.year_closing TO coop_app;

-- Changes of the chart are told in the same history; what the list held before stays in it.
DO $$
DECLARE v_known text;
BEGIN
  SELECT substring(pg_get_constraintdef(c.oid) FROM '^CHECK \((.*)\)$') INTO v_known FROM pg_constraint c
    WHERE c.conrelid = 'app.configuration_change'::regclass AND c.conname = 'configuration_change_kind_check';
  ALTER TABLE app.configuration_change DROP CONSTRAINT configuration_change_kind_check;
  EXECUTE format('ALTER TABLE app.configuration_change ADD CONSTRAINT configuration_change_kind_check CHECK (%s OR kind = ''account'')', v_known);
END $$;

RESET ROLE;
SET LOCAL ROLE ledger_owner;

-- Puts money's writers in line behind this transaction: what it reads of the books stays true until it ends.
CREATE FUNCTION ledger.hold(p_coop uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() OR app.is_member() THEN
    RAISE EXCEPTION 'this transaction may not hold the books of %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
END $$;

-- Locks the books through a day, later than before. Raises lock_not_later.
CREATE FUNCTION ledger.lock_through(p_coop uuid, p_through date, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_before date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF p_through <= v_before THEN
    RAISE EXCEPTION 'already locked through that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_later';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, actor_id, actor_name)
    SELECT p_coop, coalesce(max(c.number), 0) + 1, 'lock', p_through, v_before, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;

-- Opens the books again after a day, or all of them. Raises lock_not_earlier, and reopened_by_locker where the society
-- has two or more officers and this one locked a day that would open.
CREATE FUNCTION ledger.reopen_after(p_coop uuid, p_through date, p_reason text, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_before date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT h.closed_through INTO v_before FROM ledger.head h WHERE h.cooperative_id = p_coop;
  IF v_before IS NULL OR p_through >= v_before THEN
    RAISE EXCEPTION 'not locked after that day' USING ERRCODE = 'check_violation', CONSTRAINT = 'lock_not_earlier';
  END IF;
  IF app.officer_count() > 1 AND EXISTS (
      SELECT FROM ledger.lock_change l WHERE l.cooperative_id = p_coop AND l.kind = 'lock' AND l.actor_id = p_actor
        AND l.through > coalesce(p_through, '-infinity')
        AND NOT EXISTS (SELECT FROM ledger.lock_change o WHERE o.cooperative_id = p_coop AND o.kind = 'reopen' AND o.number > l.number
          AND coalesce(o.through, '-infinity') < l.through)) THEN
    RAISE EXCEPTION 'who locked does not reopen' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_locker';
  END IF;
  UPDATE ledger.head h SET closed_through = p_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name)
    SELECT p_coop, max(c.number) + 1, 'reopen', p_through, v_before, p_reason, p_actor, p_actor_name
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;

-- Takes an account of the society out of use, or brings it back. Raises account_is_control, account_has_balance.
CREATE FUNCTION ledger.retire_account(p_coop uuid, p_account uuid, p_retired boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_account ledger.account;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT * INTO STRICT v_account FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NULL;
  IF p_retired AND v_account.is_control THEN
    RAISE EXCEPTION 'a control account stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_is_control';
  END IF;
  IF p_retired AND EXISTS (SELECT FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = p_account
      GROUP BY b.account_id HAVING sum(b.debits) <> sum(b.credits)) THEN
    RAISE EXCEPTION 'an account with a balance stays' USING ERRCODE = 'check_violation', CONSTRAINT = 'account_has_balance';
  END IF;
  UPDATE ledger.account a SET retired_at = CASE WHEN p_retired THEN coalesce(a.retired_at, now()) END
    WHERE a.cooperative_id = p_coop AND a.account_id = p_account;
END $$;

REVOKE ALL ON FUNCTION ledger.hold, ledger.lock_through, ledger.reopen_after, ledger.retire_account FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.hold, ledger.lock_through, ledger.reopen_after, ledger.retire_account TO coop_app;

RESET ROLE;

UPDATE ledger.account SET holds_cash = true WHERE code IN ('1010', '1015', '1020') AND class = 'asset' AND NOT is_control AND member_id IS NULL;
