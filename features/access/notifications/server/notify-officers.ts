import type { CooperativeId } from '#core/ids.ts'
import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertOfficerNotice } from './store.ts'

/** Notifies a cooperative's officers as a body, in the transaction of the event; the super admin's transaction may, too. */
export function notifyOfficers(
  tx: Tx,
  cooperativeId: CooperativeId,
  { message, type = 'info', link }: { message: string; type?: NotificationType; link?: `/coop/${string}` },
): void {
  insertOfficerNotice(tx, cooperativeId, { message, type, link: link ?? null })
}
