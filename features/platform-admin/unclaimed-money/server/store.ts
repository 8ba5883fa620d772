import type { CooperativeId, UnclaimedMoneyId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { newId } from '#server/db/id.ts'
import { sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/tx.ts'

export type FoundMoney = {
  kind: 'transfer' | 'settlement'
  provider: string
  reference: string
  amount: Kobo | null
  sentTo: string | null
  /** Of a settlement: for whom the provider listed it. */
  cooperativeId: CooperativeId | null
}

/** Saves it for the super administrators. False where it is saved already. */
export async function insertUnclaimedMoney(tx: Tx, m: FoundMoney): Promise<boolean> {
  const isNew = await tx.run(sql`
    insert into platform.unclaimed_money (unclaimed_id, kind, provider, reference, amount, sent_to, cooperative_id)
    values (${newId()}, ${m.kind}, ${m.provider}, ${m.reference}, ${m.amount}, ${m.sentTo}, ${m.cooperativeId})
    on conflict (provider, kind, reference) do nothing`)
  return isNew === 1
}

/** False where it was handled already. */
export async function markHandled(
  tx: Tx,
  id: UnclaimedMoneyId,
  { by, reason }: { by: string; reason: string },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update platform.unclaimed_money set handled_at = clock_timestamp(), handled_by_name = ${by}, reason = ${reason}
    where unclaimed_id = ${id} and handled_at is null`)
  return changed === 1
}
