import * as z from 'zod/mini'
import type { MemberId, MessageId } from '#core/ids.ts'
import {
  choosableKinds,
  messageChannels,
  messageKinds,
  messageStates,
  messageWays,
  smsMonthMaxMax,
  usualKinds,
  usualWays,
} from './rules/message.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery, naira, whole } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/access/login/strings.ts'

const message = z.object({
  id: id<MessageId>(),
  createdAt: instant,
  kind: z.enum(messageKinds),
  channel: z.enum(messageChannels),
  /** Masked for the super administrator. */
  recipient: z.string(),
  memberId: z.nullable(id<MemberId>()),
  memberName: z.nullable(z.string()),
  state: z.enum(messageStates),
  /** Until when it is not sent, of one that waits for a time of day. */
  waitsUntil: z.nullable(instant),
  provider: z.nullable(z.string()),
  /** Why it failed or could not be sent yet. */
  reason: z.nullable(z.string()),
  /** Of an SMS; each is charged. */
  parts: z.nullable(z.number()),
  cost: z.nullable(naira),
  sentAgain: z.number(),
  /** Whether its text is still there to be sent again. */
  hasText: z.boolean(),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  summary:
    "SMS and email of the last 30 days, newest first, without their text: an officer's of the own cooperative, the super administrator's those that belong to none. `meta.summary.failed` counts all that failed.",
  access: 'message.list',
  query: listQuery(['createdAt'], {
    state: z.optional(z.enum(messageStates, fill(strings.useOneOf, { join: messageStates.join(', ') }))),
    channel: z.optional(z.enum(messageChannels, strings.useSmsEmailOrWhatsapp)),
  }),
  kind: 'list',
  reply: message,
  summaryReply: z.object({ failed: z.number() }),
})

export const sendMessageAgain = endpoint({
  method: 'POST',
  path: '/messages/:id/send-again',
  summary: 'Sends a message that failed once more, to the same recipient.',
  access: 'message.send_again',
  says: ['messages', 'Sent a failed message again'],
  changes: ['messages', 'notifications/sent'],
  params: z.object({ id: id<MessageId>() }),
  reply: message,
  message: 'Message sent again',
})

const way = z.enum(messageWays, fill(strings.useOneOf, { join: messageWays.join(', ') }))
const usualWay = z.enum(usualWays, fill(strings.useOneOf, { join: usualWays.join(', ') }))
const usual = z.object({ kind: z.enum(usualKinds), way: usualWay })

export const getUsualWays = endpoint({
  method: 'GET',
  path: '/messages/usual-ways',
  summary: 'How receipts and decisions on loans come to members who have not chosen for themselves.',
  access: 'message.list',
  reply: z.array(usual),
})

export const setUsualWay = endpoint({
  method: 'PUT',
  path: '/messages/usual-ways',
  summary: 'Changes how one kind of message usually comes.',
  access: 'notification.send',
  says: ['messages', 'Changed how members get messages'],
  changes: ['messages'],
  body: z.strictObject({
    kind: z.enum(usualKinds, fill(strings.useOneOf, { join: usualKinds.join(', ') })),
    way: usualWay,
  }),
  reply: z.array(usual),
  message: 'Changed',
})

const budget = z.object({
  /** SMS of a month; null without a limit. */
  max: z.nullable(z.number()),
  /** This month, in parts as they are charged. */
  used: z.number(),
  /** What a part costs, as this server estimates it. */
  partCost: naira,
  /** What each SMS begins with. */
  society: z.string(),
})

export const getSmsBudget = endpoint({
  method: 'GET',
  path: '/messages/sms-budget',
  summary: 'How many SMS this month has had, how many it may have, and what one costs.',
  access: 'message.list',
  reply: budget,
})

export const setSmsBudget = endpoint({
  method: 'PUT',
  path: '/messages/sms-budget',
  summary:
    'Limits the SMS of a month; null takes the limit away. Beyond it nothing goes to many by SMS; codes and messages to one member do.',
  access: 'notification.send',
  says: ['messages', 'Changed the limit of SMS'],
  changes: ['messages'],
  body: z.strictObject({ max: z.nullable(whole(smsMonthMaxMax)) }),
  reply: budget,
  message: 'Changed',
})

/** `way` is null where the member has not chosen; `usual` is null where the society decides each time. */
const choice = z.object({
  kind: z.enum(choosableKinds),
  way: z.nullable(way),
  usual: z.nullable(usualWay),
  /** The ways that can be chosen here. */
  offered: z.array(way),
})

export const getOwnWays = endpoint({
  method: 'GET',
  path: '/member-portal/message-ways',
  summary: 'How each kind of message comes to this member.',
  access: 'portal.read',
  reply: z.array(choice),
})

export const setOwnWay = endpoint({
  method: 'PUT',
  path: '/member-portal/message-ways',
  summary: 'Chooses how one kind of message comes; null leaves it to the cooperative.',
  access: 'portal.read',
  says: ['messages', 'Chose how their messages come'],
  changes: ['cooperatives/members', 'member-portal'],
  needsProof: true,
  body: z.strictObject({
    kind: z.enum(choosableKinds, fill(strings.useOneOf, { join: choosableKinds.join(', ') })),
    way: z.nullable(way),
  }),
  reply: z.array(choice),
  message: 'Changed',
})
