import type { CooperativeActor } from '#domain/actor.ts'
import type { CooperativeId, SessionId } from '#domain/ids.ts'
import { noLogin } from '#server/context.ts'

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
