import type { ChoosableKind, MessageWay } from '#domain/access/messages/message.ts'
import type { CooperativeId, MemberId, MessageId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

/** Leaves a failed message to be sent once this transaction has committed; false where someone else was quicker. */
export async function queueAgain(tx: Tx, id: MessageId, messagesWaiting: () => void): Promise<boolean> {
  const { queued } = await tx.one<{ queued: boolean }>(sql`select platform.send_message_again(${id}) as queued`)
  if (queued) tx.afterCommit(messagesWaiting)
  return queued
}

/** For one member, or for all without a choice of their own; without a way there is no choice any more. */
export async function keepWay(
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
