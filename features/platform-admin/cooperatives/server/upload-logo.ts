import { createHash } from 'node:crypto'
import type { uploadLogo as contract } from '#features/platform-admin/cooperatives/contract.ts'
import type { Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findCooperative } from './queries.ts'
import { upsertLogo } from './store.ts'

/** Sharp at 64 points on the densest phones, and a few kilobytes. */
export const logoSide = 192

export async function uploadLogo(
  tx: Tx,
  actor: TenantActor,
  { file: { content } }: { file: { content: Buffer } },
): Promise<Replied<typeof contract>> {
  await upsertLogo(tx, actor.cooperativeId, content, createHash('sha256').update(content).digest('hex').slice(0, 16))
  return (await findCooperative(tx, actor.cooperativeId)) ?? refuse('not_found')
}
