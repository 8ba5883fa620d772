import type { CooperativeId, OnlinePaymentId, PaymentCaseId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { CaseKind, CaseStatus } from '#features/payments/online-payments/rules/payment-case.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { ProviderCase } from '#platform/payments/payment-port.ts'

/** `was` is null for one that is new. */
export type ChangedCase = {
  kind: CaseKind
  status: CaseStatus
  amount: Kobo
  dueAt: Date | null
  was: CaseStatus | null
}

/** Stores what the provider says of the refunds and disputes of a payment, and answers those that changed. */
export async function upsertCases(
  tx: Tx,
  cooperativeId: CooperativeId,
  id: OnlinePaymentId,
  cases: readonly ProviderCase[],
): Promise<ChangedCase[]> {
  return tx.many<ChangedCase>(sql`
    with before as (select kind, provider_case, status from app.payment_case where payment_id = ${id}),
    changed as (
      insert into app.payment_case as c (cooperative_id, case_id, payment_id, kind, provider_case, status, amount, due_at, reason)
      select ${cooperativeId}, n.case_id, ${id}, n.kind, n.provider_case, n.status, n.amount, n.due_at, nullif(n.reason, '')
      from unnest(${cases.map(() => newId<PaymentCaseId>())}::uuid[], ${cases.map((each) => each.kind)}::text[], ${cases.map((each) => each.id)}::text[], ${cases.map((each) => each.status)}::text[],
        ${cases.map((each) => each.amount)}::bigint[], ${cases.map((each) => each.dueAt)}::timestamptz[], ${cases.map((each) => each.reason)}::text[]) as n(case_id, kind, provider_case, status, amount, due_at, reason)
      on conflict (cooperative_id, payment_id, kind, provider_case) do update
        set status = excluded.status, amount = excluded.amount, due_at = excluded.due_at, reason = excluded.reason, changed_at = clock_timestamp()
        where c.status <> 'taken' and (c.status, c.amount, c.due_at, c.reason) is distinct from (excluded.status, excluded.amount, excluded.due_at, excluded.reason)
      returning kind, provider_case, status, amount, due_at)
    select c.kind, c.status, c.amount, c.due_at, b.status as was from changed c left join before b using (kind, provider_case)`)
}
