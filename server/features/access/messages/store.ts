import type { MessageId } from '#domain/ids.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

/** Leaves a failed message to be sent once this transaction has committed; false where someone else was quicker. */
export async function queueAgain(tx: Tx, id: MessageId, messagesWaiting: () => void): Promise<boolean> {
  const { queued } = await tx.one<{ queued: boolean }>(sql`select platform.send_message_again(${id}) as queued`)
  if (queued) tx.afterCommit(messagesWaiting)
  return queued
}
