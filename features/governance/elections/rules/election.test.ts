import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import {
  consecutiveTerms,
  phaseOf,
  termEnd,
  usualElectionRules,
  whyIneligible,
  whyNotOpenElection,
  whyNotSecond,
  winnersOf,
} from './election.ts'

const day = (text: string) => text as Day
const term = (startedOn: string, endedOn: string | null) => ({
  startedOn: day(startedOn),
  endsOn: null,
  endedOn: endedOn === null ? null : day(endedOn),
})

describe('who is elected', () => {
  test.each([
    [[5, 3], 1, [0], [], 0],
    [[3, 5], 1, [1], [], 0],
    [[4, 4], 1, [], [0, 1], 1],
    [[0, 0], 1, [], [0, 1], 1],
    [[7, 2, 5, 5], 2, [0], [2, 3], 1],
    [[7, 2, 5, 5], 3, [0, 2, 3], [], 0],
    [[1, 6, 1, 1], 3, [1], [0, 2, 3], 2],
  ])('by %j for %s seats: %j, tied %j for %s', (tally, seats, elected, tied, seatsLeft) => {
    expect(winnersOf(tally, seats)).toEqual({ elected, tied, seatsLeft })
  })
})

describe('terms in a row', () => {
  const terms = [term('2020-01-01', '2022-01-01'), term('2022-01-01', '2024-01-01')]
  test('two terms one after the other are two, and a third counts from one again after a whole term between', () => {
    expect(consecutiveTerms(terms, day('2024-01-01'), 2)).toEqual({ count: 2, lastEnd: '2024-01-01' })
    expect(consecutiveTerms(terms, day('2025-12-31'), 2).count).toBe(2)
    expect(consecutiveTerms(terms, day('2026-01-01'), 2).count).toBe(0)
  })
  test('a term that is open lasts until the next begins, and the order of the rows does not matter', () => {
    const open = [term('2024-03-01', null), term('2022-03-01', '2024-03-01')]
    expect(consecutiveTerms(open, day('2026-03-01'), 2)).toEqual({ count: 2, lastEnd: '2026-03-01' })
  })
  test('one who served the most terms is told from when the post is theirs to seek again', () => {
    const facts = { isActive: true, joinedOn: day('2015-01-01'), isInArrears: false, terms }
    const why = (takesOfficeOn: string, rules = {}) =>
      whyIneligible(facts, { ...usualElectionRules, ...rules }, day(takesOfficeOn), day('2024-01-01'))
    expect(why('2024-01-01')).toEqual({ reason: 'terms_used', terms: 2, from: '2026-01-01' })
    expect(why('2026-01-01')).toBeUndefined()
    expect(why('2024-01-01', { termsMax: 3 })).toBeUndefined()
    expect(why('2024-01-01', { termsMax: 0 })).toBeUndefined()
  })
})

test('a candidate is active, long enough a member, and without arrears where the bye-laws say so', () => {
  const facts = { isActive: true, joinedOn: day('2026-01-01'), isInArrears: true, terms: [] }
  const why = (change: object, rules = {}) =>
    whyIneligible({ ...facts, ...change }, { ...usualElectionRules, ...rules }, day('2026-12-01'), day('2026-06-01'))
  expect(why({})).toBeUndefined()
  expect(why({}, { arrearsExcluded: true })).toEqual({ reason: 'in_arrears' })
  expect(why({ isActive: false })).toEqual({ reason: 'not_active' })
  expect(why({}, { memberForDays: 151 })).toBeUndefined()
  expect(why({}, { memberForDays: 152 })).toEqual({ reason: 'joined_late', from: '2026-06-02' })
})

test('no one seconds themselves or whom they proposed', () => {
  const candidate = { memberId: 'ada', proposedBy: 'bola', status: 'asked' } as const
  expect(whyNotSecond(candidate, 'ada')?.message).toBe('second_own_candidacy')
  expect(whyNotSecond(candidate, 'bola')?.message).toBe('second_own_proposal')
  expect(whyNotSecond(candidate, 'chidi')).toBeUndefined()
  expect(whyNotSecond({ ...candidate, status: 'withdrawn' }, 'chidi')?.message).toBe('candidate_not_standing')
})

test('an election goes from its announcement over nominations to its ballot, and takes office from today on', () => {
  const now = new Date('2026-11-26T10:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const phase = (from: number, to: number) =>
    phaseOf({ status: 'open', nominationsOpenAt: at(from), nominationsCloseAt: at(to) }, now)
  expect([phase(1, 2), phase(0, 1), phase(-2, 0)]).toEqual(['announced', 'nominations', 'ballot'])
  const why = (from: number, to: number, takesOfficeOn = '2026-11-26') =>
    whyNotOpenElection(
      { nominationsOpenAt: at(from), nominationsCloseAt: at(to), takesOfficeOn: day(takesOfficeOn) },
      now,
      day('2026-11-26'),
    )?.detail.field
  expect([why(0, 1), why(-1, 1), why(1, 1), why(0, 24 * 91), why(0, 1, '2026-11-25')]).toEqual([
    undefined,
    'nominationsOpenAt',
    'nominationsCloseAt',
    'nominationsCloseAt',
    'takesOfficeOn',
  ])
  expect(termEnd(day('2026-11-26'), 2)).toBe('2028-11-25')
})
