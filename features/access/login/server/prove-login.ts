import type { proveLogin as contract } from '#features/access/login/own-login.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { Refusal, refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { codeHash } from '#platform/credentials/tokens.ts'
import { findLogin, lockCodes, lockLogin } from './queries.ts'
import { recordSignIn } from './record-sign-in.ts'
import { countTry, endSessionsBut, proveByPhone, useCode } from './store.ts'

/**
 * Proves a member's login with the code that its phone received. Whoever else came in by a code that an officer saw is out:
 * the other sessions end. Refuses: not_permitted, login_code_wrong, which is returned, because the try must be counted.
 */
export async function proveLogin(
  context: Context,
  _caller: Caller,
  { code }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<null | Refusal> {
  if (!actor) return refuse('not_signed_in')
  const { database, now, secret } = context
  return database.auth(async (tx) => {
    await lockLogin(tx, actor.loginId)
    const login = await findLogin(tx, actor.loginId)
    if (login.kind !== 'member') refuse('not_permitted')
    const codes = (await lockCodes(tx, actor.loginId, now)).filter(({ purpose }) => purpose === 'reset')
    const wanted = codeHash(secret, code.replaceAll(/[\s-]/g, ''))
    const match = codes.find((candidate) => candidate.codeHash.equals(wanted))
    if (!match) {
      await countTry(
        tx,
        codes.map((candidate) => candidate.codeId),
      )
      return new Refusal('login_code_wrong', { field: 'code' })
    }

    // From here on it must succeed.
    await useCode(tx, match.codeId, actor.loginId)
    await proveByPhone(tx, actor.loginId)
    await endSessionsBut(tx, actor.loginId, actor.sessionId, 'login_proved')
    tx.afterCommit(() => recordSignIn(context, login, 'login.proved'))
    return null
  })
}
