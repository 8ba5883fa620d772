import type { TenantActor } from '#core/actor.ts'
import type { CooperativeId, ExportId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The last export with its parts. */
export async function removeExports(tx: Tx): Promise<void> {
  await tx.run(sql`delete from app.export`)
}

export async function insertExport(
  tx: Tx,
  { cooperativeId, loginId, name }: TenantActor,
  exportId: ExportId,
): Promise<void> {
  await tx.run(sql`
    insert into app.export (cooperative_id, export_id, status, requested_by, requested_by_name)
    values (${cooperativeId}, ${exportId}, 'running', ${loginId}, ${name})`)
}

/** What an earlier run of the same job has left. */
export async function removeParts(tx: Tx, exportId: ExportId): Promise<void> {
  await tx.run(sql`delete from app.export_part where export_id = ${exportId}`)
}

export async function insertPart(
  tx: Tx,
  cooperativeId: CooperativeId,
  exportId: ExportId,
  part: { number: number; content: Buffer },
): Promise<void> {
  await tx.run(sql`
    insert into app.export_part (cooperative_id, export_id, number, content)
    values (${cooperativeId}, ${exportId}, ${part.number}, ${part.content})`)
}

export async function setProgress(tx: Tx, exportId: ExportId, progress: number, steps: number): Promise<void> {
  await tx.run(
    sql`update app.export set progress = ${progress}, steps = ${steps} where export_id = ${exportId} and status = 'running'`,
  )
}

export async function markReady(tx: Tx, exportId: ExportId, bytes: number): Promise<void> {
  await tx.run(sql`
    update app.export set status = 'ready', progress = steps, bytes = ${bytes}, ready_at = clock_timestamp()
    where export_id = ${exportId} and status = 'running'`)
}

export async function markFailed(tx: Tx, exportId: ExportId, failure: string): Promise<void> {
  await removeParts(tx, exportId)
  await tx.run(
    sql`update app.export set status = 'failed', failure = ${failure} where export_id = ${exportId} and status = 'running'`,
  )
}
