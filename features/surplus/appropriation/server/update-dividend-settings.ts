import type { updateDividendSettings as contract } from '#features/surplus/appropriation/contract.ts'
import type { Parsed, Replied } from '#contract/endpoint.ts'
import type { TenantActor } from '#domain/actor.ts'
import { type DividendSettings, dividendDestinationNames } from '#features/surplus/appropriation/rules/destination.ts'
import type { Tx } from '#server/db/tx.ts'
import type { Change } from '#features/access/change-requests/server/ask-for-change.ts'
import { recordChange } from '#features/access/setting-changes/server/record-change.ts'
import { findDividendSettings } from './queries.ts'
import { upsertDividendSettings } from './store.ts'

/** For dividends that are posted from now on; those that wait for approval go where they were to go. */
export async function updateDividendSettings(
  tx: Tx,
  actor: TenantActor,
  settings: Parsed<typeof contract>,
): Promise<Replied<typeof contract>> {
  const before = wordsOf(await findDividendSettings(tx))
  await upsertDividendSettings(tx, actor, settings)
  const after = wordsOf(settings)
  if (before !== after) recordChange(tx, actor, 'Settings', [{ field: 'dividendSettings', before, after }])
  else tx.nothingChanged()
  return settings
}

/** The old and the new settings for the approver. */
export async function describeDividendSettings(
  tx: Tx,
  _actor: TenantActor,
  settings: Parsed<typeof contract>,
): Promise<Change | undefined> {
  const [before, after] = [wordsOf(await findDividendSettings(tx)), wordsOf(settings)]
  return before === after ? undefined : { description: `Dividends are paid to: ${before} → ${after}` }
}

function wordsOf({ paidTo, membersChoose }: DividendSettings): string {
  return `${dividendDestinationNames[paidTo]}${membersChoose ? ', members choose themselves' : ''}`
}
