import { randomBytes } from 'node:crypto'
import type { TenantActor } from '#core/actor.ts'
import type { EnquiryFailure } from '#features/members/members/rules/account-enquiry.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import type { CooperativeId, PaymentBatchId, ProviderPayoutId, PayoutKeyId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** The address of the webhook, once. */
async function ensureSettings(tx: Tx, { cooperativeId }: TenantActor): Promise<void> {
  await tx.run(sql`
    insert into app.payout_settings (cooperative_id, address) values (${cooperativeId}, ${randomBytes(16).toString('hex')})
    on conflict (cooperative_id) do nothing`)
}

/** In the place of a key that was entered and not agreed to. */
export async function insertKey(
  tx: Tx,
  actor: TenantActor,
  { id, provider, sealed, keyEnd }: { id: PayoutKeyId; provider: string; sealed: Buffer; keyEnd: string },
): Promise<void> {
  await ensureSettings(tx, actor)
  await tx.run(
    sql`update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where ended_at is null and used_since is null`,
  )
  await tx.run(sql`
    insert into app.payout_key (cooperative_id, key_id, provider, sealed_key, key_end, entered_by_name)
    values (${actor.cooperativeId}, ${id}, ${provider}, ${sealed}, ${keyEnd}, ${actor.name})`)
}

/** The one that was used ends. */
export async function markKeyUsed(tx: Tx, id: PayoutKeyId): Promise<void> {
  await tx.run(
    sql`update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where ended_at is null and used_since is not null and key_id <> ${id}`,
  )
  await tx.run(
    sql`update app.payout_key set used_since = clock_timestamp() where key_id = ${id} and used_since is null`,
  )
}

export async function markKeyEnded(tx: Tx, id: PayoutKeyId): Promise<void> {
  await tx.run(
    sql`update app.payout_key set sealed_key = null, ended_at = clock_timestamp() where key_id = ${id} and ended_at is null`,
  )
}

export async function upsertLimit(tx: Tx, actor: TenantActor, dailyLimit: Kobo | null): Promise<void> {
  await ensureSettings(tx, actor)
  await tx.run(sql`update app.payout_settings set daily_limit = ${dailyLimit}`)
}

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

export async function saveRecipient(tx: Tx, id: ProviderPayoutId, recipient: string): Promise<void> {
  await tx.run(sql`update app.payout set recipient = ${recipient} where payout_id = ${id}`)
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

/** What is paid is looked at for some days more, because banks return money. */
/** Says what the provider charged for a transfer; false where that is known, and so recorded. */
export async function markFee(tx: Tx, id: ProviderPayoutId, fee: Kobo): Promise<boolean> {
  return (await tx.run(sql`update app.payout set fee = ${fee} where payout_id = ${id} and fee is null`)) > 0
}

export async function markEnded(
  tx: Tx,
  id: ProviderPayoutId,
  outcome: 'paid' | 'failed',
  why: string | null,
): Promise<void> {
  await tx.run(sql`
    update app.payout set status = ${outcome}, why = ${why}, sent_at = coalesce(sent_at, clock_timestamp()),
      check_at = case when ${outcome} = 'paid' then now() + interval '1 day' end
    where payout_id = ${id}`)
}

export async function endChecks(tx: Tx, id: ProviderPayoutId): Promise<void> {
  await tx.run(sql`update app.payout set check_at = null where payout_id = ${id}`)
}

export async function saveEnquiry(
  tx: Tx,
  cooperativeId: CooperativeId,
  { bankName, accountNumber }: Pick<BankDetails, 'bankName' | 'accountNumber'>,
  said: { name: string } | { failure: EnquiryFailure },
): Promise<void> {
  const [name, failure] = 'name' in said ? [said.name, null] : [null, said.failure]
  await tx.run(sql`
    insert into app.account_enquiry (cooperative_id, bank_name, account_number, holder_name, no_name_because) values (${cooperativeId}, ${bankName}, ${accountNumber}, ${name}, ${failure})
    on conflict (cooperative_id, bank_name, account_number) do update
      set holder_name = excluded.holder_name, no_name_because = excluded.no_name_because, asked_at = clock_timestamp()`)
}
