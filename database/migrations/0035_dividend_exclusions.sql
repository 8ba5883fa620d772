-- Members who are excluded from a dividend by a rule of its run, each with the reason (decision 68).
--
-- Invariants:
--   * a member of a run has a line of it or is excluded from it, never both, and who is excluded is so by the rule of the run
--     (database/checks/dividends_come_to_their_pool);
--   * a member reads the own exclusion and no other's.
-- Relied on by: server/features/society/surplus.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.dividend_run
  ADD COLUMN excluding text NOT NULL DEFAULT 'none' CHECK (excluding IN ('none', 'in_arrears', 'not_active', 'in_arrears_or_not_active'));

CREATE TABLE app.dividend_exclusion (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('in_arrears', 'not_active')),
  basis bigint NOT NULL CHECK (basis > 0),          -- what would have counted; it is no part of the run's basis_total
  PRIMARY KEY (cooperative_id, run_id, member_id),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.dividend_run,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.dividend_exclusion');
CALL app.protect_member_rows('app.dividend_exclusion');
CREATE POLICY run_by_officers ON app.dividend_exclusion AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX dividend_exclusion_by_member ON app.dividend_exclusion (cooperative_id, member_id, run_id);
GRANT SELECT, INSERT ON app.dividend_exclusion TO coop_app;
