import { isDeepStrictEqual } from 'node:util'
import type { updateDeductionSettings as contract } from '#contract/society/deductions.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { isOrder } from '#domain/society/deductions/component.ts'
import { refuse } from '#domain/refusal.ts'
import type { Tx } from '#server/db/tx.ts'
import { findSettings, getDeductionSettings } from './queries.ts'
import { upsertSettings } from './store.ts'

/** Changes the settings that are named. Refuses: order_wrong. */
export async function updateDeductionSettings(
  tx: Tx,
  actor: TenantActor,
  input: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const [before, shownBefore] = [await findSettings(tx), await getDeductionSettings(tx)]
  if (input.allocationOrder && !isOrder(input.allocationOrder)) refuse('order_wrong', { field: 'allocationOrder' })
  await upsertSettings(tx, actor.cooperativeId, {
    allocationOrder: input.allocationOrder ?? before.allocationOrder,
    creditOn: input.creditOn ?? before.creditOn,
    arrears: input.arrears ?? before.arrears,
    missedSavings: input.missedSavings ?? before.missedSavings,
    levy: input.levy ?? before.levy,
    levyCode: input.levyCode ?? before.levyCode,
  })
  const shown = await getDeductionSettings(tx)
  if (isDeepStrictEqual(shown, shownBefore)) tx.nothingChanged()
  return shown
}
