import { hrefOf } from '#ui/router/paths.ts'
import { whereAfterLogin } from '#ui/session/after-login.ts'
import { loginMember, switchMembership } from '#features/access/login/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import { officeOf } from '#core/actor.ts'
import { call } from '#ui/api/call.ts'
import { go } from '#ui/router/place.ts'
import { session } from '#ui/session/session.ts'
import { userOfMember, userOfSwitch } from '#ui/session/session-user.ts'
import { toast } from '#ui/toast.ts'
import { isOpened } from './api.ts'
import { fill } from '#core/fill.ts'
import * as strings from './strings.ts'

/** Logs a person in by phone, as members do, and opens the admin area where they hold an office. Answers the ticket where a second step is asked for. */
export async function loginOfficer(input: Parsed<typeof loginMember>): Promise<string | undefined> {
  const reply = await call(loginMember, input)
  if (!isOpened(reply)) return reply.ticket
  session.open(userOfMember(reply.member, reply.memberships), reply, input.keepSignedIn ?? true)
  await openOffice()
  return undefined
}

/** Opens the admin area of the first of a person's cooperatives in which they hold an office; without one, their portal. */
export async function openOffice(): Promise<void> {
  const user = session.user()
  const places = [{ cooperativeId: user?.cooperativeId, roles: user?.roles ?? [] }, ...(user?.memberships ?? [])]
  const cooperativeId = places.find(({ roles }) => officeOf(roles) !== undefined)?.cooperativeId
  if (cooperativeId)
    await session.during(
      call(switchMembership, { cooperativeId, role: 'coop_admin' }).then((reply) =>
        session.move(userOfSwitch(reply), reply),
      ),
    )
  toast.success(fill(strings.welcomeBack, { name: session.user()?.name ?? '' }))
  await go(hrefOf(whereAfterLogin({ role: cooperativeId ? 'coop_admin' : 'member' })))
}
