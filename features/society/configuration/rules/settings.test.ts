import { describe, expect, test } from 'vitest'
import { codeFor } from '#features/accounting/books/rules/code-for.ts'
import { isYearDay } from './settings.ts'
import { changesBetween } from '#features/access/audit-trail/rules/field-change.ts'
import { nextControlCode } from '#features/accounting/books/rules/control-code.ts'

describe('settings', () => {
  test('a day of the year is one of every year', () => {
    expect(['01-01', '12-31', '02-28'].every(isYearDay)).toBe(true)
    expect(['02-29', '04-31', '00-10', '1-1', '01-01x', ''].some(isYearDay)).toBe(false)
  })

  test('only what differs is a change, and kobo are told as text', () => {
    expect(changesBetween({ a: 1n, b: 'x', c: true }, { a: 2n, b: 'x', d: null })).toEqual([
      { field: 'a', before: '1', after: '2' },
    ])
    expect(changesBetween({}, { name: 'Regular' })).toEqual([{ field: 'name', before: null, after: 'Regular' }])
  })
})

describe('a new account type', () => {
  test('gets the next free ten of its part of the chart, then any free number, then none', () => {
    expect(nextControlCode('savings', new Set(['2110', '2120', '2130']))).toBe('2140')
    expect(nextControlCode('shares', new Set(['3110']))).toBe('3120')
    const tens = new Set(Array.from({ length: 9 }, (_, n) => String(2110 + n * 10)))
    expect(nextControlCode('savings', tens)).toBe('2101')
    expect(nextControlCode('savings', new Set(Array.from({ length: 99 }, (_, n) => String(2101 + n))))).toBeUndefined()
  })

  test('has a code in plain letters that nothing else has', () => {
    expect(codeFor('Ọdún Ìfẹ́ savings!', new Set())).toBe('odun-ife-savings')
    expect(codeFor('Target', new Set(['target', 'target-2']))).toBe('target-3')
    expect(codeFor('!!!', new Set())).toBe('type')
  })
})
