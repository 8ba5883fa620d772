import type { CooperativeActor } from '#domain/actor.ts'
import type { CooperativeId, SessionId } from '#domain/ids.ts'
import { noLogin } from '#server/context.ts'

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
