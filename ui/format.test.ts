import { describe, expect, it } from 'vitest'
import type { Day, Period } from '#core/calendar.ts'
import { kobo } from '#core/money.ts'
import {
  agoText,
  amountText,
  bytesText,
  dateText,
  dayText,
  initials,
  instantText,
  moneyShort,
  moneyText,
  periodText,
  plural,
  timeText,
} from './format.ts'

describe('money', () => {
  it('is naira with thousands and two decimals, a true minus before the sign', () => {
    expect(moneyText(kobo(0))).toBe('₦0.00')
    expect(moneyText(kobo(5))).toBe('₦0.05')
    expect(moneyText(kobo(123450))).toBe('₦1,234.50')
    expect(moneyText(kobo(-2500000))).toBe('−₦25,000.00')
    expect(moneyText(kobo('100000000000000'))).toBe('₦1,000,000,000,000.00')
  })

  it('is short on figures, rounded to a tenth of its unit', () => {
    expect(moneyShort(kobo(999_999))).toBe('₦9,999.99')
    expect(moneyShort(kobo(500_000))).toBe('₦5,000')
    expect(moneyShort(kobo(1_000_000))).toBe('₦10k')
    expect(moneyShort(kobo(2_599_999))).toBe('₦26k')
    expect(moneyShort(kobo(99_994_999))).toBe('₦999.9k')
    expect(moneyShort(kobo(99_995_000))).toBe('₦1M')
    expect(moneyShort(kobo(555_784_700))).toBe('₦5.6M')
    expect(moneyShort(kobo('999999999999999'))).toBe('₦10,000B')
    expect(moneyShort(kobo(24_320_000_000))).toBe('₦243.2M')
    expect(moneyShort(kobo(250_000_000_000))).toBe('₦2.5B')
    expect(moneyShort(kobo(-410_000_000))).toBe('−₦4.1M')
  })

  it('is in a field without its sign', () => {
    expect(amountText(kobo(2500000))).toBe('25,000')
    expect(amountText(kobo(123450))).toBe('1,234.50')
    expect(amountText(kobo(-5))).toBe('-0.05')
  })
})

describe('dates', () => {
  it('write September as Sep', () => {
    expect(dayText('2026-09-05' as Day)).toBe('05 Sep 2026')
    expect(periodText('2026-09' as Period)).toBe('Sep 2026')
  })

  it('are those of Lagos, an hour ahead of UTC', () => {
    const late = new Date('2026-12-31T23:30:00Z')
    expect(dateText(late)).toBe('01 Jan 2027')
    expect(timeText(late)).toBe('12:30am')
    expect(instantText(new Date('2026-03-04T13:30:00Z'))).toBe('04 Mar 2026, 2:30pm')
    expect(timeText(new Date('2026-03-04T11:05:00Z'))).toBe('12:05pm')
  })
})

describe('how long ago', () => {
  it('is said in words for a week, by the days of Lagos', () => {
    const now = new Date('2026-11-21T12:00:00Z')
    const ago = (text: string) => agoText(new Date(text), now)
    expect(ago('2026-11-21T11:59:30Z')).toBe('just now')
    expect(ago('2026-11-21T11:59:00Z')).toBe('1 minute ago')
    expect(ago('2026-11-21T09:30:00Z')).toBe('2 hours ago')
    // 12:15am of the same day in Lagos, and 11:45pm of the day before.
    expect(ago('2026-11-20T23:15:00Z')).toBe('12 hours ago')
    expect(ago('2026-11-20T22:45:00Z')).toBe('yesterday')
    expect(ago('2026-11-15T12:00:00Z')).toBe('6 days ago')
    expect(ago('2026-11-14T12:00:00Z')).toBe('14 Nov 2026')
    // A clock that runs a little behind the server's.
    expect(ago('2026-11-21T12:00:05Z')).toBe('just now')
  })
})

describe('words', () => {
  it('count', () => {
    expect(plural(1, 'member')).toBe('1 member')
    expect(plural(1243, 'member')).toBe('1,243 members')
  })

  it('shorten names to two letters with their marks', () => {
    expect(initials('Umuahia Traders')).toBe('UT')
    expect(initials('Ìrẹ̀pọ̀ Multipurpose Cooperative')).toBe('ÌM')
    expect(initials('ọ')).toBe('Ọ')
    expect(initials('  ')).toBe('')
  })

  it('size files', () => {
    expect(bytesText(900)).toBe('900 B')
    expect(bytesText(20_000)).toBe('20 KB')
    expect(bytesText(2_400_000)).toBe('2.3 MB')
  })
})
