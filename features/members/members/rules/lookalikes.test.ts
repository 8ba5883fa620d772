import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import { type Listed, Lookalikes } from './lookalikes.ts'

const person = (firstName: string, lastName: string, dateOfBirth: string | null = null, phone?: string): Listed => ({
  firstName,
  lastName,
  phone,
  dateOfBirth: dateOfBirth as Day | null,
})

const ada = person('Adaeze', 'Okonkwo', '1985-02-01', '+2348031234567')
const unborn = person('Musa', 'Garba')

function whyOf(newcomer: Listed): (string | undefined)[] {
  const known = new Lookalikes<Listed>()
  for (const each of [ada, unborn]) known.add(each)
  return known.of(newcomer, 3).map(({ why }) => why)
}

test.each([
  ['the same phone under another name', person('Ngozi', 'Eze', null, '+2348031234567'), ['phone']],
  ['the same names where one birthday is not known', person('Okonkwo', 'Adaeze'), ['name']],
  ['the same names where neither is known', person('Musa', 'Gàrbà'), ['name']],
  ['a third name between', person('Musa Sani', 'Garba'), ['name']],
  ['the same names, born on another day', person('Adaeze', 'Okonkwo', '1985-02-02'), []],
  ['a slip in a name, and the same birthday', person('Adaeze', 'Okonkow', '1985-02-01'), ['name']],
  ['a slip in a name, and no birthday', person('Adaeze', 'Okonkow'), []],
  ['one name and the birthday', person('Adaeze', 'Bello', '1985-02-01'), ['birth']],
  ['one name', person('Adaeze', 'Bello'), []],
  ['the birthday', person('Bola', 'Bello', '1985-02-01'), []],
  ['nothing that could be read', person('', ''), []],
])('%s', (_, newcomer, whys) => {
  expect(whyOf(newcomer)).toEqual(whys)
})

test('no one is found twice, and not more than asked for', () => {
  const known = new Lookalikes<Listed>()
  for (let n = 0; n < 5; n += 1) known.add(person('Musa Sani Bello', 'Garba', '1985-02-01', '+2348031234567'))
  const found = known.of(person('Musa Sani Bello', 'Garba', '1985-02-01', '+2348031234567'), 3)
  expect(found).toHaveLength(3)
  expect(new Set(found.map(({ person: each }) => each)).size).toBe(3)
})
