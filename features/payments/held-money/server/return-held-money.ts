import type { returnHeldMoney as contract } from '#features/payments/held-money/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import { payBack } from './pay-back.ts'

/** Pays what an employer's file brought and no one is credited with back to the employer. Refuses: held_money_not_employers, and what `payBack` refuses. */
export async function returnHeldMoney(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  return payBack(
    tx,
    actor,
    'return',
    input,
    ({ source, from }) => (source === 'employer' ? from : refuse('held_money_not_employers')),
    context,
  )
}
