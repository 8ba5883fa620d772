import type { CooperativeId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type ColumnsOf, upsertColumns } from './writes.ts'

/** Saves which field each heading of a file is: of the society's own lists, or of an employer's returns. */
export async function saveColumns(
  tx: Tx,
  cooperativeId: CooperativeId,
  of: ColumnsOf,
  headings: readonly string[],
  mapping: readonly (string | null)[],
): Promise<void> {
  await upsertColumns(tx, cooperativeId, of, headings, mapping)
}
