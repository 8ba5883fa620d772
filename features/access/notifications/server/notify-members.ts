import type { CooperativeId, MemberId } from '#core/ids.ts'
import type { Database } from '#platform/db/database.ts'
import type { Tx } from '#platform/db/tx.ts'
import {
  insertMemberNotices,
  insertOfficerNotice,
  insertPlatformNotice,
  insertPlatformNoticeOnce,
  type Notice,
  type OwnKind,
} from './writes.ts'

/** Notifies each of these members of something of their own, in the transaction of the event and in one statement; `link` is a page of the portal. What is of a `kind` comes by SMS or email too, to those who have it so. */
export function notifyMembers(
  tx: Tx,
  cooperativeId: CooperativeId,
  notices: readonly (Notice<`/member/${string}`> & { memberId: MemberId })[],
  kind?: OwnKind,
): void {
  if (notices.length > 0) insertMemberNotices(tx, cooperativeId, notices, kind)
}

/** Notifies a cooperative's officers as a body, in the transaction of the event; the super admin's transaction may, too. */
export function notifyOfficers(tx: Tx, cooperativeId: CooperativeId, notice: Notice<`/coop/${string}`>): void {
  insertOfficerNotice(tx, cooperativeId, notice)
}

/** Notifies the super administrators, in the transaction of the cooperative's event. */
export function notifyPlatform(tx: Tx, notice: Notice<`/superadmin/${string}`>): void {
  insertPlatformNotice(tx, notice)
}

/** Notifies the super administrators once of what a job finds again and again. Says whether it was new. */
export async function notifyPlatformOnce(
  database: Pick<Database, 'platform'>,
  notice: { message: string; link: `/superadmin/${string}` },
): Promise<boolean> {
  return database.platform((tx) => insertPlatformNoticeOnce(tx, { ...notice, type: 'warning' }))
}
