import type { disposeOfFixedAsset as contract } from '#features/accounting/fixed-assets/contract.ts'
import type { Parsed, Replied } from '#core/contract/endpoint.ts'
import type { TenantActor } from '#core/actor.ts'
import {
  accumulatedDepreciationCode,
  disposalGainCode,
  disposalLossCode,
} from '#features/accounting/books/rules/chart.ts'
import { addMonths, type Day, dayText, periodName, periodOf } from '#core/calendar.ts'
import type { AssetDisposalId, EntryId } from '#core/ids.ts'
import { type Kobo, kobo, zeroKobo } from '#core/money.ts'
import { depreciationOf, resultOfDisposal } from '#features/accounting/fixed-assets/rules/depreciation.ts'
import { refuse } from '#core/refusal.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/db/id.ts'
import type { Tx } from '#platform/db/tx.ts'
import { needChartAccount } from '#features/accounting/books/server/queries.ts'
import { findMoneyAccount } from '#features/savings/transactions/server/reads.ts'
import { recordJournal } from '#features/savings/transactions/server/record-journal.ts'
import { blockPostings } from '#platform/ledger/ledger.ts'
import { type DepreciatedAsset, findAsset, findDepreciable, findLaterOfAsset } from './queries.ts'
import { insertDisposal } from './store.ts'

/**
 * Posts the sale or scrapping of an asset: what it brings above or below its book value is a gain or a loss. Refuses: not_found,
 * asset_not_bought, asset_disposed, asset_depreciation_waits, asset_depreciation_behind, asset_depreciated_later,
 * asset_disposed_before_bought, money_account_unknown, chart_account_missing, and what any journal refuses.
 */
export async function disposeOfFixedAsset(
  tx: Tx,
  actor: TenantActor,
  { assetId, occurredOn, proceeds, paidThrough, reason }: Parsed<typeof contract>,
  context: Context,
): Promise<Replied<typeof contract>> {
  await blockPostings(tx, actor.cooperativeId)
  const { name } = await findAsset(tx, assetId)
  const [asset] = await findDepreciable(tx, assetId)
  if (!asset) return refuse('asset_not_bought', { name })
  refuseUnlessDepreciated(asset, occurredOn)
  const accumulated = kobo(asset.openingDepreciation + asset.postedAmount)
  const result = resultOfDisposal({ cost: asset.cost, accumulated, proceeds })
  const lines = [
    ...(await debitOf(accumulated, () => needChartAccount(tx, accumulatedDepreciationCode))),
    ...(await debitOf(proceeds, async () => (await findMoneyAccount(tx, paidThrough)).id)),
    ...(await debitOf(kobo(result < 0n ? -result : 0n), () => needChartAccount(tx, disposalLossCode))),
    { accountId: asset.accountId, debit: zeroKobo, credit: asset.cost },
    ...(result > 0n
      ? [{ accountId: await needChartAccount(tx, disposalGainCode), debit: zeroKobo, credit: kobo(result) }]
      : []),
  ]

  // From here on it must succeed.
  const { id, status, entryNumber } = await recordJournal(
    tx,
    actor,
    { type: 'journal', occurredOn, description: `Disposal of ${asset.number} ${name}`, lines },
    context,
  )
  await insertDisposal(tx, actor, {
    ...{ disposalId: newId<AssetDisposalId>(), assetId, transactionId: id },
    ...{ disposedOn: occurredOn, proceeds, accumulated, reason },
  })
  return { transactionId: id, status, entryNumber, result: kobo(result) }
}

async function debitOf(debit: Kobo, findId: () => ReturnType<typeof needChartAccount>) {
  return debit > zeroKobo ? [{ accountId: await findId(), debit, credit: zeroKobo }] : []
}

/** Depreciation must be in the books up to the month before, and no further. */
function refuseUnlessDepreciated(asset: DepreciatedAsset, on: Day): void {
  const { name, number } = asset
  if (asset.disposedOn !== null) refuse('asset_disposed', { name, on: dayText(asset.disposedOn) })
  if (on < asset.boughtOn) refuse('asset_disposed_before_bought', { field: 'occurredOn', on: dayText(asset.boughtOn) })
  if (asset.waits) refuse('asset_depreciation_waits', { name })
  const before = addMonths(periodOf(on), -1)
  const posted = new Set(asset.posted)
  if (depreciationOf(asset, before).some(({ period }) => !posted.has(period)))
    refuse('asset_depreciation_behind', { field: 'occurredOn', number, month: periodName(before) })
  const last = asset.posted.at(-1)
  if (last !== undefined && last > before)
    refuse('asset_depreciated_later', { field: 'occurredOn', number, month: periodName(last) })
}

/** Refuses the reversal of a purchase or a depreciation on which something later rests: asset_disposed_since, asset_depreciated. */
export async function refuseLaterOfAsset(tx: Tx, { entryId }: { entryId: EntryId }): Promise<void> {
  const later = await findLaterOfAsset(tx, entryId)
  if (later) refuse(later.isDisposed ? 'asset_disposed_since' : 'asset_depreciated', { name: later.name })
}
