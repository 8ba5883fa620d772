import { expect, test } from 'vitest'
import { nextControlCode } from './control-code.ts'

const from = (first: number, last: number) =>
  new Set(Array.from({ length: last - first + 1 }, (_, n) => String(first + n)))

test('a new control account gets the next free ten of its kind', () => {
  expect(
    (['savings', 'shares', 'fixed_deposit', 'loans'] as const).map((kind) => nextControlCode(kind, new Set())),
  ).toEqual(['2110', '3110', '2210', '1210'])
  expect(nextControlCode('savings', new Set(['2110', '2120', '2140']))).toBe('2130')
})

test('and any free number once no ten is free, from the first to the last', () => {
  const tens = [2110, 2120, 2130, 2140, 2150, 2160, 2170, 2180, 2190].map(String)
  expect(nextControlCode('savings', new Set(tens))).toBe('2101')
  expect(nextControlCode('savings', from(2101, 2198))).toBe('2199')
  expect(nextControlCode('savings', from(2101, 2199))).toBeUndefined()
  expect([nextControlCode('loans', from(1201, 1278)), nextControlCode('loans', from(1201, 1279))]).toEqual([
    '1279',
    undefined,
  ])
})
