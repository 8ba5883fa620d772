import type { TenantActor } from '#core/actor.ts'
import type { MemberId } from '#core/ids.ts'
import type { BankDetails } from '#features/members/members/rules/bank-details.ts'
import type { Tx } from '#platform/db/tx.ts'
import { upsertBankDetails } from './store.ts'

/** Stores where these members are paid, without a message: `updateBankDetails` notifies the member of a change by an officer. */
export async function saveBankDetails(
  tx: Tx,
  actor: TenantActor,
  details: readonly (BankDetails & { memberId: MemberId })[],
): Promise<void> {
  if (details.length > 0) await upsertBankDetails(tx, actor, details)
}
