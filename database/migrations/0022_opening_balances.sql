-- The balances with which a society comes from its old books: read from one workbook, agreed, signed by two officers and
-- posted as one entry.
--
-- Invariants (database/checks/opening_balances_agree.sql):
--   * a society stands on one set of opening balances: another is signed only after the first is turned down or reversed;
--   * whoever read the workbook signs first, so maker_is_not_checker keeps that person from signing second;
--   * what is signed is never changed or removed.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check;
ALTER TABLE app.transaction ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase',
  'share_transfer', 'share_redemption', 'charge', 'journal', 'disbursement', 'repayment', 'interest', 'fixed_deposit', 'opening'));
-- Opening balances are one row of nobody's, which is signed, beside the rows of the members who hold them.
ALTER TABLE app.transaction DROP CONSTRAINT journals_are_nobodys;
ALTER TABLE app.transaction ADD CONSTRAINT journals_are_nobodys
  CHECK ((member_id IS NULL) = (type = 'journal' OR type IN ('interest', 'opening') AND account_type_id IS NULL));
ALTER TABLE app.transaction DROP CONSTRAINT members_accounts_move;
ALTER TABLE app.transaction ADD CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL OR type IN ('charge', 'journal', 'interest', 'opening'));
CREATE UNIQUE INDEX opening_balances_stand_once ON app.transaction (cooperative_id)
  WHERE type = 'opening' AND member_id IS NULL AND status IN ('pending', 'approved');

CREATE TABLE app.opening_balances (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  opening_balances_id uuid NOT NULL,
  as_of date NOT NULL,                              -- the day of the last audited balance sheet
  file_name text NOT NULL,
  member_columns text[] NOT NULL,                   -- the headings of the two sheets
  ledger_columns text[] NOT NULL,
  transaction_id uuid,                              -- what is signed; NULL: nobody has signed yet
  uploaded_by uuid NOT NULL,
  uploaded_by_name text NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, opening_balances_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.opening_balances');
CALL app.protect_officer_rows('app.opening_balances');
CREATE UNIQUE INDEX opening_balances_unsigned_once ON app.opening_balances (cooperative_id) WHERE transaction_id IS NULL;
CREATE POLICY signed_stay ON app.opening_balances AS RESTRICTIVE FOR DELETE USING (transaction_id IS NULL);
CREATE POLICY signed_once ON app.opening_balances AS RESTRICTIVE FOR UPDATE USING (transaction_id IS NULL) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE, UPDATE (transaction_id) ON app.opening_balances TO coop_app;

CREATE TABLE app.opening_balances_row (
  cooperative_id uuid NOT NULL,
  opening_balances_id uuid NOT NULL,
  sheet text NOT NULL CHECK (sheet IN ('members', 'ledger')),
  number int NOT NULL,                              -- as the spreadsheet numbers it
  cells text[] NOT NULL,
  PRIMARY KEY (cooperative_id, opening_balances_id, sheet, number),
  FOREIGN KEY (cooperative_id, opening_balances_id) REFERENCES app.opening_balances
);
CALL app.protect_tenant('app.opening_balances_row');
CALL app.protect_officer_rows('app.opening_balances_row');
CREATE POLICY signed_stay ON app.opening_balances_row AS RESTRICTIVE FOR DELETE USING (EXISTS (SELECT FROM app.opening_balances o
  WHERE o.cooperative_id = opening_balances_row.cooperative_id AND o.opening_balances_id = opening_balances_row.opening_balances_id AND o.transaction_id IS NULL));
CREATE POLICY signed_grow_no_more ON app.opening_balances_row AS RESTRICTIVE FOR INSERT WITH CHECK (EXISTS (SELECT FROM app.opening_balances o
  WHERE o.cooperative_id = opening_balances_row.cooperative_id AND o.opening_balances_id = opening_balances_row.opening_balances_id AND o.transaction_id IS NULL));
GRANT SELECT, INSERT, DELETE ON app.opening_balances_row TO coop_app;

CREATE FUNCTION app.know_who_uploaded() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.transaction_id
      AND t.type = 'opening' AND t.recorded_by = NEW.uploaded_by) THEN
    RAISE EXCEPTION 'whoever read the workbook signs first' USING ERRCODE = 'check_violation', CONSTRAINT = 'uploader_signs_first';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER uploader_signs_first BEFORE UPDATE OF transaction_id ON app.opening_balances FOR EACH ROW EXECUTE FUNCTION app.know_who_uploaded();

RESET ROLE;
