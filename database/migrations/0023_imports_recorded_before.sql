-- A month of contributions whose payments an earlier file or voucher has is asked about before it is posted.
--
-- Invariants:
--   * what an officer said of it is of the import as it was then: any change to it asks again (features/society/imports/server/store.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import ADD COLUMN another_payment boolean NOT NULL DEFAULT false;
GRANT UPDATE (another_payment) ON app.import TO coop_app;
