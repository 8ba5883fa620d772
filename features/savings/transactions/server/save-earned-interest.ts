import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { AccountTypeId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Posted } from '#platform/ledger/ledger.ts'
import { insertTransactions } from './store.ts'

type Earned = { accountTypeId: AccountTypeId; name: string; amount: Kobo; from: Day; to: Day }

/** Saves the interest that an entry credits to a member's accounts before they are emptied, in the order of its lines. */
export function saveEarnedInterest(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  earned: readonly Earned[],
  posted: Posted,
  on: Day,
): void {
  insertTransactions(
    tx,
    actor.cooperativeId,
    earned.map(({ accountTypeId, name, amount, from, to }, index) => ({
      id: newId<TransactionId>(),
      type: 'interest',
      memberId,
      accountTypeId,
      amount,
      direction: 'in',
      occurredOn: on,
      period: null,
      description: `Interest on ${name}, ${dayText(from)} to ${dayText(to)}`,
      entryId: posted.entryId,
      entryNumber: posted.number,
      line: index + 1,
      recordedBy: actor.loginId,
      recordedByName: actor.name,
      receiptNumber: null,
      through: null,
    })),
  )
}
