import type { sendLoginCode as contract } from '#features/access/login/own-login.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import { resetCodeLifetime, resetCodesPerHour } from '#features/access/login/rules/session.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Caller, Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { countRecentResetCodes, findLogin, lockLogin } from './queries.ts'
import { insertResetCode } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/**
 * Sends the person behind a session a code to the phone of their login. It is as good as one for a forgotten password, so
 * both are counted together; by login alone, since a meeting's members share a network. Refuses: not_permitted,
 * login_has_no_phone, login_codes_spent.
 */
export async function sendLoginCode(
  context: Context,
  _caller: Caller,
  _input: unknown,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, now, secret, messagesWaiting } = context
  return database.auth(async (tx) => {
    // Those who ask at the same time take turns, so that none is counted out.
    await lockLogin(tx, actor.loginId)
    const login = await findLogin(tx, actor.loginId)
    if (login.kind !== 'member') refuse('not_permitted')
    const phone = login.phone ?? refuse('login_has_no_phone')
    const recent = await countRecentResetCodes(tx, actor.loginId, new Date(now.getTime() - 3_600_000))
    if (recent >= resetCodesPerHour) refuse('login_codes_spent', { max: resetCodesPerHour })
    const code = newCode()
    const expiresAt = new Date(now.getTime() + resetCodeLifetime)
    await insertResetCode(tx, newId(), actor.loginId, codeHash(secret, code), expiresAt)
    await notifyOwner(tx, login, 'code', loginTexts.proofCode(login, code), messagesWaiting)
    return { phoneEnd: phone.slice(-4) }
  })
}
