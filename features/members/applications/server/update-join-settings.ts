import { isDeepStrictEqual } from 'node:util'
import type { updateJoinSettings as contract } from '#features/members/applications/join-settings.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { getJoinSettings } from './queries.ts'
import { saveJoinPage } from './store.ts'

export async function updateJoinSettings(
  tx: Tx,
  actor: TenantActor,
  { isOpen, welcome }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const before = await getJoinSettings(tx)
  await saveJoinPage(tx, actor, { isOpen, welcome })
  const after = await getJoinSettings(tx)
  if (isDeepStrictEqual(after, before)) tx.nothingChanged()
  return after
}
