-- What is late of a loan is taken from the savings that stand for it: the borrower's own, then his guarantors', each of whom
-- is released from as much as he paid.
--
-- Invariants (database/checks/pledges_agree_with_loans.sql, recoveries_agree_with_books.sql):
--   * a pledge holds its part of the principal that came back neither from it nor from its like, less what was drawn on it;
--   * what was drawn on a pledge is a posted repayment of its loan and left the account of its own member.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.loan_movement DROP CONSTRAINT loan_movement_way_check;
ALTER TABLE app.loan_movement ADD CONSTRAINT loan_movement_way_check CHECK (way IN ('cash', 'bank', 'savings', 'vendor', 'deduction', 'recovery'));
ALTER TABLE app.loan_movement ADD COLUMN recovery_reason text;
ALTER TABLE app.loan_movement ADD CONSTRAINT recovery_gives_its_reason CHECK ((way IS NOT DISTINCT FROM 'recovery') = (recovery_reason IS NOT NULL) AND (recovery_reason IS NULL OR kind = 'repayment'));

CREATE TABLE app.recovery_part (
  cooperative_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  line int NOT NULL,                                -- of the entry
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- whose savings paid
  kind text NOT NULL CHECK (kind IN ('savings', 'own_loan', 'guarantee')),   -- free savings of the borrower, or a pledge of that kind
  pledge_id uuid,
  amount bigint NOT NULL CHECK (amount > 0),        -- kobo
  principal bigint NOT NULL CHECK (principal >= 0), -- what of the repayment's principal it brought back
  reversed_at timestamptz,
  PRIMARY KEY (cooperative_id, movement_id, line),
  -- The pledge is released before the entry is posted, and the movement carries the number of the entry.
  FOREIGN KEY (cooperative_id, movement_id) REFERENCES app.loan_movement DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (cooperative_id, pledge_id) REFERENCES app.pledge,
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((kind = 'savings') = (pledge_id IS NULL))
);
CALL app.protect_tenant('app.recovery_part');
CREATE POLICY own_loan ON app.recovery_part AS RESTRICTIVE TO coop_app
  USING ((SELECT NOT app.is_member()) OR member_id = (SELECT app.member_id()) OR loan_id IN (SELECT l.loan_id FROM app.loan l));
CREATE POLICY officers_recover ON app.recovery_part AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.recovery_part AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX recovery_part_by_loan ON app.recovery_part (cooperative_id, loan_id);
GRANT SELECT, INSERT, UPDATE (reversed_at) ON app.recovery_part TO coop_app;

-- What a pledge of this amount still holds. `p_elsewhere`: principal that came back otherwise than from pledges of its kind.
CREATE FUNCTION app.held_of(p_amount bigint, p_principal bigint, p_elsewhere bigint, p_drawn bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT greatest(div(p_amount::numeric * (p_principal - greatest(p_elsewhere, 0)) + p_principal - 1, p_principal)::bigint - p_drawn, 0) $$;

-- As before (0020), and what was drawn on pledges of a kind shrinks the pledge that paid it and no other of them.
CREATE OR REPLACE FUNCTION app.renew_pledges(p_loans uuid[], p_by uuid, p_by_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_accounts uuid[];
BEGIN
  WITH standing AS (
    SELECT p.pledge_id, CASE
        WHEN l.status NOT IN ('submitted', 'approved', 'active') OR l.paid_principal >= l.principal OR (p.kind = 'guarantee' AND g.loan_id IS NULL) THEN 0
        ELSE app.held_of(p.amount, l.principal, l.paid_principal - d.principal, d.drawn) END AS held,
      l.status, l.paid_principal, d.drawn
    FROM app.pledge p
    JOIN app.loan l ON l.cooperative_id = p.cooperative_id AND l.loan_id = p.subject_id
    LEFT JOIN app.loan_guarantor g ON g.cooperative_id = p.cooperative_id AND g.loan_id = p.subject_id AND g.pledge_id = p.pledge_id AND g.status = 'accepted'
    CROSS JOIN LATERAL (SELECT coalesce(sum(d.principal), 0)::bigint AS principal, coalesce(sum(d.amount) FILTER (WHERE d.pledge_id = p.pledge_id), 0)::bigint AS drawn
      FROM app.recovery_part d WHERE d.cooperative_id = p.cooperative_id AND d.loan_id = p.subject_id AND d.kind = p.kind AND d.reversed_at IS NULL) d
    WHERE p.cooperative_id = app.coop_id() AND p.subject_id = ANY (p_loans)),
  renewed AS (
    UPDATE app.pledge p SET held = s.held,
      released_at = CASE WHEN s.held = 0 THEN coalesce(p.released_at, clock_timestamp()) END,
      released_by = CASE WHEN s.held = 0 THEN coalesce(p.released_by, p_by) END,
      released_by_name = CASE WHEN s.held = 0 THEN coalesce(p.released_by_name, p_by_name) END,
      released_reason = CASE WHEN s.held = 0 THEN coalesce(p.released_reason, CASE
        WHEN s.drawn > 0 AND s.status = 'active' THEN 'It was used for the loan'
        WHEN s.status = 'completed' OR s.paid_principal > 0 AND s.status = 'active' THEN 'The loan is repaid' WHEN s.status = 'rejected' THEN 'The loan was rejected'
        WHEN s.status = 'withdrawn' THEN 'The application was withdrawn' ELSE 'Another guarantor stands for the loan' END) END
    FROM standing s WHERE p.cooperative_id = app.coop_id() AND p.pledge_id = s.pledge_id AND (p.held, p.released_at IS NULL) IS DISTINCT FROM (s.held, s.held > 0)
    RETURNING p.account_id)
  SELECT array_agg(DISTINCT account_id) INTO v_accounts FROM renewed;
  IF v_accounts IS NOT NULL THEN PERFORM ledger.floors_from_pledges(app.coop_id(), v_accounts); END IF;
END $$;

-- As before (0020), with what was recovered from him, and what of `paid` was from guarantors.
DROP FUNCTION app.own_guarantees();
CREATE FUNCTION app.own_guarantees() RETURNS TABLE (loan_id uuid, borrower text, membershipno text, loan text, purpose text, loan_status text, principal bigint, paid bigint,
  instalments int, status text, amount bigint, held bigint, asked_at timestamptz, answered_at timestamptz, borrower_id uuid, unindebted boolean, recovered bigint, by_guarantors bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT g.loan_id, m.first_name || ' ' || m.last_name, m.membershipno, c.name, l.purpose, l.status, l.principal, l.paid_principal,
    l.instalments, g.status, g.amount, coalesce(p.held, 0), g.asked_at, g.answered_at, l.member_id, (l.terms ->> 'guarantorsUnindebted')::boolean, d.recovered, d.principal
  FROM app.loan_guarantor g
  JOIN app.loan l ON l.cooperative_id = g.cooperative_id AND l.loan_id = g.loan_id
  JOIN app.member m ON m.cooperative_id = l.cooperative_id AND m.member_id = l.member_id
  JOIN app.loan_configuration c ON c.cooperative_id = l.cooperative_id AND c.loan_configuration_id = l.loan_configuration_id
  LEFT JOIN app.pledge p ON p.cooperative_id = g.cooperative_id AND p.pledge_id = g.pledge_id AND p.released_at IS NULL
  CROSS JOIN LATERAL (SELECT coalesce(sum(d.amount) FILTER (WHERE d.member_id = g.member_id), 0)::bigint AS recovered, coalesce(sum(d.principal), 0)::bigint AS principal
    FROM app.recovery_part d WHERE d.cooperative_id = g.cooperative_id AND d.loan_id = g.loan_id AND d.kind = 'guarantee' AND d.reversed_at IS NULL) d
  WHERE g.cooperative_id = app.coop_id() AND g.member_id = app.member_id() $$;
REVOKE ALL ON FUNCTION app.own_guarantees FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.own_guarantees TO coop_app;

RESET ROLE;
