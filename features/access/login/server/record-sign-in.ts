import type { CooperativeId } from '#core/ids.ts'
import type { Context } from '#platform/context.ts'
import { listMemberships, type LoginRow } from './reads.ts'

/** The most lines of one kind in an hour for one login: whoever guesses passwords must not fill the trail. */
const hourlyMax = 20

type LoginAction =
  | 'login.failed'
  | 'login.locked'
  | 'second_step.wrong'
  | 'identity.confirmed'
  | 'login.proved'
  | 'password.wrong'
  | 'password.reset'
  | 'account.activated'
  | 'books.downloaded'
  | `${'authenticator' | 'passkey'}.${'added' | 'removed'}`

/**
 * Records in the audit trail of each cooperative that a login opens what happened to the login itself. Nothing of a super
 * administrator's: that login opens no cooperative. `only`: what concerns one cooperative, such as an activation by its code.
 */
export function recordSignIn(
  { database, requestId, recordEvent }: Context,
  { loginId, kind, actsAs: actorName, cooperativeId: ownId }: LoginRow,
  action: LoginAction,
  only?: CooperativeId | null,
): void {
  if (kind === 'superadmin') return
  recordEvent({
    loginId,
    action,
    requestId,
    hourlyMax,
    async events() {
      if (ownId) return [{ cooperativeId: ownId, actorName, role: 'coop_admin' }]
      const memberships = await database.auth((tx) => listMemberships(tx, loginId))
      return memberships
        .filter(({ cooperativeId: id }) => !only || id === only)
        .map((member) => ({
          cooperativeId: member.cooperativeId,
          actorName: `${member.firstName} ${member.lastName}`,
          role: 'member',
          subjectId: member.memberId,
        }))
    },
  })
}
