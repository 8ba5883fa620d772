import type { TenantActor } from '#core/actor.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

export async function insertAcceptances(
  tx: Tx,
  { cooperativeId }: TenantActor,
  closingId: string,
  items: readonly { key: string; found: string; reason: string }[],
): Promise<void> {
  await tx.run(sql`
    insert into app.closing_acceptance (cooperative_id, closing_id, item, found, reason)
    select ${cooperativeId}, ${closingId}, a.* from unnest(${items.map((i) => i.key)}::text[], ${items.map((i) => i.found)}::text[], ${items.map((i) => i.reason)}::text[]) as a`)
}
