import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysBetween } from '#core/calendar.ts'
import { kobo, sumKobo } from '#core/money.ts'
import { matchDays, type Side } from './match.ts'
import { groupMax, proposeGroups } from './match-groups.ts'

const start = '2026-03-01' as Day
const side = (id: string, amount: number, days = 0): Side<string> => ({
  id,
  on: addDays(start, days),
  amount: kobo(amount),
})

describe('several that are one', () => {
  test('are proposed where there is one way to come to the amount, to the kobo and within days', () => {
    const teller = side('teller', 12_000_01, 5)
    const deposits = [side('a', 5000_00, 2), side('b', 7000_01, 3), side('c', 900_00, 3), side('far', 7000_01, 11)]
    expect(proposeGroups([teller], deposits)).toEqual([{ lines: ['teller'], entries: ['b', 'a'] }])
    expect(proposeGroups(deposits, [teller])).toEqual([{ lines: ['b', 'a'], entries: ['teller'] }])
    expect(proposeGroups([side('teller', 12_000_02, 5)], deposits)).toEqual([])
    expect(proposeGroups([side('out', -3)], [side('x', -1), side('y', -2), side('in', 3)])).toEqual([
      { lines: ['out'], entries: ['y', 'x'] },
    ])
  })

  test('are not proposed where there are two ways, or where two lines would take the same entry', () => {
    expect(proposeGroups([side('line', 10)], [side('a', 5), side('b', 5), side('c', 5)])).toEqual([])
    expect(proposeGroups([side('line', 10)], [side('a', 4), side('b', 6), side('c', 3), side('d', 7)])).toEqual([])
    expect(proposeGroups([side('one', 10), side('two', 11)], [side('a', 4), side('b', 6), side('c', 7)])).toEqual([])
  })

  test('are looked for in a fixed number of steps, however much is open', () => {
    const entries = Array.from({ length: 190 }, (_, index) => side(`${index}`, 100_000 + index * 7))
    const lines = Array.from({ length: 3000 }, (_, index) => side(`line ${index}`, 600_001 + index))
    // Every way of coming to these amounts would be more than a lifetime.
    expect(proposeGroups(lines, entries)).toEqual([])
    const many = Array.from({ length: 5000 }, (_, index) => side(`${index}`, 1 + index, index % 5))
    expect(proposeGroups(many, many)).toEqual([])
  })

  test('are exact, of one direction, near in time, and each once, whatever is open', () => {
    const list = fc
      .array(
        fc.record({
          on: fc.nat(12).map((days) => addDays(start, days)),
          amount: fc
            .integer({ min: -30, max: 30 })
            .filter((amount) => amount !== 0)
            .map(kobo),
        }),
        { maxLength: 8 },
      )
      .map((sides) => sides.map((each, id) => ({ ...each, id })))
    fc.assert(
      fc.property(list, list, (lines, entries) => {
        const groups = proposeGroups(lines, entries)
        for (const group of groups) {
          const [some, others] = [group.lines.map((id) => lines[id]), group.entries.map((id) => entries[id])].map(
            (sides) => sides.flatMap((each) => each ?? []),
          ) as [Side<number>[], Side<number>[]]
          const both = [...some, ...others]
          expect(sumKobo(some.map(({ amount }) => amount))).toBe(sumKobo(others.map(({ amount }) => amount)))
          expect(new Set(both.map(({ amount }) => amount > 0n)).size).toBe(1)
          expect(Math.min(some.length, others.length)).toBe(1)
          expect(Math.max(some.length, others.length)).toBeGreaterThan(1)
          expect(Math.max(some.length, others.length)).toBeLessThanOrEqual(groupMax)
          const [one] = some.length === 1 ? some : others
          expect(both.every(({ on }) => one && Math.abs(daysBetween(one.on, on)) <= matchDays)).toBe(true)
        }
        const used = groups.flatMap((group) => [
          ...group.lines.map((id) => `l${id}`),
          ...group.entries.map((id) => `e${id}`),
        ])
        expect(new Set(used).size).toBe(used.length)
      }),
    )
  })
})
