import * as z from 'zod/mini'
import type { MemberId, MemberViewId } from '#core/ids.ts'
import { birthDay } from '#features/members/members/birth-day.ts'
import { memberStatuses, settableStatuses } from '#features/members/members/rules/member.ts'
import { likenesses, registerColumns } from '#features/members/members/rules/register.ts'
import { fileFormat } from '#core/contract/report-fields.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, longText, optionalText, requiredText, searchWords } from '#core/contract/fields.ts'
import { memberFilters } from '#features/members/members/member-filters.ts'
import { memberSelection } from './member-selection.ts'
import { registeredMember } from '#features/members/members/member-changes.ts'
import { listMembers } from '#features/members/members/contract.ts'

/** Room for as many identifiers as one selection may name. */
const selectionBytesMax = 512 * 1024

const sort = listMembers.query.shape.sort
const column = z.enum(registerColumns, `Use some of ${registerColumns.join(', ')}`)
const columns = z
  .array(column)
  .check(z.minLength(1, 'Choose at least one column'), z.maxLength(registerColumns.length, 'Name each column once'))

const shows = z.strictObject({ q: searchWords, ...memberFilters, sort, columns: z.optional(columns) })
const view = z.object({ id: id<MemberViewId>(), name: z.string(), shows })
const viewName = requiredText('Give the view a name', 40)
const viewParams = z.object({ viewId: id<MemberViewId>() })

export const listMemberViews = endpoint({
  method: 'GET',
  path: '/members/views',
  summary: "The caller's saved views of the register, by name.",
  access: 'member.views',
  reply: z.array(view),
})

export const saveMemberView = endpoint({
  method: 'POST',
  path: '/members/views',
  summary: 'Saves search, filters, sort and columns under a name, for the caller alone.',
  access: 'member.views',
  says: ['members', 'Saved a view of the register'],
  changes: ['members/views'],
  isOwn: true,
  body: z.strictObject({ name: viewName, shows }),
  reply: view,
  status: 201,
  message: 'View saved',
})

export const changeMemberView = endpoint({
  method: 'PUT',
  path: '/members/views/:viewId',
  summary: 'Renames a saved view, or has it show something else.',
  access: 'member.views',
  says: ['members', 'Changed a view of the register'],
  changes: ['members/views'],
  isOwn: true,
  params: viewParams,
  body: z.strictObject({ name: z.optional(viewName), shows: z.optional(shows) }),
  reply: view,
  message: 'View saved',
})

export const deleteMemberView = endpoint({
  method: 'DELETE',
  path: '/members/views/:viewId',
  summary: 'Removes a saved view; no member changes.',
  access: 'member.views',
  says: ['members', 'Removed a view of the register'],
  changes: ['members/views'],
  isOwn: true,
  params: viewParams,
  reply: z.null(),
  message: 'View deleted',
})

export const exportMembers = endpoint({
  method: 'POST',
  path: '/members/export',
  summary:
    'The register as a file: these members, this order, these columns. Who took how many rows by which filters is in the audit trail.',
  access: 'member.list',
  says: ['files', 'Downloaded the register of members'],
  changes: [],
  stepUp: true,
  body: z.strictObject({ members: memberSelection, format: fileFormat, sort, columns }),
  bodyBytesMax: selectionBytesMax,
  kind: 'file',
  reply: z.null(),
})

const named = z.object({ memberId: id<MemberId>(), membershipno: z.string(), name: z.string() })

export const changeMemberStatuses = endpoint({
  method: 'POST',
  path: '/members/status',
  summary:
    'Makes members active or inactive, with a reason. A member whose loan is approved or running stays active and is named in the reply. One member who has left, named alone by id, is readmitted from today.',
  access: 'member.update',
  says: ['members', 'Changed the status of members'],
  changes: ['financial/contributions', ...people],
  body: z.strictObject({
    members: memberSelection,
    status: z.enum(settableStatuses, 'Use active or inactive'),
    reason: longText('Give the reason', 300),
  }),
  bodyBytesMax: selectionBytesMax,
  reply: z.object({
    changed: z.number(),
    unchanged: z.number(),
    refused: z.array(z.extend(named, { why: z.enum(['has_loan', 'in_office', 'has_left']) })),
  }),
  message: 'Statuses changed',
})

export const listStatusChanges = endpoint({
  method: 'GET',
  path: '/cooperatives/members/:memberId/status-changes',
  summary: "A member's latest changes of status, newest first, with who and why.",
  access: 'member.read',
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.array(
    z.object({
      from: z.enum(memberStatuses),
      to: z.enum(memberStatuses),
      reason: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
})

export const printActivationSlips = endpoint({
  method: 'POST',
  path: '/members/activation-slips',
  summary:
    'Slips to cut out and hand over, as a PDF in base64: a new activation code for each of these members who has not activated. Codes that they had end. The same Idempotency-Key gives the same slips again.',
  access: 'member.update',
  says: ['members', 'Printed activation slips'],
  changes: people,
  stepUp: true,
  body: z.strictObject({ members: memberSelection }),
  bodyBytesMax: selectionBytesMax,
  reply: z.object({ slips: z.number(), alreadyActive: z.number(), fileName: z.string(), pdf: z.string() }),
  message: 'Slips made',
})

export const sendActivationCodes = endpoint({
  method: 'POST',
  path: '/members/activation-codes',
  summary: 'Sends each of these members who has not activated a new activation code by SMS. Codes that they had end.',
  access: 'member.update',
  says: ['members', 'Sent activation codes'],
  changes: people,
  stepUp: true,
  body: z.strictObject({ members: memberSelection }),
  bodyBytesMax: selectionBytesMax,
  reply: z.object({ sent: z.number(), alreadyActive: z.number(), withoutPhone: z.number() }),
  message: 'Codes saved',
})

export const resetActivation = endpoint({
  method: 'POST',
  path: '/cooperatives/members/:memberId/activation',
  summary:
    'A new activation code, shown this once and sent to the member. Their sessions here end, and they prove themselves with the code before they come in again.',
  access: 'member.update',
  says: ['members', 'Gave a member a new activation code'],
  changes: people,
  stepUp: true,
  mayWait: true,
  params: z.object({ memberId: id<MemberId>() }),
  reply: registeredMember,
  message: 'New activation code made',
})

export const confirmInPerson = endpoint({
  method: 'POST',
  path: '/cooperatives/members/:memberId/login-proof',
  summary:
    'Two officers saw the person who opened the portal as this member, who has no phone for a code. It always waits for another officer, and it is shown at each vote and guarantee of the member.',
  access: 'member.update',
  says: ['members', 'Confirmed in person who uses a member’s login'],
  changes: people,
  mayWait: true,
  stepUp: true,
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.null(),
  message: 'Login confirmed in person',
})

export const logMemberOut = endpoint({
  method: 'DELETE',
  path: '/cooperatives/members/:memberId/sessions',
  summary:
    'Ends every session that a member has at this cooperative, as after a stolen phone. Their sessions at other cooperatives stay, and the password too.',
  access: 'member.update',
  says: ['sign_in', 'Ended all sessions of a member'],
  changes: people,
  stepUp: true,
  params: z.object({ memberId: id<MemberId>() }),
  reply: z.null(),
  message: 'Logged out everywhere',
})

export const findSimilarMembers = endpoint({
  method: 'GET',
  path: '/members/similar',
  summary:
    'Members who may be the person that is about to be added: same phone, a name that reads alike, or the same birthday and one name.',
  access: 'member.create',
  query: z.object({
    firstName: optionalText(80),
    lastName: optionalText(80),
    phone: optionalText(32),
    dateOfBirth: z.optional(birthDay),
  }),
  reply: z.array(
    z.extend(named, {
      phone: z.nullable(z.string()),
      registrationDate: day,
      status: z.enum(memberStatuses),
      why: z.enum(likenesses),
    }),
  ),
})
