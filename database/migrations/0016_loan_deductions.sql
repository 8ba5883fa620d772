-- What is deducted from a salary repays loans: a repayment may come with a deduction return, whose voucher carries it, and the
-- office settles whether missed instalments are asked of an employer too. Loans move money through any account that holds it.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.deduction_settings ADD COLUMN arrears boolean NOT NULL DEFAULT false;   -- all that is late is asked for at once
GRANT UPDATE (arrears) ON app.deduction_settings TO coop_app;
-- What a loan no longer owed is the member's otherwise.
GRANT UPDATE (loans_amount, levy_amount, savings_amount, shares_amount) ON app.deduction TO coop_app;

ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check;
ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_way_check CHECK (way IN ('cash', 'bank', 'savings', 'vendor', 'deduction'));
ALTER TABLE app.loan_movement
  ADD COLUMN return_id uuid,                        -- the return that it came with
  ADD COLUMN due_by date,                           -- for the instalment that falls due by this day
  ADD COLUMN through_name text,                     -- the society's account that paid or took in, as it was called then
  ADD CONSTRAINT deduction_names_its_return CHECK ((way IS NOT DISTINCT FROM 'deduction') = (return_id IS NOT NULL) AND (return_id IS NULL) = (due_by IS NULL)),
  ADD FOREIGN KEY (cooperative_id, return_id) REFERENCES app.deduction_return;
CREATE INDEX loan_movement_of_return ON app.loan_movement (cooperative_id, return_id) WHERE return_id IS NOT NULL;

RESET ROLE;
