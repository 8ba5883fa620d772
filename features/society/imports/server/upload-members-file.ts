import type { Replied } from '#contract/endpoint.ts'
import type { uploadMembersFile as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#domain/actor.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/tx.ts'
import type { UploadedTable } from '#server/files/spreadsheet-file.ts'
import { createImport } from './create-import.ts'

export async function uploadMembersFile(
  tx: Tx,
  actor: TenantActor,
  { file }: { file: UploadedTable },
  context: Context,
): Promise<Replied<typeof contract>> {
  return createImport(tx, actor, 'members', file, context)
}
