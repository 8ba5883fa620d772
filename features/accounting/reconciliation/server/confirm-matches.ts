import type { confirmMatches as contract } from '#features/accounting/reconciliation/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findReversedProposal, lockBankAccount } from './queries.ts'
import { updateConfirmed } from './store.ts'
import { learnFrom } from './writes.ts'

const entryReversed = refusal(
  'proposed_entry_reversed',
  409,
  'Entry No. {number}, which was found for {narration}, has been reversed since. Under “To confirm”, choose “Not this” for that line. If the bank shows the reversal too, read that statement, then confirm.',
)

/** Confirms what was proposed. One that was confirmed or taken away meanwhile is left as it is. Refuses: not_found, proposed_entry_reversed. */
export async function confirmMatches(
  tx: Tx,
  actor: TenantActor,
  { accountId, matchIds }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await lockBankAccount(tx, accountId)
  const reversed = await findReversedProposal(tx, accountId, matchIds)
  if (reversed) refuse(entryReversed({ field: 'matchIds', ...reversed }))

  // From here on it must succeed.
  const confirmed = await updateConfirmed(tx, actor, accountId, matchIds)
  await learnFrom(
    tx,
    actor,
    confirmed.flatMap(({ lines }) => lines),
  )
  return { confirmed: confirmed.length }
}
