-- The members of a return that waited for the employer's money are credited by the server's job after the remittance was
-- recorded, not inside that request.
--
-- Invariants:
--   * a return that is taken as true and names a remittance is to be credited: all of its schedule was paid over with that
--     remittance, on whose day and in whose recorder's name the job posts. It relies on the mark alone, so it goes on where
--     a stopped server left it;
--   * a remittance that is reversed takes the marks of its schedule away with it (checked by
--     database/checks/returns_to_credit_are_paid.sql).

ALTER TABLE app.deduction_return ADD COLUMN remittance_id uuid;
ALTER TABLE app.deduction_return ADD FOREIGN KEY (cooperative_id, remittance_id) REFERENCES app.remittance;
GRANT UPDATE (remittance_id) ON app.deduction_return TO coop_app;
CREATE INDEX deduction_return_to_credit ON app.deduction_return (cooperative_id, return_id) WHERE status = 'deducted' AND remittance_id IS NOT NULL;
-- The job looks for returns of every cooperative, and credits each inside its own lock.
CREATE POLICY to_credit ON app.deduction_return FOR SELECT TO coop_jobs USING (status = 'deducted' AND remittance_id IS NOT NULL);
GRANT SELECT (remittance_id) ON app.deduction_return TO coop_jobs;
