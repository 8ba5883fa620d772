-- Who is asked to guarantee a loan hears of it on every channel that the society has of them, also where the borrower asked,
-- whose session sees no other member's phone.
--
-- Invariants:
--   * a member's session tells only those who share a loan with it (shares_a_loan).
-- Relied on by: server/features/lending/loans/tell-guarantors.ts.

SET LOCAL ROLE coop_owner;

CREATE FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
  SELECT gen_random_uuid(), m.cooperative_id, 'loan', m.member_id, way.channel, way.recipient, way.subject,
    CASE way.channel WHEN 'sms' THEN platform.sms_text(c.name, n.message) ELSE c.name || ': ' || n.message END
  FROM unnest(p_members, p_messages) n(member_id, message)
  JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = n.member_id AND m.removed_at IS NULL
  JOIN app.cooperative c ON c.cooperative_id = m.cooperative_id
  CROSS JOIN LATERAL (VALUES ('sms', m.phone, NULL), ('email', nullif(m.email, ''), p_subject)) way(channel, recipient, subject)
  WHERE way.recipient IS NOT NULL AND (NOT app.is_member() OR app.shares_a_loan(m.member_id)) $$;
REVOKE ALL ON FUNCTION app.tell_guarantors FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.tell_guarantors TO coop_app;
