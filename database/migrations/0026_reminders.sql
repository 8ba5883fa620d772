-- What a borrower and his guarantors are reminded of, and what they have been reminded of already.
--
-- Invariants:
--   * each step of each instalment is told once, though the job runs twice, late or on two servers;
--   * a cooperative's reminders of a day are sent in one transaction with the mark that they were.

SET LOCAL ROLE coop_owner;

-- No row: the defaults, and nothing was sent yet.
CREATE TABLE app.reminder_setting (
  cooperative_id uuid NOT NULL PRIMARY KEY REFERENCES app.cooperative,
  remind_days_before int NOT NULL DEFAULT 3 CHECK (remind_days_before BETWEEN 0 AND 14),   -- 0: not before
  remind_overdue boolean NOT NULL DEFAULT true,
  remind_by_sms boolean NOT NULL DEFAULT false,
  remind_by_email boolean NOT NULL DEFAULT false,
  reminded_on date                                  -- the day of the last reminders, in Lagos
);
CALL app.protect_tenant('app.reminder_setting');
CALL app.protect_officer_rows('app.reminder_setting');
GRANT SELECT, INSERT, UPDATE ON app.reminder_setting TO coop_app;

CREATE TABLE app.loan_reminder (
  cooperative_id uuid NOT NULL,
  loan_id uuid NOT NULL,
  number int NOT NULL,                              -- of the instalment
  step int NOT NULL CHECK (step IN (0, 1, 7, 30)),  -- days after it fell due; 0: before
  reminded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (cooperative_id, loan_id, number, step),
  FOREIGN KEY (cooperative_id, loan_id) REFERENCES app.loan
);
CALL app.protect_tenant('app.loan_reminder');
CALL app.protect_officer_rows('app.loan_reminder');
GRANT SELECT, INSERT ON app.loan_reminder TO coop_app;

RESET ROLE;
