import { describe, expect, it } from 'vitest'
import type { Day } from '#core/calendar.ts'
import {
  cancellationText,
  clockText,
  hasQuorum,
  type MeetingFacts,
  noticeText,
  whyNotAdopt,
  whyNotAttend,
  whyNotChange,
  whyNotNotify,
  whyNotPlan,
  whyNotRecord,
} from './meeting.ts'

const today = '2026-11-21' as Day
const facts = (change: Partial<MeetingFacts> = {}): MeetingFacts => ({
  kind: 'general',
  date: today,
  status: 'planned',
  minutes: null,
  adoptedOn: undefined,
  ...change,
})

describe('a meeting', () => {
  it('is planned for today or later', () => {
    expect(whyNotPlan('2026-11-20' as Day, today)?.message).toBe('meeting_in_past')
    expect(whyNotPlan(today, today)).toBeUndefined()
  })

  it('changes while it is planned only', () => {
    expect(whyNotChange(facts())).toBeUndefined()
    expect(whyNotChange(facts({ status: 'held' }))?.detail).toEqual({ status: 'held' })
  })

  it('is called up to its day, a committee by name', () => {
    expect(whyNotNotify(facts(), false, today)).toBeUndefined()
    expect(whyNotNotify(facts({ date: '2026-11-20' as Day }), false, today)?.message).toBe('meeting_over')
    expect(whyNotNotify(facts({ kind: 'committee' }), false, today)?.message).toBe('recipients_wanted')
    expect(whyNotNotify(facts({ kind: 'committee' }), true, today)).toBeUndefined()
    expect(whyNotNotify(facts({ status: 'cancelled' }), true, today)?.message).toBe('meeting_not_planned')
  })

  it('is attended by code on its day only, a general one that is not cancelled, until its minutes are adopted', () => {
    expect(whyNotAttend(facts(), today)).toBeUndefined()
    expect(whyNotAttend(facts({ status: 'held', minutes: 'm' }), today)).toBeUndefined()
    expect(whyNotAttend(facts({ date: '2026-11-20' as Day }), today)?.message).toBe('attendance_not_open')
    expect(whyNotAttend(facts({ date: '2026-11-22' as Day }), today)?.message).toBe('attendance_not_open')
    expect(whyNotAttend(facts({ kind: 'committee' }), today)?.message).toBe('attendance_needs_general_meeting')
    expect(whyNotAttend(facts({ status: 'cancelled' }), today)?.message).toBe('meeting_cancelled')
    expect(whyNotAttend(facts({ status: 'held', minutes: 'm', adoptedOn: today }), today)?.message).toBe(
      'minutes_adopted',
    )
  })

  it('is recorded from its day on, until its minutes are adopted', () => {
    expect(whyNotRecord(facts({ date: '2026-11-22' as Day }), today)?.message).toBe('meeting_not_yet')
    expect(whyNotRecord(facts(), today)).toBeUndefined()
    expect(whyNotRecord(facts({ status: 'held', minutes: 'm', adoptedOn: today }), today)?.message).toBe(
      'minutes_adopted',
    )
    expect(whyNotRecord(facts({ status: 'cancelled' }), today)?.message).toBe('meeting_cancelled')
  })

  it('adopts minutes that were written, once', () => {
    expect(whyNotAdopt(facts({ status: 'held' }), today)?.message).toBe('minutes_missing')
    expect(whyNotAdopt(facts({ status: 'held', minutes: 'm' }), today)).toBeUndefined()
    expect(whyNotAdopt(facts({ status: 'held', minutes: 'm', adoptedOn: today }), today)?.message).toBe(
      'minutes_adopted',
    )
  })

  it('has its quorum with exactly as many as are needed, and none where none is set', () => {
    expect([hasQuorum(1, 2), hasQuorum(2, 2), hasQuorum(0, null)]).toEqual([false, true, undefined])
  })

  it('is told in one sentence that does not say its kind twice', () => {
    const occasion = {
      kind: 'annual_general',
      title: 'Annual General Meeting 2026',
      date: '2026-09-05' as Day,
      time: '00:05',
      place: 'Hall',
    } as const
    expect(noticeText(occasion)).toBe('Notice of meeting: Annual General Meeting 2026, 05 Sep 2026 at 12:05am, Hall.')
    expect(cancellationText({ ...occasion, title: 'Accounts' }, 'Rain')).toBe(
      'Cancelled: Annual general meeting, Accounts of 05 Sep 2026. Reason: Rain',
    )
    expect([clockText('12:00'), clockText('13:30')]).toEqual(['12:00pm', '1:30pm'])
  })
})
