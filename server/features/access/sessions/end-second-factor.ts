import { loginTexts } from '#domain/access/sessions/sms-texts.ts'
import type { Context } from '#server/context.ts'
import { queueMessages } from '#server/db/messages.ts'
import type { Tx } from '#server/db/tx.ts'
import type { LoginRow } from './queries.ts'
import { deleteRecoveryCodes } from './store.ts'

/** What follows once a second factor of the login, as it is now, is gone: word to its owner, and the end of the recovery codes where it was the last. */
export async function endSecondFactor(
  tx: Tx,
  { messagesWaiting }: Context,
  login: LoginRow,
  removed: 'passkey_removed' | 'authenticator_removed',
): Promise<void> {
  const { login_id: loginId, phone, cooperative_id: cooperativeId, has_second_factor: hasAnother } = login
  if (!hasAnother) await deleteRecoveryCodes(tx, loginId)
  if (!phone) return
  const text = loginTexts.secondFactorEnded(login, hasAnother ? removed : 'two_steps_off')
  await queueMessages(tx, cooperativeId, [{ kind: 'security', channel: 'sms', to: phone, text }], messagesWaiting)
}
