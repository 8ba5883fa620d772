import type {
  withdrawMemberStatementLink as contract,
  withdrawOwnStatementLink as ownContract,
} from '#features/savings/statements/contract.ts'
import type { Parsed } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { ownMemberId } from './queries.ts'
import { markWithdrawn } from './store.ts'

/** For the signed-in member. */
export async function withdrawOwnLink(
  tx: Tx,
  actor: TenantActor,
  { linkId }: Parsed<typeof ownContract>,
  context: Context,
): Promise<null> {
  return withdrawStatementLink(tx, actor, { linkId, memberId: ownMemberId(actor) }, context)
}

/** From the commit on the page says that the link was withdrawn. Refuses: not_found. */
export async function withdrawStatementLink(
  tx: Tx,
  _actor: TenantActor,
  { memberId, linkId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<null> {
  return (await markWithdrawn(tx, memberId, linkId, now)) ? null : refuse('not_found')
}
