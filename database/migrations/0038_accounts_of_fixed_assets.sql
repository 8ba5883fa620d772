-- The accounts of fixed assets for societies whose books were opened before 1520, 1530, 4420 and 5820 were in the standard chart
-- (decision 74). A society that uses one of these codes or names for an account of its own keeps it: nothing is added beside it, and
-- where a code is then missing a disposal is refused with its number, as before.
-- Relied on by: server/features/money/fixed-assets (classes of assets, and what a disposal gains or loses).

SET LOCAL ROLE ledger_owner;

-- Row-level security is forced on the owner too, and a migration speaks for no cooperative.
ALTER TABLE ledger.account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger.head NO FORCE ROW LEVEL SECURITY;
INSERT INTO ledger.account (cooperative_id, account_id, code, name, class)
SELECT h.cooperative_id, uuidv7(), a.code, a.name, a.class
FROM ledger.head h
CROSS JOIN (VALUES
  ('1520', 'Motor vehicles', 'asset'),
  ('1530', 'Land and buildings', 'asset'),
  ('4420', 'Gain on disposal of assets', 'income'),
  ('5820', 'Loss on disposal of assets', 'expense')) AS a (code, name, class)
WHERE NOT EXISTS (
  SELECT FROM ledger.account o WHERE o.cooperative_id = h.cooperative_id AND o.member_id IS NULL AND (o.code = a.code OR lower(o.name) = lower(a.name)));
ALTER TABLE ledger.account FORCE ROW LEVEL SECURITY;
ALTER TABLE ledger.head FORCE ROW LEVEL SECURITY;
