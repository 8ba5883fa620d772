import type { Actor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Caller, Context } from '#server/context.ts'
import { queueMessages } from '#server/db/messages.ts'
import { findLogin } from './queries.ts'
import { deleteAuthenticator } from './store.ts'

/** Turns two-step verification of the own login off. Refuses: not_found where it is not on. */
export async function removeAuthenticator({ database, messagesWaiting }: Context, _caller: Caller, _input: unknown, actor: Actor | undefined): Promise<null> {
  if (!actor) return refuse('not_signed_in')
  return database.auth(async (tx) => {
    if (!(await deleteAuthenticator(tx, actor.loginId))) refuse('not_found')
    const { phone, cooperative_id: cooperativeId } = await findLogin(tx, actor.loginId)
    if (phone) {
      const text = 'Ajose: two-step verification was turned off for your login. If this was not you, change your password at once.'
      await queueMessages(tx, cooperativeId, [{ channel: 'sms', to: phone, text }], messagesWaiting)
    }
    return null
  })
}
