import type { TenantActor } from '#core/actor.ts'
import { type Day, dayText } from '#core/calendar.ts'
import type { AccountTypeKind } from '#features/accounting/books/rules/account-kinds.ts'
import type { AccountTypeId, MemberId, TransactionId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { type Posted, receiptNumber } from '#platform/ledger/ledger.ts'
import { insertTransactions } from './store.ts'

export type SettledAccount = {
  accountTypeId: AccountTypeId
  name: string
  kind: AccountTypeKind
  amount: Kobo
  interest?: { from: Day; to: Day; amount: Kobo } | undefined
}

/** Saves what the settlement of a member took from each of their accounts, in the order of its first lines, and the interest that it credited, in that of the next. */
export function saveSettledAccounts(
  tx: Tx,
  actor: TenantActor,
  memberId: MemberId,
  accounts: readonly SettledAccount[],
  posted: Posted,
  { on, description }: { on: Day; description: string },
): void {
  const voucher = {
    memberId,
    occurredOn: on,
    period: null,
    entryId: posted.entryId,
    entryNumber: posted.number,
    recordedBy: actor.loginId,
    recordedByName: actor.name,
    receiptNumber: receiptNumber(posted),
    through: null,
  }
  const earned = accounts.flatMap(({ interest, ...account }) => (interest ? [{ ...account, interest }] : []))
  insertTransactions(tx, actor.cooperativeId, [
    ...accounts.map(({ accountTypeId, kind, amount }, index) => ({
      ...voucher,
      id: newId<TransactionId>(),
      type: kind === 'shares' ? ('share_redemption' as const) : ('withdrawal' as const),
      accountTypeId,
      amount,
      direction: 'out' as const,
      description,
      line: index + 1,
    })),
    ...earned.map(({ accountTypeId, name, interest: { from, to, amount } }, index) => ({
      ...voucher,
      id: newId<TransactionId>(),
      type: 'interest' as const,
      accountTypeId,
      amount,
      direction: 'in' as const,
      description: `Interest on ${name}, ${dayText(from)} to ${dayText(to)}`,
      line: accounts.length + index + 1,
    })),
  ])
}
