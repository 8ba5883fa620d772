import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { saveMemberView as contract } from '#features/members/register/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { MemberViewId } from '#core/ids.ts'
import { viewsMax } from '#features/members/members/rules/register.ts'
import { refuse } from '#core/refusal.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findMemberView, listMemberViews } from './queries.ts'
import { insertView, lockViews } from './store.ts'

/** Refuses: view_exists, views_too_many. */
export async function saveMemberView(
  tx: Tx,
  actor: TenantActor,
  { name, shows }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockViews(tx, actor)
  const views = await listMemberViews(tx, actor)
  if (views.some((view) => view.name.toLowerCase() === name.toLowerCase()))
    refuse('view_exists', { field: 'name', name })
  if (views.length >= viewsMax) refuse('views_too_many', { max: viewsMax })

  // From here on the saving must succeed.
  const id = newId<MemberViewId>()
  await insertView(tx, actor, id, name, shows)
  return findMemberView(tx, actor, id)
}
