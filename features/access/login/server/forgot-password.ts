import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { forgotPassword as contract } from '#features/access/login/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { resetCodeLifetime, resetCodesPerHour } from '#features/access/login/rules/session.ts'
import type { Caller, Context } from '#platform/context.ts'
import { codeHash, newCode } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { callersNetwork, useQuota } from '#platform/limits/quotas.ts'
import {
  countRecentResetCodes,
  findCooperativeLogin,
  findMemberLogin,
  lockLogin,
  memberIdentifierFrom,
} from './queries.ts'
import { insertResetCode } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/** In milliseconds: far longer than it takes to store a code, so that the time of the answer doesn't say whether one was. */
const answerTime = 300

/** Sends a code to the phone of each account that the identifier names. Neither the answer nor its time says whether there was one. Refuses: too_many_codes. */
export async function forgotPassword(
  context: Context,
  _caller: Caller,
  { identifier }: Parsed<typeof contract>,
): Promise<null> {
  const [sent] = await Promise.allSettled([sendCodes(context, identifier), pause(answerTime)])
  if (sent.status === 'rejected') throw sent.reason
  return null
}

async function sendCodes(context: Context, identifier: string): Promise<void> {
  const { database, now, secret, messagesWaiting } = context
  await database.auth(async (tx) => {
    await useQuota(tx, context, 'codes_of_network', callersNetwork(context))
    const member = memberIdentifierFrom(identifier)
    const logins = [
      await findCooperativeLogin(tx, identifier),
      member === undefined ? undefined : await findMemberLogin(tx, member),
    ].filter((login) => login !== undefined)
    for (const login of logins) {
      // Those who ask at the same time take turns, so that none is counted out.
      await lockLogin(tx, login.loginId)
      const recent = await countRecentResetCodes(tx, login.loginId, new Date(now.getTime() - 3_600_000))
      if (recent >= resetCodesPerHour || !(login.phone ?? login.email)) continue
      const code = newCode()
      await insertResetCode(
        tx,
        newId(),
        login.loginId,
        codeHash(secret, code),
        new Date(now.getTime() + resetCodeLifetime),
      )
      await notifyOwner(tx, login, 'code', loginTexts.resetCode(login, code), messagesWaiting)
    }
  })
}
