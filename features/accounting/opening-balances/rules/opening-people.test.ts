import { expect, test } from 'vitest'
import type { Day } from '#core/calendar.ts'
import type { AccountTypeId, MemberId } from '#core/ids.ts'
import type { Phone } from '#core/phone.ts'
import { checkOpeningBalances, type OpeningMember, type Register } from './opening-balances.ts'

const shared = '+2348030000002' as Phone
const known = (number: number, name: string, others: Partial<OpeningMember> = {}): OpeningMember => ({
  ...{ number, name, formerNumber: null, phone: null, membershipno: `AJO-7K2M9Q/0000${number}` },
  memberId: String(number) as MemberId,
  ...others,
})
const register: Register = {
  coopId: 'AJO-7K2M9Q',
  members: [
    known(1, 'Ada Obi'),
    known(2, 'Musa Bello', { formerNumber: '1', phone: shared }),
    known(3, 'Amina Bello', { phone: shared }),
    known(4, 'Uche Ike', { formerNumber: '9', status: 'left' }),
    known(5, 'Bisi Ola', { formerNumber: '9' }),
  ],
  ...{ types: [], accounts: [], products: [], depositTypes: [], assetClasses: [], earlier: 0 },
  yearEnd: '2026-12-31' as Day,
}
const nothing = { columns: [], rows: [] }
const none = { members: nothing, ledger: nothing, loans: nothing, deposits: nothing, assets: nothing, held: nothing }

test.each<[guarantors: string, said: string[]]>([
  ['2, 3; 9', []],
  [
    '1',
    [
      'This is the number of Ada Obi (AJO-7K2M9Q/00001) and the old number of Musa Bello (AJO-7K2M9Q/00002). Give the membership number in full.',
    ],
  ],
  ['AJO-7K2M9Q/00001', []],
  [
    '08030000002',
    [
      '2 members share this phone: Musa Bello (AJO-7K2M9Q/00002), Amina Bello (AJO-7K2M9Q/00003). Give the membership number in full.',
    ],
  ],
  ['77', [`"77" is no member's number here. Write the numbers with commas between them, or leave the cell empty.`]],
])('of the guarantors “%s” is said %j', (guarantors, said) => {
  const loans = { columns: ['Membership no.', 'Guarantors'], rows: [{ number: 2, cells: ['4', guarantors] }] }
  const { differences } = checkOpeningBalances({ ...none, loans }, register, '2026-01-31' as Day)
  expect(differences.flatMap(({ column, message }) => (column === 'Guarantors' ? message : []))).toEqual(said)
})

test.each<[cell: string, name: string, said: string[]]>([
  ['2', 'BELLO M.', []],
  ['2', 'Amina Bello', ['This number belongs to Musa Bello. Correct the number or the name.']],
  ['08030000002', 'Amina Bello', []],
  ['5', 'Mr Uche', ['This number belongs to Bisi Ola. Correct the number or the name.']],
])('the number “%s” beside the name “%s”: %j', (cell, name, said) => {
  const members = {
    columns: ['Membership no.', 'Name', 'Ordinary savings'],
    rows: [{ number: 2, cells: [cell, name, '5'] }],
  }
  const types = [
    {
      ...{ accountTypeId: 'o' as AccountTypeId, code: 'O', name: 'Ordinary savings', kind: 'savings' as const },
      ...{ controlId: 'c' as never, isDefault: true },
    },
  ]
  const { differences } = checkOpeningBalances({ ...none, members }, { ...register, types }, '2026-01-31' as Day)
  expect(differences.flatMap(({ column, message }) => (column === null ? [] : message))).toEqual(said)
})
