-- Contributions fall due from the month after a society's opening balances, or from the month in which it started here; for one who
-- joins later, from the month of joining. Before, a member who joined years ago owed for each of those years, although what was paid
-- then is in the old books. What is still owed from the old books is one sum, which falls due in the month before.
--
-- Invariants:
--   * a member's plan asks for nothing before contributions_due_from, but for the sum brought forward in the one month before it.
--   * no contribution falls due before its member's month of joining.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration ADD COLUMN contributions_due_from date CHECK (extract(day FROM contributions_due_from) = 1);
GRANT UPDATE (contributions_due_from) ON app.configuration TO coop_app;
ALTER TABLE app.member ADD COLUMN contributions_due_from date
  CHECK (extract(day FROM contributions_due_from) = 1 AND contributions_due_from >= date_trunc('month', registration_date::timestamp));
GRANT UPDATE (contributions_due_from) ON app.member TO coop_app;

-- Who moved it for one member, and why.
CREATE TABLE app.due_from_change (
  cooperative_id uuid NOT NULL,
  change_id uuid NOT NULL,
  member_id uuid NOT NULL,
  due_from date NOT NULL,
  arrears bigint NOT NULL CHECK (arrears >= 0),     -- kobo
  reason text NOT NULL CHECK (reason <> ''),
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.due_from_change');
CALL app.protect_officer_rows('app.due_from_change');
CREATE INDEX due_from_change_of ON app.due_from_change (cooperative_id, member_id, changed_at DESC);
GRANT SELECT, INSERT ON app.due_from_change TO coop_app;
RESET ROLE;

UPDATE app.configuration c SET contributions_due_from = coalesce(
  (SELECT date_trunc('month', o.as_of) + interval '1 month' FROM app.opening_balances o JOIN app.transaction t USING (cooperative_id, transaction_id)
    WHERE o.cooperative_id = c.cooperative_id AND t.status = 'approved' LIMIT 1),
  (SELECT date_trunc('month', k.created_at AT TIME ZONE 'Africa/Lagos') FROM app.cooperative k WHERE k.cooperative_id = c.cooperative_id));

-- Where opening balances were posted, nothing is asked for the months before them. What each member agreed to then goes on afterwards.
CREATE TEMPORARY TABLE migrated ON COMMIT DROP AS
  SELECT m.cooperative_id, m.member_id, greatest(date_trunc('month', m.registration_date), c.contributions_due_from)::date AS due,
    (SELECT p.monthly FROM app.contribution_plan p WHERE p.cooperative_id = m.cooperative_id AND p.member_id = m.member_id
      AND p.effective_from <= greatest(date_trunc('month', m.registration_date), c.contributions_due_from) ORDER BY p.effective_from DESC LIMIT 1) AS monthly
  FROM app.member m JOIN app.configuration c USING (cooperative_id)
  WHERE EXISTS (SELECT FROM app.opening_balances o JOIN app.transaction t USING (cooperative_id, transaction_id) WHERE o.cooperative_id = m.cooperative_id AND t.status = 'approved');
INSERT INTO app.contribution_plan (cooperative_id, member_id, effective_from, monthly)
  SELECT cooperative_id, member_id, due, monthly FROM migrated WHERE monthly IS NOT NULL ON CONFLICT DO NOTHING;
UPDATE app.contribution_plan p SET monthly = 0 FROM migrated g
  WHERE p.cooperative_id = g.cooperative_id AND p.member_id = g.member_id AND p.effective_from < g.due AND p.monthly > 0;
UPDATE app.member m SET contributions_due_from = greatest(date_trunc('month', m.registration_date), coalesce(
  (SELECT g.due FROM migrated g WHERE g.cooperative_id = m.cooperative_id AND g.member_id = m.member_id),
  (SELECT min(p.effective_from) FROM app.contribution_plan p WHERE p.cooperative_id = m.cooperative_id AND p.member_id = m.member_id)));

ALTER TABLE app.configuration ALTER COLUMN contributions_due_from SET NOT NULL;
ALTER TABLE app.member ALTER COLUMN contributions_due_from SET NOT NULL;
