import { expect, test } from 'vitest'
import { hundredths } from './percent.ts'

test.each([
  ['2', 200],
  ['2.5', 250],
  ['33.33', 3333],
  ['0', 0],
  ['0.07', 7],
  ['1.125', undefined],
  ['-1', undefined],
  ['1e21', undefined],
])('%s in hundredths is %s', (text, expected) => expect(hundredths(Number(text))).toBe(expected))
