import { expect, it } from 'vitest'
import { ticksFor } from './chart-ticks.ts'

it('ticks are round, start at nothing and reach above the largest value', () => {
  expect(ticksFor(0)).toEqual([0])
  expect(ticksFor(100)).toEqual([0, 25, 50, 75, 100])
  expect(ticksFor(4_100_000)).toEqual([0, 2_000_000, 4_000_000, 6_000_000])
  for (const max of [1, 3, 7, 12, 99, 101, 12_345, 8_999_999]) {
    const ticks = ticksFor(max)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(6)
  }
})

it('an axis that counts things has no halves', () => {
  expect(ticksFor(1, true)).toEqual([0, 1])
  expect(ticksFor(3, true)).toEqual([0, 1, 2, 3])
  expect(ticksFor(10, true)).toEqual([0, 3, 6, 9, 12])
})
