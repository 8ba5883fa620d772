import type { TenantActor } from '#core/actor.ts'
import type { AnnouncementId, MemberId } from '#core/ids.ts'
import type { MessageKind } from '#features/access/messages/rules/message.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockSmsBudget } from '#features/access/messages/server/lock-sms-budget.ts'
import { notifyOfficers } from './notify-members.ts'
import { insertAnnouncement } from './writes.ts'

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
