import type { ExportId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, remove, update } from '#platform/db/write.ts'

export async function markReady(tx: Tx, exportId: ExportId, bytes: number): Promise<void> {
  const ready = { status: 'ready', progress: sql`steps`, bytes, readyAt: clockTime } as const
  await update(tx, 'app.export', { exportId, status: 'running' }, ready)
}

export async function markFailed(tx: Tx, exportId: ExportId, failure: string): Promise<void> {
  await remove(tx, 'app.export_part', { exportId })
  await update(tx, 'app.export', { exportId, status: 'running' }, { status: 'failed', failure })
}
