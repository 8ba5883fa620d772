-- What the bye-laws say about meetings, with the agendas that meetings begin with (decision 80).
--
-- Invariants:
--   * a group of meetings has at most one rule, whose quorum is a number of members or a part of them, never both;
--   * what the bye-laws asked for when members were given notice is stored with the meeting: a later change of them rewrites neither
--     its quorum nor its days of notice, and adopted minutes keep both as they keep everything else;
--   * a member's session sees no rule and no template, but reads with a meeting what was asked for of it.
-- Relied on by: server/features/governance/governance.

SET LOCAL ROLE coop_owner;

-- Without a row: no days of notice, no quorum.
CREATE TABLE app.meeting_rule (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  meeting_group text NOT NULL CHECK (meeting_group IN ('general', 'special', 'committee')),
  notice_days int NOT NULL CHECK (notice_days BETWEEN 0 AND 60),   -- calendar days before the day of the meeting; 0 is none
  notice_clause text NOT NULL CHECK (length(notice_clause) <= 120),   -- where the bye-laws say so
  quorum_members int CHECK (quorum_members BETWEEN 1 AND 100000),
  quorum_percent numeric(5, 2) CHECK (quorum_percent > 0 AND quorum_percent <= 100),   -- of the active members
  quorum_clause text NOT NULL CHECK (length(quorum_clause) <= 120),
  PRIMARY KEY (cooperative_id, meeting_group),
  CHECK (quorum_members IS NULL OR quorum_percent IS NULL),
  -- Who sits on a committee is not known here, so that no part of them is.
  CHECK (meeting_group <> 'committee' OR quorum_percent IS NULL)
);
CALL app.protect_tenant('app.meeting_rule');
CALL app.protect_officer_rows('app.meeting_rule');
GRANT SELECT, INSERT, UPDATE (notice_days, notice_clause, quorum_members, quorum_percent, quorum_clause) ON app.meeting_rule TO coop_app;

-- Without a row: the usual agenda of these meetings (domain/governance/governance/agenda.ts).
CREATE TABLE app.agenda_template (
  cooperative_id uuid NOT NULL REFERENCES app.cooperative,
  template text NOT NULL CHECK (template IN ('annual_general', 'general', 'special_general', 'committee', 'loans')),
  agenda text[] NOT NULL CHECK (cardinality(agenda) BETWEEN 1 AND 40),
  PRIMARY KEY (cooperative_id, template)
);
CALL app.protect_tenant('app.agenda_template');
CALL app.protect_officer_rows('app.agenda_template');
GRANT SELECT, INSERT, UPDATE (agenda), DELETE ON app.agenda_template TO coop_app;

ALTER TABLE app.meeting
  ADD COLUMN quorum_from_bye_laws boolean NOT NULL DEFAULT false,   -- counted by them again when members are given notice
  ADD COLUMN quorum_percent numeric(5, 2) CHECK (quorum_percent > 0 AND quorum_percent <= 100),   -- where it is a part of the members
  ADD COLUMN quorum_of int CHECK (quorum_of >= 0),  -- of how many active members it is that part
  ADD COLUMN quorum_clause text NOT NULL DEFAULT '',
  ADD COLUMN notice_given_on date,                  -- when members were given notice of this day, time and place
  ADD COLUMN notice_to_all boolean NOT NULL DEFAULT true,   -- that notice went to all active members
  ADD COLUMN notice_days int CHECK (notice_days BETWEEN 1 AND 60),   -- that the bye-laws asked for then; NULL where for none
  ADD COLUMN notice_clause text NOT NULL DEFAULT '',
  ADD COLUMN short_notice_reason text,              -- why it was later than that; NULL where it was in time
  ADD CHECK (num_nulls(quorum_percent, quorum_of) IN (0, 2));
GRANT UPDATE (quorum_from_bye_laws, quorum_percent, quorum_of, quorum_clause, notice_given_on, notice_to_all, notice_days, notice_clause, short_notice_reason)
  ON app.meeting TO coop_app;
