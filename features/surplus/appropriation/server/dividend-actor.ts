import type { CooperativeActor } from '#domain/actor.ts'
import type { CooperativeId, SessionId } from '#domain/ids.ts'
import { noLogin } from '#server/context.ts'

/** Who buys shares and repays loans of an approved dividend: no person. */
export function dividendActor(cooperativeId: CooperativeId): CooperativeActor {
  return {
    role: 'coop_admin',
    cooperativeId,
    cooperativeStatus: 'active',
    loginId: noLogin,
    sessionId: '' as SessionId,
    name: 'Dividend',
    memberId: undefined,
    office: 'admin',
  }
}
