import type { Parsed } from '#core/contract/endpoint.ts'
import type { deleteMemberView as contract } from '#features/members/register/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { removeView } from './store.ts'

export async function deleteMemberView(tx: Tx, actor: TenantActor, { viewId }: Parsed<typeof contract>): Promise<null> {
  return (await removeView(tx, actor, viewId)) ? null : refuse('not_found')
}
