-- What a society counts as arrears. An overdue sum up to the tolerated amount, or late up to the tolerated days, is still owed, but
-- puts no loan in the lists, at risk or in a worse class (lateOn in server/features/books/arrears/queries.ts and
-- domain/lending/loans/arrears.ts are the rule).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.configuration
  ADD COLUMN arrears_tolerance bigint NOT NULL DEFAULT 0 CHECK (arrears_tolerance >= 0),   -- kobo
  ADD COLUMN arrears_tolerance_days int NOT NULL DEFAULT 0 CHECK (arrears_tolerance_days BETWEEN 0 AND 30);
GRANT UPDATE (arrears_tolerance, arrears_tolerance_days) ON app.configuration TO coop_app;
