import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { SessionId } from '#core/ids.ts'
import { recoveryCodeCount } from '#features/access/login/rules/session.ts'
import type { Context } from '#platform/context.ts'
import { newRecoveryCode, recoveryCodeHash } from '#platform/credentials/authenticator.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LoginRow } from './queries.ts'
import { endSessionsBut, putRecoveryCodes, recordProof } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/** What goes with the first second factor of a login: recovery codes, the end of every session opened without one, word to its owner. */
export async function beginTwoSteps(
  tx: Tx,
  { secret, now, messagesWaiting }: Context,
  login: LoginRow,
  sessionId: SessionId,
): Promise<string[]> {
  const { loginId } = login
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await putRecoveryCodes(
    tx,
    loginId,
    recoveryCodes.map((each) => recoveryCodeHash(secret, loginId, each)),
  )
  await endSessionsBut(tx, loginId, sessionId, 'second_factor_set')
  await recordProof(tx, sessionId, now)
  await notifyOwner(tx, login, 'security', loginTexts.twoStepsOn(login), messagesWaiting)
  return recoveryCodes
}
