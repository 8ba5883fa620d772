import { expect, test } from 'vitest'
import { newId, ownLetters } from './id.ts'

test('identifiers of one moment differ in the letters before the number of a row', () => {
  const ids = Array.from({ length: 20_000 }, () => newId<string>())
  expect(new Set(ids.map((id) => id.slice(0, ownLetters))).size).toBe(ids.length)
  // What was cut off before was shared by nearly all of a millisecond.
  expect(new Set(ids.map((id) => id.slice(0, 24))).size).toBeLessThan(ids.length)
})
