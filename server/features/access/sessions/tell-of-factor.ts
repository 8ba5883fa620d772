import { loginTexts } from '#domain/access/sessions/sms-texts.ts'
import type { SessionId } from '#domain/ids.ts'
import type { Context } from '#server/context.ts'
import { queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import { beginTwoSteps } from './begin-two-steps.ts'
import type { LoginRow } from './queries.ts'

/** What goes with a further second factor of a login: the recovery codes where it is the first, word to its owner else. */
export async function tellOfFactor(
  tx: Tx,
  context: Context,
  login: LoginRow,
  sessionId: SessionId,
  factor: Parameters<typeof loginTexts.factorAdded>[1],
): Promise<{ recoveryCodes: string[] }> {
  if (!login.has_second_factor) return { recoveryCodes: await beginTwoSteps(tx, context, login, sessionId) }
  if (login.phone) {
    const text = loginTexts.factorAdded(login, factor)
    const message = { kind: 'security', channel: 'sms', to: login.phone, text } as const
    await queueMessages(tx, login.cooperative_id, [message], context.messagesWaiting)
  }
  return { recoveryCodes: [] }
}
