import { type Day, type Period, dayIn, dayText, periodName } from '#core/calendar.ts'
import { type Kobo, grouped, moneyText } from '#core/money.ts'
import { fill, fillCount } from '#core/fill.ts'
import * as strings from './strings.ts'

const months = [
  strings.jan,
  strings.feb,
  strings.mar,
  strings.apr,
  strings.may,
  strings.jun,
  strings.jul,
  strings.aug,
  strings.sep,
  strings.oct,
  strings.nov,
  strings.dec,
]

export { dayText, moneyText, periodName }

/** What is in an amount field: 1,234.50 without the sign of the naira, whole naira without kobo. */
export function amountText(amount: Kobo): string {
  return moneyText(amount).replace('₦', '').replace(/\.00$/, '').replace('−', '-')
}

/** The units of `moneyShort` in kobo. */
const units = [
  [100_000n, 'k'],
  [100_000_000n, 'M'],
  [100_000_000_000n, 'B'],
] as const

/** ₦243.2M for figures and axes, rounded to a tenth; the full amount belongs in a title beside it. */
export function moneyShort(amount: Kobo): string {
  const size = amount < 0n ? -amount : amount
  if (size < 1_000_000n) return moneyText(amount).replace(/\.00$/, '')
  const tenthsOf = (unit: bigint) => (size * 10n + unit / 2n) / unit
  const [unit, letter] = units.find(([each]) => tenthsOf(each) < 10_000n) ?? units[2]
  const tenths = tenthsOf(unit)
  const text =
    tenths % 10n === 0n ? `${grouped(String(tenths / 10n))}` : `${grouped(String(tenths / 10n))}.${tenths % 10n}`
  return `${amount < 0n ? '−' : ''}₦${text}${letter}`
}

/** 1,243 */
export function countText(count: number): string {
  return grouped(String(count))
}

/** "1 member", "1,243 members". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`
}

/** The day in Lagos of an instant. */
export function dateText(instant: Date): string {
  return dayText(dayIn(instant))
}

/** 2:30pm in Lagos, an hour ahead of UTC all year. */
export function timeText(instant: Date): string {
  const hours = (instant.getUTCHours() + 1) % 24
  const minutes = String(instant.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minutes}${hours < 12 ? 'am' : 'pm'}`
}

/** 05 Sep 2026, 2:30pm */
export function instantText(instant: Date): string {
  return `${dateText(instant)}, ${timeText(instant)}`
}

/** "just now", "5 minutes ago", "yesterday", "3 days ago"; the date once a week has passed. */
export function agoText(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / 60_000)
  if (minutes < 1) return strings.justNow
  if (minutes < 60) return fill(strings.minutesAgo, { minutes: fillCount(minutes, strings.countMinute) })
  const days = Math.floor((Date.parse(dayIn(now)) - Date.parse(dayIn(instant))) / 86_400_000)
  if (days === 0) return fill(strings.minutesAgo, { minutes: fillCount(Math.floor(minutes / 60), strings.countHour) })
  if (days === 1) return 'yesterday'
  return days < 7 ? fill(strings.daysAgo, { days }) : dateText(instant)
}

/** Sep 2026 */
export function periodText(period: Period): string {
  return `${months[Number(period.slice(5, 7)) - 1]} ${period.slice(0, 4)}`
}

/** Sep, for the axis of a chart. */
export function monthShort(day: Day | Period): string {
  return months[Number(day.slice(5, 7)) - 1] ?? ''
}

export function todayInLagos(): Day {
  return dayIn(new Date())
}

/** 2.4 MB */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilobytes = bytes / 1024
  if (kilobytes < 1024) return `${Math.ceil(kilobytes)} KB`
  return `${(Math.ceil(kilobytes / 102.4) / 10).toString()} MB`
}

/** Up to two letters for a round picture: "Umuahia Traders" is UT. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /\p{L}|\d/u.test(word))
  return words
    .slice(0, 2)
    .map((word) => [...(word.match(/[\p{L}\d]\p{M}*/u)?.[0] ?? '')].join(''))
    .join('')
    .toLocaleUpperCase('en-NG')
}
