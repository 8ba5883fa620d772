import * as z from 'zod/mini'
import { memberRoles } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { settableStatuses } from './rules/member.ts'
import { accountName, accountNumber, bankName } from '#features/members/bank-details/contract.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { memberPhone } from '#core/contract/phone.ts'
import { day, id } from '#core/contract/fields.ts'
import { memberRole } from './member-filters.ts'
import { member } from './contract.ts'
import { firstName, lastName } from './own-fields.ts'
import { personFields } from './person-fields.ts'

/** The most members that one request may register. */
export const membersPerRequestMax = 5000

/** Says that a phone of another member is this member's too; this one logs in with the membership number. */
const sharesPhone = z.optional(z.boolean('Use true or false'))

/** One member as registration takes it. */
export const newMember = z.strictObject({
  firstName,
  lastName,
  /** null says that the member has none. */
  phone: z.nullable(memberPhone),
  sharesPhone,
  ...personFields,
  /** The day of joining, today when left out. */
  registrationDate: z.optional(day),
  /** Where the member is paid: all three, the name on the account being the member's own where it is left out. */
  bankName: z.optional(bankName),
  bankAccountNumber: z.optional(accountNumber),
  bankAccountName: z.optional(accountName),
  roles: z.optional(z.array(memberRole).check(z.maxLength(memberRoles.length, 'Name each role once'))),
})
export type NewMember = z.output<typeof newMember>

export const registeredMember = z.extend(member, { activationCode: z.string() })

export const registerMembers = endpoint({
  method: 'POST',
  path: '/cooperatives/members',
  summary: 'Registers members, all or none; each reply carries an activation code that is shown this once.',
  access: 'member.create',
  says: ['members', 'Registered members'],
  changes: people,
  mayWait: true,
  body: z.strictObject({
    member: z
      .array(newMember, 'Send the members as a list')
      .check(
        z.minLength(1, 'Send at least one member'),
        z.maxLength(membersPerRequestMax, `Send at most ${membersPerRequestMax} members at once`),
      ),
  }),
  // As many members as that, each with every field filled.
  bodyBytesMax: 6 * 1024 * 1024,
  reply: z.array(registeredMember),
  status: 201,
  message: 'Members registered',
})

export const createMember = endpoint({
  method: 'POST',
  path: '/members',
  summary: 'Registers one member.',
  access: 'member.create',
  says: ['members', 'Registered a member'],
  changes: ['financial/contributions', ...people],
  mayWait: true,
  body: newMember,
  reply: registeredMember,
  status: 201,
  message: 'Member registered',
})

const memberIdParams = z.object({ id: id<MemberId>() })

export const updateMember = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:id',
  summary: 'Changes the fields of a member that it names.',
  access: 'member.update',
  says: ['members', "Changed a member's details"],
  changes: ['financial/contributions', ...people],
  // Codes go to both.
  stepUp: [{ field: 'phone' }, { field: 'email' }],
  mayWait: true,
  params: memberIdParams,
  body: z.strictObject({
    firstName: z.optional(firstName),
    lastName: z.optional(lastName),
    phone: z.optional(z.nullable(memberPhone)),
    sharesPhone,
    ...personFields,
    status: z.optional(z.enum(settableStatuses, 'Use active or inactive')),
  }),
  reply: member,
  message: 'Member updated',
})

export const deleteMember = endpoint({
  method: 'DELETE',
  path: '/cooperatives/members/:id',
  summary: 'Removes a member on whose account no money is.',
  access: 'member.delete',
  says: ['members', 'Removed a member'],
  changes: ['financial/contributions', ...people],
  stepUp: true,
  mayWait: true,
  params: memberIdParams,
  reply: z.null(),
  message: 'Member removed',
})

const roles = z.object({
  memberId: id<MemberId>(),
  roles: z.array(z.object({ id: z.string(), name: z.string(), endsOn: z.optional(day) })),
})

export const getMemberRoles = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/roles',
  summary: 'The roles of a member.',
  access: 'member.read',
  params: z.object({ memberId: id<MemberId>() }),
  reply: roles,
})

export const updateMemberRoles = endpoint({
  method: 'PUT',
  path: '/cooperatives/members/:memberId/roles',
  summary: 'Sets the roles of a member and the last day of an office; role ids are their names.',
  access: 'member.roles',
  says: ['members', "Changed a member's roles"],
  changes: ['governance/posts', 'governance/terms', ...people],
  stepUp: true,
  mayWait: true,
  params: z.object({ memberId: id<MemberId>() }),
  body: z.strictObject({
    roleIds: z
      .array(memberRole, 'Send the roles as a list')
      .check(z.minLength(1, 'Give at least one role'), z.maxLength(memberRoles.length, 'Name each role once')),
    /** The last day of an office; an auditor's has one. */
    endsOn: z.optional(z.nullable(day)),
  }),
  reply: roles,
  message: 'Roles updated',
})
