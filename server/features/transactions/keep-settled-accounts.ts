import type { TenantActor } from '#domain/actor.ts'
import type { Day } from '#domain/calendar.ts'
import type { AccountTypeKind } from '#domain/configuration/account-kinds.ts'
import type { AccountTypeId, MemberId, TransactionId } from '#domain/ids.ts'
import type { Kobo } from '#domain/money.ts'
import { newId } from '#server/db/id.ts'
import type { Tx } from '#server/db/tx.ts'
import { type Posted, receiptNumber } from '#server/ledger/ledger.ts'
import { insertTransactions } from './store.ts'

export type SettledAccount = { accountTypeId: AccountTypeId; kind: AccountTypeKind; amount: Kobo }

/** Keeps what the settlement of a member took from each of his accounts, in the order of its first lines. */
export function keepSettledAccounts(tx: Tx, actor: TenantActor, memberId: MemberId, accounts: readonly SettledAccount[], posted: Posted, { on, description }: { on: Day; description: string }): void {
  insertTransactions(tx, actor.cooperativeId, accounts.map(({ accountTypeId, kind, amount }, index) => ({
    id: newId<TransactionId>(), type: kind === 'shares' ? 'share_redemption' : 'withdrawal', memberId, accountTypeId, amount, direction: 'out', occurredOn: on, period: null, description,
    entryId: posted.entryId, entryNumber: posted.number, line: index + 1, recordedBy: actor.loginId, recordedByName: actor.name, receiptNumber: receiptNumber(posted), through: null,
  })))
}
