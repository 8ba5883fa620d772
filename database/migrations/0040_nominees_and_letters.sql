-- A member asks for other nominees as he asks for other changes; one who has left and can't log in asks to be erased by a letter.
--
-- Invariants, beside those of 0038 (one waits, decided once), which hold for this kind too:
--   * a request for nominees carries both lists as they were when it was asked, and no other kind does (officers decide by them);
--   * erasing the person empties both lists, with the people named in them (erased_member_requests).
--   * an officer records a request to be erased for a former member alone, with the date of the letter (erasure_request_letter,
--     members_ask): who can log in asks himself.

SET LOCAL ROLE coop_owner;

ALTER TABLE app.member_request
  ADD COLUMN nominees_before jsonb,  -- [{firstName, lastName, relationship, phone, email, address, sharePercent}], in their order
  ADD COLUMN nominees jsonb,
  DROP CONSTRAINT member_request_kind_check,
  ADD CONSTRAINT member_request_kind_check CHECK (kind IN ('contribution', 'profile', 'nominees')),
  ADD CONSTRAINT member_request_nominees_check CHECK (num_nonnulls(nominees_before, nominees) = CASE kind WHEN 'nominees' THEN 2 ELSE 0 END);

CREATE OR REPLACE FUNCTION app.empty_member_requests() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE app.member_request r SET note = NULL, fields = CASE WHEN r.fields IS NOT NULL THEN '[]'::jsonb END, reason = CASE WHEN r.reason IS NOT NULL THEN '…' END,
      nominees_before = CASE WHEN r.nominees_before IS NOT NULL THEN '[]'::jsonb END, nominees = CASE WHEN r.nominees IS NOT NULL THEN '[]'::jsonb END,
      status = CASE r.status WHEN 'waiting' THEN 'withdrawn' ELSE r.status END, ended_at = coalesce(r.ended_at, clock_timestamp())
    WHERE r.cooperative_id = NEW.cooperative_id AND r.member_id = NEW.member_id;
  UPDATE app.transaction_proof p SET file_name = 'erased', content = NULL WHERE p.cooperative_id = NEW.cooperative_id AND p.member_id = NEW.member_id;
  RETURN NULL;
END $$;

ALTER TABLE app.erasure_request
  ADD COLUMN written_on date,        -- of the letter; its words, as far as an officer noted them, are the reason
  ADD COLUMN recorded_by uuid,
  ADD COLUMN recorded_by_name text,
  ADD CONSTRAINT erasure_request_letter CHECK (num_nonnulls(written_on, recorded_by) IN (0, 2));
ALTER POLICY members_ask ON app.erasure_request WITH CHECK (status = 'pending' AND CASE WHEN (SELECT app.is_member())
  THEN member_id = (SELECT app.member_id()) AND written_on IS NULL
  ELSE written_on IS NOT NULL AND EXISTS (SELECT FROM app.member m WHERE m.member_id = erasure_request.member_id AND m.status IN ('left', 'deceased') AND m.removed_at IS NULL) END);

RESET ROLE;
