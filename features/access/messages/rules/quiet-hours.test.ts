import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const lagos = (text: string) => new Date(`${text}+01:00`)

test.each([
  ['2026-11-26T20:59:59.999', undefined],
  ['2026-11-26T21:00', '2026-11-27T07:00'],
  ['2026-11-26T23:59:59.999', '2026-11-27T07:00'],
  ['2026-11-27T00:00', '2026-11-27T07:00'],
  ['2026-12-31T22:30', '2027-01-01T07:00'],
  ['2026-11-27T06:59:59.999', '2026-11-27T07:00'],
  ['2026-11-27T07:00', undefined],
  ['2026-11-27T12:00', undefined],
])('at %s in Lagos it is quiet until %s', (now, until) => {
  expect(quietUntil(lagos(now), { from: 21, until: 7 })).toEqual(until && lagos(until))
})

test('hours that do not pass midnight are quiet on the same day', () => {
  expect(quietUntil(lagos('2026-11-27T13:30'), { from: 13, until: 15 })).toEqual(lagos('2026-11-27T15:00'))
  expect(quietUntil(lagos('2026-11-27T12:59'), { from: 13, until: 15 })).toBe(undefined)
  expect(quietUntil(lagos('2026-11-27T15:00'), { from: 13, until: 15 })).toBe(undefined)
})
