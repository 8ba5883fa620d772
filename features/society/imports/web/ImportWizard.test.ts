import { expect, it } from 'vitest'
import { stepOf } from './ImportWizard.tsx'
import type { Import } from './api.ts'

const found = (changes: Partial<Import>) =>
  ({ status: 'checked', rowsWithProblems: 0, rowsWithDoubles: 0, ...changes }) as Import

it('the server says the state of an import, whatever the address asks for', () => {
  expect(stepOf(undefined, 'confirm')).toBe('file')
  expect(stepOf(found({ status: 'mapping' }), 'confirm')).toBe('columns')
  expect(stepOf(found({ status: 'posting' }), 'columns')).toBe('posting')
  expect(stepOf(found({ status: 'posted' }), 'check')).toBe('done')
})

it('between matching and confirming the person walks freely, but not past rows with problems', () => {
  expect(stepOf(found({}), undefined)).toBe('columns')
  expect(stepOf(found({}), 'check')).toBe('check')
  expect(stepOf(found({}), 'confirm')).toBe('confirm')
  expect(stepOf(found({ rowsWithProblems: 2 }), 'confirm')).toBe('check')
  expect(stepOf(found({ rowsWithDoubles: 1 }), 'confirm')).toBe('check')
  expect(stepOf(found({ status: 'failed' }), 'confirm')).toBe('confirm')
})
