-- A month's sheet is compared with what its members have paid for that month, lists those who paid nothing, and may name its month.
--
-- Invariants:
--   * how a month that is recorded in part is recorded holds for the figures that the officer saw: where they change, it is asked again (features/society/imports/server/post-import.ts).
--   * what is written at a row of what its member has paid is of its last check; posting compares with the ledger once more.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.import
  ADD COLUMN only_more_than text CHECK (only_more_than IN ('files', 'paid')),   -- of members who have paid already, instead of another_payment
  ADD COLUMN names_month text,                                 -- the title, sheet or file name that says which month it is
  ADD CONSTRAINT recorded_in_one_way CHECK (only_more_than IS NULL OR NOT another_payment);
GRANT UPDATE (only_more_than) ON app.import TO coop_app;

ALTER TABLE app.import_row
  ADD COLUMN pays_nothing boolean NOT NULL DEFAULT false,
  ADD COLUMN paid_before_amount bigint NOT NULL DEFAULT 0 CHECK (paid_before_amount >= 0),   -- by its member, for its month, into its account
  ADD COLUMN paid_in_files_amount bigint NOT NULL DEFAULT 0 CHECK (paid_in_files_amount BETWEEN 0 AND paid_before_amount),
  ADD COLUMN paid_before_entry_no bigint;                                                    -- the newest voucher of it
GRANT UPDATE (pays_nothing, paid_before_amount, paid_in_files_amount, paid_before_entry_no) ON app.import_row TO coop_app;

-- What an employer's file says that none of its rows posts: columns of money that are not read, another month, totals that are not the sum of their parts.
ALTER TABLE app.deduction_return ADD COLUMN file_says jsonb;
-- A total that is not the sum of its parts is asked about too.
ALTER TABLE app.deduction_return_row DROP CONSTRAINT deduction_return_row_problem_check,
  ADD CONSTRAINT deduction_return_row_problem_check CHECK (problem IN ('amount', 'formula', 'negative', 'parts'));

-- What was carried over from another page or month is no row of a list.
ALTER TABLE app.import_row DROP CONSTRAINT import_row_left_out_check,
  ADD CONSTRAINT import_row_left_out_check CHECK (left_out IN ('title', 'heading', 'total', 'carried', 'hidden', 'figures', 'note'));
