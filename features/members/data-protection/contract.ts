import * as z from 'zod/mini'
import { erasureStatuses } from '#core/privacy-notice.ts'
import type { ErasureRequestId, MemberId } from '#core/ids.ts'
import { people } from '#core/contract/changes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { day, id, instant, lengthAtMost, listQuery, longText, optionalLongText } from '#core/contract/fields.ts'
import * as strings from '#features/society/configuration/strings.ts'

export const getMyData = endpoint({
  method: 'GET',
  path: '/member-portal/my-data',
  summary: 'Everything that is stored about the signed-in member, as a file for programs or for people.',
  access: 'portal.read',
  says: ['files', 'Downloaded all of their own data'],
  query: z.object({ format: z.optional(z.enum(['json', 'pdf'], strings.useJsonOrPdf)) }),
  kind: 'file',
  reply: z.null(),
})

const consent = z.object({ version: z.string(), givenAt: instant })

export const listConsents = endpoint({
  method: 'GET',
  path: '/member-portal/consents',
  summary: 'To which versions of the notice about their data the signed-in member agreed, and when; newest first.',
  access: 'portal.read',
  reply: z.array(consent),
})

export const giveConsent = endpoint({
  method: 'POST',
  path: '/member-portal/consents',
  summary: 'Keeps that the signed-in member agreed to this version of the notice.',
  access: 'portal.ask',
  says: ['members', 'Agreed to the privacy notice'],
  changes: ['member-portal'],
  body: z.strictObject({
    version: z.string(strings.giveTheVersionOfThe).check(lengthAtMost(20, strings.giveTheVersionOfThe)),
  }),
  reply: consent,
  status: 201,
  message: 'Kept',
})

const erasureRequest = z.object({
  id: id<ErasureRequestId>(),
  status: z.enum(erasureStatuses),
  reason: z.nullable(z.string()),
  askedAt: instant,
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(instant),
  decidedReason: z.nullable(z.string()),
  /** Of a former member: the date of their letter, and who recorded it; `reason` is what was noted of it. */
  letter: z.nullable(z.object({ writtenOn: day, recordedBy: z.string() })),
})

export const askForErasure = endpoint({
  method: 'POST',
  path: '/member-portal/erasure-requests',
  summary: 'Asks the society to erase the signed-in member’s personal data. An officer decides.',
  access: 'portal.ask',
  says: ['members', 'Requested the erasure of their own data'],
  changes: people,
  needsProof: true,
  body: z.strictObject({ reason: optionalLongText(500) }),
  reply: erasureRequest,
  status: 201,
  message: 'Your request is with the officers',
})

export const listOwnErasureRequests = endpoint({
  method: 'GET',
  path: '/member-portal/erasure-requests',
  summary: "The signed-in member's requests, newest first.",
  access: 'portal.read',
  reply: z.array(erasureRequest),
})

export const listErasureRequests = endpoint({
  method: 'GET',
  path: '/members/erasure-requests',
  summary: 'Requests of members to be erased, newest first.',
  access: 'erasure.list',
  query: listQuery(['askedAt'], { status: z.optional(z.enum(erasureStatuses)), memberId: z.optional(id<MemberId>()) }),
  kind: 'list',
  reply: z.extend(erasureRequest, {
    memberId: id<MemberId>(),
    memberName: z.string(),
    membershipno: z.string(),
    /** Why they can't be erased yet, in sentences; of a request that waits. */
    obstacles: z.array(z.string()),
  }),
})

export const recordErasureLetter = endpoint({
  method: 'POST',
  path: '/members/:id/erasure-requests',
  summary:
    'Records that a former member, who can’t log in any more, asked in writing to be erased. It is decided like any other request.',
  access: 'erasure.decide',
  says: ['members', 'Recorded a request for erasure'],
  changes: people,
  params: z.object({ id: id<MemberId>() }),
  body: z.strictObject({ writtenOn: day, note: longText(strings.sayWhoWroteAndWhere, 500) }),
  reply: erasureRequest,
  status: 201,
  message: 'Letter recorded',
})

export const decideErasure = endpoint({
  method: 'POST',
  path: '/members/erasure-requests/:requestId/decide',
  summary:
    'Refuses a request with a reason, or erases the person: a pseudonym takes the place of the name, contacts, relatives and papers go, and the books stay as they are. By a letter that an officer recorded it waits for a second officer.',
  access: 'erasure.decide',
  says: ['members', 'Decided on a request for erasure'],
  changes: people,
  stepUp: true,
  mayWait: true,
  params: z.object({ requestId: id<ErasureRequestId>() }),
  body: z.strictObject({
    decision: z.enum(['refuse', 'erase'], strings.useRefuseOrErase),
    reason: optionalLongText(500),
  }),
  reply: erasureRequest,
  message: 'Decided',
})
