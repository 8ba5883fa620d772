import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { isActionReminderDue, isOverdue, reminderText, whyNotDoneOn, whyNotPlanAction } from './action.ts'

const day = (text: string) => text as Day
const dueOn = day('2026-03-20')

describe('the reminders of an action', () => {
  const told = (remindedOn: string, today: string) =>
    isActionReminderDue({ dueOn, remindedOn: day(remindedOn) }, day(today))

  test('come three days before and on the day after, each once', () => {
    expect(told('2026-03-01', '2026-03-16')).toBe(false)
    expect(told('2026-03-01', '2026-03-17')).toBe(true)
    expect(told('2026-03-17', '2026-03-18')).toBe(false)
    expect(told('2026-03-17', '2026-03-20')).toBe(false)
    expect(told('2026-03-17', '2026-03-21')).toBe(true)
    expect(told('2026-03-21', '2026-06-30')).toBe(false)
  })

  test('an action that was recorded late has been told of by its recording', () => {
    expect(told('2026-03-18', '2026-03-19')).toBe(false)
    expect(told('2026-03-21', '2026-03-21')).toBe(false)
    expect(told('2026-03-25', '2026-04-25')).toBe(false)
  })
})

test('it is overdue from the day after the one on which it is due, while it is open', () => {
  expect(isOverdue({ status: 'open', dueOn }, dueOn)).toBe(false)
  expect(isOverdue({ status: 'open', dueOn }, day('2026-03-21'))).toBe(true)
  expect(isOverdue({ status: 'done', dueOn }, day('2026-03-21'))).toBe(false)
  expect(reminderText({ wording: 'Paint the office.', dueOn }, day('2026-03-21'))).toBe(
    'Your action is overdue since 20 Mar 2026: Paint the office.',
  )
})

test('its day is that of the meeting or later, its item one of the agenda, and it is done between the meeting and today', () => {
  const meeting = { date: day('2026-03-10'), agenda: ['Prayer', 'Loans'] }
  expect(whyNotPlanAction(meeting, { dueOn: day('2026-03-10'), agendaLine: 2 })).toBeUndefined()
  expect(whyNotPlanAction(meeting, { dueOn: day('2026-03-09') })?.message).toBe('action_due_before_meeting')
  expect(whyNotPlanAction(meeting, { dueOn, agendaLine: 3 })?.message).toBe('agenda_line_unknown')
  const doneOn = (on: string) => whyNotDoneOn(day(on), meeting.date, day('2026-03-20'))?.message
  expect([doneOn('2026-03-09'), doneOn('2026-03-10'), doneOn('2026-03-20'), doneOn('2026-03-21')]).toEqual([
    'action_done_on_wrong_day',
    undefined,
    undefined,
    'action_done_on_wrong_day',
  ])
})
