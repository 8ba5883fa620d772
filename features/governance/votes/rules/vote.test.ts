import { describe, expect, test } from 'vitest'
import type { VoteId } from '#core/ids.ts'
import { ballotText, receiptFrom, resultText } from './ballot.ts'
import {
  decidedOutcome,
  outcomeOf,
  tallyOf,
  whyNotChoices,
  whyNotClose,
  whyNotConfirm,
  whyNotOpen,
  whyNotOptions,
} from './vote.ts'

const resolution = { kind: 'resolution', majority: 'simple', tieRule: 'lost' } as const

describe('what a vote comes to', () => {
  test.each([
    [[3, 2, 9], 'carried'],
    [[2, 3, 0], 'lost'],
    [[2, 2, 1], 'lost'],
    [[0, 0, 5], 'lost'],
  ] as const)('by simple majority %j is %s: abstentions are no votes cast', (tally, outcome) => {
    expect(outcomeOf(resolution, tally)).toBe(outcome)
  })

  test.each([
    [[2, 1, 0], 'carried'],
    [[20, 10, 0], 'carried'],
    [[19, 10, 0], 'lost'],
    [[1, 0, 50], 'carried'],
    [[0, 0, 0], 'lost'],
  ] as const)('by two thirds of votes cast %j is %s', (tally, outcome) => {
    expect(outcomeOf({ ...resolution, majority: 'two_thirds' }, tally)).toBe(outcome)
  })

  test('a tie is the chair’s where the bye-laws give a casting vote, and no vote at all is no tie', () => {
    const rule = { ...resolution, tieRule: 'casting_vote' } as const
    expect(outcomeOf(rule, [2, 2, 0])).toBe('tied')
    expect(outcomeOf(rule, [0, 0, 4])).toBe('lost')
    expect([decidedOutcome('tied', 'for'), decidedOutcome('tied', 'against'), decidedOutcome('tied', null)]).toEqual([
      'carried',
      'lost',
      'tied',
    ])
    expect(decidedOutcome('lost', 'for')).toBe('lost')
  })

  test('each choice of a ballot counts once, and a choice among names has figures alone', () => {
    expect(tallyOf(3, [[1, 3], [3], [2, 3]])).toEqual([1, 1, 3])
    expect(outcomeOf({ ...resolution, kind: 'choice' }, [1, 1, 3])).toBe('counted')
  })
})

describe('what a vote takes', () => {
  const now = new Date('2026-11-26T10:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

  test.each([
    [0, 1, undefined],
    [-1, 1, 'opensAt'],
    [1, 1, 'closesAt'],
    [0, 60 * 24, undefined],
    [0, 60 * 24 + 1, 'closesAt'],
    [0, Number.NaN, 'closesAt'],
  ])('a vote that opens in %s hours and closes in %s complains of %s', (opens, closes, field) => {
    expect(whyNotOpen({ opensAt: at(opens), closesAt: at(closes) }, now)?.detail.field).toBe(field)
  })

  test('a choice has 2 to 10 different names, of which not all can be chosen', () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `Name ${n}`)
    expect(whyNotOptions('choice', names(2), 1)).toBeUndefined()
    expect(whyNotOptions('choice', names(10), 9)).toBeUndefined()
    for (const [options, most] of [
      [names(1), 1],
      [names(11), 1],
      [names(3), 3],
      [['Ada', 'ada'], 1],
    ] as const)
      expect(whyNotOptions('choice', options, most)?.message).toBe('vote_options_wrong')
  })

  test.each([[[1]], [[3]], [[1, 2]]])('%j is a ballot of three options, two to choose', (choices) => {
    expect(whyNotChoices({ options: ['A', 'B', 'C'], chooseMax: 2 }, choices)).toBeUndefined()
  })

  test.each([[[]], [[0]], [[4]], [[2, 1]], [[1, 1]], [[1, 2, 3]]])('%j is none', (choices) => {
    expect(whyNotChoices({ options: ['A', 'B', 'C'], chooseMax: 2 }, choices)?.message).toBe('ballot_choices_wrong')
  })

  test('it closes at its time, before it once all have voted, and once', () => {
    const open = { status: 'open', closesAt: at(1), ballots: 4, eligible: 5 } as const
    expect(whyNotClose(open, now)?.message).toBe('vote_not_over')
    expect(whyNotClose({ ...open, ballots: 5 }, now)).toBeUndefined()
    expect(whyNotClose({ ...open, closesAt: now }, now)).toBeUndefined()
    expect(whyNotClose({ ...open, status: 'closed', closesAt: now }, now)?.message).toBe('vote_closed')
  })

  test('the chair’s casting vote is given at a tie alone, and the officers agree on it', () => {
    const tied = { status: 'closed', outcome: 'tied' } as const
    const confirm = (given?: 'for' | 'against', recorded: 'for' | null = null) =>
      whyNotConfirm(tied, { hasConfirmed: false, isEnough: false, recorded, given })?.message
    expect([confirm(), confirm('for'), confirm('for', 'for'), confirm('against', 'for')]).toEqual([
      'vote_casting_vote_missing',
      undefined,
      undefined,
      'vote_casting_vote_differs',
    ])
    const lost = { status: 'closed', outcome: 'lost' } as const
    const none = { isEnough: false, recorded: null, given: undefined }
    expect(whyNotConfirm(lost, { ...none, hasConfirmed: false, given: 'for' })?.message).toBe('vote_not_tied')
    expect(whyNotConfirm(lost, { ...none, hasConfirmed: true })?.message).toBe('vote_confirmed_by_you')
    expect(whyNotConfirm(lost, { ...none, hasConfirmed: true, isEnough: true })).toBeUndefined()
  })
})

test('what is signed names the vote and the choice, and a result every ballot', () => {
  const id = '01900000-0000-7000-8000-00000000000a' as VoteId
  expect(ballotText(id, [1, 3])).toBe(`ajose ballot 1\n${id}\n1,3`)
  expect(receiptFrom(new Uint8Array(32))).toBe('2222-2222-2222-2222')
  const result = {
    ...{ id, wording: 'A "word"', options: ['For', 'Against'], isSecret: true, majority: 'simple', tieRule: 'lost' },
    ...{ eligible: 2, excluded: 1, issued: 1, tally: [1, 0], outcome: 'carried' },
    roll: [{ memberId: 'm', exclusion: null }],
    ballots: [{ key: 'ab', choices: [1], signature: 'cd' }],
  }
  expect(resultText(result).split('\n').slice(-2)).toEqual(['member m ', 'ballot ab 1 cd'])
  expect(resultText({ ...result, outcome: 'lost' })).not.toBe(resultText(result))
})
