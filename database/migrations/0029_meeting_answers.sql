-- Whether members will come to a meeting.
--
-- Invariants:
--   * a member has one answer to a meeting, and a member's session sees and writes no other's;
--   * an answer says nothing of who was present: that is app.attendance.
-- Relied on by: server/features/governance/governance.

SET LOCAL ROLE coop_owner;

CREATE TABLE app.meeting_answer (
  cooperative_id uuid NOT NULL,
  meeting_id uuid NOT NULL,
  member_id uuid NOT NULL,
  is_coming boolean NOT NULL,
  answered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (cooperative_id, meeting_id, member_id),
  FOREIGN KEY (cooperative_id, meeting_id) REFERENCES app.meeting,
  FOREIGN KEY (cooperative_id, member_id) REFERENCES app.member
);
CALL app.protect_tenant('app.meeting_answer');
CALL app.protect_member_rows('app.meeting_answer');
CREATE INDEX meeting_answer_by_member ON app.meeting_answer (cooperative_id, member_id);
GRANT SELECT, INSERT, UPDATE (is_coming, answered_at) ON app.meeting_answer TO coop_app;
