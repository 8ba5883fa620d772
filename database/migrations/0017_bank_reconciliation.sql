-- What a bank says beside what the books say: the lines of bank statements, each once, and which of them are which entries.
--
-- Invariants (database/checks/matches_balance.sql):
--   * a line of a bank is kept once, from whatever file it comes;
--   * a line and an entry belong to one match at most, and the lines of a match come to what its entries moved.

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
  confirmed_by_name text,                           -- NULL: proposed, and nobody has said yet that it is so
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
  PRIMARY KEY (cooperative_id, line_id),
  CONSTRAINT bank_line_once UNIQUE (cooperative_id, account_id, on_day, amount, balance, nth),
  FOREIGN KEY (cooperative_id, statement_id) REFERENCES app.bank_statement,
  FOREIGN KEY (cooperative_id, match_id) REFERENCES app.bank_match
);
CALL app.protect_tenant('app.bank_line');
CALL app.protect_officer_rows('app.bank_line');
CREATE INDEX bank_line_open ON app.bank_line (cooperative_id, account_id, on_day) WHERE match_id IS NULL;
CREATE INDEX bank_line_of_match ON app.bank_line (cooperative_id, match_id) WHERE match_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (match_id) ON app.bank_line TO coop_app;

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

RESET ROLE;
