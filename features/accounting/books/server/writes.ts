import type { TenantActor } from '#core/actor.ts'
import type { EntryId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Posted } from '#platform/ledger/ledger.ts'

export async function markClosingReversed(
  tx: Tx,
  actor: TenantActor,
  { entryId, reversal, reason }: { entryId: EntryId; reversal: Posted; reason: string },
): Promise<void> {
  await tx.run(sql`
    update app.year_closing set reversal_id = ${reversal.entryId}, reversal_no = ${reversal.number}, reversed_by_name = ${actor.name}, reversed_at = clock_timestamp(), reason = ${reason}
    where entry_id = ${entryId} and reversed_at is null`)
}
