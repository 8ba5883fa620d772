import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountTypeId, EntryId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { insertTransactions } from './store.ts'

export type LoanMovementOnSavings = {
  type: 'disbursement' | 'repayment'
  memberId: MemberId
  accountTypeId: AccountTypeId
  amount: Kobo
  occurredOn: Day
  description: string
  entryId: EntryId
  entryNumber: number
  /** Of the entry; its first when left out. */
  line?: number
}

/** Saves what a loan moved on a member's savings among their transactions. */
export function saveLoanMovement(tx: Tx, actor: TenantActor, movement: LoanMovementOnSavings): void {
  insertTransactions(tx, actor.cooperativeId, [
    {
      ...movement,
      id: newId<TransactionId>(),
      direction: movement.type === 'disbursement' ? 'in' : 'out',
      period: null,
      line: movement.line ?? 1,
      recordedBy: actor.loginId,
      recordedByName: actor.name,
      receiptNumber: null,
      through: null,
    },
  ])
}
