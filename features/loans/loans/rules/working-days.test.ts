import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#core/calendar.ts'
import { isPublicHoliday, workingDay } from './working-days.ts'

function holidaysOf(year: number): string[] {
  const days: string[] = []
  for (let day = `${year}-01-01` as Day; day.startsWith(`${year}`); day = addDays(day, 1))
    if (isPublicHoliday(day)) days.push(day.slice(5))
  return days
}

describe('the public holidays of Nigeria', () => {
  test('are the fixed ones, Easter and the calculated days of the moon', () => {
    // Easter Sunday was 31 March 2024, 20 April 2025 and 5 April 2026, and is 28 March 2027.
    expect(holidaysOf(2024)).toEqual([
      '01-01',
      '03-29',
      '04-01',
      '04-10',
      '04-11',
      '05-01',
      '06-12',
      '06-17',
      '06-18',
      '09-16',
      '10-01',
      '12-25',
      '12-26',
    ])
    expect(holidaysOf(2025)).toEqual([
      '01-01',
      '03-31',
      '04-01',
      '04-18',
      '04-21',
      '05-01',
      '06-07',
      '06-08',
      '06-12',
      '09-05',
      '10-01',
      '12-25',
      '12-26',
    ])
    expect(holidaysOf(2026)).toEqual([
      '01-01',
      '03-20',
      '03-21',
      '04-03',
      '04-06',
      '05-01',
      '05-27',
      '05-28',
      '06-12',
      '08-26',
      '10-01',
      '12-25',
      '12-26',
    ])
    expect(holidaysOf(2027).slice(1, 5)).toEqual(['03-10', '03-11', '03-26', '03-29'])
  })

  // Announced by the government: Eid al-Fitr of 2021 to 2025, Eid al-Adha of 2022 to 2025. A calculated day may be a day off.
  test.each([
    '2021-05-13',
    '2022-05-02',
    '2023-04-21',
    '2024-04-10',
    '2025-03-31',
    '2022-07-09',
    '2023-06-28',
    '2024-06-16',
    '2025-06-06',
  ])('the calculated days of the moon are within a day of %s', (announced) => {
    expect([-1, 0, 1].some((more) => isPublicHoliday(addDays(announced as Day, more)))).toBe(true)
  })

  test('Easter is found in years of every kind', () => {
    const fridays = { 1961: '03-31', 1981: '04-17', 2000: '04-21', 2008: '03-21', 2038: '04-23', 2100: '03-26' }
    for (const [year, friday] of Object.entries(fridays))
      expect(isPublicHoliday(`${year}-${friday}` as Day), year).toBe(true)
  })
})

describe('a working day', () => {
  test('stays, and any other moves over weekend and holidays together', () => {
    const both = (day: string) => [workingDay(day as Day, 'next'), workingDay(day as Day, 'previous')]
    expect(both('2026-04-02')).toEqual(['2026-04-02', '2026-04-02'])
    for (const day of ['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'])
      expect(both(day)).toEqual(['2026-04-07', '2026-04-02'])
    // Saturday and Sunday; the Monday and the Friday beside them are working days.
    expect(both('2026-11-28')).toEqual(['2026-11-30', '2026-11-27'])
    expect(both('2026-11-29')).toEqual(['2026-11-30', '2026-11-27'])
    // Christmas 2026 is a Friday, Boxing Day a Saturday.
    expect(both('2026-12-25')).toEqual(['2026-12-28', '2026-12-24'])
    expect(both('1899-12-31')).toEqual(['1900-01-02', '1899-12-29'])
  })
})
