-- Yearly rates of loans to four decimals of a percent, and more rhythms of instalments. How a product's instalments are worked
-- out is in the document of its rules and goes with each application in its terms (domain/lending/loans/schedule-terms.ts).
--
-- Invariants:
--   * a rate is in millionths: 94822 is 9.4822 % a year.
-- Relied on by: the loan engine (domain/lending/loans/running-loan.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_configuration DROP CONSTRAINT loan_configuration_annual_rate_basis_points_check;
-- allowed: a hundredfold of the same rate under a name that says so, before the first release.
ALTER TABLE app.loan_configuration ALTER COLUMN annual_rate_basis_points TYPE int USING annual_rate_basis_points * 100;
-- allowed: as above.
ALTER TABLE app.loan_configuration RENAME COLUMN annual_rate_basis_points TO annual_rate_ppm;
ALTER TABLE app.loan_configuration ADD CHECK (annual_rate_ppm >= 0);

ALTER TABLE app.loan DROP CONSTRAINT loan_annual_rate_basis_points_check;
-- allowed: a hundredfold of the same rate under a name that says so, before the first release.
ALTER TABLE app.loan ALTER COLUMN annual_rate_basis_points TYPE int USING annual_rate_basis_points * 100;
-- allowed: as above.
ALTER TABLE app.loan RENAME COLUMN annual_rate_basis_points TO annual_rate_ppm;
ALTER TABLE app.loan ADD CHECK (annual_rate_ppm >= 0);

ALTER TABLE app.rescheduling DROP CONSTRAINT rescheduling_annual_rate_basis_points_check;
-- allowed: a hundredfold of the same rate under a name that says so, before the first release.
ALTER TABLE app.rescheduling ALTER COLUMN annual_rate_basis_points TYPE int USING annual_rate_basis_points * 100;
-- allowed: as above.
ALTER TABLE app.rescheduling RENAME COLUMN annual_rate_basis_points TO annual_rate_ppm;
ALTER TABLE app.rescheduling ADD CHECK (annual_rate_ppm >= 0);

ALTER TABLE app.loan_configuration DROP CONSTRAINT repaid_every_is_known;
ALTER TABLE app.loan_configuration ADD CONSTRAINT repaid_every_is_known
  CHECK (coalesce(rules ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15', 'four_weeks', 'quarter', 'half_year', 'year'));
ALTER TABLE app.loan DROP CONSTRAINT repaid_every_is_known;
ALTER TABLE app.loan ADD CONSTRAINT repaid_every_is_known
  CHECK (coalesce(terms ->> 'repaidEvery', '') IN ('month', 'week', 'fortnight', 'day15', 'four_weeks', 'quarter', 'half_year', 'year'));

-- A delay costs a penalty, or interest after the last due date.
DROP INDEX app.loan_with_penalty;
CREATE INDEX loan_with_penalty ON app.loan (cooperative_id, member_id)
  WHERE status = 'active' AND (jsonb_typeof(terms -> 'penalty') = 'object' OR jsonb_typeof(terms -> 'schedule' -> 'afterMaturity') = 'object');
