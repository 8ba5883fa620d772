import { secondStepLifetime } from '#features/access/login/rules/session.ts'
import type { Caller } from '#platform/context.ts'
import { newToken, tokenHash } from '#platform/credentials/tokens.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { LoginRow } from './queries.ts'
import { insertTicket } from './store.ts'

/**
 * Where a login that has been proved by its password or a third party has a second factor too: a ticket in place of the
 * session. It works once, in this browser only, and opens nothing without a code. Undefined without a second factor.
 */
export async function startSecondStep(
  tx: Tx,
  caller: Caller,
  now: Date,
  { loginId, hasSecondFactor: isAsked }: LoginRow,
  keep: boolean,
): Promise<{ ticket: string } | undefined> {
  if (!isAsked) return undefined
  const ticket = newToken()
  // A browser that links a third party's person keeps the token that it has: the link is bound to it.
  const browser = /^[\w-]{43}$/.test(caller.signIn ?? '') ? (caller.signIn as string) : newToken()
  await insertTicket(tx, {
    ticketHash: tokenHash(ticket),
    loginId,
    browserHash: tokenHash(browser),
    keep,
    expiresAt: new Date(now.getTime() + secondStepLifetime),
  })
  caller.keepSignIn(browser)
  return { ticket }
}
