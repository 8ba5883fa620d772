import { isDeepStrictEqual } from 'node:util'
import type { Parsed } from '#core/contract/endpoint.ts'
import { dayText } from '#core/calendar.ts'
import type { MeetingId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import { announceMessage } from '#features/access/notifications/server/announce-message.ts'
import * as attendance from '#features/governance/meetings/attendance.ts'
import * as contract from '#features/governance/meetings/contract.ts'
import * as byeLaws from '#features/governance/meetings/meeting-rules.ts'
import * as papers from '#features/governance/meetings/minutes.ts'
import { usualAgendas } from '#features/governance/meetings/rules/agenda.ts'
import {
  cancellationText,
  hasQuorum,
  mayAdoptAt,
  meetingKindNames,
  noticeText,
  whyNotAdopt,
  whyNotAnswer,
  whyNotAttend,
  whyNotChange,
  whyNotNotify,
  whyNotPlan,
  whyNotRecord,
} from '#features/governance/meetings/rules/meeting.ts'
import {
  isShortNotice,
  meetingGroupOf,
  type Quorum,
  quorumAsEntered,
  whyNotShortNotice,
} from '#features/governance/meetings/rules/meeting-rules.ts'
import { action } from '#platform/action.ts'
import { isCurrentAttendanceCode } from '#platform/credentials/attendance-code.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert, remove, transactionTime, update, upsert } from '#platform/db/write.ts'
import { refuseUsedUp, useQuota } from '#platform/limits/quotas.ts'
import {
  countMembers,
  countQuorum,
  factsOf,
  findMeeting,
  hasUnfinishedVote,
  isActiveMember,
  listNoticed,
  lockMeeting,
  type Meeting,
} from './reads.ts'
import {
  addOwnAttendance,
  countPresent,
  insertAttendance,
  keepOnly,
  removeAttendance,
  setHeld,
  setNotice,
  updateMeetingRow,
  withVotes,
} from './writes.ts'

const voteUnconfirmed = refusal(
  'vote_unconfirmed',
  409,
  'A vote of this meeting is not finished. Confirm its result or cancel it first.',
)
const adoptingMeetingWrong = refusal(
  'adopting_meeting_wrong',
  422,
  'Choose the meeting that adopted these minutes: one of the same kind after {date} that has begun and was not cancelled.',
)
const attendanceCodeWrong = refusal(
  'attendance_code_wrong',
  422,
  'This code is wrong or has expired. Enter the code that is shown at the meeting now.',
)
const attendeeNotActive = refusal(
  'attendee_not_active',
  409,
  'Only active members record their own attendance. Speak to an officer of your society.',
)

/** A quorum that is not named is that of the bye-laws. Refuses: meeting_in_past. */
export const planMeeting = action(contract.planMeeting, async ({ tx, actor, today }, input) => {
  const { kind, title, date, time, place, agenda = [], quorum } = input
  const reason = whyNotPlan(date, today)
  if (reason) throw reason
  const meetingId = newId<MeetingId>()
  await insert(tx, 'app.meeting', {
    ...{ meetingId, kind, title, meetsOn: date, meetsAt: time, place, agenda, createdBy: actor.loginId },
    ...(quorum === undefined ? await countQuorum(tx, kind) : quorumAsEntered(quorum)),
  })
  return findMeeting(tx, meetingId)
})

/** Refuses: meeting_not_planned, meeting_in_past for a new day. */
export const updateMeeting = action(contract.updateMeeting, async ({ tx, today }, { id, ...change }) => {
  const before = await lockMeeting(tx, id)
  const { kind, title, date, time, place, agenda } = { ...before, ...change }
  const reason = whyNotChange(factsOf(before)) ?? (date === before.date ? undefined : whyNotPlan(date, today))
  if (reason) throw reason
  await updateMeetingRow(tx, id, { kind, title, date, time, place, agenda, ...(await quorumAfter(tx, before, change)) })
  const after = await findMeeting(tx, id)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
})

function quorumOf({ quorum, quorumFromByeLaws, quorumPercent, quorumOf: of, quorumClause }: Quorum): Quorum {
  return { quorum, quorumFromByeLaws, quorumPercent, quorumOf: of, quorumClause }
}

/** What was entered, else the bye-laws' for another kind of meeting, where it was theirs; else as it was. */
async function quorumAfter(
  tx: Tx,
  before: Meeting,
  { quorum, kind = before.kind }: Pick<Parsed<typeof contract.updateMeeting>, 'quorum' | 'kind'>,
): Promise<Quorum> {
  if (quorum !== undefined) return quorumAsEntered(quorum)
  const isMoved = meetingGroupOf(kind) !== meetingGroupOf(before.kind)
  return before.quorumFromByeLaws && isMoved ? countQuorum(tx, kind) : quorumOf(before)
}

/**
 * Notifies members of the meeting. A committee's notice leads nowhere, because its meetings are not for the portal. The first notice
 * of a day, time and place is the one that the bye-laws mean, and the quorum is counted with it.
 * Refuses: not_found, meeting_not_planned, meeting_over, recipients_wanted, short_notice.
 */
export const sendNotice = action(contract.sendNotice, async ({ tx, actor, today, context }, input) => {
  const { id, to = 'all', shortNoticeReason, alsoSms, alsoEmail } = input
  const meeting = await lockMeeting(tx, id)
  // Empty says nothing.
  const given = shortNoticeReason || undefined
  const reason = whyNotNotify(factsOf(meeting), to !== 'all', today) ?? whyNotShortNotice(meeting, given, today)
  if (reason) throw reason
  const sent = await announceMessage(
    tx,
    actor,
    {
      to,
      message: noticeText(meeting),
      link: meeting.kind === 'committee' ? undefined : `/member/meetings/${id}`,
      kind: 'meeting',
      subject: t('Notice of meeting: {kind}', { kind: meetingKindNames[meeting.kind] }),
      alsoSms,
      alsoEmail,
    },
    context,
  )
  await setNotice(tx, id, sent)
  if (!meeting.isNoticeGiven) {
    const { noticeDays, noticeClause } = meeting
    // What the bye-laws ask for when members are given notice stays with the meeting.
    await update(
      tx,
      'app.meeting',
      { meetingId: id },
      {
        ...{ noticeGivenOn: today, noticeToAll: to === 'all', noticeDays, noticeClause },
        shortNoticeReason: isShortNotice(meeting, today) ? (given ?? null) : null,
        ...(meeting.quorumFromByeLaws ? await countQuorum(tx, meeting.kind) : quorumOf(meeting)),
      },
    )
  }
  return { ...(await findMeeting(tx, id)), sms: sent.sms, emails: sent.emails }
})

/** A member's own answer, in place of an earlier one. Refuses: not_found, meeting_not_planned, meeting_over. */
export const answerMeeting = action(contract.answerMeeting, async ({ tx, actor, today }, { id, isComing }) => {
  const memberId = actor.memberId ?? refuse('not_found')
  const reason = whyNotAnswer(factsOf(await findMeeting(tx, id)), today)
  if (reason) throw reason
  await upsert(tx, 'app.meeting_answer', ['cooperativeId', 'meetingId', 'memberId'], {
    ...{ meetingId: id, memberId, isComing, answeredAt: transactionTime },
  })
  return findMeeting(tx, id)
})

/** Refuses: meeting_not_planned, vote_unconfirmed. The members who got the notice are told that the meeting is off. */
export const cancelMeeting = action(contract.cancelMeeting, async (ask, { id, reason, alsoSms }) => {
  const { tx, actor, context } = ask
  const meeting = await lockMeeting(tx, id)
  const whyNot = whyNotChange(factsOf(meeting))
  if (whyNot) throw whyNot
  if (await hasUnfinishedVote(tx, id)) refuse(voteUnconfirmed())
  const noticed = meeting.noticeSentAt ? await listNoticed(tx, id) : []

  // From here on it must succeed.
  const cancelled = { status: 'cancelled', cancelledReason: reason, cancelledAt: transactionTime } as const
  await update(tx, 'app.meeting', { meetingId: id }, cancelled)
  if (noticed.length > 0) {
    const subject = t('Cancelled: {kind}', { kind: meetingKindNames[meeting.kind] })
    await announceMessage(
      tx,
      actor,
      { to: noticed, type: 'warning', kind: 'meeting', message: cancellationText(meeting, reason), subject, alsoSms },
      context,
    )
  }
  return findMeeting(tx, id)
})

/** Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted, not_found for somebody else's member. */
export const recordAttendance = action(attendance.recordAttendance, async ({ tx, today }, input) => {
  const { id, present, arrived, left = [] } = input
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotRecord(factsOf(meeting), today)
  if (reason) throw reason
  const members = [...new Set(present ?? arrived)]
  if ((await countMembers(tx, members)) !== members.length)
    refuse('not_found', { field: present ? 'present' : 'arrived' })

  // From here on it must succeed.
  if (present) await keepOnly(tx, id, members)
  if (left.length > 0) await removeAttendance(tx, id, left)
  await insertAttendance(tx, id, members)
  const count = await countPresent(tx, id)
  return { present: count, quorum: meeting.quorum, hasQuorum: hasQuorum(count, meeting.quorum) ?? null }
})

/**
 * A member says by the code on the officer's screen that they are here; a second time changes nothing. Refuses: not_found,
 * meeting_cancelled, attendance_not_open, minutes_adopted, attendee_not_active, attendance_code_wrong, attendance_codes_many.
 */
export const attendMeeting = action(attendance.attendMeeting, async (ask, { id, attendanceCode }) => {
  const { tx, actor, now, today, context } = ask
  const memberId = actor.memberId ?? refuse('not_found')
  refuseUsedUp(context, 'wrong_attendance_codes', memberId)
  const reason = whyNotAttend(factsOf(await findMeeting(tx, id)), today)
  if (reason) throw reason
  if (!(await isActiveMember(tx, memberId))) refuse(attendeeNotActive())
  if (!isCurrentAttendanceCode(context.secret, id, attendanceCode, now)) {
    // Before the meeting is locked, because the count has a transaction of its own.
    await context.database.auth((own) => useQuota(own, context, 'wrong_attendance_codes', memberId))
    refuse(attendanceCodeWrong({ field: 'attendanceCode' }))
  }
  const changed = whyNotAttend(factsOf(await lockMeeting(tx, id)), today)
  if (changed) throw changed

  // From here on it must succeed.
  await addOwnAttendance(tx, { id, memberId })
  return findMeeting(tx, id)
})

/** Refuses: meeting_not_yet, meeting_cancelled, minutes_adopted. */
export const writeMinutes = action(papers.writeMinutes, async ({ tx, actor, today }, { id, minutes, resolutions }) => {
  const reason = whyNotRecord(factsOf(await lockMeeting(tx, id)), today)
  if (reason) throw reason
  const lines = resolutions?.map(({ text, for: yes = null, against = null, abstain = null }) => ({
    ...{ text, for: yes, against, abstain },
  }))
  await update(
    tx,
    'app.meeting',
    { meetingId: id },
    {
      ...{ status: 'held', minutes, minutesByName: actor.name, minutesAt: transactionTime },
      resolutions: lines && withVotes(lines),
    },
  )
  return findMeeting(tx, id)
})

/**
 * Refuses: not_found, minutes_missing, minutes_adopted, meeting_cancelled, vote_unconfirmed, adopting_meeting_wrong. Triggers
 * keep minutes, resolutions, attendance and actions from then on.
 */
export const adoptMinutes = action(papers.adoptMinutes, async ({ tx, actor, today }, { id, atMeetingId = null }) => {
  const meeting = await lockMeeting(tx, id)
  const reason = whyNotAdopt(factsOf(meeting), today)
  if (reason) throw reason
  if (await hasUnfinishedVote(tx, id)) refuse(voteUnconfirmed())
  if (atMeetingId) {
    // Locked after the earlier one, as every other adoption does.
    if (!mayAdoptAt(await lockMeeting(tx, atMeetingId), meeting, today))
      refuse(adoptingMeetingWrong({ field: 'atMeetingId', date: dayText(meeting.date) }))
    // It was held, so that it can't be cancelled afterwards.
    await setHeld(tx, atMeetingId)
  }
  const adopted = { adoptedAt: transactionTime, adoptedByName: actor.name, adoptedAtMeetingId: atMeetingId }
  await update(tx, 'app.meeting', { meetingId: id }, adopted)
  return findMeeting(tx, id)
})

/** An empty agenda takes the society's own away, and the usual one is back. */
export const saveAgendaTemplate = action(byeLaws.saveAgendaTemplate, async ({ tx }, { template, agenda }) => {
  if (agenda.length === 0) {
    await remove(tx, 'app.agenda_template', { template })
    return { template, agenda: [...usualAgendas[template]], isOwn: false }
  }
  await upsert(tx, 'app.agenda_template', ['cooperativeId', 'template'], { template, agenda })
  return { template, agenda, isOwn: true }
})
