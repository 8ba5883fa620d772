import { addDays, type Day, dayText, daysBetween } from '#core/calendar.ts'
import { grouped } from '#core/money.ts'
import { refusal, type Refusal } from '#core/refusal.ts'
import { labelled } from '#core/words.ts'
import type { MeetingKind } from './meeting.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

const shortNotice = refusal(
  'short_notice',
  422,
  'By your bye-laws the notice had to be sent by {date}. Give the reason for the short notice; it is part of the minutes.',
)

/** What the bye-laws tell apart: a special general meeting often needs more members or longer notice. */
export const meetingGroups = ['general', 'special', 'committee'] as const
export type MeetingGroup = (typeof meetingGroups)[number]

export const meetingGroupNames: Record<MeetingGroup, string> = labelled({
  general: strings.annualAndOtherGeneralMeetings,
  special: strings.specialGeneralMeetings,
  committee: strings.committeeMeetings,
})

export function meetingGroupOf(kind: MeetingKind): MeetingGroup {
  if (kind === 'committee') return 'committee'
  return kind === 'special_general' ? 'special' : 'general'
}

export const noticeDaysMax = 60

/** The quorum is a number of members, or a percentage of the active members with at most two decimals, or none. */
export type MeetingRule = {
  /** Calendar days before the day of the meeting; 0 is none. */
  noticeDays: number
  noticeClause: string
  quorumMembers: number | null
  quorumPercent: number | null
  quorumClause: string
}

export const noMeetingRule: MeetingRule = {
  noticeDays: 0,
  noticeClause: '',
  quorumMembers: null,
  quorumPercent: null,
  quorumClause: '',
}

/** The quorum of one meeting, and where it is a part of the members, of how many it is. */
export type Quorum = {
  quorum: number | null
  quorumFromByeLaws: boolean
  quorumPercent: number | null
  quorumOf: number | null
  quorumClause: string
}

/** What the bye-laws ask for where the society has so many active members. A part of a member counts as one: 25% of 41 are 11. */
export function quorumByRule(
  { quorumMembers, quorumPercent, quorumClause }: MeetingRule,
  activeMembers: number,
): Quorum {
  const isPart = quorumPercent !== null
  // In whole numbers: 0.07 × 100 in binary fractions is a little more than 7, and would ask for an eighth member.
  const part = (percent: number) => Math.ceil((activeMembers * Math.round(percent * 100)) / 10_000)
  return {
    quorum: isPart ? Math.max(1, part(quorumPercent)) : quorumMembers,
    quorumFromByeLaws: true,
    quorumPercent,
    quorumOf: isPart ? activeMembers : null,
    quorumClause,
  }
}

/** A quorum that an officer entered. */
export function quorumAsEntered(quorum: number | null): Quorum {
  return { quorum, quorumFromByeLaws: false, quorumPercent: null, quorumOf: null, quorumClause: '' }
}

/** The last day on which notice is in time; undefined where none is asked for. */
export function noticeByOf(date: Day, noticeDays: number | null): Day | undefined {
  return noticeDays ? addDays(date, -noticeDays) : undefined
}

type Notice = {
  date: Day
  /** That the bye-laws ask for; null where for none. */
  noticeDays: number | null
  /** Members were given notice of this day, time and place. */
  isNoticeGiven: boolean
}

/** Whether a notice on this day is short notice, for which a reason is stored. One that was given is only repeated. */
export function isShortNotice({ date, noticeDays, isNoticeGiven }: Notice, on: Day): boolean {
  const noticeBy = noticeByOf(date, noticeDays)
  return !isNoticeGiven && noticeBy !== undefined && on > noticeBy
}

/** Why a notice can't go out on this day without a reason, or undefined when it can. */
export function whyNotShortNotice(notice: Notice, reason: string | undefined, on: Day): Refusal | undefined {
  const noticeBy = noticeByOf(notice.date, notice.noticeDays)
  if (reason !== undefined || noticeBy === undefined || !isShortNotice(notice, on)) return undefined
  return shortNotice({ field: 'shortNoticeReason', date: dayText(noticeBy) })
}

/** “14 days’ notice (Clause 8)”. */
export function noticeRuleText(noticeDays: number, noticeClause: string): string {
  return noticeClause === ''
    ? fillCount(noticeDays, strings.noticeOfDays)
    : fillCount(noticeDays, strings.noticeOfDaysByClause, { noticeClause })
}

/** “25% of 41 active members, Clause 14”, where the bye-laws gave the quorum. */
export function quorumBasisText({
  quorumFromByeLaws,
  quorumPercent,
  quorumOf,
  quorumClause,
}: Omit<Quorum, 'quorum'>): string | undefined {
  if (!quorumFromByeLaws) return undefined
  const part =
    quorumPercent === null
      ? []
      : [fill(strings.ofActiveMembers, { quorumPercent, quorumOf: grouped(String(quorumOf)) })]
  const words = [...part, ...(quorumClause === '' ? [] : [quorumClause])].join(', ')
  return words === '' ? undefined : words
}

type GivenNotice = {
  date: Day
  noticeGivenOn: Day | null
  noticeDays: number | null
  noticeClause: string
  shortNoticeReason: string | null
}

/** When members were given notice, as the minutes say it; undefined where that is not known. */
export function noticeGivenText({ date, noticeGivenOn }: GivenNotice): string | undefined {
  if (noticeGivenOn === null) return undefined
  const days = daysBetween(noticeGivenOn, date)
  const given = { noticeGivenOn: dayText(noticeGivenOn) }
  return days === 0 ? fill(strings.givenOnTheDay, given) : fillCount(days, strings.givenDaysBefore, given)
}

/** Why notice was short, as the minutes say it; undefined where it was in time. */
export function shortNoticeText({ noticeDays, noticeClause, shortNoticeReason }: GivenNotice): string | undefined {
  if (shortNoticeReason === null || noticeDays === null) return undefined
  return fill(strings.theByeLawsAskFor, { notice: noticeRuleText(noticeDays, noticeClause), shortNoticeReason })
}
