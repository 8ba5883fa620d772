import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { SessionId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { beginTwoSteps } from './begin-two-steps.ts'
import type { LoginRow } from './queries.ts'
import { notifyOwner } from './notify-owner.ts'

/** What goes with a further second factor of a login: the recovery codes where it is the first, word to its owner else. */
export async function notifyOfFactor(
  tx: Tx,
  context: Context,
  login: LoginRow,
  sessionId: SessionId,
  factor: Parameters<typeof loginTexts.factorAdded>[1],
): Promise<{ recoveryCodes: string[] }> {
  if (!login.hasSecondFactor) return { recoveryCodes: await beginTwoSteps(tx, context, login, sessionId) }
  await notifyOwner(tx, login, 'security', loginTexts.factorAdded(login, factor), context.messagesWaiting)
  return { recoveryCodes: [] }
}
