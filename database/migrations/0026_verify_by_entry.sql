-- The chain of entries is proved entry by entry. Summed for all of them at once, the lines were summed again for each entry where
-- the planner has no statistics, as in each new society: five seconds for one of 300 members.
--
-- Invariants:
--   * what is verified, and how, is as in 0007: number, hash before, own hash, head (docs/decisions/0004-the-ledger.md).

SET LOCAL ROLE ledger_owner;

CREATE OR REPLACE FUNCTION ledger.verify(c uuid) RETURNS TABLE (entry_no bigint, problem text) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  WITH e AS (
    SELECT e.*, coalesce(lag(e.hash) OVER w, decode(repeat('00', 32), 'hex')) AS before_hash, coalesce(lag(e.entry_no) OVER w, 0) AS before_no,
      (SELECT string_agg(ledger.lp(p.line::text, p.debit_id::text, p.credit_id::text, p.amount::text), '' ORDER BY p.line)
       FROM ledger.posting p WHERE p.cooperative_id = c AND p.entry_id = e.entry_id) AS lines
    FROM ledger.entry e WHERE e.cooperative_id = c WINDOW w AS (ORDER BY e.entry_no)),
  judged AS (
    SELECT e.entry_no, CASE
      WHEN e.entry_no <> e.before_no + 1 THEN 'gap'
      WHEN e.prev_hash <> e.before_hash THEN 'link'
      WHEN e.hash IS DISTINCT FROM ledger.entry_hash(e.prev_hash, c, e.entry_no, e.entry_id, e.effective_on, e.kind, e.source_type, e.source_id,
        e.reverses_id, e.actor_id, e.created_at, e.lines) THEN 'content' END AS problem
    FROM e)
  (SELECT j.entry_no, j.problem FROM judged j WHERE j.problem IS NOT NULL ORDER BY j.entry_no LIMIT 1)
  UNION ALL
  (SELECT h.last_no, 'head' FROM ledger.head h WHERE h.cooperative_id = c
     AND (h.last_no, h.hash) IS DISTINCT FROM coalesce(
       (SELECT (x.entry_no, x.hash) FROM ledger.entry x WHERE x.cooperative_id = c ORDER BY x.entry_no DESC LIMIT 1),
       (0::bigint, decode(repeat('00', 32), 'hex')))) $$;
