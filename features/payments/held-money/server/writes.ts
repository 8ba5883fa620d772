import { unallocatedCode } from '#features/accounting/books/rules/chart.ts'
import type { Ask } from '#platform/action.ts'
import { sql } from '#platform/db/sql.ts'
import type { HeldMoney } from './reads.ts'

/** Says of each entry that this transaction has made what it took from held money. */
export async function insertAllocations(
  { tx, actor: { cooperativeId, name } }: Ask,
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
