-- What is kept here, and who relies on it (decision 59):
--   * one export of each cooperative at most: all of its rows and files as one ZIP, in parts of a megabyte, so that neither the
--     server that makes it nor the one that sends it holds all of it, and any of several servers can send it. The page of the
--     settings shows how far it is; the sweep removes it after a week, and a new one takes the place of the old;
--   * a job of the kind export, added like those of other files (server/db/jobs.ts);
--   * which logins are the cooperative's own and its members', without anything that opens one: no password, no factor, no
--     session. Nor the name of a login, which another cooperative may have given.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.export (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  export_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('running', 'ready', 'failed')),
  progress int NOT NULL DEFAULT 0,                  -- tables written so far
  steps int NOT NULL DEFAULT 0,                     -- of so many
  bytes bigint CHECK (bytes > 0),                   -- of the whole ZIP
  failure text,
  requested_by uuid NOT NULL,
  requested_by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ready_at timestamptz,
  PRIMARY KEY (cooperative_id, export_id),
  CHECK ((status = 'ready') = (bytes IS NOT NULL) AND (status = 'ready') = (ready_at IS NOT NULL)),
  CHECK ((status = 'failed') = (failure IS NOT NULL))
);
CALL app.protect_tenant('app.export');
CREATE POLICY officers_only ON app.export AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY swept ON app.export FOR ALL TO coop_jobs USING (true);
CREATE UNIQUE INDEX one_export ON app.export (cooperative_id);
CREATE INDEX export_oldest ON app.export (created_at);
GRANT SELECT, INSERT, UPDATE (status, progress, steps, bytes, failure, ready_at), DELETE ON app.export TO coop_app;
GRANT SELECT (created_at), DELETE ON app.export TO coop_jobs;

CREATE TABLE app.export_part (
  cooperative_id uuid NOT NULL,
  export_id uuid NOT NULL,
  number int NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (cooperative_id, export_id, number),
  FOREIGN KEY (cooperative_id, export_id) REFERENCES app.export ON DELETE CASCADE
);
-- It is compressed already.
ALTER TABLE app.export_part ALTER COLUMN content SET STORAGE EXTERNAL;
CALL app.protect_tenant('app.export_part');
CREATE POLICY officers_only ON app.export_part AS RESTRICTIVE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, DELETE ON app.export_part TO coop_app;

CREATE OR REPLACE FUNCTION app.add_file_job(p_kind text, p_subject uuid, p_author jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF app.coop_id() IS NULL OR p_kind NOT IN ('import', 'return', 'credits', 'export') THEN
    RAISE EXCEPTION 'A job of a file has a cooperative and a known kind';
  END IF;
  PERFORM platform.add_job('files', app.coop_id(),
    jsonb_build_object('kind', p_kind, 'cooperative', app.coop_id(), 'subject', p_subject, 'author', p_author));
END $$;

-- Of the cooperative of this transaction; member_id is null on the login that its officers share.
CREATE FUNCTION platform.logins_to_export() RETURNS TABLE (login_id uuid, member_id uuid, phone text)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  RETURN QUERY
    SELECT l.login_id, NULL::uuid, l.phone FROM platform.login l
      WHERE l.coop_id = (SELECT c.coop_id FROM app.cooperative c WHERE c.cooperative_id = v_coop) AND l.kind = 'cooperative'
    UNION ALL
    SELECT l.login_id, m.member_id, l.phone FROM platform.membership m JOIN platform.login l ON l.login_id = m.login_id
      WHERE m.cooperative_id = v_coop;
END $$;
REVOKE ALL ON FUNCTION platform.logins_to_export FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.logins_to_export TO coop_app;
