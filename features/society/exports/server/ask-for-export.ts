import type { Replied } from '#core/contract/endpoint.ts'
import type { askForExport as contract } from '#features/society/exports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { ExportId } from '#core/ids.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import { addFileJob } from '#platform/db/jobs.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockExports, readExport } from './queries.ts'
import { insertExport, removeExports } from './store.ts'

/** Starts an export in the place of the last one. Refuses: export_running. */
export async function askForExport(
  tx: Tx,
  actor: TenantActor,
  _input: unknown,
  context: Context,
): Promise<Replied<typeof contract>> {
  await lockExports(tx, actor.cooperativeId)
  const last = await readExport(tx)
  if (last?.status === 'running') refuse('export_running')

  // From here on the start must succeed.
  const id = newId<ExportId>()
  await removeExports(tx)
  await insertExport(tx, actor, id)
  await addFileJob(tx, actor, { kind: 'export', subject: id }, context)
  return (await readExport(tx)) ?? refuse('export_not_ready')
}
