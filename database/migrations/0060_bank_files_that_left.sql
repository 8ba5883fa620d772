-- Each bank file of a payment batch that left, with who took it and when (decision 70).
--
-- Invariants:
--   * a file that left is never forgotten, and is declared void once (void_once);
--   * a batch of which a file left that is not void is not sent by the provider: both hold the batch's row.
-- Relied on by: server/features/society/payment-batches, server/features/society/payouts.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.payment_batch_file (
  cooperative_id uuid NOT NULL,
  file_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  downloaded_by_name text NOT NULL,
  downloaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  void_by_name text,                                -- the officer who agreed to it
  void_at timestamptz,
  PRIMARY KEY (cooperative_id, file_id),
  FOREIGN KEY (cooperative_id, batch_id) REFERENCES app.payment_batch,
  CHECK (num_nonnulls(void_by_name, void_at) <> 1)
);
CREATE INDEX payment_batch_file_by_batch ON app.payment_batch_file (cooperative_id, batch_id);

-- Before this, the trail says that a file left and not of which batch: each that was approved by then and waits is taken for one.
ALTER TABLE app.payment_batch NO FORCE ROW LEVEL SECURITY;
ALTER TABLE app.payout NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit.event NO FORCE ROW LEVEL SECURITY;
INSERT INTO app.payment_batch_file (cooperative_id, file_id, batch_id, downloaded_by_name, downloaded_at)
  SELECT b.cooperative_id, gen_random_uuid(), b.batch_id, e.actor_name, e.at
  FROM app.payment_batch b JOIN audit.event e ON e.cooperative_id = b.cooperative_id AND e.at >= b.approved_at
  WHERE b.status = 'approved' AND e.action = 'GET /financial/payment-batches/:batchId/file'
    AND NOT EXISTS (SELECT FROM app.payout p WHERE p.cooperative_id = b.cooperative_id AND p.batch_id = b.batch_id);
ALTER TABLE app.payment_batch FORCE ROW LEVEL SECURITY;
ALTER TABLE app.payout FORCE ROW LEVEL SECURITY;
ALTER TABLE audit.event FORCE ROW LEVEL SECURITY;

CALL app.protect_tenant('app.payment_batch_file');
CALL app.protect_officer_rows('app.payment_batch_file');
CREATE POLICY void_once ON app.payment_batch_file AS RESTRICTIVE FOR UPDATE TO coop_app USING (void_at IS NULL) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (void_by_name, void_at) ON app.payment_batch_file TO coop_app;
