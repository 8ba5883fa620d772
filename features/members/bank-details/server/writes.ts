import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import { type BankDetails, bankNamed } from '#features/members/members/rules/bank-details.ts'
import { sql } from '#platform/db/sql.ts'
import type { Tx } from '#platform/db/tx.ts'

/** Stores where these members are paid, in place of earlier details and without a message: `updateBankDetails` notifies the member of a change by an officer. */
export async function saveBankDetails(
  tx: Tx,
  { cooperativeId, name }: TenantActor,
  details: readonly (BankDetails & { memberId: MemberId })[],
): Promise<void> {
  if (details.length === 0) return
  await tx.run(sql`
    insert into app.member_bank_details (cooperative_id, member_id, bank_name, account_number, account_name, changed_by_name)
    select ${cooperativeId}, g.*, ${name} from unnest(${details.map(({ memberId }) => memberId)}::uuid[], ${details.map(({ bankName }) => bankNamed(bankName))}::text[],
      ${details.map(({ accountNumber }) => accountNumber)}::text[], ${details.map(({ accountName }) => accountName)}::text[]) as g
    on conflict (cooperative_id, member_id) do update set bank_name = excluded.bank_name, account_number = excluded.account_number, account_name = excluded.account_name,
      changed_at = clock_timestamp(), changed_by_name = excluded.changed_by_name`)
}
