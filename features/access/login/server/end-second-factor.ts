import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LoginRow } from './queries.ts'
import { deleteRecoveryCodes } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/** What follows once a second factor of the login, as it is now, is gone: word to its owner, and the end of the recovery codes where it was the last. */
export async function endSecondFactor(
  tx: Tx,
  { messagesWaiting }: Context,
  login: LoginRow,
  removed: 'passkey_removed' | 'authenticator_removed',
): Promise<void> {
  const { loginId, hasSecondFactor: hasAnother } = login
  if (!hasAnother) await deleteRecoveryCodes(tx, loginId)
  const text = loginTexts.secondFactorEnded(login, hasAnother ? removed : 'two_steps_off')
  await notifyOwner(tx, login, 'security', text, messagesWaiting)
}
