import type { TenantActor } from '#core/actor.ts'
import type { AnnouncementId, MemberId } from '#core/ids.ts'
import type { MessageKind } from '#features/access/messages/rules/message.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import { waysTo } from '#platform/db/messages.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintMembers } from '#platform/live/hints.ts'
import { lockSmsBudget } from '#features/access/messages/server/lock-sms-budget.ts'
import { notifyOfficers } from './notify.ts'

export type Announcement = {
  message: string
  type?: NotificationType | undefined
  /** All active members, or these, active or not; of them who left or died is told nothing. */
  to: 'all' | readonly MemberId[]
  link?: string | undefined
  /** Of the SMS and the email. */
  kind: MessageKind
  /** Of the email. */
  subject: string
  alsoSms?: boolean | undefined
  alsoEmail?: boolean | undefined
}

/** Sends members the message that their officers wrote. Refuses: not_found for somebody else's member, nobody_to_notify, sms_limit_reached. */
export async function announceMessage(
  tx: Tx,
  actor: TenantActor,
  { to, message, type = 'info', link, kind, subject, alsoSms = false, alsoEmail = false }: Announcement,
  { now, messagesWaiting }: Pick<Context, 'now' | 'messagesWaiting'>,
) {
  const wanted = to === 'all' ? to : [...new Set(to)]
  const budget = await lockSmsBudget(tx, now)
  const announcementId = newId<AnnouncementId>()
  const reached = await insertAnnouncement(tx, actor, {
    announcementId,
    to: wanted,
    message,
    type,
    link: link ?? null,
    kind,
    subject,
    alsoSms,
    alsoEmail,
  })
  // Thrown, so that whoever of them was told is told nothing.
  if (wanted !== 'all' && reached?.known !== wanted.length) refuse('not_found', { field: 'to' })
  if (!reached) return refuse('nobody_to_notify', { field: 'to' })
  if (budget && reached.sms > 0) {
    const wanted = await budget.queued()
    // Thrown, so that nothing is queued.
    if (wanted > budget.left)
      refuse('sms_limit_reached', { field: 'alsoSms', wanted, left: budget.left, max: budget.max })
    const warning = await budget.warning()
    if (warning) notifyOfficers(tx, actor.cooperativeId, warning)
  }
  if (reached.sms + reached.emails > 0) tx.afterCommit(messagesWaiting)
  const { known: _known, ...told } = reached
  return { id: announcementId, ...told }
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
async function insertAnnouncement(tx: Tx, actor: TenantActor, a: NewAnnouncement): Promise<Reached | undefined> {
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
