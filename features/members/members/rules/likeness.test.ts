import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { likenessOf } from './likeness.ts'

const known = { firstName: 'Olúwaṣeun', lastName: 'Adébáyọ̀', phone: '+2348031234567', dateOfBirth: '1980-05-17' as Day }
const asked = (firstName: string, lastName: string, phone?: string, dateOfBirth?: string) =>
  likenessOf({ firstName, lastName, phone, dateOfBirth: dateOfBirth as Day | undefined }, known)

test.each([
  ['the same phone under another name', asked('Musa', 'Garba', known.phone), 'phone'],
  ['the same name without its marks', asked('Oluwaseun', 'Adebayo'), 'name'],
  ['the names in the other order', asked('Adebayo', 'Oluwaseun'), 'name'],
  ['a letter too few', asked('Oluwaseun', 'Adebyo'), 'name'],
  ['a letter too many', asked('Oluwaseun', 'Addebayo'), 'name'],
  ['two letters swapped', asked('Oluwasuen', 'Adebayo'), 'name'],
  ['a third name between', asked('Oluwaseun', 'Peter Adebayo'), 'name'],
  ['one name and the birthday', asked('Bola', 'Adebayo', undefined, '1980-05-17'), 'birth'],
  ['one name only', asked('Bola', 'Adebayo'), undefined],
  ['the birthday only', asked('Bola', 'Musa', undefined, '1980-05-17'), undefined],
  ['one name and another birthday', asked('Bola', 'Adebayo', undefined, '1980-05-18'), undefined],
  ['another person', asked('Ngozi', 'Okafor', '+2348030000000', '1990-01-01'), undefined],
  ['nothing typed yet', asked('', ''), undefined],
])('%s', (_, found, expected) => {
  expect(found).toBe(expected)
})

test('short names must be the same: Ada is not Ida, and Obi is not Oba', () => {
  const ada = { firstName: 'Ada', lastName: 'Obi', phone: '+2348030000001', dateOfBirth: null }
  const likeAda = (firstName: string, lastName: string) =>
    likenessOf({ firstName, lastName, phone: undefined, dateOfBirth: undefined }, ada)
  expect([likeAda('Ida', 'Obi'), likeAda('Ada', 'Oba'), likeAda('Obi', 'Ada')]).toEqual([undefined, undefined, 'name'])
})

test('one part is not used twice', () => {
  const twice = { firstName: 'Bello', lastName: 'Musa', phone: '+2348030000002', dateOfBirth: null }
  expect(
    likenessOf({ firstName: 'Bello', lastName: 'Bello', phone: undefined, dateOfBirth: undefined }, twice),
  ).toBeUndefined()
})
