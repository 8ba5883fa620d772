import { describe, expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { membershipFromCell } from '#features/members/members/rules/membership-cell.ts'
import { readContributionRow } from './contribution-row.ts'
import { readMemberRow } from './member-row.ts'
import { splitFullName } from './person-name.ts'
import { dayOfShortYear } from './short-year.ts'
import { tidyName } from './tidy-name.ts'
import { repeatsOf } from '#core/spreadsheets/repeats.ts'

const today = '2026-03-15' as Day

test.each([
  ['Adaeze Okafor', false, 'Adaeze', 'Okafor'],
  ['Adaeze Ngozi Okafor', false, 'Adaeze', 'Ngozi Okafor'],
  ['Okafor, Adaeze Ngozi', false, 'Adaeze Ngozi', 'Okafor'],
  ['OKAFOR ADAEZE NGOZI', true, 'ADAEZE NGOZI', 'OKAFOR'],
  ['Mrs. Adaeze Okafor', false, 'Adaeze', 'Okafor'],
  ['Alhaji Dr Musa Bello', false, 'Musa', 'Bello'],
  ['Okafor Adaeze (Mrs)', true, 'Adaeze', 'Okafor'],
  ['Okafor, Mrs Adaeze', false, 'Adaeze', 'Okafor'],
  ['Adaeze Okafor, Mrs.', false, 'Adaeze', 'Okafor'],
  ['Mrs Okafor', false, 'Okafor', ''],
  ['Okafor', true, '', 'Okafor'],
])('%s (surname first: %s) is %s, %s', (text, surnameFirst, firstName, lastName) => {
  expect(splitFullName(text, surnameFirst)).toEqual({ firstName, lastName })
})

test.each([
  ['ADEBAYO OLUWASEUN', 'Adebayo Oluwaseun'],
  ['adebayo', 'Adebayo'],
  ["O'NEIL", "O'Neil"],
  ["SA'ADATU", "Sa'adatu"],
  ['ABDUL-AZEEZ', 'Abdul-Azeez'],
  ['mcdonald', 'McDonald'],
  ['MACAULAY', 'Macaulay'],
  ['ỌLÁDÉLÉ', 'Ọládélé'],
  ['A. B. EZE', 'A. B. Eze'],
  ['FEMI OJO III', 'Femi Ojo III'],
  ['DaSilva', 'DaSilva'],
  ['van der Merwe', 'van der Merwe'],
  ['ADEBAYO Oluwaseun', 'ADEBAYO Oluwaseun'],
])('the name %s is written %s', (text, tidied) => {
  expect(tidyName(text)).toBe(tidied)
})

describe('a row of a register', () => {
  const read = (row: Record<string, string>) =>
    readMemberRow(Object.values(row), Object.keys(row), Object.keys(row), { today, partDays: null })

  test('is read as registration takes it', () => {
    const { draft, problems } = read({
      firstName: ' Ada ',
      otherNames: 'Ngozi',
      lastName: 'Obi',
      phone: '8031234567',
      dateOfBirth: '31/12/1990',
      gender: 'F',
      maritalStatus: 'M',
      registrationDate: '45382',
      monthlyContributions: '₦25,000.50',
      email: 'N/A',
      nextOfKinFullName: 'Emeka Obi',
      nextOfKinPhone: '08051234567',
    })
    expect(problems).toEqual([])
    expect(draft).toEqual({
      firstName: 'Ada Ngozi',
      lastName: 'Obi',
      phone: '+2348031234567',
      dateOfBirth: '1990-12-31',
      gender: 'female',
      maritalStatus: 'married',
      registrationDate: '2024-03-31',
      monthlyContributions: 25000.5,
      nextOfKinFirstName: 'Emeka',
      nextOfKinLastName: 'Obi',
      nextOfKinPhone: '+2348051234567',
    })
  })

  test('names every cell that can’t be read', () => {
    const { draft, problems } = read({
      firstName: 'Ada',
      lastName: 'Obi',
      phone: '0803',
      dateOfBirth: '12/31/1990',
      registrationDate: '2027-01-01',
      monthlyContributions: 'plenty',
    })
    expect(problems).toEqual([
      { column: 3, message: 'Use a date such as 31/12/1990' },
      { column: 4, message: 'Choose today or an earlier date.' },
      { column: 5, message: 'Enter an amount in naira' },
    ])
    expect(draft['phone']).toBe('0803')
  })

  test('with a formula names its cell and reads nothing from it', () => {
    const { draft, problems } = read({ firstName: '=A1', lastName: 'Obi', phone: "'=x" })
    expect(problems).toEqual([{ column: 0, message: 'This cell has a formula. Paste it as a value.' }])
    expect(draft).toEqual({ lastName: 'Obi', phone: '=x' })
  })

  test('tidies names that are written in one case', () => {
    expect(
      read({ lastName: 'ADEBAYO', firstName: 'OLUWASEUN', otherNames: 'peter', nextOfKinFullName: "CHUKWU O'NEIL" })
        .draft,
    ).toEqual({
      lastName: 'Adebayo',
      firstName: 'Oluwaseun Peter',
      nextOfKinFirstName: 'Chukwu',
      nextOfKinLastName: "O'Neil",
      phone: null,
    })
  })

  test('lets cells of their own outrank the full name', () => {
    expect(read({ fullName: 'Ada Obi', lastName: 'Eze', phone: '' }).draft).toEqual({
      firstName: 'Ada',
      lastName: 'Eze',
      phone: null,
    })
  })
})

const own = (phone: string, otherPhone = '') => {
  const { draft, problems } = readMemberRow(
    ['Ada Obi', phone, otherPhone],
    ['fullName', 'phone', 'otherPhone'],
    ['Name', 'Phone', 'Phone 2'],
    { today, partDays: null },
  )
  return [draft['phone'], draft['otherPhone'], ...problems.map(({ column, message }) => `${column} ${message}`)]
}
const [first, second] = ['+2348031234567', '+2348025551234']

test.each([
  ['0803 123 4567 / 0802 555 1234', '', first, second],
  ['0803 123 4567, 0802-555-1234', '', first, second],
  ['8031234567; 2348025551234', '', first, second],
  ['08031234567&08025551234', '', first, second],
  ['0803 123 4567 or 0802 555 1234', '', first, second],
  ['0803 123 4567\n0802 555 1234', '', first, second],
  ['08031234567 08025551234', '', first, second],
  ['0803 123 4567 / 08031234567', '', first, undefined],
  ['0803 123 4567', '0802 555 1234', first, second],
  ['', '0802 555 1234', second, undefined],
  ['0803 123 4567 /', 'none', first, undefined],
  ['nil', '-', null, undefined],
  ['No phone', '', null, undefined],
  ['0803 / 0802 555 1234', '', '0803 / 0802 555 1234', undefined],
])('the phone cells %j and %j are %s and %s', (phone, otherPhone, ...read) => {
  expect(own(phone, otherPhone)).toEqual(read)
})

test.each(['31/02/56', '05/25/98'])('%s is no date in any year', (text) => {
  const { problems } = readMemberRow([text], ['dateOfBirth'], ['dateOfBirth'], { today, partDays: 'first' })
  expect(problems.map(({ message }) => message)).toEqual(['Use a date such as 31/12/1990'])
})

test('a third number is named, because it would be lost', () => {
  expect(own('0803 123 4567 / 0802 555 1234', '0809 999 9999')).toEqual([
    first,
    second,
    '2 Keep two phone numbers at most',
  ])
})

test.each([
  ['dateOfBirth', '12/05/56', '1956-05-12'],
  ['dateOfBirth', '12-May-05', '2005-05-12'],
  // In the future it is no birth, so it was a hundred years before.
  ['dateOfBirth', '12/05/28', '1928-05-12'],
  ['dateOfBirth', "Sept '98", '1998-09-01'],
  ['dateOfBirth', '12/05/26', undefined],
  ['registrationDate', '3/4/05', '2005-04-03'],
  ['registrationDate', '3/4/98', '1998-04-03'],
  ['registrationDate', '3/4/28', undefined],
  ['registrationDate', '3/4/1940', '1940-04-03'],
])('a %s of %s is %s', (field, text, day) => {
  const { draft, problems } = readMemberRow([text], [field], [field], { today, partDays: 'first' })
  expect(draft[field]).toBe(day)
  expect(problems.map(({ message }) => message)).toEqual(day ? [] : ['Write the year in full, such as 1956'])
  expect(dayOfShortYear(field, text, today)).toBe(/\d{4}|'/.test(text) ? undefined : day)
})

describe('a row of a month', () => {
  const read = (row: Record<string, string>) => readContributionRow(Object.values(row), Object.keys(row))

  test('names the member by a number or the phone', () => {
    expect(read({ membershipno: 'ajo-7k2m9q/00042', amount: '₦5,000' })).toMatchObject({
      called: { as: 'number', number: 42, coopId: 'AJO-7K2M9Q' },
      amount: 500_000n,
      problems: [],
    })
    expect(read({ staffNumber: "'0042", formerNumber: 'F/7', amount: '1' })).toMatchObject({
      called: undefined,
      staffNumber: '0042',
      formerNumber: 'F/7',
      problems: [],
    })
    expect(read({ phone: '08031234567', amount: '1,000' })).toMatchObject({
      called: undefined,
      phones: ['+2348031234567'],
      amount: 100_000n,
      problems: [],
    })
  })

  test('names every cell that can’t be read', () => {
    expect(read({ membershipno: 'Ada', phone: '12', amount: 'ask' }).problems).toEqual([
      { column: 1, message: 'Phone number must be in format +234XXXXXXXXXX' },
      { column: 2, message: 'Enter an amount in naira' },
    ])
    expect(read({ membershipno: '7', amount: 'N5k' })).toMatchObject({
      amount: undefined,
      problems: [{ column: 1, message: 'Write the amount in full, as 5,000' }],
    })
    expect(read({ membershipno: '', amount: '=5+5' }).problems).toEqual([
      { column: 0, message: 'Give the membership number or the phone number' },
      { column: 1, message: 'This cell has a formula. Paste it as a value.' },
    ])
  })
})

test.each([
  ['42', 42, undefined],
  ['00042', 42, undefined],
  ['42.0', 42, undefined],
  ["'00042", 42, undefined],
  ['AJO-7K2M9Q/00042', 42, 'AJO-7K2M9Q'],
])('%s is member %s of %s', (text, number, coopId) => {
  expect(membershipFromCell(text)).toEqual({ number, coopId })
})

test('a row is compared with the rows that will be posted', () => {
  const rows = [
    { number: 2, skipped: false, key: 'a' },
    { number: 3, skipped: false, key: undefined },
    { number: 4, skipped: true, key: 'a' },
    { number: 5, skipped: false, key: 'b' },
    { number: 6, skipped: false, key: 'b' },
    { number: 7, skipped: false, key: 'b' },
    { number: 8, skipped: true, key: 'c' },
  ]
  expect(repeatsOf(rows)).toEqual([undefined, undefined, 2, 6, 5, 5, undefined])
})
