-- A member's photo and papers (an identity card, a letter of employment), read by the officers and by himself.
SET LOCAL ROLE coop_owner;

CREATE TABLE app.member_photo (
  cooperative_id uuid NOT NULL,
  member_id uuid NOT NULL,
  content bytea NOT NULL,                           -- a small square WebP of our own drawing
  version text NOT NULL,                            -- of the content: the picture's address changes with it
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, member_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.member_photo');
CALL app.protect_member_rows('app.member_photo');
CREATE POLICY officers_add ON app.member_photo AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_change ON app.member_photo AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE POLICY officers_remove ON app.member_photo AS RESTRICTIVE FOR DELETE TO coop_app USING ((SELECT NOT app.is_member()));
GRANT SELECT, INSERT, UPDATE (content, version, added_by_name, added_at), DELETE ON app.member_photo TO coop_app;

CREATE TABLE app.member_document (
  cooperative_id uuid NOT NULL,
  document_id uuid NOT NULL,
  member_id uuid NOT NULL,
  file_name text NOT NULL,
  media_type text NOT NULL CHECK (media_type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes int NOT NULL CHECK (bytes > 0),
  content bytea,                                    -- gone with the removal
  sha256 bytea NOT NULL,
  added_by uuid NOT NULL,
  added_by_name text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  removed_by uuid,
  removed_by_name text,
  removed_at timestamptz,
  PRIMARY KEY (cooperative_id, document_id),
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member,
  CHECK ((content IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by IS NULL))
);
CALL app.protect_tenant('app.member_document');
CALL app.protect_member_rows('app.member_document');
CREATE POLICY officers_add ON app.member_document AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE POLICY officers_remove ON app.member_document AS RESTRICTIVE FOR UPDATE TO coop_app USING ((SELECT NOT app.is_member()));
CREATE INDEX member_document_by_member ON app.member_document (cooperative_id, member_id, added_at);
GRANT SELECT, INSERT, UPDATE (content, removed_by, removed_by_name, removed_at) ON app.member_document TO coop_app;

-- What officers did to one member, newest first.
CREATE INDEX event_of_subject ON audit.event (cooperative_id, subject_id, at DESC) WHERE subject_id IS NOT NULL;

RESET ROLE;
