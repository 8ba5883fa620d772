import type { NotificationId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/access/notifications/contract.ts'
import { sharedAction } from '#platform/action.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findNotification, type Reader } from './reads.ts'

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
  const touched =
    actor.role === 'member'
      ? await tx.run(
          sql`update app.notification set read_at = coalesce(read_at, now()) where notification_id = ${id} and member_id = ${actor.memberId}`,
        )
      : await saveReading(tx, actor, sql`where notification_id = ${id}`, { column: sql`read_at`, value: sql`now()` })
  return touched > 0 ? findNotification(tx, actor, id) : refuse('not_found')
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

/** Marks as read what came up to that instant, to the millisecond in which clients know it; says how many that were. */
async function markAllRead(tx: Tx, reader: Reader, through: Date): Promise<number> {
  const before = sql`created_at < ${through}::timestamptz + interval '1 millisecond'`
  if (reader.role === 'member') {
    return tx.run(
      sql`update app.notification set read_at = now() where member_id = ${reader.memberId} and read_at is null and hidden_at is null and ${before}`,
    )
  }
  const readings = reader.role === 'coop_admin' ? sql`app.officer_reading` : sql`platform.reading`
  const unread = sql`not exists (select from ${readings} r where r.notification_id = n.notification_id and r.login_id = ${reader.loginId} and (r.read_at is not null or r.hidden_at is not null))`
  return saveReading(tx, reader, sql`where ${before} and ${unread}`, { column: sql`read_at`, value: sql`now()` })
}

/** Hides one or puts it back. Refuses: not_found, where the reader never got it. */
async function setHidden(tx: Tx, reader: Reader, id: NotificationId, hidden: boolean): Promise<void> {
  const value = hidden ? sql`now()` : sql`null::timestamptz`
  const touched =
    reader.role === 'member'
      ? await tx.run(
          sql`update app.notification set hidden_at = ${value} where notification_id = ${id} and member_id = ${reader.memberId}`,
        )
      : await saveReading(tx, reader, sql`where notification_id = ${id}`, { column: sql`hidden_at`, value })
  if (touched === 0) refuse('not_found')
}

/** What this login has done with notifications that several got. */
async function saveReading(
  tx: Tx,
  reader: Exclude<Reader, { role: 'member' }>,
  which: Statement,
  { column, value }: { column: Statement; value: Statement },
): Promise<number> {
  if (reader.role === 'superadmin') {
    return tx.run(sql`
      insert into platform.reading (login_id, notification_id, ${column}) select ${reader.loginId}, n.notification_id, ${value} from platform.notification n ${which}
      on conflict (login_id, notification_id) do update set ${column} = excluded.${column}`)
  }
  return tx.run(sql`
    insert into app.officer_reading (cooperative_id, login_id, notification_id, ${column})
    select ${reader.cooperativeId}, ${reader.loginId}, n.notification_id, ${value} from app.officer_notification n ${which}
    on conflict (cooperative_id, login_id, notification_id) do update set ${column} = excluded.${column}`)
}
