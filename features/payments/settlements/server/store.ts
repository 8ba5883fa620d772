import type { TenantActor } from '#core/actor.ts'
import type { ProviderSettlementId, TransactionId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { ProviderSettlement, SettledPayment } from '#platform/payments/payment-port.ts'

/** Stores a settlement with its payments, which are complete once it was paid. False where nothing of it is new. */
export async function upsertSettlement(
  tx: Tx,
  { cooperativeId }: TenantActor,
  provider: string,
  s: ProviderSettlement,
  payments: readonly SettledPayment[],
): Promise<ProviderSettlementId | undefined> {
  const stored = await tx.maybe<{ id: ProviderSettlementId }>(sql`
    insert into app.provider_settlement as s (cooperative_id, settlement_id, provider, provider_settlement, status, gross, fees, deductions, net, settled_on)
    values (${cooperativeId}, ${newId()}, ${provider}, ${s.id}, ${s.status}, ${s.gross}, ${s.fees}, ${s.deductions}, ${s.net}, ${s.settledOn})
    on conflict (cooperative_id, provider, provider_settlement) do update set status = excluded.status, gross = excluded.gross, fees = excluded.fees,
      deductions = excluded.deductions, net = excluded.net, settled_on = excluded.settled_on, read_at = clock_timestamp()
      where s.status <> 'paid'
    returning settlement_id as id`)
  if (stored && s.status === 'paid')
    await tx.run(sql`
      insert into app.settled_payment (cooperative_id, settlement_id, reference, amount, fees)
      select ${cooperativeId}, ${stored.id}, n.reference, sum(n.amount), sum(n.fees)
      from unnest(${payments.map((each) => each.reference)}::text[], ${payments.map((each) => each.amount)}::bigint[], ${payments.map((each) => each.fees)}::bigint[]) as n(reference, amount, fees)
      group by n.reference`)
  return stored?.id
}

/** False where the settlement is posted already. */
export async function insertSettlementPosting(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  settlementId: ProviderSettlementId,
  transactionId: TransactionId,
): Promise<boolean> {
  const isNew = await tx.run(sql`
    insert into app.settlement_posting (cooperative_id, settlement_id, transaction_id, posted_by_name) values (${cooperativeId}, ${settlementId}, ${transactionId}, ${name})
    on conflict (cooperative_id, settlement_id) where released_at is null do nothing`)
  return isNew === 1
}
