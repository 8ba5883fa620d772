import { describe, expect, it } from 'vitest'
import { createMember, updateMember } from '#features/members/members/member-changes.ts'
import { fieldErrors } from '#ui/api/api-error.ts'
import { buildRequest } from '#ui/api/build-request.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { type Kobo, kobo } from '#core/money.ts'
import { type Member, changesOf, newMemberOf } from './MemberForm.tsx'
import { type MemberTexts, textNames } from './PersonFields.tsx'

const empty = Object.fromEntries(textNames.map((name) => [name, ''])) as MemberTexts
const texts = (changes: Partial<MemberTexts>): MemberTexts => ({ ...empty, ...changes })
const sent = (endpoint: Endpoint, input: object) =>
  JSON.parse(buildRequest(endpoint, input as Record<string, unknown>).body ?? '{}') as Record<string, unknown>
const refused = (endpoint: Endpoint, input: object) => {
  try {
    buildRequest(endpoint, input as Record<string, unknown>)
    return {}
  } catch (error) {
    return fieldErrors(error)
  }
}

describe('a new member', () => {
  it('is sent with what was filled in and nothing else, the phone in the form that is stored', () => {
    const input = newMemberOf(
      texts({ firstName: ' Ngozi ', lastName: 'Okonkwo', phone: '0803 123 4567' }),
      kobo(2_500_050),
    )
    expect(sent(createMember, input)).toEqual({
      firstName: 'Ngozi',
      lastName: 'Okonkwo',
      phone: '+2348031234567',
      monthlyContributions: 25_000.5,
    })
  })

  it('may have no phone, which is said, and a second one', () => {
    expect(
      sent(
        createMember,
        newMemberOf(texts({ firstName: 'Ngozi', lastName: 'Okonkwo', otherPhone: '0802 555 1234' }), undefined),
      ),
    ).toEqual({ firstName: 'Ngozi', lastName: 'Okonkwo', phone: null, otherPhone: '+2348025551234' })
  })

  it('is refused under its fields in the words of the specification', () => {
    expect(refused(createMember, newMemberOf(empty, undefined))).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
    expect(
      refused(
        createMember,
        newMemberOf(texts({ firstName: 'A', lastName: 'B', phone: '12345', email: 'no one' }), undefined),
      ),
    ).toEqual({ phone: 'Phone number must be in format +234XXXXXXXXXX', email: 'Invalid email format' })
  })
})

describe('a change of a member', () => {
  const known = texts({
    firstName: 'Ngozi',
    lastName: 'Okonkwo',
    phone: '+2348031234567',
    email: 'ngozi@example.com',
    gender: 'female',
    nextOfKinFirstName: 'Emeka',
  })
  const member = {
    ...known,
    memberid: '018f2f3e-0000-7000-8000-000000000001',
    monthlyContributions: 500_000n as Kobo,
    status: 'active',
  } as unknown as Member

  it('names only what differs', () => {
    expect(sent(updateMember, changesOf(member, known, 500_000n as Kobo))).toEqual({})
    expect(
      sent(updateMember, changesOf(member, { ...known, lastName: 'Eze', phone: '0809 000 0000' }, 750_000n as Kobo)),
    ).toEqual({ lastName: 'Eze', phone: '+2348090000000', monthlyContributions: 7500 })
  })

  it('clears an emptied field and refuses to clear a name', () => {
    expect(
      sent(updateMember, changesOf(member, { ...known, email: '', nextOfKinFirstName: '' }, 500_000n as Kobo)),
    ).toEqual({ email: null, nextOfKinFirstName: null })
    expect(refused(updateMember, changesOf(member, { ...known, firstName: ' ' }, 500_000n as Kobo))).toEqual({
      firstName: 'First name is required',
    })
  })

  it('takes a phone away and says that one is shared, only where the phone changes', () => {
    expect(sent(updateMember, changesOf(member, { ...known, phone: '' }, 500_000n as Kobo))).toEqual({ phone: null })
    expect(sent(updateMember, changesOf(member, { ...known, phone: '0809 000 0000' }, 500_000n as Kobo, true))).toEqual(
      { phone: '+2348090000000', sharesPhone: true },
    )
    expect(
      sent(updateMember, changesOf(member, { ...known, otherPhone: '0802 555 1234' }, 500_000n as Kobo, true)),
    ).toEqual({ otherPhone: '+2348025551234' })
  })
})
