import { expect, test } from 'vitest'
import type { Phone } from '#core/phone.ts'
import { type Known, memberCell, recogniseMember, registerOf, whyNotOne } from './recognise-member.ts'

const shared = '+2348030000002' as Phone
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
  ['stranger', 'Musa Bello', ''],
  ['', 'Musa Bello', ''],
])('what is in the cell “%s” beside the name “%s” is of %s', (cell, name, found) => {
  const recognised = recogniseMember(memberCell(cell), name, register)
  const [one, another] = recognised?.members ?? []
  const said =
    !recognised || !one ? '' : another ? whyNotOne(recognised, register.coopId) : `${recognised.as}: ${one.name}`
  expect(said).toBe(found)
})
