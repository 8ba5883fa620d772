import type { ExportId } from '#core/ids.ts'
import { refusal, refuse } from '#core/refusal.ts'
import * as contract from '#features/society/exports/contract.ts'
import { action } from '#platform/action.ts'
import { newId } from '#platform/db/id.ts'
import { addFileJob } from '#platform/db/jobs.ts'
import { insert, remove } from '#platform/db/write.ts'
import { exportNotReady, lockExports, readExport } from './reads.ts'

const exportRunning = refusal(
  'export_running',
  409,
  'An export is being made. Wait until it is ready, then download it.',
)

/** Starts an export in the place of the last one. Refuses: export_running. */
export const askForExport = action(contract.askForExport, async ({ tx, actor, context }) => {
  const { cooperativeId } = actor
  // Of two who ask at once the second finds the export of the first.
  await lockExports(tx, cooperativeId)
  const last = await readExport(tx)
  if (last?.status === 'running') refuse(exportRunning())

  // From here on the start must succeed.
  const exportId = newId<ExportId>()
  await remove(tx, 'app.export', { cooperativeId })
  await insert(tx, 'app.export', {
    exportId,
    status: 'running',
    requestedBy: actor.loginId,
    requestedByName: actor.name,
  })
  await addFileJob(tx, actor, { kind: 'export', subject: exportId }, context)
  return (await readExport(tx)) ?? refuse(exportNotReady())
})
