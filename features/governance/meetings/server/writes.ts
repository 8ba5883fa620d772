import type { Day } from '#core/calendar.ts'
import type { AnnouncementId, MeetingId, MemberId, VoteId } from '#core/ids.ts'
import { whyNotRecord } from '#features/governance/meetings/rules/meeting.ts'
import {
  type MeetingGroup,
  meetingGroups,
  type MeetingRule,
  type Quorum,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import type { VoteOutcome } from '#features/governance/votes/rules/outcome.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { update } from '#platform/db/write.ts'
import { factsOf, lockMeeting, type Meeting } from './reads.ts'

/** The meeting, locked, whose minutes are written: from then on it was held, and its agenda stays. Refuses: not_found, meeting_not_yet, meeting_cancelled, minutes_adopted. */
export async function openMinutes(tx: Tx, id: MeetingId, today: Day): Promise<Meeting> {
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotRecord(factsOf(meeting), today)
  if (reason) throw reason
  await setHeld(tx, id)
  return meeting
}

export async function setHeld(tx: Tx, meetingId: MeetingId): Promise<void> {
  await update(tx, 'app.meeting', { meetingId, status: 'planned' }, { status: 'held' })
}

export type NewResolution = {
  text: string
  for: number | null
  against: number | null
  abstain: number | null
  /** The vote whose confirmed result it is. */
  voteId: VoteId
  outcome: VoteOutcome
}

/** Adds the result of a vote to the resolutions of its meeting, where the minutes keep it. Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted. */
export async function addResolution(
  tx: Tx,
  meetingId: MeetingId,
  resolution: NewResolution,
  today: Day,
): Promise<void> {
  const reason = whyNotRecord(factsOf(await lockMeeting(tx, meetingId)), today)
  if (reason) throw reason
  const resolutions = sql`resolutions || ${JSON.stringify([resolution])}::jsonb`
  await update(tx, 'app.meeting', { meetingId }, { status: 'held', resolutions })
}

type Plan = Pick<Meeting, 'kind' | 'title' | 'date' | 'time' | 'place' | 'agenda'> & Quorum

/** A notice that went out says something else now where day, time or place change. */
export async function updateMeetingRow(tx: Tx, meetingId: MeetingId, { date, time, ...plan }: Plan): Promise<void> {
  const noticeOutdated = sql`notice_sent_at is not null and (notice_outdated or (meets_on, meets_at, place) is distinct from (${date}::date, ${time}::time, ${plan.place}::text))`
  await update(tx, 'app.meeting', { meetingId }, { ...plan, meetsOn: date, meetsAt: time, noticeOutdated })
}

/** A notice that goes to some once more leaves the record of the one that reached more people of the same day, time and place. */
export async function setNotice(
  tx: Tx,
  meetingId: MeetingId,
  { id, recipients }: { id: AnnouncementId; recipients: number },
): Promise<void> {
  await tx.run(sql`
    update app.meeting set notice_id = ${id}, notice_sent_at = now(), notice_recipients = ${recipients}, notice_outdated = false
    where meeting_id = ${meetingId} and (notice_id is null or notice_outdated or notice_recipients <= ${recipients})`)
}

/** Takes off the list all but these. */
export async function keepOnly(tx: Tx, id: MeetingId, members: readonly MemberId[]): Promise<void> {
  await tx.run(sql`delete from app.attendance where meeting_id = ${id} and member_id <> all(${members}::uuid[])`)
}

export async function removeAttendance(tx: Tx, id: MeetingId, members: readonly MemberId[]): Promise<void> {
  await tx.run(sql`delete from app.attendance where meeting_id = ${id} and member_id = any(${members}::uuid[])`)
}

export async function insertAttendance(tx: Tx, id: MeetingId, members: readonly MemberId[]): Promise<void> {
  await tx.run(sql`
    insert into app.attendance (cooperative_id, meeting_id, member_id) select app.coop_id(), ${id}, m from unnest(${members}::uuid[]) m on conflict do nothing`)
}

/** Counts the list again. */
export async function countPresent(tx: Tx, id: MeetingId): Promise<number> {
  const { present } = await tx.one<{ present: number }>(sql`
    update app.meeting set present = (select count(*) from app.attendance where meeting_id = ${id}) where meeting_id = ${id} returning present`)
  return present
}

/** Counts the member's own row on, because a member's session can't count the others'; the meeting must be locked. */
export async function addOwnAttendance(tx: Tx, { id, memberId }: { id: MeetingId; memberId: MemberId }): Promise<void> {
  await tx.run(sql`
    with added as (
      insert into app.attendance (cooperative_id, meeting_id, member_id) values (app.coop_id(), ${id}, ${memberId}) on conflict do nothing returning member_id)
    update app.meeting set present = present + (select count(*) from added) where meeting_id = ${id}`)
}

/** What was written by hand, but for what repeats the result of a vote, and behind it the results of votes, which no hand changes. */
export function withVotes(lines: readonly { text: string }[]): Statement {
  const ofVotes = sql`(select coalesce(jsonb_agg(r.value order by r.place), '[]') from jsonb_array_elements(resolutions) with ordinality r(value, place) where r.value ? 'voteId')`
  return sql`
    (select coalesce(jsonb_agg(l.value order by l.place), '[]') from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality l(value, place)
      where not exists (select from jsonb_array_elements(resolutions) r where r ? 'voteId' and r->>'text' = l.value->>'text')) || ${ofVotes}`
}

export async function replaceMeetingRules(tx: Tx, rules: Record<MeetingGroup, MeetingRule>): Promise<void> {
  const rows = meetingGroups.map((group) => ({ group, ...rules[group] }))
  await tx.run(sql`
    insert into app.meeting_rule (cooperative_id, meeting_group, notice_days, notice_clause, quorum_members, quorum_percent, quorum_clause)
    select app.coop_id(), r."group", r."noticeDays", r."noticeClause", r."quorumMembers", r."quorumPercent", r."quorumClause"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("group" text, "noticeDays" int, "noticeClause" text, "quorumMembers" int, "quorumPercent" numeric, "quorumClause" text)
    on conflict (cooperative_id, meeting_group) do update set notice_days = excluded.notice_days, notice_clause = excluded.notice_clause,
      quorum_members = excluded.quorum_members, quorum_percent = excluded.quorum_percent, quorum_clause = excluded.quorum_clause`)
}
