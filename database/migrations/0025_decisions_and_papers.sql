-- Where a loan's decision stands in the minutes of a meeting, for the committee that decides, the member and the auditor;
-- and the papers that come with an application, for the officers and the borrower.
--
-- Invariants:
--   * each officer who decided names at most one minute, with his decision and never after it;
--   * what he named is never changed, whatever becomes of the meeting's row;
--   * a borrower adds and removes papers until his application is decided; of one that was removed its line stays.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.loan_minute (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the borrower
  decision text NOT NULL CHECK (decision IN ('approved', 'rejected')),
  meeting_id uuid,
  -- As they were then: a committee's meeting is closed to the borrower, who reads where he was decided about.
  meeting_title text,
  met_on date,
  minute text,                                      -- the number in the minutes, or a note
  given_by uuid NOT NULL,
  given_by_name text NOT NULL,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, given_by),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  CHECK (meeting_id IS NOT NULL OR minute IS NOT NULL),
  CHECK ((meeting_id IS NULL) = (meeting_title IS NULL) AND (meeting_id IS NULL) = (met_on IS NULL))
);
CALL app.protect_tenant('app.loan_minute');
CALL app.protect_member_rows('app.loan_minute');
CREATE POLICY officers_decide ON app.loan_minute AS RESTRICTIVE FOR INSERT TO coop_app WITH CHECK ((SELECT NOT app.is_member()));
CREATE INDEX loan_minute_by_meeting ON app.loan_minute (cooperative_id, meeting_id) WHERE meeting_id IS NOT NULL;
GRANT SELECT, INSERT ON app.loan_minute TO coop_app;

CREATE TABLE app.loan_document (
  cooperative_id uuid NOT NULL,
  document_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  member_id uuid NOT NULL,                          -- the borrower
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
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan,
  CHECK ((content IS NULL) = (removed_at IS NOT NULL) AND (removed_at IS NULL) = (removed_by IS NULL))
);
CALL app.protect_tenant('app.loan_document');
CALL app.protect_member_rows('app.loan_document');
CREATE POLICY until_decided ON app.loan_document AS RESTRICTIVE FOR INSERT TO coop_app
  WITH CHECK ((SELECT NOT app.is_member()) OR EXISTS (SELECT FROM app.loan l WHERE l.loan_id = loan_document.loan_id AND l.status = 'submitted'));
CREATE POLICY removed_until_decided ON app.loan_document AS RESTRICTIVE FOR UPDATE TO coop_app
  USING ((SELECT NOT app.is_member()) OR EXISTS (SELECT FROM app.loan l WHERE l.loan_id = loan_document.loan_id AND l.status = 'submitted'));
CREATE INDEX loan_document_by_loan ON app.loan_document (cooperative_id, loan_id, added_at);
GRANT SELECT, INSERT, UPDATE (content, removed_by, removed_by_name, removed_at) ON app.loan_document TO coop_app;

RESET ROLE;
