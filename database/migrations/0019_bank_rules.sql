-- What is remembered of recorded lines of the bank, and the parts that a line was recorded in (decision 25).
--
-- Invariants:
--   * a rule proposes and records nothing: what it becomes goes through the use cases of officers (features/accounting/reconciliation);
--   * of an account and a direction there is one rule for the same words (bank_rule_once);
--   * a rule of a member's money names the member, and goes with the person who is erased (bank_rules_go_too);
--   * a line that was recorded in parts is matched once none of them waits; what was posted of it counts towards the line.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.bank_rule (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  rule_id uuid NOT NULL,
  account_id uuid NOT NULL,                         -- the society's cash or bank account in the ledger
  words text[] NOT NULL CHECK (cardinality(words) BETWEEN 1 AND 12),   -- folded, in the order of letters; a line has all of them
  came_in boolean NOT NULL,
  records text NOT NULL CHECK (records IN ('deposit', 'contribution', 'repayment', 'charge', 'income', 'expense', 'transfer')),
  member_id uuid,
  account_type_id uuid,                             -- of the member; NULL: the society's usual one
  target_id uuid,                                   -- the account of the chart
  party text CHECK (length(party) BETWEEN 1 AND 120),
  line_id uuid,                                     -- from which it was learned; NULL: its words were written by hand
  narration text NOT NULL,
  seen_on date NOT NULL,
  made_by_name text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  used int NOT NULL DEFAULT 0 CHECK (used >= 0),    -- lines that it recorded since
  used_at timestamptz,
  PRIMARY KEY (cooperative_id, rule_id),
  CONSTRAINT bank_rule_once UNIQUE (cooperative_id, account_id, came_in, words),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  FOREIGN KEY (cooperative_id, account_type_id) REFERENCES app.account_type,
  FOREIGN KEY (cooperative_id, line_id) REFERENCES app.bank_line,
  CHECK ((member_id IS NOT NULL) = (records IN ('deposit', 'contribution', 'repayment', 'charge'))),
  CHECK ((target_id IS NOT NULL) = (records IN ('charge', 'income', 'expense', 'transfer'))),
  CHECK ((party IS NOT NULL) = (records IN ('income', 'expense'))),
  CHECK (account_type_id IS NULL OR records IN ('deposit', 'contribution'))
);
CALL app.protect_tenant('app.bank_rule');
CALL app.protect_officer_rows('app.bank_rule');
CREATE INDEX bank_rule_of_line ON app.bank_rule (cooperative_id, line_id) WHERE line_id IS NOT NULL;
CREATE INDEX bank_rule_of_member ON app.bank_rule (cooperative_id, member_id) WHERE member_id IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (words, records, member_id, account_type_id, target_id, party, line_id, narration, seen_on, made_by_name, made_at, used, used_at)
  ON app.bank_rule TO coop_app;

CREATE TABLE app.bank_line_part (
  cooperative_id uuid NOT NULL,
  line_id uuid NOT NULL,
  part int NOT NULL CHECK (part > 0),
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  transaction_id uuid,                              -- what was recorded; NULL: a payment of a loan or of an employer, which never waits
  entry_id uuid,                                    -- NULL while it waits for approval
  PRIMARY KEY (cooperative_id, line_id, part),
  FOREIGN KEY (cooperative_id, line_id) REFERENCES app.bank_line,
  FOREIGN KEY (cooperative_id, transaction_id) REFERENCES app.transaction,
  CHECK (num_nonnulls(transaction_id, entry_id) > 0)
);
CALL app.protect_tenant('app.bank_line_part');
CALL app.protect_officer_rows('app.bank_line_part');
CREATE INDEX bank_line_part_of_transaction ON app.bank_line_part (cooperative_id, transaction_id) WHERE transaction_id IS NOT NULL;
GRANT SELECT, INSERT, DELETE, UPDATE (entry_id) ON app.bank_line_part TO coop_app;

CREATE FUNCTION app.erase_bank_rules() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM app.bank_rule r WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION app.erase_bank_rules FROM PUBLIC;

-- On tables of earlier files.

-- An erased member has the empty phone, also one who had none.
CREATE TRIGGER bank_rules_go_too AFTER UPDATE OF phone ON app.member
  FOR EACH ROW WHEN (NEW.phone = '' AND OLD.phone IS DISTINCT FROM '') EXECUTE FUNCTION app.erase_bank_rules();
