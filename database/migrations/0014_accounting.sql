-- Files of the bank and their matches with the books, opening balances, fixed assets and their depreciation, and the classes of
-- the provision for loan losses (decision 25).
--
-- Invariants:
--   * a line of a bank is kept once, from whatever file it comes; a line and an entry belong to one match at most, and the lines
--     of a match come to what its entries moved (matches_balance.sql);
--   * one set of opening balances of a society is in force: another is signed only after the first is turned down or reversed.
--     The officer who read the workbook signs first, so maker_is_not_checker keeps that officer from signing second; what is
--     signed is never changed or removed (database/checks/opening_balances_agree.sql);
--   * a month of an asset is depreciated once (asset_month_once), and an asset is disposed of once (asset_disposed_once); both
--     are free again when their transaction is rejected or reversed (app.release_fixed_assets);
--   * purchase, depreciation and disposal are journals, with their lines in app.journal_line; what a run says is the sum of its
--     lines and of its journal (database/checks/depreciation_agrees_with_lines.sql);
--   * an asset that opening balances brought leaves the register with them;
--   * a cooperative without rows of app.provision_class has the classes that are built in.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_statement (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  statement_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  file_name text NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL CHECK (to_on >= from_on),
  opening_balance bigint NOT NULL,                  -- kobo, as the bank says; below zero where it lends
  closing_balance bigint NOT NULL,
  lines int NOT NULL CHECK (lines > 0),             -- that were new with this file
  uploaded_by_name text NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, statement_id)
);
CALL app.protect_tenant('app.bank_statement');
CALL app.protect_officer_rows('app.bank_statement');
CREATE INDEX bank_statement_of_account ON app.bank_statement (cooperative_id, account_id, to_on DESC);
GRANT SELECT, INSERT ON app.bank_statement TO coop_app;

CREATE TABLE app.bank_match (
  cooperative_id uuid NOT NULL,
  match_id uuid NOT NULL,
  account_id uuid NOT NULL,
  confirmed_by_name text,                           -- NULL: proposed, not confirmed
  confirmed_at timestamptz,
  PRIMARY KEY (cooperative_id, match_id),
  CHECK ((confirmed_by_name IS NULL) = (confirmed_at IS NULL))
);
CALL app.protect_tenant('app.bank_match');
CALL app.protect_officer_rows('app.bank_match');
CREATE INDEX bank_match_of_account ON app.bank_match (cooperative_id, account_id);
GRANT SELECT, INSERT, UPDATE (confirmed_by_name, confirmed_at), DELETE ON app.bank_match TO coop_app;

CREATE TABLE app.bank_line (
  cooperative_id uuid NOT NULL,
  line_id uuid NOT NULL,
  account_id uuid NOT NULL,
  statement_id uuid NOT NULL,
  place int NOT NULL,                               -- in its statement
  on_day date NOT NULL,
  narration text NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),       -- kobo; above zero where money came in
  balance bigint NOT NULL,
  nth int NOT NULL,                                 -- of lines that are alike in day, amount and balance
  match_id uuid,
  -- A line of the bank that an officer enters is matched with what they record in the same act; where that waits for approval the line
  -- names it, so that no one enters it again, and is matched once it is approved. A transaction that is rejected leaves the line open.
  -- Relied on by features/accounting/reconciliation.
  entered_id uuid,                                  -- what was recorded from it last
  PRIMARY KEY (cooperative_id, line_id),
  CONSTRAINT bank_line_once UNIQUE (cooperative_id, account_id, on_day, amount, balance, nth),
  FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement,
  FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match,
  CONSTRAINT line_was_entered FOREIGN KEY (cooperative_id, entered_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.bank_line');
CALL app.protect_officer_rows('app.bank_line');
CREATE INDEX bank_line_open ON app.bank_line (cooperative_id, account_id, on_day) WHERE match_id IS NULL;
CREATE INDEX bank_line_of_match ON app.bank_line (cooperative_id, match_id) WHERE match_id IS NOT NULL;
CREATE INDEX bank_line_entered ON app.bank_line (cooperative_id, entered_id) WHERE entered_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (match_id, entered_id) ON app.bank_line TO coop_app;

CREATE TABLE app.bank_match_entry (
  cooperative_id uuid NOT NULL,
  account_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  match_id uuid NOT NULL,
  CONSTRAINT bank_entry_once PRIMARY KEY (cooperative_id, account_id, entry_id),
  FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match
);
CALL app.protect_tenant('app.bank_match_entry');
CALL app.protect_officer_rows('app.bank_match_entry');
CREATE INDEX bank_match_entry_of_match ON app.bank_match_entry (cooperative_id, match_id);
GRANT SELECT, INSERT, DELETE ON app.bank_match_entry TO coop_app;

CREATE TABLE app.opening_balances (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  opening_balances_id uuid NOT NULL,
  as_of date NOT NULL,                              -- the day of the last audited balance sheet
  file_name text NOT NULL,
  transaction_id uuid,                              -- what is signed; NULL: not signed yet
  uploaded_by uuid NOT NULL,
  uploaded_by_name text NOT NULL,
  uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  sheet_columns jsonb NOT NULL,
  PRIMARY KEY (cooperative_id, opening_balances_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.opening_balances');
CALL app.protect_officer_rows('app.opening_balances');
CREATE POLICY signed_stay ON app.opening_balances AS RESTRICTIVE FOR DELETE USING (transaction_id IS NULL);
CREATE POLICY signed_once ON app.opening_balances AS RESTRICTIVE FOR UPDATE USING (transaction_id IS NULL) WITH CHECK (true);
CREATE UNIQUE INDEX opening_balances_unsigned_once ON app.opening_balances (cooperative_id) WHERE transaction_id IS NULL;
GRANT SELECT, INSERT, UPDATE (transaction_id), DELETE ON app.opening_balances TO coop_app;

CREATE TABLE app.opening_balances_row (
  cooperative_id uuid NOT NULL,
  opening_balances_id uuid NOT NULL,
  sheet text NOT NULL CHECK (sheet IN ('members', 'ledger', 'loans', 'deposits', 'assets', 'held')),
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

-- The officer who read the workbook signs first, under whichever of their logins.
CREATE FUNCTION app.check_uploader() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.transaction_id
      AND t.type = 'opening' AND app.is_same_person(t.recorded_by, NEW.uploaded_by)) THEN
    RAISE EXCEPTION 'the officer who read the workbook signs first' USING ERRCODE = 'check_violation', CONSTRAINT = 'uploader_signs_first';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER uploader_signs_first BEFORE UPDATE OF transaction_id ON app.opening_balances FOR EACH ROW EXECUTE FUNCTION app.check_uploader();

CREATE TABLE app.bank_statement_columns (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  headings jsonb NOT NULL CHECK (jsonb_typeof(headings) = 'object'),   -- field to the bank's heading
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, account_id)
);
CALL app.protect_tenant('app.bank_statement_columns');
CALL app.protect_officer_rows('app.bank_statement_columns');
GRANT SELECT, INSERT, UPDATE (headings, changed_by_name, changed_at) ON app.bank_statement_columns TO coop_app;

SET LOCAL ROLE ledger_owner;

-- What moved on the accounts and loans of a member in a period, and the balance of each before it (the row without an entry).
-- A member's own session reads no entry; this door shows those that move the member's accounts, and of them the member's lines.
CREATE FUNCTION ledger.member_lines(p_member uuid, p_from date, p_to date)
RETURNS TABLE (account_id uuid, entry_id uuid, source_entry_id uuid, entry_no bigint, effective_on date, line int, kind text, is_reversal boolean, receipt_number text, debit bigint, credit bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE v_coop uuid := app.coop_id();
BEGIN
  IF v_coop IS NULL OR (app.is_member() AND p_member IS DISTINCT FROM app.member_id()) THEN
    RAISE EXCEPTION 'not the own accounts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN QUERY
    WITH own AS (
      SELECT a.account_id FROM ledger.account a WHERE a.cooperative_id = v_coop AND a.member_id = p_member
      UNION SELECT l.account_id FROM app.loan l WHERE l.cooperative_id = v_coop AND l.member_id = p_member AND l.account_id IS NOT NULL),
    moved AS (
      SELECT o.account_id, p.entry_id, p.line::int AS line, p.amount AS debit, 0::bigint AS credit
        FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.debit_id = o.account_id
      UNION ALL
      SELECT o.account_id, p.entry_id, p.line::int, 0::bigint, p.amount FROM own o JOIN ledger.posting p ON p.cooperative_id = v_coop AND p.credit_id = o.account_id),
    dated AS (
      SELECT v.*, e.entry_no, e.effective_on, e.kind, e.reverses_id, e.hash FROM moved v
      JOIN ledger.entry e ON e.cooperative_id = v_coop AND e.entry_id = v.entry_id WHERE e.effective_on <= p_to)
    SELECT o.account_id, NULL::uuid, NULL::uuid, NULL::bigint, NULL::date, NULL::int, NULL::text, false, NULL::text,
      coalesce(sum(d.debit), 0)::bigint, coalesce(sum(d.credit), 0)::bigint
      FROM own o LEFT JOIN dated d ON d.account_id = o.account_id AND d.effective_on < p_from GROUP BY o.account_id
    UNION ALL
    SELECT d.account_id, d.entry_id, coalesce(d.reverses_id, d.entry_id), d.entry_no, d.effective_on, d.line, d.kind, d.reverses_id IS NOT NULL,
      d.entry_no || '-' || substr(encode(d.hash, 'hex'), 1, 10), d.debit, d.credit
      FROM dated d WHERE d.effective_on >= p_from;
END $$;
REVOKE ALL ON FUNCTION ledger.member_lines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger.member_lines TO coop_app;

SET LOCAL ROLE coop_owner;

CREATE TABLE app.fixed_asset (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  asset_id uuid NOT NULL,
  number int NOT NULL CHECK (number > 0),           -- FA-00001
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  account_id uuid NOT NULL,                         -- its class: where its cost is
  bought_on date NOT NULL,
  cost bigint NOT NULL CHECK (cost > 0),            -- kobo
  salvage bigint NOT NULL CHECK (salvage BETWEEN 0 AND cost),   -- kobo
  life_months int CHECK (life_months BETWEEN 1 AND 1200),   -- NULL: not depreciated
  opening_depreciation bigint NOT NULL CHECK (opening_depreciation >= 0 AND opening_depreciation <= cost - salvage),   -- kobo
  opening_through date CHECK (extract(day FROM opening_through) = 1),   -- the last month that is in it
  transaction_id uuid,                              -- the journal that bought it; NULL where it was in the books before
  recorded_by_name text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,                          -- its purchase was rejected or reversed, or it was taken off the register
  removed_reason text CHECK (length(removed_reason) BETWEEN 1 AND 500),
  opening_id uuid,
  PRIMARY KEY (cooperative_id, asset_id),
  UNIQUE (cooperative_id, number),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK (opening_depreciation = 0 OR opening_through IS NOT NULL),
  CHECK (life_months IS NOT NULL OR opening_through IS NULL),
  FOREIGN KEY (cooperative_id, opening_id) REFERENCES app.transaction (cooperative_id, transaction_id),
  CHECK (num_nonnulls(opening_id, transaction_id) < 2)
);
CALL app.protect_tenant('app.fixed_asset');
CALL app.protect_officer_rows('app.fixed_asset');
GRANT SELECT, INSERT, UPDATE (released_at, removed_reason) ON app.fixed_asset TO coop_app;

CREATE TABLE app.depreciation_run (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  run_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- the journal, whose status is the run's
  through date NOT NULL,                            -- the last day of the last month that it depreciates
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  assets int NOT NULL CHECK (assets > 0),
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, run_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.depreciation_run');
CALL app.protect_officer_rows('app.depreciation_run');
GRANT SELECT, INSERT ON app.depreciation_run TO coop_app;

CREATE TABLE app.depreciation_line (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  period date NOT NULL CHECK (extract(day FROM period) = 1),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, run_id, asset_id, period),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.depreciation_run,
  FOREIGN KEY (cooperative_id, asset_id) REFERENCES app.fixed_asset
);
CALL app.protect_tenant('app.depreciation_line');
CALL app.protect_officer_rows('app.depreciation_line');
CREATE UNIQUE INDEX asset_month_once ON app.depreciation_line (cooperative_id, asset_id, period) INCLUDE (amount) WHERE released_at IS NULL;
GRANT SELECT, INSERT ON app.depreciation_line TO coop_app;

CREATE TABLE app.asset_disposal (
  cooperative_id uuid NOT NULL,
  disposal_id uuid NOT NULL,
  asset_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  disposed_on date NOT NULL,
  proceeds bigint NOT NULL CHECK (proceeds >= 0),   -- kobo
  accumulated bigint NOT NULL CHECK (accumulated >= 0),   -- kobo of depreciation that went out with it
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, disposal_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, asset_id) REFERENCES app.fixed_asset,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction
);
CALL app.protect_tenant('app.asset_disposal');
CALL app.protect_officer_rows('app.asset_disposal');
CREATE UNIQUE INDEX asset_disposed_once ON app.asset_disposal (cooperative_id, asset_id) WHERE released_at IS NULL;
GRANT SELECT, INSERT ON app.asset_disposal TO coop_app;

-- However its journal is rejected or reversed, the month can be depreciated again, and the asset sold again.
CREATE FUNCTION app.release_fixed_assets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.fixed_asset SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  UPDATE app.asset_disposal SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  UPDATE app.depreciation_line l SET released_at = clock_timestamp() FROM app.depreciation_run r
    WHERE r.cooperative_id = NEW.cooperative_id AND r.transaction_id = NEW.transaction_id AND r.released_at IS NULL
      AND l.cooperative_id = r.cooperative_id AND l.run_id = r.run_id;
  UPDATE app.depreciation_run SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.release_fixed_assets FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.release_fixed_assets TO coop_app;

-- From how many days late each class begins, and what is set aside of it. The names of the five classes are built in.
CREATE TABLE app.provision_class (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  place int NOT NULL CHECK (place BETWEEN 1 AND 5),
  from_days int NOT NULL CHECK (from_days BETWEEN 0 AND 3650),
  basis_points int NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  PRIMARY KEY (cooperative_id, place),
  CHECK ((place = 1) = (from_days = 0))
);
CALL app.protect_tenant('app.provision_class');
CALL app.protect_officer_rows('app.provision_class');
GRANT SELECT, INSERT, DELETE ON app.provision_class TO coop_app;

-- On tables of earlier files.
CREATE TRIGGER fixed_assets_are_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'journal' AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_fixed_assets();
