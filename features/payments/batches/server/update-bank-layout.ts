import type { updateBankLayout as contract } from '#features/payments/batches/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import { whyNotBankLayout } from '#features/payments/batches/rules/bank-layout.ts'
import type { Tx } from '#platform/db/tx.ts'
import { findPayingAccount } from './queries.ts'
import { upsertLayout } from './store.ts'

/** Refuses: not_found, bank_layout_wrong. */
export async function updateBankLayout(
  tx: Tx,
  actor: TenantActor,
  { accountId, layout }: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  await findPayingAccount(tx, accountId)
  const reason = whyNotBankLayout(layout)
  if (reason) refuse('bank_layout_wrong', { field: 'layout', reason })
  await upsertLayout(tx, actor, accountId, layout)
  return { layout }
}
