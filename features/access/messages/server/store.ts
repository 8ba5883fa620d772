import type { ChoosableKind, MessageWay } from '#features/access/messages/rules/message.ts'
import type { Day } from '#core/calendar.ts'
import type { CooperativeId, MemberId, MessageId } from '#core/ids.ts'
import { sql, type Statement } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Leaves a failed message to be sent once this transaction has committed; false where someone else was quicker. */
export async function queueAgain(tx: Tx, id: MessageId, messagesWaiting: () => void): Promise<boolean> {
  const { queued } = await tx.one<{ queued: boolean }>(sql`select platform.send_message_again(${id}) as queued`)
  if (queued) tx.afterCommit(messagesWaiting)
  return queued
}

/** For one member, or for all without a choice of their own; without a way there is no choice any more. */
export async function saveWay(
  tx: Tx,
  cooperativeId: CooperativeId,
  { memberId, kind, way }: { memberId: MemberId | null; kind: ChoosableKind; way: MessageWay | null },
): Promise<void> {
  await tx.run(
    way === null
      ? sql`delete from app.message_preference where member_id = ${memberId} and kind = ${kind}`
      : sql`
          insert into app.message_preference (cooperative_id, member_id, kind, way) values (${cooperativeId}, ${memberId}, ${kind}, ${way})
          on conflict (cooperative_id, member_id, kind) do update set way = excluded.way, changed_at = now()`,
  )
}

export async function saveSmsMax(tx: Tx, cooperativeId: CooperativeId, max: number | null): Promise<void> {
  await tx.run(sql`
    insert into app.sms_budget (cooperative_id, month_max) values (${cooperativeId}, ${max})
    on conflict (cooperative_id) do update set month_max = excluded.month_max, warned_for = null`)
}

/** Locked until the transaction ends, so that of two who send at once the second counts what the first has queued. */
export async function lockSmsMax(tx: Tx): Promise<{ max: number; warnedFor: Day | null } | undefined> {
  return tx.maybe(sql`select month_max as max, warned_for from app.sms_budget where month_max is not null for update`)
}

/** SMS of this transaction's cooperative since the month began, with what this transaction queues. */
export async function countSms(tx: Tx, since: Statement): Promise<number> {
  const { used } = await tx.one<{ used: number }>(sql`select platform.sms_since(${since}) as used`)
  return used
}

export function noteWarned(tx: Tx, month: Day): void {
  tx.send(sql`update app.sms_budget set warned_for = ${month}`)
}
