import type { updateJoinSettings as contract } from '#contract/members/join-settings.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Tx } from '#server/db/tx.ts'
import { getJoinSettings } from './queries.ts'
import { keepJoinPage } from './store.ts'

export async function updateJoinSettings(
  tx: Tx,
  actor: TenantActor,
  { isOpen, welcome }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await keepJoinPage(tx, actor, { isOpen, welcome })
  return getJoinSettings(tx)
}
