import type { Day } from '#core/calendar.ts'
import type { MemberId, MessageId } from '#core/ids.ts'
import type { ChoosableKind, MessageWay } from '#features/access/messages/rules/message.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { remove, transactionTime } from '#platform/db/write.ts'

/** Leaves a failed message to be sent; false where someone else was quicker. */
export async function queueAgain(tx: Tx, id: MessageId): Promise<boolean> {
  const { queued } = await tx.one<{ queued: boolean }>(sql`select platform.send_message_again(${id}) as queued`)
  return queued
}

/** For one member, or for all without a choice of their own; without a way there is no choice any more. */
export async function saveWay(
  tx: Tx,
  memberId: MemberId | null,
  kind: ChoosableKind,
  way: MessageWay | null,
): Promise<void> {
  if (way === null) await remove(tx, 'app.message_preference', { memberId, kind })
  else
    await tx.run(sql`
      insert into app.message_preference (cooperative_id, member_id, kind, way) values ((select app.coop_id()), ${memberId}, ${kind}, ${way})
      on conflict (cooperative_id, member_id, kind) do update set way = excluded.way, changed_at = ${transactionTime}`)
}

/** The limit, locked until the transaction ends, so that of two who send at once the second counts what the first has queued. */
export async function lockSmsMax(tx: Tx): Promise<{ max: number; warnedFor: Day | null } | undefined> {
  return tx.maybe(sql`select month_max as max, warned_for from app.sms_budget where month_max is not null for update`)
}

export function saveWarned(tx: Tx, month: Day): void {
  tx.send(sql`update app.sms_budget set warned_for = ${month}`)
}
