import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import type { NotificationId } from '#core/ids.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { refuse } from '#core/refusal.ts'
import * as contract from '#features/access/notifications/contract.ts'
import { pageOf, sharedPageOf } from '#platform/db/page-of.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Notification = Replied<typeof contract.listNotifications>
type Row = Omit<Notification, 'status'>
export type Reader = TenantActor | SuperAdminActor

/**
 * All that this session was ever notified of: a member their own, an officer what the officers as a body were, with their own
 * login's reading of it, the super admin likewise.
 */
function noticesOf(reader: Reader): Statement {
  if (reader.role === 'member') {
    return sql`(select notification_id, type, message, link, created_at, read_at, hidden_at from app.notification where member_id = ${reader.memberId}) n`
  }
  return reader.role === 'coop_admin'
    ? sql`(select n.notification_id, n.type, n.message, n.link, n.created_at, r.read_at, r.hidden_at from app.officer_notification n
        left join app.officer_reading r on r.notification_id = n.notification_id and r.login_id = ${reader.loginId}) n`
    : sql`(select n.notification_id, n.type, n.message, n.link, n.created_at, r.read_at, r.hidden_at from platform.notification n
        left join platform.reading r on r.notification_id = n.notification_id and r.login_id = ${reader.loginId}) n`
}

const columns = sql`notification_id as id, type, message, link, created_at, read_at is not null as read`

function notificationFrom(row: Row): Notification {
  return { ...row, status: row.read ? 'read' : 'unread' }
}

export const listNotifications = sharedPageOf<typeof contract.listNotifications, Row>(contract.listNotifications, {
  from: ({ actor }) => noticesOf(actor),
  select: columns,
  always: sql`hidden_at is null`,
  where: {
    type: (type) => sql`type = ${type}`,
    status: (status) => (status === 'read' ? sql`read_at is not null` : sql`read_at is null`),
  },
  search: { text: sql`message` },
  sorts: { createdAt: sql`created_at` },
  order: '-createdAt',
  last: sql`notification_id desc`,
  // All that are unread, whatever was asked for.
  totals: ({ actor }) =>
    sql`(select count(*)::int from ${noticesOf(actor)} where hidden_at is null and read_at is null) as unread`,
  row: notificationFrom,
})

/** Refuses: not_found. */
export async function findNotification(tx: Tx, reader: Reader, id: NotificationId): Promise<Notification> {
  const row = await tx.maybe<Row>(sql`select ${columns} from ${noticesOf(reader)} where notification_id = ${id}`)
  return row ? notificationFrom(row) : refuse('not_found')
}

export const listSentNotifications = pageOf(contract.listSentNotifications, {
  from: sql`app.announcement`,
  select: sql`announcement_id as id, type, message, recipients, sms, emails, in_app, unreached, sent_by_name as sent_by, created_at`,
  where: {},
  search: { text: sql`message` },
  sorts: { createdAt: sql`created_at` },
  order: '-createdAt',
  last: sql`announcement_id desc`,
})
