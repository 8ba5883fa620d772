import type { Parsed } from '#core/contract/endpoint.ts'
import type { addFiling as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { FilingId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Filing, findFiling } from './queries.ts'
import { insertFiling } from './store.ts'

export async function addFiling(tx: Tx, actor: TenantActor, plan: Parsed<typeof contract>): Promise<Filing> {
  const id = newId<FilingId>()
  await insertFiling(tx, actor, id, plan)
  return findFiling(tx, id)
}
