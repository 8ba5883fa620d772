import { isDeepStrictEqual } from 'node:util'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { changeMemberView as contract } from '#features/members/register/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMemberView, listMemberViews } from './queries.ts'
import { lockViews, updateView } from './store.ts'

/** Refuses: not_found, view_exists. */
export async function changeMemberView(
  tx: Tx,
  actor: TenantActor,
  { viewId, name, shows }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockViews(tx, actor)
  const before = await findMemberView(tx, actor, viewId)
  const views = await listMemberViews(tx, actor)
  if (name !== undefined && views.some((view) => view.id !== viewId && view.name.toLowerCase() === name.toLowerCase()))
    refuse('view_exists', { field: 'name', name })

  // From here on the change must succeed.
  await updateView(tx, actor, viewId, name ?? before.name, shows ?? before.shows)
  const after = await findMemberView(tx, actor, viewId)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
}
