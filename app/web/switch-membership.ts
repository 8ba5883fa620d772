import { switchMembership as endpoint } from '#features/access/login/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { isConnectionProblem } from '#ui/api/api-error.ts'
import { call } from '#ui/api/call.ts'
import { newKey } from '#ui/api/new-key.ts'
import { go } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { type SessionUser, userOfSwitch } from '#ui/session/session-user.ts'
import { toast } from '#ui/toast.ts'
import type { Home } from './navigation.ts'
import { queryClient } from './query-client.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

// Kept until the server has given a definite answer, as `useAction` does.
let key: string | undefined

/** Moves the session and its page to another membership or role of the same person; `home` is where this one is at home. */
export async function moveTo(input: Parsed<typeof endpoint>, home: Home): Promise<void> {
  // First away from a page that may be a record's of this society, which the next one does not have.
  if (input.role === session.user()?.role) await go(home)
  const { role, cooperativeName } = await session.during(switchMembership(input))
  toast.success(
    role === 'coop_admin'
      ? fill(strings.adminAreaOf, { cooperativeName })
      : fill(strings.yourMembershipIn, { cooperativeName }),
  )
  void go(role === 'coop_admin' ? '/coop/dashboard' : '/member/dashboard')
}

async function switchMembership(input: Parsed<typeof endpoint>): Promise<SessionUser> {
  key ??= newKey()
  // What is still asked for as the first one would be refused as soon as the session is the next one's.
  await queryClient.cancelQueries()
  try {
    const reply = await call(endpoint, input, { key })
    key = undefined
    const next = userOfSwitch(reply)
    session.move(next, reply)
    return next
  } catch (error) {
    if (!isConnectionProblem(error)) key = undefined
    void queryClient.refetchQueries({ type: 'active' })
    throw error
  }
}
