import { expect, test } from 'vitest'
import type { Phone } from '#core/phone.ts'
import { type Known, memberCell, recogniseMember, registerOf, whyNotOne } from './recognise-member.ts'

const shared = '+2348030000002' as Phone
const merged = '+2348030000003' as Phone
const known = (number: number, name: string, others: Partial<Known> = {}): Known => ({
  ...{ number, name, formerNumber: null, phone: null },
  ...others,
})
const register = registerOf('AJO-7K2M9Q', [
  known(7, 'Musa Bello', { formerNumber: 'F/9', phone: '+2348030000001' as Phone }),
  known(8, 'Ngozi Eze', { phone: shared }),
  known(9, 'Tunde Bako', { phone: shared }),
  known(11, 'Uche Ike', { formerNumber: '7' }),
  known(13, 'Bisi Ola', { formerNumber: '077' }),
  known(20, 'Amina Yusuf', { phone: merged, status: 'left', mergedInto: 'AJO-7K2M9Q/00021' }),
  known(21, 'Amina Sani Yusuf', { phone: merged }),
  known(30, 'Kola Ade', { formerNumber: '55', status: 'left' }),
  known(31, 'Dayo Ade', { formerNumber: '55' }),
])

test.each<[cell: string, name: string, found: string]>([
  ['8', '', 'number: Ngozi Eze'],
  ['ajo-7k2m9q / 00008', '', 'number: Ngozi Eze'],
  ['AJO-AAAAAA/00008', '', ''],
  ['f / 9', 'Somebody Else', 'formerNumber: Musa Bello'],
  ['77', '', 'formerNumber: Bisi Ola'],
  ['0803 000 0001', '', 'phone: Musa Bello'],
  ["'+234 803 000 0001", '', 'phone: Musa Bello'],
  ['AJO-7K2M9Q/00007', '', 'number: Musa Bello'],
  ['7', '', 'This is the number of Musa Bello (AJO-7K2M9Q/00007) and the old number of Uche Ike (AJO-7K2M9Q/00011)'],
  ['7', 'IKE UCHE', 'formerNumber: Uche Ike'],
  ['7', 'Bello M.', 'number: Musa Bello'],
  ['08030000002', '', '2 members share this phone: Ngozi Eze (AJO-7K2M9Q/00008), Tunde Bako (AJO-7K2M9Q/00009)'],
  ['08030000002', 'Bako Tunde', 'phone: Tunde Bako'],
  ['08030000003', '', 'phone: Amina Sani Yusuf'],
  ['08030000003', 'Yusuf Amina', 'phone: Amina Sani Yusuf'],
  ['55', '', 'formerNumber: Dayo Ade'],
  ['55', 'ADE KOLA', 'formerNumber: Kola Ade'],
  ['stranger', 'Musa Bello', ''],
  ['', 'Musa Bello', ''],
])('what is in the cell “%s” beside the name “%s” is of %s', (cell, name, found) => {
  const recognised = recogniseMember(memberCell(cell), name, register)
  const [one, another] = recognised?.members ?? []
  const said =
    !recognised || !one ? '' : another ? whyNotOne(recognised, register.coopId) : `${recognised.as}: ${one.name}`
  expect(said).toBe(found)
})

test.each<[expected: number[], found: number[]]>([
  [[7], [7]],
  [
    [7, 11],
    [7, 11],
  ],
  [[11], [7, 11]],
  [[], [7, 11]],
])('a running number that is an old one too is, where %j are expected, of %j', (expected, found) => {
  const recognised = recogniseMember(memberCell('7'), '', register, ({ number }) => expected.includes(number))
  expect(recognised?.members.map(({ number }) => number)).toEqual(found)
})

test('a thousand rows with a phone that a thousand members share read each of their names once', () => {
  let read = 0
  const members = Array.from({ length: 1000 }, (_, index) => ({
    ...known(index + 1, '', { phone: shared }),
    get name() {
      read += 1
      return `Ade Member${index}`
    },
  }))
  const all = registerOf('AJO-7K2M9Q', members)
  const found = members.map((_, index) => recogniseMember(memberCell(shared), `MEMBER${index} ADE`, all)?.members)
  expect(found.map((each) => each?.map(({ number }) => number))).toEqual(members.map(({ number }) => [number]))
  const doubt = recogniseMember(memberCell(shared), 'Ade', all)
  expect(doubt && whyNotOne(doubt, all.coopId)).toMatch(/^1000 members share this phone: /)
  expect(read).toBeLessThan(2000)
})
