import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { isTrialEnd, trialEndFrom, trialStanding } from './plan.ts'

const day = (text: string) => text as Day

test('a trial is free for 30 days after the approval, over the end of a month and a leap day', () => {
  expect(trialEndFrom(day('2026-01-31'))).toBe('2026-03-02')
  expect(trialEndFrom(day('2028-01-31'))).toBe('2028-03-01')
  expect(trialEndFrom(day('2026-12-15'))).toBe('2027-01-14')
})

test.each([
  ['2026-11-01', 'running'],
  ['2026-11-22', 'running'],
  ['2026-11-23', 'ending'],
  ['2026-11-30', 'ending'],
  ['2026-12-01', 'ended'],
])('on %s a trial until 30 November is %s', (today, standing) => {
  expect(trialStanding({ plan: 'trial', trialEndsOn: day('2026-11-30') }, day(today))).toBe(standing)
})

test('another plan has no trial, and neither has one that was never approved', () => {
  expect(trialStanding({ plan: 'free', trialEndsOn: day('2020-01-01') }, day('2026-11-01'))).toBeUndefined()
  expect(trialStanding({ plan: 'trial', trialEndsOn: null }, day('2026-11-01'))).toBeUndefined()
})

test('a trial ends today at the earliest and within a year', () => {
  const today = day('2026-11-21')
  expect(['2026-11-20', '2026-11-21', '2027-11-22', '2027-11-23'].map((text) => isTrialEnd(day(text), today))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
