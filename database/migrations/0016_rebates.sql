-- What is kept here, and who relies on it:
--   * upfront interest that is given back when a loan is settled early is a repayment of principal alone, so that it is in
--     no sum of interest, and the parts of a movement come to its amount (server/features/lending/running-loans/store.ts).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check,
  ADD CONSTRAINT loan_movement_way_check CHECK (way IN ('cash', 'bank', 'savings', 'vendor', 'deduction', 'recovery', 'opening', 'top_up', 'leaving', 'rebate')),
  ADD CONSTRAINT rebate_repays_principal CHECK (way IS DISTINCT FROM 'rebate' OR (kind = 'repayment' AND principal = amount AND interest = 0 AND fees = 0 AND penalties = 0));
