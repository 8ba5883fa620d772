import type { updatePayoutLimit as contract } from '#features/payments/payouts/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import { moneyText } from '#core/money.ts'
import type { Context } from '#platform/context.ts'
import type { Tx } from '#platform/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { findLimit, getPayoutSettings } from './queries.ts'
import { upsertLimit } from './store.ts'

type Input = Parsed<typeof contract>

export async function updatePayoutLimit(
  tx: Tx,
  actor: TenantActor,
  { dailyLimit }: Input,
  context: Context,
): Promise<Replied<typeof contract>> {
  await upsertLimit(tx, actor, dailyLimit)
  return getPayoutSettings(tx, actor, {}, context)
}

/** A lower limit needs no one else. */
export async function describeLimit(tx: Tx, _actor: TenantActor, { dailyLimit }: Input): Promise<Change | undefined> {
  const { limit } = await findLimit(tx)
  if (limit === null || (dailyLimit !== null && dailyLimit <= limit)) return undefined
  const after = dailyLimit === null ? 'no limit' : moneyText(dailyLimit)
  return { description: `Paystack sends members at most so much a day: ${moneyText(limit)} → ${after}` }
}
