-- An expense that the society pays, and income that does not come from a member, each with who was paid or who paid.
--
-- Invariants:
--   * such a transaction is no member's and moves no member's account, so no session of a member reads one
--     (policy own_row); it names the other party and exactly one account of the chart: an expense account or an income
--     account (database/checks/expenses_agree_with_postings.sql);
--   * an officer adds the photo of a bill only to an expense or other income that is not rejected or reversed; a member
--     still adds proof to an own deposit that waits, and to nothing else (policy while_it_waits).

SET LOCAL ROLE coop_owner;

-- allowed: each of the three is made again below, wider by the two new types
ALTER TABLE app.transaction DROP CONSTRAINT transaction_type_check, DROP CONSTRAINT journals_are_nobodys, DROP CONSTRAINT members_accounts_move;
ALTER TABLE app.transaction
  ADD COLUMN party text,                            -- who was paid, or who paid
  ADD COLUMN expense_account_id uuid,               -- what an expense is for; other income has income_account_id
  ADD CONSTRAINT transaction_type_check CHECK (type IN ('contribution', 'deposit', 'withdrawal', 'transfer', 'share_purchase', 'share_transfer', 'share_redemption',
    'charge', 'journal', 'expense', 'income', 'disbursement', 'repayment', 'interest', 'fixed_deposit', 'opening')),
  ADD CONSTRAINT journals_are_nobodys CHECK ((member_id IS NULL) = (type IN ('journal', 'expense', 'income') OR (type IN ('interest', 'opening') AND account_type_id IS NULL))),
  ADD CONSTRAINT members_accounts_move CHECK (account_type_id IS NOT NULL OR type IN ('charge', 'journal', 'expense', 'income', 'interest', 'opening')),
  ADD CONSTRAINT expenses_name_a_party CHECK ((type NOT IN ('expense', 'income') OR party IS NOT NULL) AND length(party) BETWEEN 1 AND 120),
  ADD CONSTRAINT expenses_name_an_account CHECK ((type = 'expense') = (expense_account_id IS NOT NULL) AND (type <> 'income' OR income_account_id IS NOT NULL)
    AND (type NOT IN ('expense', 'income') OR through_account_id IS NOT NULL));

ALTER TABLE app.transaction_proof ALTER COLUMN member_id DROP NOT NULL;
ALTER POLICY while_it_waits ON app.transaction_proof WITH CHECK (content IS NOT NULL AND EXISTS (
  SELECT FROM app.transaction t WHERE t.transaction_id = transaction_proof.transaction_id AND t.member_id IS NOT DISTINCT FROM transaction_proof.member_id
    AND CASE WHEN (SELECT app.is_member()) THEN t.type = 'deposit' AND t.status = 'pending' AND NOT t.made_by_officer
      ELSE t.type IN ('expense', 'income') AND t.status IN ('pending', 'approved') END));
RESET ROLE;
