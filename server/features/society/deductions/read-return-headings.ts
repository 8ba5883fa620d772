import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { readReturnHeadings as contract } from '#contract/society/return-columns.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Tx } from '#server/db/tx.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { findSchedule } from './queries.ts'
import { shapeReturn } from './upload-return.ts'

/** The columns of an employer's file and what each is taken for. Refuses: not_found. */
export async function readReturnHeadings(
  tx: Tx,
  _actor: TenantActor,
  { scheduleId, file: { table } }: Parsed<typeof contract> & { file: UploadedTable },
): Promise<Replied<typeof contract>> {
  const { columns, mapping, missing, isRemembered } = await shapeReturn(tx, await findSchedule(tx, scheduleId), table)
  return { headings: columns, mapping, missing, remembered: isRemembered }
}
