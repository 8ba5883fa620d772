import * as z from 'zod/mini'
import type { AnnouncementId, NotificationId } from '#domain/ids.ts'
import { isPortalPath, messageLengthMax, notificationStatuses, notificationTypes } from '#domain/notifications/notification.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, listQuery, longText, textOf } from './fields.ts'
import { memberSelection } from './member-selection.ts'
import { recipients } from './recipients.ts'

/** Room for as many identifiers as one message may name. */
const recipientBytesMax = 512 * 1024

const type = z.enum(notificationTypes, `Use one of ${notificationTypes.join(', ')}`)

const notification = z.object({
  id: id<NotificationId>(),
  type,
  message: z.string(),
  status: z.enum(notificationStatuses),
  read: z.boolean(),
  createdAt: instant,
  /** The page of the app that it speaks of. */
  link: z.nullable(z.string()),
})

const notificationParams = z.object({ id: id<NotificationId>() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: "The caller's own notifications, newest first; `meta.summary.unread` counts all that are unread.",
  access: 'notification.read',
  query: listQuery(['createdAt'], { type: z.optional(type), status: z.optional(z.enum(notificationStatuses, 'Use unread or read')) }),
  kind: 'list',
  reply: notification,
  summaryReply: z.object({ unread: z.number() }),
})

export const sendNotification = endpoint({
  method: 'POST',
  path: '/notifications',
  summary: 'Tells all active members, or the chosen ones; by SMS and email too where asked.',
  access: 'notification.send',
  body: z.strictObject({
    message: longText('Write the message', messageLengthMax),
    type: z.optional(type),
    to: z.union([recipients, memberSelection], 'Send "all" or a list of member ids'),
    /** The page of the members' portal that it speaks of. */
    link: z.optional(textOf(160, isPortalPath, "Use a page of the members' portal, such as /member/contributions")),
    alsoSms: z.optional(z.boolean('Use true or false')),
    alsoEmail: z.optional(z.boolean('Use true or false')),
  }),
  bodyBytesMax: recipientBytesMax,
  reply: z.object({ id: id<AnnouncementId>(), recipients: z.number(), sms: z.number(), emails: z.number() }),
  status: 201,
  message: 'Message sent',
})

export const listSentNotifications = endpoint({
  method: 'GET',
  path: '/notifications/sent',
  summary: 'What officers sent to members, newest first.',
  access: 'notification.review',
  query: listQuery(['createdAt'], {}),
  kind: 'list',
  reply: z.object({
    id: id<AnnouncementId>(),
    type,
    message: z.string(),
    recipients: z.number(),
    sms: z.number(),
    emails: z.number(),
    sentBy: z.string(),
    createdAt: instant,
  }),
})

export const readNotification = endpoint({
  method: 'PUT',
  path: '/notifications/:id/read',
  summary: 'Marks one of the caller’s notifications as read.',
  access: 'notification.read',
  params: notificationParams,
  reply: notification,
})

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/notifications/read-all',
  summary: 'Marks all as read that came up to `through`, the newest one that the caller was shown; all of them where it is left out.',
  access: 'notification.read',
  body: z.strictObject({ through: z.optional(instant) }),
  reply: z.object({ read: z.number() }),
})

export const hideNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  summary: 'Takes a notification off the caller’s own list; nobody else’s changes.',
  access: 'notification.read',
  params: notificationParams,
  reply: z.object({ id: id<NotificationId>() }),
  message: 'Notification deleted',
})

export const restoreNotification = endpoint({
  method: 'PUT',
  path: '/notifications/:id/restore',
  summary: 'Puts a deleted notification back.',
  access: 'notification.read',
  params: notificationParams,
  reply: notification,
})
