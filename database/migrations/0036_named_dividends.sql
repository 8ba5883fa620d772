-- Members who are excluded from a dividend by name, amounts that are paid by name, such as honoraria, and patronage by the goods
-- that members received (decision 78).
--
-- Invariants:
--   * who is excluded by name has the officer's own reason (note), and no other has one;
--   * who is excluded by name may have nothing that would have counted; by a rule only who has something is excluded;
--   * a line of a run by name has the post that it is for, what counts is its amount, and its transaction names all whom it
--     pays, who do not approve it (database/checks/dividends_come_to_their_pool).
-- Relied on by: server/features/society/surplus, server/features/money/transactions (approvals).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.dividend_exclusion
  ADD COLUMN note text CHECK (length(note) BETWEEN 3 AND 200),   -- the officer's own reason
  DROP CONSTRAINT dividend_exclusion_reason_check, DROP CONSTRAINT dividend_exclusion_basis_check,
  ADD CONSTRAINT dividend_exclusion_reason_check CHECK (reason IN ('in_arrears', 'not_active', 'by_name')),
  ADD CONSTRAINT dividend_exclusion_basis_check CHECK (basis > 0 OR (basis = 0 AND reason = 'by_name')),
  ADD CONSTRAINT named_with_a_reason CHECK ((reason = 'by_name') = (note IS NOT NULL));

ALTER TABLE app.dividend_run DROP CONSTRAINT dividend_run_basis_check,
  ADD CONSTRAINT dividend_run_basis_check CHECK (basis IN ('balance', 'interest_paid', 'purchases', 'named'));

ALTER TABLE app.dividend_line ADD COLUMN post text CHECK (length(post) BETWEEN 1 AND 80);   -- what an amount by name is for

ALTER TABLE app.transaction
  ADD COLUMN paid_members uuid[],                   -- whom a dividend by name pays; a member's own movement has member_id
  ADD CONSTRAINT named_payments_are_dividends CHECK (paid_members IS NULL OR (type = 'dividend' AND member_id IS NULL AND cardinality(paid_members) BETWEEN 1 AND 200));
