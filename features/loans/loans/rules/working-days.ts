import { addDays, type Day, daysBetween } from '#core/calendar.ts'

/** Where a due date goes that is a Saturday, a Sunday or a public holiday. */
export const workingDayRules = ['next', 'previous'] as const
export type WorkingDays = (typeof workingDayRules)[number]

/** The day itself where it is a working day, else the nearest one after or before it. */
export function workingDay(day: Day, rule: WorkingDays): Day {
  let at = day
  while (isWeekend(at) || isPublicHoliday(at)) at = addDays(at, rule === 'next' ? 1 : -1)
  return at
}

const monday = '1900-01-01' as Day

function isWeekend(day: Day): boolean {
  return ((daysBetween(monday, day) % 7) + 7) % 7 >= 5
}

/** The days of each year, as month and day. Source: Public Holidays Act (Nigeria), and Democracy Day of 12 June since 2019. */
const fixed = new Set(['01-01', '05-01', '06-12', '10-01', '12-25', '12-26'])

/**
 * Whether Nigeria rests on this day. The days of the moon are calculated, so that a schedule never changes afterwards: the
 * government may announce them for a day earlier or later.
 */
export function isPublicHoliday(day: Day): boolean {
  return fixed.has(day.slice(5)) || isEaster(day) || isIslamic(day)
}

/** Good Friday and Easter Monday. */
function isEaster(day: Day): boolean {
  const after = daysBetween(easterSunday(Number(day.slice(0, 4))), day)
  return after === -2 || after === 1
}

/** Source: the anonymous Gregorian algorithm (Meeus, Astronomical Algorithms, chapter 8). */
function easterSunday(year: number): Day {
  const whole = Math.floor
  const golden = year % 19
  const century = whole(year / 100)
  const rest = year % 100
  const epact =
    (19 * golden + century - whole(century / 4) - whole((century - whole((century + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * whole(rest / 4) - epact - (rest % 4)) % 7
  const late = whole((golden + 11 * epact + 22 * weekday) / 451)
  const count = epact + weekday - 7 * late + 114
  const sunday = `${year}-${String(whole(count / 31)).padStart(2, '0')}-${String((count % 31) + 1).padStart(2, '0')}`
  return sunday as Day
}

/** Month and day of the Islamic year: Maulud, both days of Eid al-Fitr and of Eid al-Adha. */
const islamic = new Set(['3-12', '10-1', '10-2', '12-10', '12-11'])

/** 1 Muharram of the year 1 in the tabular calendar is 227,015 days after 1 January of the year 1 (19 July 622, Gregorian). */
const daysToIslamicEpoch = 227_014
const daysTo1900 = 693_595

/** Source: the tabular Islamic calendar, 11 leap years in 30 (Reingold and Dershowitz, Calendrical Calculations). */
function isIslamic(day: Day): boolean {
  const since = daysBetween(monday, day) + daysTo1900 - daysToIslamicEpoch
  const year = Math.floor((30 * since + 10_646) / 10_631)
  const begins = (year - 1) * 354 + Math.floor((3 + 11 * year) / 30)
  const inYear = since - begins
  const month = Math.min(12, Math.floor((11 * inYear + 330) / 325))
  return islamic.has(`${month}-${inYear - (29 * (month - 1) + Math.floor(month / 2)) + 1}`)
}
