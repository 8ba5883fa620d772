-- A member who applies and withdraws again and again spends the society's money for SMS, and a guarantor's patience.
--
-- Invariants:
--   * Of requests a guarantor gets six messages a day on each channel; what is more is in the app alone. That somebody answered in
--     their name always leaves.
-- Relied on by: server/features/lending/loans/store.ts, server/features/lending/guarantees/store.ts.

SET LOCAL ROLE coop_owner;

-- As in 0062; p_most is how many loan messages of a day leave on one channel.
CREATE FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text, p_most int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
  SELECT gen_random_uuid(), m.cooperative_id, 'loan', m.member_id, way.channel, way.recipient, way.subject,
    CASE way.channel WHEN 'sms' THEN platform.sms_text(c.name, n.message) ELSE c.name || ': ' || n.message END
  FROM unnest(p_members, p_messages) n(member_id, message)
  JOIN app.member m ON m.cooperative_id = app.coop_id() AND m.member_id = n.member_id AND m.removed_at IS NULL
  JOIN app.cooperative c ON c.cooperative_id = m.cooperative_id
  CROSS JOIN LATERAL (VALUES ('sms', m.phone, NULL), ('email', nullif(m.email, ''), p_subject)) way(channel, recipient, subject)
  WHERE way.recipient IS NOT NULL AND (NOT app.is_member() OR m.member_id = app.member_id() OR app.shares_a_loan(m.member_id))
    AND (p_most IS NULL OR (SELECT count(*) FROM platform.message p WHERE p.cooperative_id = m.cooperative_id AND p.created_at > now() - interval '1 day'
      AND p.member_id = m.member_id AND p.channel = way.channel AND p.kind = 'loan') < p_most) $$;
REVOKE ALL ON FUNCTION app.tell_guarantors(uuid[], text[], text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION app.tell_guarantors(uuid[], text[], text, int) TO coop_app;

CREATE OR REPLACE FUNCTION app.tell_guarantors(p_members uuid[], p_messages text[], p_subject text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT app.tell_guarantors(p_members, p_messages, p_subject, NULL) $$;
