import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Day, dayIn } from '#core/calendar.ts'
import { agendaTemplates, agendaTemplatesOf, usualAgendas } from './agenda.ts'
import {
  isShortNotice,
  meetingGroupOf,
  noMeetingRule,
  noticeByOf,
  noticeDaysMax,
  noticeGivenText,
  noticeRuleText,
  quorumAsEntered,
  quorumBasisText,
  quorumByRule,
  shortNoticeText,
  whyNotShortNotice,
} from './meeting-rules.ts'
import { meetingKinds } from './meeting.ts'

const day = (text: string) => text as Day
const millisecondsOf = (text: string) => Date.parse(`${text}T00:00:00Z`)
const aDay = 86_400_000
/** Any day from 2020 to 2099, leap years and the ends of months among them. */
const anyDay = fc
  .integer({ min: 0, max: 29_219 })
  .map((days) => day(new Date(millisecondsOf('2020-01-01') + days * aDay).toISOString().slice(0, 10)))

describe('the day of the notice', () => {
  test('is as many calendar days before the meeting as the bye-laws say, and the notice is in time up to it', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.integer({ min: 1, max: noticeDaysMax }),
        fc.integer({ min: 0, max: 90 }),
        (date, noticeDays, ahead) => {
          const on = new Date(millisecondsOf(date) - ahead * aDay).toISOString().slice(0, 10)
          expect(millisecondsOf(date) - millisecondsOf(noticeByOf(date, noticeDays) ?? '')).toBe(noticeDays * aDay)
          expect(isShortNotice({ date, noticeDays, isNoticeGiven: false }, day(on))).toBe(ahead < noticeDays)
          expect(isShortNotice({ date, noticeDays, isNoticeGiven: true }, day(on))).toBe(false)
        },
      ),
    )
  })

  test('is a day in Lagos: from 23:00 in London’s winter it is the next one', () => {
    const notice = { date: day('2027-01-15'), noticeDays: 14, isNoticeGiven: false }
    expect(isShortNotice(notice, dayIn(new Date('2027-01-01T22:59:59Z')))).toBe(false)
    expect(isShortNotice(notice, dayIn(new Date('2027-01-01T23:00:00Z')))).toBe(true)
  })

  test('is none where the bye-laws say nothing, and late notice needs a reason', () => {
    const notice = { date: day('2027-03-01'), noticeDays: 1, isNoticeGiven: false }
    expect([noticeByOf(notice.date, 0), noticeByOf(notice.date, null)]).toEqual([undefined, undefined])
    expect(isShortNotice({ ...notice, noticeDays: null }, notice.date)).toBe(false)
    expect(whyNotShortNotice(notice, undefined, day('2027-02-28'))).toBeUndefined()
    expect(whyNotShortNotice(notice, 'Flood', day('2027-03-01'))).toBeUndefined()
    expect(whyNotShortNotice(notice, undefined, day('2027-03-01'))).toMatchObject({
      message: 'short_notice',
      detail: { field: 'shortNoticeReason', date: '28 Feb 2027' },
    })
  })
})

describe('the quorum', () => {
  const ruleOf = (quorumPercent: number) => ({ ...noMeetingRule, quorumPercent, quorumClause: 'Clause 14' })

  test.each([
    [41, 25, 11],
    [40, 25, 10],
    [100, 7, 7],
    [20, 55, 11],
    [300, 33.33, 100],
    [1, 0.01, 1],
    [0, 25, 1],
    [7, 100, 7],
  ])('of %i active members at %f percent is %i', (members, percent, quorum) => {
    expect(quorumByRule(ruleOf(percent), members)).toEqual({
      ...{ quorum, quorumFromByeLaws: true, quorumPercent: percent, quorumOf: members, quorumClause: 'Clause 14' },
    })
  })

  test('is the least number of members that is not less than the part', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 10_000 }), (members, hundredths) => {
        const quorum = BigInt(quorumByRule(ruleOf(hundredths / 100), members).quorum ?? 0)
        const wanted = BigInt(members) * BigInt(hundredths)
        expect(quorum * 10_000n >= wanted && (quorum - 1n) * 10_000n < wanted).toBe(true)
      }),
    )
  })

  test('is a number where the bye-laws give one, none where they give none, and says where it comes from', () => {
    const byNumber = quorumByRule({ ...noMeetingRule, quorumMembers: 20, quorumClause: 'Clause 14' }, 5)
    expect(byNumber).toMatchObject({ quorum: 20, quorumOf: null })
    expect(quorumByRule(noMeetingRule, 5).quorum).toBeNull()
    expect(quorumBasisText(byNumber)).toBe('Clause 14')
    expect(quorumBasisText(quorumByRule(ruleOf(2.5), 1200))).toBe('2.5% of 1,200 active members, Clause 14')
    expect(quorumBasisText(quorumAsEntered(9))).toBeUndefined()
  })
})

test('the minutes say when members were given notice, and why it was short', () => {
  const given = {
    ...{ date: day('2027-03-15'), noticeGivenOn: day('2027-03-05'), noticeDays: 14, noticeClause: 'Clause 8' },
    shortNoticeReason: 'The hall was flooded',
  }
  expect(noticeGivenText(given)).toBe('Given on 05 Mar 2027, 10 days before the meeting')
  expect(noticeGivenText({ ...given, noticeGivenOn: day('2027-03-14') })).toMatch(/, 1 day before the meeting$/)
  expect(noticeGivenText({ ...given, noticeGivenOn: given.date })).toMatch(/, the day of the meeting$/)
  expect(noticeGivenText({ ...given, noticeGivenOn: null })).toBeUndefined()
  expect(shortNoticeText(given)).toBe(
    'The bye-laws ask for 14 days’ notice (Clause 8). Reason for the short notice: The hall was flooded',
  )
  expect(shortNoticeText({ ...given, shortNoticeReason: null })).toBeUndefined()
  expect(noticeRuleText(1, '')).toBe('1 day’s notice')
})

test('each kind of meeting has one group of bye-laws and at least one template that is not empty', () => {
  expect(meetingKinds.map(meetingGroupOf)).toEqual(['general', 'general', 'special', 'committee'])
  expect(new Set(meetingKinds.flatMap(agendaTemplatesOf))).toEqual(new Set(agendaTemplates))
  for (const template of agendaTemplates) expect(usualAgendas[template].length).toBeGreaterThan(3)
})
