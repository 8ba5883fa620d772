import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phoneFromCell } from '#features/members/members/rules/phone-cell.ts'
import { accountPhoneFrom, isInternationalPhone, phoneFrom } from './phone.ts'

const subscriber = fc
  .tuple(fc.constantFrom('7', '8', '9'), fc.constantFrom('0', '1'), fc.stringMatching(/^\d{8}$/))
  .map((parts) => parts.join(''))
const prefix = fc.constantFrom('+234', '234', '0')

describe('a phone', () => {
  test('is one in every form that people type', () => {
    fc.assert(
      fc.property(prefix, subscriber, fc.nat(12), (start, digits, at) => {
        const typed = start + digits
        for (const text of [typed, ` ${typed} `, `${typed.slice(0, at)} ${typed.slice(at)}`]) {
          expect(phoneFrom(text)).toBe(`+234${digits}`)
          expect(accountPhoneFrom(text)).toBe(`+234${digits}`)
        }
        expect(isInternationalPhone(`+234${digits}`)).toBe(true)
      }),
    )
  })

  test.each([
    '',
    '0',
    '+234',
    '0603123456',
    '06031234567',
    '08231234567',
    '0803123456',
    '080312345678',
    '+4408031234567',
    '+234 0803 123 4567',
    '٠٨٠٣١٢٣٤٥٦٧',
    '0803123456a',
    '2348031234567890',
    '0815-709-9287',
    '(0815) 709 9287',
    '0815.709.9287',
  ])('%j is no mobile of Nigeria', (text) => {
    expect(phoneFrom(text)).toBeUndefined()
  })

  test('of a member may be any line, and is found again by it', () => {
    expect(isInternationalPhone('+2341234567890')).toBe(true)
    expect(accountPhoneFrom('01234567890')).toBe('+2341234567890')
    for (const text of ['+23412345678', '+234123456789012', '2341234567890', '+2341234567890\n'])
      expect(isInternationalPhone(text)).toBe(false)
  })

  test('out of a spreadsheet survives what Excel does to it', () => {
    fc.assert(
      fc.property(subscriber, (digits) => {
        for (const cell of [digits, `0${digits}`, `234${digits}`, `'0${digits}`, ` +234 ${digits}`])
          expect(phoneFromCell(cell)).toBe(`+234${digits}`)
      }),
    )
  })

  test('that is stored reads as itself, and no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const phone = phoneFrom(text)
        expect(phone === undefined || (phoneFrom(phone) === phone && isInternationalPhone(phone))).toBe(true)
      }),
    )
  })
})
