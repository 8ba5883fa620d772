-- What a year's closing needs: the register of fixed assets with its depreciation, the classes of the provision for loan losses,
-- and what was accepted as open when a year was closed (decision 74).
--
-- Invariants:
--   * a month of an asset is depreciated once (asset_month_once), and an asset is disposed of once (asset_disposed_once); both are
--     free again when their transaction is rejected or reversed (app.release_fixed_assets);
--   * purchase, depreciation and disposal are journals, with their lines in app.journal_line; what a run says is the sum of its
--     lines and of its journal (database/checks/depreciation_agrees_with_lines.sql);
--   * a cooperative without rows of app.provision_class has the classes that are built in.
-- Relied on by: server/features/money/fixed-assets, server/features/lending/loan-portfolio, server/features/society/year-closing.

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
  life_months int CHECK (life_months BETWEEN 1 AND 1200),       -- NULL: not depreciated
  opening_depreciation bigint NOT NULL CHECK (opening_depreciation >= 0 AND opening_depreciation <= cost - salvage),   -- kobo
  opening_through date CHECK (extract(day FROM opening_through) = 1),   -- the last month that is in it
  transaction_id uuid,                              -- the journal that bought it; NULL where it was in the books before
  recorded_by_name text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_at timestamptz,                          -- its purchase was rejected or reversed, or it was taken off the register
  removed_reason text CHECK (length(removed_reason) BETWEEN 1 AND 500),
  PRIMARY KEY (cooperative_id, asset_id),
  UNIQUE (cooperative_id, number),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK (opening_depreciation = 0 OR opening_through IS NOT NULL),
  CHECK (life_months IS NOT NULL OR opening_through IS NULL)
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
CREATE TRIGGER fixed_assets_are_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type = 'journal' AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_fixed_assets();

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

-- What was still open when a year was closed, and why an officer closed it nevertheless.
CREATE TABLE app.closing_acceptance (
  cooperative_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  item text NOT NULL CHECK (length(item) <= 40),
  found text NOT NULL CHECK (length(found) <= 300),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  PRIMARY KEY (cooperative_id, closing_id, item),
  FOREIGN KEY (cooperative_id, closing_id) REFERENCES app.year_closing
);
CALL app.protect_tenant('app.closing_acceptance');
CALL app.protect_officer_rows('app.closing_acceptance');
GRANT SELECT, INSERT ON app.closing_acceptance TO coop_app;
