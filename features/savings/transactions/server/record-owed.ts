import type { Author } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { receiptNumber } from '#platform/ledger/ledger.ts'
import { ensurePayableType } from './ensure-payable-type.ts'
import type { Payee } from './queries.ts'
import { recordTransactions } from './record-transactions.ts'
import * as strings from '#features/savings/transactions/rules/strings.ts'

/** Records what came in for one whose membership is over: it is owed to them. Answers the receipt number. */
export async function recordOwed(
  tx: Tx,
  actor: Author,
  { payee, amount, on, through }: { payee: Payee; amount: Kobo; on: Day; through: { id: AccountId; name: string } },
  requestId: string,
): Promise<string> {
  const type = await ensurePayableType(tx, actor.cooperativeId, 'former')
  const { payeeId: memberId, number: membershipNumber } = payee
  const toOpen = {
    ...{ memberId, membershipNumber },
    ...{ accountTypeId: type.id, typeName: type.name, typeKind: type.kind },
    ...{ controlId: type.controlId, controlCode: type.controlCode },
  }
  const [recorded] = await recordTransactions(tx, actor.cooperativeId, [
    {
      ...{ kind: 'deposit', occurredOn: on, requestId },
      recordedBy: { loginId: actor.loginId, name: actor.name },
      movements: [
        {
          ...{ memberId, accountTypeId: type.id, accountId: undefined, toOpen },
          ...{ counterAccountId: through.id, throughName: through.name },
          ...{ direction: 'in', amount, period: null, description: strings.receivedAfterLeaving },
        },
      ],
    },
  ])
  if (!recorded) throw new Error('What is owed to a former member was not recorded')
  return receiptNumber(recorded)
}
