import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { keepReturnColumns as contract } from '#contract/society/return-columns.ts'
import type { TenantActor } from '#domain/actor.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { keepColumns } from '#server/features/society/remembered-columns/keep-columns.ts'
import { findEmployer } from './queries.ts'

/** Keeps what each column of an employer's file is. Refuses: not_found, import_mapping_wrong. */
export async function keepReturnColumns(
  tx: Tx,
  actor: TenantActor,
  { employerId, headings, mapping }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await findEmployer(tx, employerId)
  const named = mapping.filter((field) => field !== null)
  if (mapping.length !== headings.length || new Set(named).size !== named.length)
    refuse('import_mapping_wrong', { field: 'mapping' })
  await keepColumns(tx, actor.cooperativeId, { kind: 'return', employerId }, headings, mapping)
  return null
}
