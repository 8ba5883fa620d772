-- The surplus of a closed year: what the bye-laws ask for, what a general meeting decided, and what members get of it (decision
-- 26).
--
-- Invariants:
--   * a year's surplus is appropriated once (appropriation_of_a_year_once), and a line of it is paid to the members once
--     (dividend_of_a_line_once); both are free again when their transaction is turned down or reversed (app.release_surplus);
--   * an appropriation is a journal, with its lines in app.journal_line, and names the resolution that it follows;
--   * what a run gives members comes to its pool, and gross = tax + net (database/checks/dividends_come_to_their_pool);
--   * a member reads their own line of a run and no other;
--   * each line of a run names what it was for; what of it went on to shares or a loan is stored with the line, once
--     (spent_once), with the numbers of the entries that did so;
--   * a member chooses for that member alone, and only where the society lets members choose;
--   * a line is of a run and of a member of its cooperative; neither runs nor members are ever deleted;
--   * a member of a run has a line of it or is excluded from it, never both, and is excluded by the rule of the run or by name
--     (database/checks/dividends_come_to_their_pool);
--   * a member reads the own exclusion and no other's;
--   * who is excluded by name has the officer's own reason (note), and no other has one;
--   * who is excluded by name may have nothing that would have counted; by a rule only who has something is excluded;
--   * a line of a run by name has the post that it is for, what counts is its amount, and its transaction names all whom it
--     pays, who do not approve it (database/checks/dividends_come_to_their_pool);
--   * without a row, and where a column is null, the bye-laws say nothing and each run chooses;
--   * where patronage_basis is null the bye-laws say nothing on a patronage refund and each run chooses; the other columns are
--     about the dividend;
--   * a run that was shared otherwise than the bye-laws said at that time has the officer's reason (departure).

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
  basis text NOT NULL CHECK (basis IN ('balance', 'interest_paid', 'purchases', 'named')),
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
  excluding text NOT NULL DEFAULT 'none' CHECK (excluding IN ('none', 'in_arrears', 'not_active', 'in_arrears_or_not_active')),
  departure text CHECK (length(departure) BETWEEN 3 AND 200),   -- why it is not shared as the bye-laws say
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
  paid_to text NOT NULL DEFAULT 'savings' CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),
  spent_at timestamptz,                             -- when shares were bought or a loan was repaid of it, or that was tried in vain
  spent bigint NOT NULL DEFAULT 0,                  -- kobo; the rest stayed on the savings
  spent_entries bigint[] NOT NULL DEFAULT '{}',     -- numbers of the entries that spent it
  kept_because text CHECK (length(kept_because) <= 300),   -- why some or all of it stayed on the savings
  post text CHECK (length(post) BETWEEN 1 AND 80),   -- what an amount by name is for
  PRIMARY KEY (cooperative_id, run_id, member_id),
  CONSTRAINT spent_of_its_net CHECK (spent BETWEEN 0 AND gross - tax),
  CONSTRAINT spent_for_shares_or_loans CHECK (spent_at IS NULL OR paid_to IN ('shares', 'loan')),
  CONSTRAINT spent_by_entries CHECK ((spent > 0) = (cardinality(spent_entries) > 0) AND (spent = 0 OR spent_at IS NOT NULL))
);
CALL app.protect_tenant('app.dividend_line');
CALL app.protect_member_rows('app.dividend_line');
CREATE POLICY run_by_officers ON app.dividend_line AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX dividend_line_by_member ON app.dividend_line (cooperative_id, member_id, run_id);
CREATE POLICY spent_once ON app.dividend_line AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) AND spent_at IS NULL) WITH CHECK (true);
CREATE INDEX dividend_line_unspent ON app.dividend_line (cooperative_id, run_id) WHERE paid_to IN ('shares', 'loan') AND spent_at IS NULL;
GRANT SELECT, INSERT, UPDATE (spent_at, spent, spent_entries, kept_because) ON app.dividend_line TO coop_app;

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

-- Without a row dividends go to savings and members do not choose. A member's session reads it.
CREATE TABLE app.dividend_settings (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  paid_to text NOT NULL CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),   -- where no member has chosen
  members_choose boolean NOT NULL
);
CALL app.protect_tenant('app.dividend_settings');
CREATE POLICY officers_insert ON app.dividend_settings AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.dividend_settings AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (paid_to, members_choose) ON app.dividend_settings TO coop_app;

CREATE TABLE app.dividend_choice (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  paid_to text NOT NULL CHECK (paid_to IN ('savings', 'shares', 'loan', 'bank')),
  chosen_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.dividend_choice');
CALL app.protect_member_rows('app.dividend_choice');
GRANT SELECT, INSERT, UPDATE (paid_to, chosen_at) ON app.dividend_choice TO coop_app;

-- What a posted run gives for shares and loans is spent after its commit.
CREATE FUNCTION app.add_dividend_job(p_run uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR app.is_member() THEN RAISE EXCEPTION 'An officer posts a dividend of a cooperative'; END IF;
  PERFORM platform.add_job('payments', app.coop_id(), jsonb_build_object('cooperative', app.coop_id(), 'dividend', p_run));
END $$;
REVOKE EXECUTE ON FUNCTION app.add_dividend_job(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.add_dividend_job(uuid) TO coop_app;

-- With the writer's own rights: only what the writer may see can be referred to.
CREATE FUNCTION app.refer_dividend_line() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  IF EXISTS (
    SELECT FROM written l
    WHERE NOT EXISTS (SELECT FROM app.member m WHERE m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id))
  OR EXISTS (
    SELECT FROM (SELECT DISTINCT cooperative_id, run_id FROM written) l
    WHERE NOT EXISTS (SELECT FROM app.dividend_run r WHERE r.cooperative_id = l.cooperative_id AND r.run_id = l.run_id)) THEN
    RAISE EXCEPTION 'a dividend line is of a run and a member of its cooperative' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'dividend_line_refers';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refer_dividend_line AFTER INSERT ON app.dividend_line REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION app.refer_dividend_line();
ALTER TABLE app.dividend_line ENABLE ALWAYS TRIGGER refer_dividend_line;

CREATE TABLE app.dividend_exclusion (
  cooperative_id uuid NOT NULL,
  run_id uuid NOT NULL,
  member_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('in_arrears', 'not_active', 'by_name')),
  basis bigint NOT NULL CHECK (basis > 0 OR (basis = 0 AND reason = 'by_name')),   -- what would have counted; it is no part of the run's basis_total
  note text CHECK (length(note) BETWEEN 3 AND 200),   -- the officer's own reason
  PRIMARY KEY (cooperative_id, run_id, member_id),
  FOREIGN KEY (cooperative_id, run_id) REFERENCES app.dividend_run,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CONSTRAINT named_with_a_reason CHECK ((reason = 'by_name') = (note IS NOT NULL))
);
CALL app.protect_tenant('app.dividend_exclusion');
CALL app.protect_member_rows('app.dividend_exclusion');
CREATE POLICY run_by_officers ON app.dividend_exclusion AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX dividend_exclusion_by_member ON app.dividend_exclusion (cooperative_id, member_id, run_id);
GRANT SELECT, INSERT ON app.dividend_exclusion TO coop_app;

CREATE TABLE app.dividend_rules (
  cooperative_id uuid PRIMARY KEY REFERENCES app.cooperative,
  basis text CHECK (basis IN ('balance', 'interest_paid', 'purchases')),
  account_type_id uuid,                             -- whose balances are the basis
  basis_clause text NOT NULL CHECK (length(basis_clause) <= 120),   -- where the bye-laws or the law say so, as the other clauses
  method text CHECK (method IN ('month_counted', 'month_excluded', 'daily', 'closing')),
  method_clause text NOT NULL CHECK (length(method_clause) <= 120),
  held_months int CHECK (held_months BETWEEN 0 AND 12),
  held_clause text NOT NULL CHECK (length(held_clause) <= 120),
  cap_basis_points int CHECK (cap_basis_points BETWEEN 1 AND 10000),   -- a year, of the balances on average over the counted days
  cap_clause text NOT NULL CHECK (length(cap_clause) <= 120),
  patronage_basis text CHECK (patronage_basis IN ('interest_paid', 'purchases')),
  patronage_clause text NOT NULL DEFAULT '' CHECK (length(patronage_clause) <= 120),
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CONSTRAINT balances_are_of_a_type CHECK ((basis IS NOT DISTINCT FROM 'balance') = (account_type_id IS NOT NULL))
);
CALL app.protect_tenant('app.dividend_rules');
CALL app.protect_officer_rows('app.dividend_rules');
GRANT SELECT, INSERT, UPDATE (basis, account_type_id, basis_clause, method, method_clause, held_months, held_clause, cap_basis_points, cap_clause,
  patronage_basis, patronage_clause) ON app.dividend_rules TO coop_app;

-- On tables of earlier files.
CREATE TRIGGER surplus_is_released AFTER UPDATE OF status ON app.transaction FOR EACH ROW
  WHEN (NEW.type IN ('journal', 'dividend') AND NEW.member_id IS NULL AND NEW.status IN ('rejected', 'reversed')) EXECUTE FUNCTION app.release_surplus();
