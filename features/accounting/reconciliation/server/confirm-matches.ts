import type { confirmMatches as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import type { Tx } from '#platform/db/tx.ts'
import { lockBankAccount } from './queries.ts'
import { updateConfirmed } from './store.ts'
import { learnFrom } from './writes.ts'

/** Confirms what was proposed. One that was confirmed or taken away meanwhile is left as it is. Refuses: not_found. */
export async function confirmMatches(
  tx: Tx,
  actor: TenantActor,
  { accountId, matchIds }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const confirmed = await updateConfirmed(tx, actor, accountId, matchIds)
  await learnFrom(
    tx,
    actor,
    confirmed.flatMap(({ lines }) => lines),
  )
  return { confirmed: confirmed.length }
}
