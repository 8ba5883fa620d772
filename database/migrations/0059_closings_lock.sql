-- Closing a year locks the books through its last day, and opening balances lock those through theirs: an entry dated before would
-- change what was closed or handed over. Such a lock ends by reversing the entry that it came with, which takes a reason and two
-- officers where there are two.
--
-- Invariants:
--   * a lock_change with an entry_id is a reopening in the transaction that reverses this entry.

SET LOCAL ROLE ledger_owner;

ALTER TABLE ledger.lock_change ADD COLUMN entry_id uuid,
  ADD FOREIGN KEY (cooperative_id, entry_id) REFERENCES ledger.entry (cooperative_id, entry_id),
  ADD CHECK (entry_id IS NULL OR kind = 'reopen');

-- Opens the books as far as they were open before the lock through the day of this closing, or of these opening balances; nothing
-- where they are not locked through that day, or further. The officer who locked may do it too, because the reversal takes two officers itself.
CREATE FUNCTION ledger.reopen_for_reversal(p_coop uuid, p_entry uuid, p_reason text, p_actor uuid, p_actor_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_on date; v_through date;
BEGIN
  PERFORM ledger.hold(p_coop);
  SELECT e.effective_on INTO STRICT v_on FROM ledger.entry e WHERE e.cooperative_id = p_coop AND e.entry_id = p_entry AND e.kind IN ('closing', 'opening');
  IF NOT EXISTS (SELECT FROM ledger.head h WHERE h.cooperative_id = p_coop AND h.closed_through = v_on) THEN RETURN; END IF;
  SELECT c.before INTO v_through FROM ledger.lock_change c
    WHERE c.cooperative_id = p_coop AND c.kind = 'lock' AND c.through = v_on ORDER BY c.number DESC LIMIT 1;
  UPDATE ledger.head h SET closed_through = v_through WHERE h.cooperative_id = p_coop;
  INSERT INTO ledger.lock_change (cooperative_id, number, kind, through, before, reason, actor_id, actor_name, entry_id)
    SELECT p_coop, max(c.number) + 1, 'reopen', v_through, v_on, p_reason, p_actor, p_actor_name, p_entry
    FROM ledger.lock_change c WHERE c.cooperative_id = p_coop;
END $$;

CREATE FUNCTION ledger.reopened_by_reversal() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM ledger.entry e WHERE e.cooperative_id = NEW.cooperative_id AND e.reverses_id = NEW.entry_id AND e.txid = pg_current_xact_id()) THEN
    RAISE EXCEPTION 'the entry was not reversed with it' USING ERRCODE = 'check_violation', CONSTRAINT = 'reopened_by_reversal';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER reopened_by_reversal AFTER INSERT ON ledger.lock_change DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.entry_id IS NOT NULL) EXECUTE FUNCTION ledger.reopened_by_reversal();

REVOKE ALL ON FUNCTION ledger.reopen_for_reversal, ledger.reopened_by_reversal FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.reopen_for_reversal TO coop_app;
RESET ROLE;
