-- Money movements as the society speaks of them, and the files from which they come in.
--
-- Invariant: an approved or reversed transaction points at the line of the ledger that carries it, amount for amount
-- (database/checks/transactions_agree_with_postings.sql).

SET LOCAL ROLE coop_owner;

CREATE TABLE app.account_type (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  account_type_id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('savings', 'shares')),
  control_id uuid NOT NULL,                         -- the control account in the ledger above members' accounts of this type
  is_default boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  PRIMARY KEY (cooperative_id, account_type_id),
  UNIQUE (cooperative_id, code)
);
CALL app.protect_tenant('app.account_type');
GRANT SELECT, INSERT ON app.account_type TO coop_app;

CREATE TABLE app.transaction (
  cooperative_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'charge', 'journal')),
  status text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'reversed')),
  member_id uuid NOT NULL,
  account_type_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount BETWEEN 1 AND 100000000000000),   -- kobo
  direction text NOT NULL CHECK (direction IN ('in', 'out')),
  occurred_on date NOT NULL,
  period date CHECK (extract(day FROM period) = 1), -- the month that a contribution pays
  description text NOT NULL,
  entry_id uuid,
  entry_no bigint,
  line smallint,
  recorded_by uuid NOT NULL,
  recorded_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, transaction_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  CHECK ((status IN ('approved', 'reversed')) = (entry_id IS NOT NULL)),
  CHECK ((type = 'contribution') = (period IS NOT NULL))
);
CALL app.protect_tenant('app.transaction');
CALL app.protect_member_rows('app.transaction');
CREATE INDEX transaction_by_member ON app.transaction (cooperative_id, member_id, period);
CREATE INDEX transaction_newest ON app.transaction (cooperative_id, occurred_on DESC, transaction_id DESC);
CREATE INDEX transaction_by_period ON app.transaction (cooperative_id, period) INCLUDE (member_id, amount, status);
GRANT SELECT, INSERT, UPDATE (status) ON app.transaction TO coop_app;

CREATE TABLE app.import (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  import_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('members', 'contributions')),
  file_name text NOT NULL,
  status text NOT NULL CHECK (status IN ('mapping', 'checked', 'posting', 'posted', 'failed')),
  columns text[] NOT NULL,
  mapping text[] NOT NULL,                          -- '' leaves a column out
  occurred_on date,
  period date,
  account_type_id uuid,
  progress int NOT NULL DEFAULT 0,
  failure text,
  entry_no bigint,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, import_id)
);
CALL app.protect_tenant('app.import');
CALL app.protect_officer_rows('app.import');
GRANT SELECT, INSERT, UPDATE (status, mapping, occurred_on, period, account_type_id, progress, failure, entry_no) ON app.import TO coop_app;

CREATE TABLE app.import_row (
  cooperative_id uuid NOT NULL,
  import_id uuid NOT NULL,
  number int NOT NULL,                              -- as the spreadsheet numbers it
  cells text[] NOT NULL,
  skipped boolean NOT NULL DEFAULT false,
  problems jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (cooperative_id, import_id, number),
  FOREIGN KEY (cooperative_id, import_id) REFERENCES app.import
);
CALL app.protect_tenant('app.import_row');
CALL app.protect_officer_rows('app.import_row');
GRANT SELECT, INSERT, UPDATE (cells, skipped, problems), DELETE ON app.import_row TO coop_app;

-- What a POST answered, so that the same key gets the same answer. The body is sealed with the key itself, which is not
-- stored: replies carry activation codes, and a reader of the table must not.
CREATE TABLE app.idempotency (
  cooperative_id uuid NOT NULL,
  login_id uuid NOT NULL,
  key_hash bytea NOT NULL,
  request_hash bytea NOT NULL,
  status int NOT NULL,
  sealed_body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, login_id, key_hash)
);
CALL app.protect_tenant('app.idempotency');
CREATE POLICY swept ON app.idempotency FOR ALL TO coop_jobs USING (true);
GRANT SELECT, INSERT ON app.idempotency TO coop_app;
GRANT SELECT (created_at), DELETE ON app.idempotency TO coop_jobs;
CREATE INDEX idempotency_oldest ON app.idempotency (created_at);

RESET ROLE;
