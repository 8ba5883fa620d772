import type { CooperativeActor } from '#core/actor.ts'
import type { CooperativeId, SessionId } from '#core/ids.ts'
import { noLogin } from '#platform/context.ts'

/** Who posts what the provider confirmed: no person. */
export function paymentActor(cooperativeId: CooperativeId): CooperativeActor {
  return {
    role: 'coop_admin',
    cooperativeId,
    cooperativeStatus: 'active',
    loginId: noLogin,
    sessionId: '' as SessionId,
    name: 'Online payment',
    memberId: undefined,
    office: 'admin',
  }
}
