import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import type { TenantActor } from '#core/actor.ts'
import type { TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { HeldUse } from '#features/payments/held-money/rules/held-money.ts'
import { newId } from '#platform/db/id.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { HeldMoney } from './queries.ts'

/** Says of each entry that this transaction has made what it took from held money. */
export async function insertAllocations(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  { entryId, line }: HeldMoney,
): Promise<void> {
  // The books' head is locked by the first of them, so that they are the newest: more than an allocation's lines make.
  await tx.run(sql`
    insert into app.held_money_use (cooperative_id, use_id, kind, item_entry_id, item_line, amount, entry_id, used_by_name)
    select ${cooperativeId}, gen_random_uuid(), 'allocate', ${entryId}, ${line}::int, sum(p.amount), e.entry_id, ${name}
    from (select entry_id, txid from ledger.entry order by entry_no desc limit 200) e join ledger.posting p on p.entry_id = e.entry_id
    where e.txid = pg_current_xact_id() and p.debit_id = (select account_id from ledger.account where code = ${unallocatedCode})
    group by e.entry_id`)
}

export async function insertPayment(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  { entryId, line }: HeldMoney,
  { kind, amount, transactionId }: { kind: HeldUse; amount: Kobo; transactionId: TransactionId },
): Promise<void> {
  await tx.run(sql`
    insert into app.held_money_use (cooperative_id, use_id, kind, item_entry_id, item_line, amount, transaction_id, used_by_name)
    values (${cooperativeId}, ${newId()}, ${kind}, ${entryId}, ${line}::int, ${amount}, ${transactionId}, ${name})`)
}
