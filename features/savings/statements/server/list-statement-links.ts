import type { listMemberStatementLinks as contract } from '#features/savings/statements/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { linkReply } from './create-statement-link.ts'
import { findLinks, ownMemberId } from './queries.ts'

/** For the signed-in member. */
export async function listOwnLinks(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  context: Context,
): Promise<Replied<typeof contract>> {
  return listStatementLinks(tx, actor, { memberId: ownMemberId(actor) }, context)
}

export async function listStatementLinks(
  tx: Tx,
  _actor: TenantActor,
  { memberId }: Parsed<typeof contract>,
  { now }: Context,
): Promise<Replied<typeof contract>> {
  return (await findLinks(tx, memberId, now)).map(linkReply)
}
