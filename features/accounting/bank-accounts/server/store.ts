import type { TenantActor } from '#core/actor.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'
import { setOverdraftLimit } from '#platform/ledger/ledger.ts'

export type BankDetails = {
  accountId: AccountId
  bank: string
  accountNumber: string
  accountName: string
  shownToMembers: boolean
  /** Undefined where it stays as it is, null where the bank has said nothing. */
  overdraftLimit?: Kobo | null | undefined
}

export async function upsertBankAccount(tx: Tx, { cooperativeId, name }: TenantActor, b: BankDetails): Promise<void> {
  await tx.run(sql`
    insert into app.bank_account (cooperative_id, account_id, bank, account_number, account_name, shown_to_members, changed_by_name)
    values (${cooperativeId}, ${b.accountId}, ${b.bank}, ${b.accountNumber}, ${b.accountName}, ${b.shownToMembers}, ${name})
    on conflict (cooperative_id, account_id) do update set bank = excluded.bank, account_number = excluded.account_number, account_name = excluded.account_name,
      shown_to_members = excluded.shown_to_members, changed_by_name = excluded.changed_by_name, changed_at = clock_timestamp()`)
  if (b.overdraftLimit !== undefined) await setOverdraftLimit(tx, b.accountId, b.overdraftLimit)
}
