import type { EntryId } from '#core/ids.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Refuses where another feature keeps an entry from being reversed on its own; registered where its routes are bound. */
type Keeping = (tx: Tx, entryId: EntryId) => Promise<void>

const keeping: Keeping[] = []

export function registerKeeping(more: Keeping): void {
  keeping.push(more)
}

export async function refuseKept(tx: Tx, entryId: EntryId): Promise<void> {
  for (const refuseIt of keeping) await refuseIt(tx, entryId)
}
