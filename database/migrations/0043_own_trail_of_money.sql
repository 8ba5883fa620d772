-- A member reads in the audit trail also what officers did about their movements and loans: approvals, rejections, reversals.
--
-- Invariant: a member's session reads no other line of the trail than of themselves, of their movements and of their loans
-- (policy members_read_their_own).
-- Relied on by: server/features/society/records/queries.ts (findOwnEvents).

SET LOCAL ROLE coop_owner;

DROP POLICY members_read_their_own ON audit.event;
CREATE POLICY members_read_their_own ON audit.event AS RESTRICTIVE FOR SELECT USING ((SELECT NOT app.is_member())
  OR subject_id = (SELECT app.member_id()::text) OR (role = 'member' AND login_id = (SELECT platform.own_login()))
  OR subject_id IN (SELECT t.transaction_id::text FROM app.transaction t WHERE t.member_id = (SELECT app.member_id()))
  OR subject_id IN (SELECT l.loan_id::text FROM app.loan l WHERE l.member_id = (SELECT app.member_id())));
