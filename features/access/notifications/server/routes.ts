import * as contract from '#features/access/notifications/contract.ts'
import { bind, bindBoth } from '#platform/http/bind.ts'
import { hideNotification } from './hide-notification.ts'
import { listNotifications, listSentNotifications } from './queries.ts'
import { readAllNotifications } from './read-all-notifications.ts'
import { readNotification } from './read-notification.ts'
import { restoreNotification } from './restore-notification.ts'

export const notificationRoutes = [
  bindBoth(contract.listNotifications, listNotifications, listNotifications),
  bind(contract.listSentNotifications, listSentNotifications),
  bindBoth(contract.readAllNotifications, readAllNotifications, readAllNotifications),
  bindBoth(contract.readNotification, readNotification, readNotification),
  bindBoth(contract.restoreNotification, restoreNotification, restoreNotification),
  bindBoth(contract.hideNotification, hideNotification, hideNotification),
]
