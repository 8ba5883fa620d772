import type { CooperativeActor } from '#core/actor.ts'
import type { CooperativeId, SessionId } from '#core/ids.ts'
import { noLogin } from '#platform/context.ts'

/** Who records what the provider said of a payment: no person. */
export function payoutActor(cooperativeId: CooperativeId): CooperativeActor {
  return {
    role: 'coop_admin',
    cooperativeId,
    cooperativeStatus: 'active',
    loginId: noLogin,
    sessionId: '' as SessionId,
    name: 'Paystack',
    memberId: undefined,
    office: 'admin',
  }
}
