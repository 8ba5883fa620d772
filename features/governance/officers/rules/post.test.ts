import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { PostOffice } from './words.ts'
import { differencesOf, outgoingOf, usualPosts, whyNotTerm } from './post.ts'

const day = (text: string) => text as Day

test('rights without a post and posts without their rights are differences; an admin needs no other office', () => {
  const inOffice: { memberId: string; office: PostOffice | null }[] = [
    { memberId: 'ada', office: 'treasurer' },
    { memberId: 'bola', office: 'admin' },
    { memberId: 'chidi', office: 'secretary' },
  ]
  const holder = (memberId: string, postOffice: 'treasurer' | 'secretary' | null, post: string) => ({
    ...{ memberId, postOffice, post },
    office: inOffice.find((each) => each.memberId === memberId)?.office ?? null,
  })
  const holders = [
    holder('ada', null, 'PRO'),
    holder('bola', 'treasurer', 'Treasurer'),
    holder('chidi', 'secretary', 'Secretary'),
    holder('dayo', 'secretary', 'Secretary'),
  ]
  expect(differencesOf(holders, inOffice).map((each) => [each.kind, each.member.memberId, each.office])).toEqual([
    ['not_in_register', 'ada', 'treasurer'],
    ['without_rights', 'dayo', 'secretary'],
  ])
})

test('the longest-serving go, as many as have no seat', () => {
  const holders = ['2022-01-01', '2020-01-01', '2021-01-01'].map((startedOn) => ({ startedOn: day(startedOn) }))
  const goes = (incoming: number, seats: number) =>
    outgoingOf(holders, incoming, seats).map(({ startedOn }) => startedOn)
  expect(goes(1, 3)).toEqual(['2020-01-01'])
  expect(goes(1, 4)).toEqual([])
  expect(goes(3, 3)).toEqual(['2020-01-01', '2021-01-01', '2022-01-01'])
})

test('a term begins after its holder joined, ends after it began, and neither is to come', () => {
  const term = { startedOn: day('2025-01-01'), endsOn: null, endedOn: null, joinedOn: day('2024-01-01') }
  const why = (change: object) => whyNotTerm({ ...term, ...change }, day('2026-01-01'))?.message
  expect(why({})).toBeUndefined()
  expect(why({ startedOn: '2026-01-02' })).toBe('term_in_future')
  expect(why({ startedOn: '2023-12-31' })).toBe('term_before_joining')
  expect(why({ endsOn: '2024-12-31' })).toBe('term_ends_first')
  expect(why({ endedOn: '2024-12-31' })).toBe('term_ends_first')
  expect(why({ endedOn: '2026-01-02' })).toBe('term_in_future')
})

test('the usual posts have names of their own', () => {
  const names = usualPosts.map(({ name, committee }) => `${name} ${committee ?? ''}`)
  expect(new Set(names).size).toBe(names.length)
})
