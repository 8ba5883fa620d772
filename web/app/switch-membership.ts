import { switchMembership as endpoint } from '#contract/sessions.ts'
import type { Parsed } from '#contract/endpoint.ts'
import { isConnectionProblem } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { newKey } from '#web/api/new-key.ts'
import { session } from '#web/session/session.ts'
import { type SessionUser, userOfSwitch } from '#web/session/session-user.ts'

// Kept until the server has given a definite answer, as `useAction` does.
let key: string | undefined

/** Moves the session to another membership or role of the same person. */
export async function switchMembership(input: Parsed<typeof endpoint>): Promise<SessionUser> {
  key ??= newKey()
  try {
    const reply = await call(endpoint, input, { key })
    key = undefined
    const next = userOfSwitch(reply)
    session.move(next, reply)
    return next
  } catch (error) {
    if (!isConnectionProblem(error)) key = undefined
    throw error
  }
}
