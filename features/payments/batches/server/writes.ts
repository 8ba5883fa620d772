import type { TenantActor } from '#core/actor.ts'
import type { AccountId, PaymentBatchId } from '#core/ids.ts'
import type { Outcome } from '#features/payments/batches/rules/payment-batch.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Payable } from './reads.ts'

/** Under the next number of the cooperative. Says how many of the payments are in it: those that came into another meanwhile are not. */
export async function insertBatch(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  {
    id,
    accountId,
    payments,
  }: { id: PaymentBatchId; accountId: AccountId; payments: readonly (Payable & BankDetails)[] },
): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('payment batches ' || ${cooperativeId}::text, 0))`)
  await tx.run(sql`
    insert into app.payment_batch (cooperative_id, batch_id, batch_number, account_id, prepared_by_name)
    select ${cooperativeId}, ${id}, coalesce(max(batch_number), 0) + 1, ${accountId}, ${name} from app.payment_batch`)
  return tx.run(sql`
    insert into app.payment_batch_item (cooperative_id, batch_id, line, kind, entry_id, source_id, loan_id, member_id, amount, bank_name, account_number, account_name, is_first)
    select ${cooperativeId}, ${id}, p.line, p.kind, p.entry_id, p.source_id, p.loan_id, p.member_id, p.amount, p.bank_name, p.account_number, p.account_name, p.is_first
    from unnest(${payments.map((p) => p.kind)}::text[], ${payments.map((p) => p.entryId)}::uuid[], ${payments.map((p) => p.sourceId)}::uuid[], ${payments.map((p) => p.loanId)}::uuid[],
      ${payments.map((p) => p.memberId)}::uuid[], ${payments.map((p) => p.amount)}::bigint[], ${payments.map((p) => p.bankName)}::text[], ${payments.map((p) => p.accountNumber)}::text[],
      ${payments.map((p) => p.accountName)}::text[], ${payments.map((p) => p.isFirst)}::boolean[])
      with ordinality as p(kind, entry_id, source_id, loan_id, member_id, amount, bank_name, account_number, account_name, is_first, line)
    on conflict (cooperative_id, entry_id) where status in ('waiting', 'paid') do nothing`)
}

/** Sets what became of these lines, and finishes the batch with the last of them. */
export async function markResults(
  tx: Tx,
  { name }: TenantActor,
  id: PaymentBatchId,
  results: readonly { line: number; outcome: Outcome; reason: string | null }[],
): Promise<void> {
  await tx.run(sql`
    update app.payment_batch_item i set status = r.outcome, reason = r.reason, decided_by_name = ${name}, decided_at = clock_timestamp()
    from unnest(${results.map((r) => r.line)}::int[], ${results.map((r) => r.outcome)}::text[], ${results.map((r) => r.reason)}::text[]) as r(line, outcome, reason)
    where i.batch_id = ${id} and i.line = r.line`)
  await tx.run(sql`
    update app.payment_batch b set status = 'finished' where b.batch_id = ${id} and b.status = 'approved'
      and not exists (select from app.payment_batch_item i where i.batch_id = b.batch_id and i.status = 'waiting')`)
}
