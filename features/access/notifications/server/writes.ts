import { approvals, overseen } from '#core/contract/changes.ts'
import type { TenantActor } from '#core/actor.ts'
import type { AnnouncementId, CooperativeId, MemberId, NotificationId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import { t } from '#core/sentence.ts'
import type { MessageKind, UsualKind } from '#features/access/messages/rules/message.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { newId } from '#platform/db/id.ts'
import { queuedTo, waysTo } from '#platform/db/messages.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter, hintMembers } from '#platform/live/hints.ts'
import type { Reader } from './reads.ts'

/** What is said, and the page of the app that it is about. */
export type Notice<Link extends string = string> = { message: string; type?: NotificationType; link?: Link }

/** The kinds of what members are notified of one by one, by the ways that they chose; a meeting's comes to those who did, and what concerns their security by SMS and email, whatever they chose. */
export type OwnKind = UsualKind | 'meeting' | 'security'

/** In one statement; what is of a `kind` comes by SMS or email too, to those who have it so. Sent, not awaited: nothing after it depends on it but the commit. */
export function insertMemberNotices(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly (Notice & { memberId: MemberId })[],
  kind?: OwnKind,
): void {
  const members = notices.map(({ memberId }) => memberId)
  hintMembers(tx, cooperativeId, members)
  const inserted = sql`
    insert into app.notification (cooperative_id, notification_id, member_id, type, message, link)
    select ${cooperativeId}, n.notification_id, n.member_id, n.type, n.message, n.link from unnest(${notices.map(() => newId())}::uuid[], ${members}::uuid[],
      ${notices.map(({ type = 'info' }) => type)}::text[], ${notices.map(({ message }) => message)}::text[], ${notices.map(({ link }) => link ?? null)}::text[]) as n(notification_id, member_id, type, message, link)
    where not exists (select from app.member m where m.member_id = n.member_id and ${hasLeftOrDied})`
  if (kind === undefined) return tx.send(inserted)
  const always = kind === 'security'
  const ways = { kind, subject: subjectOf(kind), bySms: always, byEmail: always }
  tx.send(
    sql`with told as (${inserted} returning member_id, message) ${queuedTo(cooperativeId, sql`select * from told`, ways)}`,
  )
}

function subjectOf(kind: OwnKind): string {
  if (kind === 'receipt') return t('Your account')
  if (kind === 'loan') return t('Your loan')
  return kind === 'meeting' ? t('Your action from a meeting') : t('Your membership')
}

/** Notifies a cooperative's officers as a body, in the transaction of the event; the super admin's transaction may, too. */
export function insertOfficerNotice(
  tx: Tx,
  cooperativeId: CooperativeId,
  { message, type = 'info', link }: Notice,
): void {
  hintAfter(tx, { topics: ['notifications', ...approvals], cooperativeId, officers: true, members: [] })
  tx.send(sql`
    insert into app.officer_notification (cooperative_id, notification_id, type, message, link) values (${cooperativeId}, ${newId()}, ${type}, ${message}, ${link ?? null})`)
}

/** Notifies the super administrators, in the transaction of the cooperative's event. */
export function insertPlatformNotice(tx: Tx, { message, type = 'info', link }: Notice): void {
  hintPlatform(tx)
  tx.send(
    sql`insert into platform.notification (notification_id, type, message, link) values (${newId()}, ${type}, ${message}, ${link ?? null})`,
  )
}

/** The same, unless they were ever told so. Says whether it was new. */
export async function insertPlatformNoticeOnce(tx: Tx, { message, type = 'info', link }: Notice): Promise<boolean> {
  const added = await tx.run(sql`
    insert into platform.notification (notification_id, type, message, link)
    select ${newId()}, ${type}, ${message}, ${link ?? null} where not exists (select from platform.notification n where n.message = ${message})`)
  if (added === 1) hintPlatform(tx)
  return added === 1
}

function hintPlatform(tx: Tx): void {
  hintAfter(tx, { topics: ['notifications', ...overseen], officers: false, members: [] })
}

type NewAnnouncement = {
  type: NotificationType
  message: string
  link: string | null
  announcementId: AnnouncementId
  to: 'all' | readonly MemberId[]
  /** Of the SMS and the email. */
  kind: MessageKind
  subject: string
  alsoSms: boolean
  alsoEmail: boolean
}
/** `known`: how many of those who were named are in the register. */
type Reached = { recipients: number; sms: number; emails: number; inApp: number; unreached: number; known: number }

/**
 * The announcement, a notification for each recipient and the messages to phones and mailboxes, in one statement
 * whatever their number; nothing where there is no recipient. Members who left are no recipients.
 */
export async function insertAnnouncement(tx: Tx, actor: TenantActor, a: NewAnnouncement): Promise<Reached | undefined> {
  hintMembers(tx, actor.cooperativeId, a.to)
  const chosen: Statement = a.to === 'all' ? sql`m.status = 'active'` : sql`m.member_id = any(${a.to}::uuid[])`
  const { joins, phone, email, whatsapp } = waysTo(a.kind, { bySms: a.alsoSms, byEmail: a.alsoEmail })
  return tx.maybe<Reached>(sql`
    with chosen as materialized (select m.member_id from app.member m where m.removed_at is null and not ${hasLeftOrDied} and ${chosen}),
    recipient as materialized (
      select m.member_id, nullif(${phone}, '') as phone, ${email} as email, nullif(${whatsapp}, '') as whatsapp, coalesce(p.confirmed, false) as in_app
      from chosen join app.member m using (member_id) left join platform.memberships_of((select array_agg(member_id) from chosen)) p on p.member_id = m.member_id ${joins}),
    announced as (
      insert into app.announcement (cooperative_id, announcement_id, type, message, recipients, sms, emails, in_app, unreached, sent_by, sent_by_name)
      select ${actor.cooperativeId}::uuid, ${a.announcementId}::uuid, ${a.type}::text, ${a.message}::text, count(*), count(phone) + count(whatsapp), count(email),
        count(*) filter (where in_app), count(*) filter (where not in_app and num_nonnulls(phone, email, whatsapp) = 0),
        ${actor.loginId}::uuid, ${actor.name}::text
      from recipient having count(*) > 0 returning recipients, sms, emails, in_app, unreached),
    told as (
      insert into app.notification (cooperative_id, notification_id, member_id, type, message, link, announcement_id, is_unreached)
      select ${actor.cooperativeId}::uuid, gen_random_uuid(), member_id, ${a.type}::text, ${a.message}::text, ${a.link}::text, ${a.announcementId}::uuid,
        not in_app and num_nonnulls(phone, email, whatsapp) = 0 from recipient),
    sent as (
      insert into platform.message (message_id, cooperative_id, kind, member_id, channel, recipient, subject, body)
      select gen_random_uuid(), ${actor.cooperativeId}::uuid, ${a.kind}::text, recipient.member_id, way.channel, way.recipient, way.subject,
        case way.channel when 'sms' then platform.sms_text(society.name, ${a.message}) when 'whatsapp' then ${a.message}::text else society.name || ': ' || ${a.message}::text end
      from recipient cross join app.cooperative society
      cross join lateral (values ('sms', recipient.phone, null), ('email', recipient.email, ${a.subject}::text), ('whatsapp', recipient.whatsapp, society.name)) way(channel, recipient, subject)
      where way.recipient is not null)
    select recipients, sms, emails, in_app, unreached, (select count(*) from app.member m where m.removed_at is null and ${chosen})::int as known from announced`)
}

/** Marks one as read. Refuses: not_found, where the reader never got it. */
export async function markRead(tx: Tx, reader: Reader, id: NotificationId): Promise<void> {
  const touched =
    reader.role === 'member'
      ? await tx.run(
          sql`update app.notification set read_at = coalesce(read_at, now()) where notification_id = ${id} and member_id = ${reader.memberId}`,
        )
      : await saveReading(tx, reader, sql`where notification_id = ${id}`, { column: sql`read_at`, value: sql`now()` })
  if (touched === 0) refuse('not_found')
}

/** Marks as read what came up to that instant, to the millisecond in which clients know it; says how many that were. */
export async function markAllRead(tx: Tx, reader: Reader, through: Date): Promise<number> {
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
export async function setHidden(tx: Tx, reader: Reader, id: NotificationId, hidden: boolean): Promise<void> {
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
