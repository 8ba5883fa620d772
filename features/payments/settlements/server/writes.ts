import type { CooperativeId, ProviderSettlementId, TransactionId } from '#core/ids.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insert } from '#platform/db/write.ts'
import type { ProviderSettlement, SettledPayment } from '#platform/payments/payment-port.ts'

/** Stores a settlement with its payments, which are complete once it was paid. Undefined where nothing of it is new. */
export async function upsertSettlement(
  tx: Tx,
  cooperativeId: CooperativeId,
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
export async function insertPosting(
  tx: Tx,
  {
    settlementId,
    ...posting
  }: { settlementId: ProviderSettlementId; transactionId: TransactionId; postedByName: string },
): Promise<boolean> {
  const row = { settlementId: sql`${settlementId}`, ...posting }
  return insert(tx, 'app.settlement_posting', row, { unlessThere: true })
}
