import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertMemberNotices, type OwnKind } from './store.ts'

/** Notifies each of these members of something of their own, in the transaction of the event and in one statement; `link` is a page of the portal. What is of a `kind` comes by SMS or email too, to those who have it so. */
export function notifyMembers(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly { memberId: MemberId; message: string; type?: NotificationType; link?: `/member/${string}` }[],
  kind?: OwnKind,
): void {
  if (notices.length === 0) return
  insertMemberNotices(
    tx,
    cooperativeId,
    notices.map(({ memberId, message, type = 'info', link }) => ({ memberId, message, type, link: link ?? null })),
    kind,
  )
}
