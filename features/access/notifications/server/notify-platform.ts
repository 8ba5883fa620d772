import type { NotificationType } from '#features/access/notifications/rules/notification.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertPlatformNotice } from './store.ts'

/** Notifies the super administrators, in the transaction of the cooperative's event. */
export function notifyPlatform(
  tx: Tx,
  { message, type = 'info', link }: { message: string; type?: NotificationType; link?: `/superadmin/${string}` },
): void {
  insertPlatformNotice(tx, { message, type, link: link ?? null })
}
