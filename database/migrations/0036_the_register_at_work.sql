-- The register as officers work in it all day: each filter and sort on an index of its own, views that a person saves, changes of many members on record.
--
-- Searching by part of a name reads the society's own rows: under row security a pattern is never pushed into an index.

SET LOCAL ROLE coop_owner;

-- Pages far back, and sums over everybody, are found without reading the members themselves.
CREATE INDEX member_by_number ON app.member (cooperative_id, membership_number) INCLUDE (member_id) WHERE removed_at IS NULL;
CREATE INDEX member_by_first_name ON app.member (cooperative_id, first_name, last_name, member_id) WHERE removed_at IS NULL;
CREATE INDEX member_by_joining ON app.member (cooperative_id, registration_date, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_status ON app.member (cooperative_id, status, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_gender ON app.member (cooperative_id, gender, membership_number) WHERE removed_at IS NULL;
CREATE INDEX member_by_birth ON app.member (cooperative_id, date_of_birth) WHERE removed_at IS NULL AND date_of_birth IS NOT NULL;
CREATE INDEX member_who_is_admin ON app.member (cooperative_id, membership_number) WHERE removed_at IS NULL AND 'admin' = ANY (roles);

-- What a person looks at often: search, filters, sort and columns under a name. Seen by nobody else.
CREATE TABLE app.member_view (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  view_id uuid NOT NULL,
  login_id uuid NOT NULL,
  name text NOT NULL,
  shows jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, view_id)
);
CALL app.protect_tenant('app.member_view');
CALL app.protect_officer_rows('app.member_view');
CREATE UNIQUE INDEX member_view_named_once ON app.member_view (cooperative_id, login_id, lower(name));
GRANT SELECT, INSERT, UPDATE (name, shows), DELETE ON app.member_view TO coop_app;

-- Who made a member active or inactive, and why.
CREATE TABLE app.member_status_change (
  cooperative_id uuid NOT NULL,
  change_id uuid NOT NULL,
  member_id uuid NOT NULL,
  from_status text NOT NULL,
  to_status text NOT NULL,
  reason text NOT NULL CHECK (reason <> ''),
  changed_by uuid NOT NULL,
  changed_by_name text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, change_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_status_change');
CALL app.protect_officer_rows('app.member_status_change');
CREATE INDEX member_status_change_of ON app.member_status_change (cooperative_id, member_id, changed_at DESC);
GRANT SELECT, INSERT ON app.member_status_change TO coop_app;

-- What a line of the trail says beyond its action: which members left as a file, say.
ALTER TABLE audit.event ADD COLUMN detail jsonb;

-- New activation codes for those of these members who have none in use yet; their old codes end. Answers who got one.
CREATE FUNCTION platform.renew_activations(p_members uuid[], p_codes uuid[], p_code_hashes bytea[], p_expires timestamptz)
RETURNS SETOF uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE v_coop uuid := platform.own_cooperative();
BEGIN
  PERFORM FROM platform.membership m WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) ORDER BY m.member_id FOR UPDATE;
  DELETE FROM platform.code c USING platform.membership m
    WHERE m.cooperative_id = v_coop AND m.member_id = ANY (p_members) AND m.confirmed_at IS NULL
      AND c.login_id = m.login_id AND c.purpose = 'activation' AND c.cooperative_id = v_coop AND c.member_id = m.member_id;
  RETURN QUERY
    INSERT INTO platform.code (code_id, login_id, purpose, cooperative_id, member_id, code_hash, expires_at)
      SELECT given.code, m.login_id, 'activation', v_coop, m.member_id, given.hash, p_expires
      FROM unnest(p_members, p_codes, p_code_hashes) AS given(member, code, hash)
      JOIN platform.membership m ON m.cooperative_id = v_coop AND m.member_id = given.member
      WHERE m.confirmed_at IS NULL
    RETURNING code.member_id;
END $$;
REVOKE ALL ON FUNCTION platform.renew_activations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.renew_activations TO coop_app;

RESET ROLE;
SET LOCAL ROLE ledger_owner;
CREATE INDEX account_of_member ON ledger.account (cooperative_id, member_id) INCLUDE (account_id, account_type_id) WHERE member_id IS NOT NULL;
RESET ROLE;
