-- The surplus of a closed year: what the bye-laws ask for, what a general meeting decided, and what members get of it (decision 68).
--
-- Invariants:
--   * a year's surplus is appropriated once (appropriation_of_a_year_once), and a line of it is paid to the members once
--     (dividend_of_a_line_once); both are free again when their transaction is turned down or reversed (app.release_surplus);
--   * an appropriation is a journal, with its lines in app.journal_line, and names the resolution that it follows;
--   * what a run gives members comes to its pool, and gross = tax + net (database/checks/dividends_come_to_their_pool);
--   * a member reads their own line of a run and no other.
-- Relied on by: server/features/society/surplus.

SET LOCAL ROLE coop_owner;

-- Without a row the Director is not asked.
CREATE TABLE app.surplus_rules (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  director_approves boolean NOT NULL                -- whether the State's Director of Co-operatives approves each appropriation
);
CALL app.protect_tenant('app.surplus_rules');
CALL app.protect_officer_rows('app.surplus_rules');
GRANT SELECT, INSERT, UPDATE (director_approves) ON app.surplus_rules TO coop_app;

CREATE TABLE app.surplus_head (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  place int NOT NULL CHECK (place BETWEEN 1 AND 30),
  account_id uuid NOT NULL,
  basis_points int NOT NULL CHECK (basis_points BETWEEN 1 AND 10000),   -- of the surplus
  is_least boolean NOT NULL,                        -- the meeting may give more and not less
  clause text NOT NULL CHECK (length(clause) <= 120),   -- where the bye-laws or the law say so
  PRIMARY KEY (cooperative_id, place),
  UNIQUE (cooperative_id, account_id)
);
CALL app.protect_tenant('app.surplus_head');
CALL app.protect_officer_rows('app.surplus_head');
GRANT SELECT, INSERT, DELETE ON app.surplus_head TO coop_app;

CREATE TABLE app.appropriation (
  cooperative_id uuid NOT NULL,
  appropriation_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- the journal, whose status is the appropriation's
  surplus bigint NOT NULL CHECK (surplus > 0),      -- kobo; of the year
  meeting_id uuid NOT NULL,
  resolution text NOT NULL CHECK (length(resolution) BETWEEN 1 AND 500),
  director_reference text CHECK (length(director_reference) BETWEEN 1 AND 120),
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, appropriation_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, closing_id) REFERENCES app.year_closing,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting
);
CALL app.protect_tenant('app.appropriation');
CALL app.protect_officer_rows('app.appropriation');
CREATE UNIQUE INDEX appropriation_of_a_year_once ON app.appropriation (cooperative_id, closing_id) WHERE released_at IS NULL;
CREATE INDEX appropriation_by_meeting ON app.appropriation (cooperative_id, meeting_id);
GRANT SELECT, INSERT ON app.appropriation TO coop_app;

CREATE TABLE app.dividend_run (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  transaction_id uuid NOT NULL,                     -- its row among the transactions, whose status is the run's
  appropriation_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the line of the appropriation that it pays out
  name text NOT NULL,                               -- of that account, as it was: a member's session sees no account but the member's
  year_from date NOT NULL,
  year_end date NOT NULL CHECK (year_from < year_end),
  basis text NOT NULL CHECK (basis IN ('balance', 'interest_paid')),
  account_type_id uuid,                             -- whose balances are the basis
  account_type_name text,
  method text CHECK (method IN ('month_counted', 'month_excluded', 'daily', 'closing')),
  held_months int NOT NULL CHECK (held_months BETWEEN 0 AND 12),
  tax_basis_points int NOT NULL CHECK (tax_basis_points BETWEEN 0 AND 5000),
  paid_to uuid NOT NULL,                            -- the account type on which members get it
  basis_total bigint NOT NULL CHECK (basis_total > 0),
  pool bigint NOT NULL CHECK (pool > 0),            -- kobo
  tax bigint NOT NULL CHECK (tax >= 0),             -- kobo
  members int NOT NULL CHECK (members > 0),
  posted_on date,                                   -- the day of its voucher: a member's session sees no voucher of others
  released_at timestamptz,
  PRIMARY KEY (cooperative_id, run_id),
  UNIQUE (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  FOREIGN KEY (cooperative_id, appropriation_id) REFERENCES app.appropriation,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  FOREIGN KEY (cooperative_id, paid_to) REFERENCES app.account_type,
  CHECK (num_nonnulls(account_type_id, account_type_name, method) = CASE basis WHEN 'balance' THEN 3 ELSE 0 END)
);
CALL app.protect_tenant('app.dividend_run');
CREATE POLICY run_by_officers ON app.dividend_run AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY posted_by_officers ON app.dividend_run AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE UNIQUE INDEX dividend_of_a_line_once ON app.dividend_run (cooperative_id, appropriation_id, account_id) WHERE released_at IS NULL;
GRANT SELECT, INSERT, UPDATE (posted_on) ON app.dividend_run TO coop_app;

CREATE TABLE app.dividend_line (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  member_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- on which the member gets it
  basis bigint NOT NULL CHECK (basis > 0),
  balances bigint[] NOT NULL,                       -- kobo at each counted day, which come to the basis; none where all days count, or interest
  gross bigint NOT NULL CHECK (gross >= 0),         -- kobo
  tax bigint NOT NULL CHECK (tax BETWEEN 0 AND gross),   -- kobo
  PRIMARY KEY (cooperative_id, run_id, member_id),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.dividend_run,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.dividend_line');
CALL app.protect_member_rows('app.dividend_line');
CREATE POLICY run_by_officers ON app.dividend_line AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX dividend_line_by_member ON app.dividend_line (cooperative_id, member_id, run_id);
GRANT SELECT, INSERT ON app.dividend_line TO coop_app;

-- Dividends are one row that is no member's, beside the rows of the members.
ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check, DROP CONSTRAINT journals_are_nobodys, DROP CONSTRAINT members_accounts_move,
  ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'share_transfer',
    'share_redemption', 'charge', 'journal', 'expense', 'income', 'disbursement', 'repayment', 'interest', 'dividend', 'fixed_deposit', 'opening')),
  ADD CONSTRAINT journals_are_nobodys CHECK ((member_id IS NULL) = (type IN ('journal', 'expense', 'income')
    OR (type IN ('interest', 'dividend', 'opening') AND account_type_id IS NULL))),
  ADD CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL
    OR type IN ('charge', 'journal', 'expense', 'income', 'interest', 'dividend', 'opening'));

-- However it is turned down or reversed, the year can be appropriated again, and the line paid out again.
CREATE FUNCTION app.release_surplus() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.appropriation SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  UPDATE app.dividend_run SET released_at = clock_timestamp()
    WHERE cooperative_id = NEW.cooperative_id AND transaction_id = NEW.transaction_id AND released_at IS NULL;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.release_surplus FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.release_surplus TO coop_app;
CREATE TRIGGER surplus_is_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type IN ('journal', 'dividend') AND NEW.member_id IS NULL AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_surplus();
