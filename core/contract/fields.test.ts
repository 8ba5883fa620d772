import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { kobo, koboMax } from '#core/money.ts'
import { longText, naira, nairaAboveZero, nairaNotNegative, optionalText, requiredText } from './fields.ts'

describe('naira on the wire', () => {
  test('a sum past a trillion leaves and is read again', () => {
    for (const amount of [koboMax + 1n, -koboMax - 1n, koboMax * 80n].map(kobo))
      expect(z.decode(naira, z.encode(naira, amount))).toBe(amount)
    expect(() => z.encode(naira, kobo(9_223_372_036_854_775_807n))).not.toThrow()
  })

  test('what comes in is at most a trillion, or what a setting allows', () => {
    expect(z.safeParse(nairaAboveZero, 1e12).data).toBe(koboMax)
    expect(z.safeParse(nairaAboveZero, 1e12 + 0.01).error?.issues.map(({ message }) => message)).toEqual([
      'Enter at most 1,000,000,000,000 naira',
    ])
    expect(z.safeParse(nairaNotNegative(kobo(100)), 0).data).toBe(0n)
    expect(z.safeParse(nairaNotNegative(kobo(100)), 1.01).error?.issues.map(({ message }) => message)).toEqual([
      'Enter at most 1 naira',
    ])
    expect(z.safeParse(nairaNotNegative(kobo(100)), -1).error?.issues.map(({ message }) => message)).toEqual([
      'Enter zero or more',
    ])
  })
})

test('a letter typed with its mark apart is the same letter', () => {
  for (const text of [requiredText('Give a name'), optionalText(), longText('Say why')])
    expect(z.parse(text, ' Ada\u0301 N\u0303gozi ')).toBe('Adá Ñgozi')
})
