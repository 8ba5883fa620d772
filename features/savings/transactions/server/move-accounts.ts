import type { TenantActor } from '#core/actor.ts'
import type { Day } from '#core/calendar.ts'
import type { AccountTypeId, MemberId } from '#core/ids.ts'
import type { Kobo } from '#core/money.ts'
import type { Tx } from '#platform/db/tx.ts'
import { knownFacts, type PlannedMovement } from './plan-movement.ts'
import { postMovement } from './post-movement.ts'
import { insertRows } from './record-movement.ts'

type Moving = {
  from: MemberId
  into: MemberId
  accounts: readonly { accountTypeId: AccountTypeId; amount: Kobo }[]
  on: Day
  description: string
}

/**
 * Moves all that is on these accounts of one record of a person to the other record's, by one entry an account type, whatever
 * the bye-laws say of withdrawals and transfers: it stays theirs.
 */
export async function moveAccounts(
  tx: Tx,
  actor: TenantActor,
  { from, into, accounts, on, description }: Moving,
  requestId: string,
): Promise<void> {
  for (const { accountTypeId, amount } of accounts) {
    const out = await knownFacts(tx, { memberId: from, accountTypeId })
    const planned: PlannedMovement = {
      type: out.typeKind === 'shares' ? 'share_transfer' : 'transfer',
      amount,
      occurredOn: on,
      memberId: from,
      out,
      in: await knownFacts(tx, { memberId: into, accountTypeId }),
      through: null,
      income: null,
    }
    const state = await postMovement(tx, actor, planned, requestId)
    insertRows(tx, actor, planned, { description, state })
  }
}
