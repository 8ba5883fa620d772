-- A member with another phone has another login and is the same person: what they made under the old one they don't approve under the new.
--
-- Invariants:
--   * every login that a membership ever had is known (platform.former_login);
--   * no one approves what they made, or approves twice, under whichever of their logins (one_person_once).
-- Relied on by: server/db/same-person.ts.

SET LOCAL ROLE coop_owner;

CREATE TABLE platform.former_login (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  login_id uuid NOT NULL,
  PRIMARY KEY (cooperative_id, login_id, member_id)
);
CREATE INDEX former_login_by_member ON platform.former_login (cooperative_id, member_id);

CREATE FUNCTION platform.keep_former_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.login_id = OLD.login_id THEN RETURN NULL; END IF;
  INSERT INTO platform.former_login (cooperative_id, member_id, login_id) VALUES (OLD.cooperative_id, OLD.member_id, OLD.login_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION platform.keep_former_login FROM PUBLIC;
CREATE TRIGGER keeps_former_login AFTER DELETE OR UPDATE OF login_id ON platform.membership FOR EACH ROW EXECUTE FUNCTION platform.keep_former_login();

-- Whether these two logins are, or ever were, of one member of the cooperative.
CREATE FUNCTION app.is_same_person(p_one uuid, p_other uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p_one = p_other OR EXISTS (
    SELECT FROM (SELECT member_id FROM platform.membership WHERE cooperative_id = app.coop_id() AND login_id = p_one
        UNION ALL SELECT member_id FROM platform.former_login WHERE cooperative_id = app.coop_id() AND login_id = p_one) one
      JOIN (SELECT member_id FROM platform.membership WHERE cooperative_id = app.coop_id() AND login_id = p_other
        UNION ALL SELECT member_id FROM platform.former_login WHERE cooperative_id = app.coop_id() AND login_id = p_other) other USING (member_id)) $$;
REVOKE ALL ON FUNCTION app.is_same_person FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.is_same_person TO coop_app;

-- After know_the_maker, by its name.
CREATE FUNCTION app.one_person_once() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.is_same_person(NEW.maker_id, NEW.approved_by) THEN NEW.maker_id := NEW.approved_by; END IF;
  IF EXISTS (SELECT FROM app.approval a WHERE a.cooperative_id = NEW.cooperative_id AND a.subject_id = NEW.subject_id
      AND a.approved_by <> NEW.approved_by AND app.is_same_person(a.approved_by, NEW.approved_by)) THEN
    RAISE EXCEPTION 'This person has approved it already' USING ERRCODE = 'unique_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER one_person_once BEFORE INSERT ON app.approval FOR EACH ROW EXECUTE FUNCTION app.one_person_once();

-- As before, by whichever of the logins that a member had.
CREATE OR REPLACE FUNCTION app.holds_office(p_login uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM platform.login l JOIN app.cooperative c ON c.coop_id = l.coop_id WHERE l.login_id = p_login AND c.cooperative_id = app.coop_id())
    OR EXISTS (SELECT FROM app.member m JOIN platform.membership b ON b.cooperative_id = m.cooperative_id AND b.member_id = m.member_id AND b.confirmed_at IS NOT NULL
      WHERE app.is_same_person(b.login_id, p_login) AND m.cooperative_id = app.coop_id() AND m.removed_at IS NULL AND m.status = 'active' AND m.roles <> '{member}'
        AND ('admin' = ANY (m.roles) OR m.office_ends_on IS NULL OR m.office_ends_on >= (now() AT TIME ZONE 'Africa/Lagos')::date)) $$;
