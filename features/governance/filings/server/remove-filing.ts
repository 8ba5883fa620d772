import type { Parsed } from '#core/contract/endpoint.ts'
import type { removeFiling as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockFiling } from './queries.ts'
import { deleteFiling } from './store.ts'

/** Refuses: not_found, filing_done. */
export async function removeFiling(tx: Tx, _actor: TenantActor, { id }: Parsed<typeof contract>): Promise<null> {
  await lockFiling(tx, id)
  await deleteFiling(tx, id)
  return null
}
