import type { refundHeldMoney as contract } from '#features/payments/held-money/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { payBack } from './pay-back.ts'

/** Pays held money back to who paid it; a provider gives back an online payment itself. Refuses: held_money_refunded_online, and what `payBack` refuses. */
export async function refundHeldMoney(
  tx: Tx,
  actor: TenantActor,
  { party, ...input }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  return payBack(
    tx,
    actor,
    'refund',
    input,
    ({ source }) => (source === 'online' ? refuse('held_money_refunded_online') : party),
    context,
  )
}
