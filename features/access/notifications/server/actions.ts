import * as contract from '#features/access/notifications/contract.ts'
import { sharedAction } from '#platform/action.ts'
import { findNotification } from './reads.ts'
import { markAllRead, markRead, setHidden } from './writes.ts'

const unixEpoch = new Date(0)

/** Marks what the person was shown, and not what arrived while they were looking. */
export const readAllNotifications = sharedAction(
  contract.readAllNotifications,
  async ({ tx, actor, now }, { through }) => {
    // Nothing came before computers had clocks, and a date of that kind is no timestamp of PostgreSQL's.
    if (through && through < unixEpoch) return { read: 0 }
    return { read: await markAllRead(tx, actor, through && through < now ? through : now) }
  },
)

/** Refuses: not_found. */
export const readNotification = sharedAction(contract.readNotification, async ({ tx, actor }, { id }) => {
  await markRead(tx, actor, id)
  return findNotification(tx, actor, id)
})

/** Refuses: not_found. */
export const restoreNotification = sharedAction(contract.restoreNotification, async ({ tx, actor }, { id }) => {
  await setHidden(tx, actor, id, false)
  return findNotification(tx, actor, id)
})

/** Refuses: not_found. */
export const hideNotification = sharedAction(contract.hideNotification, async ({ tx, actor }, { id }) => {
  await setHidden(tx, actor, id, true)
  return { id }
})
