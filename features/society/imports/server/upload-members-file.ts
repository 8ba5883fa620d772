import type { Replied } from '#core/contract/endpoint.ts'
import type { uploadMembersFile as contract } from '#features/society/imports/contract.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { UploadedTable } from '#platform/files/spreadsheet-file.ts'
import { createImport } from './create-import.ts'

export async function uploadMembersFile(
  tx: Tx,
  actor: TenantActor,
  { file }: { file: UploadedTable },
  context: Context,
): Promise<Replied<typeof contract>> {
  return createImport(tx, actor, 'members', file, context)
}
