import * as z from 'zod/mini'
import type { AnnouncementId, NotificationId } from '#core/ids.ts'
import { notificationStatuses, notificationTypes } from './rules/notification.ts'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, listQuery } from '#core/contract/fields.ts'
import { fill } from '#core/fill.ts'
import * as strings from '#features/access/login/strings.ts'

export const notificationType = z.enum(
  notificationTypes,
  fill(strings.useOneOf, { join: notificationTypes.join(', ') }),
)

const notification = z.object({
  id: id<NotificationId>(),
  type: notificationType,
  message: z.string(),
  status: z.enum(notificationStatuses),
  read: z.boolean(),
  createdAt: instant,
  /** The page of the app that it speaks of. */
  link: z.nullable(z.string()),
})

/** How many a message is for, who can read it in the app, how many SMS (or messages by WhatsApp) and emails left, and who is reached by none of these; null where that was not counted yet. */
export const reach = {
  recipients: z.number(),
  inApp: z.nullable(z.number()),
  sms: z.number(),
  emails: z.number(),
  unreached: z.nullable(z.number()),
}

const notificationParams = z.object({ id: id<NotificationId>() })

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: "The caller's own notifications, newest first; `meta.summary.unread` counts all that are unread.",
  access: 'notification.read',
  query: listQuery(['createdAt'], {
    type: z.optional(notificationType),
    status: z.optional(z.enum(notificationStatuses, strings.useUnreadOrRead)),
  }),
  kind: 'list',
  reply: notification,
  summaryReply: z.object({ unread: z.number() }),
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
    type: notificationType,
    message: z.string(),
    ...reach,
    sentBy: z.string(),
    createdAt: instant,
  }),
})

export const readNotification = endpoint({
  method: 'PUT',
  path: '/notifications/:id/read',
  summary: 'Marks one of the caller’s notifications as read.',
  access: 'notification.read',
  says: ['messages', 'Marked a notification as read'],
  changes: ['notifications'],
  isOwn: true,
  params: notificationParams,
  reply: notification,
})

export const readAllNotifications = endpoint({
  method: 'PUT',
  path: '/notifications/read-all',
  summary:
    'Marks all as read that came up to `through`, the newest one that the caller was shown; all of them where it is left out.',
  access: 'notification.read',
  says: ['messages', 'Marked notifications as read'],
  changes: ['notifications'],
  isOwn: true,
  body: z.strictObject({ through: z.optional(instant) }),
  reply: z.object({ read: z.number() }),
})

export const hideNotification = endpoint({
  method: 'DELETE',
  path: '/notifications/:id',
  summary: 'Takes a notification off the caller’s own list; no one else’s changes.',
  access: 'notification.read',
  says: ['messages', 'Deleted a notification'],
  changes: ['notifications'],
  isOwn: true,
  params: notificationParams,
  reply: z.object({ id: id<NotificationId>() }),
  message: 'Notification deleted',
})

export const restoreNotification = endpoint({
  method: 'PUT',
  path: '/notifications/:id/restore',
  summary: 'Puts a deleted notification back.',
  access: 'notification.read',
  says: ['messages', 'Restored a notification'],
  changes: ['notifications'],
  isOwn: true,
  params: notificationParams,
  reply: notification,
})
