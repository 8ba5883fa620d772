import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { usualFilings } from './filing.ts'

const year = { from: '2025-01-01' as Day, to: '2025-12-31' as Day }
const ofCommission = (people: number) =>
  usualFilings(year, people).filter(({ authority }) => authority === 'Nigeria Data Protection Commission')

test('data protection is owed by how many people the register holds: nothing, a renewal, or a return of an audit', () => {
  expect([0, 199].map(ofCommission)).toEqual([[], []])
  for (const people of [200, 999])
    expect(ofCommission(people)).toMatchObject([
      {
        name: 'Renewal of the data protection registration',
        everyMonths: 12,
        note: expect.stringContaining(`Your register holds ${people} people.`),
      },
    ])
  for (const people of [1000, 4999])
    expect(ofCommission(people)).toMatchObject([
      { name: 'Data protection compliance audit return', dueOn: '2026-03-31', everyMonths: 12 },
    ])
  expect(usualFilings(year, 1000)).toHaveLength(4)
})
