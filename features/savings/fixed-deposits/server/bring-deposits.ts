import type { TenantActor } from '#core/actor.ts'
import type { PlannedDeposit } from '#features/savings/fixed-deposits/rules/fixed-deposit.ts'
import type { AccountId, AccountTypeId, EntryId, FixedDepositId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { renewFloors } from '#platform/ledger/ledger.ts'
import { findNextCertificate } from './queries.ts'
import { insertDeposits } from './store.ts'

type Brought = PlannedDeposit & {
  memberId: MemberId
  accountTypeId: AccountTypeId
  accountId: AccountId
  /** What the old books have of its interest as an expense. */ accrued: Kobo
}

/** Saves the deposits that an entry of opening balances brought, on the terms that were agreed, and binds their money until they end. */
export async function bringDeposits(
  tx: Tx,
  actor: TenantActor,
  entryId: EntryId,
  deposits: readonly Brought[],
): Promise<void> {
  if (deposits.length === 0) return
  const first = await findNextCertificate(tx)
  await insertDeposits(
    tx,
    actor,
    deposits.map(({ accrued, ...deposit }, index) => ({
      ...deposit,
      ...{ id: newId<FixedDepositId>(), number: first + index, renews: null, entryId, openingAccrued: accrued },
    })),
  )
  await renewFloors(tx, actor.cooperativeId, [...new Set(deposits.map(({ accountId }) => accountId))])
}
