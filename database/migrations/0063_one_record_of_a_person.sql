-- What was merged into a record that was merged itself leads to the record that stays, and the closed records of a person are found by it.
--
-- Invariants:
--   * merged_into names a record that is not merged itself (server/features/society/merging/store.ts keeps it so from here on).
-- Relied on by: server/features/society/surplus/queries.ts, server/features/members/members/queries.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member NO FORCE ROW LEVEL SECURITY;
WITH RECURSIVE heir AS (
  SELECT m.cooperative_id, m.member_id, m.merged_into AS stays FROM app.member m WHERE m.merged_into IS NOT NULL
  UNION ALL
  SELECT h.cooperative_id, h.member_id, k.merged_into FROM heir h
  JOIN app.member k ON k.cooperative_id = h.cooperative_id AND k.member_id = h.stays WHERE k.merged_into IS NOT NULL)
UPDATE app.member m SET merged_into = h.stays FROM heir h
JOIN app.member k ON k.cooperative_id = h.cooperative_id AND k.member_id = h.stays AND k.merged_into IS NULL
WHERE m.cooperative_id = h.cooperative_id AND m.member_id = h.member_id AND m.merged_into IS DISTINCT FROM h.stays;
ALTER TABLE app.member FORCE ROW LEVEL SECURITY;

CREATE INDEX member_merged ON app.member (cooperative_id, merged_into) WHERE merged_into IS NOT NULL;
