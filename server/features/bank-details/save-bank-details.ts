import type { TenantActor } from '#domain/actor.ts'
import type { MemberId } from '#domain/ids.ts'
import type { BankDetails } from '#domain/members/bank-details.ts'
import type { Tx } from '#server/db/tx.ts'
import { upsertBankDetails } from './store.ts'

/** Keeps where these members are paid. Nobody is told: of a change by an officer `updateBankDetails` tells the member. */
export async function saveBankDetails(tx: Tx, actor: TenantActor, details: readonly (BankDetails & { memberId: MemberId })[]): Promise<void> {
  if (details.length > 0) await upsertBankDetails(tx, actor, details)
}
