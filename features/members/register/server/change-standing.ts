import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import type { MemberStatus } from '#features/members/members/rules/member.ts'
import type { Tx } from '#platform/db/tx.ts'
import { setStatuses } from './store.ts'

/** Gives a member another status because of what was decided elsewhere, as an officer of the register does. */
export async function changeStanding(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  status: MemberStatus,
  reason: string,
): Promise<void> {
  await setStatuses(tx, actor, [memberId], status, reason)
}
