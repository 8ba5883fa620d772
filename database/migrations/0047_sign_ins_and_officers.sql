-- When a person proved who they are, and when an officer last ended their sessions at a cooperative.
--
-- Invariants: a session that a switch opens keeps the sign-in, and with it the absolute end, of the one it replaces
-- (switch-membership.ts relies on it); no sign-in opens a membership whose sessions an officer has ended since. So a
-- stolen phone that is signed in at another cooperative can't switch back, and that cooperative's session stays.

SET LOCAL ROLE coop_owner;

ALTER TABLE platform.session ADD COLUMN signed_in_at timestamptz NOT NULL DEFAULT now();
UPDATE platform.session SET signed_in_at = created_at;
ALTER TABLE platform.membership ADD COLUMN sessions_ended_at timestamptz;

-- The membership's row comes first: a switch that holds it is waited for, and its session ends with the others.
CREATE FUNCTION platform.log_member_out(p_member uuid)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE platform.membership m SET sessions_ended_at = now()
    WHERE m.cooperative_id = platform.own_cooperative() AND m.member_id = p_member;
  PERFORM platform.end_member_sessions(p_member, 'ended_by_officer');
END $$;
REVOKE ALL ON FUNCTION platform.log_member_out FROM PUBLIC;
GRANT EXECUTE ON FUNCTION platform.log_member_out TO coop_app;
