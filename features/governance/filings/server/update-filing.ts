import type { Parsed } from '#core/contract/endpoint.ts'
import type { updateFiling as contract } from '#features/governance/filings/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Filing, findFiling, lockFiling } from './queries.ts'
import { updateFilingRow } from './store.ts'

/** Refuses: not_found, filing_done. */
export async function updateFiling(
  tx: Tx,
  _actor: TenantActor,
  { id, ...plan }: Parsed<typeof contract>,
): Promise<Filing> {
  await lockFiling(tx, id)
  await updateFilingRow(tx, id, plan)
  return findFiling(tx, id)
}
