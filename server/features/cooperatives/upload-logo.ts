import { createHash } from 'node:crypto'
import type { uploadLogo as contract } from '#contract/cooperatives.ts'
import type { Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { readLogoFile } from '#server/files/logo-file.ts'
import { findCooperative } from './queries.ts'
import { upsertLogo } from './store.ts'

export async function uploadLogo(tx: Tx, actor: TenantActor, { file }: { file: { content: Buffer } }): Promise<Replied<typeof contract>> {
  const content = await readLogoFile(file.content)
  await upsertLogo(tx, actor.cooperativeId, content, createHash('sha256').update(content).digest('hex').slice(0, 16))
  return (await findCooperative(tx, actor.cooperativeId)) ?? refuse('not_found')
}
