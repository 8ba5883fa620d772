import type { Parsed, Replied } from '#contract/endpoint.ts'
import * as contract from '#contract/governance/governance.ts'
import { listMeetingLoans } from '#contract/lending/loan-minutes.ts'
import { dayIn } from '#domain/calendar.ts'
import { cancellationText, hasQuorum, type MeetingFacts, noticeText, whyNotAdopt, whyNotChange, whyNotNotify, whyNotPlan, whyNotRecord } from '#domain/governance/governance/meeting.ts'
import type { MeetingId } from '#domain/ids.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { type Answer, inside, paged, type Place } from '#web/demonstration/answering.ts'
import { type Meeting, memberIdOf } from '#web/demonstration/records.ts'
import { announce } from './notifications.ts'
import { findMember, isActive, isIn, isNamed, membersOf, newId } from './society.ts'

type Reply = Replied<typeof contract.getMeeting>
type ListAsked = Parsed<typeof contract.listMeetings> & { page: number; limit: number }

export const governanceAnswers: readonly Answer[] = [
  inside(contract.listMeetings, listMeetings),
  inside(contract.getMeeting, (place, { id }) => meetingFrom(findMeeting(place, id))),
  inside(contract.planMeeting, ({ society, today }, { agenda = [], quorum = null, ...plan }) => {
    throwIf(whyNotPlan(plan.date, today))
    const meeting: Meeting = {
      ...plan, agenda, quorum, id: newId(), status: 'planned', present: [], noticed: [], noticeSentAt: null, noticeOutdated: false, minutes: null, minutesBy: null, minutesAt: null, adoptedBy: null,
      adoptedAt: null, cancelledReason: null, resolutions: [],
    }
    society.meetings.push(meeting)
    return meetingFrom(meeting)
  }),
  inside(contract.updateMeeting, updateMeeting),
  inside(contract.sendNotice, (place, { id, to = 'all' }) => {
    const meeting = findMeeting(place, id)
    throwIf(whyNotNotify(factsOf(meeting), to !== 'all', place.today))
    const { reached } = announce(place, { to, message: noticeText(meeting), link: meeting.kind === 'committee' ? null : `/member/meetings/${id}` })
    Object.assign(meeting, { noticed: reached, noticeSentAt: place.now.toISOString(), noticeOutdated: false })
    return { ...meetingFrom(meeting), sms: 0, emails: 0 }
  }),
  inside(contract.listAttendance, (place, input) => {
    const { present, quorum } = findMeeting(place, input.id)
    const rows = membersOf(place)
      .map((user) => ({ user, present: present.includes(memberIdOf(user)) }))
      .filter((each) => (isActive(each.user) || each.present) && isNamed(each.user, input.q) && (!input.show || input.show === 'all' || each.present === (input.show === 'present')))
      .map((each) => ({ memberId: memberIdOf(each.user), firstName: each.user.firstName, lastName: each.user.lastName, membershipno: each.user.membershipId, present: each.present }))
    return paged(rows, input, { lastName: (row) => `${row.lastName} ${row.firstName}` }, 'lastName', { present: present.length, quorum })
  }),
  inside(contract.recordAttendance, (place, { id, present, arrived = [], left = [] }) => {
    const meeting = findMeeting(place, id)
    throwIf(whyNotRecord(factsOf(meeting), place.today))
    for (const memberId of present ?? arrived) findMember(place, memberId, present ? 'present' : 'arrived')
    meeting.present = present ?? [...new Set([...meeting.present, ...arrived])].filter((memberId) => !left.includes(memberId))
    meeting.status = 'held'
    const count = meeting.present.length
    return { present: count, quorum: meeting.quorum, hasQuorum: hasQuorum(count, meeting.quorum) ?? null }
  }),
  inside(contract.writeMinutes, (place, { id, minutes, resolutions }) => {
    const meeting = findMeeting(place, id)
    throwIf(whyNotRecord(factsOf(meeting), place.today))
    const lines = resolutions?.map((line) => ({ text: line.text, for: line.for ?? null, against: line.against ?? null, abstain: line.abstain ?? null }))
    Object.assign(meeting, { status: 'held', minutes, minutesBy: place.actor.name, minutesAt: place.now.toISOString(), resolutions: lines ?? meeting.resolutions })
    return meetingFrom(meeting)
  }),
  inside(listMeetingLoans, (place, input) => {
    findMeeting(place, input.id)
    const rows = place.society.loans.flatMap((loan) => {
      const named = loan.minutes?.findLast(({ meetingId }) => meetingId === input.id)
      const { name, membershipId } = findMember(place, loan.memberId)
      if (!named || !isIn(name, input.q)) return []
      const loanConfig = place.society.loanConfigurations.find(({ id }) => id === loan.loanConfigId)?.name ?? ''
      return [{ loanId: loan.id, memberId: loan.memberId, memberName: name, membershipno: membershipId, loanConfig, principal: loan.principal, status: loan.status, decision: named.decision, minute: named.minute, by: named.by, at: new Date(named.at) }]
    })
    return paged(rows, input, { at: (row) => row.at.getTime(), principal: (row) => row.principal }, 'at')
  }),
  inside(contract.adoptMinutes, (place, { id }) => {
    const meeting = findMeeting(place, id)
    throwIf(whyNotAdopt(factsOf(meeting), place.today))
    Object.assign(meeting, { adoptedAt: place.now.toISOString(), adoptedBy: place.actor.name })
    return meetingFrom(meeting)
  }),
  inside(contract.cancelMeeting, (place, { id, reason }) => {
    const meeting = findMeeting(place, id)
    throwIf(whyNotChange(factsOf(meeting)))
    if (meeting.noticeSentAt) announce(place, { to: meeting.noticed, type: 'warning', message: cancellationText(meeting, reason), link: null })
    Object.assign(meeting, { status: 'cancelled', cancelledReason: reason })
    return meetingFrom(meeting)
  }),
]

function throwIf(reason: Refusal | undefined): void {
  if (reason) throw reason
}

function factsOf({ kind, date, status, minutes, adoptedAt }: Meeting): MeetingFacts {
  return { kind, date, status, minutes, adoptedOn: adoptedAt ? dayIn(new Date(adoptedAt)) : undefined }
}

function instantOf(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function meetingFrom(meeting: Meeting): Reply {
  const { present, noticed, noticeSentAt, minutesAt, adoptedAt, ...rest } = meeting
  return {
    ...rest, present: present.length, noticeSentAt: instantOf(noticeSentAt), noticeRecipients: noticeSentAt === null ? null : noticed.length, hasMinutes: meeting.minutes !== null,
    minutesAt: instantOf(minutesAt), adoptedAt: instantOf(adoptedAt),
  }
}

/** A member sees no committee meeting. */
function visible({ society, actor }: Place): Meeting[] {
  return society.meetings.filter(({ kind }) => actor.role !== 'member' || kind !== 'committee')
}

function findMeeting(place: Place, id: MeetingId): Meeting {
  return visible(place).find((meeting) => meeting.id === id) ?? refuse('not_found')
}

function listMeetings(place: Place, input: ListAsked) {
  const { when, kind, status, q } = input
  const isComing = (meeting: Meeting) => meeting.status === 'planned' && meeting.date >= place.today
  const rows = visible(place)
    .filter((meeting) => (!when || isComing(meeting) === (when === 'upcoming')) && (!kind || meeting.kind === kind) && (!status || meeting.status === status) && isIn(`${meeting.title} ${meeting.place}`, q))
    .map(meetingFrom)
  return paged(rows, input, { date: (row) => `${row.date} ${row.time}` }, when === 'upcoming' ? 'date' : '-date')
}

function updateMeeting(place: Place, { id, ...given }: Parsed<typeof contract.updateMeeting>): Reply {
  const meeting = findMeeting(place, id)
  const before = { date: meeting.date, time: meeting.time, place: meeting.place }
  throwIf(whyNotChange(factsOf(meeting)) ?? (given.date !== undefined && given.date !== meeting.date ? whyNotPlan(given.date, place.today) : undefined))
  Object.assign(meeting, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  const isMoved = meeting.date !== before.date || meeting.time !== before.time || meeting.place !== before.place
  meeting.noticeOutdated = meeting.noticeSentAt !== null && (meeting.noticeOutdated || isMoved)
  return meetingFrom(meeting)
}
