-- A fellow member is found by the last part of the membership number alone too: it is what people know of it.

SET LOCAL ROLE coop_owner;
CREATE OR REPLACE FUNCTION app.fellow_members(p_ids uuid[], p_named text) RETURNS TABLE (member_id uuid, name text, membershipno text, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.member_id, m.first_name || ' ' || m.last_name, m.membershipno,
    CASE WHEN EXISTS (SELECT FROM app.leaving v WHERE v.cooperative_id = m.cooperative_id AND v.member_id = m.member_id AND v.status IN ('open', 'waiting')) THEN 'leaving' ELSE m.status END
  FROM app.member m
  WHERE m.cooperative_id = app.coop_id() AND m.removed_at IS NULL
    AND (m.member_id = ANY (p_ids) OR m.membershipno = p_named OR m.phone = p_named
      OR m.membership_number = CASE WHEN p_named ~ '^[0-9]{1,6}$' THEN p_named::int END) $$;
RESET ROLE;
