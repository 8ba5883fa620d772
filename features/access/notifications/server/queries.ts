import type { PageOf, Parsed, Replied } from '#core/contract/endpoint.ts'
import type {
  listNotifications as listContract,
  listSentNotifications as sentContract,
} from '#features/access/notifications/contract.ts'
import type { SuperAdminActor, TenantActor } from '#core/actor.ts'
import type { NotificationId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { mentions } from '#platform/db/mentions.ts'
import { allOf, sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

type Notification = Replied<typeof listContract>
type Row = Omit<Notification, 'status'>
type Reader = TenantActor | SuperAdminActor

/**
 * All that this session was ever told: a member their own, an officer what the officers as a body were told with their own
 * login's reading of it, the super admin likewise.
 */
function toldTo(reader: Reader): Statement {
  if (reader.role === 'member') {
    return sql`select notification_id, type, message, link, created_at, read_at, hidden_at from app.notification where member_id = ${reader.memberId}`
  }
  return reader.role === 'coop_admin'
    ? sql`select n.notification_id, n.type, n.message, n.link, n.created_at, r.read_at, r.hidden_at from app.officer_notification n
        left join app.officer_reading r on r.notification_id = n.notification_id and r.login_id = ${reader.loginId}`
    : sql`select n.notification_id, n.type, n.message, n.link, n.created_at, r.read_at, r.hidden_at from platform.notification n
        left join platform.reading r on r.notification_id = n.notification_id and r.login_id = ${reader.loginId}`
}

const columns = sql`notification_id as id, type, message, link, created_at, read_at is not null as read`

function notificationFrom(row: Row): Notification {
  return { ...row, status: row.read ? 'read' : 'unread' }
}

export async function listNotifications(
  tx: Tx,
  reader: Reader,
  { type, status, q, sort, page, limit }: Parsed<typeof listContract> & { page: number; limit: number },
): Promise<PageOf<Notification>> {
  const where = allOf([
    sql`true`,
    ...(type ? [sql`type = ${type}`] : []),
    ...(status ? [status === 'read' ? sql`read_at is not null` : sql`read_at is null`] : []),
    ...(q ? [mentions(sql`message`, q)] : []),
  ])
  const order = sort === 'createdAt' ? sql`created_at, notification_id` : sql`created_at desc, notification_id desc`
  const [rows, { total, unread }] = await Promise.all([
    tx.many<Row>(sql`
      select ${columns} from (${toldTo(reader)}) told where hidden_at is null and ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number; unread: number }>(sql`
      select count(*) filter (where ${where})::int as total, count(*) filter (where read_at is null)::int as unread from (${toldTo(reader)}) told where hidden_at is null`),
  ])
  return { rows: rows.map(notificationFrom), total, summary: { unread } }
}

export async function findNotification(tx: Tx, reader: Reader, id: NotificationId): Promise<Notification> {
  const row = await tx.maybe<Row>(sql`select ${columns} from (${toldTo(reader)}) told where notification_id = ${id}`)
  return row ? notificationFrom(row) : refuse('not_found')
}

export async function listSentNotifications(
  tx: Tx,
  _actor: TenantActor,
  { q, sort, page, limit }: Parsed<typeof sentContract> & { page: number; limit: number },
): Promise<PageOf<Replied<typeof sentContract>>> {
  const where = q ? mentions(sql`message`, q) : sql`true`
  const order = sort === 'createdAt' ? sql`created_at, announcement_id` : sql`created_at desc, announcement_id desc`
  const [rows, { total }] = await Promise.all([
    tx.many<Replied<typeof sentContract>>(sql`
      select announcement_id as id, type, message, recipients, sms, emails, in_app, unreached, sent_by_name as "sentBy", created_at
      from app.announcement where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from app.announcement where ${where}`),
  ])
  return { rows, total }
}
