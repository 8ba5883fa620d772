import { expect, test } from 'vitest'
import type { Phone } from '#core/phone.ts'
import { readContributionRow } from './contribution-row.ts'
import { matchMember, type Numbered, numberedRegister } from './match-member.ts'

const member = (number: number, name: string, others: Partial<Numbered> = {}): Numbered => ({
  number,
  name,
  formerNumber: null,
  staffNumber: null,
  phone: null,
  status: 'active',
  ...others,
})
const phone = '+2348030000001' as Phone
const shared = '+2348030000002' as Phone

const register = numberedRegister('AJO-7K2M9Q', [
  member(42, 'Ada Obi', { phone: shared }),
  member(7, 'Musa Bello', { staffNumber: '0042', formerNumber: 'F/9', phone }),
  member(8, 'Ngozi Eze', { staffNumber: '50', phone: shared }),
  member(9, 'Tunde Bako', { staffNumber: '50' }),
  member(10, 'Femi Ojo', { staffNumber: '60', status: 'left' }),
  member(11, 'Uche Ike', { formerNumber: '7' }),
  member(12, 'Ife Ade', { formerNumber: '012' }),
  member(13, 'Bisi Ola', { formerNumber: '77' }),
])

function match(row: Record<string, string>): string {
  const [cells, mapping] = [Object.values({ ...row, amount: '1' }), [...Object.keys(row), 'amount']]
  const read = readContributionRow(cells, mapping)
  const { member: found, problems } = matchMember(read, mapping, register)
  return (
    found?.name ?? [...read.problems, ...problems].map(({ column, message }) => `${column}: ${message}`).join(' | ')
  )
}

test.each<[Record<string, string>, string]>([
  [{ membershipno: '42' }, 'Ada Obi'],
  [{ staffNumber: '42' }, 'Musa Bello'],
  [{ staffNumber: '42.0' }, 'Musa Bello'],
  [{ formerNumber: 'f/9' }, 'Musa Bello'],
  [{ formerNumber: '7' }, 'Uche Ike'],
  [{ formerNumber: '12' }, 'Ife Ade'],
  [{ membershipno: '12' }, 'Ife Ade'],
  [{ membershipno: 'F/9' }, 'Musa Bello'],
  [{ membershipno: '0803 000 0001' }, 'Musa Bello'],
  [{ phone: '08030000009 / +234 803 000 0001' }, 'Musa Bello'],
  [{ membershipno: '7', staffNumber: '42' }, 'Musa Bello'],
  [{ membershipno: '42', staffNumber: '99', formerNumber: 'X' }, 'Ada Obi'],
  [{ staffNumber: '50', phone: shared }, 'Ngozi Eze'],
  [{ membershipno: 'AJO-7K2M9Q/00007' }, 'Musa Bello'],
  [{ membershipno: '', staffNumber: '', phone: '08030000001' }, 'Musa Bello'],
  [{ membershipno: '077' }, 'Bisi Ola'],
  [{ membershipno: '7', name: 'IKE UCHE' }, 'Uche Ike'],
  [{ membershipno: '7', name: 'Bello M.' }, 'Musa Bello'],
  [{ phone: shared, name: 'EZE Ngozi' }, 'Ngozi Eze'],
  [{ membershipno: shared, name: 'EZE Ngozi' }, 'Ngozi Eze'],
  [{ staffNumber: '50', name: 'Tunde Bako' }, 'Tunde Bako'],
  [{ staffNumber: 'ajo-7k2m9q/00009' }, 'Tunde Bako'],
  [{ formerNumber: 'AJO-7K2M9Q/00042' }, 'Ada Obi'],
])('the row %j is of %s', (row, name) => {
  expect(match(row)).toBe(name)
})

test.each<[Record<string, string>, string]>([
  [{ formerNumber: '42' }, '0: No member of this cooperative has this old number'],
  [{ staffNumber: '7' }, '0: No member of this cooperative has this staff number'],
  [{ membershipno: '99', phone }, '0: No member of this cooperative has this number'],
  [{ membershipno: '08030000009' }, '0: No member of this cooperative has this phone'],
  [
    { staffNumber: '99', phone: '08030000009' },
    '0: No member of this cooperative has this staff number | 1: No member of this cooperative has this phone',
  ],
  [
    { staffNumber: '50' },
    '0: Ngozi Eze (AJO-7K2M9Q/00008) and Tunde Bako (AJO-7K2M9Q/00009) have this staff number. Give the membership number in full, or the phone number.',
  ],
  [
    { staffNumber: '60' },
    '0: Femi Ojo, who has this staff number, is no longer a member. Give the membership number in full, or the phone number.',
  ],
  [{ phone: shared }, '0: 2 members share this phone. Give the membership number.'],
  [{ membershipno: '42', staffNumber: '42' }, '1: This staff number belongs to Musa Bello, the number to Ada Obi'],
  [
    { formerNumber: 'F/9', staffNumber: '50' },
    '1: This staff number belongs to Ngozi Eze, the old number to Musa Bello',
  ],
  [
    { membershipno: '7', phone, staffNumber: '50' },
    '2: This staff number belongs to Ngozi Eze, the number to Musa Bello',
  ],
  [
    { membershipno: '7' },
    '0: This is the number of Musa Bello and the old number of Uche Ike. Give it in full, such as AJO-7K2M9Q/00007, or choose “Old membership number” for the column.',
  ],
  [{ staffNumber: 'AJO-AAAAAA/00009' }, '0: No member of this cooperative has this staff number'],
  [
    { staffNumber: 'AJO-7K2M9Q/00009', membershipno: '42' },
    '0: This staff number belongs to Tunde Bako, the number to Ada Obi',
  ],
  [{ membershipno: 'Ada', staffNumber: '42' }, '0: Use a membership number such as 42 or AJO-7K2M9Q/00042'],
  [{ membershipno: '', staffNumber: '' }, '0: Give the membership number or the phone number'],
])('the row %j names none: %s', (row, sentences) => {
  expect(match(row)).toBe(sentences)
})
