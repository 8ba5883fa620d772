import { describe, expect, test } from 'vitest'
import { amountInWords } from './amount-in-words.ts'
import { kobo, koboMax } from './money.ts'

describe('an amount in words', () => {
  test.each([
    [0n, 'Zero naira'],
    [1n, 'One kobo'],
    [50n, 'Fifty kobo'],
    [100n, 'One naira'],
    [1_19n, 'One naira and nineteen kobo'],
    [21_00n, 'Twenty-one naira'],
    [100_00n, 'One hundred naira'],
    [101_00n, 'One hundred and one naira'],
    [999_99n, 'Nine hundred and ninety-nine naira and ninety-nine kobo'],
    [1000_00n, 'One thousand naira'],
    [1001_00n, 'One thousand and one naira'],
    [1100_00n, 'One thousand, one hundred naira'],
    [12_345_67n, 'Twelve thousand, three hundred and forty-five naira and sixty-seven kobo'],
    [120_500_50n, 'One hundred and twenty thousand, five hundred naira and fifty kobo'],
    [1_000_000_00n, 'One million naira'],
    [1_000_015_00n, 'One million and fifteen naira'],
    [1_015_000_00n, 'One million, fifteen thousand naira'],
    [40_000_000_000_00n, 'Forty billion naira'],
    [koboMax, 'One trillion naira'],
  ])('%d kobo is "%s"', (amount, words) => expect(amountInWords(kobo(amount))).toBe(words))

  test('two different amounts never read alike', () => {
    const seen = new Set(Array.from({ length: 120_000 }, (_, index) => amountInWords(kobo(index * 7))))
    expect(seen.size).toBe(120_000)
  })

  test('below zero there is none', () => expect(() => amountInWords(kobo(-1n))).toThrow(RangeError))
})
