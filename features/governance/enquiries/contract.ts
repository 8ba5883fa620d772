import * as z from 'zod/mini'
import { enquiryKinds, enquiryStatuses, memberKinds } from './rules/enquiry.ts'
import type { CooperativeId, EnquiryId } from '#core/ids.ts'
import { secret } from '#features/access/login/credentials.ts'
import { keyBits, serialBytes } from '#features/governance/votes/rules/ballot.ts'
import { tokensOfBatch } from './rules/token.ts'
import { bytes } from '#features/governance/votes/bytes.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, longText, requiredText, textOf } from '#core/contract/fields.ts'

const textMax = 2000
const subject = requiredText('Say in a few words what it is about', 120)
const text = longText('Write your message', textMax)
const kind = z.enum(enquiryKinds, `Use one of ${enquiryKinds.join(', ')}`)

const summary = z.object({
  id: id<EnquiryId>(),
  kind,
  subject: z.string(),
  status: z.enum(enquiryStatuses),
  /** Null where it was sent without a name. */
  askedBy: z.nullable(z.string()),
  /** Of what was sent without a name the day alone is kept. */
  askedAt: instant,
  changedAt: instant,
})

const message = z.object({
  /** An officer wrote it. */
  isAnswer: z.boolean(),
  author: z.nullable(z.string()),
  text: z.string(),
  writtenAt: instant,
})

const enquiry = z.extend(summary, {
  messages: z.array(message),
  closedBy: z.nullable(z.string()),
  /** Whether the reader is its asker, who can go on with it, or an officer who can answer; null where only read. */
  canWriteAs: z.nullable(z.enum(['asker', 'officer'])),
})

const params = z.object({ id: id<EnquiryId>() })

export const listEnquiries = endpoint({
  method: 'GET',
  path: '/governance/enquiries',
  summary:
    'Complaints, suggestions and audit queries, the latest first: a member’s own, or those that the office answers.',
  access: 'enquiry.read',
  query: listQuery(['changedAt'], {
    kind: z.optional(kind),
    status: z.optional(z.enum(enquiryStatuses, `Use one of ${enquiryStatuses.join(', ')}`)),
  }),
  kind: 'list',
  reply: summary,
  summaryReply: z.object({
    /** How many wait for an answer. */
    open: z.number(),
    /** The kinds that the reader sees, and those that they can send. */
    kinds: z.array(kind),
    canSend: z.array(kind),
    /** By which a member sends something without a name, today and tomorrow. The same for every member; null for officers. */
    pass: z.nullable(z.string()),
  }),
})

export const getEnquiry = endpoint({
  method: 'GET',
  path: '/governance/enquiries/:id',
  summary: 'One complaint, suggestion or audit query with everything that was written in it.',
  access: 'enquiry.read',
  params,
  reply: enquiry,
})

export const openEnquiry = endpoint({
  method: 'POST',
  path: '/governance/enquiries',
  summary: 'Sends the officers a complaint or suggestion of a member, or a query of the auditor.',
  access: 'enquiry.ask',
  needsProof: true,
  says: ['meetings', 'Sent a complaint, a suggestion or an audit query'],
  changes: ['governance/enquiries', 'cooperatives/statistics', 'member-portal'],
  body: z.strictObject({ kind, subject, text }),
  reply: enquiry,
  status: 201,
  message: 'Sent to the officers',
})

export const writeEnquiry = endpoint({
  method: 'POST',
  path: '/governance/enquiries/:id/messages',
  summary: 'The asker writes more; it waits for an answer again.',
  access: 'enquiry.ask',
  needsProof: true,
  says: ['meetings', 'Wrote more in an enquiry'],
  changes: ['governance/enquiries', 'cooperatives/statistics', 'member-portal'],
  params,
  body: z.strictObject({ text }),
  reply: enquiry,
  status: 201,
  message: 'Sent to the officers',
})

export const closeEnquiry = endpoint({
  method: 'POST',
  path: '/governance/enquiries/:id/close',
  summary: 'The asker closes it: it is settled.',
  access: 'enquiry.ask',
  needsProof: true,
  says: ['meetings', 'Closed an enquiry'],
  changes: ['governance/enquiries', 'cooperatives/statistics', 'member-portal'],
  params,
  reply: enquiry,
  message: 'Closed',
})

export const answerEnquiry = endpoint({
  method: 'POST',
  path: '/governance/enquiries/:id/answers',
  summary: 'An officer answers; the asker is told.',
  access: 'enquiry.answer',
  says: ['meetings', 'Answered an enquiry'],
  changes: ['governance/enquiries', 'cooperatives/statistics', 'member-portal'],
  params,
  body: z.strictObject({
    text,
    /** False where more is to come. */
    isFinal: z.boolean('Use true or false'),
  }),
  reply: enquiry,
  status: 201,
  message: 'Answer sent',
})

export const signEnquiryTokens = endpoint({
  method: 'POST',
  path: '/governance/enquiry-tokens',
  summary:
    'Signs a member’s tokens of the month for messages without a name, without seeing them (RFC 9474, RSABSSA-SHA384-PSS-Randomized): one batch for each of two devices. The same batch is signed again. Without tokens it answers the key alone.',
  access: 'vote.cast',
  says: ['meetings', 'Prepared messages without a name'],
  changes: [],
  // A message without a name shows no one whose it was, so no one would find out who else sent it.
  needsProof: true,
  body: z.strictObject({
    blinded: z.optional(
      z
        .array(bytes(keyBits / 8), 'Send the blinded tokens as a list')
        .check(z.length(tokensOfBatch, `Send ${tokensOfBatch} tokens`)),
    ),
  }),
  reply: z.object({
    cooperativeId: id<CooperativeId>(),
    /** SPKI in base64url. */
    publicKey: z.string(),
    signatures: z.array(z.string()),
  }),
  status: 201,
  message: 'Ready for messages without a name',
})

const token = secret(z.strictObject({ serial: bytes(serialBytes), signature: bytes(keyBits / 8) }))
const pass = textOf(120, (given) => /^[\w-]{22}\.[\w-]{43}$/.test(given), 'Use the pass of your list')
const reference = textOf(22, (given) => /^[\w-]{22}$/.test(given), 'Use the code that you were given')

export const openEnquiryWithoutName = endpoint({
  method: 'POST',
  path: '/governance/enquiries-without-name',
  summary:
    'Sends the officers a complaint or suggestion without a name, which they see from the next morning on. It comes without a session; no address is stored or logged, and no time of day with it. A token is good for one message, which may be sent again. The code in the reply reads the answer.',
  access: 'public',
  says: null,
  changes: [],
  isAnonymous: true,
  body: z.strictObject({
    pass,
    token,
    kind: z.enum(memberKinds, `Use one of ${memberKinds.join(', ')}`),
    subject,
    text,
  }),
  reply: z.object({ reference: z.string() }),
  status: 201,
  message: 'Sent to the officers without your name',
})

export const readEnquiryWithoutName = endpoint({
  method: 'POST',
  path: '/governance/enquiries-without-name/read',
  summary: 'What was sent without a name, with its answers, for those who have its code.',
  access: 'public',
  says: null,
  changes: [],
  isAnonymous: true,
  body: z.strictObject({ pass, reference }),
  /** Nothing by which officers know it. */
  reply: z.omit(enquiry, { id: true }),
})
