import * as z from 'zod/mini'
import { endpoint } from '#core/contract/endpoint.ts'
import { lengthAtMost } from '#core/contract/fields.ts'
import * as strings from '#features/access/login/strings.ts'

const keyOf = (characters: number, sentence: string) =>
  z.string(sentence).check(lengthAtMost(characters, sentence), z.regex(new RegExp(`^[\\w-]{${characters}}$`), sentence))

const endpointSentence = strings.useTheAddressThatThe

export const getPush = endpoint({
  method: 'GET',
  path: '/auth/push',
  summary: 'The key with which a browser asks its push service for notifications, and whether this session gets them.',
  access: 'signed_in',
  reply: z.object({ publicKey: z.string(), isOn: z.boolean() }),
})

export const turnOnPush = endpoint({
  method: 'PUT',
  path: '/auth/push',
  summary:
    'Sends the notifications of this session to this browser as well, until it logs out; `greet` sends a first one.',
  access: 'signed_in',
  says: ['messages', 'Turned on notifications on a device'],
  changes: ['auth/push'],
  isOwn: true,
  body: z.strictObject({
    endpoint: z.string(endpointSentence).check(lengthAtMost(1000, endpointSentence)),
    p256dh: keyOf(87, strings.useTheBrowsersPublicKey),
    auth: keyOf(22, strings.useTheBrowsersSecretIn),
    greet: z.optional(z.boolean()),
  }),
  reply: z.object({ isOn: z.boolean() }),
})

export const turnOffPush = endpoint({
  method: 'DELETE',
  path: '/auth/push',
  summary: 'Sends no notifications to this browser any more.',
  access: 'signed_in',
  says: ['messages', 'Turned off notifications on a device'],
  changes: ['auth/push'],
  isOwn: true,
  reply: z.object({ isOn: z.boolean() }),
})
