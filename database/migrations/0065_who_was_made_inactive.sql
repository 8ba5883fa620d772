-- A member who is made inactive shortly before a vote stays on its roll, and a candidate who is made inactive stays one: otherwise one
-- officer, who may change a status alone, would choose who votes and who is voted for.
--
-- Invariants:
--   * inactive_since is the moment at which an inactive member was made so; NULL for one who is not, and where it was long ago.
-- Relied on by: server/db/current-members.ts.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member ADD COLUMN inactive_since timestamptz;

CREATE FUNCTION app.keep_inactive_since() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.inactive_since := CASE WHEN NEW.status = 'inactive' THEN clock_timestamp() END;
  RETURN NEW;
END $$;
CREATE TRIGGER inactive_since BEFORE UPDATE OF status ON app.member FOR EACH ROW WHEN (OLD.status IS DISTINCT FROM NEW.status) EXECUTE FUNCTION app.keep_inactive_since();
