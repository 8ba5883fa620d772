import * as z from 'zod/mini'
import type { AnnouncementId } from '#core/ids.ts'
import { isPortalPath, messageLengthMax } from '#features/access/notifications/rules/notification.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, longText, textOf } from '#core/contract/fields.ts'
import { fileFormat } from '#core/contract/report-fields.ts'
import { memberSelection } from './member-selection.ts'
import { notificationType, reach } from '#features/access/notifications/contract.ts'
import { recipients } from './recipients.ts'

/** Room for as many identifiers as one message may name. */
const recipientBytesMax = 512 * 1024

export const sendNotification = endpoint({
  method: 'POST',
  path: '/notifications',
  summary: 'Tells all active members, or the chosen ones; by SMS and email too where asked.',
  access: 'notification.send',
  says: ['messages', 'Sent a message to members'],
  changes: ['messages', 'notifications'],
  body: z.strictObject({
    message: longText('Write the message', messageLengthMax),
    type: z.optional(notificationType),
    to: z.union([recipients, memberSelection], 'Send "all" or a list of member ids'),
    /** The page of the members' portal that it speaks of. */
    link: z.optional(textOf(160, isPortalPath, "Use a page of the members' portal, such as /member/contributions")),
    alsoSms: z.optional(z.boolean('Use true or false')),
    alsoEmail: z.optional(z.boolean('Use true or false')),
  }),
  bodyBytesMax: recipientBytesMax,
  reply: z.object({ id: id<AnnouncementId>(), ...reach }),
  status: 201,
  message: 'Message sent',
})

export const getUnreached = endpoint({
  method: 'GET',
  path: '/notifications/sent/:id/unreached',
  summary:
    'The members whom a sent message reached neither in the app nor by SMS, WhatsApp or email, as a file to print.',
  access: 'notification.review',
  says: ['messages', 'Downloaded the list of members whom a message did not reach'],
  params: z.object({ id: id<AnnouncementId>() }),
  query: z.object({ format: fileFormat }),
  kind: 'file',
  reply: z.null(),
})
