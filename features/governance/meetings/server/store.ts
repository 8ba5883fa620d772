import type { Parsed } from '#core/contract/endpoint.ts'
import type { planMeeting as planContract } from '#features/governance/meetings/contract.ts'
import type { writeMinutes as minutesContract } from '#features/governance/meetings/minutes.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AgendaTemplate } from '#features/governance/meetings/rules/agenda.ts'
import {
  type MeetingGroup,
  meetingGroups,
  type MeetingRule,
  type Quorum,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import type { AnnouncementId, CooperativeId, MeetingId, MemberId } from '#core/ids.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Plan = Omit<Required<Parsed<typeof planContract>>, 'quorum'> & Quorum

export async function insertMeeting(
  tx: Tx,
  actor: TenantActor,
  id: MeetingId,
  { kind, title, date, time, place, agenda, ...q }: Plan,
): Promise<void> {
  await tx.run(sql`
    insert into app.meeting (cooperative_id, meeting_id, kind, title, meets_on, meets_at, place, agenda, quorum, quorum_from_bye_laws, quorum_percent, quorum_of, quorum_clause, created_by)
    values (${actor.cooperativeId}, ${id}, ${kind}, ${title}, ${date}, ${time}, ${place}, ${agenda}, ${q.quorum}, ${q.quorumFromByeLaws}, ${q.quorumPercent}, ${q.quorumOf},
      ${q.quorumClause}, ${actor.loginId})`)
}

/** A notice that went out says something else now where day, time or place change. */
export async function updateMeetingRow(
  tx: Tx,
  id: MeetingId,
  { kind, title, date, time, place, agenda, ...quorum }: Plan,
): Promise<void> {
  await tx.run(sql`
    update app.meeting set kind = ${kind}, title = ${title}, meets_on = ${date}, meets_at = ${time}, place = ${place}, agenda = ${agenda}, ${quorumColumns(quorum)},
      notice_outdated = notice_sent_at is not null and (notice_outdated or (meets_on, meets_at, place) is distinct from (${date}::date, ${time}::time, ${place}::text))
    where meeting_id = ${id}`)
}

/** A notice that goes to some once more leaves the record of the one that reached more people of the same day, time and place. */
export async function setNotice(tx: Tx, id: MeetingId, noticeId: AnnouncementId, recipients: number): Promise<void> {
  await tx.run(sql`
    update app.meeting set notice_id = ${noticeId}, notice_sent_at = now(), notice_recipients = ${recipients}, notice_outdated = false
    where meeting_id = ${id} and (notice_id is null or notice_outdated or notice_recipients <= ${recipients})`)
}

function quorumColumns(q: Quorum): Statement {
  return sql`quorum = ${q.quorum}, quorum_from_bye_laws = ${q.quorumFromByeLaws}, quorum_percent = ${q.quorumPercent}, quorum_of = ${q.quorumOf}, quorum_clause = ${q.quorumClause}`
}

export type GivenNotice = {
  on: Day
  toAll: boolean
  noticeDays: number | null
  noticeClause: string
  shortNoticeReason: string | null
}

/** What the bye-laws ask for when members are given notice stays with the meeting. */
export async function setNoticeGiven(tx: Tx, id: MeetingId, notice: GivenNotice, quorum: Quorum): Promise<void> {
  await tx.run(sql`
    update app.meeting set notice_given_on = ${notice.on}, notice_to_all = ${notice.toAll}, notice_days = ${notice.noticeDays}, notice_clause = ${notice.noticeClause},
      short_notice_reason = ${notice.shortNoticeReason}, ${quorumColumns(quorum)} where meeting_id = ${id}`)
}

export async function replaceMeetingRules(
  tx: Tx,
  { cooperativeId }: TenantActor,
  rules: Record<MeetingGroup, MeetingRule>,
): Promise<void> {
  const rows = meetingGroups.map((group) => ({ group, ...rules[group] }))
  await tx.run(sql`
    insert into app.meeting_rule (cooperative_id, meeting_group, notice_days, notice_clause, quorum_members, quorum_percent, quorum_clause)
    select ${cooperativeId}, r."group", r."noticeDays", r."noticeClause", r."quorumMembers", r."quorumPercent", r."quorumClause"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r("group" text, "noticeDays" int, "noticeClause" text, "quorumMembers" int, "quorumPercent" numeric, "quorumClause" text)
    on conflict (cooperative_id, meeting_group) do update set notice_days = excluded.notice_days, notice_clause = excluded.notice_clause,
      quorum_members = excluded.quorum_members, quorum_percent = excluded.quorum_percent, quorum_clause = excluded.quorum_clause`)
}

export async function storeAgendaTemplate(
  tx: Tx,
  { cooperativeId }: TenantActor,
  template: AgendaTemplate,
  agenda: readonly string[],
): Promise<void> {
  await tx.run(sql`
    insert into app.agenda_template (cooperative_id, template, agenda) values (${cooperativeId}, ${template}, ${agenda})
    on conflict (cooperative_id, template) do update set agenda = excluded.agenda`)
}

export async function removeAgendaTemplate(tx: Tx, template: AgendaTemplate): Promise<void> {
  await tx.run(sql`delete from app.agenda_template where template = ${template}`)
}

export async function saveAnswer(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, memberId, isComing }: { id: MeetingId; memberId: MemberId; isComing: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into app.meeting_answer (cooperative_id, meeting_id, member_id, is_coming) values (${cooperativeId}, ${id}, ${memberId}, ${isComing})
    on conflict (cooperative_id, meeting_id, member_id) do update set is_coming = excluded.is_coming, answered_at = now()`)
}

/** Takes off the list all but these. */
export async function keepOnly(tx: Tx, id: MeetingId, members: readonly MemberId[]): Promise<void> {
  await tx.run(sql`delete from app.attendance where meeting_id = ${id} and member_id <> all(${members}::uuid[])`)
}

export async function removeAttendance(tx: Tx, id: MeetingId, members: readonly MemberId[]): Promise<void> {
  await tx.run(sql`delete from app.attendance where meeting_id = ${id} and member_id = any(${members}::uuid[])`)
}

export async function insertAttendance(
  tx: Tx,
  cooperativeId: CooperativeId,
  id: MeetingId,
  members: readonly MemberId[],
): Promise<void> {
  await tx.run(sql`
    insert into app.attendance (cooperative_id, meeting_id, member_id) select ${cooperativeId}, ${id}, m from unnest(${members}::uuid[]) m on conflict do nothing`)
}

/** Counts the list again. */
export async function countPresent(tx: Tx, id: MeetingId): Promise<number> {
  const { present } = await tx.one<{ present: number }>(sql`
    update app.meeting set present = (select count(*) from app.attendance where meeting_id = ${id}) where meeting_id = ${id} returning present`)
  return present
}

/** Counts the member's own row on, because a member's session can't count the others'; the meeting must be locked. */
export async function addOwnAttendance(
  tx: Tx,
  cooperativeId: CooperativeId,
  { id, memberId }: { id: MeetingId; memberId: MemberId },
): Promise<void> {
  await tx.run(sql`
    with added as (
      insert into app.attendance (cooperative_id, meeting_id, member_id) values (${cooperativeId}, ${id}, ${memberId}) on conflict do nothing returning member_id)
    update app.meeting set present = present + (select count(*) from added) where meeting_id = ${id}`)
}

export async function setMinutes(
  tx: Tx,
  actor: TenantActor,
  { id, minutes, resolutions }: Parsed<typeof minutesContract>,
): Promise<void> {
  const lines = resolutions?.map((line) => ({
    text: line.text,
    for: line.for ?? null,
    against: line.against ?? null,
    abstain: line.abstain ?? null,
  }))
  await tx.run(sql`
    update app.meeting set status = 'held', minutes = ${minutes}, minutes_by_name = ${actor.name}, minutes_at = now(),
      resolutions = ${lines ? withVotes(lines) : sql`resolutions`}
    where meeting_id = ${id}`)
}

/** What was written by hand, but for what repeats the result of a vote, and behind it the results of votes, which no hand changes. */
function withVotes(lines: readonly { text: string }[]): Statement {
  const ofVotes = sql`(select coalesce(jsonb_agg(r.value order by r.place), '[]') from jsonb_array_elements(resolutions) with ordinality r(value, place) where r.value ? 'voteId')`
  return sql`
    (select coalesce(jsonb_agg(l.value order by l.place), '[]') from jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality l(value, place)
      where not exists (select from jsonb_array_elements(resolutions) r where r ? 'voteId' and r->>'text' = l.value->>'text')) || ${ofVotes}`
}

export async function appendResolution(tx: Tx, id: MeetingId, resolution: object): Promise<void> {
  await tx.run(
    sql`update app.meeting set status = 'held', resolutions = resolutions || ${JSON.stringify([resolution])}::jsonb where meeting_id = ${id}`,
  )
}

export async function setAdopted(
  tx: Tx,
  actor: TenantActor,
  { id, atMeetingId }: { id: MeetingId; atMeetingId: MeetingId | null },
): Promise<void> {
  await tx.run(
    sql`update app.meeting set adopted_at = now(), adopted_by_name = ${actor.name}, adopted_at_meeting_id = ${atMeetingId} where meeting_id = ${id}`,
  )
}

export async function setHeld(tx: Tx, id: MeetingId): Promise<void> {
  await tx.run(sql`update app.meeting set status = 'held' where meeting_id = ${id} and status = 'planned'`)
}

export async function setCancelled(tx: Tx, id: MeetingId, reason: string): Promise<void> {
  await tx.run(
    sql`update app.meeting set status = 'cancelled', cancelled_reason = ${reason}, cancelled_at = now() where meeting_id = ${id}`,
  )
}
