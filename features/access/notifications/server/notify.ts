import { approvals, overseen } from '#core/contract/changes.ts'
import type { CooperativeId, MemberId } from '#core/ids.ts'
import { t } from '#core/sentence.ts'
import type { UsualKind } from '#features/access/messages/rules/message.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import { hasLeftOrDied } from '#platform/db/current-members.ts'
import type { Database } from '#platform/db/database.ts'
import { newId } from '#platform/db/id.ts'
import { queuedTo } from '#platform/db/messages.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { hintAfter, hintMembers } from '#platform/live/hints.ts'

/** What is said, and the page of the app that it is about. */
type Notice<Link> = { message: string; type?: NotificationType; link?: Link }

/** The kinds of what members are notified of one by one, by the ways that they chose; a meeting's comes to those who did, and what concerns their security by SMS and email, whatever they chose. */
type OwnKind = UsualKind | 'meeting' | 'security'

/** Notifies each of these members of something of their own, in the transaction of the event and in one statement. What is of a `kind` comes by SMS or email too, to those who have it so. Sent, not awaited: nothing after it depends on it but the commit. */
export function notifyMembers(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly (Notice<`/member/${string}`> & { memberId: MemberId })[],
  kind?: OwnKind,
): void {
  if (notices.length === 0) return
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
export function notifyOfficers(
  tx: Tx,
  cooperativeId: CooperativeId,
  { message, type = 'info', link }: Notice<`/coop/${string}`>,
): void {
  hintAfter(tx, { topics: ['notifications', ...approvals], cooperativeId, officers: true, members: [] })
  tx.send(sql`
    insert into app.officer_notification (cooperative_id, notification_id, type, message, link) values (${cooperativeId}, ${newId()}, ${type}, ${message}, ${link ?? null})`)
}

/** Notifies the super administrators, in the transaction of the cooperative's event. */
export function notifyPlatform(tx: Tx, { message, type = 'info', link }: Notice<`/superadmin/${string}`>): void {
  hintPlatform(tx)
  tx.send(
    sql`insert into platform.notification (notification_id, type, message, link) values (${newId()}, ${type}, ${message}, ${link ?? null})`,
  )
}

/** Notifies the super administrators once of what a job finds again and again. Says whether it was new. */
export async function notifyPlatformOnce(
  database: Pick<Database, 'platform'>,
  { message, link }: { message: string; link: `/superadmin/${string}` },
): Promise<boolean> {
  return database.platform(async (tx) => {
    const added = await tx.run(sql`
      insert into platform.notification (notification_id, type, message, link)
      select ${newId()}, 'warning', ${message}, ${link} where not exists (select from platform.notification n where n.message = ${message})`)
    if (added === 1) hintPlatform(tx)
    return added === 1
  })
}

function hintPlatform(tx: Tx): void {
  hintAfter(tx, { topics: ['notifications', ...overseen], officers: false, members: [] })
}
