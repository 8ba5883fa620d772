import type { TenantActor } from '#domain/actor.ts'
import { type Day, dayText } from '#domain/calendar.ts'
import type { AccountTypeId, MemberId, TransactionId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Posted } from '#server/ledger/ledger.ts'
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
