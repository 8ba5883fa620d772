import { expect, test } from 'vitest'
import type { BankLineId } from '#core/ids.ts'
import { answer, correct, hasCorrections, leaveOut, takeBack, withoutUnused } from './correcting.ts'

test('a row is left out and taken back by one press each, and nothing of it stays behind', () => {
  const out = leaveOut({ cells: [{ row: 3, column: 0, value: 'x' }] }, 3)
  expect(out).toMatchObject({ leaveOut: [3], takeBack: [], cells: [] })
  expect(hasCorrections(out)).toBe(true)
  expect(hasCorrections(takeBack(out, 3))).toBe(false)
  // A row that the file's own words leave out.
  const taken = takeBack({}, 5)
  expect(taken).toMatchObject({ leaveOut: [], takeBack: [5] })
  expect(hasCorrections(leaveOut(taken, 5))).toBe(false)
})

test('a cell that is typed back is as the file has it', () => {
  const cell = { row: 2, column: 1, value: '5' }
  const once = correct({ cells: [] }, cell, 'x')
  expect(correct(once, { ...cell, value: '6' }, 'x').cells).toEqual([{ ...cell, value: '6' }])
  expect(hasCorrections(correct(once, { ...cell, value: 'x' }, 'x'))).toBe(false)
})

test('a row is one stored line at most, and what was said of others stays said', () => {
  const [one, other] = ['one' as BankLineId, 'other' as BankLineId]
  const nothing: Parameters<typeof answer>[0] = {}
  const neither = answer(nothing, 3, 'fresh', [one, other])
  expect(neither).toMatchObject({ known: [], fresh: [{ row: 3, line: one }, { row: 3, line: other }] }) // prettier-ignore
  const chosen = answer(answer(neither, 4, 'known', [null]), 3, 'known', [other])
  expect(chosen.known).toEqual([{ row: 4, line: null }, { row: 3, line: other }]) // prettier-ignore
  expect(chosen.fresh).toEqual([{ row: 3, line: one }])
  expect(answer(chosen, 3, 'known', [one])).toMatchObject({ known: [{ row: 4 }, { row: 3, line: one }], fresh: [] }) // prettier-ignore
  expect(withoutUnused(chosen, [{ row: 3, line: other }]).known).toEqual([{ row: 4, line: null }])
  expect(leaveOut(chosen, 3)).toMatchObject({ known: [{ row: 4 }], fresh: [] })
})
