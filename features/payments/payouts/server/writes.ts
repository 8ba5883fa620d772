import { randomBytes } from 'node:crypto'
import type { TenantActor } from '#core/actor.ts'
import type { PaymentBatchId, PayoutKeyId, ProviderPayoutId } from '#core/ids.ts'
import { sql } from '#platform/db/sql.ts'
import type { Kobo } from '#core/money.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Tx } from '#platform/db/tx.ts'
import { clockTime, update } from '#platform/db/write.ts'

/** One payout for each payment of the batch that waits, with the reference that it keeps. */
export async function insertPayouts(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  batchId: PaymentBatchId,
  provider: string,
  orders: readonly { id: ProviderPayoutId; line: number }[],
): Promise<void> {
  const references = orders.map(() => `ajp-${randomBytes(16).toString('hex')}`)
  await tx.run(sql`
    insert into app.payout (cooperative_id, payout_id, batch_id, line, provider, reference, asked_by_name, check_at)
    select ${cooperativeId}, o.id, ${batchId}, o.line, ${provider}, o.reference, ${name}, now() + interval '1 minute'
    from unnest(${orders.map(({ id }) => id)}::uuid[], ${orders.map(({ line }) => line)}::int[], ${references}::text[]) as o(id, line, reference)`)
}

export async function markQueued(tx: Tx, ids: readonly ProviderPayoutId[]): Promise<void> {
  await tx.run(sql`
    update app.payout set status = 'queued', why = null, check_at = now() + interval '1 minute' where payout_id = any (${ids}::uuid[]) and status = 'held'`)
}

/**
 * From here on the provider may have it. Says whether this run is the one that sends it: no other began to within two minutes,
 * which is longer than a request lives, and no result is recorded.
 */
export async function claimSending(tx: Tx, id: ProviderPayoutId): Promise<boolean> {
  const claimed = await tx.run(sql`
    update app.payout p set status = 'sending', sending_at = clock_timestamp(), check_at = now() + interval '3 minutes'
    where p.payout_id = ${id} and (p.status = 'queued' or p.status = 'sending' and p.sending_at < now() - interval '2 minutes')
      and exists (select from app.payment_batch_item i where i.batch_id = p.batch_id and i.line = p.line and i.status = 'waiting')`)
  return claimed > 0
}

/** The provider has it. Says whether that is news, or another reason why it waits there. */
export async function markSent(tx: Tx, id: ProviderPayoutId, why: string | null): Promise<boolean> {
  const changed = await tx.run(sql`
    update app.payout set status = 'sent', sent_at = coalesce(sent_at, clock_timestamp()), why = ${why}
    where payout_id = ${id} and (status in ('queued', 'sending') or (status = 'sent' and why is distinct from ${why}))`)
  return changed > 0
}

/** The provider did not take it. */
export async function markHeld(tx: Tx, id: ProviderPayoutId, why: string): Promise<boolean> {
  const changed = await tx.run(
    sql`update app.payout set status = 'held', why = ${why}, check_at = null where payout_id = ${id} and status in ('queued', 'sending')`,
  )
  return changed > 0
}

export async function markStopped(tx: Tx, id: ProviderPayoutId, why: string): Promise<boolean> {
  const changed = await tx.run(
    sql`update app.payout set status = 'stopped', why = ${why}, check_at = null where payout_id = ${id} and status not in ('failed', 'stopped')`,
  )
  return changed > 0
}

/** The one that was used ends. */
export async function markKeyUsed(tx: Tx, keyId: PayoutKeyId): Promise<void> {
  await tx.run(
    sql`update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where ended_at is null and used_since is not null and key_id <> ${keyId}`,
  )
  await update(tx, 'app.payout_key', { keyId, usedSince: null }, { usedSince: clockTime })
}

export async function changePayout(
  tx: Tx,
  id: ProviderPayoutId,
  changes: Partial<Tables['app.payout']>,
): Promise<void> {
  await update(tx, 'app.payout', { payoutId: sql`${id}` }, changes)
}

/** Says what the provider charged for a transfer; false where that is known, and so recorded. */
export async function markFee(tx: Tx, id: ProviderPayoutId, fee: Kobo): Promise<boolean> {
  return (await update(tx, 'app.payout', { payoutId: sql`${id}`, fee: null }, { fee })) > 0
}

/** What is paid is looked at for some days more, because banks return money. */
export async function markEnded(
  tx: Tx,
  id: ProviderPayoutId,
  status: 'paid' | 'failed',
  why: string | null,
): Promise<void> {
  const checkAt = status === 'paid' ? sql`now() + interval '1 day'` : null
  await changePayout(tx, id, { status, why, sentAt: sql`coalesce(sent_at, clock_timestamp())`, checkAt })
}
