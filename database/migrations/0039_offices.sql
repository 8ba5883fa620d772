-- Offices: a member who is treasurer, secretary, in the loan committee or auditor has that part of the admin area, until a day where one is named.
--
-- Invariants: an auditor's office always has an end; a person holds one office; an office that has ended counts for nothing,
-- and who may decide about something is counted by kind (approvals of one's own making rely on it).

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member ADD COLUMN office_ends_on date;
ALTER TABLE app.member ADD CONSTRAINT roles_are_known CHECK (roles <@ '{member,admin,treasurer,secretary,loan_committee,auditor}'::text[]);
ALTER TABLE app.member ADD CONSTRAINT one_office_only
  CHECK (cardinality(array_remove(roles, 'member')) <= 1);
ALTER TABLE app.member ADD CONSTRAINT auditors_office_ends CHECK (NOT 'auditor' = ANY (roles) OR office_ends_on IS NOT NULL);
GRANT UPDATE (office_ends_on) ON app.member TO coop_app;
GRANT SELECT (office_ends_on) ON app.member TO coop_auth;

-- The few who work in the admin area, whatever their office.
DROP INDEX app.member_who_is_admin;
CREATE INDEX member_in_office ON app.member (cooperative_id, membership_number) WHERE removed_at IS NULL AND roles <> '{member}';

-- The roles by which a member may decide about this kind; the table of the domain says the same (domain/actor.ts).
CREATE FUNCTION app.roles_that_decide(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE p_kind
    WHEN 'transaction' THEN '{admin,treasurer}'::text[]
    WHEN 'reversal' THEN '{admin,treasurer}'::text[]
    WHEN 'loan' THEN '{admin,loan_committee}'::text[]
    ELSE '{admin}'::text[] END $$;

-- Who may decide about this kind today: the cooperative's own login, and each member in an office that does. The login
-- tells whether the maker is among them; who has not opened his portal has none.
CREATE FUNCTION app.deciders(p_kind text) RETURNS TABLE (member_id uuid, login_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT NULL::uuid, (SELECT l.login_id FROM platform.login l WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = app.coop_id()))
  UNION ALL
  SELECT m.member_id, b.login_id FROM app.member m
  LEFT JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
    AND m.roles && app.roles_that_decide(p_kind)
    AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date) $$;
REVOKE ALL ON FUNCTION app.roles_that_decide, app.deciders FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.roles_that_decide, app.deciders TO coop_app;

-- As before (0035), and only who may decide about this kind counts as another who could have.
CREATE OR REPLACE FUNCTION app.know_the_maker() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.maker_id := CASE NEW.kind
    WHEN 'transaction' THEN (SELECT t.recorded_by FROM app.transaction t WHERE t.cooperative_id = NEW.cooperative_id AND t.transaction_id = NEW.subject_id)
    WHEN 'loan' THEN (SELECT l.recorded_by FROM app.loan l WHERE l.cooperative_id = NEW.cooperative_id AND l.loan_id = NEW.subject_id)
    WHEN 'write_off' THEN (SELECT w.asked_by FROM app.write_off w WHERE w.cooperative_id = NEW.cooperative_id AND w.write_off_id = NEW.subject_id)
    WHEN 'leaving' THEN (SELECT v.asked_by FROM app.leaving v WHERE v.cooperative_id = NEW.cooperative_id AND v.settlement_id = NEW.subject_id)
    ELSE (SELECT r.asked_by FROM app.reversal_request r WHERE r.cooperative_id = NEW.cooperative_id AND r.reversal_id = NEW.subject_id) END;
  NEW.alone := (SELECT count(*) = 1 FROM app.deciders(NEW.kind));
  RETURN NEW;
END $$;

RESET ROLE;
