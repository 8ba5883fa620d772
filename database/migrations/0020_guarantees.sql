-- Guarantors who are asked, accept on their own phones, and pledge savings that shrink with the loan.
--
-- Invariants:
--   * an accepted guarantee has its pledge and no other has one; nobody accepts for somebody else;
--   * the floor of a member's account is what its open pledges still hold (database/checks/floors_are_pledges.sql);
--   * what a pledge holds for a loan is its part of the principal that has not come back (database/checks/pledges_agree_with_loans.sql).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_guarantor
  ADD COLUMN status text NOT NULL DEFAULT 'accepted' CHECK (status IN ('asked', 'accepted', 'declined', 'replaced')),
  ADD COLUMN amount bigint NOT NULL DEFAULT 0 CHECK (amount >= 0),   -- kobo; what he pledges of the whole principal
  ADD COLUMN asked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ADD COLUMN answered_at timestamptz,
  ADD COLUMN pledge_id uuid,
  ADD COLUMN replaces uuid;                          -- the guarantor in whose place he steps once he accepts
-- Those before this migration agreed outside the system and pledged nothing; from here on each is asked.
ALTER TABLE app.loan_guarantor ALTER COLUMN status SET DEFAULT 'asked';
ALTER TABLE app.loan_guarantor ADD CONSTRAINT accepted_with_his_pledge CHECK (status <> 'accepted' OR amount = 0 OR pledge_id IS NOT NULL);
GRANT UPDATE (status, amount, asked_at, answered_at, pledge_id, replaces) ON app.loan_guarantor TO coop_app;

DROP POLICY own_loan ON app.loan_guarantor;
CREATE POLICY own_loan ON app.loan_guarantor AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY members_ask ON app.loan_guarantor AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (status = 'asked' AND pledge_id IS NULL AND loan_id IN (SELECT l.loan_id FROM app.loan l)));
-- Each answers for himself, once; a borrower asks again, or lets one go who has not accepted.
CREATE POLICY members_answer ON app.loan_guarantor AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR (member_id = (SELECT app.member_id()) AND status = 'asked') OR status <> 'accepted')
  WITH CHECK ((SELECT NOT app.is_member()) OR (member_id = (SELECT app.member_id()) AND status IN ('accepted', 'declined')) OR status IN ('asked', 'replaced'));

-- `amount` is what was pledged, `held` what of it still holds.
ALTER TABLE app.pledge ADD COLUMN held bigint;
RESET ROLE;
UPDATE app.pledge SET held = amount;
SET LOCAL ROLE coop_owner;
-- allowed: filled for every row just above
ALTER TABLE app.pledge ALTER COLUMN held SET NOT NULL;
ALTER TABLE app.pledge ADD CONSTRAINT held_of_the_pledge CHECK (held BETWEEN 0 AND amount AND (kind <> 'hold' OR held = amount));
GRANT UPDATE (held) ON app.pledge TO coop_app;
ALTER TABLE app.loan ADD COLUMN own_pledge_id uuid;
GRANT UPDATE (own_pledge_id) ON app.loan TO coop_app;

-- A member's own session pledges for the loan for which he was asked, and nothing else.
DROP POLICY officers_pledge ON app.pledge;
CREATE POLICY officers_pledge ON app.pledge AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR (kind = 'guarantee' AND member_id = (SELECT app.member_id())
    AND EXISTS (SELECT FROM app.loan_guarantor g WHERE g.loan_id = subject_id AND g.member_id = (SELECT app.member_id()) AND g.status = 'asked')));

-- The functions below see the cooperative's rows in a member's session too; the tenant policy holds for them as for all.
ALTER POLICY own_row ON app.pledge TO coop_app;
ALTER POLICY own_row ON app.loan TO coop_app;
ALTER POLICY own_row ON app.fixed_deposit TO coop_app;

-- What the member of this session is asked to stand for, or stands for, with what he may know of the loan.
CREATE FUNCTION app.own_guarantees() RETURNS TABLE (loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint,
  instalments int, status text, amount bigint, held bigint, asked_at timestamptz, answered_at timestamptz, borrower_id uuid, unindebted boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = app.member_id() $$;
REVOKE ALL ON FUNCTION app.own_guarantees FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_guarantees TO coop_app;

-- Whether the member of this session borrows with that one as guarantor, or stands for a loan of his.
CREATE FUNCTION app.shares_a_loan(p_member uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM app.loan_guarantor g JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
    WHERE g.cooperative_id = app.coop_id() AND (l.member_id, g.member_id) IN ((app.member_id(), p_member), (p_member, app.member_id()))) $$;
REVOKE ALL ON FUNCTION app.shares_a_loan FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.shares_a_loan TO coop_app;

-- A borrower and his guarantors hear of each other's acts; a member's session tells nobody else anything.
ALTER POLICY own_row ON app.notification WITH CHECK ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id())
  OR (link IN ('/member/guarantees', '/member/loans') AND announcement_id IS NULL AND app.shares_a_loan(member_id)));

RESET ROLE;
SET LOCAL ROLE ledger_owner;

-- As before (0018), and a pledge binds what it still holds.
CREATE OR REPLACE FUNCTION ledger.floor_of(p_coop uuid, p_account uuid) RETURNS bigint LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce((SELECT sum(p.held) FROM app.pledge p WHERE p.cooperative_id = p_coop AND p.account_id = p_account AND p.released_at IS NULL), 0)::bigint
    + coalesce((SELECT sum(d.principal) FROM app.fixed_deposit d WHERE d.cooperative_id = p_coop AND d.account_id = p_account AND d.status = 'open'), 0)::bigint $$;

-- Sets the floors of these accounts to what their open pledges and deposits hold. It takes no amount, so whoever calls it can only make them true.
CREATE FUNCTION ledger.floors_from_pledges(p_coop uuid, p_accounts uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_short uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  WITH wanted AS (
    SELECT a.account_id, coalesce(a.min_balance, 0) AS before,
      ledger.floor_of(p_coop, a.account_id) AS floor,
      coalesce((SELECT sum(b.credits - b.debits) FROM ledger.balance b WHERE b.cooperative_id = p_coop AND b.account_id = a.account_id), 0) AS balance
    FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = ANY (p_accounts) AND a.member_id IS NOT NULL),
  renewed AS (
    UPDATE ledger.account a SET min_balance = w.floor FROM wanted w WHERE a.cooperative_id = p_coop AND a.account_id = w.account_id)
  SELECT w.account_id INTO v_short FROM wanted w WHERE w.floor > w.before AND w.floor > w.balance LIMIT 1;
  IF v_short IS NOT NULL THEN
    RAISE EXCEPTION 'more pledged than stands on the account' USING ERRCODE = 'check_violation', CONSTRAINT = 'below_floor';
  END IF;
END $$;
REVOKE ALL ON FUNCTION ledger.floors_from_pledges FROM PUBLIC;
GRANT USAGE ON SCHEMA ledger TO coop_owner;
GRANT EXECUTE ON FUNCTION ledger.floors_from_pledges TO coop_owner;

-- A member's own session may raise a floor of his own by the pledge he just made, and lower none.
CREATE OR REPLACE FUNCTION ledger.renew_floor(p_coop uuid, p_account uuid) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_before bigint;
  v_floor bigint;
  v_member uuid;
BEGIN
  IF p_coop IS NULL OR p_coop IS DISTINCT FROM app.coop_id() THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM FROM ledger.head h WHERE h.cooperative_id = p_coop FOR UPDATE;
  SELECT coalesce(a.min_balance, 0), a.member_id INTO v_before, v_member FROM ledger.account a WHERE a.cooperative_id = p_coop AND a.account_id = p_account AND a.member_id IS NOT NULL;
  IF NOT FOUND THEN RAISE EXCEPTION 'no account of a member %', p_account; END IF;
  v_floor := ledger.floor_of(p_coop, p_account);
  IF app.is_member() AND (v_member IS DISTINCT FROM app.member_id() OR v_floor <= v_before) THEN
    RAISE EXCEPTION 'this transaction may not pledge for %', p_coop USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM ledger.floors_from_pledges(p_coop, ARRAY[p_account]);
  RETURN v_floor;
END $$;

RESET ROLE;
SET LOCAL ROLE coop_owner;

-- Brings what these loans' pledges hold into line with their principal: less as it comes back, nothing once the loan is
-- repaid, rejected or withdrawn or the guarantor replaced, and again what they held when a repayment is reversed. It takes
-- no amount, so that a borrower's and a guarantor's own session may call it after what they did.
CREATE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_accounts uuid[];
BEGIN
  WITH standing AS (
    SELECT p.pledge_id, CASE
        WHEN l.status NOT IN ('submitted', 'approved', 'active') OR (p.kind = 'guarantee' AND g.loan_id IS NULL) THEN 0
        ELSE div(p.amount::numeric * (l.principal - l.paid_principal) + l.principal - 1, l.principal)::bigint END AS held,
      l.status, l.paid_principal
    FROM app.pledge p
    JOIN app.loan l ON l.cooperative_id = p.cooperative_id AND l.loan_id = p.subject_id
    LEFT JOIN app.loan_guarantor g ON g.cooperative_id = p.cooperative_id AND g.loan_id = p.subject_id AND g.pledge_id = p.pledge_id AND g.status = 'accepted'
    WHERE p.cooperative_id = app.coop_id() AND p.subject_id = ANY (p_loans)),
  renewed AS (
    UPDATE app.pledge p SET held = s.held,
      released_at = CASE WHEN s.held = 0 THEN coalesce(p.released_at, clock_timestamp()) END,
      released_by = CASE WHEN s.held = 0 THEN coalesce(p.released_by, p_by) END,
      released_by_name = CASE WHEN s.held = 0 THEN coalesce(p.released_by_name, p_by_name) END,
      released_reason = CASE WHEN s.held = 0 THEN coalesce(p.released_reason, CASE
        WHEN s.status = 'completed' OR s.paid_principal > 0 AND s.status = 'active' THEN 'The loan is repaid' WHEN s.status = 'rejected' THEN 'The loan was rejected'
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' ELSE 'Another guarantor stands for the loan' END) END
    FROM standing s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.held > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $$;
REVOKE ALL ON FUNCTION app.renew_pledges FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.renew_pledges TO coop_app;

-- Everybody who answers, asks or decides holds the loan's guarantees first, in one order.
CREATE FUNCTION app.hold_guarantees(p_loan uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM app.loan_guarantor g WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan ORDER BY g.member_id FOR UPDATE;
END $$;
REVOKE ALL ON FUNCTION app.hold_guarantees FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.hold_guarantees TO coop_app;

-- A new guarantor who has accepted takes the place of the one he replaces, whose row is closed to him.
CREATE FUNCTION app.step_in(p_loan uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE app.loan_guarantor g SET status = 'replaced' FROM app.loan_guarantor n
  WHERE g.cooperative_id = app.coop_id() AND g.loan_id = p_loan AND n.cooperative_id = g.cooperative_id AND n.loan_id = g.loan_id
    AND n.member_id = app.member_id() AND n.status = 'accepted' AND n.replaces = g.member_id $$;
REVOKE ALL ON FUNCTION app.step_in FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.step_in TO coop_app;

RESET ROLE;
