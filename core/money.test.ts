import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo, koboFromNaira, koboFromText, koboMax, nairaNumber, nairaText, sumKobo } from './money.ts'

const amount = fc.bigInt({ min: -koboMax, max: koboMax }).map(kobo)

describe('money', () => {
  test.each([
    ['25000', 2_500_000n],
    ['25,000.50', 2_500_050n],
    ['₦1,234.5', 123_450n],
    ['NGN 1,234', 123_400n],
    ['N500', 50_000n],
    ['25k', 2_500_000n],
    ['1.5m', 150_000_000n],
    ['1.2345k', 123_450n],
    [' 7.10 ', 710n],
    ['1.5000', 150n],
    ['1500.000', 150_000n],
    ['0.500', 50n],
    ['-3', -300n],
    ['−3', -300n],
    ['+3', 300n],
    ['1 000', 100_000n],
    ['1\u00a0234\u202f567.50', 123_456_750n],
    ['#500', 50_000n],
    ['0', 0n],
  ])('%j is read as %s kobo', (text, expected) => {
    expect(koboFromText(text)).toBe(expected)
  })

  test.each([
    '',
    ' ',
    'abc',
    '1.005',
    '1.500',
    '125.000',
    '1,23',
    '12,34,567',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '--1',
    '1 00',
    '1  000',
    '1 000,000',
    '5 naira',
    '1.234567k',
    '٣',
    '9999999999999999',
  ])('%j is no amount', (text) => {
    expect(koboFromText(text)).toBeUndefined()
  })

  test.each([0.001, 1.005, 1e-7, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2])(
    'the number %s is no amount',
    (naira) => {
      expect(koboFromNaira(naira)).toBeUndefined()
    },
  )

  test('text and naira come back as they went, to the kobo', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(koboFromText(nairaText(value))).toBe(value)
        expect(koboFromNaira(nairaNumber(value))).toBe(value)
      }),
      { numRuns: 500 },
    )
  })

  test('a number that JavaScript rounds is never off by a kobo, below a trillion naira', () => {
    for (const value of [koboMax, koboMax - 1n, 99_999_999_999_999n, 1n, -1n, 10n, 110n, 1_010n])
      expect(koboFromNaira(nairaNumber(kobo(value)))).toBe(value)
  })

  test('a sum beyond what one posting may move is exact as far as numbers are, and still a number of naira beyond', () => {
    for (const value of [7_000_000_000_000_001n, -7_000_000_000_000_001n, 900_719_925_474_099_200n, koboMax * 20n + 1n])
      expect(koboFromNaira(nairaNumber(kobo(value)))).toBe(value)
    expect(koboFromNaira(nairaNumber(kobo(9_223_372_036_854_775_807n)))).toBeDefined()
  })

  test('commas where people put them change nothing', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: koboMax }).map(kobo), (value) => {
        const [whole = '', fraction] = nairaText(value).split('.')
        expect(koboFromText(`₦${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`)).toBe(value)
      }),
    )
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.double(), (text, naira) => {
        expect(() => [koboFromText(text), koboFromNaira(naira)]).not.toThrow()
      }),
    )
  })

  test('a sum does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(amount), (amounts) => {
        expect(sumKobo(amounts.toReversed())).toBe(sumKobo(amounts))
      }),
    )
  })
})
