import { expect, test } from 'vitest'
import { referenceKey } from './reference.ts'

test('a reference is the same in another spelling, and another with a part of its own', () => {
  for (const spelling of ['TEL-004471', 'tel 004471', ' Tel.004471 ']) expect(referenceKey(spelling)).toBe('TEL004471')
  expect(referenceKey('TEL004471/2')).not.toBe(referenceKey('TEL0044712'))
})
