import { loginTexts } from '#features/access/login/rules/sms-texts.ts'
import type { linkIdentity as contract } from '#features/access/login/own-login.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { Actor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { IdentityId } from '#core/ids.ts'
import type { Caller, Context } from '#platform/context.ts'
import { tokenHash } from '#platform/credentials/tokens.ts'
import { newId } from '#platform/db/id.ts'
import { checkPassword } from './check-password.ts'
import { findIdentity, findLogin } from './queries.ts'
import { insertIdentity, takeTicket } from './store.ts'
import { notifyOwner } from './notify-owner.ts'

/**
 * Lets the person behind a ticket open the own login. The ticket works only in the browser that got it, so no one can
 * slip their own into another's page, and the password only where its owner sits.
 * Refuses: current_password_wrong, account_locked, sign_in_expired, identity_taken.
 */
export async function linkIdentity(
  context: Context,
  caller: Caller,
  { ticket, password }: Parsed<typeof contract>,
  actor: Actor | undefined,
): Promise<Replied<typeof contract>> {
  if (!actor) return refuse('not_signed_in')
  const { database, now, messagesWaiting } = context
  const login = await database.auth((tx) => findLogin(tx, actor.loginId))
  const { kind, loginId } = login
  if (kind === 'superadmin' || kind === 'auditor') return refuse('not_permitted')
  const { signIn: browser } = caller
  if (browser === undefined) return refuse('sign_in_expired')
  const wrong = { code: 'current_password_wrong', field: 'password' } as const
  await checkPassword(context, caller, login, {
    identifier: loginId,
    password,
    cost: kind === 'member' ? 'member' : 'officer',
    unknown: 'current_password_wrong',
    wrong,
  })

  return database.auth(async (tx) => {
    const person = (await takeTicket(tx, tokenHash(ticket), tokenHash(browser), now)) ?? refuse('sign_in_expired')
    await insertIdentity(tx, loginId, kind, person, newId<IdentityId>())
    const linked = (await findIdentity(tx, loginId, person)) ?? refuse('identity_taken')
    const text = loginTexts.identityLinked(login, person.email ?? person.name ?? 'somebody', person.provider)
    await notifyOwner(tx, login, 'security', text, messagesWaiting)
    caller.keepSignIn(undefined)
    return linked
  })
}
