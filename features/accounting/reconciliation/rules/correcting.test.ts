import { expect, test } from 'vitest'
import { correct, hasCorrections, leaveOut, takeBack } from './correcting.ts'

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
